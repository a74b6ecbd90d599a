/**
 * Receipt printers: `/bridge/v1/printers` (settings, condition, slips that wait, test slip, drawer), `/bridge/v1/printing` (what each
 * till prints by itself, receipts as a file), and `POST /bridge/v1/sales/{id}/receipt-link`.
 */
import Type, { type Static } from 'typebox';
import { codePages, printerModels } from './printerModels.ts';
import { idOf, nullable, ReceiptLine, SerialDevice, Timestamp } from './shapes.ts';

const closed = { additionalProperties: false } as const;

const printerStates = ['ready', 'unknown', 'paperOut', 'coverOpen', 'error', 'offline', 'unreachable'] as const;

/** A host name or address, without a port and without anything that a URL could read. */
const Host = Type.String({ pattern: '^[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$|^[0-9A-Fa-f:.]{2,45}$' });

export const PrinterConnection = Type.Union([
  Type.Object(
    { type: Type.Literal('tcp'), host: Host, port: Type.Integer({ minimum: 1, maximum: 65_535, default: 9100 }) },
    closed,
  ),
  Type.Object(
    {
      type: Type.Literal('serial'),
      path: Type.String({
        pattern: '^(/dev/[A-Za-z0-9_-][A-Za-z0-9._-]{0,100}(/[A-Za-z0-9_-][A-Za-z0-9._:-]{0,100}){0,3}|COM[0-9]{1,3})$',
      }),
      baudRate: Type.Optional(Type.Enum([9600, 19_200, 38_400, 57_600, 115_200])),
      device: Type.Optional(SerialDevice),
    },
    closed,
  ),
  Type.Object(
    {
      type: Type.Literal('system'),
      name: Type.String({
        // Not the beginning of an option of a command.
        pattern: '^[^\\s\\p{Cc}-][^\\p{Cc}]{0,126}$',
        description: 'name of the queue in the operating system',
      }),
    },
    closed,
  ),
]);
export type PrinterConnection = Static<typeof PrinterConnection>;

const named = {
  name: Type.String({ pattern: '^[^\\s\\p{Cc}]([^\\p{Cc}]{0,58}[^\\s\\p{Cc}])?$', description: 'unique in the shop' }),
  connection: PrinterConnection,
};
const paper = {
  columns: Type.Enum([32, 42, 48], { description: 'characters of a line: 32 on 58 mm, 42 or 48 on 80 mm' }),
  model: Type.Enum(printerModels, { description: 'whose numbers of code pages it has' }),
  code_page: Type.Enum(codePages, { description: 'auto: chosen for each character; bitmap: every line is drawn' }),
  cut: Type.Enum(['partial', 'full', 'none']),
  code: Type.Enum(['qr', 'barcode', 'none'], { description: 'how the receipt number is printed for a scanner' }),
  drawer: nullable(Type.Enum([0, 1], { description: 'pin of the drawer at this printer: 0 is pin 2, 1 is pin 5' })),
  logo: Type.Boolean({ description: 'prints the logo of the shop' }),
};
const settings = { ...named, ...paper };

/** `POST /bridge/v1/printers`; what is left out has its usual value. */
export const PrinterInput = Type.Object(
  {
    ...named,
    ...Type.Partial(Type.Object(paper)).properties,
  },
  closed,
);
export type PrinterInput = Static<typeof PrinterInput>;
/** `PUT /bridge/v1/printers/{id}`; what is left out stays. */
export const PrinterChanges = Type.Partial(Type.Object(settings), closed);
export type PrinterChanges = Static<typeof PrinterChanges>;

/** The condition of a printer and what waits for it: also an event of the stream. Times in ms since 1970. */
export const PrinterStatus = Type.Object({
  printer: idOf('PRN'),
  name: Type.String(),
  state: Type.Enum(printerStates, {
    description: 'unknown: it is there and answers no question; unreachable: off, unplugged, or a wrong address',
  }),
  paper_low: Type.Boolean(),
  reason: nullable(Type.String({ description: 'in the words of the system' })),
  since: Type.Integer(),
  waiting: Type.Integer({ description: 'slips on their way' }),
  held: Type.Integer({ description: 'slips that are printed when a person says so' }),
  oldest: nullable(Type.Integer({ description: 'since when the oldest of both waits' })),
  drawer_failed: nullable(Type.Integer({ description: 'when the drawer did not open' })),
  tills: Type.Array(idOf('SDV'), { description: 'that print there' }),
});
export type PrinterStatus = Static<typeof PrinterStatus>;

export const Printer = Type.Object({
  id: idOf('PRN'),
  ...settings,
  connection: PrinterConnection,
  place: Type.String({ description: 'address, port or name of the queue, for people' }),
  status: PrinterStatus,
});
export type Printer = Static<typeof Printer>;
export const Printers = Type.Object({ count: Type.Integer(), data: Type.Array(Printer) });
export type Printers = Static<typeof Printers>;

/** `GET /bridge/v1/printers/ports` */
export const PrinterPorts = Type.Object({
  serial: Type.Array(Type.Object({ path: Type.String(), usb: Type.Boolean() })),
  system: Type.Array(Type.String(), { description: 'queues of the operating system' }),
});
export type PrinterPorts = Static<typeof PrinterPorts>;

/** `GET /bridge/v1/printers/{id}/jobs`, the newest first. */
export const PrintJob = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['slip', 'lines', 'test']),
  sale: nullable(idOf('STX')),
  slip: nullable(Type.Enum(['customer', 'merchant', 'reversal'])),
  copy: Type.Integer(),
  state: Type.Enum(['waiting', 'printing', 'held', 'printed', 'sent', 'discarded'], {
    description: 'sent: handed over to a printer that does not say whether it printed',
  }),
  may_be_double: Type.Boolean({ description: 'the line broke in the middle of it: printed with the mark of a copy' }),
  created: Timestamp,
  ended: nullable(Timestamp),
});
export type PrintJob = Static<typeof PrintJob>;
export const PrintJobs = Type.Object({ data: Type.Array(PrintJob) });
export type PrintJobs = Static<typeof PrintJobs>;

/** `POST /bridge/v1/printers/{id}/held` */
export const HeldDecision = Type.Object({ do: Type.Enum(['print', 'discard']) }, closed);
export type HeldDecision = Static<typeof HeldDecision>;

/** `POST /bridge/v1/printers/{id}/test` */
export const TestAnswer = Type.Object({ job: Type.Integer() });
export type TestAnswer = Static<typeof TestAnswer>;

/** Slips and drawer that a till handles by itself. */
const tillSettings = {
  printer: nullable(idOf('PRN')),
  receipts: Type.Enum(['always', 'ask'], { description: 'always: with the sale; ask: when the cashier presses print' }),
  merchant_copies: Type.Boolean({ description: 'with every card payment; one to be signed is printed in any case' }),
  drawer_cash: Type.Boolean({ description: 'the drawer opens for cash' }),
  drawer_card: Type.Boolean({ description: 'the drawer opens for a card' }),
};
export const TillPrinting = Type.Object({ till: idOf('SDV'), name: Type.String(), ...tillSettings });
export type TillPrinting = Static<typeof TillPrinting>;

const delivery = {
  is_on: Type.Boolean(),
  days: Type.Integer({ minimum: 1, maximum: 90, description: 'that a link is good' }),
  address: nullable(
    Type.String({
      pattern: '^https?://[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[0-9]{1,5})?$',
      description: 'address of this bridge for the phone of a customer',
    }),
  ),
};

/** `GET /bridge/v1/printing` */
export const PrintingSettings = Type.Object({
  tills: Type.Array(TillPrinting),
  receipt_links: Type.Object({
    ...delivery,
    reachable: nullable(Type.String({ description: 'the address that links have; null: no phone could reach one' })),
  }),
  logo: nullable(Type.Object({ width: Type.Integer(), height: Type.Integer() })),
});
export type PrintingSettings = Static<typeof PrintingSettings>;

/** `PUT /bridge/v1/printing/tills/{id}`; what is left out stays. */
export const TillPrintingInput = Type.Partial(Type.Object(tillSettings), closed);
export type TillPrintingInput = Static<typeof TillPrintingInput>;
/** `PUT /bridge/v1/printing/receipt-links`; what is left out stays. */
export const ReceiptLinkSettings = Type.Partial(Type.Object(delivery), closed);
export type ReceiptLinkSettings = Static<typeof ReceiptLinkSettings>;

/** `PUT /bridge/v1/printing/logo`: one bit a dot, rows of whole bytes, 1 is black; null takes it away. */
export const LogoInput = Type.Object(
  {
    logo: nullable(
      Type.Object(
        {
          width: Type.Integer({ minimum: 8, maximum: 576, multipleOf: 8 }),
          height: Type.Integer({ minimum: 1, maximum: 400 }),
          bits: Type.String({ maxLength: 40_000, pattern: '^[A-Za-z0-9+/]*={0,2}$', description: 'base64' }),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type LogoInput = Static<typeof LogoInput>;

/** `POST /bridge/v1/printing/slips`: a slip that belongs to no sale, at the printer of this till. */
export const SlipInput = Type.Object(
  {
    lines: Type.Array(ReceiptLine, { minItems: 1, maxItems: 2000 }),
    copy: Type.Optional(Type.Integer({ minimum: 0, maximum: 999, description: 'from 1 on it has the mark of a copy' })),
  },
  closed,
);
export type SlipInput = Static<typeof SlipInput>;
export const SlipAnswer = Type.Object({
  /** Null: this till has no printer, and the caller prints the slip itself. */
  job: nullable(Type.Object({ id: Type.Integer(), printer: idOf('PRN') })),
});
export type SlipAnswer = Static<typeof SlipAnswer>;

/** `POST /bridge/v1/sales/{id}/receipt-link`: the customer wants the receipt as a file. */
export const ReceiptLinkInput = Type.Object(
  { consent: Type.Literal(true, { description: 'the customer has agreed to a receipt as a file' }) },
  closed,
);
export type ReceiptLinkInput = Static<typeof ReceiptLinkInput>;
export const ReceiptLink = Type.Object({
  receipt_url: Type.String({ description: 'for the QR code; stands in this answer and nowhere else' }),
  expires: Timestamp,
});
export type ReceiptLink = Static<typeof ReceiptLink>;

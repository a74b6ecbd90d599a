/** Shapes that all resources of the API share, as the specification writes them ("Conventions", "Common list parameters", "Errors"). */
import Type, { type Static, type TObject, type TProperties, type TSchema, type TSchemaOptions } from 'typebox';
import { cardBrands } from '../domain/cardBrand.ts';
import { paymentStates } from '../domain/salePayments.ts';

/** Prefix, underscore, 30 upper-case letters or digits. */
export const idOf = (prefix: string) =>
  Type.String({ pattern: `^${prefix}_[A-Z0-9]{30}$`, examples: [`${prefix}_${'0'.repeat(30)}`] });

/** An integer in the smallest unit of the currency. */
export const Money = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'smallest currency unit',
});

/** Existing clients send integers as numeric strings, too; answers always hold integers. */
export const IntegerInput = Type.Union([
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ pattern: '^-?[0-9]{1,15}$' }),
]);

/** A tax rate: per cent with at most two decimals, and a whole number for a whole rate. */
export const Rate = Type.Number({ minimum: 0, maximum: 100, description: 'per cent, at most two decimals' });

/** Per cent with at most two decimals, 8.1 as a number or as text; whole rates stay whole numbers. */
export const RateInput = Type.Union([
  Type.Number({ minimum: 0, maximum: 100 }),
  Type.String({ pattern: '^[0-9]{1,15}([.][0-9]{1,2}0*)?$' }),
]);

/** ISO 8601 with a UTC offset. */
export const Timestamp = Type.String({ format: 'date-time' });
export const Currency = Type.String({ pattern: '^[A-Z]{3}$' });

/** Words for people, in every language of the screens. */
export const Texts = Type.Object({ de: Type.String(), en: Type.String() });

export const Reference = Type.Object({ object: Type.String(), id: Type.String() });

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Members the specification does not name are kept and ignored. */
export const openObject = <T extends TProperties>(properties: T, more: TSchemaOptions = {}) =>
  Type.Object(properties, { ...more, additionalProperties: true });

/** A member that existing clients send: kept as it is, and no typing error. */
export const keptAsSent = (description: string) => Type.Optional(Type.Unknown({ description }));

const parameter = (description: string) => Type.Optional(Type.String({ description }));
const expand = parameter(
  'references to be replaced by what they refer to: "all", or names joined by commas, nested with a.b',
);

/** Query parameters of every list endpoint ("Common list parameters"). */
export const ListQuery = openObject({
  count: parameter('maximum number of items to return, 10 if left out, at most 1000'),
  offset: parameter('zero-based start position in the whole result set'),
  fields: parameter('comma-separated fields to include, nested with a.b'),
  q: parameter('property:condition with ? and *, [min TO max], AND, OR, NOT and parentheses'),
  sort: Type.Optional(
    Type.Unknown({ description: 'comma-separated field:order pairs, order asc or desc; or sort[field]=order' }),
  ),
  aggregate: Type.Optional(
    Type.Unknown({
      description:
        'object as JSON or as aggregate[member]=value: timestamp_prop, interval (minute, hour, day, week, month, quarter, year; week if left out), min, max, group_by_prop, sum_by_prop',
    }),
  ),
  meta: parameter('true: definitions of the fields beside the data; only: in their place'),
  validate: parameter('1: only check whether the parameters can be read'),
  scroll_expire: parameter('keep a snapshot for further pages, for example 90s, 5m, 1h (at most an hour)'),
  scroll_id: parameter('of an earlier answer: the next page of its snapshot'),
  preset: parameter('name of a query that is asked together with q; names not known are ignored'),
  expand,
  geo: Type.Optional(Type.Unknown({ description: 'of older clients; ignored' })),
});
export type ListQuery = Static<typeof ListQuery>;

/** Query parameters of reading one. */
export const ReadQuery = openObject({ expand });
export type ReadQuery = Static<typeof ReadQuery>;

/** `fields` leaves members out at every depth, so none is certain. */
export const listOf = <T extends TProperties>(item: TObject<T>) =>
  Type.Object({
    count: Type.Integer({ description: 'all matches, including those not returned' }),
    data: Type.Array(sparse(item)),
  });

/** The same shape with no member required, however deep. */
export function sparse<T extends object>(schema: T): T {
  const entries = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (key === 'required' && Array.isArray(value)) return [];
    return [[key, key === 'const' || key === 'enum' ? value : sparseBelow(value)]];
  });
  return Object.fromEntries(entries) as unknown as T;
}

const sparseBelow = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sparseBelow);
  return typeof value === 'object' && value !== null ? sparse(value) : value;
};

/** The call that comes next. */
export const NextCall = Type.Object({
  method: Type.Enum(['GET', 'POST', 'PUT']),
  path: Type.String({ description: 'below the address of the bridge' }),
  why: Type.String({ description: 'what it does and what to send, for developers' }),
});
export type NextCall = Static<typeof NextCall>;

/** A line of a receipt ("Receipt"). */
const decoration = Type.Array(
  Type.Union([
    Type.Literal('important'),
    Type.Literal('align-left'),
    Type.Literal('align-center'),
    Type.Literal('align-right'),
  ]),
);
export const ReceiptLine = Type.Union([
  Type.Object({ type: Type.Literal('separator'), value: Type.Object({ caption: Type.Optional(Type.String()) }) }),
  Type.Object({ type: Type.Literal('textline'), value: Type.Object({ text: Type.String(), decoration }) }),
  Type.Object({
    type: Type.Literal('name-value'),
    value: Type.Object({ name: Type.String(), value: Type.String(), decoration }),
  }),
  Type.Object({ type: Type.Literal('space') }),
]);
export type ReceiptLine = Static<typeof ReceiptLine>;

/** Question of the terminal to the till while it takes the money; left out of the outcome where it asks nothing. */
export const SaleQuestion = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['signature', 'choice', 'input']),
  /** The words of the terminal; where it speaks one language only, the other one says the same. */
  texts: Texts,
  choices: Type.Array(Type.Object({ value: Type.Integer(), text: Type.String() })),
  /** For `input`: what is to be typed; an amount is in minor units. */
  wants: nullable(Type.Enum(['text', 'number', 'amount'])),
  initial: nullable(Type.String()),
  /** The least amount that may be typed, in minor units: that of the payment; null where there is none. */
  least: nullable(Type.Integer()),
  receipt_merchant: Type.Array(ReceiptLine, {
    description: 'of a signature: the slip that the customer signs; empty where the terminal prints it itself',
  }),
  until: Type.Integer({ description: 'milliseconds since 1970; then the terminal goes on by itself' }),
});
export type SaleQuestion = Static<typeof SaleQuestion>;

/** How the money of a sale stands: in every sale, every refusal about one, every push and every event. */
export const Outcome = Type.Object({
  result: Type.Enum(['open', 'paid', 'not_paid', 'unknown'], {
    description:
      'open: not paid, or not paid whole yet; unknown: money moves, or nobody knows yet whether it moved: do not take the card again',
  }),
  final: Type.Boolean({ description: 'true: only a new call changes it' }),
  paid: nullable(Type.Integer({ description: 'smallest currency unit, with a tip; null while nobody knows' })),
  open: nullable(Type.Integer({ description: 'what has still to be paid; null while nobody knows' })),
  late: Type.Boolean({ description: 'approved after somebody had asked to stop' }),
  abort_requested: Type.Boolean({ description: 'somebody asked to stop the payment while it was under way' }),
  next: nullable(NextCall),
  question: Type.Optional(SaleQuestion),
});
export type Outcome = Static<typeof Outcome>;

/** Nothing of the card number but its last four digits. */
const PaymentCard = Type.Object({
  brand: nullable(Type.Enum(cardBrands, { description: 'one code for all terminals; other: a card of another brand' })),
  name: nullable(Type.String({ description: 'as the terminal writes it' })),
  last_four: nullable(Type.String({ pattern: '^[0-9]{1,4}$' })),
  entry: nullable(Type.Enum(['magnetic', 'chip', 'contactless'], { description: 'how the card was read' })),
  verification: nullable(Type.Enum(['none', 'signature', 'pin'], { description: 'how the holder was checked' })),
});

/** Change of the balances of a loyalty card or of a voucher. */
const LoyaltyMove = Type.Object({
  card: nullable(Type.String({ description: 'MCD_…' })),
  booking: nullable(Type.String({ description: 'LTX_…; null while the card only holds the amounts' })),
  cash: Type.Integer({ description: 'change of the balance, minor units; while only held, what the sale will take' }),
  bonus: Type.Integer({ description: 'the same of the bonus balance' }),
  points: Type.Integer({ description: 'the same of the points' }),
});

/** Local extension: one payment of a sale, whatever its method and its ending. */
export const SalePayment = Type.Object({
  id: Type.String({ description: 'stays the same; of a payment in parts the id of its part' }),
  method: Type.String({
    description: 'the method of start: cash, cashless, cashless_direct, loyalty, voucher, debit, creditcard, …',
  }),
  amount: Type.Integer({
    description: 'what it pays of the sale, minor units, without `tip`; below 0: paid out to the customer',
  }),
  currency: Currency,
  status: Type.Enum(paymentStates, {
    description:
      'paid: the shop holds the money; the paid entries, amount and tip, add up to outcome.paid. authorised: held, and taken when the sale closes; open: under way; awaiting: the money has still to arrive; unknown: nobody knows yet, do not take the card again; declined: nothing was taken, see reason; voided: given up before it was taken; returning, returnUnknown: it goes back; returned: it went back',
  }),
  at: Type.String({ format: 'date-time', description: 'when it came into this status' }),
  reference: nullable(Type.String({ description: 'as the caller named the part' })),
  tip: Type.Optional(Type.Integer({ description: 'taken by the terminal beyond `amount`, minor units' })),
  given: Type.Optional(Type.Integer({ description: 'cash handed over, minor units' })),
  approved_amount: Type.Optional(
    Type.Integer({
      description:
        'the terminal approved only this of the amount, with `receipt_number`, and keeps it until somebody has decided (outcome.next), minor units',
    }),
  ),
  change: Type.Optional(Type.Integer({ description: 'cash handed back, minor units' })),
  text: Type.Optional(Type.String({ description: 'which voucher it is' })),
  part: Type.Optional(Type.String({ description: 'id in `parts`' })),
  payment: Type.Optional(Type.String({ description: 'PCI_… of its Payment Transaction' })),
  late: Type.Optional(
    Type.Literal(true, { description: 'approved after somebody had asked to stop, or after the till had gone on' }),
  ),
  card: Type.Optional(PaymentCard),
  authorisation: Type.Optional(Type.String({ description: 'number or code of the authorisation' })),
  terminal_id: Type.Optional(Type.String({ description: 'TID' })),
  terminal: Type.Optional(Type.String({ description: 'SDV_… of the terminal' })),
  trace: Type.Optional(Type.Integer({ description: 'trace number (STAN)' })),
  receipt_number: Type.Optional(Type.Integer({ description: 'of the terminal’s slip' })),
  sequence: Type.Optional(Type.Integer({ description: 'turnover number of the terminal' })),
  merchant_number: Type.Optional(Type.String({ description: 'contract number at the card processor (VU number)' })),
  loyalty: Type.Optional(LoyaltyMove),
  reason: Type.Optional(
    Type.Object(
      {
        code: Type.String({ description: 'stable word for the reason: declined, cardError, aborted, busy, …' }),
        result_code: nullable(Type.Integer({ description: "the protocol's own number" })),
        texts: Texts,
      },
      { description: 'why nothing was taken' },
    ),
  ),
  refunded: Type.Optional(
    Type.Integer({
      description:
        'what has gone back of it while the sale stays paid, minor units: by a call of its Payment Transaction, and by returns of goods that gave back this payment; `amount` stays as it was',
    }),
  ),
  returned_as: Type.Optional(
    Type.Literal('cash', { description: 'given back in cash, because the card could not take it' }),
  ),
});
export type SalePayment = Static<typeof SalePayment>;

/** The side that has to mend the cause of a refusal. */
export const Fault = Type.Enum(['client', 'state', 'terminal', 'server'], {
  description:
    'client: the request has to be mended; state: the request is right, but not now or not for this object; terminal: it happened at the card terminal or the payment processor; server: whoever runs the bridge. Of 500, which the specification also gives to wrong requests, client or server',
});

/** The answer of an action that has no other answer. */
export const Result = Type.Object({ result: Type.Boolean() });

const hexId = Type.String({ pattern: '^[0-9A-Fa-f]{4}$' });

/** A serial port that is a USB adapter. */
export const SerialDevice = Type.Object(
  { vendorId: hexId, productId: Type.Optional(hexId), serialNumber: Type.Optional(Type.String({ minLength: 1 })) },
  { description: 'the USB adapter; its port is found wherever it was plugged in' },
);

/** The messages of the simulated O.P.I. terminal, and what it reads in those of the till. Only XML and framing are the product's. */
import { type Element, element, find, textOf } from '../../../drivers/opi/codec/element.ts';
import { writeXml } from '../../../drivers/opi/codec/xml.ts';
import { frame } from '../../../drivers/opi/framing/frame.ts';
import type { Booking, MoneyCommand, Shown } from '../book.ts';
import type { Moment } from '../protocols.ts';
import type { OpiHabits } from './habits.ts';

/** RequestTypes that move money, as the book names them. */
const COMMANDS: Readonly<Record<string, MoneyCommand>> = {
  CardPayment: 'authorisation',
  PaymentRefund: 'refund',
  PaymentReversal: 'reversal',
};

/** Undefined: the request moves no money. */
export const commandOf = (requestType: string): MoneyCommand | undefined => COMMANDS[requestType];

/** The place of a message in a request that moves money, by its head. */
export function momentOf(from: 'till' | 'terminal', bytes: Buffer): Moment | null {
  const head = bytes.toString('latin1', 0, 600);
  const movesMoney = commandOf(/RequestType="(\w+)"/.exec(head)?.[1] ?? '') !== undefined;
  if (from === 'till') return movesMoney ? 'command' : head.includes('<DeviceResponse') ? 'answer' : 'inquiry';
  if (head.includes('<DeviceRequest')) return head.includes('"Printer"') ? 'slip' : 'progress';
  return movesMoney ? 'end' : null;
}

export type OverallResult =
  | 'Success'
  | 'PartialFailure'
  | 'Failure'
  | 'Aborted'
  | 'TimedOut'
  | 'Busy'
  | 'Loggedout'
  | 'ValidationError';

/** The head of a request. */
export interface Asked {
  readonly message: string;
  readonly type: string;
  readonly id: string;
  readonly workstation: string;
}

export const askedIn = ({ name, attributes }: Element): Asked => ({
  message: name,
  type: attributes.RequestType ?? '',
  id: (attributes.RequestID ?? '').replace(/^0+/, ''),
  workstation: attributes.WorkstationID ?? '',
});

/** Cents; 0 where the request has no amount. */
export const amountIn = (request: Element): number => Math.round(Number(textOf(request, 'TotalAmount') ?? 0) * 100);

/** The payment that a reversal names; null where a number is missing. */
export function namedIn(request: Element): { readonly receipt: number | null; readonly trace: number | null } {
  const receipt = textOf(request, 'PrivateData', 'ReversalReceiptNo');
  const stan = find(request, 'OriginalTransaction')?.attributes.STAN;
  return { receipt: receipt === undefined ? null : Number(receipt), trace: stan === undefined ? null : Number(stan) };
}

/** The terminal keeps this of its last message, to repeat it. */
export interface LastMessage {
  readonly type: string;
  /** Null: a transaction of its own, which no request asked for. */
  readonly id: string | null;
  readonly workstation: string;
  readonly result: OverallResult;
  readonly content: readonly Element[];
  /** Null: nothing that was booked. */
  readonly shown: Shown | null;
}

const written = (root: Element): Buffer => frame(writeXml(root, 'utf-8'));

const numberOf = (id: string, { padsNumbers }: OpiHabits): string => (padsNumbers ? id.padStart(8, '0') : id);

export function answerBytes(
  asked: Asked,
  result: OverallResult,
  habits: OpiHabits,
  content: readonly (Element | undefined)[] = [TERMINAL],
): Buffer {
  const { message, type, id, workstation } = asked;
  const head = {
    RequestType: type,
    WorkstationID: workstation,
    RequestID: numberOf(id, habits),
    OverallResult: result,
  };
  return written(element(message.replace(/Request$/, 'Response'), head, content));
}

/** The answer to RepeatLastMessage. */
export function repetitionBytes(asked: Asked, last: LastMessage | null, habits: OpiHabits): Buffer {
  if (!last) return answerBytes(asked, 'Success', habits, []);
  const { type, id, workstation, result, content } = last;
  const isNumbered = habits.header === 'whole' && id !== null;
  const number = isNumbered ? { RequestID: numberOf(id, habits) } : {};
  const attributes = { RequestType: type, WorkstationID: workstation, ...number, OverallResult: result };
  const header = habits.header === 'none' ? undefined : element('OriginalHeader', attributes);
  return answerBytes(asked, 'Success', habits, [header, ...content]);
}

const TERMINAL = element('Terminal', { TerminalID: '60004711' });

/** Null: the transaction has used up no receipt number. */
interface Numbers {
  readonly receipt: number | null;
  readonly trace: number;
}

/** The elements of a transaction; `code`: the code of the host, 0 for an approval. */
export function transactionContent(
  amount: number,
  { receipt, trace }: Numbers,
  code: number,
  { stans, times, approvalCodes, receipts, currencies, tellsDeclined }: OpiHabits,
): readonly Element[] {
  if (code !== 0 && !tellsDeclined) return [TERMINAL];
  const authorisation = element('Authorisation', {
    Merchant: '804011926',
    ...(receipts === 'none' || receipt === null ? {} : { ReceiptNumber: digits(receipt, receipts === 'long' ? 6 : 4) }),
    ...(times ? { TimeStamp: clockText() } : {}),
    ActionCode: String(code),
    ...(code === 0 && approvalCodes ? { ApprovalCode: digits((trace * 7919) % 1_000_000, 6) } : {}),
    CardCircuit: 'girocard',
  });
  return [
    element('Terminal', { TerminalID: '60004711', ...(stans ? { STAN: digits(trace, 6) } : {}) }),
    element('Tender', {}, [
      element('TotalAmount', currencies ? { Currency: 'EUR' } : {}, euros(amount)),
      authorisation,
    ]),
  ];
}

/** The bookings of the open day that the totals of this terminal name. */
export function bookingsInTotals(listed: readonly Booking[], { netsReversals }: OpiHabits): readonly Booking[] {
  const isNetted = ({ state, command }: Booking) => netsReversals && (state === 'ended' || command === 'reversal');
  return listed.filter(one => one.state !== 'takenBack' && !isNetted(one));
}

/** The totals of the open day: payments, and what went back. */
export function totalsContent(listed: readonly Booking[], habits: OpiHabits): readonly Element[] {
  const counted = bookingsInTotals(listed, habits);
  const row = (type: string, some: readonly Booking[]) =>
    some.length === 0
      ? undefined
      : element(
          'TotalAmount',
          { NumberPayments: String(some.length), PaymentType: type, Currency: 'EUR', CardCircuit: 'girocard' },
          euros(some.reduce((sum, { amount }) => sum + amount, 0)),
        );
  const rows = [
    row(
      'Debit',
      counted.filter(({ command }) => command === 'authorisation'),
    ),
    row(
      'Credit',
      counted.filter(({ command }) => command !== 'authorisation'),
    ),
  ];
  return [TERMINAL, element('Reconciliation', {}, rows)];
}

/** A request on channel 1 that shows or prints lines at the till. */
export function outputBytes(number: number, target: string, lines: readonly string[], reference?: string): Buffer {
  const head = {
    RequestType: 'Output',
    WorkstationID: '1',
    RequestID: String(number),
    ...(reference === undefined ? {} : { ReferenceRequestID: reference }),
  };
  const texts = lines.map((line, row) => element('TextLine', { Row: String(row) }, line));
  return written(element('DeviceRequest', head, [element('Output', { OutDeviceTarget: target }, texts)]));
}

export const slipLines = (title: string, amount: number, { receipt, trace }: Booking): readonly string[] => [
  '* * Händlerbeleg * *',
  `TA-Nr ${digits(trace, 6)} Beleg-Nr ${digits(receipt, 4)}`,
  title,
  `Betrag EUR ${euros(amount)}`,
];

const euros = (cents: number): string => `${Math.floor(cents / 100)}.${digits(cents % 100, 2)}`;

const digits = (value: number, count: number): string => String(value).padStart(count, '0');

/** The terminal's wall clock, without a zone. */
function clockText(): string {
  const at = new Date();
  const [year, month, day] = [at.getFullYear(), digits(at.getMonth() + 1, 2), digits(at.getDate(), 2)];
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(part => digits(part, 2)).join(':');
  return `${year}-${month}-${day}T${time}-00:00`;
}

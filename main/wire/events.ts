/** The closed list of the events of the stream, one entry per event name (`GET /bridge/v1/events`, server-sent events). */
import Type, { type Static } from 'typebox';
import { promptCodes } from '../domain/terminalPrompt.ts';
import { PrinterStatus } from './printers.ts';
import { nullable, SaleQuestion, Texts } from './shapes.ts';
import { Search, TerminalCondition } from './terminals.ts';
import { SmartTransaction } from './transactions.ts';

/** A question of the terminal to the cashier; answered by `POST /bridge/v1/till/answer` before `until`. */
export const TerminalQuestion = Type.Object({
  ...SaleQuestion.properties,
  text: Type.String({
    description:
      'in an answer: in the language of the caller (Accept-Language); in an event: the own words of the terminal, which may be empty',
  }),
  picture: nullable(Type.Object({ media_type: Type.String(), base64: Type.String() })),
});
export type TerminalQuestion = Static<typeof TerminalQuestion>;

/** The facts about an unknown outcome: the command, and the last transaction that the terminal keeps. */
export const Evidence = Type.Object({
  /** The reason why it could not be decided, in the words of the rule. */
  because: nullable(Texts),
  /** Receipt number of the terminal's last transaction before this one; null when not known. */
  known_receipt: nullable(Type.Integer()),
  /** Time of the newest answer of the terminal, ms since 1970; null when it has not answered yet. */
  asked: nullable(Type.Integer()),
  /** The last transaction that the terminal reported; null when it keeps none or has not been asked. */
  last: nullable(
    Type.Object({
      approved: Type.Boolean(),
      receipt_number: nullable(Type.Integer()),
      trace_number: nullable(Type.Integer()),
      amount: nullable(Type.Integer()),
      at: nullable(Type.Integer({ description: "milliseconds since 1970, by the terminal's clock" })),
      card_name: nullable(Type.String()),
      last_four: nullable(Type.String()),
    }),
  ),
  /** The terminal approved less than it was asked for, and keeps that money: it is kept as a part, or taken back. */
  approved_part: nullable(
    Type.Object({
      amount: Type.Integer({ description: 'minor units' }),
      receipt_number: nullable(
        Type.Integer({ description: 'null: the terminal names its payments by the trace number alone' }),
      ),
    }),
  ),
  /** Totals of the terminal since its last end-of-day: before this payment, and now. */
  totals: nullable(
    Type.Object({
      before: nullable(Type.Object({ count: nullable(Type.Integer()), amount: Type.Integer() })),
      now: nullable(Type.Object({ count: nullable(Type.Integer()), amount: Type.Integer() })),
    }),
  ),
});
export type Evidence = Static<typeof Evidence>;

/** A person has said how a command at the terminal ended, because the terminal could not. */
export const Decision = Type.Object({
  /** Was it carried out? */
  happened: Type.Boolean(),
  /** The name of the person, or of the client of the API, who decided. */
  by: Type.String(),
  at: Type.Integer({ description: 'milliseconds since 1970' }),
  /** The facts that were known at the decision. */
  evidence: nullable(Evidence),
});
export type Decision = Static<typeof Decision>;

/** The reason why the terminal did not take the money, in its words, and the remedy for the cashier. */
export const TerminalReason = Type.Object({
  code: Type.String({ description: 'stable word for the reason: declined, cardError, aborted, busy, …' }),
  result_code: nullable(Type.Integer({ description: "the protocol's own number" })),
  texts: Texts,
  advice: Type.Enum(
    [
      'otherCard',
      'again',
      'pin',
      'otherTender',
      'retain',
      'wait',
      'person',
      'disk',
      'diagnosis',
      'endOfDay',
      'initialisation',
    ],
    { description: 'the last three: what the terminal needs before it takes cards again' },
  ),
});
export type TerminalReason = Static<typeof TerminalReason>;

/** The next step that is waited for, and the longest time it may take. */
export const Waiting = Type.Object({
  /**
   * `completion`: approved, and not finished yet. `line`: it is not reachable. `idle`: it works. `denial`: it knows of no payment,
   * and may still be at work; `confirmation`: it has the payment, and may still take it back: both are asked once more before the
   * word is final. The others: what it is asked.
   */
  for: Type.Enum([
    'completion',
    'line',
    'idle',
    'denial',
    'confirmation',
    'status',
    'lastTransaction',
    'totals',
    'preAuthorisations',
  ]),
  /** A sentence without a full stop, with the limit in it. */
  texts: Texts,
  since: Type.Integer({ description: 'milliseconds since 1970' }),
  at_most: nullable(Type.Integer({ description: 'seconds; null where nobody can say' })),
});
export type Waiting = Static<typeof Waiting>;

/** The view of the cashier while a command that moves money runs at a terminal. Amounts in minor units, times in milliseconds since 1970. */
export const RunningPayment = Type.Object({
  /** STX_… of the sale; null for an operation without a sale, see `operation`. */
  transaction: nullable(Type.String({ description: 'STX_…' })),
  /** Id of a terminal operation (`/bridge/v1/terminals/{device}/operations`), null for a sale. */
  operation: nullable(Type.String()),
  kind: Type.Enum(['payment', 'reversal', 'refund', 'preAuthorisation', 'booking', 'release', 'tip']),
  device: Type.String({ description: 'SDV_… of the terminal' }),
  /** The till it belongs to, where several share the terminal; null when no till asked for it. */
  till: nullable(Type.Object({ id: Type.String({ description: 'SDV_…' }), description: Type.String() })),
  amount: Type.Integer(),
  currency: Type.String(),
  startedAt: Type.Integer(),
  /**
   * `question`: the terminal waits for an answer, see `question`. `handOver`: approved, the goods are being given out.
   * `deciding`: the line broke, the bridge asks the terminal how it ended. `person`: only a person can decide.
   * `late`: approved although the cashier had asked to stop; keep it or take it back (`POST /bridge/v1/till/late`).
   * `signature`: approved, and the merchant's slip has to be signed; is the signature right (the same)?
   */
  step: Type.Enum([
    'connecting',
    'registering',
    'sent',
    'prompt',
    'abortRequested',
    'abortRefused',
    'question',
    'handOver',
    'deciding',
    'person',
    'late',
    'signature',
  ]),
  /** The text on the terminal, in both languages; null before its first text. */
  prompt: nullable(Texts),
  /** The same as a code, for tills with words of their own. */
  prompt_code: Type.Optional(
    nullable(
      Type.Enum(promptCodes, {
        description:
          'from the intermediate status of the terminal (ZVT 04 FF) or, where it says more, from its words; seeTerminal: nobody can say it',
      }),
    ),
  ),
  /** The words of the terminal as they came, in its own language; null where it sent a number alone. */
  terminal_text: Type.Optional(nullable(Type.String({ description: 'in the language of the terminal' }))),
  /** The one who has to act by the text on the terminal; null or left out where nobody can say it. */
  acts: Type.Optional(nullable(Type.Enum(['customer', 'cashier', 'terminal']))),
  /** Somebody asked to stop; the terminal has not said yet how it ended. */
  aborting: Type.Boolean(),
  question: nullable(TerminalQuestion),
  /** While `deciding` or `person`. */
  evidence: nullable(Evidence),
  /** Null while nothing but the customer is waited for. */
  waiting: Type.Optional(nullable(Waiting)),
  /**
   * Time of the last news from the terminal, not of a repeated message; before the first news, the beginning of the
   * command.
   */
  newsAt: Type.Integer(),
  /**
   * While `late`, why the approval came too late. `stopped`: the till had asked to stop. `lineBroke`: the line broke, and the
   * till went on before the result was known. `decided`, `denied`: a person, or the bridge after asking, had called it not paid.
   * `surplus`: the same, and the sale was paid otherwise, changed or given up since. `twice`: the terminal approved twice for one
   * payment, and this is the further receipt. The sale stays as it is, whatever is decided about these two.
   * `foreign`: the terminal approved a payment that nobody here had asked for; the sale of its last payment stays as it is, too.
   * `contradicted`: the terminal approved the payment and said something else about it afterwards.
   * `takenBack`: it was paid, and the terminal has taken it back by itself; to take it back cancels the sale.
   */
  lateBecause: nullable(
    Type.Enum([
      'stopped',
      'lineBroke',
      'decided',
      'denied',
      'surplus',
      'twice',
      'foreign',
      'contradicted',
      'takenBack',
    ]),
  ),
});
export type RunningPayment = Static<typeof RunningPayment>;

export const TerminalView = Type.Object({
  device: Type.String(),
  description: Type.String(),
  state: Type.Enum(['offline', 'connecting', 'ready', 'busy', 'closed']),
  since: Type.Integer({ description: 'milliseconds since 1970' }),
  reason: nullable(Type.String()),
  condition: nullable(TerminalCondition),
});
export type TerminalView = Static<typeof TerminalView>;

/** A target of the queue: what it is for the lights and for the page of the queue. Times in milliseconds since 1970. */
export const QueueTarget = Type.Object({
  /** `refused`: it answers, and does not accept us (401, 403); `unknown`: not tried yet. */
  state: Type.Enum(['unknown', 'up', 'down', 'refused']),
  address: Type.String(),
  since: Type.Integer(),
  next_try: nullable(Type.Integer()),
  /** The reason why it is down or refused. */
  reason: nullable(Texts),
  waiting: Type.Integer({ description: 'records that are not confirmed' }),
  /** The oldest of them; null where nothing waits. */
  oldest: nullable(Type.Integer()),
  /** Money of the sales that wait, minor units. */
  sum: Type.Integer(),
  parked: Type.Integer({ description: 'records that cannot be delivered' }),
  /** A limit that is near or passed, with the words for the screen; null where there is room. */
  limit: nullable(Type.Object({ passed: Type.Boolean(), texts: Texts })),
});
export type QueueTarget = Static<typeof QueueTarget>;

export const QueueView = Type.Object({
  upstream: Type.Enum(['none', 'up', 'down'], { description: 'none: neither upstream nor back office configured' }),
  waiting: Type.Integer(),
  parked: Type.Integer(),
  oldest: nullable(Type.Integer({ description: 'milliseconds since 1970' })),
  /** Null: not configured. */
  targets: Type.Object({ upstream: nullable(QueueTarget), office: nullable(QueueTarget) }),
  cases: Type.Integer({ description: 'cases that a manager has to look at' }),
});
export type QueueView = Static<typeof QueueView>;

export const events = {
  /** A Smart Transaction was added or changed; carries it as it is when sent. Durable: has an id and can be resumed. */
  transaction: Type.Object({
    object: Type.Literal('smart.transactions'),
    id: Type.String(),
    type: Type.Union([Type.Literal('added'), Type.Literal('changed')]),
    document: SmartTransaction,
  }),
  /** The running card payment of a terminal moved on; null when it is over. */
  payment: Type.Object({ device: Type.String(), payment: nullable(RunningPayment) }),
  terminal: TerminalView,
  /** A search for terminals moved on (`POST /bridge/v1/terminals/search`). */
  search: Search,
  /** An end-of-day was begun, or it ended: read it again. */
  dayEnd: Type.Object({ device: Type.String(), id: Type.String(), state: Type.String() }),
  queue: QueueView,
  /** A basket was parked, taken or given up: how many wait in the shop. */
  parked: Type.Object({ count: Type.Integer(), sale: Type.String() }),
  /** A printer is in another condition, or other slips wait for it. */
  printer: PrinterStatus,
  catalogue: Type.Object({ version: Type.String() }),
  /** Somebody came into the shop or left it: load the list again. */
  checkins: Type.Object({
    target: Type.Literal('smart.checkins'),
    type: Type.Literal('changed'),
    data: Type.Array(Type.Object({ object: Type.Literal('smart.checkins'), id: Type.String() })),
  }),
  /** A serial scanner read a code for this till. Who uses it takes it first: `POST /bridge/v1/scans/{id}/take`. */
  scan: Type.Object({
    id: Type.String(),
    scanner: Type.String({ description: 'SCN_…' }),
    till: Type.String({ description: 'SDV_…' }),
    code: Type.String(),
    at: Type.Integer({ description: 'milliseconds since 1970' }),
  }),
  /** A serial scanner was plugged in or out, or read something. */
  scanner: Type.Object({
    id: Type.String({ description: 'SCN_…' }),
    state: Type.Enum(['connecting', 'ready', 'offline', 'closed']),
    reason: nullable(Type.String()),
    last: nullable(Type.Object({ code: nullable(Type.String()), at: Type.Integer() })),
  }),
  /** An instruction of a register to the app of the customers. */
  instruction: Type.Object({ target: Type.String(), action: Type.String(), data: Type.Unknown() }),
  /** Events were missed that are no longer kept: load everything again. */
  reset: Type.Object({}),
} as const;

/** Query parameters of the stream. */
export const StreamQuery = Type.Object({
  events: Type.Optional(Type.String({ maxLength: 300, description: 'names joined by commas; all if left out' })),
  sale: Type.Optional(
    Type.String({ maxLength: 40, description: 'STX_…: only events about this sale; nothing that is about none' }),
  ),
});
export type StreamQuery = Static<typeof StreamQuery>;

export type EventName = keyof typeof events;
export type EventData<Name extends EventName> = Static<(typeof events)[Name]>;

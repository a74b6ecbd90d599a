/**
 * What the bridge may ask of a card terminal, whatever protocol it speaks. Protocols implement `PaymentTerminal`;
 * nobody outside `drivers/` knows more than this file.
 *
 * Money is an integer in the smallest unit of the currency; times are milliseconds.
 */

/** How the bridge reaches a terminal. */
export type Connection =
  | { readonly type: 'tcp'; readonly host: string; readonly port: number }
  | {
      readonly type: 'serial';
      readonly path: string;
      readonly baudRate?: number;
      readonly stopBits?: 1 | 2;
    };

/** One terminal as configured. What a protocol needs beyond this has a default of its own. */
export interface TerminalSettings {
  readonly protocol: string;
  readonly connection: Connection;
  /** Six digits, compared by the terminal for registration, reversal and end-of-day. */
  readonly password?: string;
  /** ISO 4217 alpha-3, `EUR` by default. */
  readonly currency?: string;
  /** Protocol-specific settings, checked by the protocol itself. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Why something ended as it did. `code` is stable and has a text in every language of the screen. */
export interface Reason {
  readonly code:
    | 'unreachable' // no connection, no such port
    | 'lineLost' // the connection broke in the middle
    | 'silent' // the terminal did not answer within its patience
    | 'refused' // negative acknowledgement, see resultCode
    | 'declined' // the host or the card said no, see resultCode
    | 'aborted' // the customer or the cashier gave up
    | 'cardError' // card not readable or not accepted
    | 'busy' // the terminal still works for somebody else
    | 'endOfDayRequired' // storage full or reconciliation demanded
    | 'garbled' // what came made no sense
    | 'unsupported'
    | 'closed'; // the driver was closed
  /** The protocol's own number, for example a ZVT result code. */
  readonly resultCode?: number;
  /** The terminal's words, or the protocol's text for the code. */
  readonly text: string;
}

/** What a terminal tells about one transaction. Of a card number only the last four digits ever get here. */
export interface TransactionFacts {
  readonly amount?: number;
  readonly currency?: string;
  readonly receiptNumber?: number;
  readonly traceNumber?: number;
  readonly turnoverNumber?: number;
  readonly terminalId?: string;
  /** Contract number of the merchant at the card processor (VU number). */
  readonly merchantNumber?: string;
  readonly authorisationCode?: string;
  readonly cardType?: number;
  readonly cardName?: string;
  readonly lastFour?: string;
  /** `MM-DD` or `YYYY-MM-DD`, as far as the terminal says. */
  readonly date?: string;
  /** `HH:MM:SS`, the terminal's own clock. */
  readonly time?: string;
  readonly verification?: 'none' | 'signature' | 'pin';
  readonly originalTraceNumber?: number;
}

export interface ReceiptText {
  readonly text: string;
  readonly align: 'left' | 'center' | 'right';
  readonly wide: boolean;
  readonly tall: boolean;
}

/** One slip the terminal wants printed. */
export interface TerminalReceipt {
  readonly copy: 'merchant' | 'customer' | 'admin';
  readonly lines: readonly ReceiptText[];
}

/** Every command that may move money ends in one of these four; only `unknown` leaves a question. */
export type Outcome =
  | { readonly kind: 'approved'; readonly facts: TransactionFacts; readonly receipts: readonly TerminalReceipt[] }
  | {
      readonly kind: 'declined';
      readonly reason: Reason;
      readonly facts: TransactionFacts;
      readonly receipts: readonly TerminalReceipt[];
    }
  /** No byte of the command left this machine: money cannot have moved. */
  | { readonly kind: 'notSent'; readonly reason: Reason }
  | {
      readonly kind: 'unknown';
      readonly reason: Reason;
      readonly facts: TransactionFacts;
      readonly receipts: readonly TerminalReceipt[];
    };

export interface CardTypeTotal {
  readonly cardType: string;
  readonly count: number;
  readonly amount: number;
}

/** What end-of-day and diagnosis answer: they move no money of a customer, so they are done or failed. */
export type Service =
  | {
      readonly kind: 'done';
      readonly receipts: readonly TerminalReceipt[];
      readonly totals?: { readonly amount: number; readonly byCardType: readonly CardTypeTotal[] };
      readonly facts: TransactionFacts;
    }
  | { readonly kind: 'failed'; readonly reason: Reason; readonly receipts: readonly TerminalReceipt[] };

/** Is the terminal idle, and if not, what would cure it? */
export type TerminalStatus =
  | { readonly kind: 'ready' }
  | { readonly kind: 'busy'; readonly resultCode: number; readonly text: string }
  | {
      readonly kind: 'needs';
      readonly cure: 'diagnosis' | 'endOfDay' | 'initialisation' | 'person';
      readonly resultCode: number;
      readonly text: string;
    }
  | { readonly kind: 'unreachable'; readonly reason: Reason };

/** The last transaction the terminal keeps (ZVT: repeat receipt). */
export type LastTransaction =
  | {
      readonly kind: 'found';
      readonly approved: boolean;
      readonly resultCode: number;
      readonly facts: TransactionFacts;
      readonly receipts: readonly TerminalReceipt[];
    }
  /** The terminal answered, but keeps no transaction. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreachable'; readonly reason: Reason };

/** What happens while a command runs, for the screen. */
export type Progress =
  | { readonly step: 'connecting' | 'registering' | 'sent' | 'abortRequested' | 'abortRefused' }
  | {
      readonly step: 'prompt';
      readonly code: number;
      /** The protocol's text for `code`. */
      readonly texts: { readonly de: string; readonly en: string };
      /** The terminal's own words, when it sent some: they win over `texts`. */
      readonly terminalText?: string;
    };

/** What the caller hands in with every command. */
export interface Call {
  readonly onProgress?: (progress: Progress) => void;
  /** Aborting is a request to the terminal: the command goes on until the terminal says how it ended. */
  readonly signal?: AbortSignal;
}

export interface Payment {
  readonly amount: number;
}
export interface Reversal {
  readonly receiptNumber: number;
  readonly amount?: number;
}
export interface Refund {
  readonly amount: number;
}

export type TerminalState = 'offline' | 'connecting' | 'ready' | 'busy' | 'closed';

/**
 * One card terminal. Commands are executed one at a time in the order they were asked for. Expected endings are
 * returned, never thrown. The caller commits its intent to disk before it calls `pay`, `reverse` or `refund`;
 * the terminal sends that command at most once and repeats nothing by itself.
 */
export interface PaymentTerminal {
  /** `tcp://host:port` or `serial:path`: two bridges must not own the same one. */
  readonly endpoint: string;
  readonly state: TerminalState;
  /** Tells every change of `state`; returns the way to stop listening. */
  onState(listener: (state: TerminalState, reason?: Reason) => void): () => void;
  /** Connects and registers, so that the next command need not; answers the terminal's id when it told one. */
  register(
    call?: Call,
  ): Promise<{ readonly ok: true; readonly terminalId?: string } | { readonly ok: false; readonly reason: Reason }>;
  pay(payment: Payment, call?: Call): Promise<Outcome>;
  reverse(reversal: Reversal, call?: Call): Promise<Outcome>;
  refund(refund: Refund, call?: Call): Promise<Outcome>;
  endOfDay(call?: Call): Promise<Service>;
  diagnose(call?: Call): Promise<Service>;
  status(call?: Call): Promise<TerminalStatus>;
  lastTransaction(call?: Call): Promise<LastTransaction>;
  close(): Promise<void>;
}

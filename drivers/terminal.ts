/**
 * The contract of a card terminal, whatever protocol it speaks. Protocols implement `PaymentTerminal`; nobody outside
 * `drivers/` knows more than this file.
 *
 * Money is an integer in the smallest unit of the currency; times are milliseconds.
 */

/** How the bridge reaches a terminal. */
export type Connection =
  | { readonly type: 'tcp'; readonly host: string; readonly port: number }
  /**
   * The terminal connects and the bridge listens. `from` (an address, a host name or a network as CIDR) names the allowed
   * peers, and may be left out on loopback only. A terminal with another id than `terminalId` is refused.
   */
  | {
      readonly type: 'tcpListen';
      readonly port: number;
      readonly host?: string;
      readonly from?: string;
      readonly terminalId?: string;
    }
  | {
      readonly type: 'serial';
      /** May be left out when `device` names the adapter: its port is found again wherever it was plugged in. */
      readonly path?: string;
      readonly baudRate?: number;
      readonly stopBits?: 1 | 2;
      readonly dataBits?: 7 | 8;
      readonly parity?: 'none' | 'odd' | 'even';
      readonly device?: SerialDevice;
    };

/** A USB adapter or terminal by its ids, not by the name that the system gave its port. Hex ids as in `0403`. */
export interface SerialDevice {
  readonly vendorId: string;
  readonly productId?: string;
  readonly serialNumber?: string;
}

/** One terminal as configured. Everything that a protocol needs beyond this has a default. */
export interface TerminalSettings {
  readonly protocol: string;
  readonly connection: Connection;
  /** Six digits, compared by the terminal for registration, reversal and end-of-day. */
  readonly password?: string;
  /** ISO 4217 alpha-3, `EUR` by default. */
  readonly currency?: string;
  /** A virtual terminal is refused when it registers: real money is taken here. */
  readonly refusesVirtual?: boolean;
  /** Name of the capability profile found at pairing; `generic` by default. */
  readonly profile?: string;
  /** Protocol-specific settings, checked by the protocol itself. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A text in every language of the screen. */
export interface Texts {
  readonly de: string;
  readonly en: string;
}

export type Language = keyof Texts;

/** The reason of an ending. `code` is stable and has a text in every language of the screen. */
export interface Reason {
  readonly code:
    | 'unreachable' // no connection, no such port
    | 'lineLost' // the connection broke in the middle
    | 'silent' // the terminal did not answer in time
    | 'refused' // negative acknowledgement, see resultCode
    | 'declined' // the host or the card refused, see resultCode
    | 'aborted' // the customer or the cashier gave up
    | 'cardError' // card not readable or not accepted
    | 'busy' // the terminal still works for somebody else
    | 'endOfDayRequired' // storage full or reconciliation demanded
    | 'garbled' // the bytes that came were no message
    | 'contradicted' // the terminal says two things about one command: no further word of it decides
    | 'unsupported' // this model or protocol cannot do it: nothing was sent
    | 'notHandedOver' // the goods could not be given out, said the till
    | 'signatureRefused' // the signature is not that of the card, said the till
    | 'notWritten' // the till could not keep the slip, so the terminal takes the payment back
    | 'held' // another program owns this terminal
    | 'virtual' // a virtual terminal, where real money is taken: nothing was sent
    | 'portTaken' // another program has the port of this machine at which the terminal calls
    | 'closed'; // the driver was closed
  /** The protocol's own number, for example a ZVT result code. */
  readonly resultCode?: number;
  /** The terminal's own text, in its own language; else the protocol's text for the code, or ours for developers. */
  readonly text: string;
  /** The protocol's text for the code in both languages, where `text` is one of them. */
  readonly texts?: Texts;
}

/** The facts that a terminal reports of one transaction. Of a card number only the last four digits ever get here. */
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
  /** `MM-DD` or `YYYY-MM-DD`, as the terminal writes it. */
  readonly date?: string;
  /** `HH:MM:SS`, the terminal's own clock. */
  readonly time?: string;
  readonly verification?: 'none' | 'signature' | 'pin';
  /** How the card was read. */
  readonly entry?: 'magnetic' | 'chip' | 'contactless';
  /** Contained in `amount`. */
  readonly tip?: number;
  readonly cashback?: number;
  /** The customer has to sign on the merchant's slip. */
  readonly needsSignature?: true;
  readonly originalTraceNumber?: number;
  /**
   * The command that a repeated transaction belongs to, where the protocol has no other sign of a reversal; `untold`: this terminal does
   * not say it (O.P.I., RequestType of the OriginalHeader).
   */
  readonly command?: 'payment' | 'reversal' | 'refund' | 'untold';
  /** The driver's number of the command, where the terminal keeps it with the transaction (O.P.I. RequestID). */
  readonly reference?: string;
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

/** The approvals of a terminal while one command ran. */
export interface Approvals {
  /** The facts of the approval; of the first one, where there are several. */
  readonly facts: TransactionFacts;
  /** Further approvals under numbers of their own: each is money of its own. Left out where there is none. */
  readonly alsoApproved?: readonly TransactionFacts[];
}

/** An answer about money that came when its command had ended, or under a name that no command has. */
export interface LateAnswer {
  /** `unclear`: it says nothing about money, or two things. */
  readonly says: 'approved' | 'declined' | 'unclear';
  /** `reference` names the command that it answers. */
  readonly facts: TransactionFacts;
}

/** Every command that may move money ends in one of these four; only `unknown` leaves open whether money moved. */
export type Outcome =
  | ({ readonly kind: 'approved'; readonly receipts: readonly TerminalReceipt[] } & Approvals)
  | {
      readonly kind: 'declined';
      readonly reason: Reason;
      readonly facts: TransactionFacts;
      readonly receipts: readonly TerminalReceipt[];
    }
  /** No byte of the command left this machine: money cannot have moved. */
  | { readonly kind: 'notSent'; readonly reason: Reason }
  /** `facts`: of an approval that was reported all the same; empty where none was. */
  | ({ readonly kind: 'unknown'; readonly reason: Reason; readonly receipts: readonly TerminalReceipt[] } & Approvals);

export interface CardTypeTotal {
  readonly cardType: string;
  readonly count: number;
  readonly amount: number;
}

/** The bookings of a terminal since its last end-of-day, less refunds. */
export interface Totals {
  readonly amount: number;
  readonly byCardType: readonly CardTypeTotal[];
  readonly firstReceipt?: number;
  readonly lastReceipt?: number;
}

/**
 * How a task ended. It moves no money of a customer, but whether an end-of-day took place matters all the same:
 * `unknown` when the terminal had accepted the task and sent nothing more.
 */
export type TaskOutcome =
  | {
      readonly kind: 'done';
      readonly receipts: readonly TerminalReceipt[];
      readonly totals?: Totals;
      /** The terminal reported totals that cannot be read: a row, its sign, its currency or its sum. They are not 0. */
      readonly unreadableTotals?: true;
      readonly facts: TransactionFacts;
      /** Minor units, of `cardBalance`; a terminal may show it to the customer alone. */
      readonly balance?: number;
      /** The terminal announced that it will not answer for a while. */
      readonly follows?: 'update' | 'restart';
    }
  | { readonly kind: 'failed'; readonly reason: Reason; readonly receipts: readonly TerminalReceipt[] }
  | {
      readonly kind: 'unknown';
      readonly reason: Reason;
      readonly receipts: readonly TerminalReceipt[];
      /** The totals that came before the end of the task was in doubt. */
      readonly totals?: Totals;
      readonly unreadableTotals?: true;
    };

/** The terminal is idle, or needs a cure. `text` and `texts` as in a `Reason`. */
export type TerminalStatus =
  | { readonly kind: 'ready' }
  | { readonly kind: 'busy'; readonly resultCode: number; readonly text: string; readonly texts?: Texts }
  | {
      readonly kind: 'needs';
      readonly cure: 'diagnosis' | 'endOfDay' | 'initialisation' | 'person';
      readonly resultCode: number;
      readonly text: string;
      readonly texts?: Texts;
    }
  | { readonly kind: 'unreachable'; readonly reason: Reason };

/** A condition, reported by the terminal, that keeps it from taking cards, or soon will. */
export interface Condition {
  /** True: the terminal takes no cards. False: it asks for the cure, and may go on working until then. */
  readonly blocks: boolean;
  /** The cure: a task, time (an update, a restart), or a person at the terminal. */
  readonly cure: 'diagnosis' | 'endOfDay' | 'initialisation' | 'wait' | 'person';
  /** The protocol's own number, as in a refusal; left out where the protocol has none. */
  readonly resultCode?: number;
  /** The protocol's text for the condition. */
  readonly texts: { readonly de: string; readonly en: string };
}

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
  /** `dayEnd`: the terminal repeats its end-of-day and no transaction; the numbers and the time by which it differs from another one. */
  | { readonly kind: 'unreachable'; readonly reason: Reason; readonly dayEnd?: string };

/** The progress of a running command, for the screen. */
export type Progress =
  /** `accepted`: the terminal has acknowledged the command, where the protocol has an acknowledgement. */
  | { readonly step: 'connecting' | 'registering' | 'sent' | 'accepted' | 'abortRequested' | 'abortRefused' }
  | {
      readonly step: 'prompt';
      readonly code: number;
      /** The protocol's text for `code`. */
      readonly texts: Texts;
      /** Meaning of `code`; left out where it only points to the terminal. */
      readonly meaning?: PromptMeaning;
      /** The terminal's own text, when it sent one; it is preferred to `texts`. */
      readonly terminalText?: string;
    }
  /** The terminal has approved and the till has acknowledged; the terminal may take `timeout` ms to finish. */
  | { readonly step: 'finishing'; readonly timeout: number };

/** The display of a terminal while a command runs, whatever its protocol. */
export type PromptMeaning =
  | 'presentCard'
  | 'enterPin'
  | 'removeCard'
  | 'signature'
  | 'confirmAmount'
  | 'chooseApplication'
  | 'chooseLanguage'
  | 'chooseCurrency'
  | 'enterData'
  | 'pinWrong'
  | 'pinBlocked'
  | 'cardUnreadable'
  | 'cardRefused'
  | 'limitReached'
  | 'notPossible'
  | 'approved'
  | 'takeGoods'
  | 'cancelled'
  | 'reversing'
  | 'cashierAsked'
  | 'wait'
  | 'service';

/** Listeners and the abort signal that a caller gives with a command. */
export interface CommandOptions {
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Aborting is a request to the terminal: the command goes on until the terminal reports its end. A driver whose terminal
   * refused the abort may ask again by itself, and does so when the signal's event `abort` comes once more.
   */
  readonly signal?: AbortSignal;
  /**
   * The number under which the command goes to the terminal, where the protocol takes one from the till (O.P.I. RequestID): 1 to 8
   * digits, no zero in front, another one for each command. Left out: the driver chooses.
   */
  readonly reference?: string;
  /**
   * Decides whether the goods may be handed over; called once the terminal has approved and before the till acknowledges
   * the result. Until the decision the terminal is kept waiting (ZVT 84 9C). Left out: handed over.
   */
  readonly onApproved?: (facts: TransactionFacts) => HandOver | Promise<HandOver>;
  /**
   * Takes a whole slip. False when it can be neither printed nor kept: the terminal learns that the printer is not
   * ready, and reverses a payment whose slip is lost. Left out: kept in the outcome.
   */
  readonly onSlip?: (slip: TerminalReceipt) => boolean | Promise<boolean>;
  /** Answers a question of the terminal to the cashier. Left out, or `none`: the terminal learns that nobody answered. */
  readonly onQuestion?: (question: Question, signal: AbortSignal) => Promise<Answer>;
}

/** The hand-over of the goods of an approved payment. */
export type HandOver =
  | { readonly kind: 'done' }
  /** Only a part was given out; the terminal books this smaller amount. */
  | { readonly kind: 'partly'; readonly amount: number }
  | { readonly kind: 'failed' };

/** A question of the terminal to the cashier, in the terminal's own texts. It waits `timeout` ms for the answer. */
export type Question =
  /** True when the signature on the slip (or on the picture) is that of the card. */
  | { readonly kind: 'signature'; readonly text: string; readonly picture?: Picture; readonly timeout: number }
  | {
      readonly kind: 'choice';
      readonly text: string;
      readonly choices: readonly { readonly value: number; readonly text: string }[];
      readonly timeout: number;
    }
  /** `amount`: another amount is to be confirmed or typed, for example the amount with a tip; minor units. */
  | {
      readonly kind: 'input';
      readonly wants: 'text' | 'number' | 'amount';
      readonly text: string;
      readonly initial?: string;
      readonly timeout: number;
    };

export interface Picture {
  /** For example `image/png`. */
  readonly mediaType: string;
  readonly base64: string;
}

export type Answer =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  | { readonly kind: 'chosen'; readonly value: number }
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'none' };

export interface Payment {
  readonly amount: number;
  /** Contained in `amount`. */
  readonly tip?: number;
  readonly cashback?: number;
  /** Pays with the card that `readCard` has just read. */
  readonly withReadCard?: true;
  /** Given by the acquirer on the telephone: the terminal books with it and asks no host (ZVT 06 21). */
  readonly authorisationCode?: string;
}
/** Takes back a payment by its receipt number; with `amount` only that part, where the terminal can (`partialReversal`). */
export interface Reversal {
  /** Left out where the terminal reported none: then `traceNumber` names the payment (`reversalByTrace`). */
  readonly receiptNumber?: number;
  readonly amount?: number;
  /** For protocols that want the trace number beside the receipt number. */
  readonly traceNumber?: number;
  /** The paid amount, for protocols that want it named when the whole is taken back. */
  readonly paid?: number;
}
export interface Refund {
  readonly amount: number;
}
/** Holds an amount on a card; `book` takes it later, `release` gives it back. */
export interface PreAuthorisation {
  readonly amount: number;
}
/** Takes `amount` of a pre-authorisation, at most the held amount; the rest is given back. */
export interface Booking {
  readonly receiptNumber: number;
  readonly amount: number;
  readonly traceNumber?: number;
  readonly authorisationCode?: string;
}
/** Gives a pre-authorisation back: the whole, or the part `unused`, which books the rest (ZVT partial reversal). */
export interface Release {
  readonly receiptNumber: number;
  readonly unused?: number;
  readonly traceNumber?: number;
}
/** Adds a tip to a payment that was approved before. */
export interface Tip {
  readonly receiptNumber: number;
  readonly amount: number;
}

/** Pre-authorisations that wait for their booking. */
export type OpenPreAuthorisations =
  | {
      readonly kind: 'found';
      readonly receiptNumbers: readonly number[];
      /** False: there may be more; some terminals report the first one only. */
      readonly complete: boolean;
    }
  | { readonly kind: 'unreachable'; readonly reason: Reason };

/** The card that was read. A payment card is known by its last four digits and issuer only; `token` stands for it. */
export type CardReadOutcome =
  | {
      readonly kind: 'read';
      /** Number of a loyalty or customer card; never the number of a payment card. */
      readonly number?: string;
      /** Serial number of a contactless card, hex in capitals. */
      readonly uid?: string;
      readonly token?: string;
      readonly lastFour?: string;
      readonly cardName?: string;
    }
  | { readonly kind: 'failed'; readonly reason: Reason };

/** The customer's input at the terminal; `key` is `ok`, `clear`, `stop`, `f1` to `f4`, `up` or `down`. */
export type CustomerInput =
  | { readonly kind: 'typed'; readonly key?: string; readonly digits?: string }
  | { readonly kind: 'failed'; readonly reason: Reason };

/** A question at the terminal, which waits `timeout` ms; with `digits` for digits instead of a key. */
export interface CustomerQuestion {
  readonly lines: readonly string[];
  readonly timeout: number;
  readonly digits?: { readonly least: number; readonly most: number };
}

/** The cause of an end-of-day: somebody asks, somebody insists, or the time has come. */
export type DayEndMode = 'normal' | 'forced' | 'automatic';

/** `last`: both copies of the last transaction. */
export type RepeatedSlip = 'last' | 'merchant' | 'customer' | 'endOfDay';

/** Work at the terminal that moves no money. */
export type Task =
  /**
   * `details` false: a short slip without the single bookings. An option that is left out stays as the terminal is set.
   * Features `dayEndDetails`, `dayEndMode`.
   */
  | { readonly do: 'endOfDay'; readonly details?: boolean; readonly mode?: DayEndMode }
  | { readonly do: 'diagnosis'; readonly kind?: 'line' | 'extended' | 'configuration' | 'emvConfiguration' }
  | { readonly do: 'initialisation' }
  | { readonly do: 'logOff' }
  | { readonly do: 'reset' }
  | { readonly do: 'turnoverTotals' }
  | { readonly do: 'sendOffline' }
  /** The last slips once more; `endOfDay` needs the feature `repeatDayEnd`. A terminal that keeps no slip sends none. */
  | { readonly do: 'repeatReceipt'; readonly which?: RepeatedSlip }
  | { readonly do: 'reprint'; readonly from: number; readonly to?: number }
  | { readonly do: 'printConfiguration' }
  | { readonly do: 'selfTest' }
  | { readonly do: 'selectLanguage'; readonly language: string }
  /** Milliseconds since 1970; the terminal gets the local time of this machine. */
  | { readonly do: 'setClock'; readonly at: number }
  | { readonly do: 'serviceMode' }
  | { readonly do: 'changeConfiguration'; readonly hex: string }
  /** After a terminal was exchanged: eight digits; left out, the terminal forgets its id. Only with an empty storage. */
  | { readonly do: 'setTerminalId'; readonly terminalId?: string }
  /** Asks the customer for a card, and the card's host for its balance. */
  | { readonly do: 'cardBalance' }
  /** Lines on the customer's display for some seconds; 0: until the next display. */
  | { readonly do: 'display'; readonly lines: readonly string[]; readonly seconds: number }
  /** Prints on the terminal's own printer. */
  | { readonly do: 'print'; readonly slip: TerminalReceipt };

/** A function that terminals may have; a profile lists those of a model, and nothing else is offered. */
export type Feature =
  | 'pay'
  | 'tip' // with the payment
  | 'tipLater'
  | 'cashback'
  | 'voiceAuthorisation' // a payment that was authorised on the telephone
  | 'reverse' // any receipt since the last end-of-day
  | 'reverseLast' // only the last one
  | 'partialReversal'
  | 'reversalByTrace' // a payment without a receipt number
  | 'longReceiptNumbers' // of more than four digits
  | 'refund'
  | 'preAuthorisation'
  | 'lastTransaction'
  | 'handOver' // a refused hand-over makes the terminal reverse
  | 'partlyHandOver'
  | 'questions'
  | 'readCard'
  | 'keys' // display with keys
  | 'digits' // display with digits
  | 'repeatDayEnd'
  | 'dayEndDetails'
  | 'dayEndMode'
  | Task['do'];

export type TerminalState = 'offline' | 'connecting' | 'ready' | 'busy' | 'closed';

/**
 * One card terminal. Commands are executed one at a time in the order they were asked for. Expected endings are
 * returned, never thrown. The caller commits its intent to disk before it calls `pay`, `reverse` or `refund`;
 * the terminal sends that command at most once and repeats nothing by itself.
 */
export interface PaymentTerminal {
  /** `tcp://host:port` or `serial:path`: two bridges must not own the same one. */
  readonly endpoint: string;
  /** The id reported at the last registration: a different id means that another machine stands there now. */
  readonly terminalId: string | undefined;
  /** Features of this terminal; anything else ends as `unsupported` without a byte sent. */
  readonly features: ReadonlySet<Feature>;
  readonly state: TerminalState;
  /** The longest wait for the answer to a command that moves no money, ms; left out where it is not known. */
  readonly longestAnswer?: number;
  /** Publishes every change of `state`; returns the way to stop listening. */
  onState(listener: (state: TerminalState, reason?: Reason) => void): () => void;
  /** Null while the terminal is well, as far as it has reported. While it takes no cards it is asked again when idle. */
  readonly condition: Condition | null;
  /** Publishes every change of `condition`; returns the way to stop listening. */
  onCondition(listener: (condition: Condition | null) => void): () => void;
  /**
   * Publishes an approval that came while no command waited for it. It was refused, so that the terminal takes it back, and only the
   * memory of the terminal tells whether it did. Returns the way to stop listening; left out where the protocol has no such message.
   */
  onUnsolicitedApproval?(listener: (facts: TransactionFacts) => void): () => void;
  /**
   * Publishes an answer that came when no command waited for it, and that nobody can refuse: an approval among them is money. Returns
   * the way to stop listening; left out where the protocol has no such message.
   */
  onLateAnswer?(listener: (answer: LateAnswer) => void): () => void;
  /**
   * Publishes a further answer to the last end-of-day, which had been answered: does it say that it took place? Returns the way to stop
   * listening; left out where the protocol has no such message.
   */
  onLateDayEnd?(listener: (tookPlace: boolean) => void): () => void;
  /** Connects and registers, so that the next command need not; returns the terminal's id when the terminal reports it. */
  register(
    options?: CommandOptions,
  ): Promise<{ readonly ok: true; readonly terminalId?: string } | { readonly ok: false; readonly reason: Reason }>;
  pay(payment: Payment, options?: CommandOptions): Promise<Outcome>;
  reverse(reversal: Reversal, options?: CommandOptions): Promise<Outcome>;
  refund(refund: Refund, options?: CommandOptions): Promise<Outcome>;
  preAuthorise(preAuthorisation: PreAuthorisation, options?: CommandOptions): Promise<Outcome>;
  book(booking: Booking, options?: CommandOptions): Promise<Outcome>;
  release(release: Release, options?: CommandOptions): Promise<Outcome>;
  addTip(tip: Tip, options?: CommandOptions): Promise<Outcome>;
  perform(task: Task, options?: CommandOptions): Promise<TaskOutcome>;
  openPreAuthorisations(options?: CommandOptions): Promise<OpenPreAuthorisations>;
  /** Waits `timeout` ms for a card at the terminal's reader. */
  readCard(timeout: number, options?: CommandOptions): Promise<CardReadOutcome>;
  /** Shows lines and waits for a key or, where the terminal allows it, for digits. */
  askCustomer(question: CustomerQuestion, options?: CommandOptions): Promise<CustomerInput>;
  status(options?: CommandOptions): Promise<TerminalStatus>;
  /**
   * Asks a terminal that says that it is ready to give up what it may still do for a command whose line broke (ZVT 06 B0). True
   * when it answered, whatever it answered: from then on it waits for nobody. Left out where the protocol has no such message.
   * `reference`: of that command, for a driver that has not sent it itself.
   */
  giveUp?(reference?: string): Promise<boolean>;
  lastTransaction(options?: CommandOptions): Promise<LastTransaction>;
  /** Refuses new commands; a running command may end, then the connection is cut. */
  close(): Promise<void>;
}

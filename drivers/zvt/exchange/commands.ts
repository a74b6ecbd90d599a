/** The commands the till sends: packet, what ends the command, how long the terminal may be quiet, and its effect on money. */
import type { Fields } from '../codec/fields.ts';
import type { PacketName } from '../codec/packets.ts';

export interface Command {
  readonly send: PacketName;
  /**
   * - `answer`: 80 00 or 84 xx alone ends the command.
   * - `completion`: 06 0F or 06 1E ends it, after the terminal had control of the dialogue.
   * - `status`: the status information (04 0F) that is its result ends it (read card).
   */
  readonly endsBy: 'answer' | 'completion' | 'status';
  /** The timer (`Timers`) that limits how long the terminal may be quiet after it accepted the command. */
  readonly quietTimer: 't4' | 'short' | 'read';
  /** The command may change what a customer pays: its outcome is unknown unless the terminal states it clearly. */
  readonly movesMoney: boolean;
  /** The copy to assume for slips that carry no receipt type (tag 1F07). */
  readonly prints: 'payment' | 'admin';
  /** Goods are handed over for the payment: the terminal waits for the till to confirm that. */
  readonly handsOver?: true;
  /** The command may carry the goods timing: how long and how often the terminal waits for the till (BMP 01, 02). */
  readonly setsGoodsTiming?: true;
  /**
   * No status information belongs to the command: a status information that comes is that of an earlier payment. A command
   * without an end is given up without an abort, which would end whatever keeps the terminal busy.
   */
  readonly noResult?: true;
  /**
   * The command reads the memory of the terminal; no person and no host takes part. A command without an end is given up
   * without an abort, which would end whatever keeps the terminal busy.
   */
  readonly reads?: true;
  /** Its status information is that of the last transaction in the terminal's memory. */
  readonly repeatsLastTransaction?: true;
  /** A person is asked before the command is answered: it may be aborted before its answer. */
  readonly abortEarly?: true;
}

/** A command with the fields to send. */
export interface PreparedCommand {
  readonly command: Command;
  readonly fields: Fields;
}

const money = { endsBy: 'completion', quietTimer: 't4', movesMoney: true, prints: 'payment' } as const;
const sale = { ...money, handsOver: true } as const;
const service = { endsBy: 'completion', quietTimer: 't4', movesMoney: false, prints: 'admin' } as const;
const quick = { ...service, quietTimer: 'short' } as const;
const reading = { ...quick, quietTimer: 'read', reads: true } as const;
const answered = { ...quick, endsBy: 'answer' } as const;

/** By the name used in code; the control bytes stand behind each row. */
export const commands = {
  register: { ...quick, send: 'registration', noResult: true }, // 06 00
  logOff: { ...answered, send: 'logOff' }, // 06 02
  pay: { ...sale, send: 'authorisation', setsGoodsTiming: true }, // 06 01
  payByTelephone: { ...sale, send: 'telephonicAuthorisation', setsGoodsTiming: true }, // 06 21
  reverse: { ...money, send: 'reversal' }, // 06 30
  refund: { ...sale, send: 'refund' }, // 06 31
  preAuthorise: { ...sale, send: 'preAuthorisation', setsGoodsTiming: true }, // 06 22
  book: { ...sale, send: 'bookTotal' }, // 06 24
  releasePart: { ...money, send: 'partialReversal' }, // 06 23
  release: { ...money, send: 'preAuthorisationReversal' }, // 06 25
  addTip: { ...sale, send: 'bookTip' }, // 06 0C
  openPreAuthorisations: { ...reading, send: 'partialReversal' }, // 06 23
  repeatReceipt: { ...quick, send: 'repeatReceipt', prints: 'payment' }, // 06 20
  lastTransaction: { ...reading, send: 'repeatReceipt', prints: 'payment', repeatsLastTransaction: true }, // 06 20
  statusEnquiry: { ...reading, send: 'statusEnquiry', noResult: true }, // 05 01
  diagnose: { ...service, send: 'diagnosis' }, // 06 70
  initialise: { ...service, send: 'initialisation' }, // 06 93
  endOfDay: { ...service, send: 'endOfDay' }, // 06 50
  sendOffline: { ...service, send: 'sendOffline' }, // 06 51
  turnoverTotals: { ...reading, send: 'turnoverTotals' }, // 06 10
  reprint: { ...quick, send: 'reprintReceipts', prints: 'payment' }, // 06 12
  printConfiguration: { ...quick, send: 'printConfiguration' }, // 06 1A
  selfTest: { ...service, send: 'selftest' }, // 06 79
  reset: { ...quick, send: 'resetTerminal' }, // 06 18
  selectLanguage: { ...quick, send: 'selectLanguage' }, // 08 30
  setClock: { ...quick, send: 'setTerminalTime' }, // 06 91
  serviceMode: { ...service, send: 'serviceMode' }, // 08 01
  changeConfiguration: { ...service, send: 'changeConfiguration' }, // 08 13
  setTerminalId: { ...service, send: 'setTerminalId' }, // 06 1B
  cardBalance: { ...service, send: 'accountBalance', prints: 'payment' }, // 06 03
  abort: { ...answered, send: 'abort' }, // 06 B0
  display: { ...answered, send: 'displayText' }, // 06 E0
  printLine: { ...answered, send: 'printLine' }, // 06 D1
  printBlock: { ...answered, send: 'printTextBlock' }, // 06 D3
  readCard: { ...service, send: 'readCard', endsBy: 'status' }, // 06 C0
  askForKey: { ...answered, send: 'displayFunctionKey', abortEarly: true }, // 06 E1
  askForDigits: { ...answered, send: 'displayNumericInput', abortEarly: true }, // 06 E2
} as const satisfies Record<string, Command>;

/** Milliseconds (ZVT 2.1 and chapter "timeouts"). */
export interface Timers {
  /** Serial: longest gap between two bytes of a frame. */
  readonly t1: number;
  /** Serial: frame to its acknowledgement. */
  readonly t2: number;
  /** Command to its answer. */
  readonly t3: number;
  /** Quiet time while the terminal controls the dialogue; every 04 FF, 04 0F and print restarts it. */
  readonly t4: number;
  /** Quiet time of commands in which no person takes part. */
  readonly short: number;
  /** Quiet time of commands that read the memory of the terminal, never longer than `short`. */
  readonly read: number;
  /** Wait for the completion after a status information that reports a failure: some terminals send none. */
  readonly settle: number;
  /** Wait for the end of the command after t4 expired and the terminal was asked to abort. */
  readonly stop: number;
  /** Longest time a reply is held back for a decision of the till: below the T3 of the terminal. */
  readonly hold: number;
  /** Serial: silence required after the first registration; bytes before it belong to an earlier command. */
  readonly calm: number;
  /** Opening a connection. */
  readonly connect: number;
  /** After this idle time the terminal is asked whether it still answers, before anything else is sent. */
  readonly proven: number;
  /** After this idle time the terminal is registered again before a payment: the line may have died unnoticed. */
  readonly fresh: number;
  /** First and longest pause between attempts to reach the terminal again. */
  readonly retryFirst: number;
  readonly retryMost: number;
  /** Pause before a terminal that accepts no cards is asked for its status again. */
  readonly recheck: number;
  /** How long `close` waits for a running command. */
  readonly drain: number;
}

export const DEFAULT_TIMERS: Timers = {
  t1: 200,
  t2: 5_000,
  t3: 5_000,
  t4: 180_000,
  short: 30_000,
  // ZVT 2.1 grants 180 s (T4) for a customer and a host. Neither takes part here, and real terminals answer within 9 s.
  read: 20_000,
  settle: 20_000,
  stop: 30_000,
  hold: 4_000,
  calm: 1_000,
  connect: 5_000,
  proven: 5_000,
  fresh: 60_000,
  retryFirst: 500,
  retryMost: 15_000,
  recheck: 30_000,
  drain: 5_000,
};

/** The commands this side sends: which packet, how long the terminal may take, what it means when it goes wrong. */
import type { PacketName } from '../codec/packets.ts';

export interface Command {
  readonly send: PacketName;
  /**
   * What ends it: its answer alone, a completion (06 0F) or abort (06 1E) after the terminal had the word, or the status
   * information that is its result (read card).
   */
  readonly endsBy: 'answer' | 'completion' | 'status';
  /** How long the terminal may be quiet after it accepted. */
  readonly patience: 't4' | 'short' | 'read';
  /** May change what a customer has to pay; then only a clear word of the terminal ends it as approved or declined. */
  readonly movesMoney: boolean;
  /** Whose slips come without a receipt type. */
  readonly prints: 'payment' | 'admin';
  /** Goods are given for it: the terminal waits for the till to say that they were. */
  readonly handsOver?: true;
  /** It may say how long and how often the terminal is to wait for that word (BMP 01, 02). */
  readonly timesGoods?: true;
  /**
   * It only asks. No status information belongs to it: one that comes is that of an earlier payment. One that is not finished
   * is given up without an abort, which would meet whatever keeps the terminal busy.
   */
  readonly noResult?: true;
  /**
   * It reads the memory of the terminal: no person and no host takes part. One that is not finished is given up without an
   * abort, which would meet whatever keeps the terminal busy.
   */
  readonly reads?: true;
  /** Its status information is that of the last transaction the terminal keeps. */
  readonly tellsLast?: true;
  /** A person is asked before the command is answered: it may be aborted without waiting for the answer. */
  readonly abortEarly?: true;
}

const money = { endsBy: 'completion', patience: 't4', movesMoney: true, prints: 'payment' } as const;
const sale = { ...money, handsOver: true } as const;
const service = { endsBy: 'completion', patience: 't4', movesMoney: false, prints: 'admin' } as const;
const quick = { ...service, patience: 'short' } as const;
const reading = { ...quick, patience: 'read', reads: true } as const;
const answered = { ...quick, endsBy: 'answer' } as const;

export const commands = {
  register: { ...quick, send: 'registration', noResult: true },
  logOff: { ...answered, send: 'logOff' },
  pay: { ...sale, send: 'authorisation', timesGoods: true },
  payByVoice: { ...sale, send: 'telephonicAuthorisation', timesGoods: true },
  reverse: { ...money, send: 'reversal' },
  refund: { ...sale, send: 'refund' },
  preAuthorise: { ...sale, send: 'preAuthorisation', timesGoods: true },
  book: { ...sale, send: 'bookTotal' },
  releasePart: { ...money, send: 'partialReversal' },
  release: { ...money, send: 'preAuthorisationReversal' },
  addTip: { ...sale, send: 'bookTip' },
  openPreAuthorisations: { ...reading, send: 'partialReversal' },
  repeatReceipt: { ...quick, send: 'repeatReceipt', prints: 'payment' },
  lastTransaction: { ...reading, send: 'repeatReceipt', prints: 'payment', tellsLast: true },
  statusEnquiry: { ...reading, send: 'statusEnquiry', noResult: true },
  diagnose: { ...service, send: 'diagnosis' },
  initialise: { ...service, send: 'initialisation' },
  endOfDay: { ...service, send: 'endOfDay' },
  sendOffline: { ...service, send: 'sendOffline' },
  turnoverTotals: { ...reading, send: 'turnoverTotals' },
  reprint: { ...quick, send: 'reprintReceipts', prints: 'payment' },
  printConfiguration: { ...quick, send: 'printConfiguration' },
  selfTest: { ...service, send: 'selftest' },
  reset: { ...quick, send: 'resetTerminal' },
  selectLanguage: { ...quick, send: 'selectLanguage' },
  setClock: { ...quick, send: 'setTerminalTime' },
  serviceMode: { ...service, send: 'serviceMode' },
  changeConfiguration: { ...service, send: 'changeConfiguration' },
  setTerminalId: { ...service, send: 'setTerminalId' },
  cardBalance: { ...service, send: 'accountBalance', prints: 'payment' },
  display: { ...answered, send: 'displayText' },
  printLine: { ...answered, send: 'printLine' },
  printBlock: { ...answered, send: 'printTextBlock' },
  readCard: { ...service, send: 'readCard', endsBy: 'status' },
  askForKey: { ...answered, send: 'displayFunctionKey', abortEarly: true },
  askForDigits: { ...answered, send: 'displayNumericInput', abortEarly: true },
} as const satisfies Record<string, Command>;

/** Milliseconds (ZVT 2.1 and chapter "timeouts"). */
export interface Timers {
  /** Serial: gap between two bytes of a frame. */
  readonly t1: number;
  /** Serial: frame to its acknowledgement. */
  readonly t2: number;
  /** Command to its answer. */
  readonly t3: number;
  /** Quiet time while the terminal has the word; every 04 FF, 04 0F and print restarts it. */
  readonly t4: number;
  /** Quiet time for commands in which no person takes part. */
  readonly short: number;
  /** Quiet time for commands that read the memory of the terminal, never longer than `short`. */
  readonly read: number;
  /** After a failing status information, how long a completion is waited for: some terminals send none. */
  readonly settle: number;
  /** After t4 the terminal is asked to abort; how long it may then take. */
  readonly stop: number;
  /** How long an answer is kept back while the till makes up its mind: below the T3 of the terminal. */
  readonly hold: number;
  /** Serial: so long nothing may come after the first registration, or it still belongs to a command before. */
  readonly calm: number;
  /** Building up a connection. */
  readonly connect: number;
  /** Idle longer than this, the terminal is asked whether it is still there before anything else is sent to it. */
  readonly proven: number;
  /** Idle longer than this, the terminal is registered again before a payment: the line may have died unseen. */
  readonly fresh: number;
  /** First and longest pause between attempts to reach the terminal again. */
  readonly retryFirst: number;
  readonly retryMost: number;
  /** Pause before a terminal that takes no cards is asked again whether it is well. */
  readonly recheck: number;
  /** How long `close` lets a running command go on. */
  readonly drain: number;
}

export const DEFAULT_TIMERS: Timers = {
  t1: 200,
  t2: 5_000,
  t3: 5_000,
  t4: 180_000,
  short: 30_000,
  // ZVT 2.1 grants 180 s (T4) for a customer and a host. Here nobody takes part: real terminals answer within 9 s.
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

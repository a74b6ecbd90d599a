/** The commands this side sends: which packet, how long the terminal may take, what it means when it goes wrong. */
import type { PacketName } from './codec/packets.ts';

export interface Command {
  readonly send: PacketName;
  /** What ends it: its answer alone, or a completion (06 0F) or abort (06 1E) after the terminal had the word. */
  readonly endsBy: 'answer' | 'completion';
  /** How long the terminal may be quiet after it accepted. */
  readonly patience: 't4' | 'short';
  /** May change what a customer has to pay; then only a clear word of the terminal ends it as approved or declined. */
  readonly movesMoney: boolean;
  /** Whose slips come without a receipt type. */
  readonly prints: 'payment' | 'admin';
}

const money = { endsBy: 'completion', patience: 't4', movesMoney: true, prints: 'payment' } as const;
const service = { endsBy: 'completion', patience: 't4', movesMoney: false, prints: 'admin' } as const;
const quick = { ...service, patience: 'short' } as const;

export const commands = {
  register: { ...quick, send: 'registration' },
  logOff: { ...quick, send: 'logOff', endsBy: 'answer' },
  pay: { ...money, send: 'authorisation' },
  reverse: { ...money, send: 'reversal' },
  refund: { ...money, send: 'refund' },
  repeatReceipt: { ...quick, send: 'repeatReceipt', prints: 'payment' },
  statusEnquiry: { ...quick, send: 'statusEnquiry' },
  diagnose: { ...service, send: 'diagnosis' },
  endOfDay: { ...service, send: 'endOfDay' },
  turnoverTotals: { ...quick, send: 'turnoverTotals' },
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
  /** After a failing status information, how long a completion is waited for: some terminals send none. */
  readonly settle: number;
  /** After t4 the terminal is asked to abort; how long it may then take. */
  readonly stop: number;
  /** Building up a connection. */
  readonly connect: number;
  /** Idle longer than this, the terminal is registered again before a payment: the line may have died unseen. */
  readonly fresh: number;
  /** First and longest pause between attempts to reach the terminal again. */
  readonly retryFirst: number;
  readonly retryMost: number;
  /** How long `close` lets a running command go on. */
  readonly drain: number;
}

export const DEFAULT_TIMERS: Timers = {
  t1: 200,
  t2: 5_000,
  t3: 5_000,
  t4: 180_000,
  short: 30_000,
  settle: 20_000,
  stop: 30_000,
  connect: 5_000,
  fresh: 60_000,
  retryFirst: 500,
  retryMost: 15_000,
  drain: 5_000,
};

/** The requests of the till on channel 0, and the time that each may take. */
import type { RequestName } from '../codec/messages.ts';

export interface Request {
  readonly message: RequestName;
  readonly type: string;
  /** Moves a customer's money: sent once, and a lost answer leaves its outcome unknown. */
  readonly money: boolean;
  /** A lost answer leaves the outcome unknown although no customer's money moves. */
  readonly books: boolean;
  readonly timeout: 'card' | 'host' | 'short';
}

const money = { message: 'CardServiceRequest', money: true, books: true, timeout: 'card' } as const;
const service = { message: 'ServiceRequest', money: false, books: false, timeout: 'short' } as const;
const booking = { ...service, books: true, timeout: 'host' } as const;

export const requests = {
  pay: { ...money, type: 'CardPayment' },
  reverse: { ...money, type: 'PaymentReversal' },
  refund: { ...money, type: 'PaymentRefund' },
  repeatLast: { ...service, message: 'CardServiceRequest', type: 'RepeatLastMessage' },
  /** Names a request whose line broke; while a request runs it is `ABORT`. */
  abort: { ...service, type: 'AbortRequest' },
  login: { ...service, type: 'Login' },
  logOff: { ...service, type: 'Logoff' },
  diagnosis: { ...service, timeout: 'host', type: 'Diagnosis' },
  totals: { ...service, timeout: 'host', type: 'Reconciliation' },
  endOfDay: { ...booking, type: 'ReconciliationWithClosure' },
  sendOffline: { ...booking, type: 'SendOfflineTransactions' },
} as const satisfies Record<string, Request>;

/** Carries the RequestID of the request to be aborted. */
export const ABORT = { message: 'ServiceRequest', type: 'AbortRequest' } as const;

/** RequestTypes after which money may have moved. */
export const MONEY_TYPES: ReadonlySet<string> = new Set(
  Object.values<Request>(requests)
    .filter(request => request.money)
    .map(({ type }) => type),
);

/** Milliseconds. */
export interface Timers {
  /** Quiet time while a customer is at the terminal; every message on channel 1 starts it anew. */
  readonly card: number;
  /** Quiet time while the terminal speaks with its host alone. */
  readonly host: number;
  /** Quiet time of requests that the terminal answers by itself. */
  readonly short: number;
  /** How long an answer is waited for after an unreadable message. */
  readonly settle: number;
  /** How long the terminal may take after it has accepted an abort, or after `card` and an abort without an answer. */
  readonly stop: number;
  /** How long a question waits for the cashier when the terminal names no time. */
  readonly question: number;
  /** How long an approval waits for the first slip of a terminal that prints at the till. */
  readonly slips: number;
  /** How long a request that has been answered still takes slips, unless another one begins. */
  readonly late: number;
  /** Building up a connection. */
  readonly connect: number;
  /** Idle longer than this, the terminal is asked for a sign of life before money moves. */
  readonly fresh: number;
  /** First and longest pause between attempts to reach the terminal again. */
  readonly retryFirst: number;
  readonly retryMost: number;
  /** How long `close` lets a running request go on. */
  readonly drain: number;
}

export const DEFAULT_TIMERS: Timers = {
  card: 180_000,
  host: 120_000,
  short: 30_000,
  settle: 20_000,
  stop: 30_000,
  question: 60_000,
  slips: 1_000,
  late: 10_000,
  connect: 5_000,
  fresh: 60_000,
  retryFirst: 500,
  retryMost: 15_000,
  drain: 5_000,
};

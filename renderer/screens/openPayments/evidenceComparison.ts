/** What was asked for beside what the terminal keeps, so that a person can see which of it fits. */

import type { Evidence, RunningPayment } from '../../../main/wire/events.ts';

export interface Comparison {
  /** Null where one of the two sides does not tell. */
  readonly amount: boolean | null;
  readonly time: boolean | null;
  /** Is the last receipt of the terminal one that came after this payment was begun? */
  readonly receipt: boolean | null;
}

type Last = NonNullable<Evidence['last']>;

export const compareEvidence = ({ amount, startedAt, evidence }: RunningPayment, last: Last): Comparison => ({
  amount: last.amount === null ? null : last.amount === amount,
  time: last.at === null ? null : last.at >= startedAt - DRIFT,
  receipt: newer(last.receipt_number, evidence?.known_receipt ?? null),
});

const newer = (number: number | null, known: number | null): boolean | null =>
  number === null || known === null ? null : number !== known;

/** Clocks of terminals drift by minutes, in milliseconds. */
const DRIFT = 15 * 60_000;

/** Compares the requested payment with the last payment of the terminal, so that a person sees which details match. */

import type { Evidence, RunningPayment } from '../../../main/wire/events.ts';

export interface Comparison {
  /** Null where one of the two sides is unknown. */
  readonly amount: boolean | null;
  readonly time: boolean | null;
  /** True when the last receipt of the terminal is newer than the receipt before this payment. */
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

/** Largest difference between the clocks of till and terminal, in milliseconds. */
const DRIFT = 15 * 60_000;

/** What must be finished before the shell may end, restart or be replaced by an update. */

/** Counts of what an end would interrupt. */
export interface Unfinished {
  /** Payments and reversals the terminal or the acquirer works on. */
  readonly running: number;
  /** Payments and reversals of which nobody knows whether money moved. */
  readonly unknown: number;
  /** Sales between two tenders: part is reserved or paid, the rest is not. */
  readonly midTender: number;
}

/** In the order in which they matter to the person who reads them. */
export const reasons = ['running', 'unknown', 'midTender'] as const satisfies readonly (keyof Unfinished)[];
export type Reason = (typeof reasons)[number];

/** Why to wait; empty when nothing speaks against it. An update waits for all of them, a person may decide otherwise. */
export const reasonsToWait = (unfinished: Unfinished): readonly Reason[] =>
  reasons.filter(reason => unfinished[reason] > 0);

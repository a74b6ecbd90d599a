/** What must be finished before the shell may end, restart or be replaced by an update. */
import type { Unfinished } from '../store/unfinished.ts';

export type { Unfinished };

/** In the order in which they matter to the person who reads them. */
export const reasons = ['running', 'unknown', 'midTender'] as const satisfies readonly (keyof Unfinished)[];
export type Reason = (typeof reasons)[number];

/** Why to wait; empty when nothing speaks against it. An update waits for all of them, a person may decide otherwise. */
export const reasonsToWait = (unfinished: Unfinished): readonly Reason[] =>
  reasons.filter(reason => unfinished[reason] > 0);

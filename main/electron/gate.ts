/** Work that must be finished before the shell may end, restart or be replaced by an update. */
import type { Unfinished } from '../store/unfinished.ts';

export type { Unfinished };

/** In the order in which they matter to the person who reads them. */
export const reasons = ['running', 'unknown', 'midTender'] as const satisfies readonly (keyof Unfinished)[];
export type Reason = (typeof reasons)[number];

/** The answer to a request to close the window. */
export type Leaving = 'refused' | 'asked' | 'ended';

export interface LeaveRequest {
  /** The window stands in a shop, where customers and cashiers reach its keys. */
  readonly kiosk: boolean;
  /** A manager has permitted it just now. */
  readonly permitted: boolean;
  readonly unfinished: Unfinished;
}

/** A kiosk is left with the permission of a manager alone; then, as everywhere, unfinished payments are asked about. */
export function leavingOf({ kiosk, permitted, unfinished }: LeaveRequest): Leaving {
  if (kiosk && !permitted) return 'refused';
  return reasonsToWait(unfinished).length > 0 ? 'asked' : 'ended';
}

/** Why to wait; empty when nothing speaks against it. An update waits for all of them, a person may decide otherwise. */
export const reasonsToWait = (unfinished: Unfinished): readonly Reason[] =>
  reasons.filter(reason => unfinished[reason] > 0);

/**
 * An update, and the end of a till for good, also wait for records that are not confirmed. Closing the window does not: they
 * stay stored and are sent after the next start.
 */
export const mayReplace = (unfinished: Unfinished): boolean =>
  reasonsToWait(unfinished).length === 0 && (unfinished.waiting ?? 0) === 0;

/** Work that must be finished before the shell may end. What an update waits for besides: `mayReplace` in `store/unfinished.ts`. */
import type { Unfinished } from '../store/unfinished.ts';

export type { Unfinished };

/** In the order in which they matter to the person who reads them. */
export const reasons = ['running', 'unknown', 'midTender'] as const satisfies readonly (keyof Unfinished)[];
/** `silent`: the bridge does not answer, so nobody knows. */
export type Reason = (typeof reasons)[number] | 'silent';

/** The answer to a request to close the window. */
export type Leaving = 'refused' | 'asked' | 'ended';

export interface LeaveRequest {
  /** The window stands in a shop, where customers and cashiers reach its keys. */
  readonly kiosk: boolean;
  /** A manager has permitted it just now. */
  readonly permitted: boolean;
  /** null: the bridge does not answer. */
  readonly unfinished: Unfinished | null;
}

/** A kiosk is left with the permission of a manager alone; then, as everywhere, unfinished payments are asked about. */
export function leavingOf({ kiosk, permitted, unfinished }: LeaveRequest): Leaving {
  if (kiosk && !permitted) return 'refused';
  return reasonsToWait(unfinished).length > 0 ? 'asked' : 'ended';
}

/** Reasons to wait; empty when nothing speaks against closing. A person may decide otherwise. */
export const reasonsToWait = (unfinished: Unfinished | null): readonly Reason[] =>
  unfinished === null ? ['silent'] : reasons.filter(reason => unfinished[reason] > 0);

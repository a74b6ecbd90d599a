/** What went wrong, in a form that every screen can show: the bridge's own words, or ours. */

import { Refusal, Unreachable } from '../bridgeClient.ts';

export type Problem =
  /** The bridge refused and said why in words for the user. */
  | { readonly kind: 'refused'; readonly text: string; readonly code: number; readonly supportId: string }
  /** The bridge refused without words. */
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'unreachable' };

/** Surprises that are neither a refusal nor a lost line are thrown on. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Unreachable) return { kind: 'unreachable' };
  if (!(error instanceof Refusal)) throw error;
  if (!error.body) return { kind: 'status', status: error.status };
  return { kind: 'refused', text: error.body.error_user, code: error.body.code, supportId: error.body.supportId };
}

/** Did the terminal refuse because it takes no cards before its end-of-day? */
export const wantsDayEnd = (problem: Problem | null): boolean =>
  problem?.kind === 'refused' && problem.code === DAY_END_REQUIRED;

/** Did the terminal or the host decline, without anything else to be done about it? */
export const wasDeclined = (problem: Problem | null): boolean =>
  problem?.kind === 'refused' && problem.code === DECLINED;

/** Of the row `declined` in the bridge's error table. */
const DECLINED = 1005;

/** Does another program have the terminal? */
export const isHeld = (problem: Problem | null): boolean => problem?.kind === 'refused' && problem.code === HELD;

/** Of the row `terminalHeld` in the bridge's error table. */
const HELD = 1070;

/** Of the row `endOfDayRequired` in the bridge's error table. */
const DAY_END_REQUIRED = 1090;

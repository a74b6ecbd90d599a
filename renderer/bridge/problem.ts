/** What went wrong, in a form that every screen can show: the bridge's own words, or ours. */

import { Refusal, Unreachable } from './client.ts';

export type Problem =
  /** The bridge refused and said why in words for the user. */
  | {
      readonly kind: 'refused';
      readonly text: string;
      readonly code: number;
      readonly supportId: string;
      /** The whole answer, for those who set something up: what is wrong and where. */
      readonly body?: Readonly<Record<string, unknown>>;
    }
  /** The bridge refused without words. */
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'unreachable' };

/** Surprises that are neither a refusal nor a lost line are thrown on. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Unreachable) return { kind: 'unreachable' };
  if (!(error instanceof Refusal)) throw error;
  if (!error.body) return { kind: 'status', status: error.status };
  const { error_user: text, code, supportId } = error.body;
  return { kind: 'refused', text, code, supportId, body: { ...error.body } };
}

/** Was nobody reached, or was it not heard what was said? */
export const isUnreached = (problem: Problem | null): boolean =>
  problem?.kind !== 'refused' || UNREACHED.has(problem.code);

/** Of the rows `terminalUnreachable`, `terminalPassword` and `terminalSilent` in the bridge's error table. */
const UNREACHED: ReadonlySet<number> = new Set([1013, 1071, 1073]);

/** A port of the till that can be had in the place of the one that was refused. */
export function freePortIn(problem: Problem | null): number | null {
  const port = problem?.kind === 'refused' ? problem.body?.free_port : null;
  return typeof port === 'number' ? port : null;
}

/** Did the terminal refuse because it takes no cards before its end-of-day? */
export const wantsDayEnd = (problem: Problem | null): boolean =>
  problem?.kind === 'refused' && problem.code === DAY_END_REQUIRED;

/** Did the terminal or the host decline, without anything else to be done about it? */
export const wasDeclined = (problem: Problem | null): boolean =>
  problem?.kind === 'refused' && problem.code === DECLINED;

/** Was it refused because nobody approved it or said why? Then nobody tried what was asked for. */
export const wasNotApproved = (problem: Problem | null): boolean =>
  problem?.kind === 'refused' && NOT_APPROVED.has(problem.code);

/** Of the rows `approvalNeeded`, `reasonNeeded` and `approvalInvalid` in the bridge's error table. */
const NOT_APPROVED: ReadonlySet<number> = new Set([2020, 2021, 2022]);

/** Of the row `declined` in the bridge's error table. */
const DECLINED = 1005;

/** Of the row `endOfDayRequired` in the bridge's error table. */
const DAY_END_REQUIRED = 1090;

/** A failed call in a form that every screen can show, and questions about the reason of the failure. */

import { Refusal, Unreachable } from './errors.ts';

export type Problem =
  /** The bridge refused and gave a text for the user. */
  | {
      readonly kind: 'refused';
      readonly text: string;
      readonly code: number;
      readonly supportId: string;
      /** Seconds until it is worth trying again. */
      readonly retryAfter?: number;
      /** The whole body of the answer, for people who set something up: it contains the details. */
      readonly body?: Readonly<Record<string, unknown>>;
    }
  /** The bridge refused without a text. */
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'unreachable' };

/** Errors that are neither a refusal nor a lost line are thrown again. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Unreachable) return { kind: 'unreachable' };
  if (!(error instanceof Refusal)) throw error;
  if (!error.body) return { kind: 'status', status: error.status };
  const { error_user: text, code, supportId } = error.body;
  const wait = error.retryAfter === null ? {} : { retryAfter: error.retryAfter };
  return { kind: 'refused', text, code, supportId, ...wait, body: { ...error.body } };
}

/** True when no terminal was reached, or the terminal did not understand the call. */
export const isTerminalUnreached = (problem: Problem | null): boolean =>
  problem?.kind !== 'refused' || UNREACHED.has(problem.code);

/** Codes of the rows `terminalUnreachable`, `terminalPassword` and `terminalSilent` in the bridge's error table. */
const UNREACHED: ReadonlySet<number> = new Set([1013, 1071, 1073]);

/** Sale, or operation without a sale, of the found payment that has to be decided first (1265); null for every other problem. */
export function foundPaymentIn(problem: Problem | null): string | null {
  const found = problem?.kind === 'refused' && problem.code === PAYMENT_FOUND ? problem.body?.found : null;
  const { transaction, operation } = (found ?? {}) as { transaction?: unknown; operation?: unknown };
  const subject = transaction ?? operation;
  return typeof subject === 'string' ? subject : null;
}

/** Code of the row `paymentFound` in the bridge's error table. */
const PAYMENT_FOUND = 1265;

/** A free port of the till instead of the refused port. */
export function freePortIn(problem: Problem | null): number | null {
  const port = problem?.kind === 'refused' ? problem.body?.free_port : null;
  return typeof port === 'number' ? port : null;
}

/** True when the person has to choose a PIN of her own before she is signed in. */
export const needsOwnPin = (problem: Problem | null): boolean =>
  problem?.kind === 'refused' && problem.code === OWN_PIN;

/** Code of the row `pinChangeNeeded` in the bridge's error table. */
const OWN_PIN = 5062;

/** Reasons why the bridge did not take what stands in the fields of a form, by the name of the field. */
export function faultsIn(problem: Problem | null): ReadonlyMap<string, Readonly<Record<'de' | 'en', string>>> {
  const faults = problem?.kind === 'refused' ? problem.body?.faults : null;
  return new Map(Array.isArray(faults) ? faults.map(({ path, texts }) => [path, texts]) : []);
}

/** True when the terminal takes no cards before its end-of-day. */
export const needsDayEnd = (problem: Problem | null): boolean =>
  problem?.kind === 'refused' && problem.code === DAY_END_REQUIRED;

/** True when the terminal or the host declined, and nothing else needs to be done. */
export const wasDeclined = (problem: Problem | null): boolean =>
  problem?.kind === 'refused' && problem.code === DECLINED;

/** True when an approval or a reason is missing, so that the bridge did not try the request. */
export const isApprovalMissing = (problem: Problem | null): boolean =>
  problem?.kind === 'refused' && NOT_APPROVED.has(problem.code);

/** Codes of the rows `approvalNeeded`, `reasonNeeded` and `approvalInvalid` in the bridge's error table. */
const NOT_APPROVED: ReadonlySet<number> = new Set([2020, 2021, 2022]);

/** Code of the row `declined` in the bridge's error table. */
const DECLINED = 1005;

/** Code of the row `endOfDayRequired` in the bridge's error table. */
const DAY_END_REQUIRED = 1090;

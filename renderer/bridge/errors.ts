/** The two ways in which a call to the bridge fails: the bridge refuses, or the bridge cannot be reached. */

import type { Needs } from '../../main/wire/approvals.ts';
import type { ErrorBody } from '../../main/wire/errorBody.ts';

/** The bridge refused the call. `body` is null when the answer has no body of the error table. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: ErrorBody | null;
  /** Seconds until it is worth trying again; null where the bridge does not say. */
  readonly retryAfter: number | null;
  constructor(status: number, body: ErrorBody | null, retryAfter: number | null = null) {
    super(body?.error_details ?? `HTTP ${status}`);
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** The bridge, or the line to it, did not answer. It is unknown whether the call arrived. */
export class Unreachable extends Error {}

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof Refusal && error.status === status;

/** The approval that a refused call needs; null when the call was refused for another reason. */
export function approvalNeededIn(error: unknown): Needs | null {
  const body: (ErrorBody & { readonly needs?: Needs }) | null = error instanceof Refusal ? error.body : null;
  return body?.needs && APPROVAL_CODES.has(body.code) ? body.needs : null;
}

/** Codes of the rows `approvalNeeded` and `reasonNeeded` in the bridge's error table. */
const APPROVAL_CODES: ReadonlySet<number> = new Set([2020, 2021]);

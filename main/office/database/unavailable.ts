/** Classifies errors of the database: it is unavailable, the same work may be repeated, or a value is at fault. */

/** The reason why the embedded database cannot be had. `silent`: no answer in time; `ended`: its thread is gone. */
const REASONS = {
  diskFull: 'its disk is full',
  silent: 'it gave no answer in time and is started again',
  ended: 'it ended and is started again',
} as const;

/** The embedded database cannot be had now. It comes back by itself. */
export class DatabaseUnavailable extends Error {
  readonly reason: keyof typeof REASONS;

  constructor(reason: keyof typeof REASONS, cause?: unknown) {
    super(`the embedded database cannot be used: ${REASONS[reason]}`, { cause });
    this.reason = reason;
  }
}

/** Codes of PostgreSQL and of the system, and what they say to a person. The first that fits counts. */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/^(ENOSPC|53100|58030)/, REASONS.diskFull],
  [/^53300/, 'it has no connection left'],
  [/^57P0/, 'it is being restarted'],
];

/** The reason why a database that `isUnavailable` cannot be had, for everybody: no name of a file or a host. */
export function unavailableBecause(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return REASONS[error.reason];
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return CAUSES.find(([codes]) => codes.test(code))?.[1] ?? 'it cannot be reached';
}

/**
 * Errors of the line, and of PostgreSQL: connection exceptions, shutdown, starting up, no connection, memory or disk
 * space left.
 */
const CODES = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|ENOENT|ENOSPC|08|57P0|53|58030)/;
const MESSAGES =
  /connection (terminated|ended|timeout)|timeout expired|timeout exceeded|not queryable|cannot use a pool/i;

export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: unknown };
  return CODES.test(String(code)) || MESSAGES.test(String(message));
}

/** True for an error after which the same transaction may simply be run again: a deadlock, or a lost race. */
export const isWorthRepeating = (error: unknown): boolean =>
  /^(40001|40P01)$/.test(String((error as { code?: unknown } | null)?.code ?? ''));

/** True for a text that PostgreSQL cannot hold: one with the character NUL. */
export const isUnstorable = (error: unknown): boolean =>
  String((error as { code?: unknown } | null)?.code ?? '') === '22021';

/** True where a value is at fault, and not the database: it cannot be held, breaks a rule of its column, or is too large. */
export const isFaultOfData = (error: unknown): boolean =>
  /^(22|23|54)/.test(String((error as { code?: unknown } | null)?.code ?? ''));

/** Which errors of the database say that it cannot be had now, that the same work may be repeated, or that a value is at fault. */

/** Of the line, and of PostgreSQL: connection exceptions, shutdown, starting up, no connection, memory or disk space left. */
const CODES = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|ENOENT|ENOSPC|08|57P0|53|58030)/;
const MESSAGES =
  /connection (terminated|ended|timeout)|timeout expired|timeout exceeded|not queryable|cannot use a pool/i;

export function isUnavailable(error: unknown): boolean {
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

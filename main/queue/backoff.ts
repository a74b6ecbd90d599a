/** Time of the next try after a failure: exponential back-off with full jitter, and the wait that the target itself asks for. */

/** All in ms. */
export interface BackoffLimits {
  /** The bound of the first wait; it doubles with every further failure. */
  readonly first: number;
  readonly most: number;
  /** The longest wait that a target may ask for (`Retry-After`). */
  readonly mostAsked: number;
}

export const BACKOFF: BackoffLimits = { first: 1000, most: 300_000, mostAsked: 3_600_000 };

/**
 * Milliseconds to wait after `failures` failures in a row (1: the first). Full jitter: anything from 0 to the bound, so
 * that tills that failed together do not come back together. `asked`: what the target asked for in ms, which is waited at
 * least; `random` from 0 to 1.
 */
export function backoff(
  failures: number,
  asked: number | null,
  random: number,
  { first, most, mostAsked }: BackoffLimits = BACKOFF,
): number {
  const bound = Math.min(most, first * 2 ** Math.min(30, Math.max(0, failures - 1)));
  const jittered = Math.round(random * bound);
  return asked === null ? jittered : Math.min(mostAsked, Math.max(0, asked)) + Math.round((random * first) / 2);
}

/**
 * Is `due` reached at `now` (ms since 1970)? A time beyond the longest possible wait was written before the clock was set
 * back, and counts as reached.
 */
export const isDue = (due: number, now: number, { mostAsked, first }: BackoffLimits = BACKOFF): boolean =>
  due <= now || due > now + mostAsked + first;

/** `Retry-After` in ms: seconds, or a date by the clock of the target, here compared with `now`. Null: absent or unreadable. */
export function retryAfter(header: string | null | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

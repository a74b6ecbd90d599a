/** When a notification is sent again, and when it is given up (specification, "Delivery rules"). Pure. */

export interface Repetition {
  /** Before the first repetition, ms. */
  readonly first: number;
  /** How much longer every further wait is. */
  readonly factor: number;
  /** After this long it is given up, ms. */
  readonly horizon: number;
}

/**
 * The next try after `attempts` failed ones, in ms since 1970; null when the horizon is behind us. The last try comes
 * at the horizon itself, so that a receiver that was away for most of the day still hears of it.
 */
export function nextAttempt(rules: Repetition, since: number, attempts: number, now: number): number | null {
  const end = since + rules.horizon;
  if (now >= end) return null;
  return Math.min(now + rules.first * rules.factor ** (attempts - 1), end);
}

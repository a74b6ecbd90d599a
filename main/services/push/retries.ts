/** The time at which a push that its receiver did not acknowledge is sent again. Pure. */
import type { PushOutcome, PushProgress } from '../../store/pushes.ts';
import type { SendResult } from './send.ts';

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

/** The state of a push after a try. */
export function outcomeAfter(
  repetition: Repetition,
  { ending }: SendResult,
  { tries, since }: PushProgress,
  now: number,
): PushOutcome {
  if (ending === 'acknowledged') return { status: 'delivered' };
  if (ending === 'refused') return { status: 'refused' };
  const nextAt = nextAttempt(repetition, since, tries, now);
  return nextAt === null ? { status: 'discarded' } : { status: 'waiting', nextAt };
}

/** Guessing gets slower with every miss: pure rule, the counts are kept by the store. */

export interface Failures {
  readonly count: number;
  /** Milliseconds since 1970; before that no attempt is looked at. */
  readonly blockedUntil: number;
}

const FREE = 3;
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 300_000;

/** Three misses are free, then the pause doubles from 2 s up to 5 minutes. */
export function afterFailure(failures: Failures | null, now: number): Failures {
  const count = (failures?.count ?? 0) + 1;
  if (count < FREE) return { count, blockedUntil: 0 };
  return { count, blockedUntil: now + Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(20, count - FREE)) };
}

export const blocked = (failures: Failures | null, now: number): boolean =>
  failures !== null && now < failures.blockedUntil;

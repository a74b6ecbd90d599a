/** Guessing gets slower with every miss: pure rule, the counts are kept by the store. */

export interface Failures {
  readonly count: number;
  /** Milliseconds since 1970; before that no attempt is looked at. */
  readonly blockedUntil: number;
}

/** How many misses are free, by what is guessed: a PIN is short, a client's secret is long and shared by many tills. */
export const freeMisses = { staff: 3, client: 20, code: 5 } as const;
export type Guessed = keyof typeof freeMisses;

/**
 * The same for all places together at which somebody has never been: many attackers get as many free misses as this,
 * and then one guess every five minutes, twelve an hour.
 */
export const freeMissesElsewhere: Readonly<Record<Guessed, number>> = { staff: 20, client: 100, code: 20 };

const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 300_000;
/** After this much silence a miss is forgotten, ms; far longer than any pause, so waiting for it gains nothing. */
export const FORGET_AFTER = 86_400_000;

/** The pause doubles from 2 s up to 5 minutes once the free misses are used up. */
export function afterFailure(failures: Failures | null, now: number, free: number = freeMisses.staff): Failures {
  const count = (failures?.count ?? 0) + 1;
  if (count < free) return { count, blockedUntil: 0 };
  return { count, blockedUntil: now + Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(20, count - free)) };
}

export const blocked = (failures: Failures | null, now: number): boolean =>
  failures !== null && now < failures.blockedUntil;

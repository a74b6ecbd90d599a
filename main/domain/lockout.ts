/** Lockout after wrong guesses: each miss makes the next attempt later. A pure rule; the store keeps the counts. */

export interface Failures {
  readonly count: number;
  /** Milliseconds since 1970; attempts before this time are refused unchecked. */
  readonly blockedUntil: number;
}

/** Number of free misses by secret: a PIN is short, and the secret of a client is long and shared by many tills. */
export const freeMisses = { staff: 3, client: 20, code: 5 } as const;
export type Guessed = keyof typeof freeMisses;

/**
 * Number of free misses for all unknown places together: many attackers share these misses, then they have one guess
 * in five minutes.
 */
export const freeMissesElsewhere: Readonly<Record<Guessed, number>> = { staff: 20, client: 100, code: 20 };

/**
 * Number of free misses in a row at one place that nobody knows, whoever they are about: somebody tries the same few PINs at many
 * names. Any success there begins anew, so a cash register that signs many people in is not slowed by their slips.
 */
export const freeMissesAtPlace: Readonly<Record<Guessed, number>> = { staff: 30, client: 1000, code: 30 };

const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 300_000;
/** Time after which a miss is forgotten, ms; far longer than any pause, so waiting for it gains nothing. */
export const FORGET_AFTER = 86_400_000;

/** The pause doubles from 2 s up to 5 minutes once the free misses are used up. */
export function afterFailure(failures: Failures | null, now: number, free: number = freeMisses.staff): Failures {
  const count = (failures?.count ?? 0) + 1;
  if (count < free) return { count, blockedUntil: 0 };
  return { count, blockedUntil: now + Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(20, count - free)) };
}

/**
 * Milliseconds until the next attempt is looked at; 0 when it is looked at now. A pause that ends later than the longest one
 * could was counted by a clock that ran ahead: it is over.
 */
export function pauseLeft(failures: Failures | null, now: number): number {
  const left = (failures?.blockedUntil ?? 0) - now;
  return left > 0 && left <= LONGEST_PAUSE ? left : 0;
}

export const blocked = (failures: Failures | null, now: number): boolean => pauseLeft(failures, now) > 0;

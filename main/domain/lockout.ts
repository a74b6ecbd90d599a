/**
 * Slow-down after wrong guesses. Pure; the store keeps the counts. Each miss makes the next attempt later. The right secret passes
 * during a pause, too, as long as guesses are still compared; after that it passes when the pause is over.
 */

export interface Failures {
  readonly count: number;
  /** Milliseconds since 1970; the pause lasts until this time. */
  readonly blockedUntil: number;
}

/** Numbers of misses in a row. */
export interface Allowance {
  /** Before the first pause. */
  readonly free: number;
  /** Up to which a guess is compared during a pause: a wrong one has to wait, the right one passes. */
  readonly compared: number;
  /** Up to which a pause is short. */
  readonly short: number;
}

/**
 * A long random secret is compared always: at 6,000 requests a minute one of 40 bits is found in 170 years on average, and nobody can
 * keep the right one out.
 */
const strong = (free: number): Allowance => ({
  free,
  compared: Number.POSITIVE_INFINITY,
  short: Number.POSITIVE_INFINITY,
});

/**
 * `here`: one person or client at one place. `elsewhere`: the same at all unknown places together, which many attackers share.
 * `anybody`: one unknown place, whoever is guessed at, because somebody tries the same few PINs at many names.
 */
interface Counted {
  readonly here: Allowance;
  readonly elsewhere: Allowance;
  readonly anybody: Allowance;
}

/**
 * PINs are short. Secrets of clients are long, and many tills share one. Codes have eight letters or more, and live for minutes. A
 * password of the back office takes time to compare: during a pause it is not.
 */
const staff = {
  here: { free: 3, compared: 10, short: 20 },
  elsewhere: { free: 20, compared: 30, short: 40 },
  anybody: { free: 30, compared: 50, short: 60 },
} as const;

/** `scan`: what reads as a code of goods in the place of a PIN. It counts by itself, so that a slow scanner locks nobody out. */
export const allowances = {
  staff,
  scan: staff,
  client: { here: strong(20), elsewhere: strong(100), anybody: strong(1000) },
  password: {
    here: { free: 3, compared: 0, short: 10 },
    elsewhere: { free: 20, compared: 0, short: 27 },
    anybody: { free: 30, compared: 0, short: 37 },
  },
  code: { here: strong(5), elsewhere: strong(20), anybody: strong(30) },
} as const satisfies Readonly<Record<string, Counted>>;
export type Guessed = keyof typeof allowances;

/**
 * Wrong one-time codes beside the right password, from all unknown places together. Three of a million codes count at a time, so the
 * 300 guesses that this leaves in a day find one with 0.09 %.
 */
export const codeAllowance: Allowance = { free: 5, compared: 0, short: 10 };

const FIRST_PAUSE = 2000;
const SHORT_PAUSE = 30_000;
const LONGEST_PAUSE = 300_000;
/** Time after which a miss is forgotten, ms; far longer than any pause, so waiting for it gains nothing. */
export const FORGET_AFTER = 86_400_000;

/** `open`: no pause. `pausing`: a guess is compared, and a wrong one has to wait. `closed`: nothing is compared. */
export type Standing = 'open' | 'pausing' | 'closed';

export function standingOf(failures: Failures | null, now: number, { compared }: Allowance): Standing {
  if (failures === null || !blocked(failures, now)) return 'open';
  return failures.count < compared ? 'pausing' : 'closed';
}

/** The pause doubles from 2 s to 30 s once the free misses are used up, and is 5 minutes after the last short one. */
export function afterMiss(failures: Failures | null, now: number, { free, short }: Allowance): Failures {
  const count = (failures?.count ?? 0) + 1;
  if (count < free) return { count, blockedUntil: 0 };
  const pause = count > short ? LONGEST_PAUSE : Math.min(SHORT_PAUSE, FIRST_PAUSE * 2 ** Math.min(20, count - free));
  return { count, blockedUntil: now + pause };
}

/**
 * The right secret ends the pause and takes off as many misses as are compared in a pause, not more: whoever guesses beside somebody
 * who signs in all day would begin anew each time.
 */
export function afterHit({ count }: Failures, { compared }: Allowance): Failures | null {
  return count > compared ? { count: count - compared, blockedUntil: 0 } : null;
}

/**
 * Milliseconds until the pause is over; 0 where there is none. A pause that ends later than the longest one could was counted by a
 * clock that ran ahead: it is over.
 */
export function pauseLeft(failures: Failures | null, now: number): number {
  const left = (failures?.blockedUntil ?? 0) - now;
  return left > 0 && left <= LONGEST_PAUSE ? left : 0;
}

export const blocked = (failures: Failures | null, now: number): boolean => pauseLeft(failures, now) > 0;

/** Seconds until the pause is over; 0 where there is none. */
export const secondsLeft = (failures: Failures | null, now: number): number =>
  Math.ceil(pauseLeft(failures, now) / 1000);

/** Digits of a PIN at most, by the setting `pinLength`: fewer than a code on goods or the number of a card has. */
export const LONGEST_PIN = 12;

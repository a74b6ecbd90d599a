/**
 * Counts guesses at secrets, PINs and codes, and slows down those who guess: each person at each place by itself, all places
 * together at which the person or client has never been, and each unknown place whoever the guesses are about. A till, this machine, and an address that succeeded before
 * have their own counter alone, so nobody can lock them out from elsewhere.
 */

import {
  type Allowance,
  afterHit,
  afterMiss,
  allowances,
  type Failures,
  type Guessed,
  type Standing,
  secondsLeft,
  standingOf,
} from '../../domain/lockout.ts';
import type { Accounts } from '../../store/accounts.ts';
import type { Clock } from '../../world/clock.ts';
import { hashToken } from '../../world/secrets.ts';
import { createSerialQueue } from '../../world/serialQueue.ts';
import { INSIDE, type SignInPlace } from './signInPlaces.ts';

export type GuessResult = 'right' | 'wrong' | 'locked';

/** The secret that is guessed at, and where. */
export interface GuessTarget {
  readonly what: Guessed;
  /** Name of the person or client; unknown names are slowed down alike. */
  readonly who: string;
  /** Hash of the secret: a new one begins without misses. */
  readonly version?: string | undefined;
  readonly place?: SignInPlace | undefined;
}

export interface Guesses {
  /** Seconds until the pause is over; 0 where there is none. */
  wait(target: GuessTarget): number;
  /**
   * For secrets that are compared in no time and are too long to be found: one commit counts the guess. The right one is
   * never locked.
   */
  judge(target: GuessTarget, right: boolean): Promise<GuessResult>;
  /**
   * For secrets that take time to compare. Guesses at one target, and at one unknown place, take turns; each is counted on disk
   * before it is compared, and not compared where too many were wrong.
   */
  attempt(target: GuessTarget, compare: () => Promise<boolean>): Promise<GuessResult>;
}

/** How long a place stays known after the last success, ms. */
const PLACE_LIFE = 90 * 86_400_000;
const DAY = 86_400_000;

interface Counter {
  readonly name: string;
  readonly allowance: Allowance;
  readonly failures: Failures | null;
  /** A hit elsewhere says nothing about those who guess there. */
  readonly endsWithHit: boolean;
}

export function createGuesses(accounts: Accounts, clock: Clock): Guesses {
  const serially = createSerialQueue();

  const isKnown = (target: GuessTarget, place: SignInPlace) =>
    place.isKnown || (accounts.placeSeen(placeName(target)) ?? 0) > clock.now() - PLACE_LIFE;

  function countersOf(target: GuessTarget): readonly Counter[] {
    const { what, who, version = '', place = INSIDE } = target;
    const { here, elsewhere, anybody } = allowances[what];
    const subject = `${what} ${who.toLowerCase()}`;
    const counter = (name: string, allowance: Allowance, endsWithHit = true): Counter => {
      const hash = hashToken(name);
      return { name: hash, allowance, failures: accounts.failures(hash), endsWithHit };
    };
    return [
      counter(`${subject}\n${place.name}\n${version}`, here),
      ...(isKnown(target, place) ? [] : [counter(`${subject}\n${ELSEWHERE}\n${version}`, elsewhere, false)]),
      ...(place.isKnown ? [] : [counter(`${what} ${ANYBODY}\n${place.name}`, anybody)]),
    ];
  }

  function standing(counters: readonly Counter[]): Standing {
    const all = counters.map(({ failures, allowance }) => standingOf(failures, clock.now(), allowance));
    return STRICTEST.find(one => all.includes(one)) ?? 'open';
  }

  function keep(name: string, failures: Failures | null) {
    if (failures) accounts.setFailures(name, failures, clock.now());
    else accounts.forgive(name);
  }

  function missed(counters: readonly Counter[]) {
    for (const { name, failures, allowance } of counters) keep(name, afterMiss(failures, clock.now(), allowance));
  }

  /** `counters`: as they were before the guess. */
  function succeeded(target: GuessTarget, counters: readonly Counter[], isCounted: boolean) {
    for (const { name, failures, allowance, endsWithHit } of counters) {
      if (failures && endsWithHit) keep(name, afterHit(failures, allowance));
      else if (isCounted) keep(name, failures);
    }
    const [name, now] = [placeName(target), clock.now()];
    const isPlaceKnown = (target.place ?? INSIDE).isKnown;
    if (!isPlaceKnown && (accounts.placeSeen(name) ?? 0) < now - DAY) accounts.seePlace(name, now);
  }

  async function compared(target: GuessTarget, compare: () => Promise<boolean>): Promise<GuessResult> {
    const { before, stands } = await accounts.write(() => {
      const before = countersOf(target);
      const stands = standing(before);
      if (stands !== 'closed') missed(before);
      return { before, stands };
    });
    if (stands === 'closed') return 'locked';
    if (!(await compare())) return stands === 'open' ? 'wrong' : 'locked';
    await accounts.write(() => succeeded(target, before, true));
    return 'right';
  }

  return {
    wait: target => Math.max(...countersOf(target).map(({ failures }) => secondsLeft(failures, clock.now()))),
    judge: (target, right) =>
      accounts.write(() => {
        const counters = countersOf(target);
        const isPausing = standing(counters) !== 'open';
        if (right) succeeded(target, counters, false);
        else if (!isPausing) missed(counters);
        return right ? 'right' : isPausing ? 'locked' : 'wrong';
      }),
    attempt(target, compare) {
      const { what, who, place = INSIDE } = target;
      const guess = () => compared(target, compare);
      return serially(`${what} ${who.toLowerCase()}`, place.isKnown ? guess : () => serially(`\n${place.name}`, guess));
    },
  };
}

const STRICTEST: readonly Standing[] = ['closed', 'pausing'];

/** The key for everybody; no name begins with a line break. */
const ANYBODY = '\n';

/** All places together that are not known. */
const ELSEWHERE = 'elsewhere';

/** Names come from outside and may be anything, a password typed into the wrong field included: only a hash is kept. */
const placeName = ({ what, who, place = INSIDE }: GuessTarget): string =>
  hashToken(`${what} ${who.toLowerCase()}\n${place.name}`);

/**
 * Counts guesses at secrets, PINs and codes, and slows down those who guess: each person at each place by itself, all places
 * together at which the person or client has never been, and each unknown place whoever the guesses are about. A till, this machine, and an address that succeeded before
 * have their own counter alone, so nobody can lock them out from elsewhere.
 */

import {
  afterFailure,
  blocked,
  freeMisses,
  freeMissesAtPlace,
  freeMissesElsewhere,
  type Guessed,
} from '../../domain/lockout.ts';
import type { Accounts } from '../../store/accounts.ts';
import type { Clock } from '../../world/clock.ts';
import { hashToken } from '../../world/secrets.ts';
import { INSIDE, type SignInPlace } from './signInPlaces.ts';

export type GuessResult = 'right' | 'wrong' | 'locked';

export interface Guesses {
  /** Seconds until an attempt is looked at again; 0 when it is looked at now. */
  wait(what: Guessed, who: string, place?: SignInPlace): number;
  /** Judges one guess after the other: of many sent at once only the free ones learn their result. */
  judge(what: Guessed, who: string, right: boolean, place?: SignInPlace): Promise<GuessResult>;
}

/** How long a place stays known after the last success, ms. */
const PLACE_LIFE = 90 * 86_400_000;
const DAY = 86_400_000;

export function createGuesses(accounts: Accounts, clock: Clock): Guesses {
  const isKnown = (what: Guessed, who: string, place: SignInPlace) =>
    place.isKnown || (accounts.placeSeen(nameOf(what, who, place)) ?? 0) > clock.now() - PLACE_LIFE;

  function wait(what: Guessed, who: string, place: SignInPlace = INSIDE): number {
    const now = clock.now();
    const elsewhere = isKnown(what, who, place) ? null : accounts.failures(nameOf(what, who, ELSEWHERE));
    const atPlace = place.isKnown ? null : accounts.failures(nameOf(what, ANYBODY, place));
    const until = [accounts.failures(nameOf(what, who, place)), elsewhere, atPlace].map(failures =>
      blocked(failures, now) ? (failures?.blockedUntil ?? 0) : 0,
    );
    return Math.max(0, Math.ceil((Math.max(...until) - now) / 1000));
  }

  function succeeded(what: Guessed, who: string, place: SignInPlace) {
    const [name, now] = [nameOf(what, who, place), clock.now()];
    for (const counter of [name, nameOf(what, ANYBODY, place)])
      if (accounts.failures(counter)) accounts.forgive(counter);
    if (!place.isKnown && (accounts.placeSeen(name) ?? 0) < now - DAY) accounts.seePlace(name, now);
  }

  function missed(what: Guessed, who: string, place: SignInPlace) {
    const now = clock.now();
    const count = (name: string, free: number) =>
      accounts.setFailures(name, afterFailure(accounts.failures(name), now, free), now);
    count(nameOf(what, who, place), freeMisses[what]);
    if (!isKnown(what, who, place)) count(nameOf(what, who, ELSEWHERE), freeMissesElsewhere[what]);
    if (!place.isKnown) count(nameOf(what, ANYBODY, place), freeMissesAtPlace[what]);
  }

  return {
    wait,
    judge: (what, who, right, place = INSIDE) =>
      accounts.write(() => {
        if (wait(what, who, place) > 0) return 'locked';
        (right ? succeeded : missed)(what, who, place);
        return right ? 'right' : 'wrong';
      }),
  };
}

/** Whoever it is; no name begins with a line break. */
const ANYBODY = '\n';

/** All places together that are not known. */
const ELSEWHERE: SignInPlace = { name: 'elsewhere', isKnown: false };

/** Names come from outside and may be anything, a password typed into the wrong field included: only a hash is kept. */
const nameOf = (what: Guessed, who: string, { name }: SignInPlace) =>
  hashToken(`${what} ${who.toLowerCase()}\n${name}`);

/** Tills that somebody has signed in at, by the cookie they were given then. */

import type { Accounts } from '../../store/accounts.ts';
import type { Clock } from '../../world/clock.ts';
import { hashToken, newToken } from '../../world/secrets.ts';
import { isFromThisMachine, placeOf, type RequestSource, type SignInPlace } from './signInPlaces.ts';

export interface KnownTills {
  /** The place of the caller; the cookie of an unknown till is ignored. */
  place(caller: RequestSource, cookie: string | undefined): SignInPlace;
  /** True when the names of the staff may be shown to somebody who has not signed in. */
  mayListStaff(caller: RequestSource, cookie: string | undefined): boolean;
  /** Somebody signed in: the cookie the till keeps, the same where it is known already. */
  remember(cookie: string | undefined): Promise<string>;
}

/** How long a till stays known without a sign-in, ms. */
export const TILL_LIFE = 400 * 86_400_000;
const DAY = 86_400_000;

export function createKnownTills(accounts: Accounts, clock: Clock): KnownTills {
  const nameOf = (cookie: string) => `till ${hashToken(cookie)}`;
  const seenAt = (cookie: string | undefined) =>
    cookie === undefined || !COOKIE.test(cookie) ? null : accounts.placeSeen(nameOf(cookie));
  const isKnown = (cookie: string | undefined): cookie is string =>
    (seenAt(cookie) ?? Number.NEGATIVE_INFINITY) > clock.now() - TILL_LIFE;

  return {
    place: (caller, cookie) => placeOf(caller, isKnown(cookie) ? hashToken(cookie) : null),
    mayListStaff: (caller, cookie) => isFromThisMachine(caller) || isKnown(cookie),
    async remember(cookie) {
      if (isKnown(cookie) && (seenAt(cookie) ?? 0) > clock.now() - DAY) return cookie;
      const kept = isKnown(cookie) ? cookie : newToken();
      await accounts.write(() => accounts.seePlace(nameOf(kept), clock.now()));
      return kept;
    },
  };
}

const COOKIE = /^[\w-]{43}$/;

/** Makes tokens: the secret leaves once, in the answer; the store keeps its hash. */

import type { Term } from '../../domain/expiry.ts';
import { type Accounts, type ClientRow, isActive, type StaffRow, type TokenRow } from '../../store/accounts.ts';
import { type Clock, timestamp } from '../../world/clock.ts';
import { screenClientId } from '../../world/demoIds.ts';
import { TokenRefusal } from '../../world/errors.ts';
import { newKey } from '../../world/ids.ts';
import { hashToken, newToken } from '../../world/secrets.ts';

/** Seconds, as in every sample of the specification. */
export const ACCESS_SECONDS = 1200;
/** About half a year, as existing clients assume. */
const REFRESH_SECONDS = 15_768_000;

/**
 * A screen that runs renews its session with every access token. One that does not any more is over after a night, however it
 * ended: nobody needs its refresh token, and whoever copied it has nothing.
 */
const SCREEN_SECONDS = 43_200;

/** How long a token lives at most, ms. */
export const LIVES: Readonly<Record<TokenRow['kind'], number>> = {
  access: ACCESS_SECONDS * 1000,
  refresh: REFRESH_SECONDS * 1000,
};

type Token = Pick<TokenRow, 'kind' | 'client'>;
const isSession = ({ kind, client }: Token): boolean => kind === 'refresh' && client === screenClientId;
const lifeOf = (token: Token): number => (isSession(token) ? SCREEN_SECONDS * 1000 : LIVES[token.kind]);

/** The moments at which a token was given out and ends, ms since 1970. */
export const termOf = (token: Token & Pick<TokenRow, 'expiresAt'>): Term => ({
  issuedAt: token.expiresAt - lifeOf(token),
  expiresAt: token.expiresAt,
});

/** Is it over by the clock of this bridge, which may be in doubt? */
export type IsOver = (term: Term) => boolean;

export interface IssuedToken {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly client: ClientRow;
  readonly staff: StaffRow | null;
  /** SDV_… the tokens stand for. */
  readonly device: string | null;
}

/** Whom tokens stand for. */
export type TokenSubject = Pick<TokenRow, 'family' | 'staff' | 'device'>;

export interface Issuer {
  /** Inside a job. Throws `TokenRefusal` where client or person have been ended since they were looked at. */
  issue(client: ClientRow, bearer: TokenSubject, withRefresh: boolean): IssuedToken;
}

export const newTokenSubject = (staff: StaffRow | null, device: string | null): TokenSubject => ({
  family: newKey(),
  staff: staff?.id ?? null,
  device,
});

/** A device that signed in by itself, not a person at it. */
export const isDevice = ({ staff, device }: Pick<TokenRow, 'staff' | 'device'>): boolean =>
  staff === null && device !== null;

/** `lockAfter`: ms without a touch after which a screen locks itself; 0: never. */
export function createIssuer(accounts: Accounts, clock: Clock, seen: (device: string) => void, lockAfter = 0): Issuer {
  /** A screen that sleeps or hangs cannot lock itself: its session is over at that time all the same. */
  const lasts = (token: Token) =>
    isSession(token) && lockAfter > 0 ? Math.min(lifeOf(token), LIVES.access + lockAfter) : lifeOf(token);

  function add(kind: TokenRow['kind'], client: ClientRow, { family, staff, device }: TokenSubject): string {
    const token = newToken();
    const expiresAt = clock.now() + lasts({ kind, client: client.id });
    const row = { hash: hashToken(token), kind, family, client: client.id, staff, device, expiresAt, usedAt: null };
    accounts.addToken(row);
    return token;
  }

  /** Notes the day of use, too: once a day, because a token is good for many requests. */
  function requireClient({ id, secretHash }: ClientRow): void {
    const now = accounts.client(id);
    const isSame = now?.secretHash === secretHash || now?.oldHash === secretHash;
    if (!now || now.revokedAt !== null || !isSame) throw new TokenRefusal('credentialsInvalid');
    const today = timestamp(clock.now()).slice(0, 10);
    if (now.lastUsed !== today) accounts.noteUse(id, today);
  }

  return {
    issue(client, bearer, withRefresh) {
      const { staff, device } = bearer;
      requireClient(client);
      const person = staff === null ? null : accounts.staffById(staff);
      if (staff !== null && !(person && isActive(person))) throw new TokenRefusal('userInvalid');
      if (device !== null) seen(device);
      return {
        accessToken: add('access', client, bearer),
        refreshToken: withRefresh ? add('refresh', client, bearer) : null,
        client,
        staff: person,
        device,
      };
    },
  };
}

/** Signing in: the grants of the token endpoint and the PIN login of our own screen (specification, "Authentication"). */

import type { ClientRow, SignInRow, StaffRow, TokenRow } from '../../store/accounts.ts';
import type { Clock } from '../../world/clock.ts';
import { TokenRefusal } from '../../world/errors.ts';
import { noteAudit } from '../../world/requestContext.ts';
import { hashToken } from '../../world/secrets.ts';
import { type ClientSignIn, type ClientSignInParts, clientSignIn } from './clientSignIn.ts';
import { type IssuedToken, type Issuer, isDevice, newTokenSubject, termOf } from './issuer.ts';
import type { FindPerson } from './persons.ts';
import type { SignInPlace } from './signInPlaces.ts';

/** Prepares the change of the PIN of somebody who has just proved the old one, and gives its part of the commit. */
export type ChangePin = (staff: StaffRow) => Promise<() => void>;

/** Where a sign-in comes from, for the person who looks at hers. */
export interface SignInOrigin {
  /** Empty: this machine. */
  readonly address: string;
  /** As it calls itself. */
  readonly browser: string;
}

const UNKNOWN: SignInOrigin = { address: '', browser: '' };

export interface Grants {
  readonly client: ClientSignIn;
  clientCredentials(client: ClientRow): Promise<IssuedToken>;
  /** `device`: id or uuid of a till; null: our own screen, whose till is that of `client`, else the first. Throws `deviceUnknown`. */
  appUser(
    client: ClientRow,
    username: string,
    password: string,
    device: string | null,
    place?: SignInPlace,
    newPin?: ChangePin,
    origin?: SignInOrigin,
  ): Promise<IssuedToken>;
  refresh(client: ClientRow, refreshToken: string): Promise<IssuedToken>;
  signOut(refreshToken: string): Promise<void>;
  /** Ends one sign-in of a person, with an entry in the audit log. */
  endSignIn(signIn: Pick<SignInRow, 'family' | 'staff'>): Promise<void>;
  /** Ends every token that stands for this device, of persons at it, too. */
  endDevice(device: string): Promise<void>;
}

export interface GrantParts extends ClientSignInParts {
  readonly clock: Clock;
  readonly person: FindPerson;
  readonly issuer: Issuer;
  tillOf(merchant: string, device: string | null): string | null;
  /** Tokens that were good are not any more. */
  ended(): void;
}

export function createGrants(parts: GrantParts): Grants {
  const { accounts, clock, isOver, person, issuer, tillOf, ended } = parts;
  return {
    client: clientSignIn(parts),
    clientCredentials: client => accounts.write(() => issuer.issue(client, newTokenSubject(null, null), false)),
    async appUser(client, username, password, device, place, newPin, origin = UNKNOWN) {
      const staff = await person(username, password, client.merchant, place, newPin !== undefined);
      const change = await newPin?.(staff);
      return accounts.write(() => {
        // Somebody may have set another PIN while this one was being looked at.
        if (accounts.staffById(staff.id)?.pinHash !== staff.pinHash) throw new TokenRefusal('userInvalid');
        change?.();
        const named = tillOf(client.merchant, device);
        const till = client.till ?? named;
        const subject = newTokenSubject(staff, till);
        const [{ family }, { id, merchant }, now] = [subject, staff, clock.now()];
        const times = { begunAt: now, renewedAt: now };
        accounts.addSignIn({ ...origin, ...times, family, merchant, staff: id, device: till, client: client.id });
        return issuer.issue(client, subject, true);
      });
    },
    async refresh(client, refreshToken) {
      const known = accounts.token(hashToken(refreshToken));
      if (known?.kind !== 'refresh' || known.client !== client.id || isOver(termOf(known)))
        throw new TokenRefusal('refreshInvalid');
      const issued = await accounts.write(() => renew(known, client));
      if (issued && isDevice(known)) ended();
      if (issued) return issued;
      await endFamily(known);
      throw new TokenRefusal('refreshInvalid');
    },
    async signOut(refreshToken) {
      const known = accounts.token(hashToken(refreshToken));
      if (known) await endFamily(known);
    },
    async endSignIn({ family, staff }) {
      await accounts.write(() => {
        accounts.endFamily(family);
        noteAudit({ kind: 'person', subject: staff, action: 'signedOut', before: null, after: null });
      });
      ended();
    },
    async endDevice(device) {
      await accounts.write(() => {
        accounts.endDevice(device);
        noteAudit({ kind: 'till', subject: device, action: 'revoked', before: null, after: null });
      });
      ended();
    },
  };

  async function endFamily({ family }: TokenRow) {
    await accounts.write(() => accounts.endFamily(family));
    ended();
  }

  /**
   * Without rotation the old refresh token stays good: existing clients keep it when no new one comes. Null when it has
   * been used before; that is looked at inside the job, so that of two at the same moment one is the second.
   */
  function renew(known: TokenRow, client: ClientRow): IssuedToken | null {
    if (accounts.token(known.hash)?.usedAt !== null) return null;
    accounts.forgetExpired(clock.now());
    // A device has one good access token at a time.
    if (isDevice(known)) accounts.endAccess(known.family);
    accounts.renewSignIn(known.family, clock.now());
    if (client.rotates) accounts.markUsed(known.hash, clock.now());
    return issuer.issue(client, known, client.rotates);
  }
}

/** Signing in: the grants of the token endpoint and the PIN login of our own screen (specification, "Authentication"). */
import type { Clock } from '../clock.ts';
import { TokenRefusal } from '../errors.ts';
import { newKey } from '../ids.ts';
import type { Accounts, ClientRow, StaffRow, TokenRow } from '../store/accounts.ts';
import { afterFailure, blocked } from './lockout.ts';
import { hashPin, hashToken, newToken, pinMatches, secretMatches } from './secrets.ts';

/** Seconds, as in every sample of the specification. */
export const ACCESS_SECONDS = 1200;
/** About half a year, as existing clients assume. */
export const REFRESH_SECONDS = 15_768_000;

export interface Issued {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly client: ClientRow;
  readonly staff: StaffRow | null;
}

export interface Grants {
  client(id: string | undefined, secret: string | undefined): ClientRow;
  clientCredentials(client: ClientRow): Promise<Issued>;
  appUser(client: ClientRow, username: string, password: string, device: string): Promise<Issued>;
  refresh(client: ClientRow, refreshToken: string): Promise<Issued>;
  signOut(refreshToken: string): Promise<void>;
}

export function createGrants(
  accounts: Accounts,
  clock: Clock,
  tillOf: (merchant: string, device: string) => string | null,
  /** Tokens that were good are not any more. */
  ended: () => void,
): Grants {
  /** A guess at an unknown name takes as long as one at a known name. */
  let nobody: Promise<string> | null = null;
  const nobodysPin = () => {
    nobody ??= hashPin(newToken());
    return nobody;
  };

  function row(
    kind: TokenRow['kind'],
    token: string,
    base: Pick<TokenRow, 'family' | 'client' | 'staff' | 'device'>,
  ): TokenRow {
    const seconds = kind === 'access' ? ACCESS_SECONDS : REFRESH_SECONDS;
    return { ...base, hash: hashToken(token), kind, expires_at: clock.now() + seconds * 1000, used_at: null };
  }

  async function issue(
    client: ClientRow,
    staff: StaffRow | null,
    device: string | null,
    withRefresh: boolean,
  ): Promise<Issued> {
    const base = { family: newKey(), client: client.id, staff: staff?.id ?? null, device };
    const accessToken = newToken();
    const refreshToken = withRefresh ? newToken() : null;
    await accounts.write(() => {
      accounts.addToken(row('access', accessToken, base));
      if (refreshToken) accounts.addToken(row('refresh', refreshToken, base));
    });
    return { accessToken, refreshToken, client, staff };
  }

  async function staffOf(client: ClientRow, username: string, password: string): Promise<StaffRow> {
    const name = `staff ${username.toLowerCase()}`;
    if (blocked(accounts.failures(name), clock.now())) throw new TokenRefusal('userLocked');
    const found = accounts.staff(username);
    const staff = found && found.merchant === client.merchant ? found : null;
    const right = await pinMatches(password, staff?.pin_hash ?? (await nobodysPin()));
    const ending = await accounts.write(() => judge(name, staff !== null && right));
    if (staff && ending === 'right') return staff;
    throw new TokenRefusal(ending === 'locked' ? 'userLocked' : 'userInvalid');
  }

  /** Inside a job, one guess after the other: of many sent at once only the free ones are told how they ended. */
  function judge(name: string, right: boolean): 'right' | 'wrong' | 'locked' {
    const failures = accounts.failures(name);
    if (blocked(failures, clock.now())) return 'locked';
    if (failures || !right) accounts.setFailures(name, right ? null : afterFailure(failures, clock.now()));
    return right ? 'right' : 'wrong';
  }

  return {
    client(id, secret) {
      if (!id && !secret) throw new TokenRefusal('credentialsMissing');
      if (!id || !secret) throw new TokenRefusal('secretMissing');
      const found = accounts.client(id);
      if (!found || !secretMatches(secret, found.secret_hash)) throw new TokenRefusal('credentialsInvalid');
      return found;
    },
    clientCredentials: client => issue(client, null, null, false),
    async appUser(client, username, password, device) {
      const staff = await staffOf(client, username, password);
      return issue(client, staff, tillOf(client.merchant, device), true);
    },
    async refresh(client, refreshToken) {
      const known = accounts.token(hashToken(refreshToken));
      if (known?.kind !== 'refresh' || known.client !== client.id || known.expires_at <= clock.now())
        throw new TokenRefusal('refreshInvalid');
      const issued = await renew(known, client);
      if (issued) return issued;
      await endFamily(known);
      throw new TokenRefusal('refreshInvalid');
    },
    async signOut(refreshToken) {
      const known = accounts.token(hashToken(refreshToken));
      if (known) await endFamily(known);
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
  async function renew(known: TokenRow, client: ClientRow): Promise<Issued | null> {
    const accessToken = newToken();
    const refreshToken = client.rotates ? newToken() : null;
    const renewed = await accounts.write(() => {
      if (accounts.token(known.hash)?.used_at !== null) return false;
      accounts.forgetExpired(clock.now());
      accounts.addToken(row('access', accessToken, known));
      if (refreshToken) {
        accounts.markUsed(known.hash, clock.now());
        accounts.addToken(row('refresh', refreshToken, known));
      }
      return true;
    });
    if (!renewed) return null;
    return { accessToken, refreshToken, client, staff: known.staff ? accounts.staffById(known.staff) : null };
  }
}

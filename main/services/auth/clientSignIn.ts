/** Signing in of clients: the secret is compared, guesses are counted, and a secret that an older version hashed fast is hashed anew. */
import type { Accounts, ClientRow } from '../../store/accounts.ts';
import { TokenRefusal } from '../../world/errors.ts';
import { hashToken, newToken } from '../../world/secrets.ts';
import type { ClientSecrets } from './clientSecrets.ts';
import type { Guesses } from './guesses.ts';
import type { IsOver } from './issuer.ts';
import type { SignInPlace } from './signInPlaces.ts';

/** `place` is the caller's: whoever guesses there does not lock the client out elsewhere. */
export type ClientSignIn = (
  id: string | undefined,
  secret: string | undefined,
  place: SignInPlace,
) => Promise<ClientRow>;

export interface ClientSignInParts {
  readonly accounts: Accounts;
  readonly guesses: Guesses;
  readonly secrets: ClientSecrets;
  /** False where nothing is written, and where secrets are published. */
  readonly renews: boolean;
  readonly isOver: IsOver;
}

type Secrets = Pick<ClientRow, 'secretHash' | 'rotatedAt' | 'oldHash' | 'oldUntil' | 'revokedAt'>;

/** An unknown client is compared like a known one, with a secret that nobody has. */
const NOBODY: Secrets = {
  ...{ secretHash: hashToken(newToken()), rotatedAt: null },
  ...{ oldHash: null, oldUntil: null, revokedAt: null },
};

export function clientSignIn({ accounts, guesses, isOver, renews, secrets }: ClientSignInParts): ClientSignIn {
  /** The secret, or the one before it while both are good; a client that was ended has none. */
  async function isSecretOf(client: Secrets, secret: string): Promise<boolean> {
    const { secretHash, rotatedAt, oldHash, oldUntil, revokedAt } = client;
    if (revokedAt !== null) return false;
    if (await secrets.matches(secret, secretHash)) return true;
    if (oldHash === null || oldUntil === null || rotatedAt === null) return false;
    const term = { issuedAt: Date.parse(rotatedAt), expiresAt: Date.parse(oldUntil) };
    return !isOver(term) && (await secrets.matches(secret, oldHash));
  }

  /** Hashes the secret of somebody who has just proved it as it is to be hashed today. */
  async function renewSecret(client: ClientRow, secret: string): Promise<ClientRow> {
    const { id, secretHash } = client;
    if (!renews || !secrets.isOld(secret, secretHash) || !(await secrets.matches(secret, secretHash))) return client;
    const hash = await secrets.hash(secret);
    await accounts.write(() => {
      const now = accounts.client(id);
      if (now?.secretHash === secretHash) accounts.putClient({ ...now, secretHash: hash });
    });
    // Of two at once one has hashed it; somebody else may have made another secret, which this one is not.
    const now = accounts.client(id);
    return now && (await secrets.matches(secret, now.secretHash)) ? now : client;
  }

  return async (id, secret, place) => {
    if (!id && !secret) throw new TokenRefusal('credentialsMissing');
    if (!id || !secret) throw new TokenRefusal('secretMissing');
    const found = accounts.client(id);
    const known = found ?? NOBODY;
    const compare = () => isSecretOf(known, secret);
    const target = { what: 'client', who: id, version: found?.secretHash, place } as const;
    const ending = secrets.isCostly(known.secretHash)
      ? await guesses.attempt(target, compare)
      : await guesses.judge(target, await compare());
    if (found && ending === 'right') return renewSecret(found, secret);
    if (ending === 'locked') throw new TokenRefusal('clientLocked', guesses.wait(target));
    throw new TokenRefusal('credentialsInvalid');
  };
}

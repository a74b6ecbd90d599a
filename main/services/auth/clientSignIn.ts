/** Signing in of clients: the secret is compared, guesses are counted, and a secret that an older version hashed fast is hashed anew. */
import type { Accounts, ClientRow } from '../../store/accounts.ts';
import { TokenRefusal } from '../../world/errors.ts';
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

export function clientSignIn({ accounts, guesses, isOver, renews, secrets }: ClientSignInParts): ClientSignIn {
  /** The secret, and the one before it while both are good; an unknown client, and one that was ended, has none. */
  function hashesOf(client: ClientRow | null): readonly string[] {
    if (!client || client.revokedAt !== null) return [];
    const { secretHash, rotatedAt, oldHash, oldUntil } = client;
    if (oldHash === null || oldUntil === null || rotatedAt === null) return [secretHash];
    const term = { issuedAt: Date.parse(rotatedAt), expiresAt: Date.parse(oldUntil) };
    return isOver(term) ? [secretHash] : [secretHash, oldHash];
  }

  async function isOneOf(hashes: readonly string[], secret: string): Promise<boolean> {
    for (const hash of hashes) if (await secrets.matches(secret, hash)) return true;
    return false;
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
    const target = { what: 'client', who: id, version: found?.secretHash, place } as const;
    const hashes = hashesOf(found);
    const slow = hashes.filter(secrets.isCostly);
    const isRight = await isOneOf(
      hashes.filter(hash => !slow.includes(hash)),
      secret,
    );
    // A wrong secret takes as long for a client that nobody has, and for one whose secret compares fast: the time says nothing about either.
    const ending = isRight
      ? await guesses.judge(target, true)
      : await guesses.attempt(target, async () => isOneOf(slow.length > 0 ? slow : [await secrets.nobodys()], secret));
    if (found && ending === 'right') return renewSecret(found, secret);
    if (ending === 'locked') throw new TokenRefusal('clientLocked', guesses.wait(target));
    throw new TokenRefusal('credentialsInvalid');
  };
}

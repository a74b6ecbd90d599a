/** Secrets at rest: tokens and client secrets as SHA-256, because they are long and random. PINs: `services/auth/pins.ts`. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A key beside the database that goes into the hash of every PIN. */
export interface Pepper {
  readonly id: string;
  readonly key: Buffer;
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Both sides are hashes, so their length reveals nothing. */
export const secretMatches = (secret: string, storedHash: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(secret)), Buffer.from(storedHash));

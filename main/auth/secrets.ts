/** Secrets at rest: tokens and client secrets as SHA-256 (they are long and random), PINs by scrypt (they are not). */
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);

/** 16 MiB and about 30 ms for each guess. */
const COST = { N: 16_384, r: 8, p: 1 } as const;

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const newToken = (): string => randomBytes(32).toString('base64url');

export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(pin, salt, 32, COST);
  return `${salt.toString('base64url')}.${key.toString('base64url')}`;
}

export async function pinMatches(pin: string, stored: string): Promise<boolean> {
  const [salt = '', key = ''] = stored.split('.');
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(pin, Buffer.from(salt, 'base64url'), 32, COST);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Both sides are hashes, so their length tells nothing. */
export const secretMatches = (secret: string, storedHash: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(secret)), Buffer.from(storedHash));

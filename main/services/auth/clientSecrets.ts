/**
 * The secrets of clients at rest. Those that the bridge made are random and long, so a fast hash does; those that people chose are hashed as
 * slowly as PINs, with the pepper. An older version hashed all of them fast: the next use, which brings the secret, changes that.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashToken, newToken, secretMatches } from '../../world/secrets.ts';
import type { Pins } from './pins.ts';

/** The form of `newToken`. */
const MADE = /^[\w-]{43}$/;
/** A longer secret is no word of a person, and longer than what is hashed slowly. */
const LONGEST = 200;

export const isChosen = (secret: string): boolean => !MADE.test(secret) && secret.length <= LONGEST;

/** A fast hash has no dot. */
const isSlow = (stored: string): boolean => stored.includes('.');

export class ClientSecrets {
  readonly #pins: Pins;
  /** Of slow hashes whose secret this process has seen, because a client signs in every few minutes: a digest by a key that nobody has. */
  readonly #seen = new Map<string, Buffer>();
  readonly #key = randomBytes(32);
  #nobodys: Promise<string> | null = null;

  constructor(pins: Pins) {
    this.#pins = pins;
  }

  /** True where a comparison costs a tenth of a second. */
  readonly isCostly = (stored: string): boolean => isSlow(stored) && !this.#seen.has(stored);

  /** A slow hash of a secret that nobody has, for comparisons that have to take as long as a real one. */
  nobodys(): Promise<string> {
    this.#nobodys ??= this.#pins.hash(newToken());
    return this.#nobodys;
  }

  async matches(secret: string, stored: string): Promise<boolean> {
    if (!isSlow(stored)) return secretMatches(secret, stored);
    const digest = createHmac('sha256', this.#key).update(secret).digest();
    const seen = this.#seen.get(stored);
    if (seen) return timingSafeEqual(seen, digest);
    const right = await this.#pins.matches(secret, stored);
    if (right) this.#seen.set(stored, digest);
    return right;
  }

  /** How it is to be stored. */
  hash(secret: string): Promise<string> {
    return isChosen(secret) ? this.#pins.hash(secret) : Promise.resolve(hashToken(secret));
  }

  /** Is the secret, which matches what is stored, to be hashed anew? */
  isOld(secret: string, stored: string): boolean {
    return isChosen(secret) && (!isSlow(stored) || this.#pins.isOld(stored));
  }
}

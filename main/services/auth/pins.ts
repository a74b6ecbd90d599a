/**
 * PINs at rest, by scrypt. A PIN of four digits is guessed from any hash in the end, so a pepper that does not lie in the
 * database goes into it.
 */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Pepper } from '../../world/secrets.ts';
import { createSerialQueue } from '../../world/serialQueue.ts';

const derive = promisify<string | Buffer, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/**
 * Each guess, by the exponent of N: 10 is 1 MiB and about 2 ms, 14 is 16 MiB and about 30 ms, 16 is 64 MiB and about 130 ms.
 * The PINs of a demo are published, so that nothing is gained by making them slow.
 */
export const pinCosts = { live: 16, demo: 10, training: 14 } as const;

/** Longer ones are wrong without a look: nobody has such a PIN. */
const LONGEST_PIN = 200;

/**
 * Hashes that are computed at a time: files are read and written by the same four threads, and a hash takes up to 64 MiB. Who guesses
 * waits for the guesses before.
 */
const LANES = 2;
const serially = createSerialQueue();
let computed = 0;

function keyAfterOthers(work: () => Promise<Buffer>): Promise<Buffer> {
  computed += 1;
  return serially(String(computed % LANES), work);
}

const OLD_COST = 14;
const FORM = 's2';

export interface Pins {
  hash(pin: string): Promise<string>;
  matches(pin: string, stored: string): Promise<boolean>;
  /** The next time the PIN is typed, it is worth hashing it anew. */
  isOld(stored: string): boolean;
}

/** `others`: peppers of hashes that come from another directory. */
export function createPins(cost: number, pepper: Pepper | null, others: readonly Pepper[] = []): Pins {
  const peppers = new Map([...others, ...(pepper ? [pepper] : [])].map(({ id, key }) => [id, key]));
  const own = pepper?.id ?? '';

  async function keyOf(pin: string, salt: Buffer, exponent: number, peppered: string): Promise<Buffer | null> {
    const pepperKey = peppers.get(peppered);
    if (peppered !== '' && !pepperKey) return null;
    const secret = pepperKey ? createHmac('sha256', pepperKey).update(pin).digest() : pin;
    return keyAfterOthers(() => derive(secret, salt, 32, { N: 2 ** exponent, r: 8, p: 1, maxmem: 2 ** 28 }));
  }

  return {
    async hash(pin) {
      const salt = randomBytes(16);
      const key = await keyOf(pin, salt, cost, own);
      return [FORM, own, cost, salt.toString('base64url'), key?.toString('base64url')].join('.');
    },
    async matches(pin, stored) {
      if (pin.length > LONGEST_PIN) return false;
      const { peppered, exponent, salt, key: expected } = parsed(stored);
      const actual = await keyOf(pin, salt, exponent, peppered);
      return actual !== null && expected.length === actual.length && timingSafeEqual(expected, actual);
    },
    isOld(stored) {
      const { peppered, exponent } = parsed(stored);
      return peppered !== own || exponent < cost;
    },
  };
}

/** Hashes of older versions are `salt.key`. */
function parsed(stored: string) {
  const parts = stored.split('.');
  const [form, peppered = '', exponent = '', salt = '', key = ''] = parts;
  if (form !== FORM) return { peppered: '', exponent: OLD_COST, ...bytesOf(parts[0], parts[1]) };
  return { peppered, exponent: Math.min(Number(exponent) || OLD_COST, HIGHEST_COST), ...bytesOf(salt, key) };
}

/** More would not fit into the memory a hash may use. */
const HIGHEST_COST = 17;

const bytesOf = (salt = '', key = '') => ({ salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') });

/** Without a pepper, for what is made before there is a key, and at the cost of a shop. */
export const plainPins = createPins(pinCosts.live, null);

export const hashPin = plainPins.hash;

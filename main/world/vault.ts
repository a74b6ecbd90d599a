/**
 * Secrets at rest: what has to be read again is encrypted (AES-256-GCM), what only has to be found again is a keyed hash. Whoever
 * copies the database without the key reads nothing of it.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Pepper } from './secrets.ts';

/** Of the text that a key is made of, characters. */
export const SHORTEST_KEY = 32;

export interface Vault {
  /** Text that only this key opens; what is sealed already stays as it is. */
  seal(text: string): string;
  /** A value that was never sealed is given back as it is: rows of an older version. */
  open(text: string): string;
  sealBytes(bytes: Buffer): Buffer;
  openBytes(bytes: Buffer): Buffer;
  /** The same text gives the same hash, and nobody without the key finds the text by trying. */
  index(text: string): string;
  /** Goes into the hash of a PIN; null where there is no key. */
  readonly pepper: Pepper | null;
  /** Tells this key from another one; null where there is none. */
  readonly check: string | null;
}

const SEALED = 'sealed1.';
const INDEXED = 'keyed1.';
const SEALED_BYTES = Buffer.from('\u0000sealed1\u0000', 'latin1');
const NONCE = 12;
const TAG = 16;

/** Tools and tests without a directory of their own keep everything as it is. */
export const noVault: Vault = {
  seal: text => text,
  open: text => text,
  sealBytes: bytes => bytes,
  openBytes: bytes => bytes,
  index: text => text,
  pepper: null,
  check: null,
};

/** `secret`: at least 32 characters of any text. */
export function createVault(secret: string): Vault {
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'tillbridge', purpose, 32));
  const [sealing, indexing, peppering] = [derived('seal'), derived('index'), derived('pepper')];
  const idOf = (key: Buffer) => createHmac('sha256', key).update('id').digest('base64url').slice(0, 12);

  function encrypt(bytes: Buffer): Buffer {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  function decrypt(sealed: Buffer): Buffer {
    const cipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, NONCE));
    cipher.setAuthTag(sealed.subarray(-TAG));
    return Buffer.concat([cipher.update(sealed.subarray(NONCE, -TAG)), cipher.final()]);
  }

  return {
    seal: text => (text.startsWith(SEALED) ? text : `${SEALED}${encrypt(Buffer.from(text)).toString('base64url')}`),
    open: text =>
      text.startsWith(SEALED) ? decrypt(Buffer.from(text.slice(SEALED.length), 'base64url')).toString() : text,
    sealBytes: bytes => (isSealed(bytes) ? bytes : Buffer.concat([SEALED_BYTES, encrypt(bytes)])),
    openBytes: bytes => (isSealed(bytes) ? decrypt(bytes.subarray(SEALED_BYTES.length)) : bytes),
    index: text =>
      text.startsWith(INDEXED) ? text : `${INDEXED}${createHmac('sha256', indexing).update(text).digest('base64url')}`,
    pepper: { id: idOf(peppering), key: peppering },
    check: idOf(sealing),
  };
}

const isSealed = (bytes: Buffer): boolean => bytes.subarray(0, SEALED_BYTES.length).equals(SEALED_BYTES);

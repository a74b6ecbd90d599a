/**
 * Secrets at rest: what has to be read again is encrypted (AES-256-GCM), what only has to be found again is a keyed hash.
 * The key lies beside the database in a file of its own, or comes from outside; whoever copies the database alone reads
 * nothing of it.
 */

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseRefusal } from '../files/refusal.ts';
import type { Pepper } from '../world/secrets.ts';
import { writeDurably } from './directory.ts';
import { DIRECTORY_FILES, SEALED_KEY } from './directoryFiles.ts';

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

const FILE = DIRECTORY_FILES.key;

/** The pepper of another directory's key, for a training with the staff of the shop; null where there is none. */
export function pepperIn(directory: string, given: string | null): Pepper | null {
  const secret = given ?? readKey(directory);
  return secret === null ? null : createVault(secret).pepper;
}

/**
 * The vault of a directory. `given` comes from outside and needs no file; `check` is what the database says about its key,
 * null as long as nothing was sealed. Throws `DatabaseRefusal` where the key is missing or another one.
 */
export function openVault(directory: string, given: string | null, check: string | null): Vault {
  const secret = given ?? readKey(directory) ?? (check === null ? makeKey(directory) : null);
  if (secret === null) throw new DatabaseRefusal(lost(directory, 'is missing'));
  const vault = createVault(secret);
  if (check !== null && check !== vault.check)
    throw new DatabaseRefusal(lost(directory, 'is not the one this database was written with'));
  return vault;
}

function readKey(directory: string): string | null {
  const file = join(directory, FILE);
  if (!existsSync(file)) {
    if (existsSync(join(directory, SEALED_KEY))) throw new DatabaseRefusal(sealedBy(directory));
    return null;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= SHORTEST) return secret;
  throw new DatabaseRefusal(lost(directory, 'is damaged'));
}

export const SHORTEST = 32;

function makeKey(directory: string): string {
  const secret = randomBytes(32).toString('base64url');
  writeDurably(join(directory, FILE), `${secret}\n`);
  return secret;
}

const sealedBy = (directory: string): string =>
  `The key of the secrets in ${directory} is sealed by the keystore of this system (${SEALED_KEY}), which only the desktop application opens: use that, or start it once with "sealSecretsKey": false.`;

const lost = (directory: string, what: string): string =>
  `The key of the secrets in ${directory} (secrets.key, or TILLBRIDGE_SECRETS_KEY) ${what}: put back the file from the backup, or give up the passwords of terminals, bank accounts and PINs it protects with "npm run data -- forget-secrets --data ${directory}"; sales, receipts and day-ends are untouched.`;

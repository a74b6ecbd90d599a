/**
 * Encryption of the files of a backup: AES-256-GCM with a key that scrypt makes of the passphrase. A file is its nonce, the
 * encrypted bytes and the tag. Time and name of the backup are bound to it, so that files of two backups cannot be exchanged.
 */
import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';

const NONCE = 12;
const TAG = 16;
/** 64 MiB and about a fifth of a second for each try of a passphrase. */
const COST: ScryptOptions = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };

export const newSalt = (): string => randomBytes(16).toString('base64url');

/** `salt` as in the manifest. */
export const keyOf = (passphrase: string, salt: string): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64url'), 32, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

type Bytes = AsyncIterable<Buffer>;

/** Encrypts a stream; `bound` is checked again by `unsealed`. */
export const sealed = (key: Buffer, bound: string) =>
  async function* (plain: Bytes): AsyncGenerator<Buffer> {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
    yield nonce;
    for await (const part of plain) yield cipher.update(part);
    yield cipher.final();
    yield cipher.getAuthTag();
  };

/** Decrypts a stream. Throws at its end where the key is another one or a byte was changed: nothing of it may be used before. */
export const unsealed = (key: Buffer, bound: string) =>
  async function* (stored: Bytes): AsyncGenerator<Buffer> {
    let held: Buffer = Buffer.alloc(0);
    let cipher: ReturnType<typeof createDecipheriv> | null = null;
    for await (const part of stored) {
      held = Buffer.concat([held, part]);
      if (!cipher && held.length >= NONCE) {
        cipher = createDecipheriv('aes-256-gcm', key, held.subarray(0, NONCE)).setAAD(Buffer.from(bound));
        held = held.subarray(NONCE);
      }
      if (!cipher || held.length <= TAG) continue;
      yield cipher.update(held.subarray(0, -TAG));
      held = held.subarray(-TAG);
    }
    if (!cipher || held.length !== TAG) throw new Error('the file is cut off');
    (cipher as ReturnType<typeof createDecipheriv> & { setAuthTag(tag: Buffer): void }).setAuthTag(held);
    yield cipher.final();
  };

/** The key of the secrets goes into the keystore and back, and no key is lost on the way. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SEALED_KEY } from '../store/directoryFiles.ts';
import type { Config } from '../world/config.ts';
import { environmentWithKey } from './sealedKey.ts';

const ONE = 'a'.repeat(43);
const OTHER = 'b'.repeat(43);

/** A keystore that turns the bytes round. */
const safeStorage = {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret' as const,
  encryptString: (text: string) => Buffer.from(text).reverse(),
  decryptString: (bytes: Buffer) => Buffer.from(bytes).reverse().toString(),
};

let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'sealed-key-'));
});
afterEach(() => rmSync(data, { recursive: true }));

const place = (name: string) => join(data, name);
const keep = (name: string, text: string | Uint8Array) => writeFileSync(place(name), text);
const plainKey = () => (existsSync(place('secrets.key')) ? readFileSync(place('secrets.key'), 'utf8').trim() : null);
const start = (sealSecretsKey: boolean, isOfMachine = false) =>
  environmentWithKey(
    { safeStorage } as never,
    { data, sealSecretsKey, secretsKey: null, secretsKeyFile: null } as Config,
    {},
    isOfMachine,
  ).TILLBRIDGE_SECRETS_KEY;

it('goes into the keystore and back', () => {
  keep('secrets.key', `${ONE}\n`);
  expect([start(true), plainKey(), start(true)]).toEqual([ONE, null, ONE]);
  expect([start(false), plainKey(), existsSync(place(SEALED_KEY))]).toEqual([undefined, ONE, false]);
});

it('goes on where a power cut left both files', () => {
  keep('secrets.key', `${ONE}\n`);
  keep(SEALED_KEY, safeStorage.encryptString(ONE));
  expect([start(true), plainKey()]).toEqual([ONE, null]);
});

it.each([true, false])('throws away neither of two keys (sealSecretsKey %s)', sealSecretsKey => {
  keep(SEALED_KEY, safeStorage.encryptString(ONE));
  keep('secrets.key', `${OTHER}\n`);
  expect(() => start(sealSecretsKey)).toThrow(/two different keys/);
  expect([plainKey(), readFileSync(place(SEALED_KEY))]).toEqual([OTHER, safeStorage.encryptString(ONE)]);
});

it('is not sealed where several users of the machine need it', () => {
  keep('secrets.key', `${ONE}\n`);
  expect(() => start(true, true)).toThrow('a keystore opens for one user alone');
  expect([plainKey(), start(false, true)]).toEqual([ONE, undefined]);
});

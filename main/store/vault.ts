/** The key of the secrets of a directory: it lies beside the database in a file of its own, or comes from outside. */

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseRefusal } from '../files/refusal.ts';
import type { Pepper } from '../world/secrets.ts';
import { createVault, SHORTEST_KEY, type Vault } from '../world/vault.ts';
import { writeDurably } from './directory.ts';
import { DIRECTORY_FILES, SEALED_KEY } from './directoryFiles.ts';

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
  if (secret.length >= SHORTEST_KEY) return secret;
  throw new DatabaseRefusal(lost(directory, 'is damaged'));
}

function makeKey(directory: string): string {
  const secret = randomBytes(32).toString('base64url');
  writeDurably(join(directory, FILE), `${secret}\n`);
  return secret;
}

const sealedBy = (directory: string): string =>
  `The key of the secrets in ${directory} is sealed by the keystore of this system (${SEALED_KEY}), which only the desktop application opens: use that, or start it once with "sealSecretsKey": false.`;

const lost = (directory: string, what: string): string =>
  `The key of the secrets in ${directory} (secrets.key, or TILLBRIDGE_SECRETS_KEY) ${what}: put back the file from the backup, or give up the passwords of terminals, bank accounts and PINs it protects with "npm run data -- forget-secrets --data ${directory}"; sales, receipts and day-ends are untouched.`;

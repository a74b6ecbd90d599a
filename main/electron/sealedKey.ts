/**
 * The key of the secrets, sealed by the keystore of the system: a copied disk, and a copy of the data directory, open nothing
 * then. The setting moves it there and back; at no moment is there no copy of the key on the disk.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../store/directory.ts';
import { DIRECTORY_FILES, SEALED_KEY } from '../store/directoryFiles.ts';
import { type Config, ConfigRefusal } from '../world/config.ts';
import type { Electron } from './surface.ts';

/**
 * Gives the variables by which the bridge gets the key; `isOfMachine`: several users work in the directory. Throws `ConfigRefusal` where the system has no keystore, or another one.
 */
export function environmentWithKey(
  { safeStorage }: Pick<Electron, 'safeStorage'>,
  { data, sealSecretsKey, secretsKey, secretsKeyFile }: Config,
  environment: NodeJS.ProcessEnv,
  isOfMachine: boolean,
): NodeJS.ProcessEnv {
  const [plain, sealed] = [join(data, DIRECTORY_FILES.key), join(data, SEALED_KEY)];
  if (secretsKey !== null || secretsKeyFile !== null) return environment;
  if (!sealSecretsKey && !existsSync(sealed)) return environment;
  refuseWithoutKeystore(safeStorage);
  if (sealSecretsKey && isOfMachine)
    throw new ConfigRefusal(
      `sealSecretsKey: a keystore opens for one user alone, and ${data} is shared by the users of this machine: switch the setting off there. Nothing was changed.`,
    );
  refuseTwoKeys(safeStorage, plain, sealed);

  if (!sealSecretsKey) {
    writeDurably(plain, `${opened(safeStorage, sealed)}\n`);
    rmSync(sealed);
    return environment;
  }
  if (existsSync(plain) || !existsSync(join(data, DIRECTORY_FILES.database)))
    if (!existsSync(sealed)) {
      const key = existsSync(plain) ? readFileSync(plain, 'utf8').trim() : randomBytes(32).toString('base64url');
      writeDurably(sealed, safeStorage.encryptString(key));
    }
  // A directory with a database and without any key: the bridge says what is missing.
  if (!existsSync(sealed)) return environment;
  const key = opened(safeStorage, sealed);
  rmSync(plain, { force: true });
  return { ...environment, TILLBRIDGE_SECRETS_KEY: key };
}

function refuseWithoutKeystore(safeStorage: Electron['safeStorage']): void {
  const isOpen = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
  if (safeStorage.isEncryptionAvailable() && !isOpen) return;
  throw new ConfigRefusal(
    `sealSecretsKey: this system has no keystore that keeps a secret${isOpen ? ' (basic_text is open to everybody)' : ''}; sign in to one (GNOME Keyring, KWallet), or switch the setting off where ${SEALED_KEY} does not exist yet. Nothing was changed.`,
  );
}

/** A key that a backup put back beside another, sealed one: neither is thrown away, because only one opens the database. */
function refuseTwoKeys(safeStorage: Electron['safeStorage'], plain: string, sealed: string): void {
  if (!existsSync(plain) || !existsSync(sealed)) return;
  if (readFileSync(plain, 'utf8').trim() === opened(safeStorage, sealed).trim()) return;
  throw new ConfigRefusal(
    `${plain} and ${sealed} hold two different keys, and one of them opens the secrets of the database: move the sealed file to another place if the database comes from a backup with its key, else move the other one. Nothing was changed; sales and receipts are untouched.`,
  );
}

function opened(safeStorage: Electron['safeStorage'], file: string): string {
  try {
    return safeStorage.decryptString(readFileSync(file));
  } catch (error) {
    throw new ConfigRefusal(
      `${file} is sealed for another user or another machine (${(error as Error).message}): start it there with "sealSecretsKey": false, then copy the directory again. Sales and receipts are untouched.`,
    );
  }
}

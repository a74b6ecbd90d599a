/**
 * Makes a backup of a data directory, also while a bridge sells in it. It is verified before it counts: the copied pages are
 * checked, and what was written is read back and compared.
 */
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statfsSync, statSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { lockBackup } from '../../files/lock.ts';
import { codeOf, DatabaseRefusal } from '../../files/refusal.ts';
import { readDirectory } from '../../store/directory.ts';
import { DIRECTORY_FILES } from '../../store/directoryFiles.ts';
import { checkIntegrity } from '../../store/integrity.ts';
import { copyPages, openForReading } from '../../store/unlockedReading.ts';
import type { BackupProblem } from '../../wire/backups.ts';
import {
  backupName,
  type FoundBackup,
  MANIFEST,
  type Manifest,
  PARTIAL,
  type StoredFile,
  storedName,
} from './manifest.ts';
import { flush, pack, type Sealing, unpack } from './packing.ts';
import { keyOf, newSalt } from './sealing.ts';

export interface BackupOrder {
  /** The data directory. */
  readonly directory: string;
  /** The folder that takes backups; it has to be there, because an empty place where a disk is missing is no backup. */
  readonly to: string;
  /** Encrypts the backup; null: whoever has it reads everything. */
  readonly passphrase: string | null;
  /** The key of the secrets where it does not lie in the directory; an encrypted backup takes it along. */
  readonly secretsKey: string | null;
  readonly program: string;
  readonly now: Date;
}

/** No backup was made; the sentence is for whoever runs the command. */
export class BackupRefusal extends DatabaseRefusal {
  readonly kind: BackupProblem;

  constructor(kind: BackupProblem, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.kind = kind;
  }
}

/** Where the copy lies until it is packed: beside the data, because nothing readable shall come onto a stick. */
const WORK = 'tillbridge.backup';

/** Gives the finished backup. Throws `DatabaseRefusal` with a sentence for whoever asked. */
export async function makeBackup(order: BackupOrder): Promise<FoundBackup> {
  const { directory } = order;
  const identity = readDirectory(directory);
  if (!identity) throw new DatabaseRefusal(`The directory ${directory} was never opened by this program.`);
  refuseUnfitPlace(order);
  const unlock = lockBackup(directory);
  try {
    return await makeAlone(order, identity);
  } finally {
    unlock();
  }
}

async function makeAlone(order: BackupOrder, identity: Manifest['directory']): Promise<FoundBackup> {
  const { directory, to, now } = order;
  const work = join(directory, WORK);
  const folder = join(to, backupName(identity.id, now));
  const partial = `${folder}${PARTIAL}`;
  try {
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { mode: 0o700 });
    dropPartials(to, backupName(identity.id, now).slice(0, -20));
    if (existsSync(folder)) throw new DatabaseRefusal(`There is a backup of this second in ${folder}.`);
    await mkdir(partial, { mode: 0o700 });
    const names = await collect(order, work);
    const manifest = await packAll(order, names, { work, partial, directory: identity });
    await readBack(order, partial, manifest);
    await rename(partial, folder);
    return { folder, manifest };
  } catch (error) {
    await dropQuietly(partial);
    throw sentenceOf(error, order);
  } finally {
    await dropQuietly(work);
  }
}

/** A disk that is gone or read-only removes nothing either: the first error says more, and the next backup removes the rest. */
const dropQuietly = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true }).catch(() => undefined);

function refuseUnfitPlace({ directory, to }: BackupOrder): void {
  if (!statSync(to, { throwIfNoEntry: false })?.isDirectory())
    throw new BackupRefusal(
      'placeMissing',
      `The folder ${to} for backups is not there: plug in its disk, connect its share, or make the folder. Nothing was backed up.`,
    );
  if (`${realpathSync(to)}${sep}`.startsWith(`${realpathSync(directory)}${sep}`))
    throw new BackupRefusal(
      'placeMissing',
      `The folder ${to} lies inside the data directory and would be lost with it: name another one.`,
    );
  const needed = statSync(join(directory, DIRECTORY_FILES.database), { throwIfNoEntry: false })?.size ?? 0;
  const room = roomAt(directory);
  if (room < needed)
    throw new BackupRefusal(
      'noRoom',
      `A backup needs ${megabytes(needed)} MB on the disk of ${directory} for a while, and ${megabytes(room)} MB are left: make room there. Nothing was backed up.`,
    );
}

export const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);

/** Bytes that are left on the disk of a folder. */
export function roomAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** A backup that was cut off left a folder behind. */
function dropPartials(to: string, start: string): void {
  for (const name of readdirSync(to))
    if (name.startsWith(start) && name.endsWith(PARTIAL)) rmSync(join(to, name), { recursive: true, force: true });
}

/** Copies the files that belong together: the mark first, because it may be older than the database and never newer. */
async function collect(
  { directory, passphrase, secretsKey }: BackupOrder,
  work: string,
): Promise<StoredFile['name'][]> {
  const names = [DIRECTORY_FILES.mark, DIRECTORY_FILES.identity, DIRECTORY_FILES.key] as const;
  for (const name of names)
    if (existsSync(join(directory, name))) await copyFile(join(directory, name), join(work, name));
  // A key that is kept apart from the data does not come into a file that anybody can read.
  if (passphrase !== null && secretsKey !== null)
    await writeFile(join(work, DIRECTORY_FILES.key), secretsKey, { mode: 0o600 });
  const there = names.filter(name => existsSync(join(work, name)));
  const copy = join(work, DIRECTORY_FILES.database);
  await copyPages(directory, copy);
  const { problems } = await checkIntegrity(copy).result;
  if (problems.length > 0)
    throw new BackupRefusal(
      'damaged',
      `The database of ${directory} is damaged, so no backup was made and earlier ones stay: ${problems.slice(0, 3).join('; ')}. Save what can be read with "npm run data -- export --data ${directory}".`,
    );
  return [...there, DIRECTORY_FILES.database];
}

interface Places {
  readonly work: string;
  readonly partial: string;
  readonly directory: Manifest['directory'];
}

async function packAll(
  { passphrase, program, now }: BackupOrder,
  names: readonly StoredFile['name'][],
  { work, partial, directory }: Places,
): Promise<Manifest> {
  const salt = passphrase === null ? null : newSalt();
  const head = { format: 1 as const, made: now.toISOString(), program, directory, salt, ...factsIn(work) };
  const sealingOf = await sealingsOf(passphrase, head);
  const files: StoredFile[] = [];
  for (const name of names)
    files.push({ name, ...(await pack(join(work, name), join(partial, storedName({ name }, head)), sealingOf(name))) });
  const manifest = { ...head, files };
  await writeFile(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await flush(join(partial, MANIFEST));
  return manifest;
}

/**
 * How each file of a backup is sealed: the key is the same, and takes a fifth of a second to make. Throws `DatabaseRefusal` where a
 * passphrase is wanted and none is given.
 */
export async function sealingsOf(
  passphrase: string | null,
  { made, salt }: Pick<Manifest, 'made' | 'salt'>,
): Promise<(name: string) => Sealing> {
  if (salt === null) return () => null;
  if (passphrase === null) throw new DatabaseRefusal('The backup is encrypted: name its passphrase.');
  const key = await keyOf(passphrase, salt);
  return name => ({ key, bound: `${made} ${name}` });
}

/** Facts by which a person knows a database. */
export type DatabaseFacts = Pick<Manifest, 'schema' | 'commits' | 'sales' | 'receipt'>;

export function factsIn(work: string): DatabaseFacts {
  const reading = openForReading(work);
  try {
    const [facts] = reading
      .prepare<DatabaseFacts>(
        `SELECT (SELECT user_version FROM pragma_user_version) AS schema,
          (SELECT commits FROM commit_mark) AS commits,
          (SELECT count(*) FROM smart_transaction WHERE receipt_number IS NOT NULL) AS sales,
          (SELECT coalesce(max(receipt_number), 0) FROM smart_transaction) AS receipt`,
      )
      .all();
    if (!facts) throw new Error('the database gives no facts');
    return facts;
  } finally {
    reading.close();
  }
}

/** A disk that takes everything and keeps nothing is found now, and not on the bad day. */
async function readBack({ passphrase }: BackupOrder, folder: string, manifest: Manifest): Promise<void> {
  const sealingOf = await sealingsOf(passphrase, manifest);
  for (const file of manifest.files) {
    const read = await unpack(join(folder, storedName(file, manifest)), null, sealingOf(file.name), file.bytes);
    if (read.sha256 !== file.sha256)
      throw new BackupRefusal(
        'placeLies',
        `What was written to ${folder} is not what is read there: use another disk. Nothing was backed up.`,
      );
  }
}

const NO_PLACE = [
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EFBIG',
  'ENOENT',
  'ESTALE',
  'ENOTCONN',
  'EHOSTDOWN',
];

function sentenceOf(error: unknown, { to }: BackupOrder): unknown {
  if (!NO_PLACE.includes(codeOf(error))) return error;
  return new BackupRefusal(
    'placeUnwritable',
    `The backup could not be written to ${to} (${codeOf(error)}): see to room, write permission and the connection of its disk. Earlier backups stay as they are.`,
    { cause: error },
  );
}

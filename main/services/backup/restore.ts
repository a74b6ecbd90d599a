/**
 * Puts a backup back, or only tries it. What was there is kept beside the rest. The restored directory begins new epochs, and a
 * live shop sells nothing before a manager has named the highest number on paper: no number is given twice.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Purpose } from '../../domain/purpose.ts';
import { LOCK_FILES, lock, lockBackup } from '../../files/lock.ts';
import { DatabaseRefusal } from '../../files/refusal.ts';
import { tighten } from '../../files/rights.ts';
import { sqlFunctions } from '../../query/comparable.ts';
import { openDatabase } from '../../store/database.ts';
import { readDirectory } from '../../store/directory.ts';
import { DIRECTORY_FILES, SEALED_KEY } from '../../store/directoryFiles.ts';
import { doubtNumbers, settleQueueHome } from '../../store/queueEpochs.ts';
import { type DatabaseFacts, factsIn, megabytes, roomAt, sealingsOf } from './make.ts';
import { MANIFEST, type Manifest, readManifest, storedName } from './manifest.ts';
import { unpack } from './packing.ts';

export interface RestoreOrder {
  /** Folder of the backup, or a database that an update has kept. */
  readonly from: string;
  readonly passphrase: string | null;
  /** The key of the secrets, where it is kept outside of the directory. */
  readonly secretsKey: string | null;
}

export interface Restored extends DatabaseFacts {
  readonly purpose: Purpose;
  readonly hasKey: boolean;
  /** The folder that keeps what was there before; null where nothing was. */
  readonly before: string | null;
}

/** The manifest of a backup. Throws `DatabaseRefusal` where the folder holds none. */
export function manifestOf(from: string): Manifest {
  const manifest = readManifest(from);
  if (manifest) return manifest;
  throw new DatabaseRefusal(
    `There is no whole backup in ${from}: ${MANIFEST} is missing or damaged. Name the folder of one backup ("npm run data -- backups --to FOLDER" lists them). Nothing was changed.`,
  );
}

/** Unpacks a backup into an empty folder and compares every byte. Throws `DatabaseRefusal`. */
export async function unpackBackup({ from, passphrase }: RestoreOrder, into: string): Promise<Manifest> {
  const manifest = manifestOf(from);
  refuseWithoutRoom(manifest, into);
  const sealingOf = await sealingsOf(passphrase, manifest);
  for (const file of manifest.files) {
    const sealing = sealingOf(file.name);
    const read = await unpack(join(from, storedName(file, manifest)), join(into, file.name), sealing, file.bytes).catch(
      cause => {
        throw new DatabaseRefusal(unreadable(from, file.name, sealing !== null), { cause });
      },
    );
    if (read.sha256 !== file.sha256) throw new DatabaseRefusal(unreadable(from, file.name, false));
  }
  return manifest;
}

function refuseWithoutRoom({ files }: Manifest, into: string): void {
  const needed = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const room = roomAt(into);
  if (room < needed)
    throw new DatabaseRefusal(
      `The backup needs ${megabytes(needed)} MB on the disk of ${into}, and ${megabytes(room)} MB are left: make room there. Nothing was changed.`,
    );
}

const unreadable = (from: string, name: string, isSealed: boolean): string =>
  `${name} of the backup ${from} is damaged${isSealed ? ', or the passphrase is another one' : ''}: take another backup. Nothing was changed.`;

/** Unpacks a backup into a folder of its own for as long as `look` takes, and throws it away. */
export async function rehearse<T>(order: RestoreOrder, look: (directory: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-rehearsal-'));
  try {
    await unpackBackup(order, folder);
    return await look(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts a backup back into a directory that nothing uses. Throws `DatabaseRefusal` and leaves everything as it was. */
export async function restore(order: RestoreOrder, directory: string, now: Date): Promise<Restored> {
  const isDatabase = statSync(order.from, { throwIfNoEntry: false })?.isFile() === true;
  if (isDatabase) refuseStray(order.from, directory);
  else refuseOtherShop(manifestOf(order.from), directory);
  const made = mkdirSync(directory, { recursive: true, mode: 0o700 });
  const isEmpty = readdirSync(directory).length === 0;
  const unlock = lockWhole(directory);
  const staged = join(directory, 'tillbridge.restore');
  let before: string | null = null;
  let isDone = false;
  try {
    rmSync(staged, { recursive: true, force: true });
    mkdirSync(staged, { mode: 0o700 });
    if (isDatabase) stageDatabase(order.from, directory, staged);
    else await unpackBackup(order, staged);
    bringKey(directory, staged);
    const facts = ownFacts(order.from, staged);
    const hasKey = existsSync(join(staged, DIRECTORY_FILES.key));
    await beginAnew(order, staged, now);
    before = moveAside(directory, staged, now);
    for (const name of inOrder(staged)) renameSync(join(staged, name), join(directory, name));
    tighten(directory);
    isDone = true;
    return { ...facts, purpose: readDirectory(directory)?.purpose ?? 'live', hasKey, before };
  } finally {
    rmSync(staged, { recursive: true, force: true });
    unlock();
    // The locks of a place where nothing was are nobody's.
    if (!isDone && isEmpty) for (const name of LOCK_FILES) rmSync(join(directory, name), { force: true });
    if (!isDone && made) removeEmpty(directory, made);
  }
}

/** Removes the folder and those around it, up to the one that was made first. */
function removeEmpty(folder: string, first: string): void {
  if (readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  if (folder !== first) removeEmpty(dirname(folder), first);
}

/** Throws `DatabaseRefusal` for a database of another program. */
function ownFacts(from: string, staged: string): DatabaseFacts {
  try {
    return factsIn(staged);
  } catch (cause) {
    throw new DatabaseRefusal(
      `What ${from} holds is no database of Tillbridge, or a damaged one: take another backup. Nothing was changed.`,
      { cause },
    );
  }
}

/** Neither a bridge nor a backup works with the directory. Gives what ends it. */
function lockWhole(directory: string): () => void {
  const unlock = lock(directory);
  try {
    const unlockBackup = lockBackup(directory);
    return () => {
      unlockBackup();
      unlock();
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A database alone belongs to the directory that it was kept in. Throws `DatabaseRefusal`. */
function refuseStray(file: string, directory: string): void {
  if (!isSqlite(file))
    throw new DatabaseRefusal(
      `${file} is no database, and no folder of a backup: name a folder ("npm run data -- backups --to FOLDER" lists them), or the database that an update has kept. Nothing was changed.`,
    );
  if (!existsSync(join(directory, DIRECTORY_FILES.identity)))
    throw new DatabaseRefusal(
      `${file} is a database without its directory: restore it into the directory that it was kept in. Nothing was changed.`,
    );
}

/** By the first bytes, which every database of SQLite has. */
function isSqlite(file: string): boolean {
  const opened = openSync(file, 'r');
  try {
    const head = Buffer.alloc(16);
    readSync(opened, head, 0, head.length, 0);
    return head.toString('latin1') === 'SQLite format 3\0';
  } finally {
    closeSync(opened);
  }
}

/** The mark beside a database knows of later commits, and stays where it is. */
function stageDatabase(file: string, directory: string, staged: string): void {
  copyFileSync(file, join(staged, DIRECTORY_FILES.database));
  copyFileSync(join(directory, DIRECTORY_FILES.identity), join(staged, DIRECTORY_FILES.identity));
}

/** A backup that may not hold the key is opened with the one that is there. */
function bringKey(directory: string, staged: string): void {
  const key = join(directory, DIRECTORY_FILES.key);
  if (existsSync(key) && !existsSync(join(staged, DIRECTORY_FILES.key)))
    copyFileSync(key, join(staged, DIRECTORY_FILES.key));
}

/**
 * Opens what was unpacked as a start would, so that a backup that this program cannot open replaces nothing, and says in the
 * database itself that numbers are in doubt. The mark goes along with the database, so that the next start knows this place.
 */
async function beginAnew({ secretsKey }: RestoreOrder, staged: string, now: Date): Promise<void> {
  const purpose = readDirectory(staged)?.purpose;
  if (!purpose) throw new DatabaseRefusal('The backup does not say what its directory is for. Nothing was changed.');
  const db = openDatabase(staged, sqlFunctions, undefined, purpose, { secretsKey, now: () => now.getTime() });
  try {
    await db.write(() => doubtNumbers(db, 'restored', now.getTime()));
    await settleQueueHome(db, staged, now.getTime());
  } finally {
    await db.close();
  }
}

function refuseOtherShop({ directory: { id, purpose } }: Manifest, directory: string): void {
  const there = existsSync(directory) ? readDirectory(directory) : null;
  if (there && there.id !== id)
    throw new DatabaseRefusal(
      `The backup is of the directory ${id} (${purpose}), and ${directory} is ${there.id} (${there.purpose}): name an empty directory. Nothing was changed.`,
    );
}

const FILES: readonly string[] = Object.values(DIRECTORY_FILES);

/** The database last: as long as it is missing, a start says that it is gone and sells nothing. */
const inOrder = (staged: string): string[] =>
  readdirSync(staged)
    .filter(name => FILES.includes(name))
    .sort((a, b) => Number(a === DIRECTORY_FILES.database) - Number(b === DIRECTORY_FILES.database));

/** Beside the database, and part of it. */
const LOGS: readonly string[] = [DIRECTORY_FILES.log, 'tillbridge.db-shm'];

/**
 * Gives the folder that keeps what was there; null where nothing was. Everything is copied before the database goes, so that the folder
 * has it whole. Mark, identity and key stay until those of the backup take their place: a start after a cut says that the database is
 * gone, and begins no new one. A sealed key stays where no other one comes.
 */
function moveAside(directory: string, staged: string, now: Date): string | null {
  const brings = inOrder(staged);
  const isThere = (name: string) => existsSync(join(directory, name));
  const removed = [...LOGS, ...(brings.includes(DIRECTORY_FILES.key) ? [SEALED_KEY] : [])].filter(isThere);
  const copied = [...brings.filter(name => name !== DIRECTORY_FILES.database).filter(isThere), ...removed];
  const hasDatabase = isThere(DIRECTORY_FILES.database);
  if (copied.length === 0 && !hasDatabase) return null;
  const folder = join(directory, `lost-${now.toISOString().replace(/[:.]/g, '-')}`);
  mkdirSync(folder, { mode: 0o700 });
  for (const name of copied) copyFileSync(join(directory, name), join(folder, name));
  if (hasDatabase) renameSync(join(directory, DIRECTORY_FILES.database), join(folder, DIRECTORY_FILES.database));
  for (const name of removed) rmSync(join(directory, name));
  return folder;
}

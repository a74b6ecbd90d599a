/**
 * The database as the version before left it: an update keeps it beside the new one, so that the way back to that version loses
 * nothing that was sold before the update.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { DatabaseRefusal, refusalOf } from '../files/refusal.ts';
import { DIRECTORY_FILES } from './directoryFiles.ts';

/** The newest ones stay: the one of this update, and the one of the update before. */
const KEPT = 2;
const NAME = /^tillbridge\.before-update-from-(\d+)\.db$/;

/** Called while nobody else has the database open. Throws `DatabaseRefusal` where there is no room for the copy. */
export function keepBeforeUpdate(sqlite: Sqlite.Database, directory: string, version: number): void {
  const file = join(directory, DIRECTORY_FILES.database);
  // The log moves into the file, which is whole then.
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  refuseWithoutRoom(directory, statSync(file).size);
  const kept = join(directory, `tillbridge.before-update-from-${version}.db`);
  const unfinished = `${kept}.new`;
  try {
    copyFileSync(file, unfinished, constants.COPYFILE_FICLONE);
    flush(unfinished);
    renameSync(unfinished, kept);
  } catch (error) {
    // Half a copy would hold the room that a person makes for the next start.
    rmSync(unfinished, { force: true });
    throw refusalOf(error, unfinished, 'written');
  }
  for (const old of olderCopies(directory)) rmSync(join(directory, old));
}

function refuseWithoutRoom(directory: string, size: number): void {
  const { bavail, bsize } = statfsSync(directory);
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
  if (bavail * bsize > size) return;
  throw new DatabaseRefusal(
    `The new version keeps a copy of the database before it changes it, which needs ${megabytes(size)} MB on the disk of ${directory}; ${megabytes(bavail * bsize)} MB are left. Make room and start again, or install the version before again: nothing was changed.`,
  );
}

function olderCopies(directory: string): readonly string[] {
  const versionOf = (name: string) => Number(NAME.exec(name)?.[1]);
  return readdirSync(directory)
    .filter(name => NAME.test(name))
    .sort((a, b) => versionOf(b) - versionOf(a))
    .slice(KEPT);
}

function flush(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

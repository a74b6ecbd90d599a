/**
 * One bridge for each data directory. The operating system frees the lock when the process ends, however it ends, so a
 * killed bridge leaves no stale one. It is a file of its own, so that backups can read the database while the bridge runs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { DatabaseRefusal, isFull } from './refusal.ts';
import { isShared } from './rights.ts';

const LOCK = 'tillbridge.lock';

const COPY_LOCK = 'tillbridge.copy.lock';

const HOLDER = 'tillbridge.pid';

/** Everything that locks leave in a directory. */
export const LOCK_FILES: readonly string[] = [LOCK, COPY_LOCK, HOLDER];

/** Gives what ends it. Throws `DatabaseRefusal`, and the error of SQLite on a full disk. */
export function lock(directory: string): () => void {
  const holder = join(directory, HOLDER);
  let release: () => void;
  try {
    release = hold(join(directory, LOCK));
  } catch (cause) {
    if (isFull(cause)) throw cause;
    const who = isShared(directory) ? '; it may be that of another person who is signed in to this machine' : '';
    throw new DatabaseRefusal(
      `The data directory ${directory} is in use by another Tillbridge${pidOf(holder)}${who}.`,
      {
        cause,
      },
    );
  }
  try {
    writeFileSync(holder, String(process.pid));
  } catch {
    // On a full disk: who holds it is only said, the lock itself is held.
  }
  return release;
}

/** True while a program works in the directory; nothing is changed there. */
export function isRunning(directory: string): boolean {
  const file = join(directory, LOCK);
  if (!existsSync(file)) return false;
  try {
    hold(file)();
    return false;
  } catch (error) {
    return isBusy(error);
  }
}

/** One backup or restore of a directory at a time: two would write into one folder. Gives what ends it. Throws `DatabaseRefusal`. */
export function lockBackup(directory: string): () => void {
  try {
    return hold(join(directory, COPY_LOCK));
  } catch (cause) {
    if (!isBusy(cause)) throw cause;
    throw new DatabaseRefusal(
      `In ${directory} another backup or restore is under way: wait until it has ended. Nothing was changed.`,
      { cause },
    );
  }
}

const isBusy = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');

/** Throws the error of SQLite where somebody else holds it. */
function hold(name: string): () => void {
  const file = new Sqlite(name, { timeout: 0 });
  try {
    file.pragma('journal_mode = DELETE');
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    throw error;
  }
  return () => {
    file.exec('ROLLBACK');
    file.close();
  };
}

function pidOf(holder: string): string {
  try {
    return ` (process ${readFileSync(holder, 'utf8')})`;
  } catch {
    return '';
  }
}

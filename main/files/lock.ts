/**
 * One bridge for each data directory. The operating system frees the lock when the process ends, however it ends, so a
 * killed bridge leaves no stale one. It is a file of its own, so that backups can read the database while the bridge runs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { DatabaseRefusal } from './refusal.ts';
import { isShared } from './rights.ts';

const LOCK = 'tillbridge.lock';

/** Gives what ends it. Throws `DatabaseRefusal`. */
export function lock(directory: string): () => void {
  const holder = join(directory, 'tillbridge.pid');
  const file = new Sqlite(join(directory, LOCK), { timeout: 0 });
  try {
    file.pragma('journal_mode = DELETE');
    file.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    file.close();
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

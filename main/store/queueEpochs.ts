/**
 * New epochs of the numbers of the queue. Numbers that a restored backup or a copied directory gives again must not be taken
 * for those that were given before, so every till begins a new epoch there.
 */
import { readFileSync, statSync } from 'node:fs';
import { markFile } from './commitMark.ts';
import type { Database } from './database.ts';
import { QUEUE_HOME as HOME, NEW_EPOCHS } from './replace.ts';

/**
 * The machine, and the mark beside the database, which the program makes itself and keeps open: whoever copies a directory
 * makes another file. A copy over the same file is noticed when the database is opened (`isRestored`). Null where there is no
 * mark.
 */
function homeOf(directory: string): string | null {
  const mark = statSync(markFile(directory), { throwIfNoEntry: false, bigint: true });
  return mark ? `${machine()}:${mark.dev}:${mark.ino}` : null;
}

/** Empty where the system has no such id: the file alone decides then. */
function machine(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim();
  } catch {
    return '';
  }
}

/**
 * Compares the place where the database is opened with the place where it was opened last. In another one every till begins
 * a new epoch. True where it did.
 */
export function settleQueueHome(db: Database, directory: string, now: number): Promise<boolean> {
  const known = db.prepare<string>('SELECT value FROM setting WHERE key = ?').pluck();
  const keep = db.prepare('INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  const home = homeOf(directory);
  const before = known.get(HOME);
  if (home === null || before === home) return Promise.resolve(false);
  return db.write(() => {
    keep.run(HOME, home);
    if (before !== undefined) beginEpochs(db, now);
    return before !== undefined;
  });
}

/** Inside a job: what stands here may be older than what was sent from here. `now` in ms since 1970. */
export const beginEpochs = (db: Database, now: number): void =>
  void db.prepare(NEW_EPOCHS).run(Math.floor(now / 1000), 0);

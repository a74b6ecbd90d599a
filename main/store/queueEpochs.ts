/**
 * New epochs of the numbers of the queue. Numbers that a restored backup or a copied directory gives again must not be taken
 * for those that were given before, so every till begins a new epoch there.
 */
import { readFileSync, statSync } from 'node:fs';
import { isRestored, markFile } from './commitMark.ts';
import type { Database } from './database.ts';
import { type DoubtCause, keepNumberDoubt } from './numberDoubt.ts';
import { QUEUE_HOME as HOME, NEW_EPOCHS } from './replace.ts';

/**
 * The machine, and the mark beside the database, which the program makes itself and keeps open: whoever copies a directory
 * makes another file, with another birth where its number was free again. The number of the device says nothing, because a
 * disk may have another one after each start of the machine. A copy over the same file is noticed when the database is opened
 * (`isRestored`). Null where there is no mark.
 */
function homeOf(directory: string): { readonly name: string; readonly isKnownAs: (before: string) => boolean } | null {
  const mark = statSync(markFile(directory), { throwIfNoEntry: false, bigint: true });
  if (!mark) return null;
  const name = `${machine()}:${mark.ino}:born ${mark.birthtimeNs}`;
  // An older version wrote machine, device and number of the file.
  const older = (before: string) =>
    !before.includes(':born ') && before.startsWith(`${machine()}:`) && before.endsWith(`:${mark.ino}`);
  return { name, isKnownAs: before => before === name || older(before) };
}

/** Empty where the system has no such id: the file alone decides then. */
function machine(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** Was the directory restored or copied since it was opened last? For a tool that only reads: the next start will ask for numbers. */
export function isElsewhere({ prepare }: Pick<Database, 'prepare'>, directory: string): boolean {
  const before = prepare<{ value: string }>(`SELECT value FROM setting WHERE key = '${HOME}'`).get()?.value;
  const home = homeOf(directory);
  return before !== undefined && home !== null && (!home.isKnownAs(before) || isRestored(directory));
}

/**
 * Compares the place where the database is opened with the place where it was opened last. In another one, and where the mark is
 * gone, every till begins a new epoch, and nobody knows any more which numbers were given. Gives why, or null.
 */
export function settleQueueHome(db: Database, directory: string, now: number): Promise<DoubtCause | null> {
  const known = db.prepare<string>('SELECT value FROM setting WHERE key = ?').pluck();
  const keep = db.prepare(`INSERT INTO setting (key, value)
    VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`);
  const home = homeOf(directory);
  const before = known.get(HOME);
  if (home === null || before === home.name) return Promise.resolve(null);
  const isElsewhere = before !== undefined && !home.isKnownAs(before);
  const cause = db.isMarkGone ? 'markGone' : isElsewhere ? 'restored' : null;
  return db.write(() => {
    keep.run(HOME, home.name);
    if (cause) doubtNumbers(db, cause, now);
    return cause;
  });
}

/**
 * Inside a job: numbers may have been given that this database does not know. Every till begins a new epoch, and in a live shop no
 * number is given before a person has said which one was the highest (`numberDoubt.ts`). `now` in ms since 1970.
 */
export function doubtNumbers(db: Database, cause: DoubtCause, now: number): void {
  beginEpochs(db, now);
  if (db.directory?.purpose === 'live') keepNumberDoubt(db, cause, now);
}

/** Inside a job: what stands here may be older than what was sent from here. `now` in ms since 1970. */
const beginEpochs = (db: Database, now: number): void => void db.prepare(NEW_EPOCHS).run(Math.floor(now / 1000), 0);

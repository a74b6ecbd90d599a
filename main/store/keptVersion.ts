/**
 * The data of a stopped bridge as they are before a newer version works with them, and the way back to them. They are put back in
 * place, byte for byte, only where the newer version has booked nothing: what was sold is never missing.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { lock } from '../files/lock.ts';
import { DatabaseRefusal } from '../files/refusal.ts';
import { markFile, openMark, readMark } from './commitMark.ts';
import { writeDurably } from './directory.ts';
import { DIRECTORY_FILES } from './directoryFiles.ts';

type Say = (line: string) => void;

const FOLDER = 'before-update';
const FACTS = 'facts.json';
/** There from the first byte that is put back to the last. */
const PUTTING_BACK = 'putting-back';
const SOLD = 3;

/** Each of them grows with everything that is booked, changed by a person, or asked of a terminal. */
const BOOKS = [
  ...['smart_transaction', 'change', 'intent', 'payment_transaction', 'loyalty_booking', 'cash_shift', 'cash_movement'],
  ...['cash_count', 'drawer_opening', 'day_end', 'z_report', 'audit_entry', 'queue_record', 'terminal_journal'],
] as const;

interface Facts {
  /** The version that comes. */
  readonly version: string;
  readonly schema: number;
  readonly books: string;
}

/** Throws `DatabaseRefusal`. */
export function keepVersion(directory: string, version: string, say: Say): number {
  return locked(directory, () => {
    const [database, folder] = [join(directory, DIRECTORY_FILES.database), join(directory, FOLDER)];
    const facts: Facts = { version, ...factsOf(directory) };
    forget(folder);
    refuseWithoutRoom(directory, statSync(database).size);
    try {
      mkdirSync(folder, { mode: 0o700 });
      copied(database, join(folder, DIRECTORY_FILES.database));
      copied(markFile(directory), join(folder, DIRECTORY_FILES.mark));
      writeDurably(join(folder, FACTS), JSON.stringify(facts));
    } catch (error) {
      // Half a copy would take the room that the till needs to sell.
      forget(folder);
      throw error;
    }
    say(`kept before version ${version}: ${folder}`);
    return 0;
  });
}

/** 0 the data are as before that version, 3 it has booked something and everything stays. Throws `DatabaseRefusal`. */
export function goBack(directory: string, version: string, say: Say): number {
  return locked(directory, () => {
    const folder = join(directory, FOLDER);
    const kept = readFacts(folder);
    if (kept?.version !== version) {
      say('nothing was kept before that version, and nothing is put back');
      return 0;
    }
    if (!existsSync(join(folder, PUTTING_BACK))) {
      const now = factsOf(directory);
      if (now.schema === kept.schema) {
        forget(folder);
        say('the data fit the version before');
        return 0;
      }
      if (now.books !== kept.books) {
        say(`version ${version} has booked something: its data stay`);
        return SOLD;
      }
      writeDurably(join(folder, PUTTING_BACK), '');
    }
    for (const end of ['-wal', '-shm']) rmSync(join(directory, `${DIRECTORY_FILES.database}${end}`), { force: true });
    // In place: the same files, so nothing takes them for copies of another machine.
    copied(join(folder, DIRECTORY_FILES.database), join(directory, DIRECTORY_FILES.database));
    writeFileSync(markFile(directory), readFileSync(join(folder, DIRECTORY_FILES.mark)));
    const mark = openMark(directory, error => {
      if (error !== null) throw error;
    });
    const found = readMark(directory);
    if (found) mark.write(found);
    mark.release();
    forget(folder);
    say('the data are those of before that version');
    return 0;
  });
}

function locked(directory: string, work: () => number): number {
  const release = lock(directory);
  try {
    return work();
  } finally {
    release();
  }
}

/** The log moves into the database, which is whole then. */
function factsOf(directory: string): Omit<Facts, 'version'> {
  const sqlite = new Sqlite(join(directory, DIRECTORY_FILES.database), { fileMustExist: true });
  try {
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    const books = BOOKS.map(table => {
      try {
        return sqlite.prepare(`SELECT count(*), max(rowid) FROM "${table}"`).raw().get();
      } catch {
        // A version that has another table has other books.
        return null;
      }
    });
    return { schema: Number(sqlite.pragma('user_version', { simple: true })), books: JSON.stringify(books) };
  } finally {
    sqlite.close();
  }
}

function readFacts(folder: string): Facts | null {
  try {
    return JSON.parse(readFileSync(join(folder, FACTS), 'utf8'));
  } catch {
    return null;
  }
}

/** The facts go first: without them nothing is put back. */
function forget(folder: string): void {
  rmSync(join(folder, FACTS), { force: true });
  rmSync(folder, { recursive: true, force: true });
}

function copied(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const handle = openSync(to, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

function refuseWithoutRoom(directory: string, size: number): void {
  const { bavail, bsize } = statfsSync(directory);
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
  // The new version keeps a copy, too, where it changes the database.
  if (bavail * bsize > 2 * size) return;
  throw new DatabaseRefusal(
    `Before an update the data are kept twice, which needs ${megabytes(2 * size)} MB on the disk of ${directory}; ${megabytes(bavail * bsize)} MB are left.`,
  );
}

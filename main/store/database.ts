/**
 * The one SQLite file of the bridge, and the only place that imports SQLite. Opening it locks the data directory,
 * checks that commits are durable, and brings the schema up to date.
 */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { ofThisRequest } from '../requestContext.ts';
import { createGroupCommit, type GroupCommit } from './groupCommit.ts';
import { createReaderThread, type ReaderThread } from './readerThread.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

export interface Database {
  /** Compiles a statement; do it once, where the store is created. */
  prepare<Row = unknown>(sql: string): Statement<Row>;
  /**
   * Runs `job` inside the next commit, together with all other jobs of this turn of the event loop, and resolves when
   * the commit is on disk. What the job throws undoes its own changes only and rejects the promise.
   */
  write<T>(job: () => T): Promise<T>;
  /** Called inside a job: `action` runs once the commit held, and never if it did not. */
  afterCommit(action: () => void): void;
  /** How many commits there have been: what was read at the same number is still true. */
  commits(): number;
  /** Makes a function known to SQL. */
  define(name: string, implementation: (value: never) => unknown): void;
  /** The rows of a query as they are now, for as long as it takes to read them: others may write meanwhile. */
  snapshot<Row>(sql: string, params: readonly Bindable[]): Snapshot<Row>;
  /** The only column of every row, of each question, read by a thread while others go on. Throws `TooMuchToRead`. */
  readApart: ReaderThread['ask'];
  /** Bytes written and not yet moved into the main file: open snapshots keep them there. */
  logSize(): number;
  /** Writes a whole copy, as of the last commit, into a new file. */
  copyTo(file: string): void;
  /**
   * Puts the contents of such a copy in the place of everything, in one commit; only what tells of the past stays. Who
   * remembers what was stored hears of it by `onReplaced`. `check` is asked when nothing can come in between any more; what
   * it throws leaves everything as it is.
   */
  replaceBy(file: string, check: () => void): Promise<void>;
  onReplaced(listener: () => void): void;
  /** Waits for the commits under way, then closes file and lock. */
  close(): Promise<void>;
}

/** Has a connection of its own, so it must be closed; reading to the end does that, too. */
export interface Snapshot<Row> {
  /** The next rows, fewer than asked for at the end. */
  take(count: number): Row[];
  close(): void;
}

export type Bindable = string | number | bigint | Buffer | null;

export interface Statement<Row> {
  get(...params: readonly Bindable[]): Row | undefined;
  all(...params: readonly Bindable[]): Row[];
  iterate(...params: readonly Bindable[]): IterableIterator<Row>;
  run(...params: readonly Bindable[]): { changes: number; lastInsertRowid: number | bigint };
  /** Rows as their first column alone. */
  pluck(): Statement<Row>;
}

/** Why the database cannot be used; the sentence is meant for the person who starts the program. */
export class DatabaseRefusal extends Error {}

const FILE = 'tillbridge.db';
const LOCK = 'tillbridge.lock';

/** Nobody was named who hears of it: it ends the program, as other defects do. */
const asDefect = (error: unknown): void =>
  void setImmediate(() => {
    throw error;
  });

/**
 * Opens (or creates) the database in `directory`. `failed` hears what goes wrong after a commit that held. Throws
 * `DatabaseRefusal` with one clear sentence.
 */
export function openDatabase(
  directory: string,
  functions: Readonly<Record<string, (value: never) => unknown>> = {},
  failed: (error: unknown) => void = asDefect,
): Database {
  makeDirectory(directory);
  const unlock = lock(directory);
  let sqlite: Sqlite.Database | null = null;
  try {
    sqlite = new Sqlite(join(directory, FILE));
    makeDurable(sqlite);
    for (const [name, implementation] of Object.entries(functions)) define(sqlite, name, implementation);
    migrate(sqlite);
    return database(sqlite, createGroupCommit(sqlite, failed), unlock, createSnapshots(sqlite, functions));
  } catch (error) {
    sqlite?.close();
    unlock();
    throw refusalOf(error, join(directory, FILE));
  }
}

/**
 * Reads another database as it is now: it is neither locked nor written, and may be in use. Null where there is none.
 * Throws `DatabaseRefusal`.
 */
export function readElsewhere<T>(directory: string, read: (rows: <Row>(sql: string) => Row[]) => T): T | null {
  const file = join(directory, FILE);
  if (!existsSync(file)) return null;
  try {
    const sqlite = new Sqlite(file, { readonly: true });
    try {
      return sqlite.transaction(() => read(<Row>(sql: string) => sqlite.prepare(sql).all() as Row[]))();
    } finally {
      sqlite.close();
    }
  } catch (error) {
    throw refusalOf(error, file, 'read');
  }
}

function makeDirectory(directory: string) {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new DatabaseRefusal(`The data directory ${directory} cannot be used (${code}).`, { cause });
  }
}

/** What the person at the keyboard can do something about, as a sentence. */
function refusalOf(error: unknown, file: string, wish = 'written'): unknown {
  const { code = '' } = error as { code?: string };
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
    return new DatabaseRefusal(`The file ${file} is damaged or not a database of Tillbridge (${code}).`, {
      cause: error,
    });
  if (/^SQLITE_(CANTOPEN|READONLY|IOERR|FULL)/.test(code))
    return new DatabaseRefusal(`The file ${file} cannot be ${wish} (${code}).`, { cause: error });
  return error;
}

function database(sqlite: Sqlite.Database, commits: GroupCommit, unlock: () => void, snapshots: Snapshots): Database {
  const replaced = new Set<() => void>();
  const reader = createReaderThread(sqlite.name);
  return {
    prepare: <Row>(sql: string) => sqlite.prepare(sql) as unknown as Statement<Row>,
    write: job => commits.write(ofThisRequest(job)),
    afterCommit: commits.afterCommit,
    commits: commits.commits,
    define: (name, implementation) => define(sqlite, name, implementation),
    snapshot: snapshots.open,
    readApart: reader.ask,
    logSize: () => statSync(`${sqlite.name}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    copyTo: file => void sqlite.prepare('VACUUM INTO ?').run(file),
    async replaceBy(file, check) {
      await commits.drain();
      check();
      replaceContents(sqlite, file);
      // Counts as a commit: what was read before is no longer true.
      await commits.write(() => undefined);
      for (const listener of replaced) listener();
    },
    onReplaced: listener => void replaced.add(listener),
    async close() {
      await commits.drain();
      await reader.close();
      snapshots.closeAll();
      sqlite.close();
      unlock();
    },
  };
}

/** The log of changes goes on, so that its numbers never repeat; so do the journal of requests, and who is signed in. */
const GOES_ON = /^(change|parked_change|token|journal.*)$/;

function replaceContents(sqlite: Sqlite.Database, file: string) {
  sqlite.prepare('ATTACH ? AS copy').run(file);
  try {
    const version = (of: string) => Number(sqlite.pragma(`${of}.user_version`, { simple: true }));
    if (version('main') !== version('copy'))
      throw new DatabaseRefusal(`The copy ${file} was made by another version of the program.`);
    sqlite.transaction(copyContents)(sqlite);
  } finally {
    sqlite.exec('DETACH copy');
  }
}

/** Triggers are for single changes; here they would count every row twice. */
function copyContents(sqlite: Sqlite.Database) {
  const named = (type: string) =>
    sqlite
      .prepare<[string], { name: string; sql: string }>(
        "SELECT name, sql FROM main.sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite_%'",
      )
      .all(type);
  const triggers = named('trigger');
  sqlite.pragma('defer_foreign_keys = ON');
  for (const { name } of triggers) sqlite.exec(`DROP TRIGGER "${name}"`);
  for (const { name } of named('table').filter(table => !GOES_ON.test(table.name))) {
    const columns = writableColumns(sqlite, name);
    sqlite.exec(`DELETE FROM main."${name}"`);
    sqlite.exec(`INSERT INTO main."${name}" (${columns}) SELECT ${columns} FROM copy."${name}"`);
  }
  for (const { sql } of triggers) sqlite.exec(sql);
  sqlite.exec(NOBODYS_TOKENS);
}

/** Of a client or a person that is not there any more. */
const NOBODYS_TOKENS = `DELETE FROM token
  WHERE client NOT IN (SELECT id FROM client) OR staff NOT IN (SELECT id FROM staff)`;

/** All but those the database computes by itself. */
const writableColumns = (sqlite: Sqlite.Database, table: string): string =>
  sqlite
    .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => `"${name}"`)
    .join(', ');

function define(sqlite: Sqlite.Database, name: string, implementation: (value: never) => unknown) {
  sqlite.function(name, { deterministic: true }, implementation as (...values: unknown[]) => unknown);
}

/**
 * The operating system frees this lock when the process ends, however it ends, so a killed bridge leaves no stale one.
 * It is a file of its own, so that backups can read the database while the bridge runs.
 */
function lock(directory: string): () => void {
  const holder = join(directory, 'tillbridge.pid');
  const file = new Sqlite(join(directory, LOCK), { timeout: 0 });
  try {
    file.pragma('journal_mode = DELETE');
    file.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    file.close();
    throw new DatabaseRefusal(`The data directory ${directory} is in use by another Tillbridge${pidOf(holder)}.`, {
      cause,
    });
  }
  writeFileSync(holder, String(process.pid));
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

/** A commit that was answered must survive a power cut: write-ahead log, and every commit flushed to the disk. */
function makeDurable(sqlite: Sqlite.Database) {
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  // A checkpoint costs two more flushes; 16 MiB of log are read in no time at the next start.
  sqlite.pragma('wal_autocheckpoint = 4000');
  // What a long snapshot made of the log is given back.
  sqlite.pragma('journal_size_limit = 67108864');
  const readBack = [
    sqlite.pragma('journal_mode', { simple: true }),
    sqlite.pragma('synchronous', { simple: true }),
    sqlite.pragma('foreign_keys', { simple: true }),
  ];
  if (readBack.join() !== 'wal,2,1')
    throw new DatabaseRefusal(
      `The database cannot be made durable here (journal, synchronous, foreign keys: ${readBack.join(', ')}).`,
    );
}

interface Migration {
  readonly number: number;
  readonly file: string;
}

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** Numbered files, each in a transaction of its own; `user_version` says how far the file has come. */
function migrate(sqlite: Sqlite.Database) {
  const version = Number(sqlite.pragma('user_version', { simple: true }));
  const all = migrations();
  const newest = all.at(-1)?.number ?? 0;
  if (version > newest)
    throw new DatabaseRefusal(
      `The database was written by a newer Tillbridge (schema ${version}, this program knows ${newest}). Install the newer version again.`,
    );
  for (const { number, file } of all.filter(migration => migration.number > version)) {
    const sql = readFileSync(join(MIGRATIONS, file), 'utf8');
    sqlite.transaction(() => {
      sqlite.exec(sql);
      sqlite.pragma(`user_version = ${number}`);
    })();
  }
}

const migrations = (): readonly Migration[] =>
  readdirSync(MIGRATIONS)
    .filter(file => /^\d{4}-.*\.sql$/.test(file))
    .sort()
    .map(file => ({ number: Number.parseInt(file, 10), file }));

/**
 * The one SQLite file of the bridge, and the only place that imports SQLite. Opening it locks the data directory,
 * checks that commits are durable, and brings the schema up to date.
 */

import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Purpose } from '../domain/purpose.ts';
import { lock } from '../files/lock.ts';
import { codeOf, DatabaseRefusal, isUnwritable, refusalOf } from '../files/refusal.ts';
import { isShared, tighten } from '../files/rights.ts';
import { BridgeError } from '../world/errors.ts';
import { bindToRequest } from '../world/requestContext.ts';
import { noVault, type Vault } from '../world/vault.ts';
import { keepBeforeUpdate } from './beforeUpdate.ts';
import { countCommits, NOT_COUNTED } from './commitCount.ts';
import { type CommitMark, keepingMark, type MarkedLink, readMark } from './commitMark.ts';
import type { CommitTimes } from './commitTimes.ts';
import { type DirectoryIdentity, noteDatabase, openDirectory } from './directory.ts';
import { DIRECTORY_FILES } from './directoryFiles.ts';
import { keepInMemory, makeDurable, probeWhileUnwritable } from './durability.ts';
import { keepEmptyDatabase, placeEmptyDatabase } from './emptyDatabase.ts';
import { createGroupCommit, type GroupCommit } from './groupCommit.ts';
import { LazyStatement } from './lazyStatement.ts';
import { findLoss, goneSentence, isGone, isMarkGone, keepEvidence } from './loss.ts';
import { migrate } from './migrate.ts';
import { createReaderThread, type ReaderThread } from './readerThread.ts';
import { openReadOnly } from './readOnly.ts';
import { createTableWatch, type TableWatch } from './rememberedReads.ts';
import { replaceContents } from './replace.ts';
import { couldHelp, giveUpPiece, Reserve } from './reserve.ts';
import { createRisks, type Risks } from './risks.ts';
import { createSnapshots } from './snapshots.ts';
import type { Bindable, Snapshot, Statement } from './statement.ts';
import { knownOf, readElsewhere, storedOf } from './unlockedReading.ts';
import { openVault } from './vault.ts';

export { DatabaseRefusal } from '../files/refusal.ts';

export interface Database {
  /** Identity of its directory; null where it was opened for any. */
  readonly directory: DirectoryIdentity | null;
  /** Every change is refused: something is missing or cannot be written, or it was asked for. */
  readonly readOnly: boolean;
  /** The database counts its commits, and the mark beside it is gone or cannot be read: nobody can say whether something is missing. */
  readonly isMarkGone: boolean;
  /** The time at which the newest commit was confirmed, by the mark as it was found; null where the mark says nothing. Ms since 1970. */
  readonly newestCommit: number | null;
  /** The program that wrote it before was not closed in order. */
  readonly afterCrash: boolean;
  /** The risks to money or data now. */
  readonly risks: Risks;
  /** Seals what must not be readable in a copy of the database. */
  readonly vault: Vault;
  /** Compiles a statement; do it once, where the store is created. */
  prepare<Row = unknown>(sql: string): Statement<Row>;
  /**
   * Runs `job` inside the next commit, together with all other jobs of this turn of the event loop, and resolves when
   * the commit is on disk. What the job throws undoes its own changes only and rejects the promise.
   */
  write<T>(job: () => T): Promise<T>;
  /** Called inside a job: `action` runs once the commit held, and never if it did not. */
  afterCommit(action: () => void): void;
  /** Called inside a job: `action` is its last work, once for each `key`, the newest one counts. */
  atEnd(key: string, action: () => void): void;
  /** Called inside a job that added a link to the chain of closed sales: the mark shows it once the commit held. */
  linkAdded(): void;
  /** Newest link the mark showed at the opening: a chain without it was cut off. */
  readonly markedLink: MarkedLink | null;
  /** How many commits there have been: what was read at the same number is still true. */
  commits(): number;
  /** How long commits took; none where nothing is written. */
  readonly commitTimes: () => CommitTimes;
  /** For what is remembered of a table (`rememberedReads.ts`). */
  readonly follow: TableWatch['follow'];
  /** Makes a function known to SQL. */
  define(name: string, implementation: (value: never) => unknown): void;
  /** The rows of a query as they are now, for as long as it takes to read them: others may write meanwhile. */
  snapshot<Row>(sql: string, params: readonly Bindable[]): Snapshot<Row>;
  /** The only column of every row, of each question, read by a thread while others go on. Throws `TooMuchToRead`. */
  readApart: ReaderThread['ask'];
  /** The same by a second thread, for what the bridge counts of its own accord. */
  countApart: ReaderThread['ask'];
  /** Bytes written and not yet moved into the main file: open snapshots keep them there. */
  logSize(): number;
  /** Writes a whole copy, as of the last commit, into a new file. */
  copyTo(file: string): void;
  /**
   * Puts the contents of such a copy in the place of everything, in one commit; only records of the past stay. Who
   * remembers what was stored hears of it by `onReplaced`. `check` is asked when nothing can come in between any more; what
   * it throws leaves everything as it is.
   */
  replaceBy(file: string, check: () => void): Promise<void>;
  onReplaced(listener: () => void): void;
  /** Waits for the commits under way, then closes file and lock. */
  close(): Promise<void>;
}

const FILE = DIRECTORY_FILES.database;

/** Nobody was named who hears of it: it ends the program, as other defects do. */
const asDefect = (error: unknown): void =>
  void setImmediate(() => {
    throw error;
  });

/** How a database is opened beside its purpose. */
export interface Opening {
  /** Reads only, whatever could be written. */
  readonly readOnly?: boolean;
  /** A person knows what is missing and goes on with what is there. */
  readonly acceptLoss?: boolean;
  /** The key of the secrets, where it does not lie in the directory. */
  readonly secretsKey?: string | null;
  /** ms since 1970, for the mark; left out: the clock of the machine. */
  readonly now?: () => number;
}

type Functions = Readonly<Record<string, (value: never) => unknown>>;

/**
 * Opens (or creates) the database in `directory`. `failed` hears what goes wrong after a commit that held. The directory
 * keeps its `purpose` for ever; without one it is opened for whatever it is, which is for tools. A database from which
 * something is missing, or that cannot be written, is opened for reading. Throws `DatabaseRefusal` or `DirectoryRefusal`
 * with one clear sentence.
 */
export function openDatabase(
  directory: string,
  functions: Functions = {},
  failed: (error: unknown) => void = asDefect,
  purpose: Purpose | null = null,
  how: Opening = {},
): Database {
  makeDirectory(directory);
  for (;;) {
    try {
      return openOnce(directory, functions, failed, purpose, how);
    } catch (error) {
      if (!giveUpPiece(directory, error)) throw refusalOf(error, join(directory, FILE));
    }
  }
}

function openOnce(
  directory: string,
  functions: Functions,
  failed: (error: unknown) => void,
  purpose: Purpose | null,
  how: Opening,
): Database {
  const unlock = lock(directory);
  try {
    if (purpose !== null) keepingMark(directory, () => tighten(directory));
    const database = openLocked(directory, functions, failed, purpose, how, unlock);
    // SQLite makes its files by rights of its own.
    if (purpose !== null && isShared(directory)) tighten(directory);
    return database;
  } catch (error) {
    unlock();
    throw error;
  }
}

function openLocked(
  directory: string,
  functions: Functions,
  failed: (error: unknown) => void,
  purpose: Purpose | null,
  how: Opening,
  unlock: () => void,
): Database {
  const file = join(directory, FILE);
  const risks = createRisks();
  const mark = purpose && readMark(directory);
  const isThere = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (purpose && !isThere && !how.acceptLoss && isGone(directory, mark))
    throw new DatabaseRefusal(goneSentence(directory, mark));
  const identity = purpose && openDirectory(directory, purpose, () => readElsewhere(directory, knownOf(purpose)));
  const vaultOf = (check: string | null) => (identity ? openVault(directory, how.secretsKey ?? null, check) : noVault);
  const stored = identity && isThere ? readElsewhere(directory, storedOf) : null;
  const isMarkMissing = identity !== null && isMarkGone(identity, mark, stored);
  const now = how.now ?? Date.now;
  const common = {
    directory: identity,
    risks,
    unlock,
    functions,
    failed,
    mark,
    vaultOf,
    isMarkGone: isMarkMissing,
    now,
  };
  const reading = () => readingDatabase(openReadOnly(file), common);
  if (how.readOnly) {
    risks.raise('readOnly', 'asked for at the start');
    return reading();
  }
  const loss = identity && isThere && !how.acceptLoss ? findLoss(identity, mark, stored) : null;
  if (loss) {
    risks.raise(loss.kind, loss.details);
    return readingWhatIsLeft(reading, risks);
  }
  if (how.acceptLoss) keepEvidence(directory, new Date());
  try {
    return writingDatabase(file, common);
  } catch (error) {
    if (!isUnwritable(error) || couldHelp(directory, error)) throw error;
    risks.raise('readOnly', codeOf(error));
    return reading();
  }
}

/** A loss can leave so little that there is nothing to read; the sentence is about the loss then. */
function readingWhatIsLeft(reading: () => Database, risks: Risks): Database {
  try {
    return reading();
  } catch (error) {
    const [loss] = risks.all();
    if (!loss || !(error instanceof DatabaseRefusal)) throw error;
    throw new DatabaseRefusal(`${loss.cause.en} ${loss.details}. ${loss.cure.en}`, { cause: error });
  }
}

interface Common {
  readonly directory: DirectoryIdentity | null;
  readonly risks: Risks;
  readonly unlock: () => void;
  readonly functions: Functions;
  readonly failed: (error: unknown) => void;
  readonly mark: CommitMark | null;
  readonly vaultOf: (check: string | null) => Vault;
  readonly isMarkGone: boolean;
  readonly now: () => number;
}

/** A database over a connection that is set up, migrated and closed elsewhere, such as one that lies in memory. No directory belongs to it. */
export function databaseOver(sqlite: Sqlite.Database): Database {
  const common = {
    ...{ directory: null, risks: createRisks(), unlock: () => undefined, functions: {}, failed: asDefect },
    ...{ mark: null, vaultOf: () => noVault, isMarkGone: false, now: Date.now },
  };
  const commits = createGroupCommit(sqlite, asDefect);
  const { linkAdded, times } = NOT_COUNTED;
  return database(sqlite, common, {
    commits,
    vault: noVault,
    linkAdded,
    times,
    end: () => undefined,
    afterCrash: false,
  });
}

function writingDatabase(file: string, common: Common): Database {
  const { directory, functions, failed, risks, unlock, mark } = common;
  placeEmptyDatabase(file);
  const sqlite = new Sqlite(file);
  try {
    makeDurable(sqlite);
    for (const [name, implementation] of Object.entries(functions)) define(sqlite, name, implementation);
    const keep = (version: number) => keepBeforeUpdate(sqlite, join(file, '..'), version);
    if (migrate(sqlite, directory?.purpose === 'live' ? keep : undefined)) keepEmptyDatabase(sqlite);
    keepInMemory(sqlite);
    const vault = common.vaultOf(checkIn(sqlite));
    if (vault.check !== null) sqlite.prepare(KEEP_CHECK).run(vault.check);
    const counting = directory
      ? countCommits(sqlite, directory, { folder: join(file, '..'), risks, now: common.now })
      : NOT_COUNTED;
    if (directory) noteDatabase(join(file, '..'), directory);
    const reserve = directory?.purpose === 'live' ? new Reserve(join(file, '..'), risks) : null;
    const commits = createGroupCommit(sqlite, failed, counting.observer, reserve?.giveUp);
    const probe = () => commits.write(() => void sqlite.prepare(TOUCH).run()).catch(() => undefined);
    const probing = probeWhileUnwritable(risks, probe);
    const end = () => {
      probing();
      reserve?.stop();
      sqlite.close();
      counting.close();
      unlock();
    };
    return database(sqlite, common, {
      commits,
      vault,
      linkAdded: counting.linkAdded,
      times: counting.times,
      end,
      afterCrash: mark?.clean === false,
    });
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function readingDatabase(sqlite: Sqlite.Database, common: Common): Database {
  for (const [name, implementation] of Object.entries(common.functions)) define(sqlite, name, implementation);
  const commits = createGroupCommit(sqlite, common.failed);
  const end = () => {
    sqlite.close();
    common.unlock();
  };
  const vault = vaultForReading(sqlite, common);
  const reading = database(sqlite, common, { ...NOT_COUNTED, commits, vault, end, afterCrash: false });
  return {
    ...reading,
    markedLink: reading.markedLink,
    readOnly: true,
    write: job => reading.write(job).catch(refuseChange),
    replaceBy: () => Promise.reject(readOnlyError()),
  };
}

/** By this it is found out whether the key is the right one; null as long as nothing was sealed. */
const checkIn = (sqlite: Sqlite.Database): string | null =>
  sqlite.prepare<[], string>("SELECT value FROM setting WHERE key = 'secrets_check'").pluck().get() ?? null;

const KEEP_CHECK = "INSERT INTO setting (key, value) VALUES ('secrets_check', ?) ON CONFLICT DO NOTHING";

/** Sales and receipts can be read without it. */
function vaultForReading(sqlite: Sqlite.Database, { vaultOf }: Common): Vault {
  try {
    return vaultOf(checkIn(sqlite));
  } catch (error) {
    if (error instanceof DatabaseRefusal) return noVault;
    throw error;
  }
}

const readOnlyError = (): BridgeError => new BridgeError('readOnly', 'the database is opened for reading only');

function refuseChange(error: unknown): never {
  throw codeOf(error) === 'SQLITE_READONLY' ? readOnlyError() : error;
}

const TOUCH = 'UPDATE commit_mark SET commits = commits';

function makeDirectory(directory: string) {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o770 });
    accessSync(directory, constants.W_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new DatabaseRefusal(`The data directory ${directory} cannot be used (${code}).`, { cause });
  }
}

interface Kept {
  readonly times: () => CommitTimes;
  readonly commits: GroupCommit;
  readonly linkAdded: () => void;
  readonly end: () => void;
  readonly afterCrash: boolean;
  readonly vault: Vault;
}

function database(sqlite: Sqlite.Database, common: Common, kept: Kept): Database {
  const { commits, linkAdded, times, end, afterCrash, vault } = kept;
  const replaced = new Set<() => void>();
  const snapshots = createSnapshots(sqlite, common.functions);
  let marked = common.mark?.directory === common.directory?.id ? (common.mark?.link ?? null) : null;
  const [reader, counter] = [createReaderThread(sqlite.name), createReaderThread(sqlite.name)];
  return {
    directory: common.directory,
    readOnly: false,
    isMarkGone: common.isMarkGone,
    newestCommit: common.mark?.directory === common.directory?.id ? (common.mark?.at ?? null) : null,
    afterCrash,
    risks: common.risks,
    vault,
    get markedLink() {
      return marked;
    },
    atEnd: commits.atEnd,
    linkAdded,
    prepare: <Row>(sql: string) => new LazyStatement<Row>(sqlite, sql),
    write: job => commits.write(bindToRequest(job)),
    afterCommit: commits.afterCommit,
    commits: commits.commits,
    commitTimes: times,
    follow: createTableWatch(sqlite).follow,
    define: (name, implementation) => define(sqlite, name, implementation),
    snapshot: snapshots.open,
    readApart: reader.ask,
    countApart: counter.ask,
    logSize: () => statSync(`${sqlite.name}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    copyTo: file => void sqlite.prepare('VACUUM INTO ?').run(file),
    async replaceBy(file, check) {
      await commits.drain();
      check();
      replaceContents(sqlite, file);
      marked = null;
      // Counts as a commit: what was read before is no longer true.
      await commits.write(() => {
        sqlite.prepare(TOUCH).run();
        linkAdded();
      });
      for (const listener of replaced) listener();
    },
    onReplaced: listener => void replaced.add(listener),
    async close() {
      await commits.drain();
      await Promise.all([reader.close(), counter.close()]);
      snapshots.closeAll();
      end();
    },
  };
}

function define(sqlite: Sqlite.Database, name: string, implementation: (value: never) => unknown) {
  sqlite.function(name, { deterministic: true }, implementation as (...values: unknown[]) => unknown);
}

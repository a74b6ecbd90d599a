/** The reading of a database without lock and without change: it may be in use by another program, or damaged. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Purpose } from '../domain/purpose.ts';
import { DatabaseRefusal, refusalOf } from '../files/refusal.ts';
import { demoIds } from '../world/demoIds.ts';
import { readMark } from './commitMark.ts';
import type { DirectoryIdentity } from './directory.ts';
import { DIRECTORY_FILES } from './directoryFiles.ts';
import { goneSentence, isGone, type Stored } from './loss.ts';
import type { Statement } from './statement.ts';

const FILE = DIRECTORY_FILES.database;

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

type Rows = <Row>(sql: string) => Row[];

const hasTable = (rows: Rows, name: string): boolean =>
  rows(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '${name}'`).length > 0;

/** The row that counts commits; null in a database of an older version. */
export const storedOf = (rows: Rows): Stored | null =>
  hasTable(rows, 'commit_mark')
    ? (rows<Stored>('SELECT directory, purpose, made, commits FROM commit_mark')[0] ?? null)
    : null;

/**
 * The identity of a database that has no file beside it. Demo data is never live; a training holds it as well, so
 * between the two the caller decides. An empty database has no purpose yet.
 */
export const knownOf =
  (asked: Purpose) =>
  (rows: Rows): Partial<DirectoryIdentity> | null => {
    const stored = storedOf(rows);
    if (stored?.directory) {
      const { directory, purpose, made } = stored;
      return { id: directory, purpose: purpose as Purpose, made: made ?? '' };
    }
    if (!hasTable(rows, 'merchant') || rows('SELECT id FROM merchant LIMIT 1').length === 0) return null;
    const demo = rows(`SELECT id FROM merchant WHERE id = '${demoIds.merchant}'`).length > 0;
    if (!demo) return { purpose: 'live' };
    return asked === 'live' ? { purpose: 'demo' } : null;
  };

/** Reads a database that may be in use or damaged, without lock and without change. Throws `DatabaseRefusal`. */
export interface Reading {
  readonly file: string;
  prepare<Row = unknown>(sql: string): Statement<Row>;
  close(): void;
}

export function openForReading(directory: string, salvage = false): Reading {
  const { file, sqlite } = openedForReading(directory, salvage);
  return {
    file,
    prepare: <Row>(sql: string) => sqlite.prepare(sql) as unknown as Statement<Row>,
    close: () => void sqlite.close(),
  };
}

function openedForReading(directory: string, salvage = false) {
  const file = join(directory, FILE);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) throw new DatabaseRefusal(nothingIn(directory));
  try {
    const sqlite = new Sqlite(file, { readonly: true });
    if (salvage) readPastDamagedSchema(sqlite);
    return { file, sqlite };
  } catch (error) {
    throw refusalOf(error, file, 'read');
  }
}

function nothingIn(directory: string): string {
  const mark = readMark(directory);
  return isGone(directory, mark) ? goneSentence(directory, mark) : `There is no database in ${directory}.`;
}

/** Tables of which the description is damaged are left out; otherwise one of them would close the whole file. */
function readPastDamagedSchema(sqlite: Sqlite.Database) {
  sqlite.unsafeMode(true);
  sqlite.pragma('writable_schema = ON');
}

const ALL_PAGES = 0x7fffffff;

/**
 * Writes the pages of a database that may be in use into a new file, as of one moment. All of them are read in one go, because
 * a commit between two parts would begin the copy anew; so this belongs into a thread or a program of its own. Throws `DatabaseRefusal`.
 */
export async function copyPages(directory: string, copy: string): Promise<void> {
  const { file, sqlite } = openedForReading(directory);
  try {
    await sqlite.backup(copy, { progress: () => ALL_PAGES });
  } catch (error) {
    throw refusalOf(error, file, 'copied');
  } finally {
    sqlite.close();
  }
}

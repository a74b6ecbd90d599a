/**
 * The database of the simulated till. It lies in memory and is opened once for a process: a run is one transaction around all commits
 * of its tills, and ends by being undone, so that no run opens a file, compiles a statement, or copies what a killed till leaves. A commit
 * inside it is a savepoint: all of it counts, or nothing. That files keep what was committed is the fault proofs' to show.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { demoDirectory } from '../../main/doubles/bridge.fixture.ts';
import { sqlFunctions } from '../../main/query/comparable.ts';
import { type Database, databaseOver } from '../../main/store/database.ts';
import { DIRECTORY_FILES } from '../../main/store/directoryFiles.ts';
import { openTables } from '../../main/wiring/tables.ts';
import { systemClock } from '../../main/world/clock.ts';
import type { Group } from './clock.ts';

/** One database, and its compiled statements by their SQL: those whose rows come whole, and those whose first column alone comes. */
interface Storage {
  readonly sqlite: Sqlite.Database;
  readonly statements: Map<string, Sqlite.Statement>;
  readonly plucked: Map<string, Sqlite.Statement>;
}

let file: Buffer;
/** Each till of a terminal has its own; all but the first are opened when they are needed. */
const storages: Storage[] = [];

/** Makes the shop with which each run begins; before time is virtual. */
export async function prepareShop(): Promise<void> {
  file = await shop();
  storageOf(0);
}

function storageOf(till: number): Storage {
  const known = storages[till];
  if (known) return known;
  const sqlite = new Sqlite(file);
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('temp_store = MEMORY');
  sqlite.pragma('cache_spill = OFF');
  for (const [name, implementation] of Object.entries(sqlFunctions))
    sqlite.function(name, { deterministic: true }, implementation as (...values: unknown[]) => unknown);
  // Its watches of tables: a run that makes them undoes them, and each statement would be compiled anew.
  openTables(databaseOver(sqlite), systemClock);
  const storage = { sqlite, statements: new Map(), plucked: new Map() };
  storages[till] = storage;
  return storage;
}

/** A database file of the demo shop, without a log beside it. */
async function shop(): Promise<Buffer> {
  const file = join(await demoDirectory(), DIRECTORY_FILES.database);
  const db = new Sqlite(file);
  db.pragma('journal_mode = DELETE');
  // Most tables are empty, and each commit keeps the former pages until the next: small ones are less to keep.
  db.pragma('page_size = 2048');
  db.exec('VACUUM');
  db.close();
  return readFileSync(file);
}

/** A run begins with the shop as it was prepared. */
export function beginStorage(till: number): void {
  storageOf(till).sqlite.exec('BEGIN');
}

/** Undoes all that the run has written. */
export function undoStorage(till: number): void {
  storageOf(till).sqlite.exec('ROLLBACK');
}

/** As the till of `of` opens it. A till that is dead commits nothing. */
export function openStorage(of: Group, till: number): Database {
  const storage = storageOf(till);
  const { sqlite } = storage;
  const roll = { run: () => sqlite.exec('ROLLBACK TO turn; RELEASE turn') };
  const commit = statement(storage, 'RELEASE turn');
  const instead: Readonly<Record<string, object>> = {
    'BEGIN IMMEDIATE': statement(storage, 'SAVEPOINT turn'),
    COMMIT: { run: () => (of.isAlive ? commit.run() : roll.run()) },
    ROLLBACK: roll,
  };
  const connection = Object.create(sqlite, {
    prepare: { value: (sql: string) => instead[sql] ?? statement(storage, sql) },
  });
  return databaseOver(connection as Sqlite.Database);
}

function statement(storage: Storage, sql: string): Sqlite.Statement {
  const { sqlite, statements } = storage;
  const kept = statements.get(sql);
  if (kept) return kept;
  const compiled = sqlite.prepare(sql);
  // Two stores may use the same text in both ways.
  compiled.pluck = () => firstColumnOf(storage, sql);
  statements.set(sql, compiled);
  return compiled;
}

function firstColumnOf({ sqlite, plucked }: Storage, sql: string): Sqlite.Statement {
  const kept = plucked.get(sql) ?? sqlite.prepare(sql).pluck();
  plucked.set(sql, kept);
  return kept;
}

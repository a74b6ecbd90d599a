import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { emptyDatabase, keepEmptyDatabase, placeEmptyDatabase } from './emptyDatabase.ts';
import { migrate } from './migrate.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-empty-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Everything in a database: its version, its schema, and every row. */
function contents(sqlite: Sqlite.Database) {
  const schema = sqlite.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
  const tables = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  const rows = Object.fromEntries(tables.map(table => [table, sqlite.prepare(`SELECT * FROM "${table}"`).all()]));
  return { version: sqlite.pragma('user_version', { simple: true }), schema, rows };
}

function migrated(): Sqlite.Database {
  const sqlite = new Sqlite(':memory:');
  expect(migrate(sqlite)).toBe(true);
  return sqlite;
}

it('a copy holds exactly what the migrations make, and needs none of them', () => {
  const own = migrated();
  keepEmptyDatabase(own);
  const file = join(folder, 'tillbridge.db');
  placeEmptyDatabase(file);
  const copy = new Sqlite(file);
  expect(contents(copy)).toEqual(contents(own));
  expect(migrate(copy)).toBe(false);
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
  copy.close();
});

it('a copy is as durable as a database that was made here', async () => {
  keepEmptyDatabase(migrated());
  const db = openDatabase(folder);
  const pragma = (name: string) => db.prepare(`PRAGMA ${name}`).pluck().get();
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual(['wal', 2, 1]);
  await db.close();
});

it('a database that is there stays, and nothing is put beside a log that was left', () => {
  keepEmptyDatabase(migrated());
  const file = join(folder, 'tillbridge.db');
  writeFileSync(file, 'a shop');
  placeEmptyDatabase(file);
  expect(readFileSync(file, 'utf8')).toBe('a shop');
  for (const ending of ['-wal', '-journal']) {
    const left = join(folder, `left${ending}.db`);
    writeFileSync(left + ending, 'what a crash left');
    placeEmptyDatabase(left);
    expect(existsSync(left)).toBe(false);
  }
});

it('the name follows the migrations', () => {
  const { name } = emptyDatabase();
  expect(name).toMatch(/^empty-[0-9a-f]{16}\.db$/);
  expect(emptyDatabase().name).toBe(name);
});

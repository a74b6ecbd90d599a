/**
 * A database that is only read: lists, receipts and day-ends are there, every change is refused. Who signs in is kept in
 * memory, so that people can look at it.
 */
import Sqlite from 'better-sqlite3';
import { refuseOtherVersion } from './migrate.ts';

/** Written by those who only read, too. */
const IN_MEMORY = ['token', 'sign_in', 'login_failure', 'known_place'];

/** Throws `DatabaseRefusal`. */
export function openReadOnly(file: string): Sqlite.Database {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    sqlite.pragma('busy_timeout = 5000');
    sqlite.pragma('temp_store = MEMORY');
    sqlite.pragma('foreign_keys = OFF');
    refuseOtherVersion(sqlite);
    for (const table of IN_MEMORY) shadow(sqlite, table);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Names without a schema find the temporary table first. */
function shadow(sqlite: Sqlite.Database, table: string) {
  const sql = sqlite
    .prepare<[string], string>("SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?")
    .pluck()
    .get(table);
  if (sql === undefined) return;
  sqlite.exec(sql.replace(/^CREATE TABLE/i, 'CREATE TEMP TABLE'));
  sqlite.exec(`INSERT INTO temp."${table}" SELECT * FROM main."${table}"`);
}

/** Numbered files of SQL; `user_version` says how far the database has come. An update runs each file in a transaction of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { codeKey } from '../domain/productCode.ts';
import { DatabaseRefusal } from '../files/refusal.ts';

interface Migration {
  readonly number: number;
  readonly file: string;
}

const FOLDER = join(import.meta.dirname, 'migrations');

const migrations = (): readonly Migration[] =>
  readdirSync(FOLDER)
    .filter(file => /^\d{4}-.*\.sql$/.test(file))
    .sort()
    .map(file => ({ number: Number.parseInt(file, 10), file }));

const versionOf = (sqlite: Sqlite.Database): number => Number(sqlite.pragma('user_version', { simple: true }));

/**
 * Gives true for a database that was new. `keep` is called before a database with data is changed, and stops that by throwing.
 * Throws `DatabaseRefusal` for a database of a newer program.
 */
export function migrate(sqlite: Sqlite.Database, keep: (version: number) => void = () => undefined): boolean {
  const all = migrations();
  refuseNewer(sqlite, all);
  const version = versionOf(sqlite);
  sqlite.function('code_key', { deterministic: true }, (text: unknown) => codeKey(String(text)));
  const run = ({ number, file }: Migration) => {
    sqlite.exec(readFileSync(join(FOLDER, file), 'utf8'));
    sqlite.pragma(`user_version = ${number}`);
  };
  const pending = all.filter(migration => migration.number > version);
  if (version > 0 && pending.length > 0) keep(version);
  // A new database has nothing to keep between two files: one transaction flushes the disk once instead of forty times.
  if (version === 0) sqlite.transaction(() => pending.forEach(run))();
  else for (const migration of pending) sqlite.transaction(() => run(migration))();
  return version === 0;
}

/** A database that is opened for reading is not migrated. Throws `DatabaseRefusal`. */
export function refuseOtherVersion(sqlite: Sqlite.Database): void {
  const all = migrations();
  refuseNewer(sqlite, all);
  const newest = all.at(-1)?.number ?? 0;
  const version = versionOf(sqlite);
  if (version < newest)
    throw new DatabaseRefusal(
      `The database was written by an older Tillbridge (schema ${version}, this program wants ${newest}) and cannot be brought up to date while it is only read. Open it for reading with the program that wrote it, or save its contents with "npm run data -- export --data DIR".`,
    );
}

function refuseNewer(sqlite: Sqlite.Database, all: readonly Migration[]): void {
  const version = versionOf(sqlite);
  const newest = all.at(-1)?.number ?? 0;
  if (version > newest)
    throw new DatabaseRefusal(
      `The database was written by a newer Tillbridge (schema ${version}, this program knows ${newest}). Install the newer version again.`,
    );
}

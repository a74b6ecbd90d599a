/** The data of a shop as an earlier version left it, for the proof that it goes on. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { codeKey } from '../domain/productCode.ts';
import { temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** A data directory whose database stops before migration `number`, filled by `fill` without a look at foreign keys. */
export function shopBefore(number: number, fill: (db: Sqlite.Database) => void): string {
  const directory = temporaryDirectory();
  const db = new Sqlite(join(directory, 'tillbridge.db'));
  const older = readdirSync(MIGRATIONS)
    .filter(file => Number.parseInt(file, 10) < number)
    .sort();
  for (const [name, implementation] of Object.entries(sqlFunctions))
    db.function(name, { deterministic: true }, implementation as (...values: unknown[]) => unknown);
  db.function('code_key', { deterministic: true }, (text: unknown) => codeKey(String(text)));
  for (const file of older) db.exec(readFileSync(join(MIGRATIONS, file), 'utf8'));
  db.pragma(`user_version = ${Number.parseInt(older.at(-1) ?? '0', 10)}`);
  db.pragma('foreign_keys = OFF');
  fill(db);
  db.close();
  return directory;
}

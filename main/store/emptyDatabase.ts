/**
 * A new database is a copy of an empty one that is already migrated: fifty files of SQL take a fifth of a second, a copy
 * takes a millisecond. The build makes that file; where there is none, the first new database of a process serves the next.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { writeDurably } from './directory.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
/** The build of the bridge puts the file here. */
const BUILT = join(import.meta.dirname, '..', '..', 'dist', 'bridge');

interface EmptyDatabase {
  /** Name of the file in the build. */
  readonly name: string;
  readonly bytes: Buffer;
}

let made: EmptyDatabase | null = null;

/** Name of the file; a change of any migration gives another one, so no program ever copies what another one made. */
function emptyDatabaseName(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(MIGRATIONS).sort())
    if (file.endsWith('.sql')) hash.update(`${file}\n`).update(readFileSync(join(MIGRATIONS, file)));
  return `empty-${hash.digest('hex').slice(0, 16)}.db`;
}

/**
 * Puts an empty database in the place of `file` where there is none and one is prepared. Nothing is put beside a log or
 * journal that was left there: SQLite would take it for a part of the new database.
 */
export function placeEmptyDatabase(file: string): void {
  if (['', '-wal', '-journal'].some(ending => existsSync(file + ending))) return;
  const name = emptyDatabaseName();
  const built = join(BUILT, name);
  const bytes = made?.name === name ? made.bytes : existsSync(built) ? readFileSync(built) : null;
  if (bytes) writeDurably(file, bytes);
}

/** Keeps a database that has just been made, and in which nothing has been written, for the next one. */
export function keepEmptyDatabase(sqlite: Sqlite.Database): void {
  made = { name: emptyDatabaseName(), bytes: sqlite.serialize() };
}

/** An empty database, migrated, for the build. */
export function emptyDatabase(): EmptyDatabase {
  const sqlite = new Sqlite(':memory:');
  try {
    migrate(sqlite);
    const bytes = sqlite.serialize();
    // Write and read version 2 in the head (SQLite file format, 1.3): the copy is in WAL mode without a first commit that changes it.
    bytes.fill(2, 18, 20);
    return { name: emptyDatabaseName(), bytes };
  } finally {
    sqlite.close();
  }
}

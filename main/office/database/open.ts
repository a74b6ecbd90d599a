/** Opens the database of the back office with its schema up to date. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepDistributed } from './distribution.ts';
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts';
import { migrate, schemaHash } from './migrate.ts';
import type { OfficeDatabase } from './officeDatabase.ts';
import { openServer } from './server.ts';

/** Making an embedded database from nothing takes several seconds. No build puts anything else here, so a prepared one stays. */
const PREPARED = join(import.meta.dirname, '..', '..', '..', 'dist', 'officeDatabase');

export interface OpenDatabase {
  /** `postgres://…`, or null for the embedded database below `data`. */
  readonly address: string | null;
  readonly data: string;
  /** A dump as the beginning of a new embedded database, in place of an empty one. */
  readonly dump?: string;
  /** Called when an idle connection to the server breaks, or the embedded database was started again. */
  readonly lost: (error: Error) => void;
}

export async function openDatabase({ address, data, dump, lost }: OpenDatabase): Promise<OfficeDatabase> {
  if (address === null) return openPrepared(data, dump, lost);
  const database = await openServer(address, lost);
  return migrated(database);
}

async function openPrepared(
  data: string,
  dump: string | undefined,
  lost: OpenDatabase['lost'],
): Promise<EmbeddedDatabase> {
  const file = preparedFile('empty');
  const database = await openEmbedded(data, dump ?? (existsSync(file) ? file : null), { lost });
  await migrated(database);
  if (!existsSync(file)) await keepPrepared(database, 'empty');
  return database;
}

async function migrated<T extends OfficeDatabase>(database: T): Promise<T> {
  try {
    await migrate(database);
    if (database.kind === 'server') await keepDistributed(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

const preparedFile = (name: string): string => join(PREPARED, `${name}-${schemaHash().slice(0, 16)}.tar`);

/** Keeps a copy of a database as the beginning of the next new one; those of older schemas go. */
async function keepPrepared(database: EmbeddedDatabase, name: string): Promise<void> {
  const isEmpty = (await database.query('SELECT 1 FROM merchant LIMIT 1')).length === 0;
  if (!isEmpty) return;
  try {
    mkdirSync(PREPARED, { recursive: true });
    const file = preparedFile(name);
    const part = `${file}.${process.pid}`;
    writeFileSync(part, await database.dump('none'), { mode: 0o600 });
    renameSync(part, file);
    for (const old of readdirSync(PREPARED))
      if (old.startsWith(`${name}-`) && old.endsWith('.tar') && join(PREPARED, old) !== file)
        rmSync(join(PREPARED, old), { force: true });
  } catch {
    // An installed application may lie where nothing can be written: then a new database takes longer, and works.
  }
}

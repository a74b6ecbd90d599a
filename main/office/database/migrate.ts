/** Brings the schema of the back office up to date: numbered files of SQL, each applied once and in one transaction. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OfficeDatabase } from './officeDatabase.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Any number: two back offices that start at the same time take turns by it. */
const LOCK = 4_710_231;

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/** The schema cannot be brought up to date: one sentence for the person who starts the program. */
export class SchemaRefusal extends Error {}

/** Applies what is missing. Throws SchemaRefusal where the database is of a newer version, or a file was changed. */
export async function migrate(database: OfficeDatabase): Promise<void> {
  await database.transaction(async sql => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await sql.script(
      'CREATE TABLE IF NOT EXISTS schema_migration (number integer PRIMARY KEY, name text NOT NULL, hash text NOT NULL, at timestamptz NOT NULL)',
    );
    const applied = await sql.query<Migration>('SELECT number, name, hash FROM schema_migration ORDER BY number');
    for (const migration of missing(applied, migrations())) {
      for (const statement of statementsOf(migration.text)) await sql.script(statement);
      await sql.query('INSERT INTO schema_migration (number, name, hash, at) VALUES ($1, $2, $3, now())', [
        migration.number,
        migration.name,
        migration.hash,
      ]);
    }
  });
}

/** All migrations as one hash: a prepared database fits this program when it has the same. */
export const schemaHash = (): string =>
  hashOf(
    migrations()
      .map(({ hash }) => hash)
      .join(),
  );

function migrations(): readonly Migration[] {
  return readdirSync(FOLDER)
    .filter(file => /^\d{4}-.*\.sql$/.test(file))
    .sort()
    .map(file => {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      return { number: Number(file.slice(0, 4)), name: file, text, hash: hashOf(text) };
    });
}

function missing(applied: readonly Omit<Migration, 'text'>[], known: readonly Migration[]): readonly Migration[] {
  for (const { number, name, hash } of applied) {
    const file = known.find(migration => migration.number === number);
    if (!file)
      throw new SchemaRefusal(`The database has the schema ${name} of a newer back office: start that version.`);
    if (file.hash !== hash)
      throw new SchemaRefusal(
        `The schema ${name} of the database is not the one of this back office: start the version that made it.`,
      );
  }
  return known.filter(({ number }) => !applied.some(migration => migration.number === number));
}

/** The statements of a file one by one, because a distributed table takes them so. A semicolon in quotes, a comment or `$$` ends none. */
export const statementsOf = (text: string): readonly string[] =>
  (text.match(/(?:'[^']*'|"[^"]*"|--[^\n]*|\$\$[\s\S]*?\$\$|[^;])+/g) ?? []).filter(
    part => part.replaceAll(/--[^\n]*/g, '').trim() !== '',
  );

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Puts the contents of a copy in the place of everything, in one commit. */
import type Sqlite from 'better-sqlite3';
import { DatabaseRefusal } from '../files/refusal.ts';

/**
 * The log of changes goes on, so that its numbers never repeat; so do the journal of requests, the count of commits, and
 * who is signed in.
 */
const GOES_ON = /^(change|token|commit_mark|journal.*)$/;

/** The setting that holds the place where the numbers of the queue were given last. */
export const QUEUE_HOME = 'queue_home';

/** Every till begins a new epoch, above all epochs that are known here. Parameters: seconds since 1970, and the least epoch. */
export const NEW_EPOCHS = `UPDATE queue_till SET sequence = 0, epoch = max(epoch + 1, ?, ?)`;

export function replaceContents(sqlite: Sqlite.Database, file: string): void {
  sqlite.prepare('ATTACH ? AS copy').run(file);
  try {
    const version = (of: string) => Number(sqlite.pragma(`${of}.user_version`, { simple: true }));
    if (version('main') !== version('copy'))
      throw new DatabaseRefusal(`The copy ${file} was made by another version of the program.`);
    sqlite.transaction(copyContents)(sqlite);
  } finally {
    sqlite.exec('DETACH copy');
  }
}

/** Triggers are for single changes; here they would count every row twice. */
function copyContents(sqlite: Sqlite.Database) {
  const named = (type: string) =>
    sqlite
      .prepare<[string], { name: string; sql: string }>(
        "SELECT name, sql FROM main.sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite_%'",
      )
      .all(type);
  const triggers = named('trigger');
  const epoch = Number(sqlite.prepare('SELECT max(epoch) FROM queue_till').pluck().get() ?? 0);
  sqlite.pragma('defer_foreign_keys = ON');
  for (const { name } of triggers) sqlite.exec(`DROP TRIGGER "${name}"`);
  for (const { name } of named('table').filter(table => !GOES_ON.test(table.name))) {
    const columns = writableColumns(sqlite, name);
    sqlite.exec(`DELETE FROM main."${name}"`);
    sqlite.exec(`INSERT INTO main."${name}" (${columns}) SELECT ${columns} FROM copy."${name}"`);
  }
  for (const { sql } of triggers) sqlite.exec(sql);
  sqlite.prepare(NEW_EPOCHS).run(Math.floor(Date.now() / 1000), epoch + 1);
  sqlite.exec(NOBODYS_TOKENS);
}

/** Removes tokens of a client or a person that is not there any more. */
const NOBODYS_TOKENS = `DELETE FROM token
  WHERE client NOT IN (SELECT id FROM client) OR staff NOT IN (SELECT id FROM staff)`;

/** All but those the database computes by itself. */
const writableColumns = (sqlite: Sqlite.Database, table: string): string =>
  sqlite
    .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => `"${name}"`)
    .join(', ');

/**
 * Writes what can be read as lines of JSON, row by row. Where pages are damaged, a table is read from both of its ends, and
 * what is missing between them is named. Where the first page is lost, the tables are looked for on the others.
 */

import { DatabaseRefusal, isDamage } from '../files/refusal.ts';
import { expanded } from '../store/saleTexts.ts';
import { salvaged } from '../store/salvage.ts';
import { openForReading, type Reading } from '../store/unlockedReading.ts';

type Write = (line: string) => Promise<unknown> | undefined;
type Say = (line: string) => void;
type Row = Record<string, unknown>;

/** Tables about signing in, which are of no use outside. */
const LEFT_OUT = /^(sqlite_.*|token|sign_in|login_failure)$/;
const FOUND = 3;

/** 0 everything was read, 3 something could not be. Throws `DatabaseRefusal`. */
export async function exportRows(directory: string, write: Write, say: Say): Promise<number> {
  const whole = opened(directory);
  if (whole) return exportTables(whole, write, say);
  const found = await salvaged(directory, async (folder, { length }) => {
    say(
      `damaged: the first page; ${length} tables and indexes were found on other pages. What was deleted may come back`,
    );
    const copy = opened(folder);
    return copy && exportTables(copy, write, say);
  });
  if (found === null) throw new DatabaseRefusal(unreadable(directory));
  return FOUND;
}

async function exportTables({ reading, tables, isWhole }: Opened, write: Write, say: Say): Promise<number> {
  if (!isWhole) say('damaged: the list of tables; those that it does not show any more are left out');
  let damaged = isWhole ? 0 : 1;
  try {
    for (const { name, wr } of tables) {
      const { rows, problem } = await exportTable(reading, name, wr === 1, write);
      if (problem) damaged += 1;
      say(`${name}: ${rows} rows${problem ? `, damaged: ${problem}` : ''}`);
    }
    return damaged === 0 ? 0 : FOUND;
  } finally {
    reading.close();
  }
}

interface Opened {
  readonly reading: Reading;
  readonly tables: ReturnType<typeof tablesOf>;
  readonly isWhole: boolean;
}

/** One table of which the description is damaged must not close the others. Null: not one table can be found. Throws `DatabaseRefusal`. */
function opened(directory: string): Opened | null {
  for (const isWhole of [true, false]) {
    const reading = openForReading(directory, !isWhole);
    const tables = tablesOf(reading);
    if (tables.length > 0) return { reading, tables, isWhole };
    reading.close();
  }
  return null;
}

const unreadable = (directory: string): string =>
  `The database in ${directory} is damaged or not a database of Tillbridge: not one of its tables can be found, so nothing was exported. Put back the latest backup, and keep this file for whoever repairs databases.`;

function tablesOf(reading: Reading) {
  try {
    return reading
      .prepare<{ name: string; wr: number }>(
        "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name",
      )
      .all()
      .filter(({ name }) => !LEFT_OUT.test(name));
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  }
}

interface Exported {
  readonly rows: number;
  readonly problem: string | null;
}

async function exportTable(reading: Reading, table: string, isWithoutRowid: boolean, write: Write): Promise<Exported> {
  const quoted = `"${table.replaceAll('"', '""')}"`;
  const forward = isWithoutRowid ? `SELECT * FROM ${quoted}` : `SELECT rowid AS "@", * FROM ${quoted} ORDER BY rowid`;
  const first = await copyRows(reading, forward, [], table, write);
  if (first.problem === null || isWithoutRowid) return first;
  const backward = `SELECT rowid AS "@", * FROM ${quoted} WHERE rowid > ? ORDER BY rowid DESC`;
  const second = await copyRows(reading, backward, [first.last], table, write);
  return { rows: first.rows + second.rows, problem: first.problem };
}

async function copyRows(
  reading: Reading,
  sql: string,
  params: readonly number[],
  table: string,
  write: Write,
): Promise<Exported & { readonly last: number }> {
  let rows = 0;
  let last = Number.MIN_SAFE_INTEGER;
  try {
    for (const { '@': rowid, ...row } of reading.prepare<Row>(sql).iterate(...params)) {
      await write(JSON.stringify({ table, row: shown(table, row) }));
      rows += 1;
      if (typeof rowid === 'number') last = rowid;
    }
    return { rows, problem: null, last };
  } catch (error) {
    return { rows, problem: (error as Error).message, last };
  }
}

const shown = (table: string, row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readable(table, value)]));

/** As somebody without this program can read it: bytes in base64, and short lines in full. */
function readable(table: string, value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.toString('base64');
  return table === 'sale_more' && typeof value === 'string' ? expanded(value) : value;
}

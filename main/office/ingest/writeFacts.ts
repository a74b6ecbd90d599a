/** Writes new rows of facts and adds them to the figures. */
import type { Sql, Statement } from '../database/officeDatabase.ts';
import { storableJson } from '../database/values.ts';
import { type FactRows, factColumns, factTables } from './factRows.ts';
import type { FactTable } from './facts.ts';

/** So many rows of a table are faster by COPY, which is a round trip of its own; fewer leave with the other statements. */
const BY_COPY = 50;

/**
 * Writes the rows and what they add to the figures, then runs `behind`: as few round trips as there are large tables. Throws what
 * `isHeldTwice` knows where a row is there already; nothing of the transaction holds then.
 */
export async function writeFacts(sql: Sql, rows: FactRows, behind: readonly Statement[] = []): Promise<void> {
  const filled = factTables.filter(table => rows[table].length > 0);
  const large = filled.filter(table => rows[table].length >= BY_COPY);
  for (const table of large) await sql.copy(table, factColumns[table], rows[table]);
  const few = filled.filter(table => !large.includes(table));
  await sql.pipeline([...few.map(table => insertion(table, rows)), ...rows.sums.statements(), ...behind]);
}

function insertion(table: FactTable, rows: FactRows): Statement {
  const columns = factColumns[table];
  const objects = rows[table].map(row => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  const list = columns.join(', ');
  return {
    name: `insert ${table}`,
    text: `INSERT INTO ${table} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${table}, $1::text::json)`,
    values: [storableJson(objects)],
  };
}

/** True for the error of a row whose key is there already. */
export const isHeldTwice = (error: unknown): boolean =>
  String((error as { code?: unknown } | null)?.code ?? '') === '23505';

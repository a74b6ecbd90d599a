/**
 * Writes of a row what has changed. SQLite takes an entry out of an index and puts it back whenever a statement names a
 * column of that index, even with the value it holds already: naming all columns would rewrite every index of the table,
 * and send its pages to the disk, with each change.
 */
import type { Database } from './database.ts';
import type { Bindable, Statement } from './statement.ts';

export interface RowUpdate {
  readonly table: string;
  /** Columns that are named when their value is another one. */
  readonly columns: readonly string[];
  /** Assignments that are made each time, as SQL: `document = ?`. */
  readonly always: readonly string[];
  /** The condition that finds the one row: `id = ?`. */
  readonly where: string;
}

/** Values in the order of `columns`, of `always` and of `where`. */
export type UpdateRow = (values: readonly Bindable[], always: readonly Bindable[], where: readonly Bindable[]) => void;

export function createRowUpdate(
  db: Pick<Database, 'prepare'>,
  { table, columns, always, where }: RowUpdate,
): UpdateRow {
  const read = db.prepare<Readonly<Record<string, unknown>>>(
    `SELECT ${['1', ...columns].join(', ')} FROM ${table} WHERE ${where}`,
  );
  // One for each set of columns that ever change together, and those are few.
  const statements = new Map<string, Statement<unknown>>();

  function updating(changed: readonly string[]): Statement<unknown> {
    const assignments = [...changed.map(column => `${column} = ?`), ...always].join(', ');
    const known = statements.get(assignments) ?? db.prepare(`UPDATE ${table} SET ${assignments} WHERE ${where}`);
    statements.set(assignments, known);
    return known;
  }

  return (values, written, key) => {
    const row = read.get(...key);
    if (!row) return;
    const changed = columns.map((column, at) => ({ column, value: values[at] ?? null, was: row[column] }));
    const other = changed.filter(({ value, was }) => value !== was);
    updating(other.map(({ column }) => column)).run(...other.map(({ value }) => value), ...written, ...key);
  };
}

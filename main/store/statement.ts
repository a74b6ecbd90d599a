/** Statements and snapshots of the database, and the values they take. */

/** Has a connection of its own, so it must be closed; reading to the end does that, too. */
export interface Snapshot<Row> {
  /** The next rows, fewer than asked for at the end. */
  take(count: number): Row[];
  close(): void;
}

export type Bindable = string | number | bigint | Buffer | null;

/**
 * A parameter whose value the planner cannot look at: `WHERE merchant = ${OPAQUE_PARAMETER}`. SQLite compiles a statement
 * anew whenever a value is bound to a bare `?` that its planner has looked at, and that costs ten to seventy times the
 * look-up. (Bound once and run again without values, a statement shows what the look-up alone costs.) Use it in statements
 * that every request runs, and not on a view that SQLite has to materialise: a condition with a subquery is not moved into
 * such a view.
 */
export const OPAQUE_PARAMETER = '(SELECT ?)';

export interface Statement<Row> {
  get(...params: readonly Bindable[]): Row | undefined;
  all(...params: readonly Bindable[]): Row[];
  iterate(...params: readonly Bindable[]): IterableIterator<Row>;
  run(...params: readonly Bindable[]): { changes: number; lastInsertRowid: number | bigint };
  /** Rows as their first column alone. */
  pluck(): Statement<Row>;
}

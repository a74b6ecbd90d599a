/** Statements and snapshots of the database, and the values they take. */

/** Has a connection of its own, so it must be closed; reading to the end does that, too. */
export interface Snapshot<Row> {
  /** The next rows, fewer than asked for at the end. */
  take(count: number): Row[];
  close(): void;
}

export type Bindable = string | number | bigint | Buffer | null;

export interface Statement<Row> {
  get(...params: readonly Bindable[]): Row | undefined;
  all(...params: readonly Bindable[]): Row[];
  iterate(...params: readonly Bindable[]): IterableIterator<Row>;
  run(...params: readonly Bindable[]): { changes: number; lastInsertRowid: number | bigint };
  /** Rows as their first column alone. */
  pluck(): Statement<Row>;
}

/**
 * The database as the back office uses it: a server of PostgreSQL (`pg`), or the embedded one (PGlite) for the demo and
 * one shop.
 */

/**
 * A statement of a pipeline. One with a name is sent again and again, and a server prepares it once for each connection: its plan
 * must be the same for all values and however large the tables have become.
 */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Statements of one connection, or of one transaction. Values are bound as `$1`, `$2`, …; bigint columns come back as numbers. */
export interface Sql {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Statements that leave together and run one after the other, in one round trip. Gives the rows of each; throws the first error. */
  pipeline(statements: readonly Statement[]): Promise<readonly (readonly unknown[])[]>;
  /** Runs several statements that bind no values, for example a file of migrations. */
  script(text: string): Promise<void>;
  /** COPY into `table`: each item is a row of values in the order of `columns`. Gives the number of rows. */
  copy(
    table: string,
    columns: readonly string[],
    rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
  ): Promise<number>;
  /** Rows one after the other, so that an export of any size has flat memory. */
  stream<Row>(text: string, values?: readonly unknown[]): AsyncIterable<Row>;
}

export interface OfficeDatabase extends Sql {
  readonly kind: 'server' | 'embedded';
  /** Runs `work` in one transaction; what it throws undoes everything and is thrown on. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

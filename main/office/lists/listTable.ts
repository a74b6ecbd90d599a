/** Declares a list of the back office: a piece of SQL, the fields that may be asked for, and how a row is answered. */
import type { FieldType } from '../../query/comparable.ts';
import type { Sql } from '../database/officeDatabase.ts';

export type ListRow = Readonly<Record<string, unknown>>;

export type ListField =
  /** An expression of the list's own row. */
  | {
      readonly type: FieldType;
      readonly sql: string;
      readonly form?: 'date';
      /** Every row has it: an index gives the rows in its order. */
      readonly required?: true;
    }
  /** Many values: true where one row of `from` meets the condition on `sql`. */
  | {
      readonly type: FieldType;
      readonly sql: string;
      readonly from: string;
      /** The table of `from`, where its index finds the rows of a value: the list begins with them. */
      readonly indexed?: string;
    };

/** Rows that were counted before. Behind SELECT: `count`, and the totals of the list. */
export interface KeptCount {
  readonly from: string;
  readonly scope: string;
  readonly columns: string;
  readonly fields: ListTable['fields'];
}

export interface ListTable {
  /** Behind FROM. */
  readonly from: string;
  /** The condition that holds the rights; `$1` is bound to them. */
  readonly scope: string;
  /** Behind SELECT. */
  readonly columns: string;
  /** Names as `q` and `sort` use them. Nothing else reaches SQL. */
  readonly fields: Readonly<Record<string, ListField>>;
  /** Sums of the whole list by currency: `currency`, and what else is to be added up. */
  readonly totals?: string;
  /** A total as it is answered. */
  readonly total?: (sums: ListRow) => ListRow;
  /**
   * Tables that hold the number and the totals of whole lists, added up; the first choice is used whose tables know every field of
   * the query. Without one, rows are counted up to a bound.
   */
  readonly kept?: readonly (readonly KeptCount[])[];
  /** Columns of the key in the table of the list: with them a page far behind the first is looked up by the index alone, and pages follow by their last row. */
  readonly key?: readonly string[];
  /** Expressions that order the rows and are unique together; the newest row has the greatest. */
  readonly order: readonly string[];
  /** Adds what the rows of a page have from other tables. */
  readonly complete?: (sql: Sql, rows: readonly ListRow[]) => Promise<readonly ListRow[]>;
  readonly row: (row: ListRow) => ListRow;
}

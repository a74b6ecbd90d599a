/** Declares a list of the back office: a piece of SQL, the fields that may be asked for, and how a row is answered. */
import type { FieldType } from '../../../query/comparable.ts';

export type ListField =
  /** An expression of the list's own row. */
  | { readonly type: FieldType; readonly sql: string; readonly form?: 'date' }
  /** Many values: true where one row of `from` meets the condition on `sql`. */
  | { readonly type: FieldType; readonly sql: string; readonly from: string };

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
  /** Expressions that order the rows and are unique together; the newest row has the greatest. */
  readonly order: readonly string[];
  readonly row: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

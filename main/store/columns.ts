/**
 * Says once which column of a table holds which member of a record: the SELECT list, the values of an INSERT and the
 * reading of a row all come from one table of columns.
 */
import type { Database } from './database.ts';
import type { Bindable } from './statement.ts';

/** How a member lies in its column. */
interface Column<Value> {
  readonly column: string;
  write(value: Value): Bindable;
  /** Left out where the column holds the value as it is. */
  readonly read?: (stored: never) => Value;
}

/** A column per member: its name alone where the value is stored as it is. */
export type ColumnTable<T> = {
  readonly [Member in keyof T]-?: Column<T[Member]> | (T[Member] extends Bindable ? string : never);
};

/** A row as the SELECT list names it: its members, not yet read. */
export type StoredRow<T> = { readonly [Member in keyof T]: T[Member] extends Bindable ? T[Member] : unknown };

export interface Columns<T> {
  /** The SELECT list with the members as names; `table` is the name or alias in front of each column. */
  select(table?: string): string;
  /** `INSERT INTO table (…) VALUES (…)` with one parameter for each column, then one for each of `further`. */
  insert(table: string, further?: readonly string[]): string;
  /** The assignments behind ON CONFLICT … DO UPDATE SET: every column but those of the key. */
  replaced(key: readonly string[]): string;
  /** The parameters of that INSERT. */
  values(record: T): readonly Bindable[];
  /** Turns a row of that SELECT list into the record, in place: SQLite made the row for this one reading. */
  read(row: StoredRow<T>): T;
}

export function columnsOf<T extends object>(table: ColumnTable<T>): Columns<T> {
  const columns = Object.entries<Column<never> | string>(table as Record<string, Column<never> | string>).map(
    ([member, column]) => ({ member, ...(typeof column === 'string' ? { column, write: plain } : column) }),
  );
  const converted = columns.flatMap(({ member, read }) => (read ? [{ member, read }] : []));
  return {
    select: (alias = '') =>
      columns
        .map(({ member, column }) => `${alias && `${alias}.`}${column}${member === column ? '' : ` AS ${member}`}`)
        .join(', '),
    insert(name, further = []) {
      const all = [...columns.map(({ column }) => column), ...further];
      return `INSERT INTO ${name} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`;
    },
    replaced: key =>
      columns
        .filter(({ column }) => !key.includes(column))
        .map(({ column }) => `${column} = excluded.${column}`)
        .join(', '),
    values(record) {
      const values: Bindable[] = [];
      for (const { member, write } of columns) {
        const value = (record as Record<string, never>)[member] as never;
        values.push(write === plain ? value : write(value));
      }
      return values;
    },
    read(row) {
      const record = row as Record<string, unknown>;
      for (const { member, read } of converted) record[member] = read(record[member] as never);
      return record as T;
    },
  };
}

const plain = (value: never): Bindable => value;

/** Members whose columns have their names and hold them as they are. */
export const same = <Name extends string>(...names: readonly Name[]): { readonly [Each in Name]: Each } =>
  Object.fromEntries(names.map(name => [name, name])) as { readonly [Each in Name]: Each };

/** A table whose rows are read and written as whole records. */
export interface Table<T> {
  /** The first row with this condition, which is SQL behind WHERE with a `?` for each parameter; null: there is none. */
  one(condition: string): (...parameters: readonly Bindable[]) => T | null;
  all(condition: string): (...parameters: readonly Bindable[]) => readonly T[];
  /** Inside a job: a new row. */
  insert(): (record: T) => void;
  /** Inside a job: a new row, or other values in the row that has these columns alike. */
  put(...key: readonly string[]): (record: T) => void;
}

export function tableOf<T extends object>(
  { prepare }: Pick<Database, 'prepare'>,
  name: string,
  table: ColumnTable<T>,
): Table<T> {
  const columns = columnsOf(table);
  const rows = (condition: string) =>
    prepare<StoredRow<T>>(`SELECT ${columns.select()} FROM ${name} WHERE ${condition}`);
  const writing = (conflict: string) => {
    const statement = prepare(`${columns.insert(name)}${conflict}`);
    return (record: T) => void statement.run(...columns.values(record));
  };
  return {
    one(condition) {
      const found = rows(condition);
      return (...parameters) => {
        const row = found.get(...parameters);
        return row ? columns.read(row) : null;
      };
    },
    all(condition) {
      const found = rows(condition);
      return (...parameters) => found.all(...parameters).map(columns.read);
    },
    insert: () => writing(''),
    put: (...key) => writing(` ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${columns.replaced(key)}`),
  };
}

/** Stored as 0 or 1. */
export const flag = (column: string): Column<boolean> => ({
  column,
  write: value => (value ? 1 : 0),
  read: (stored: number) => stored === 1,
});

/** Stored as JSON text; null as NULL. */
export const json = <Value>(column: string): Column<Value> => ({
  column,
  write: value => (value === null ? null : JSON.stringify(value)),
  read: (stored: string | null): Value => (stored === null ? (null as Value) : JSON.parse(stored)),
});

/** A list stored as JSON text; an empty list may be NULL. */
export const jsonList = <Item>(column: string): Column<readonly Item[]> => ({
  column,
  write: value => (value.length === 0 ? null : JSON.stringify(value)),
  read: (stored: string | null): readonly Item[] => (stored === null ? [] : JSON.parse(stored)),
});

/** Declares the properties of a resource that have indexed columns, and the types of those columns. */

import type { Comparable, FieldType } from './comparable.ts';
import { comparable } from './comparable.ts';
import { valuesAt } from './property.ts';

/**
 * A property that has a column of its own. The key in `fields` is also the property's path in the document.
 * `column`: one value, a column of the main table. `link`: many values, one row each in another table whose
 * `key` column holds the main table's `id`. Both hold what `columnValues` and `linkValues` give.
 */
export type QueryField =
  | {
      readonly type: FieldType;
      readonly column: string;
      /** Compared row by row, because the index of this column would lead to nearly all rows. */
      readonly passing?: true;
    }
  | {
      readonly type: FieldType;
      readonly link: QueryLink;
      /** A value that is asked for is looked up in this spelling, too: codes have several. */
      readonly spelling?: (text: string) => string;
    };

export interface QueryLink {
  readonly table: string;
  readonly key: string;
  /** The column of the main table that `key` holds; `id` if left out. */
  readonly owner?: string;
  /** The link is looked up row by row, because it leads to very many rows. */
  readonly passing?: true;
  readonly column: string;
}

/**
 * `table` is a table or a view with `id`, `merchant` and `document`, the column of JSON text that is searched for what
 * is not declared.
 */
export interface QueryDeclaration {
  readonly table: string;
  readonly fields: Readonly<Record<string, QueryField>>;
  /**
   * A number, unique, that grows with every new row: the newest-first order and the tie-breaker of every other. The
   * rowid if left out; a view has none and must name one of its columns.
   */
  readonly order?: string;
  /**
   * A column that numbers the rows of each merchant without gaps, from 1 or from what was put below, in the order above, which asks that none is
   * ever removed: every page of the plain list is then one look-up, however deep.
   */
  readonly position?: string;
  /** A declared property of few values, never missing, whose rows `value_count` counts: its counts are look-ups. */
  readonly counted?: string;
  /** Members that the column may not hold, and the SQL of the whole text; `short`: SQL of a text that `expanded` makes whole. */
  readonly apart?: {
    readonly members: readonly string[];
    readonly document: string;
    readonly short: string;
    expanded(text: string): string;
  };
  /** Queries with a name, for the parameter `preset`. */
  readonly presets?: Readonly<Record<string, Preset>>;
}

/** The query of a preset, as `q` would write it; `today`: the first ms of the business day that is now. */
export type Preset = (today: number) => string;

/** The column of the newest-first order. */
export function orderOf({ order }: QueryDeclaration): string {
  return order ?? 'rowid';
}

/** The query of a preset; undefined for a name that this resource does not know. */
export function presetOf({ presets = {} }: QueryDeclaration, preset: string, today: number): string | undefined {
  return Object.hasOwn(presets, preset) ? presets[preset]?.(today) : undefined;
}

/** The declared field of a property; names like `constructor` are not fields. */
export function fieldOf(declaration: QueryDeclaration, property: string): QueryField | undefined {
  return Object.hasOwn(declaration.fields, property) ? declaration.fields[property] : undefined;
}

/** The values of the declared columns of the main table for this document, by column name. */
export function columnValues(declaration: QueryDeclaration, document: unknown): Record<string, Comparable | null> {
  const values: Record<string, Comparable | null> = {};
  for (const property in declaration.fields) {
    const field = declaration.fields[property]!;
    if ('column' in field) values[field.column] = declaredValues(field, property, document)[0] ?? null;
  }
  return values;
}

/** The values of a linked property in this document, each once: one row of the link table for each. */
export function linkValues(declaration: QueryDeclaration, property: string, document: unknown): readonly Comparable[] {
  const field = fieldOf(declaration, property);
  return field ? [...new Set(declaredValues(field, property, document))] : [];
}

/** The comparable values of a declared field; a column has room for the first one only. */
export function declaredValues(field: QueryField, property: string, document: unknown): readonly Comparable[] {
  const values: Comparable[] = [];
  for (const value of valuesAt(document, property)) {
    const form = comparable(field.type, value);
    if (form !== null) values.push(form);
    if (values.length === 1 && 'column' in field) break;
  }
  return values;
}

/** The order of a list: `sort` read and compiled, always ending in something unique so that pages do not overlap. */

import type { Sql } from './compile.ts';
import { documentWith, jsonPath, name } from './compile.ts';
import type { QueryDeclaration } from './declaration.ts';
import { fieldOf, orderOf } from './declaration.ts';
import { isProperty, segmentsOf } from './property.ts';

export interface SortKey {
  readonly property: string;
  readonly order: 'asc' | 'desc';
}

const MOST_KEYS = 8;
const KEY = /^\s*([^:\s]+)\s*(?::\s*(asc|desc)\s*)?$/i;

/** `a:asc,b.c:desc`, each part `field:order`, `asc` if the order is left out; or a sentence on what is wrong. */
export function parseSort(text: string): readonly SortKey[] | string {
  const parts = text.split(',').filter(part => part.trim() !== '');
  if (parts.length > MOST_KEYS) return `sort takes at most ${MOST_KEYS} fields`;
  const keys: SortKey[] = [];
  for (const part of parts) {
    const [, property = '', order = 'asc'] = KEY.exec(part) ?? [];
    if (!isProperty(property)) return `"${part.trim()}" is not a field with an order: write field:asc or field:desc`;
    keys.push({ property, order: order.toLowerCase() === 'desc' ? 'desc' : 'asc' });
  }
  return keys;
}

/** The values by which rows are compared, in this order. */
export interface OrderColumn extends Sql {
  readonly order: SortKey['order'];
}

export interface Order {
  readonly columns: readonly OrderColumn[];
  /**
   * Direction of the tie-breaker: that of the last key, so that one index can serve both; without keys the newest is
   * first.
   */
  readonly direction: SortKey['order'];
  /** The text behind ORDER BY. Rows without the property come first in `asc`, last in `desc`. */
  readonly orderBy: Sql;
  /** Looks into the documents, because one of the keys is not declared. */
  readonly sortsDocuments: boolean;
}

export function compileOrder(keys: readonly SortKey[], declaration: QueryDeclaration): Order {
  const columns = keys.map(key => ({ ...columnOf(key, declaration), order: key.order }));
  const direction = keys.at(-1)?.order ?? 'desc';
  const tieBreaker = `${name(declaration.table, orderOf(declaration))} ${direction.toUpperCase()}`;
  return {
    columns,
    direction,
    orderBy: {
      sql: [...columns.map(({ sql, order }) => `${sql} ${order.toUpperCase()}`), tieBreaker].join(', '),
      params: columns.flatMap(({ params }) => params),
    },
    sortsDocuments: keys.some(key => !isColumn(key, declaration)),
  };
}

function isColumn({ property }: SortKey, declaration: QueryDeclaration): boolean {
  const field = fieldOf(declaration, property);
  return field !== undefined && 'column' in field;
}

function columnOf({ property }: SortKey, declaration: QueryDeclaration): Sql {
  const field = fieldOf(declaration, property);
  if (field && 'column' in field) return { sql: name(declaration.table, field.column), params: [] };
  const document = documentWith(declaration, [property]);
  return { sql: `query_order(json_extract(${document}, ?))`, params: [jsonPath(segmentsOf(property))] };
}

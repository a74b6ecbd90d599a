/** The order of a list: `sort` read and compiled, always ending in something unique so that pages do not overlap. */

import type { Sql } from './compile.ts';
import { jsonPath, name } from './compile.ts';
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

/**
 * What follows ORDER BY. Rows without the property come first in `asc`, last in `desc`. Without keys the newest
 * row is first. The tie-breaker runs in the direction of the last key, so that one index can serve both.
 */
export function compileOrder(keys: readonly SortKey[], declaration: QueryDeclaration): Sql {
  const columns = keys.map(({ property, order }) => key(property, order, declaration));
  const direction = keys.at(-1)?.order === 'asc' ? 'ASC' : 'DESC';
  const tieBreaker = `${name(declaration.table, orderOf(declaration))} ${direction}`;
  return {
    sql: [...columns.map(column => column.sql), tieBreaker].join(', '),
    params: columns.flatMap(column => column.params),
  };
}

function key(property: string, order: SortKey['order'], declaration: QueryDeclaration): Sql {
  const field = fieldOf(declaration, property);
  const direction = order.toUpperCase();
  if (field && 'column' in field) return { sql: `${name(declaration.table, field.column)} ${direction}`, params: [] };
  const document = name(declaration.table, declaration.document);
  return { sql: `query_order(json_extract(${document}, ?)) ${direction}`, params: [jsonPath(segmentsOf(property))] };
}

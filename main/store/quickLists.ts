/** Decides which lists are answered at once: those for which few rows are read. A thread answers the others. */
import { onlyProperty } from '../query/ast.ts';
import { compileQuery, name } from '../query/compile.ts';
import { indexedPart } from '../query/indexed.ts';
import type { ListPlan } from '../query/listParameters.ts';
import type { Database } from './database.ts';
import type { ListOf } from './pages.ts';
import type { Statement } from './statement.ts';

/** Rows that are looked at between two turns of everybody else: a few milliseconds. */
export const ROWS_AT_ONCE = 2000;
/** Rows that are passed over on the way to a page. */
const OFFSET_AT_ONCE = 10_000;

export type IsQuick = (list: ListOf, merchant: string, plan: ListPlan) => boolean;

const REMEMBERED = 200;

export function createBounds(db: Pick<Database, 'prepare'>): IsQuick {
  const statements = new Map<string, Statement<number>>();

  /** Counts no further than it has to. */
  function hasMore(list: ListOf, merchant: string, condition: { sql: string; params: readonly (string | number)[] }) {
    const sql = `SELECT count(*) FROM (SELECT 1 FROM ${name(list.queries.table)} WHERE merchant = ? AND (${condition.sql}) LIMIT ?)`;
    const found = statements.get(sql) ?? db.prepare<number>(sql).pluck();
    if (statements.size >= REMEMBERED) statements.clear();
    statements.set(sql, found);
    return (found.get(merchant, ...condition.params, ROWS_AT_ONCE + 1) ?? 0) > ROWS_AT_ONCE;
  }

  return (list, merchant, plan) => {
    const { queries } = list;
    const { query, usualOrder, offset } = plan;
    const isNear = offset <= OFFSET_AT_ONCE;
    if (usualOrder && query.kind === 'all' && (isNear || queries.position !== undefined)) return true;
    const part = indexedPart(query, queries);
    // An index does not find rows that have another value: all rows would be sorted, although their count is known.
    const isCounted = queries.counted !== undefined && onlyProperty(query) === queries.counted;
    if (usualOrder && isNear && isCounted && part !== null) return true;
    if (part !== null && !hasMore(list, merchant, compileQuery(part, queries))) return true;
    return !hasMore(list, merchant, { sql: 'TRUE', params: [] });
  };
}

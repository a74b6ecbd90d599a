/**
 * Lists by properties that have no index: every document is looked into, in memory and beside the sales. What the query
 * asks of indexed properties as well still narrows down which documents are read.
 */
import { isDeclared, type Query } from '../query/ast.ts';
import { compileQuery, name, type Sql } from '../query/compile.ts';
import { orderOf } from '../query/declaration.ts';
import { matches } from '../query/evaluate.ts';
import type { ListPlan } from '../query/listParameters.ts';
import type { Database } from './database.ts';
import type { ListOf } from './pages.ts';
import { inTurn, walk } from './walk.ts';

export interface Found {
  /** All matches. */
  readonly count: number;
  /** The documents of the page. */
  readonly texts: readonly string[];
}

export type Search = (list: ListOf, merchant: string, plan: ListPlan) => Promise<Found>;

/** A row that may be found. */
export interface Candidate {
  readonly number: number;
  readonly document: string;
}

export function createSearches(db: Database): Search {
  const queue = inTurn();

  async function search(list: ListOf, merchant: string, plan: ListPlan): Promise<Found> {
    const numbers: number[] = [];
    await walk<Candidate>(db, candidates(list, merchant, plan), ({ number, document }) => {
      if (matches(plan.query, JSON.parse(document), list.queries)) numbers.push(number);
    });
    const { sql, params } = pageOf(list, plan, numbers);
    const texts = db
      .prepare<string>(sql)
      .pluck()
      .all(...params);
    return { count: numbers.length, texts };
  }

  return (list, merchant, plan) => queue(() => search(list, merchant, plan));
}

/** Rows that meet those parts of the query that an index can answer. */
export function candidates({ queries }: ListOf, merchant: string, { query }: ListPlan): Sql {
  const { table, document, fields } = queries;
  const operands = query.kind === 'and' ? query.operands : [query];
  const indexed: Query = { kind: 'and', operands: operands.filter(operand => isDeclared(operand, fields)) };
  const where = indexed.operands.length > 0 ? compileQuery(indexed, queries) : { sql: 'TRUE', params: [] };
  return {
    sql: `SELECT ${name(table, orderOf(queries))} AS number, ${name(document)} AS document FROM ${name(table)}
      WHERE merchant = ? AND (${where.sql})`,
    params: [merchant, ...where.params],
  };
}

/** In the newest-first order the rows of a page are known by their numbers; in any other they are sorted first. */
function pageOf(
  { queries }: ListOf,
  { orderBy, usualOrder, limit, offset }: ListPlan,
  numbers: readonly number[],
): Sql {
  const { table, document } = queries;
  const newest = () => numbers.toSorted((a, b) => b - a).slice(offset, offset + limit);
  const [chosen, from] = usualOrder ? [newest(), 0] : [numbers, offset];
  return {
    sql: `SELECT ${name(document)} FROM ${name(table)}
      WHERE ${name(table, orderOf(queries))} IN (SELECT value FROM json_each(?)) ORDER BY ${orderBy.sql} LIMIT ? OFFSET ?`,
    params: [JSON.stringify(chosen), ...orderBy.params, limit, from],
  };
}

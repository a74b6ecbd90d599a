/**
 * Lists by properties, or in the order of properties, that have no index: every document is looked into, in memory and
 * beside the sales. What the query asks of indexed properties as well still narrows down which documents are read.
 */

import { propertiesOf } from '../query/ast.ts';
import type { Comparable } from '../query/comparable.ts';
import { compileQuery, documentWith, expandedText, name, type Sql, shortDocument } from '../query/compile.ts';
import { orderOf } from '../query/declaration.ts';
import { matches } from '../query/evaluate.ts';
import { indexedPart } from '../query/indexed.ts';
import type { ListPlan } from '../query/listParameters.ts';
import type { Database } from './database.ts';
import type { ListOf } from './pages.ts';
import { inTurn, walk } from './walkRows.ts';

export interface SearchResult {
  /** All matches. */
  readonly count: number;
  /** The documents of the page. */
  readonly texts: readonly string[];
}

export type ListSearch = (list: ListOf, merchant: string, plan: ListPlan) => Promise<SearchResult>;

/** A row that may be found; what it is ordered by stands in `key0`, `key1` and so on. */
export interface Candidate {
  readonly number: number;
  readonly document: string;
  readonly [key: `key${number}`]: Comparable | null;
}

export function createSearches(db: Database): ListSearch {
  const queue = inTurn();

  async function search(list: ListOf, merchant: string, plan: ListPlan): Promise<SearchResult> {
    const { limit, offset, query } = plan;
    const first = createFirst<Candidate>(offset + limit, comparison(plan));
    let count = 0;
    await walk<Candidate>(db, candidates(list, merchant, plan), row => {
      if (query.kind !== 'all' && !matches(query, JSON.parse(row.document), list.queries)) return;
      count += 1;
      // The document has been looked into; thousands of them are not kept.
      first.add({ ...row, document: '' });
    });
    const numbers = first
      .all()
      .slice(offset)
      .map(({ number }) => number);
    return { count, texts: textsOf(db, list, numbers) };
  }

  return (list, merchant, plan) => queue(() => search(list, merchant, plan));
}

/** Rows that meet those parts of the query that an index can answer, with a text that holds the properties of the query and `looksInto`. */
export function candidates(
  { queries }: ListOf,
  merchant: string,
  { query, columns }: ListPlan,
  looksInto: readonly (string | null)[] = [],
): Sql {
  const { table } = queries;
  const document = documentWith(queries, [...propertiesOf(query), ...looksInto]);
  const indexed = indexedPart(query, queries);
  const where = indexed === null ? { sql: 'TRUE', params: [] } : compileQuery(indexed, queries);
  const keys = columns.map(({ sql }, index) => `, ${sql} AS key${index}`).join('');
  return {
    sql: `SELECT ${name(table, orderOf(queries))} AS number, ${document} AS document${keys} FROM ${name(table)}
      WHERE merchant = ? AND (${where.sql})`,
    params: [...columns.flatMap(({ params }) => params), merchant, ...where.params],
  };
}

type Comparison<T> = (a: T, b: T) => number;

/** The order of the list, as SQLite would bring it about. */
function comparison({ columns, direction }: ListPlan): Comparison<Candidate> {
  const sign = (order: 'asc' | 'desc') => (order === 'asc' ? 1 : -1);
  return (a, b) => {
    for (const [index, { order }] of columns.entries()) {
      const difference = compared(a[`key${index}`] ?? null, b[`key${index}`] ?? null);
      if (difference !== 0) return difference * sign(order);
    }
    return (a.number - b.number) * sign(direction);
  };
}

/** Nothing, numbers, texts by their bytes. */
function compared(a: Comparable | null, b: Comparable | null): number {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return rank(a) - rank(b);
}

const rank = (value: Comparable | null): number => (value === null ? 0 : typeof value === 'number' ? 1 : 2);

/** Keeps the first `size` of many, without ever sorting all of them. */
function createFirst<T>(size: number, compare: Comparison<T>) {
  let kept: T[] = [];
  let last: T | undefined;

  function cut() {
    kept = kept.sort(compare).slice(0, size);
    last = kept.length === size ? kept.at(-1) : undefined;
  }

  return {
    add(one: T) {
      if (size === 0 || (last !== undefined && compare(one, last) > 0)) return;
      kept.push(one);
      if (kept.length >= 2 * size + SPARE) cut();
    },
    all(): readonly T[] {
      cut();
      return kept;
    },
  };
}

const SPARE = 100;

function textsOf(db: Database, { queries }: ListOf, numbers: readonly number[]): readonly string[] {
  const { table } = queries;
  const number = name(table, orderOf(queries));
  const rows = db
    .prepare<{ number: number; document: string }>(
      `SELECT ${number} AS number, ${shortDocument(queries)} AS document FROM ${name(table)}
        WHERE ${number} IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(numbers));
  const texts = new Map(rows.map(row => [row.number, expandedText(queries, row.document)]));
  // Documents that were removed since then are left out.
  return numbers.flatMap(one => texts.get(one) ?? []);
}

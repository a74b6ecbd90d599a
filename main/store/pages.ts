/** Answers of list endpoints: the stored texts joined, without parsing them, and the exact count of all matches. */
import { onlyProperty } from '../query/ast.ts';
import { compileQuery, expandedText, name, type Sql, shortDocument } from '../query/compile.ts';
import { fieldOf, orderOf, type QueryDeclaration } from '../query/declaration.ts';
import type { ListPlan } from '../query/listParameters.ts';
import type { Database } from './database.ts';
import { OPAQUE_PARAMETER, type Statement } from './statement.ts';

/** The rows of a list, by their type, and the properties by which they can be searched. */
export interface ListOf {
  /** Type name on the wire. */
  readonly object: string;
  readonly queries: QueryDeclaration;
}

export interface Pages {
  /** `{"count": …, "data": […]}` as the bytes of the answer, with the stored texts as they are. */
  page(list: ListOf, merchant: string, plan: ListPlan): Buffer;
  /** The same as its parts: the count of all matches, and the stored texts. */
  texts(list: ListOf, merchant: string, plan: ListPlan): { readonly count: number; readonly texts: readonly string[] };
  /** All matches, whatever the page. */
  count(list: ListOf, merchant: string, plan: ListPlan): number;
}

/** Statements are compiled once per shape of query; values are always bound. */
const REMEMBERED = 200;
const PAGES = 50;
const FEW = 5;
/** Rows of a page up to which reading them before their count costs nothing more. */
const SHORT = 100;
const END = Buffer.from(']}');
const EMPTY = Buffer.alloc(0);

export function createPages(db: Database): Pages {
  const statements = new Map<string, Statement<unknown>>();

  function statement<Row>(sql: string): Statement<Row> {
    const known = statements.get(sql) ?? db.prepare(sql).pluck();
    if (statements.size >= REMEMBERED) statements.clear();
    statements.set(sql, known);
    return known as Statement<Row>;
  }

  function count(list: ListOf, merchant: string, plan: ListPlan): number {
    const { sql, params } = countOf(list, merchant, plan);
    return statement<number>(sql).get(...params) ?? 0;
  }

  const read = (list: ListOf, merchant: string, plan: ListPlan): Buffer =>
    plan.limit <= SHORT && !isCountKept(list, plan) ? searched(list, merchant, plan) : joined(list, merchant, plan);

  /** Counting would be a second search, and a page that is not full says how many there are. */
  function searched(list: ListOf, merchant: string, plan: ListPlan): Buffer {
    const { sql, params } = rowsOf(list, merchant, plan);
    const texts = statement<string>(sql).all(...params);
    const isLast = texts.length < plan.limit && (texts.length > 0 || plan.offset === 0);
    const all = isLast ? plan.offset + texts.length : count(list, merchant, plan);
    return Buffer.from(`{"count":${all},"data":[${expandedText(list.queries, texts.join())}]}`);
  }

  /** Where there are several texts, SQLite puts them together itself, and they are never looked at. */
  function joined(list: ListOf, merchant: string, plan: ListPlan): Buffer {
    const all = count(list, merchant, plan);
    const head = `{"count":${all},"data":[`;
    const expected = Math.min(plan.limit, all - plan.offset);
    if (expected <= 0) return Buffer.from(`${head}]}`);
    const { sql, params } = rowsOf(list, merchant, plan);
    if (expected <= FEW || list.queries.apart) {
      const all = statement<string>(sql).all(...params);
      return Buffer.from(`${head}${expandedText(list.queries, all.join())}]}`);
    }
    const texts = statement<Buffer>(`SELECT CAST(group_concat(document) AS BLOB) FROM (${sql})`).get(...params);
    return Buffer.concat([Buffer.from(head), texts ?? EMPTY, END]);
  }

  /** Answers since the last commit: screens that look at the same page again cost nothing until something changes. */
  const recent = new Map<ListPlan, { readonly merchant: string; readonly page: Buffer }>();
  let readAt = -1;

  return {
    count,
    page(list, merchant, plan) {
      if (readAt !== db.commits() || recent.size >= PAGES) recent.clear();
      readAt = db.commits();
      const known = recent.get(plan);
      if (known?.merchant === merchant) return known.page;
      const page = read(list, merchant, plan);
      recent.set(plan, { merchant, page });
      return page;
    },
    texts(list, merchant, plan) {
      const { sql, params } = rowsOf(list, merchant, plan);
      const texts = statement<string>(sql).all(...params);
      return { count: count(list, merchant, plan), texts: texts.map(text => expandedText(list.queries, text)) };
    },
  };
}

/** `limit` documents of a list in its order, from `offset` on, not yet expanded; a negative limit is all. */
export function rowsOf(list: ListOf, merchant: string, plan: ListPlan, limit = plan.limit): Sql {
  const { where, orderBy, offset } = plan;
  const { table, position } = list.queries;
  const select = `SELECT ${shortDocument(list.queries)} AS document FROM ${name(table)}`;
  if (position !== undefined && plan.usualOrder && plan.query.kind === 'all') {
    // The place of a row of the plain list is known and need not be walked to.
    const place = `(${newestPosition(list)}) - ${OPAQUE_PARAMETER}`;
    const sql = `${select} WHERE merchant = ${OPAQUE_PARAMETER} AND ${name(position)} <= ${place}
      ORDER BY ${name(position)} DESC LIMIT ${OPAQUE_PARAMETER}`;
    return { sql, params: [merchant, merchant, offset, limit] };
  }
  const rest = `FROM ${name(table)} WHERE merchant = ? AND (${where.sql}) ORDER BY ${orderBy.sql} LIMIT ? OFFSET ?`;
  const params = [merchant, ...where.params, ...orderBy.params, limit, offset];
  if (!list.queries.apart) return { sql: `SELECT document ${rest}`, params };
  // Texts are put together for the rows of the page alone, whatever had to be sorted before.
  const order = name(table, orderOf(list.queries));
  return {
    sql: `SELECT ${shortDocument(list.queries)} AS document FROM (SELECT ${order} AS found ${rest})
    CROSS JOIN ${name(table)} ON ${order} = found`,
    params,
  };
}

/** Places begin where the oldest row is: what happened before the first one is put below it. */
const placesOf = (list: ListOf): string =>
  `SELECT coalesce((${placeAt('max', list)}) - (${placeAt('min', list)}) + 1, 0)`;

const placeAt = (which: 'max' | 'min', { queries: { table, position = '' } }: ListOf): string =>
  `SELECT ${which}(${name(position)}) FROM ${name(table)} WHERE merchant = ${OPAQUE_PARAMETER}`;

const newestPosition = ({ queries: { table, position = '' } }: ListOf): string =>
  `SELECT coalesce(max(${name(position)}), 0) FROM ${name(table)} WHERE merchant = ${OPAQUE_PARAMETER}`;

/** Looked up where it is kept: without a query, and for queries that ask for the counted property alone. */
export function countOf(list: ListOf, merchant: string, plan: ListPlan): Sql {
  const { object, queries } = list;
  const { table, position, counted } = queries;
  if (plan.query.kind === 'all')
    return position === undefined
      ? keptOrCounted(list, merchant)
      : { sql: placesOf(list), params: [merchant, merchant] };
  if (counted !== undefined && isCountKept(list, plan)) {
    const where = compileQuery(plan.query, valueCounts(queries, counted));
    const sql = `SELECT coalesce(sum(rows), 0) FROM value_count
      WHERE kind = ? AND merchant = ? AND property = ? AND (${where.sql})`;
    return { sql, params: [object, merchant, counted, ...where.params] };
  }
  const sql = `SELECT count(*) FROM ${name(table)} WHERE merchant = ? AND (${plan.where.sql})`;
  return { sql, params: [merchant, ...plan.where.params] };
}

const isCountKept = ({ queries: { counted } }: ListOf, { query }: ListPlan): boolean =>
  query.kind === 'all' || (counted !== undefined && onlyProperty(query) === counted);

/** Views have nobody who keeps a count; an empty table has none yet. */
function keptOrCounted({ object, queries: { table } }: ListOf, merchant: string): Sql {
  const kept = 'SELECT rows FROM row_count WHERE kind = ? AND merchant = ?';
  const sql = `SELECT coalesce((${kept}), (SELECT count(*) FROM ${name(table)} WHERE merchant = ?))`;
  return { sql, params: [object, merchant, merchant] };
}

/** The counts of a property's values as a resource with that one property. */
function valueCounts(queries: QueryDeclaration, counted: string): QueryDeclaration {
  const type = fieldOf(queries, counted)?.type ?? 'text';
  return { table: 'value_count', fields: { [counted]: { type, column: 'value' } } };
}

/** Answers of list endpoints: the stored texts joined, without parsing them, and the exact count of all matches. */

import { name, type Sql } from '../query/compile.ts';
import type { QueryDeclaration } from '../query/declaration.ts';
import { project } from '../query/fields.ts';
import type { ListPlan } from '../query/listParameters.ts';
import type { Database, Statement } from './database.ts';

export interface ListStore {
  /** `{"count": …, "data": […]}` as the bytes of the answer. */
  page(declaration: QueryDeclaration, kind: string, merchant: string, plan: ListPlan): Buffer;
}

/** Statements are compiled once per shape of query; values are always bound. */
const REMEMBERED = 200;

export function createLists(db: Database): ListStore {
  const statements = new Map<string, Statement<unknown>>();

  function statement<Row>({ sql }: Sql): Statement<Row> {
    const known = statements.get(sql) ?? db.prepare(sql).pluck();
    if (statements.size >= REMEMBERED) statements.clear();
    statements.set(sql, known);
    return known as Statement<Row>;
  }

  /** Count and texts leave SQLite as one piece and are never looked at. */
  function whole(count: Sql, rows: Sql): Buffer {
    const sql = `SELECT CAST('{"count":' || (${count.sql}) || ',"data":['
      || coalesce((SELECT group_concat(document) FROM (${rows.sql})), '') || ']}' AS BLOB)`;
    const params = [...count.params, ...rows.params];
    return statement<Buffer>({ sql, params }).get(...params) ?? EMPTY;
  }

  function read(declaration: QueryDeclaration, kind: string, merchant: string, plan: ListPlan): Buffer {
    const { fields } = plan;
    const [count, rows] = [countOf(declaration, kind, merchant, plan), rowsOf(declaration, merchant, plan)];
    if (fields === null) return whole(count, rows);
    const data = statement<string>(rows).all(...rows.params);
    const matches = statement<number>(count).get(...count.params) ?? 0;
    return Buffer.from(JSON.stringify({ count: matches, data: data.map(text => project(JSON.parse(text), fields)) }));
  }

  /** Answers since the last commit: screens that look at the same page again cost nothing until something changes. */
  const recent = new Map<ListPlan, { readonly merchant: string; readonly page: Buffer }>();
  let readAt = -1;

  return {
    page(declaration, kind, merchant, plan) {
      if (readAt !== db.commits() || recent.size >= PAGES) recent.clear();
      readAt = db.commits();
      const known = recent.get(plan);
      if (known?.merchant === merchant) return known.page;
      const page = read(declaration, kind, merchant, plan);
      recent.set(plan, { merchant, page });
      return page;
    },
  };
}

const PAGES = 50;

const EMPTY = Buffer.from('{"count":0,"data":[]}');

/** Without a query the count is kept, not counted. */
function countOf(declaration: QueryDeclaration, kind: string, merchant: string, plan: ListPlan): Sql {
  if (plan.query.kind === 'all')
    return {
      sql: 'SELECT coalesce(sum(rows), 0) FROM row_count WHERE kind = ? AND merchant = ?',
      params: [kind, merchant],
    };
  const sql = `SELECT count(*) FROM ${name(declaration.table)} WHERE merchant = ? AND (${plan.where.sql})`;
  return { sql, params: [merchant, ...plan.where.params] };
}

function rowsOf(declaration: QueryDeclaration, merchant: string, { where, orderBy, limit, offset }: ListPlan): Sql {
  const sql = `SELECT ${name(declaration.document)} AS document FROM ${name(declaration.table)}
    WHERE merchant = ? AND (${where.sql}) ORDER BY ${orderBy.sql} LIMIT ? OFFSET ?`;
  return { sql, params: [merchant, ...where.params, ...orderBy.params, limit, offset] };
}

/** Answers of list endpoints: the stored texts joined, without parsing them, and the exact count of all matches. */

import { name } from '../query/compile.ts';
import type { QueryDeclaration } from '../query/declaration.ts';
import { type FieldTree, project } from '../query/fields.ts';
import type { ListPlan } from '../query/listParameters.ts';
import type { Database, Statement } from './database.ts';

export interface ListStore {
  /** `{"count": …, "data": […]}` as the bytes of the answer. */
  page(declaration: QueryDeclaration, kind: string, merchant: string, plan: ListPlan): Buffer;
}

/** Statements are compiled once per shape of query; values are always bound. */
const REMEMBERED = 200;

export function createLists(db: Database): ListStore {
  const pages = new Map<string, Statement<Buffer | null>>();
  const rowsOf = new Map<string, Statement<string>>();
  const counts = new Map<string, Statement<number>>();
  const rows = db.prepare<number>('SELECT rows FROM row_count WHERE kind = ? AND merchant = ?').pluck();

  function remembered<Row>(cache: Map<string, Statement<Row>>, sql: string): Statement<Row> {
    const known = cache.get(sql);
    if (known) return known;
    if (cache.size >= REMEMBERED) cache.clear();
    const compiled = db.prepare<Row>(sql).pluck();
    cache.set(sql, compiled);
    return compiled;
  }

  function countOf(declaration: QueryDeclaration, kind: string, merchant: string, plan: ListPlan): number {
    if (plan.query.kind === 'all') return rows.get(kind, merchant) ?? 0;
    const sql = `SELECT count(*) FROM ${name(declaration.table)} WHERE merchant = ? AND ${plan.where.sql}`;
    return remembered(counts, sql).get(merchant, ...plan.where.params) ?? 0;
  }

  function texts(
    declaration: QueryDeclaration,
    merchant: string,
    plan: ListPlan,
  ): { sql: string; params: (string | number)[] } {
    const sql = `SELECT ${name(declaration.document)} AS document FROM ${name(declaration.table)}
      WHERE merchant = ? AND ${plan.where.sql} ORDER BY ${plan.orderBy.sql} LIMIT ? OFFSET ?`;
    return { sql, params: [merchant, ...plan.where.params, ...plan.orderBy.params, plan.limit, plan.offset] };
  }

  /** The texts leave SQLite as one piece and are never looked at. */
  function whole(declaration: QueryDeclaration, merchant: string, plan: ListPlan): Buffer {
    const { sql, params } = texts(declaration, merchant, plan);
    return (
      remembered<Buffer | null>(pages, `SELECT CAST(group_concat(document) AS BLOB) FROM (${sql})`).get(...params) ??
      EMPTY
    );
  }

  function projected(declaration: QueryDeclaration, merchant: string, plan: ListPlan, fields: FieldTree): Buffer {
    const { sql, params } = texts(declaration, merchant, plan);
    const parts = remembered<string>(rowsOf, sql)
      .all(...params)
      .map(text => JSON.stringify(project(JSON.parse(text), fields)));
    return Buffer.from(parts.join(','));
  }

  return {
    page(declaration, kind, merchant, plan) {
      const data =
        plan.fields === null ? whole(declaration, merchant, plan) : projected(declaration, merchant, plan, plan.fields);
      const head = Buffer.from(`{"count":${countOf(declaration, kind, merchant, plan)},"data":[`);
      return Buffer.concat([head, data, TAIL]);
    },
  };
}

const EMPTY = Buffer.alloc(0);
const TAIL = Buffer.from(']}');

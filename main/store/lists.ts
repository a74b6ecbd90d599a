/** Answers of list endpoints: the stored texts joined, without parsing them, and the exact count of all matches. */

import { name } from '../query/compile.ts';
import type { QueryDeclaration } from '../query/declaration.ts';
import { project } from '../query/fields.ts';
import type { ListPlan } from '../query/listParameters.ts';
import type { Database, Statement } from './database.ts';

export interface ListStore {
  /** `{"count": …, "data": […]}` as text. */
  page(declaration: QueryDeclaration, kind: string, merchant: string, plan: ListPlan): string;
}

/** Statements are compiled once per shape of query; values are always bound. */
const REMEMBERED = 200;

export function createLists(db: Database): ListStore {
  const statements = new Map<string, Statement<string>>();
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

  return {
    page(declaration, kind, merchant, plan) {
      const table = name(declaration.table);
      const sql = `SELECT ${name(declaration.document)} FROM ${table} WHERE merchant = ? AND ${plan.where.sql}
        ORDER BY ${plan.orderBy.sql} LIMIT ? OFFSET ?`;
      const texts = remembered(statements, sql).all(
        merchant,
        ...plan.where.params,
        ...plan.orderBy.params,
        plan.limit,
        plan.offset,
      );
      const data =
        plan.fields === null ? texts : texts.map(text => JSON.stringify(project(JSON.parse(text), plan.fields!)));
      return `{"count":${countOf(declaration, kind, merchant, plan)},"data":[${data.join(',')}]}`;
    },
  };
}

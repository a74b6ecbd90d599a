/** Value on loyalty cards: issued, redeemed, what is owed, and what campaigns cost. */
import { loyaltyDeclaration } from '../../reporting/declarations.ts';
import { labelOf } from '../../reporting/labels.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import {
  addFilters,
  badRequest,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  totalOf,
  whereOf,
} from './report.ts';

const declaration = loyaltyDeclaration;

const sum = (expression: string, condition: string): string =>
  `coalesce(sum(${expression}) FILTER (WHERE ${condition}), 0)::bigint`;

const account = (name: string, side: 'issued' | 'redeemed'): string =>
  `${sum(`f.${side}`, `f.account = '${name}'`)} AS ${name}_${side}`;

const SUMS = [
  ...(['cash', 'bonus', 'points'] as const).flatMap(name => [account(name, 'issued'), account(name, 'redeemed')]),
  `${sum('f.expired', `f.account IN ('cash', 'bonus')`)} AS expired`,
  `${sum('f.redeemed', `f.account = 'bonus' AND f.campaign <> ''`)} AS cost`,
].join(', ');

const KEYS: Readonly<Record<string, { readonly sql: string; readonly name: string; readonly order: string }>> = {
  day: { sql: `to_char(f.business_day, 'YYYY-MM-DD')`, name: 'NULL::text', order: 'key' },
  store: { sql: 'f.store', name: '(SELECT store.name FROM store WHERE store.id = f.store)', order: 'name, key' },
  campaign: { sql: 'f.campaign', name: 'NULL::text', order: 'cost DESC, key' },
};

const DAY_ONE = '0001-01-01';
const OWED = `coalesce(sum(f.issued - f.redeemed) FILTER (WHERE f.account IN ('cash', 'bonus')), 0)::bigint AS owed`;

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  const key = Object.hasOwn(KEYS, request.by) ? KEYS[request.by] : undefined;
  if (!key) throw badRequest(`loyalty knows no by=${request.by}`);
  const where = whereOf(scope, request, 'f');
  addFilters(where, request.filters, { store: 'f.store' });
  const found = await sql.query<Record<string, number> & { key: string; name: string | null }>(
    `SELECT ${key.sql} AS key, ${key.name} AS name, ${SUMS} FROM figure_loyalty AS f WHERE ${where.text()}
      GROUP BY ${key.sql} ORDER BY ${key.order}`,
    where.values,
  );
  const owed = await owedAtTheEnd(sql, scope, request);
  const rows = found.map(
    ({ key: value, name, ...sums }): ReportRow => ({
      key: value,
      label: labelOf(request.by, value, name, scope.language),
      ...sums,
      liability: request.by === 'campaign' ? null : (owed.byKey.get(value) ?? null),
    }),
  );
  return { rows, total: { ...totalOf(declaration.columns, rows), liability: owed.total }, notes: [] };
}

/** What is owed at the end: of each day (all stores), or of each store; with the total of all stores. */
async function owedAtTheEnd(sql: Sql, scope: ReportScope, request: ReportRequest) {
  const where = whereOf(scope, { from: DAY_ONE, to: request.to }, 'f');
  addFilters(where, request.filters, { store: 'f.store' });
  const from = where.bind(request.from);
  const key =
    request.by === 'store'
      ? 'f.store'
      : `CASE WHEN f.business_day < ${from}::date THEN '' ELSE to_char(f.business_day, 'YYYY-MM-DD') END`;
  const values = request.by === 'store' ? where.values.slice(0, -1) : where.values;
  const moved = await sql.query<{ key: string; owed: number }>(
    `SELECT ${key} AS key, ${OWED} FROM figure_loyalty AS f WHERE ${where.text()} GROUP BY 1 ORDER BY 1`,
    values,
  );
  const byKey = new Map<string, number>();
  let total = 0;
  for (const { key: value, owed } of moved) {
    total += owed;
    byKey.set(value, request.by === 'store' ? owed : total);
  }
  return { byKey, total };
}

export const loyalty: Report = { declaration, usualDays: 30, figures };

/** Corrections: cancellations, returns, discounts, prices changed by hand, and goods that left a basket unpaid, by cashier, till, store or day. */
import { correctionsDeclaration } from '../../reporting/declarations.ts';
import { labelOf } from '../../reporting/labels.ts';
import { openingsNote } from '../../reporting/notes.ts';
import { correctionRatios } from '../../reporting/ratios.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { type KeyName, keyOf, namesOf } from './keys.ts';
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

const declaration = correctionsDeclaration;

interface Sums {
  readonly sales: number;
  readonly turnover: number;
  readonly cancellations: number;
  readonly cancelled: number;
}
interface Corrected {
  readonly returns: number;
  readonly returned: number;
  readonly discount: number;
  readonly lowered: number;
  readonly raised: number;
  readonly voids: number;
  readonly voided: number;
  readonly abandonments: number;
  readonly abandoned: number;
}
type Keyed<T> = T & { readonly key: string };

const NO_SUMS: Sums = { sales: 0, turnover: 0, cancellations: 0, cancelled: 0 };
const NOTHING: Corrected = {
  ...{ returns: 0, returned: 0, discount: 0, lowered: 0, raised: 0 },
  ...{ voids: 0, voided: 0, abandonments: 0, abandoned: 0 },
};

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  const by = declaration.by.find(({ name }) => name === request.by)?.name as KeyName | undefined;
  if (!by) throw badRequest(`corrections knows no by=${request.by}`);
  const sold = await sumsOf<Sums>(sql, scope, request, by, 'figure_sale', Object.keys(NO_SUMS));
  const corrected = await sumsOf<Corrected>(sql, scope, request, by, 'figure_correction', Object.keys(NOTHING));
  const correctedByKey = new Map(corrected.map(row => [row.key, row]));
  const known = new Set(sold.map(({ key }) => key));
  // A person who has sold nothing may have given discounts, set prices, or given up baskets.
  const others = corrected.filter(({ key }) => !known.has(key)).map(({ key }) => ({ key, ...NO_SUMS }));
  const all = [...sold, ...others];
  const names = await namesOf(
    sql,
    by,
    all.map(({ key }) => key),
  );
  const rows = all.map(({ key, ...sums }): ReportRow => {
    const { key: _, ...corrections } = { ...NOTHING, ...correctedByKey.get(key) };
    const taken = { ...sums, ...corrections };
    return {
      key,
      label: labelOf(by, key, names.get(key) ?? null, scope.language),
      ...taken,
      ...correctionRatios(taken),
    };
  });
  const total = totalOf(declaration.columns, rows);
  return {
    rows,
    total: { ...total, ...correctionRatios(total as Readonly<Record<string, number>>) },
    notes: [openingsNote],
  };
}

async function sumsOf<T>(
  sql: Sql,
  scope: ReportScope,
  request: ReportRequest,
  by: KeyName,
  table: 'figure_sale' | 'figure_correction',
  columns: readonly string[],
): Promise<readonly Keyed<T>[]> {
  const where = whereOf(scope, request, table);
  addFilters(where, request.filters, { store: `${table}.store`, till: `${table}.till`, cashier: `${table}.cashier` });
  // A basket of an older till names no currency: it has that of the books.
  const currencies = table === 'figure_correction' ? [scope.currency, ''] : [scope.currency];
  where.and(`${table}.currency = ANY(${where.bind(currencies)}::text[])`);
  const { sql: expression, group } = keyOf(by);
  return sql.query<Keyed<T>>(
    `SELECT ${expression(table)} AS key, ${columns.map(name => `sum(${table}.${name})::bigint AS ${name}`).join(', ')}
       FROM ${table} WHERE ${where.text()} GROUP BY ${group?.(table) ?? expression(table)} ORDER BY key`,
    where.values,
  );
}

export const corrections: Report = { declaration, usualDays: 30, figures };

/** What was taken back: cancellations, returns and discounts, by cashier, till, store or day. */
import { notReturned } from '../../domain/figureLines.ts';
import { correctionsDeclaration } from '../../reporting/declarations.ts';
import { labelOf } from '../../reporting/labels.ts';
import { openingsNote } from '../../reporting/notes.ts';
import { correctionRatios } from '../../reporting/ratios.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { type KeyName, keyOf } from './keys.ts';
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
  readonly discount: number;
}
interface Returns {
  readonly returns: number;
  readonly returned: number;
}
type Keyed<T> = T & { readonly key: string; readonly name: string | null };

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  const by = declaration.by.find(({ name }) => name === request.by)?.name as KeyName | undefined;
  if (!by) throw badRequest(`corrections knows no by=${request.by}`);
  const counted = await sumsOf<Sums>(sql, scope, request, by, {
    table: 'figure_sale',
    from: 'figure_sale',
    condition: 'TRUE',
    select: ['sales', 'turnover', 'cancellations', 'cancelled', 'discount']
      .map(name => `sum(figure_sale.${name})::bigint AS ${name}`)
      .join(', '),
  });
  const returned = await sumsOf<Returns>(sql, scope, request, by, {
    table: 'sale',
    from: `sale JOIN sale_line AS line ON line.store = sale.store AND line.business_day = sale.business_day
       AND line.till = sale.till AND line.epoch = sale.epoch AND line.sequence = sale.sequence`,
    condition: `sale.event = 'closed' AND line.amount < 0 AND line.item_type NOT IN (${notReturned.map(type => `'${type}'`).join(', ')})`,
    select: 'count(*)::bigint AS returns, -sum(line.amount)::bigint AS returned',
  });
  const byKey = new Map(returned.map(row => [row.key, row]));
  const rows = counted.map(({ key, name, ...sums }): ReportRow => {
    const { returns = 0, returned: amount = 0 } = byKey.get(key) ?? {};
    const label = labelOf(by, key, name, scope.language);
    return { key, label, ...sums, returns, returned: amount, ...correctionRatios({ ...sums, returned: amount }) };
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
  { table, from, condition, select }: Readonly<Record<'table' | 'from' | 'condition' | 'select', string>>,
): Promise<readonly Keyed<T>[]> {
  const where = whereOf(scope, request, table);
  addFilters(where, request.filters, { store: `${table}.store`, till: `${table}.till`, cashier: `${table}.cashier` });
  where.and(`${table}.currency = ${where.bind(scope.currency)}`);
  const key = keyOf(by).sql(table);
  return sql.query<Keyed<T>>(
    `SELECT ${key} AS key, ${keyOf(by).name(table)} AS name, ${select} FROM ${from}
      WHERE ${where.text()} AND ${condition} GROUP BY ${key} ORDER BY key`,
    where.values,
  );
}

export const corrections: Report = { declaration, usualDays: 30, figures };

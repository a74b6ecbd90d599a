/** Turnover: closed sales less what was cancelled, on the day of the event; by time, place, person, article, tax and method. */
import { turnoverDeclaration } from '../../reporting/declarations.ts';
import { labelOf, noTurnover } from '../../reporting/labels.ts';
import { quantityColumns, turnoverRatios } from '../../reporting/ratios.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { type KeyName, keyNames, keyOf, namesOf } from './keys.ts';
import {
  addFilters,
  badRequest,
  type Figure,
  type Filters,
  mostRows,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  texts,
  tooManyRows,
  whereOf,
} from './report.ts';
import { type Source, sources } from './turnoverSources.ts';

const declaration = turnoverDeclaration;

/** The source with the fewest rows that has the key and every filter. */
function sourceOf(by: KeyName, filters: Filters): Source {
  const names = Object.keys(filters) as (keyof Filters)[];
  const found = sources.find(({ keys, filters: known }) => keys.includes(by) && names.every(name => known[name]));
  if (!found)
    throw badRequest(
      `turnover by ${by} cannot be filtered by ${names.join(', ')} together: a payment is not split over the articles of a sale`,
    );
  return found;
}

const emptyRow = (): Record<string, Figure> => Object.fromEntries(declaration.columns.map(({ name }) => [name, null]));

type Sums = Readonly<Record<string, number | null>>;
/** The sums of a row, and the first and last unit by the alphabet: both are the same where there is one. */
type Summed = Sums & { readonly first_unit: string | null; readonly last_unit: string | null };

/** The columns of a row from the sums of its source; what the source does not have is null. */
function cells({ first_unit: first, last_unit: last, ...found }: Summed): Record<string, Figure> {
  const { pieces, measured, ...sums } = found as Sums;
  const units = [first, ...(first === last ? [] : [last])].filter(unit => unit !== null);
  return {
    ...emptyRow(),
    ...sums,
    ...turnoverRatios(sums),
    ...(pieces === undefined ? {} : quantityColumns({ pieces, measured }, units)),
  };
}

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  const by = keyNames.find(name => name === request.by);
  if (!by) throw badRequest(`turnover knows no by=${request.by}`);
  const source = sourceOf(by, request.filters);
  const key = keyOf(by);
  const { unit = "''" } = source;
  const select = [
    ...Object.entries(source.sums).map(([name, expression]) => `coalesce(sum(${expression}), 0)::bigint AS ${name}`),
    `min(NULLIF(${unit}, '')) AS first_unit`,
    `max(NULLIF(${unit}, '')) AS last_unit`,
  ];
  const where = whereOf(scope, request, source.alias);
  addFilters(where, request.filters, source.filters);
  const { article } = request.filters;
  if (source.articleIndex && article && !article.includes(''))
    where.and(
      `${source.articleIndex} = ANY(ARRAY(SELECT lower(a) FROM unnest(${where.bind(article)}::text[]) AS asked (a)))`,
    );
  const order = key.order?.(source.alias) ?? 'turnover DESC, key';
  const expression = key.sql(source.alias);
  const found = await sql.query<Summed & { key: string; name: string | null }>(
    `SELECT ${expression} AS key, ${key.name(source.alias)} AS name, ${select.join(', ')}
       FROM ${source.from} WHERE ${where.text()} AND ${source.alias}.currency = $${where.values.length + 1}
      GROUP BY ${key.group?.(source.alias) ?? expression} ORDER BY ${order} LIMIT ${mostRows + 1}`,
    [...where.values, scope.currency],
  );
  const totals = await sql.query<Summed & { currency: string }>(
    `SELECT ${source.alias}.currency AS currency, ${select.join(', ')} FROM ${source.from} WHERE ${where.text()}
      GROUP BY ${source.alias}.currency`,
    where.values,
  );
  const shown = found.slice(0, mostRows);
  const names = await namesOf(
    sql,
    by,
    shown.map(({ key: value }) => value),
  );
  const rows = shown.map(
    ({ key: value, name, ...sums }): ReportRow => ({
      key: String(value),
      label: labelOf(by, String(value), name ?? names.get(value) ?? null, scope.language),
      ...cells(sums as Summed),
    }),
  );
  const own = totals.find(each => each.currency === scope.currency);
  const notes = [
    ...(found.length > mostRows ? [tooManyRows()] : []),
    ...totals.filter(each => each.currency !== scope.currency).map(each => otherCurrency(each.currency)),
    ...(source.note ? [source.note] : []),
  ];
  const { currency: _, ...sums } = own ?? {
    currency: '',
    ...{ first_unit: null, last_unit: null },
    ...Object.fromEntries(Object.keys(source.sums).map(name => [name, 0])),
  };
  const total = cells(sums as Summed);
  const isWhole = Object.keys(request.filters).every(name => WHOLE_SALES.has(name));
  if (by !== 'method' || !isWhole) return { rows, total, notes };
  return withoutTurnover(sql, scope, request, { rows, total, notes });
}

/** Filters that leave or take a sale with all of its payments, so that its turnover is known beside them. */
const WHOLE_SALES: ReadonlySet<string> = new Set(['store', 'till', 'cashier'] satisfies (keyof Filters)[]);

const otherCurrency = (currency: string) =>
  texts(
    `Beträge in ${currency || 'unbekannter Währung'} sind nicht enthalten.`,
    `Amounts in ${currency || 'an unknown currency'} are not contained.`,
  );

/** Payments take top-ups and tips, too: one row says how much of them is no turnover, so that the total is the turnover. */
async function withoutTurnover(
  sql: Sql,
  scope: ReportScope,
  request: ReportRequest,
  { rows, total, notes }: ReportFigures,
): Promise<ReportFigures> {
  const day = await figures(sql, scope, { ...request, by: 'store' });
  const turnover = Number(day.total.turnover ?? 0);
  const rest = turnover - Number(total.turnover ?? 0);
  const { sales, average } = day.total;
  const whole = { ...total, sales: sales ?? null, average: average ?? null, turnover };
  if (rest === 0) return { rows, total: whole, notes };
  const row = {
    key: noTurnover,
    label: labelOf('method', noTurnover, null, scope.language),
    ...emptyRow(),
    turnover: rest,
  };
  return { rows: [...rows, row], total: whole, notes };
}

export const turnover: Report = { declaration, usualDays: 30, figures };

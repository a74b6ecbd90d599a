/** Corrections: cancellations, returns, discounts, prices changed by hand, and goods that left a basket unpaid, by cashier, till, store or day. */
import { correctionsDeclaration } from '../../reporting/declarations.ts';
import { labelOf } from '../../reporting/labels.ts';
import { openingsNote } from '../../reporting/notes.ts';
import { correctionRatios } from '../../reporting/ratios.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { type KeyName, keyOf, namesOf, placeOf } from './keys.ts';
import {
  addFilters,
  badRequest,
  type CrossedFigures,
  type CrossedRequest,
  mostCrossed,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  tooManyCrossed,
  totalOf,
  whereOf,
  withRegionKey,
} from './report.ts';

/** Stores and tills are within a region. */
const isWithin = (one: string, other: string): boolean => one === 'region' && ['store', 'till'].includes(other);
const keys = withRegionKey(correctionsDeclaration.by);

/** Both tables have every key, so that each goes with each. */
const declaration = {
  ...correctionsDeclaration,
  by: keys.map(each => ({
    ...each,
    across: keys
      .map(({ name }) => name)
      .filter(name => name !== each.name && !isWithin(name, each.name) && !isWithin(each.name, name)),
  })),
};

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
/** `across`: empty without a second key. */
type Keyed<T> = T & { readonly key: string; readonly across: string };

const NO_SUMS: Sums = { sales: 0, turnover: 0, cancellations: 0, cancelled: 0 };
const NOTHING: Corrected = {
  ...{ returns: 0, returned: 0, discount: 0, lowered: 0, raised: 0 },
  ...{ voids: 0, voided: 0, abandonments: 0, abandoned: 0 },
};

const keyNamed = (name: string): KeyName => {
  if (!declaration.by.some(key => key.name === name)) throw badRequest(`corrections knows no by=${name}`);
  return name as KeyName;
};

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  const by = keyNamed(request.by);
  const found = await takenBy(sql, scope, request, [by]);
  const names = await namesOf(
    sql,
    by,
    found.map(({ key }) => key),
  );
  const rows = found.map(
    ({ key, across: _, ...taken }): ReportRow => ({
      key,
      label: labelOf(by, key, names.get(key) ?? null, scope.language),
      ...taken,
      ...correctionRatios(taken),
    }),
  );
  const total = totalOf(declaration.columns, rows);
  return {
    rows,
    total: { ...total, ...correctionRatios(total as Readonly<Record<string, number>>) },
    notes: [openingsNote],
  };
}

async function crossed(sql: Sql, scope: ReportScope, request: CrossedRequest): Promise<CrossedFigures> {
  const keys = [keyNamed(request.by), keyNamed(request.across)] as const;
  const rows = await figures(sql, scope, request);
  const columns = await figures(sql, scope, { ...request, by: request.across });
  const pairs = await takenBy(sql, scope, request, keys);
  const shown = {
    rows: shownOf(rows, request, 'by', mostCrossed.rows),
    columns: shownOf(columns, request, 'across', mostCrossed.columns),
  };
  const isWhole = shown.rows.length === rows.rows.length && shown.columns.length === columns.rows.length;
  return {
    ...shown,
    cells: pairs.map(({ key, across, ...taken }) => ({
      key,
      across,
      figures: { ...taken, ...correctionRatios(taken) },
    })),
    total: rows.total,
    notes: [...(isWhole ? [] : [tooManyCrossed()]), ...rows.notes],
  };
}

/** Days in their order, everything else with the greatest figure first. */
function shownOf({ rows }: ReportFigures, request: CrossedRequest, side: 'by' | 'across', most: number) {
  const isDay = request[side] === 'day';
  const sorted = isDay
    ? rows
    : rows.toSorted((one, other) => Number(other[request.figure]) - Number(one[request.figure]));
  return sorted.slice(0, most);
}

/** Sales and what was taken back of them, by one key or by two. */
async function takenBy(sql: Sql, scope: ReportScope, request: ReportRequest, keys: readonly KeyName[]) {
  const sold = await sumsOf<Sums>(sql, scope, request, keys, 'figure_sale', Object.keys(NO_SUMS));
  const corrected = await sumsOf<Corrected>(sql, scope, request, keys, 'figure_correction', Object.keys(NOTHING));
  const placeOf = ({ key, across }: Pick<Keyed<unknown>, 'key' | 'across'>) => JSON.stringify([key, across]);
  const byPlace = new Map(corrected.map(row => [placeOf(row), row]));
  const known = new Set(sold.map(placeOf));
  // A person who has sold nothing may have given discounts, set prices, or given up baskets.
  const others = corrected
    .filter(row => !known.has(placeOf(row)))
    .map(({ key, across }) => ({ ...NO_SUMS, key, across }));
  return [...sold, ...others].map(row => ({ ...NOTHING, ...byPlace.get(placeOf(row)), ...row }));
}

async function sumsOf<T>(
  sql: Sql,
  scope: ReportScope,
  request: ReportRequest,
  [by, across]: readonly KeyName[],
  table: 'figure_sale' | 'figure_correction',
  columns: readonly string[],
): Promise<readonly Keyed<T>[]> {
  const where = whereOf(scope, request, table);
  addFilters(where, request.filters, { store: `${table}.store`, till: `${table}.till`, cashier: `${table}.cashier` });
  // A basket of an older till names no currency: it has that of the books.
  const currencies = table === 'figure_correction' ? [scope.currency, ''] : [scope.currency];
  where.and(`${table}.currency = ANY(${where.bind(currencies)}::text[])`);
  if (!by) throw new Error('corrections are asked for by a key');
  const groups = [by, ...(across ? [across] : [])].map(name => keyOf(name).group?.(table) ?? keyOf(name).sql(table));
  return sql.query<Keyed<T>>(
    `SELECT ${keyOf(by).sql(table)} AS key, ${across ? keyOf(across).sql(table) : "''"} AS across,
        ${columns.map(name => `sum(${table}.${name})::bigint AS ${name}`).join(', ')}
       FROM ${table}${placeOf([by, across], table)} WHERE ${where.text()} GROUP BY ${groups.join(', ')} ORDER BY key, across`,
    where.values,
  );
}

export const corrections: Report = { declaration, usualDays: 30, figures, crossed };

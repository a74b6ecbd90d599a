/** Today at a glance, for each region, store or till: what was sold so far, beside the same day a week before up to the same time. */

import { comparedDays, spanBefore } from '../../reporting/comparison.ts';
import { addDays } from '../../reporting/days.ts';
import { labelOf } from '../../reporting/labels.ts';
import { turnoverRatios } from '../../reporting/ratios.ts';
import type { ReportDeclaration, ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { namesOf } from './keys.ts';
import { likeWithLike } from './notes.ts';
import {
  addFilters,
  badRequest,
  column,
  grouping,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  texts,
  totalOf,
  whereOf,
} from './report.ts';
import { type ClockGroup, clockGroups } from './scope.ts';
import { addedReached, type Reached, shareOf, targetsIn } from './targets.ts';

const declaration: ReportDeclaration = {
  name: 'today',
  title: texts('Heute', 'Today'),
  about: texts(
    'Umsatz bis jetzt, daneben derselbe Wochentag vor einer Woche bis zur selben Uhrzeit.',
    'Turnover so far, beside the same weekday a week before up to the same time of day.',
  ),
  by: [
    grouping('store', 'Filiale', 'Store'),
    grouping('region', 'Region', 'Region'),
    grouping('till', 'Kasse', 'Till'),
  ],
  columns: [
    column('sales', 'count', 'Verkäufe', 'Sales'),
    column('turnover', 'money', 'Umsatz', 'Turnover'),
    column('average', 'money', 'Durchschnitt', 'Average', false),
    column('week_before', 'money', 'Vor einer Woche', 'A week before'),
    column('change', 'share', 'Veränderung', 'Change', false),
    column('cancelled', 'money', 'Storniert', 'Cancelled'),
    column('unknown', 'count', 'Unklar', 'Unknown'),
    column('last_sale', 'time', 'Letzter Verkauf', 'Last sale', false),
    column('target', 'money', 'Monatsziel', 'Target of the month', false),
    column('target_reached', 'share', 'Ziel erreicht', 'Target reached', false),
    column('target_expected', 'share', 'Bis heute Abend erwartet', 'Expected by tonight', false),
  ],
  filters: ['store', 'till'],
  chart: { kind: 'bar', column: 'turnover' },
  hasSpan: false,
  compares: false,
  leadsToSales: true,
};

/** Sales in which nothing was bought. */
interface Others {
  readonly other_sales: number;
  readonly other_turnover: number;
}

interface Sums extends Others {
  readonly sales: number;
  readonly turnover: number;
  readonly week_before: number;
  readonly cancelled: number;
  readonly unknown: number;
}

const SUMS = [
  ...['sales', 'turnover', 'week_before', 'cancelled', 'unknown', 'other_sales', 'other_turnover'],
] as readonly (keyof Sums)[];

interface Found extends Sums {
  readonly key: string;
  readonly last_sale: number | null;
}

/** With the day that it is of, and the clock of its times. */
interface Placed extends Found {
  readonly day: string;
  readonly time_zone: string;
}

type By = 'region' | 'store' | 'till';

/** Stores of other clocks have days of their own: each group is asked for its own today, and a row belongs to one of them. */
async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  if (!declaration.by.some(({ name }) => name === request.by)) throw badRequest(`today knows no by=${request.by}`);
  const by = request.by as By;
  if (request.from !== request.to) throw badRequest('today is of one day: from and to are the same');
  const isNow = request.from === scope.today && request.to === scope.today;
  const groups = await clockGroups(sql, scope);
  const parts: Part[] = [];
  for (const { stores, timeZone, today } of groups) {
    const day = isNow ? { from: today, to: today } : {};
    parts.push(await partOf(sql, { ...scope, stores, timeZone }, { ...request, ...day }, by));
  }
  const regions = by === 'region' ? await regionsOf(sql, scope.stores) : null;
  const found = parts.flatMap(part => part.found);
  const placed = regions ? addedByRegion(found, regions, scope.timeZone) : found;
  const names = await namesOf(
    sql,
    by,
    placed.map(({ key }) => key),
  );
  const reached =
    isNow && !request.filters.till ? await reachedThisMonth(sql, scope, groups, request.filters.store) : [];
  const byPlace = Map.groupBy(reached, ([store]) => (regions ? regions.get(store) : store));
  const reachedOf = (key: string) => addedReached((byPlace.get(key) ?? []).map(([, each]) => each));
  const rows = placed
    .map(({ other_sales, other_turnover, last_sale, ...sums }): ReportRow => {
      const label = labelOf(by, sums.key, names.get(sums.key) ?? null, scope.language);
      const last = { last_sale: last_sale === null ? null : new Date(last_sale).toISOString() };
      const cells = targetCells(by !== 'till' && byPlace.has(sums.key) ? reachedOf(sums.key) : undefined);
      return { label, ...sums, ...ratios({ ...sums, other_sales, other_turnover }), ...last, ...cells };
    })
    .sort((one, other) => Number(other.turnover) - Number(one.turnover) || (one.key < other.key ? -1 : 1));
  const year = parts.reduce((sum, part) => sum + part.year, 0);
  const total = totalOf(declaration.columns, rows);
  const others = { other_sales: sumOf(found, 'other_sales'), other_turnover: sumOf(found, 'other_turnover') };
  const change = changeOf(Number(total.turnover), year);
  return {
    rows,
    total: {
      ...{ ...total, ...ratios({ ...total, ...others } as never), year_before: year, change_year: change },
      ...targetCells(reached.length > 0 ? addedReached(reached.map(([, each]) => each)) : undefined),
    },
    notes: await likeWithLike(sql, scope, request, spanBefore(request, 'year')),
  };
}

/** Targets of the month that runs, by store: what was sold in it so far, and the share of its days up to the end of today. */
async function reachedThisMonth(
  sql: Sql,
  scope: ReportScope,
  groups: readonly ClockGroup[],
  wanted: readonly string[] = scope.stores,
): Promise<readonly (readonly [string, Reached])[]> {
  const found: (readonly [string, Reached])[] = [];
  for (const { stores: all, today: to } of groups) {
    const stores = all.filter(store => wanted.includes(store));
    const span = { from: `${to.slice(0, 7)}-01`, to };
    const targets = await targetsIn(sql, { ...scope, stores }, span, 'store');
    found.push(...(targets?.byKey ?? []));
  }
  return found;
}

const targetCells = (reached: Reached | undefined) => ({
  target: reached?.whole ?? null,
  target_reached: reached ? shareOf(reached.turnover, reached.whole) : null,
  target_expected: reached ? shareOf(reached.target, reached.whole) : null,
});

interface Part {
  readonly found: readonly Placed[];
  /** Turnover 52 weeks before. */
  readonly year: number;
}

/** Regions by their stores; stores without one share the empty name. */
async function regionsOf(sql: Sql, stores: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ id: string; region: string }>(
    "SELECT id, coalesce(region, '') AS region FROM store WHERE id = ANY($1::text[])",
    [stores],
  );
  return new Map(rows.map(({ id, region }) => [id, region]));
}

/** The stores of a region together. Where they live by several clocks, times are those of the reader. */
function addedByRegion(
  found: readonly Placed[],
  regions: ReadonlyMap<string, string>,
  timeZone: string,
): readonly Placed[] {
  const groups = Map.groupBy(found, ({ key }) => regions.get(key) ?? '');
  return [...groups].map(([key, rows]): Placed => {
    const [first] = rows as [Placed, ...Placed[]];
    const sums = Object.fromEntries(SUMS.map(name => [name, sumOf(rows, name)])) as unknown as Sums;
    const last = Math.max(...rows.map(({ last_sale }) => last_sale ?? 0));
    const isOneClock = rows.every(row => row.time_zone === first.time_zone);
    return { ...first, ...sums, key, last_sale: last || null, time_zone: isOneClock ? first.time_zone : timeZone };
  });
}

async function partOf(sql: Sql, scope: ReportScope, request: ReportRequest, by: By): Promise<Part> {
  const key = by === 'till' ? 'till' : 'store';
  const where = whereOf(scope, { from: addDays(request.from, -7), to: request.to }, 'sale');
  // The days between are not read.
  where.and(`sale.business_day IN (${[request.from, addDays(request.from, -7)].map(where.bind).join(', ')})`);
  addFilters(where, request.filters, { store: 'sale.store', till: 'sale.till' });
  const [first, lastBefore, currency] = [request.from, addDays(request.to, -7), scope.currency].map(where.bind);
  const [now, zone] = [new Date(scope.now).toISOString(), scope.timeZone].map(where.bind);
  // Seven days before by the clock on the wall: 24 hours times 7 would be an hour off across a change of the clock.
  const before = `(sale.business_day <= ${lastBefore}::date
    AND sale.at <= ((${now}::timestamptz AT TIME ZONE ${zone}) - interval '7 days') AT TIME ZONE ${zone})`;
  const today = `(sale.business_day >= ${first}::date)`;
  const found = await sql.query<Found>(
    `SELECT sale.${key} AS key,
       coalesce(sum(sale.sales) FILTER (WHERE ${today}), 0)::bigint AS sales,
       coalesce(sum(sale.turnover) FILTER (WHERE ${today}), 0)::bigint AS turnover,
       coalesce(sum(sale.turnover) FILTER (WHERE ${before}), 0)::bigint AS week_before,
       coalesce(-sum(sale.turnover) FILTER (WHERE ${today} AND sale.event = 'cancelled'), 0)::bigint AS cancelled,
       coalesce(sum(sale.sales) FILTER (WHERE ${today} AND NOT sale.bought), 0)::bigint AS other_sales,
       coalesce(sum(sale.turnover) FILTER (WHERE ${today} AND NOT sale.bought), 0)::bigint AS other_turnover,
       count(*) FILTER (WHERE ${today} AND sale.event = 'unknown')::bigint AS unknown,
       round(extract(epoch FROM max(sale.at) FILTER (WHERE ${today} AND sale.event = 'closed')) * 1000)::bigint AS last_sale
       FROM sale WHERE ${where.text()} AND (sale.currency = ${currency} OR sale.event = 'unknown')
      GROUP BY sale.${key}`,
    where.values,
  );
  const rows = found.map(row => ({ ...row, day: request.from, time_zone: scope.timeZone }));
  return { found: rows, year: await yearBefore(sql, scope, request) };
}

/** Turnover of the same weekday 52 weeks before, up to the same time of day; a total without a column. */
async function yearBefore(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<number> {
  const days = -comparedDays.year;
  const where = whereOf(scope, { from: addDays(request.from, days), to: addDays(request.to, days) }, 'sale');
  addFilters(where, request.filters, { store: 'sale.store', till: 'sale.till' });
  const [currency, now, zone] = [scope.currency, new Date(scope.now).toISOString(), scope.timeZone].map(where.bind);
  const [found] = await sql.query<{ turnover: number }>(
    `SELECT coalesce(sum(sale.turnover), 0)::bigint AS turnover FROM sale WHERE ${where.text()} AND sale.currency = ${currency}
       AND sale.at <= ((${now}::timestamptz AT TIME ZONE ${zone}) - interval '${comparedDays.year} days') AT TIME ZONE ${zone}`,
    where.values,
  );
  return found?.turnover ?? 0;
}

const sumOf = (rows: readonly Sums[], name: keyof Sums): number => rows.reduce((sum, row) => sum + row[name], 0);

const ratios = ({ week_before: before, ...sums }: Pick<Sums, 'sales' | 'turnover' | 'week_before'> & Others) => ({
  average: turnoverRatios(sums).average,
  change: changeOf(sums.turnover, before),
});

/** Hundredths of a per cent; null where nothing was sold before. */
const changeOf = (now: number, before: number): number | null =>
  before > 0 ? Math.round(((now - before) * 10_000) / before) : null;

export const today: Report = { declaration, usualDays: 1, figures };

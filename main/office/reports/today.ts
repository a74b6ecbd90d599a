/** Today at a glance, for each store or till: what was sold so far, beside the same day a week before up to the same time. */

import { comparedDays } from '../../reporting/comparison.ts';
import { addDays } from '../../reporting/days.ts';
import { labelOf } from '../../reporting/labels.ts';
import { turnoverRatios } from '../../reporting/ratios.ts';
import type { ReportDeclaration, ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { namesOf } from './keys.ts';
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
  by: [grouping('store', 'Filiale', 'Store'), grouping('till', 'Kasse', 'Till')],
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

interface Others {
  readonly other_sales: number;
  readonly other_turnover: number;
}

interface Found extends Others {
  readonly key: string;
  readonly sales: number;
  readonly turnover: number;
  readonly week_before: number;
  readonly cancelled: number;
  readonly unknown: number;
  readonly last_sale: number | null;
}

/** Stores of other clocks have days of their own: each group is asked for its own today, and a row belongs to one of them. */
async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  const by = request.by === 'till' ? 'till' : request.by === 'store' ? 'store' : null;
  if (!by) throw badRequest(`today knows no by=${request.by}`);
  if (request.from !== request.to) throw badRequest('today is of one day: from and to are the same');
  const isNow = request.from === scope.today && request.to === scope.today;
  const groups = await clockGroups(sql, scope);
  const parts: Part[] = [];
  for (const { stores, timeZone, today } of groups) {
    const day = isNow ? { from: today, to: today } : {};
    parts.push(await partOf(sql, { ...scope, stores, timeZone }, { ...request, ...day }, by));
  }
  const reached =
    isNow && !request.filters.till ? await reachedThisMonth(sql, scope, groups, request.filters.store) : [];
  const byStore = new Map(reached);
  const rows = parts
    .flatMap(part => part.rows)
    .map((row): ReportRow => ({ ...row, ...targetCells(by === 'store' ? byStore.get(row.key) : undefined) }))
    .sort((one, other) => Number(other.turnover) - Number(one.turnover) || (one.key < other.key ? -1 : 1));
  const year = parts.reduce((sum, part) => sum + part.year, 0);
  const total = totalOf(declaration.columns, rows);
  const others = addedOthers(parts);
  const change = changeOf(Number(total.turnover), year);
  return {
    rows,
    total: {
      ...{ ...total, ...ratios({ ...total, ...others } as never), year_before: year, change_year: change },
      ...targetCells(reached.length > 0 ? addedReached([...byStore.values()]) : undefined),
    },
    notes: [],
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
  readonly rows: readonly ReportRow[];
  /** Sales in which nothing was bought. */
  readonly others: readonly Others[];
  /** Turnover 52 weeks before. */
  readonly year: number;
}

async function partOf(sql: Sql, scope: ReportScope, request: ReportRequest, by: 'store' | 'till'): Promise<Part> {
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
    `SELECT sale.${by} AS key,
       coalesce(sum(sale.sales) FILTER (WHERE ${today}), 0)::bigint AS sales,
       coalesce(sum(sale.turnover) FILTER (WHERE ${today}), 0)::bigint AS turnover,
       coalesce(sum(sale.turnover) FILTER (WHERE ${before}), 0)::bigint AS week_before,
       coalesce(-sum(sale.turnover) FILTER (WHERE ${today} AND sale.event = 'cancelled'), 0)::bigint AS cancelled,
       coalesce(sum(sale.sales) FILTER (WHERE ${today} AND NOT sale.bought), 0)::bigint AS other_sales,
       coalesce(sum(sale.turnover) FILTER (WHERE ${today} AND NOT sale.bought), 0)::bigint AS other_turnover,
       count(*) FILTER (WHERE ${today} AND sale.event = 'unknown')::bigint AS unknown,
       round(extract(epoch FROM max(sale.at) FILTER (WHERE ${today} AND sale.event = 'closed')) * 1000)::bigint AS last_sale
       FROM sale WHERE ${where.text()} AND (sale.currency = ${currency} OR sale.event = 'unknown')
      GROUP BY sale.${by} ORDER BY turnover DESC, key`,
    where.values,
  );
  const names = await namesOf(
    sql,
    by,
    found.map(({ key }) => key),
  );
  const rows = found.map(
    ({ key, last_sale, other_sales, other_turnover, ...sums }): ReportRow => ({
      key,
      label: labelOf(by, key, names.get(key) ?? null, scope.language),
      day: request.from,
      time_zone: scope.timeZone,
      ...sums,
      ...ratios({ ...sums, other_sales, other_turnover }),
      last_sale: last_sale === null ? null : new Date(last_sale).toISOString(),
    }),
  );
  return { rows, others: found, year: await yearBefore(sql, scope, request) };
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

const addedOthers = (parts: readonly Part[]): Others => {
  const all = parts.flatMap(({ others }) => others);
  const sum = (name: keyof Others) => all.reduce((added, one) => added + one[name], 0);
  return { other_sales: sum('other_sales'), other_turnover: sum('other_turnover') };
};

const ratios = ({ week_before: before, ...sums }: Pick<Found, 'sales' | 'turnover' | 'week_before'> & Others) => ({
  average: turnoverRatios(sums).average,
  change: changeOf(sums.turnover, before),
});

/** Hundredths of a per cent; null where nothing was sold before. */
const changeOf = (now: number, before: number): number | null =>
  before > 0 ? Math.round(((now - before) * 10_000) / before) : null;

export const today: Report = { declaration, usualDays: 1, figures };

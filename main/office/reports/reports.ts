/** The table of reports, and how one is answered: its span, its filters, what it is compared with, its notes. */
import type { ReportAnswer, ReportRow } from '../../wire/office/reports.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { corrections } from './corrections.ts';
import { addDays, dayIn, daysBetween, isDay } from './days.ts';
import { gaps } from './gaps.ts';
import { health } from './health.ts';
import { loyalty } from './loyalty.ts';
import { notesOf } from './notes.ts';
import { reconciliation } from './reconciliation.ts';
import { badRequest, type Filter, type Filters, type Report, type ReportRequest, type ReportScope } from './report.ts';
import { today } from './today.ts';
import { turnover } from './turnover.ts';
import { unknown } from './unknown.ts';

export const reports: readonly Report[] = [
  today,
  turnover,
  loyalty,
  reconciliation,
  corrections,
  unknown,
  health,
  gaps,
];

/** Throws `notFound`. */
export function reportOf(name: string): Report {
  const found = reports.find(({ declaration }) => declaration.name === name);
  if (!found) throw new BridgeError('notFound', `there is no report ${name.slice(0, 60)}`);
  return found;
}

/** Days that one answer covers at most: ten years. */
const LONGEST = 3660;

/** How far a comparison goes back, days: a year is 52 weeks, so that weekdays meet weekdays. */
export const comparedDays = { week: 7, year: 364 } as const;
export type Comparison = keyof typeof comparedDays;

export interface WantedReport extends ReportRequest {
  readonly compare: Comparison | null;
}

/** The span, key and filters that an address names. Throws `badInput` (400). */
export function readRequest(
  report: Report,
  scope: ReportScope,
  parameters: Readonly<Record<string, unknown>>,
): WantedReport {
  const { declaration, usualDays } = report;
  const to = dayOf(parameters, 'to') ?? dayIn(scope.timeZone, scope.now);
  const from = dayOf(parameters, 'from') ?? addDays(to, 1 - usualDays);
  if (from > to) throw badRequest(`from=${from} is after to=${to}`);
  if (daysBetween(from, to) > LONGEST) throw badRequest(`a report covers at most ${LONGEST} days`);
  const by = single(parameters, 'by') ?? declaration.by[0]?.name ?? '';
  if (!declaration.by.some(({ name }) => name === by))
    throw badRequest(`by is one of ${declaration.by.map(({ name }) => name).join(', ')}`);
  const compare = single(parameters, 'compare');
  if (compare !== null && !Object.hasOwn(comparedDays, compare)) throw badRequest('compare is week or year');
  if (compare !== null && !declaration.compares) throw badRequest(`${declaration.name} is not compared`);
  return { from, to, by, filters: filtersOf(report, parameters), compare: compare as Comparison | null };
}

function dayOf(parameters: Readonly<Record<string, unknown>>, name: string): string | null {
  const day = single(parameters, name);
  if (day !== null && !isDay(day)) throw badRequest(`${name} is a day such as 2026-11-23`);
  return day;
}

function single(parameters: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = parameters[name];
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw badRequest(`${name} is given once`);
  return value;
}

const ALL: readonly Filter[] = ['store', 'till', 'cashier', 'article', 'group', 'tax', 'method'];
const MOST_VALUES = 100;

/** Given several times, a filter takes any of its values. */
function filtersOf({ declaration }: Report, parameters: Readonly<Record<string, unknown>>): Filters {
  const given = ALL.flatMap(name => {
    const raw = parameters[name];
    const values = (Array.isArray(raw) ? raw : [raw]).filter(value => value !== undefined);
    if (values.length === 0) return [];
    if (!declaration.filters.includes(name)) throw badRequest(`${declaration.name} cannot be filtered by ${name}`);
    if (
      values.length > MOST_VALUES ||
      values.some(value => typeof value !== 'string' || value.length > 200 || value.includes('\0'))
    )
      throw badRequest(`${name} is a text, given at most ${MOST_VALUES} times`);
    return [[name, values as string[]] as const];
  });
  return Object.fromEntries(given);
}

/** Throws `notFound` for a store or a till that the person may not see, whether it exists or not. */
export async function checkFilters(sql: Sql, { stores }: ReportScope, { store, till }: Filters): Promise<void> {
  const strange = store?.find(id => !stores.includes(id));
  if (strange !== undefined) throw new BridgeError('notFound', `there is no store ${strange.slice(0, 60)}`);
  if (!till) return;
  const known = await sql.query<{ id: string }>(
    'SELECT id FROM till WHERE id = ANY($1::text[]) AND store = ANY($2::text[])',
    [till, stores],
  );
  const missing = till.find(id => !known.some(row => row.id === id));
  if (missing !== undefined) throw new BridgeError('notFound', `there is no till ${missing.slice(0, 60)}`);
}

/** One report with its notes, and beside it the span it is compared with. */
export async function answerReport(
  sql: Sql,
  scope: ReportScope,
  report: Report,
  wanted: WantedReport,
): Promise<ReportAnswer> {
  await checkFilters(sql, scope, wanted.filters);
  const { from, to, by } = wanted;
  const figures = await report.figures(sql, scope, wanted);
  const answer = {
    report: report.declaration.name,
    from,
    to,
    by,
    currency: scope.currency,
    rows: [...figures.rows],
    total: { ...figures.total },
    notes: [...figures.notes, ...(await notesOf(sql, scope, wanted))],
  };
  if (wanted.compare === null) return answer;
  const days = -comparedDays[wanted.compare];
  const span = { from: addDays(from, days), to: addDays(to, days) };
  const before = await report.figures(sql, scope, { ...wanted, ...span });
  const sides = aligned(answer.rows, before.rows, key => (by === 'day' ? addDays(key, days) : key));
  return { ...answer, rows: sides.rows, before: { ...span, rows: sides.before, total: { ...before.total } } };
}

/** Both spans with the same keys in the same order; where one has no figures, its row holds zeros. */
function aligned(rows: readonly ReportRow[], before: readonly ReportRow[], earlier: (key: string) => string) {
  const byKey = new Map(before.map(row => [row.key, row]));
  const matched = rows.map(row => byKey.get(earlier(row.key)) ?? blank(row, earlier(row.key)));
  const used = new Set(matched.map(({ key }) => key));
  const left = before.filter(({ key }) => !used.has(key));
  const isDay = earlier('2000-01-01') !== '2000-01-01';
  const shift = isDay ? daysBetween(earlier('2000-01-01'), '2000-01-01') - 1 : 0;
  const later = left.map(row => blank(row, isDay ? addDays(row.key, shift) : row.key));
  const pairs = [...rows, ...later].map((row, index) => ({ row, other: [...matched, ...left][index] as ReportRow }));
  if (isDay) pairs.sort((one, other) => (one.row.key < other.row.key ? -1 : 1));
  return { rows: pairs.map(({ row }) => row), before: pairs.map(({ other }) => other) };
}

function blank(like: ReportRow, key: string): ReportRow {
  const figures = Object.entries(like)
    .filter(([name]) => name !== 'key' && name !== 'label')
    .map(([name, value]) => [name, typeof value === 'number' ? 0 : null] as const);
  return { ...Object.fromEntries(figures), key, label: like.label === like.key ? key : like.label };
}

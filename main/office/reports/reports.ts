/** The table of reports, and how one is answered: its span, its filters, what it is compared with, its notes. */
import { type Comparison, comparedDays, spanBefore, withSpanBefore } from '../../reporting/comparison.ts';
import { addDays, daysBetween, isDay, longestSpan } from '../../reporting/days.ts';
import { reportFilters } from '../../reporting/declarations.ts';
import type { ReportAnswer, ReportDeclaration } from '../../wire/office/reports.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { cash } from './cash.ts';
import { corrections } from './corrections.ts';
import { gaps } from './gaps.ts';
import { health } from './health.ts';
import { loyalty } from './loyalty.ts';
import { likeWithLike, notesOf } from './notes.ts';
import { besideEachOther, EVERY_FIGURE, type Pivot, pairRows, pairsDeclaration, pivotOf, readAcross } from './pivot.ts';
import { reconciliation } from './reconciliation.ts';
import {
  badRequest,
  type CrossedRequest,
  type Filters,
  type Report,
  type ReportRequest,
  type ReportScope,
} from './report.ts';
import { today } from './today.ts';
import { turnover } from './turnover.ts';
import { unknown } from './unknown.ts';

/** A report of stores is limited to regions of them, too. */
const withRegions = ({ declaration, ...report }: Report): Report => ({
  ...report,
  declaration: { ...declaration, filters: ['region', ...declaration.filters] },
});

export const reports: readonly Report[] = [
  today,
  turnover,
  loyalty,
  reconciliation,
  cash,
  corrections,
  unknown,
  health,
  gaps,
].map(withRegions);

const isRegion = (name: string): boolean => name === 'region';

/** The declaration for people whose stores have no regions. */
export const withoutRegions = ({ by, filters, ...declaration }: ReportDeclaration): ReportDeclaration => ({
  ...declaration,
  by: by
    .filter(({ name }) => !isRegion(name))
    .map(({ across, ...key }) => ({ ...key, ...(across && { across: across.filter(name => !isRegion(name)) }) })),
  filters: filters.filter(name => !isRegion(name)),
});

/** Throws `notFound`. */
export function reportOf(name: string): Report {
  const found = reports.find(({ declaration }) => declaration.name === name);
  if (!found) throw new BridgeError('notFound', `there is no report ${name.slice(0, 60)}`);
  return found;
}

export interface WantedReport extends ReportRequest {
  /** Null: the stores of all regions. */
  readonly regions: readonly string[] | null;
  readonly compare: Comparison | null;
  readonly crossing: Pick<CrossedRequest, 'across' | 'figure'> | null;
}

/** The span, key and filters that an address names. Throws `badInput` (400). */
export function readRequest(
  report: Report,
  scope: ReportScope,
  parameters: Readonly<Record<string, unknown>>,
): WantedReport {
  const { declaration, usualDays } = report;
  const to = dayOf(parameters, 'to') ?? scope.today;
  const from = dayOf(parameters, 'from') ?? addDays(to, 1 - usualDays);
  if (from > to) throw badRequest(`from=${from} is after to=${to}`);
  if (daysBetween(from, to) > longestSpan) throw badRequest(`a report covers at most ${longestSpan} days`);
  const by = single(parameters, 'by') ?? declaration.by[0]?.name ?? '';
  if (!declaration.by.some(({ name }) => name === by))
    throw badRequest(`by is one of ${declaration.by.map(({ name }) => name).join(', ')}`);
  const compare = single(parameters, 'compare');
  if (compare !== null && !Object.hasOwn(comparedDays, compare)) throw badRequest('compare is week, month or year');
  if (compare !== null && !declaration.compares) throw badRequest(`${declaration.name} is not compared`);
  const crossing = readAcross(declaration, by, single(parameters, 'across'), single(parameters, 'figure'));
  if (crossing?.figure === EVERY_FIGURE && compare !== null) throw badRequest('figure=all is not compared');
  const { region: regions = null, ...filters } = filtersOf(report, parameters);
  return { from, to, by, regions, filters, compare: compare as Comparison | null, crossing };
}

/** The declaration of what was asked for, as a file needs it. */
export const declarationOf = ({ declaration }: Report, { crossing }: WantedReport): ReportDeclaration =>
  crossing?.figure === EVERY_FIGURE ? pairsDeclaration(declaration, crossing.across) : declaration;

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

const MOST_VALUES = 100;

/** Given several times, a filter takes any of its values. */
function filtersOf({ declaration }: Report, parameters: Readonly<Record<string, unknown>>) {
  const given = (['region', ...reportFilters] as const).flatMap(name => {
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
  return Object.fromEntries(given) as Filters & { readonly region?: readonly string[] };
}

/** The scope with the stores of some regions alone. Throws `notFound` where the person sees none of them. */
async function ofRegions(sql: Sql, scope: ReportScope, regions: readonly string[] | null): Promise<ReportScope> {
  if (regions === null) return scope;
  const found = await sql.query<{ id: string }>(
    'SELECT id FROM store WHERE id = ANY($1::text[]) AND region = ANY($2::text[])',
    [scope.stores, regions],
  );
  if (found.length === 0) throw new BridgeError('notFound', `there is no region ${regions.join(', ').slice(0, 60)}`);
  return { ...scope, stores: found.map(({ id }) => id) };
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
  all: ReportScope,
  report: Report,
  wanted: WantedReport,
): Promise<ReportAnswer> {
  const scope = await ofRegions(sql, all, wanted.regions);
  await checkFilters(sql, scope, wanted.filters);
  const { from, to, by, crossing } = wanted;
  const head = { report: report.declaration.name, from, to, by, currency: scope.currency };
  if (crossing && report.crossed) {
    const request = { ...wanted, ...crossing };
    const figures = await report.crossed(sql, scope, request);
    const notes = [...figures.notes, ...(await notesOf(sql, scope, wanted))];
    const { compare } = wanted;
    if (crossing.figure === EVERY_FIGURE)
      return { ...head, rows: pairRows(figures), total: { ...figures.total }, notes };
    if (compare === null) return { ...head, ...pivotOf(report.declaration, request, figures), notes };
    const span = spanBefore(wanted, compare, [by, crossing.across]);
    notes.push(...(await likeWithLike(sql, scope, wanted, span)));
    const sides = besideEachOther(figures, await report.crossed(sql, scope, { ...request, ...span }), request, compare);
    const [now, before] = sides.map(side => pivotOf(report.declaration, request, side)) as [Pivot, Pivot];
    return withSpanBefore({ ...head, ...now, notes }, { ...span, ...before }, compare);
  }
  const figures = await report.figures(sql, scope, wanted);
  const answer = {
    ...head,
    rows: [...figures.rows],
    total: { ...figures.total },
    notes: [...figures.notes, ...(await notesOf(sql, scope, wanted))],
  };
  if (wanted.compare === null) return answer;
  const span = spanBefore(wanted, wanted.compare, [by]);
  answer.notes.push(...(await likeWithLike(sql, scope, wanted, span)));
  const before = await report.figures(sql, scope, { ...wanted, ...span });
  return withSpanBefore(answer, { ...span, rows: before.rows, total: before.total }, wanted.compare);
}

/** The reports of the back office, with the addresses to which their figures lead. */

import type { ReportRow } from '../../main/wire/office/reports.ts';
import { ANY_VALUE, type SaleEvents, saleFilters } from '../../main/wire/office/salesQuery.ts';
import { addressOf, type ReportChoice, requestOf } from '../report/choice.ts';
import { figureOf } from '../report/figures.ts';
import type { CrossedColumn, ReportSource } from '../report/source.ts';
import { fileAddress, type OfficeClient } from './client.ts';

type Own = Pick<ReportSource, 'more'> & { readonly currencies: readonly string[] };

/** `currencies`: the merchant's first. */
export function createReportSource(client: OfficeClient, { currencies, more }: Own): ReportSource {
  return {
    ...{ currencies, ...(more && { more }) },
    list: signal => client.reports(signal),
    report: (name, query, signal) => client.report(name, query, signal),
    sales: salesAddress,
    page: (report, choice, row) => (report === 'cash' ? zReportAddress(choice, row) : null),
    file: fileAddress,
    hasChanges: true,
  };
}

/** The list of sales with the span and filters of the report, and with what its row stands for; null where no sale is behind it. */
export function salesAddress(
  report: string,
  choice: ReportChoice,
  row: ReportRow | null,
  column?: CrossedColumn,
): string | null {
  const sale = row && saleOf(choice, row);
  if (sale) return `/sales/${encodeURIComponent(sale)}`;
  const { by, across, figure, compare: _, from, to, ...filters } = requestOf(choice);
  if (row?.key === NO_TURNOVER || column?.key === NO_TURNOVER) return null;
  const ofRow = row && by ? rowFilters(by, row, { from: from ?? '', to: to ?? '' }) : {};
  const cell = column?.key == null || !across ? null : { key: column.key, label: '' };
  return `/sales?${new URLSearchParams({
    // The state of a till is that of now; its sales are those of the last days.
    ...(report === 'health' ? {} : { from, to }),
    ...filters,
    ...(report === 'loyalty' ? { card: ANY_VALUE } : {}),
    events: eventsOf(report, row, across ? (figure ?? 'cancelled') : orderedBy(choice)),
    ...ofRow,
    ...(cell && across ? rowFilters(across, cell, { from: from ?? '', to: to ?? '', ...ofRow }) : {}),
  } as Record<string, string>)}`;
}

/** A Z report has a page; a row of several leads to them, those with the greatest shortage first. */
function zReportAddress(choice: ReportChoice, { key }: ReportRow): string {
  const { by } = choice;
  if (by === null || by === 'zReport') return `/closings/${encodeURIComponent(key)}`;
  const filters = { ...choice.filters, [by]: key };
  return `/reports/cash?${addressOf({ ...choice, by: 'zReport', filters, sort: { column: 'difference', descending: false } })}`;
}

/** Stands for all rows of a report. */
const ANY_ROW: ReportRow = { key: '', label: '' };

/**
 * Every event, because a cancellation has its own day: the turnover of the list adds up to that of the row. `figure`: the one that a
 * table of two keys shows, or that the rows are ordered by.
 */
function eventsOf(report: string, row: ReportRow | null, figure: string | null): SaleEvents {
  if (report !== 'corrections') return 'all';
  const done = DONE.find(([columns]) => columns.test(figure ?? ''));
  if (done) return done[1];
  const isCancelled = figure?.startsWith('cancel') ?? figureOf(row ?? ANY_ROW, 'cancellations') !== 0;
  return isCancelled ? 'cancelled' : 'all';
}

/** Columns of corrections whose receipts are found by what was done to them. Baskets that were given up have none. */
const DONE: readonly (readonly [RegExp, SaleEvents])[] = [
  [/^return/, 'returns'],
  [/^discount/, 'discounts'],
  [/^(lowered|raised)/, 'prices'],
  [/^void/, 'voids'],
];

/** The figure that the rows are ordered by; null where they are ordered by their names, or by nothing. */
const orderedBy = ({ sort }: ReportChoice): string | null =>
  sort === null || sort.column === 'label' ? null : sort.column;

/** Rows of some reports are sales, or name the sale that they are about. */
function saleOf({ by }: ReportChoice, row: ReportRow): string | null {
  const named = by === 'sale' ? row.key : figureOf(row, 'sale');
  return typeof named === 'string' && named.startsWith('STX_') ? named : null;
}

/** Payments beyond the turnover, for example for top-ups. */
const NO_TURNOVER = 'noTurnover';

/** Groupings that the list of sales can be limited to; ends of day and payments of the bank say their terminal and day. */
function rowFilters(by: string, row: ReportRow, span: Days): Record<string, string> {
  if (by === 'day') return { from: row.key, to: row.key };
  if (by === 'month') return monthDays(row.key, span);
  if (saleFilters.some(name => name === by)) return { [by]: row.key };
  const [day, terminal] = [figureOf(row, 'day'), figureOf(row, 'terminal_id')];
  return {
    ...(typeof day === 'string' ? { from: day, to: day } : {}),
    ...(typeof terminal === 'string' ? { terminal } : {}),
  };
}

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days of a month, `YYYY-MM`, within a span. */
function monthDays(month: string, span: Days): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [first, last] = [`${month}-01`, new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)];
  return { from: first > span.from ? first : span.from, to: last < span.to ? last : span.to };
}

/** The reports of the back office, with the addresses to which their figures lead. */

import type { ReportRow } from '../../main/wire/office/reports.ts';
import { type ReportChoice, requestOf } from '../report/choice.ts';
import { figureOf } from '../report/figures.ts';
import type { ReportSource } from '../report/source.ts';
import { fileAddress, type OfficeClient } from './client.ts';
import { saleFilters } from './sales/salesQuery.ts';

export function createReportSource(client: OfficeClient): ReportSource {
  return {
    list: signal => client.reports(signal),
    report: (name, query, signal) => client.report(name, query, signal),
    sales: salesAddress,
    file: fileAddress,
  };
}

/** The list of sales with the span and filters of the report, and with what its row stands for. */
export function salesAddress(choice: ReportChoice, row: ReportRow | null): string {
  const sale = row && saleOf(choice, row);
  if (sale) return `/sales/${encodeURIComponent(sale)}`;
  const { by, compare: _, ...query } = requestOf(choice);
  const more =
    row === null || !by || !isSaleFilter(by) ? {} : by === 'day' ? { from: row.key, to: row.key } : { [by]: row.key };
  return `/sales?${new URLSearchParams({ ...query, ...more })}`;
}

/** Rows of some reports are sales, or name the sale that they are about. */
function saleOf({ by }: ReportChoice, row: ReportRow): string | null {
  const named = by === 'sale' ? row.key : figureOf(row, 'sale');
  return typeof named === 'string' && named.startsWith('STX_') ? named : null;
}

/** Groupings that the list of sales can be limited to. */
const isSaleFilter = (by: string): boolean => by === 'day' || saleFilters.some(name => name === by);

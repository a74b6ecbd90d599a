/** Rows of a report as the table shows them: beside the row before, and in the chosen order. */

import type { ReportAnswer, ReportRow } from '../../main/wire/office/reports.ts';
import type { Sort } from './choice.ts';
import { figureOf } from './figures.ts';

export interface ComparedRow {
  readonly row: ReportRow;
  /** The row of the span that is compared with; null without a comparison, or where that span has none. */
  readonly before: ReportRow | null;
}

/** Groupings whose keys are points in time: there the rows of two spans belong together by their place. */
const TIMES: readonly string[] = ['day', 'month'];

export function comparedRows({
  by,
  rows,
  before,
}: Pick<ReportAnswer, 'by' | 'rows' | 'before'>): readonly ComparedRow[] {
  if (!before) return rows.map(row => ({ row, before: null }));
  if (TIMES.includes(by)) return rows.map((row, index) => ({ row, before: before.rows[index] ?? null }));
  const byKey = new Map(before.rows.map(row => [row.key, row]));
  return rows.map(row => ({ row, before: byKey.get(row.key) ?? null }));
}

/** Empty values come last in both directions. `language` decides about the order of texts. */
export function sortedRows(rows: readonly ComparedRow[], sort: Sort | null, language: string): readonly ComparedRow[] {
  if (!sort) return rows;
  const collator = new Intl.Collator(language, { numeric: true });
  const direction = sort.descending ? -1 : 1;
  const figureIn = ({ row }: ComparedRow) =>
    sort.column === 'label' ? row.label : (figureOf(row, sort.column) ?? null);
  return [...rows].sort((one, other) => {
    const [a, b] = [figureIn(one), figureIn(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'number' && typeof b === 'number') return direction * (a - b);
    return direction * collator.compare(String(a), String(b));
  });
}

/** The order after a press on the head of a column: figures begin with the greatest, texts with A; a third press ends the order. */
export function nextSort(sort: Sort | null, column: string, isNumber: boolean): Sort | null {
  if (sort?.column !== column) return { column, descending: isNumber };
  return sort.descending === isNumber ? { column, descending: !isNumber } : null;
}

/** Change in hundredths of a per cent; null where there is nothing to compare with. */
export function changeOf(now: unknown, before: unknown): number | null {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return null;
  return Math.round(((now - before) / Math.abs(before)) * 10_000);
}

/** Rows of a report as the table shows them: beside the row before, and in the chosen order. */

import type { ReportAnswer, ReportDeclaration, ReportRow } from '../../main/wire/office/reports.ts';
import type { Sort } from './choice.ts';
import { figureOf, isNumeric } from './figures.ts';

type Column = ReportDeclaration['columns'][number];

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
  const { name, side } = sidesOf(sort.column);
  const figureIn = ({ row, before }: ComparedRow) => {
    if (name === 'label') return row.label;
    const [now, last] = [figureOf(row, name) ?? null, before ? (figureOf(before, name) ?? null) : null];
    return side === null ? now : side === 'before' ? last : changeOf(now, last);
  };
  return [...rows].sort((one, other) => {
    const [a, b] = [figureIn(one), figureIn(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'number' && typeof b === 'number') return direction * (a - b);
    return direction * collator.compare(String(a), String(b));
  });
}

/** A column of the order: its figure, or with a comparison the figure before or the change (`turnover.change`). */
function sidesOf(column: string): { readonly name: string; readonly side: 'before' | 'change' | null } {
  const [name = '', side] = column.split('.');
  return side === 'before' || side === 'change' ? { name, side } : { name: column, side: null };
}

/** The column that is compared: that of the chart. */
export const comparedColumn = ({ chart, columns }: Pick<ReportDeclaration, 'chart' | 'columns'>): Column | null =>
  columns.find(({ name }) => name === chart?.column) ?? null;

/** The declaration with a chart of the figure that the rows are ordered by: who sorts by discounts asks about discounts. */
export function aboutOrder(declaration: ReportDeclaration, sort: Sort | null): ReportDeclaration {
  const { chart, columns } = declaration;
  const { name: ordered } = sidesOf(sort?.column ?? '');
  const found = columns.find(({ name, unit }) => name === ordered && isNumeric(unit));
  return chart && found ? { ...declaration, chart: { ...chart, column: found.name } } : declaration;
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

/** A report by two keys: the values of the second one are its columns, and sums stand at both edges. */
import { type Comparison, keysBeside, TIMES } from '../../reporting/comparison.ts';
import type { ReportAnswer, ReportDeclaration, ReportRow } from '../../wire/office/reports.ts';
import { badRequest, type CrossedFigures, type CrossedRequest, column, type Figure, texts } from './report.ts';

export type Across = NonNullable<ReportAnswer['across']>;

/** In the place of a figure: a row for each pair with all figures of the report. */
export const EVERY_FIGURE = 'all';

/** The second key and the figure that an address names; null: no second key. Throws `badInput` (400). */
export function readAcross(
  { name, by: keys, columns, chart }: ReportDeclaration,
  by: string,
  across: string | null,
  figure: string | null,
): Pick<CrossedRequest, 'across' | 'figure'> | null {
  if (across === null) {
    if (figure !== null) throw badRequest('figure goes with across');
    return null;
  }
  const allowed = keys.find(key => key.name === by)?.across ?? [];
  if (!allowed.includes(across))
    throw badRequest(
      allowed.length > 0
        ? `across of ${name} by ${by} is one of ${allowed.join(', ')}`
        : `${name} by ${by} has no second key`,
    );
  if (figure === EVERY_FIGURE) return { across, figure };
  const shown = figure ?? chart?.column ?? '';
  const column = columns.find(each => each.name === shown);
  if (!column || !isNumber(column))
    throw badRequest(
      `figure is one of ${columns
        .filter(isNumber)
        .map(each => each.name)
        .join(', ')}`,
    );
  return { across, figure: shown };
}

const isNumber = ({ unit }: ReportDeclaration['columns'][number]): boolean => !['text', 'time', 'state'].includes(unit);

export interface Pivot {
  readonly rows: ReportRow[];
  readonly total: Record<string, Figure>;
  readonly across: Across;
}

/** Name of the column with the sum of a row; no key has it, because theirs begin with the name of their grouping. */
const SUM = 'sum';

/** A row for each pair of keys, with all figures: the rows in their order, and within each the columns in theirs. */
export function pairRows({ rows, columns, cells }: Pick<CrossedFigures, 'rows' | 'columns' | 'cells'>): ReportRow[] {
  const byPair = new Map(cells.map(({ key, across, figures }) => [JSON.stringify([key, across]), figures]));
  return rows.flatMap(({ key, label }) =>
    columns.flatMap((edge): ReportRow[] => {
      const found = byPair.get(JSON.stringify([key, edge.key]));
      return found ? [{ ...found, key, label, across: edge.key, across_label: edge.label }] : [];
    }),
  );
}

/** The declaration of such rows: the second key stands before the figures. */
export function pairsDeclaration(declaration: ReportDeclaration, across: string): ReportDeclaration {
  const title = declaration.by.find(({ name }) => name === across)?.title ?? texts(across, across);
  const keys = [
    column('across', 'text', across, across, false),
    { ...column('across_label', 'text', '', '', false), title },
  ];
  return { ...declaration, columns: [...keys, ...declaration.columns] };
}

/** Both spans with the same columns, those of the later one: a column that only one of them has is empty in the other. */
export function besideEachOther(
  now: CrossedFigures,
  before: CrossedFigures,
  { across }: Pick<CrossedRequest, 'across'>,
  compare: Comparison,
): readonly [CrossedFigures, CrossedFigures] {
  const { later } = keysBeside(across, compare);
  const moved = before.columns.map(edge => {
    const key = later(edge.key);
    return { ...edge, key, label: TIMES.has(across) ? key : edge.label };
  });
  const held = new Set(now.columns.map(({ key }) => key));
  const columns = [...now.columns, ...moved.filter(({ key }) => !held.has(key))];
  if (TIMES.has(across)) columns.sort((one, other) => (one.key < other.key ? -1 : 1));
  const edges = (own: readonly ReportRow[]) => {
    const byKey = new Map(own.map(edge => [edge.key, edge]));
    return columns.map(({ key, label }) => byKey.get(key) ?? { key, label });
  };
  const cells = before.cells.map(cell => ({ ...cell, across: later(cell.across) }));
  return [
    { ...now, columns: edges(now.columns) },
    { ...before, columns: edges(moved), cells },
  ];
}

/** A member of a row for each column; a pair that never was has none. */
export function pivotOf(
  declaration: ReportDeclaration,
  { across: by, figure }: CrossedRequest,
  { rows, columns, cells, total }: CrossedFigures,
): Pivot {
  const column = declaration.columns.find(({ name }) => name === figure);
  if (!column) throw new Error(`${declaration.name} has no column ${figure}`);
  const nameOf = (key: string): string => `${by}:${key}`;
  const found = new Map<string, Map<string, Figure>>();
  for (const { key, across, figures } of cells) {
    const row = found.get(key) ?? new Map<string, Figure>();
    found.set(key, row.set(nameOf(across), figures[figure] ?? null));
  }
  const line = (cellOf: (name: string, edge: ReportRow) => Figure, sum: Figure): Record<string, Figure> => ({
    ...Object.fromEntries(columns.map(edge => [nameOf(edge.key), cellOf(nameOf(edge.key), edge)])),
    [SUM]: sum,
  });
  return {
    rows: rows.map(
      (row): ReportRow => ({
        key: row.key,
        label: row.label,
        ...line(name => found.get(row.key)?.get(name) ?? null, row[figure] ?? null),
      }),
    ),
    total: line((_, edge) => edge[figure] ?? null, total[figure] ?? null),
    across: {
      by,
      figure,
      figures: declaration.columns
        .filter(each => isNumber(each) && (total[each.name] ?? null) !== null)
        .map(({ name }) => name),
      columns: [
        ...columns.map(edge => ({
          ...column,
          name: nameOf(edge.key),
          // In the language of the answer, as the labels of the rows are.
          title: texts(edge.label, edge.label),
          key: edge.key,
        })),
        { ...column, name: SUM, title: column.added ? SUMS : WHOLE, key: null },
      ],
    },
  };
}

const SUMS = texts('Summe', 'Total');
/** The edge of a ratio, which is no sum. */
const WHOLE = texts('Gesamt', 'Overall');

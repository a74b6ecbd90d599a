/** A report by two keys: the values of the second one are its columns, and sums stand at both edges. */
import type { ReportAnswer, ReportDeclaration, ReportRow } from '../../wire/office/reports.ts';
import { badRequest, type CrossedFigures, type CrossedRequest, type Figure, texts } from './report.ts';

export type Across = NonNullable<ReportAnswer['across']>;

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

/** Name of the column with the sum of a row; no key has it, because theirs begin with the name of their grouping. */
const SUM = 'sum';

/** A member of a row for each column; a pair that never was has none. */
export function pivotOf(
  declaration: ReportDeclaration,
  { across: by, figure }: CrossedRequest,
  { rows, columns, cells, total }: CrossedFigures,
): { readonly rows: ReportRow[]; readonly total: Record<string, Figure>; readonly across: Across } {
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

/** The table of a report by two keys: sums at both edges, and a way from each figure to the sales behind it. */

import { type KeyboardEvent, useState } from 'react';
import type { ReportAnswer, ReportDeclaration, ReportRow } from '../../main/wire/office/reports.ts';
import { Button } from '../parts/Button.tsx';
import { SidewaysScroll } from '../parts/SidewaysScroll.tsx';
import { useReportTexts } from '../texts/pages/report.ts';
import type { ReportChoice, Sort } from './choice.ts';
import { type Formats, figureOf, formatFigure, formatShare, rowLabel, spanText } from './figures.ts';
import { FIRST_ROWS, LABEL, SortHead, STICKY } from './ReportTable.tsx';
import { type ComparedRow, changeOf, comparedRows, sortedRows } from './rows.ts';
import type { CrossedColumn } from './source.ts';

interface CrossedTableProps {
  readonly declaration: ReportDeclaration;
  readonly answer: ReportAnswer;
  readonly across: NonNullable<ReportAnswer['across']>;
  readonly choice: ReportChoice;
  readonly formats: Formats;
  readonly onSort: (sort: Sort | null) => void;
  readonly linkOf: ((row: ReportRow | null, column: CrossedColumn) => string | null) | null;
}

/** The place of a figure: its row, where the last one is that of the sums, and its column. */
type Place = readonly [row: number, column: number];

export function CrossedTable(props: CrossedTableProps) {
  const { declaration, answer, across, choice, formats, onSort, linkOf } = props;
  const { t } = useReportTexts();
  const { language } = formats;
  const [all, setAll] = useState(false);
  // One figure is in the order of the tab key, and arrows lead to the others: a table has hundreds of them.
  const [place, setPlace] = useState<Place>([0, 0]);
  const titleOf = (
    names: readonly { readonly name: string; readonly title: { de: string; en: string } }[],
    name: string,
  ) => names.find(each => each.name === name)?.title[language] ?? name;
  const heading = titleOf(declaration.by, answer.by);
  const caption = `${t('report.crossed', {
    figure: titleOf(declaration.columns, across.figure),
    by: heading,
    across: titleOf(declaration.by, across.by),
  })}, ${spanText(answer, language)}`;
  const rows = sortedRows(comparedRows(answer), choice.sort, language);
  const shown = all ? rows : rows.slice(0, FIRST_ROWS);
  const total: ReportRow = { key: '', label: '', ...answer.total };
  const totalBefore: ReportRow | null = answer.before ? { key: '', label: '', ...answer.before.total } : null;
  const cells = ({ row, before }: ComparedRow, at: number, label: string, source: ReportRow | null) =>
    across.columns.map((column, index) => (
      <Cell
        key={column.name}
        text={formatFigure(figureOf(row, column.name), column.unit, formats)}
        label={t('report.cellOf', {
          figure: formatFigure(figureOf(row, column.name), column.unit, formats),
          row: label,
          column: columnTitle(column, across.by, language),
        })}
        before={answer.before ? beforeText(row, before, column, formats) : null}
        isSum={column.key === null}
        target={figureOf(row, column.name) === null ? null : (linkOf?.(source, column) ?? null)}
        place={[at, index]}
        isNext={place[0] === at && place[1] === index}
        onFocus={setPlace}
      />
    ));
  return (
    <div className="grid gap-2">
      <h2 className="text-lg font-semibold">{caption}</h2>
      <p className="text-sm text-soft max-sm:hidden print:hidden">{t('report.crossedHelp')}</p>
      <SidewaysScroll label={caption}>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrows move in it, as the pattern of a grid has it */}
        <table role="grid" className="figures w-full border-collapse" aria-label={caption} onKeyDown={moveInside}>
          <thead className="text-sm text-soft">
            <tr className="border-b border-edge">
              <SortHead column="label" title={heading} numeric={false} sort={choice.sort} onSort={onSort} />
              {across.columns.map(column => (
                <SortHead
                  key={column.name}
                  column={column.name}
                  title={columnTitle(column, across.by, language)}
                  numeric
                  sort={choice.sort}
                  onSort={onSort}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((compared, at) => {
              const { row } = compared;
              const label = rowLabel(row, answer.by, language);
              return (
                <tr key={row.key} className="border-b border-line last:border-b-0 hover:bg-sunken">
                  <th scope="row" className={`${STICKY} max-w-72 p-0 text-start font-normal max-sm:max-w-32`}>
                    <span className={LABEL}>{label}</span>
                  </th>
                  {cells(compared, at, label, row)}
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr className="border-t-2 border-edge font-bold">
              <th scope="row" className={`${STICKY} p-0 text-start`}>
                <span className={LABEL}>{t('report.total')}</span>
              </th>
              {cells({ row: total, before: totalBefore }, shown.length, t('report.total'), null)}
            </tr>
          </tfoot>
        </table>
      </SidewaysScroll>
      {shown.length < rows.length && (
        <Button onPress={() => setAll(true)}>{t('report.moreRows', { count: rows.length })}</Button>
      )}
    </div>
  );
}

const columnTitle = ({ key, title }: CrossedColumn, by: string, language: Formats['language']): string =>
  key === null ? title[language] : rowLabel({ key, label: title[language] }, by, language);

/** The figure of the span before, and the change against it. */
function beforeText(row: ReportRow, before: ReportRow | null, { name, unit }: CrossedColumn, formats: Formats): string {
  const last = before ? (figureOf(before, name) ?? null) : null;
  const change = changeOf(figureOf(row, name), last);
  const figure = formatFigure(last, unit, formats);
  return change === null ? figure : `${figure} (${formatShare(change, formats.language, true)})`;
}

interface CellProps {
  readonly text: string;
  /** The span before, where the table is compared with it. */
  readonly before: string | null;
  /** The figure with its row and its column, for a link that is read without its table. */
  readonly label: string;
  readonly isSum: boolean;
  readonly target: string | null;
  readonly place: Place;
  readonly isNext: boolean;
  readonly onFocus: (place: Place) => void;
}

function Cell({ text, label, before, isSum, target, place, isNext, onFocus }: CellProps) {
  const shared = {
    'data-place': place.join(),
    tabIndex: isNext ? 0 : -1,
    onFocus: () => onFocus(place),
  };
  const look = `flex ${before === null ? 'min-h-12' : 'min-h-8'} items-center justify-end px-2 whitespace-nowrap`;
  return (
    <td className={isSum ? 'p-0 font-bold' : 'p-0'}>
      {target ? (
        <a
          href={target}
          aria-label={label}
          className={`${look} text-action-ink no-underline hover:underline`}
          {...shared}
        >
          {text}
        </a>
      ) : (
        <span className={look} {...shared}>
          {text}
        </span>
      )}
      {before !== null && (
        <p className="px-2 pb-1 text-end text-sm font-normal whitespace-nowrap text-soft">{before}</p>
      )}
    </td>
  );
}

const STEPS: Readonly<Record<string, Place>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

/** Focuses the figure beside the focused one; at an edge nothing moves. */
function moveInside(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key];
  const from = (event.target as HTMLElement).dataset.place?.split(',').map(Number);
  if (!step || !from || event.ctrlKey || event.altKey || event.metaKey) return;
  const [row = 0, column = 0] = from;
  const line = [...event.currentTarget.querySelectorAll<HTMLElement>(`[data-place^="${row + step[0]},"]`)];
  const at = Math.min(line.length - 1, Math.max(0, column + step[1]));
  event.preventDefault();
  line[at]?.focus();
}

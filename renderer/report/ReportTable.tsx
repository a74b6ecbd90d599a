/** The table of a report: sortable, with totals, and with a link from each row to the sales behind it. */

import { useState } from 'react';
import type { ReportDeclaration, ReportRow } from '../../main/wire/office/reports.ts';
import { Button } from '../parts/Button.tsx';
import { SidewaysScroll } from '../parts/SidewaysScroll.tsx';
import type { Language } from '../texts/money.ts';
import { useReportTexts } from '../texts/pages/report.ts';
import type { Sort } from './choice.ts';
import { type Formats, figureOf, formatFigure, formatShare, isNumeric, rowLabel } from './figures.ts';
import { type ComparedRow, changeOf, comparedColumn, nextSort } from './rows.ts';
import { StateMark } from './StateMark.tsx';

export interface ReportTableProps {
  readonly caption: string;
  readonly declaration: ReportDeclaration;
  /** The grouping of the rows. */
  readonly by: string;
  /** In the chosen order. */
  readonly rows: readonly ComparedRow[];
  readonly total: ReportRow | null;
  readonly totalBefore: ReportRow | null;
  readonly formats: Formats;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
  /** Address of the sales behind a row; null where the rows, or this row, lead nowhere. */
  readonly linkOf: ((row: ReportRow) => string | null) | null;
  /** Address of the page of a row that is a thing by itself; it goes before its sales. */
  readonly pageOf?: ((row: ReportRow) => string | null) | null;
}

/** Rows that are shown before somebody asks for all of them: a browser draws them at once. */
export const FIRST_ROWS = 200;

export function ReportTable(props: ReportTableProps) {
  const { t } = useReportTexts();
  const [all, setAll] = useState(false);
  const { caption, rows } = props;
  const shown = all ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <div className="grid gap-2">
      <SidewaysScroll label={caption}>
        <table className="figures w-full border-collapse">
          <caption className="sr-only">{caption}</caption>
          <Head {...props} />
          <tbody>
            {shown.map(({ row, before }) => (
              <Row key={row.key} {...props} row={row} before={before} />
            ))}
          </tbody>
          {props.total && <Foot {...props} total={props.total} />}
        </table>
      </SidewaysScroll>
      {shown.length < rows.length && (
        <Button onPress={() => setAll(true)}>{t('report.moreRows', { count: rows.length })}</Button>
      )}
    </div>
  );
}

function Head({ declaration, by, formats, sort, onSort, totalBefore }: ReportTableProps) {
  const { t } = useReportTexts();
  const { language } = formats;
  const heading = declaration.by.find(({ name }) => name === by)?.title[language] ?? '';
  const compared = totalBefore && comparedColumn(declaration);
  return (
    <thead className="text-sm text-soft">
      <tr className="border-b border-edge">
        <SortHead column="label" title={heading} numeric={false} sort={sort} onSort={onSort} />
        {declaration.columns.map(({ name, title, unit }) => (
          <SortHead
            key={name}
            column={name}
            title={title[language]}
            numeric={isNumeric(unit)}
            sort={sort}
            onSort={onSort}
          />
        ))}
        {compared &&
          (['before', 'change'] as const).map(side => (
            <SortHead
              key={side}
              column={`${compared.name}.${side}`}
              title={`${compared.title[language]}: ${t(`report.${side}`)}`}
              numeric
              sort={sort}
              onSort={onSort}
            />
          ))}
      </tr>
    </thead>
  );
}

interface SortHeadProps {
  readonly column: string;
  readonly title: string;
  readonly numeric: boolean;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
}

export function SortHead({ column, title, numeric, sort, onSort }: SortHeadProps) {
  const order = sort?.column === column ? (sort.descending ? 'descending' : 'ascending') : 'none';
  return (
    <th
      scope="col"
      aria-sort={order}
      className={`p-0 font-normal ${column === 'label' ? `${STICKY} text-start` : 'text-end'}`}
    >
      <button
        type="button"
        onClick={() => onSort(nextSort(sort, column, numeric))}
        className={`touch inline-flex w-full items-center gap-1 hover:bg-sunken ${column === 'label' ? 'px-3' : 'px-2'} ${numeric ? 'justify-end' : ''} ${order === 'none' ? '' : 'font-semibold text-ink'}`}
      >
        {!numeric && title}
        <span aria-hidden="true" className={order === 'none' ? 'invisible print:hidden' : ''}>
          {order === 'descending' ? '↓' : '↑'}
        </span>
        {/* Figures and their head end at the same line. */}
        {numeric && title}
      </button>
    </th>
  );
}

function Row(props: ReportTableProps & ComparedRow) {
  const { t } = useReportTexts();
  const { declaration, by, row, before, formats, linkOf, pageOf, totalBefore } = props;
  const label = rowLabel(row, by, formats.language);
  const page = pageOf?.(row) ?? null;
  const target = page ?? linkOf?.(row) ?? null;
  const look = SHORT.includes(by) ? `${LABEL} whitespace-nowrap` : by === 'sale' ? LONG : LABEL;
  return (
    <tr className="border-b border-line last:border-b-0 hover:bg-sunken">
      <th scope="row" className={`${STICKY} max-w-72 p-0 text-start font-normal max-sm:max-w-48`}>
        {target ? (
          <a
            href={target}
            {...(page === null && { 'aria-label': t('report.salesOf', { label }) })}
            className={`${look} text-action-ink underline`}
          >
            {label}
          </a>
        ) : (
          <span className={look}>{label}</span>
        )}
      </th>
      <Cells declaration={declaration} row={row} formats={formats} />
      {totalBefore && <Comparison declaration={declaration} {...{ row, before, formats }} />}
    </tr>
  );
}

function Foot({ declaration, total, totalBefore, formats }: ReportTableProps & { readonly total: ReportRow }) {
  const { t } = useReportTexts();
  return (
    <tfoot>
      <tr className="border-t-2 border-edge font-bold">
        <th scope="row" className={`${STICKY} p-0 text-start`}>
          <span className={LABEL}>{t('report.total')}</span>
        </th>
        <Cells declaration={declaration} row={total} formats={formats} isTotal />
        {totalBefore && <Comparison declaration={declaration} row={total} before={totalBefore} formats={formats} />}
      </tr>
    </tfoot>
  );
}

interface CellsProps {
  readonly declaration: ReportDeclaration;
  readonly row: ReportRow;
  readonly formats: Formats;
  /** A column that is not added up is empty in the total, unless the answer gives it, as an average. */
  readonly isTotal?: boolean;
}

const Cells = ({ declaration, row, formats, isTotal = false }: CellsProps) =>
  declaration.columns.map(({ name, unit }) => {
    const value = figureOf(row, name);
    const empty = isTotal && (value === undefined || value === null);
    return (
      <td
        key={name}
        className={isNumeric(unit) ? NUMBER : unit === 'time' || unit === 'state' ? `${TEXT} whitespace-nowrap` : TEXT}
      >
        {empty ? (
          ''
        ) : unit === 'state' ? (
          <StateMark state={value} />
        ) : (
          formatFigure(value, unit, formatsOf(row, formats))
        )}
      </td>
    );
  });

/** Times are by the clock of the store, where the row names it. */
const formatsOf = (row: ReportRow, formats: Formats): Formats => {
  const zone = figureOf(row, 'time_zone');
  return typeof zone === 'string' ? { ...formats, zone } : formats;
};

interface ComparisonProps extends ComparedRow {
  readonly declaration: ReportDeclaration;
  readonly formats: Formats;
}

function Comparison({ declaration, row, before, formats }: ComparisonProps) {
  const column = comparedColumn(declaration);
  if (!column) return null;
  const last = before ? figureOf(before, column.name) : null;
  const change = changeOf(figureOf(row, column.name), last);
  return (
    <>
      <td className={`${NUMBER} text-soft`}>{formatFigure(last, column.unit, formats)}</td>
      <td className={`${NUMBER} ${change === null ? '' : change < 0 ? 'text-bad' : 'text-good'}`}>
        <Change change={change} language={formats.language} />
      </td>
    </>
  );
}

/** The sign says what the colour says. `change` in hundredths of a per cent. */
export const Change = ({ change, language }: { readonly change: number | null; readonly language: Language }) =>
  change === null ? '' : formatShare(change, language, true);

export const STICKY = 'sticky start-0 z-1 bg-surface';
const ROW_HEAD = 'flex min-h-12 items-center px-3';
export const LABEL = `${ROW_HEAD} min-w-28 wrap-break-word hyphens-auto`;
/** Ids have no place at which a word could end. */
const LONG = `${ROW_HEAD} min-w-44 wrap-anywhere`;
/** Days, hours and rates are short: they stay on one line. */
const SHORT: readonly string[] = ['day', 'hour', 'weekday', 'month', 'tax'];
const NUMBER = 'px-2 text-end whitespace-nowrap';
const TEXT = 'px-2 text-start sm:min-w-24';

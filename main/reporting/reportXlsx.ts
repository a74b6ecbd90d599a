/** A report as a workbook: amounts, counts and shares are numbers that a spreadsheet goes on to compute with. */
import { MEASURE_DECIMALS } from '../domain/figureLines.ts';
import type { ReportDeclaration, ReportRow } from '../wire/office/reports.ts';
import { clockOf, digitsOf, writtenFigure } from './cells.ts';
import { filled, type ReportPaper } from './reportCsv.ts';
import { numberCell, textCell, type WorkbookCell, workbook } from './workbook.ts';

type Column = ReportDeclaration['columns'][number];

const TOTAL = { de: 'Summe', en: 'Total' } as const;
/** Widths of columns, in characters. */
const WIDE = 32;
const NARROW = 16;

export async function reportXlsx(paper: ReportPaper): Promise<Buffer> {
  const { declaration, answer, language } = paper;
  const columns = filled(declaration, answer);
  const by = declaration.by.find(({ name }) => name === answer.by);
  const line = (label: string, row: Readonly<Record<string, unknown>>) => [
    textCell(label),
    ...columns.map(column =>
      cellOf(row[column.name] as number | string | null | undefined, column, {
        ...paper,
        timeZone: clockOf(row, paper.timeZone),
      }),
    ),
  ];
  return workbook({
    title: declaration.title[language],
    heads: [by?.title[language] ?? answer.by, ...columns.map(({ title }) => title[language])],
    rows: (answer.rows as readonly ReportRow[]).map(row => line(row.label, row)),
    total: line(TOTAL[language], answer.total),
    widths: [WIDE, ...columns.map(() => NARROW)],
  });
}

function cellOf(value: number | string | null | undefined, { unit }: Column, paper: ReportPaper): WorkbookCell | null {
  if (value === null || value === undefined || value === '') return null;
  const { answer, language, timeZone } = paper;
  if (typeof value === 'string')
    return textCell(writtenFigure(value, unit, { language, currency: answer.currency, timeZone }));
  if (unit === 'share') return { type: Number, value: value / 10_000, format: '0.00%' };
  if (unit === 'measure') return { type: Number, value: value / 10 ** MEASURE_DECIMALS, format: '#,##0.000#' };
  const digits = unit === 'money' ? digitsOf(answer.currency) : 0;
  return numberCell(value / 10 ** digits, digits);
}

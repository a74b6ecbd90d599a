/** A report as a workbook: amounts, counts and shares are numbers that a spreadsheet goes on to compute with. */
import writeExcelFile, { type Cell } from 'write-excel-file/node';
import { MEASURE_DECIMALS } from '../domain/figureLines.ts';
import type { ReportDeclaration, ReportRow } from '../wire/office/reports.ts';
import { digitsOf, writtenFigure } from './cells.ts';
import { filled, type ReportPaper } from './reportCsv.ts';

type Column = ReportDeclaration['columns'][number];

/** Characters of a cell; a spreadsheet opens no longer one. */
const LONGEST = 32_767;
const TOTAL = { de: 'Summe', en: 'Total' } as const;
/** Widths of columns, in characters. */
const WIDE = 32;
const NARROW = 16;

export async function reportXlsx(paper: ReportPaper): Promise<Buffer> {
  const { declaration, answer, language } = paper;
  const columns = filled(declaration, answer);
  const by = declaration.by.find(({ name }) => name === answer.by);
  const heads = [by?.title[language] ?? answer.by, ...columns.map(({ title }) => title[language])];
  const rows = (answer.rows as readonly ReportRow[]).map(row => [
    text(row.label),
    ...columns.map(column => cellOf(row[column.name], column, paper)),
  ]);
  const total = [text(TOTAL[language]), ...columns.map(column => cellOf(answer.total[column.name], column, paper))];
  const data = [
    heads.map(head => ({ ...text(head), fontWeight: 'bold' as const })),
    ...rows,
    total.map(cell => (cell === null ? null : { ...cell, fontWeight: 'bold' as const })),
  ];
  return writeExcelFile(data as Cell[][], {
    columns: heads.map((_, place) => ({ width: place === 0 ? WIDE : NARROW })),
    sheet: sheetName(declaration.title[language]),
    stickyRowsCount: 1,
  }).toBuffer();
}

/** A text is a text, also where it begins like a formula. */
const text = (value: string) => ({ type: String, value: value.slice(0, LONGEST) });

/** Signs that no name of a sheet may have, and its length. */
const sheetName = (title: string): string => title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);

const zeros = (digits: number): string => (digits > 0 ? `#,##0.${'0'.repeat(digits)}` : '#,##0');

function cellOf(value: number | string | null | undefined, { unit }: Column, paper: ReportPaper) {
  if (value === null || value === undefined || value === '') return null;
  const { answer, language, timeZone } = paper;
  if (typeof value === 'string')
    return text(writtenFigure(value, unit, { language, currency: answer.currency, timeZone }));
  const number = (format: string, shown: number) => ({ type: Number, value: shown, format });
  if (unit === 'share') return number('0.00%', value / 10_000);
  if (unit === 'measure') return number('#,##0.000#', value / 10 ** MEASURE_DECIMALS);
  const digits = unit === 'money' ? digitsOf(answer.currency) : 0;
  return number(zeros(digits), value / 10 ** digits);
}

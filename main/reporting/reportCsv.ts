/** A report as CSV: semicolon and decimal comma in German, comma and point in English; the byte order mark tells UTF-8. */
import { csvText, safeCell } from '../domain/csvText.ts';
import { MEASURE_DECIMALS } from '../domain/figureLines.ts';
import type { Language } from '../domain/money.ts';
import type { ReportAnswer, ReportDeclaration, ReportRow } from '../wire/office/reports.ts';
import { digitsOf, plainAmount } from './cells.ts';

/** Contents of the file of a report. */
export interface ReportPaper {
  readonly declaration: ReportDeclaration;
  readonly answer: ReportAnswer;
  readonly language: Language;
  /** Ms since 1970: when it was made. */
  readonly now: number;
  readonly timeZone: string;
}

const DIALECTS = { de: { delimiter: ';', point: ',' }, en: { delimiter: ',', point: '.' } } as const;
const TOTAL = { de: 'Summe', en: 'Total' } as const;

export function reportCsv({ declaration, answer, language }: ReportPaper): string {
  const { delimiter, point } = DIALECTS[language];
  const digits = digitsOf(answer.currency);
  const columns = filled(declaration, answer);
  const by = declaration.by.find(({ name }) => name === answer.by);
  const cell = (
    row: Readonly<Record<string, unknown>>,
    { name, unit }: ReportDeclaration['columns'][number],
  ): string => {
    const value = row[name];
    if (value === null || value === undefined) return '';
    if (typeof value !== 'number') return safeCell(String(value));
    if (unit === 'money') return plainAmount(value, digits, point);
    if (unit === 'measure') return plainAmount(value, MEASURE_DECIMALS, point);
    return unit === 'share' ? plainAmount(value, 2, point) : String(value);
  };
  const line = (key: string, label: string, row: Readonly<Record<string, unknown>>) => [
    safeCell(key),
    safeCell(label),
    ...columns.map(column => cell(row, column)),
  ];
  const rows = [
    [by?.name ?? answer.by, by?.title[language] ?? answer.by, ...columns.map(({ title }) => title[language])],
    ...(answer.rows as readonly ReportRow[]).map(row => line(row.key, row.label, row)),
    line('', TOTAL[language], answer.total),
  ];
  return csvText(rows, { delimiter, bom: true });
}

/** Columns of which at least one row has a figure. */
export const filled = ({ columns }: ReportDeclaration, { rows }: ReportAnswer): ReportDeclaration['columns'] =>
  columns.filter(({ name }) =>
    (rows as readonly ReportRow[]).some(row => row[name] !== null && row[name] !== undefined),
  );

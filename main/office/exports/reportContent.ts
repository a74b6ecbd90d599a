/** A kept view of a report on the morning of its mail: the table of its letter, and all of it as a file. */
import { clockOf, writtenFigure } from '../../reporting/cells.ts';
import { crossedPaper } from '../../reporting/crossedPaper.ts';
import { fileName } from '../../reporting/fileName.ts';
import { filled, type ReportPaper, reportCsv } from '../../reporting/reportCsv.ts';
import { reportXlsx } from '../../reporting/reportXlsx.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import type { ViewFile } from '../../wire/office/views.ts';
import type { OfficeDatabase } from '../database/officeDatabase.ts';
import type { ReportScope } from '../reports/report.ts';
import { answerReport, readRequest, reportOf, reports } from '../reports/reports.ts';
import { parametersOnMorning } from '../reports/viewReport.ts';
import type { LetterTable } from './letter.ts';
import { MOST, type ViewContent } from './viewLetter.ts';

const WORDS = {
  de: {
    total: 'Summe',
    before: 'davor',
    rest: (rows: number) => `Alle ${rows} Zeilen und alle Spalten stehen in der Datei.`,
  },
  en: {
    total: 'Total',
    before: 'before',
    rest: (rows: number) => `All ${rows} rows and all columns are in the file.`,
  },
} as const;

/** `name`: of the report; null: the first one, as on its page. */
export async function reportContent(
  database: OfficeDatabase,
  scope: ReportScope,
  { name, query, day, file }: ReportView,
): Promise<ViewContent> {
  const report = name === null ? reports[0] : reportOf(name);
  if (!report) throw new Error('there is no report');
  const parameters = parametersOnMorning(report.declaration, query, day);
  const found = await answerReport(database, scope, report, readRequest(report, scope, parameters));
  const { language, now, timeZone } = scope;
  const paper = crossedPaper({ declaration: report.declaration, answer: found, language, now, timeZone });
  const { declaration, answer } = paper;
  const isCut = answer.rows.length > MOST.rows || filled(declaration, answer).length > MOST.columns;
  return {
    from: answer.from,
    to: answer.to,
    head: declaration.title[language],
    unit: answer.currency ?? '',
    table: answer.rows.length === 0 ? null : tableOf(paper),
    said: [...(isCut ? [WORDS[language].rest(answer.rows.length)] : []), ...answer.notes.map(note => note[language])],
    page: `/reports/${report.declaration.name}?${new URLSearchParams(parameters)}`,
    file: {
      filename: fileName(`${answer.report}-${answer.from}-${answer.to}`, file),
      content: file === 'csv' ? Buffer.from(reportCsv(paper)) : await reportXlsx(paper),
    },
  };
}

export interface ReportView {
  readonly name: string | null;
  readonly query: URLSearchParams;
  readonly day: string;
  readonly file: ViewFile;
}

/** Titles, rows and the total; where the view is compared, the column of its chart stands beside that of before. */
function tableOf({ declaration, answer, language, timeZone }: ReportPaper): LetterTable {
  const words = WORDS[language];
  const columns = filled(declaration, answer);
  // The sum of a table of two keys is its last column, and stays.
  const shown =
    columns.length > MOST.columns && answer.across
      ? [...columns.slice(0, MOST.columns - 1), ...columns.slice(-1)]
      : columns.slice(0, MOST.columns);
  const compared = answer.before ? columns.find(({ name }) => name === declaration.chart?.column) : undefined;
  const written = (row: Readonly<Record<string, unknown>> | undefined, { name, unit }: (typeof columns)[number]) =>
    writtenFigure(row?.[name] as number | string | null, unit, {
      ...{ language, currency: answer.currency, timeZone: clockOf(row, timeZone) },
    });
  const line = (label: string, row: Readonly<Record<string, unknown>>, before?: Readonly<Record<string, unknown>>) => [
    label,
    ...shown.map(column => written(row, column)),
    ...(compared ? [written(before, compared)] : []),
  ];
  const earlier = answer.before?.rows as readonly ReportRow[] | undefined;
  return [
    [
      declaration.by.find(({ name }) => name === answer.by)?.title[language] ?? '',
      ...shown.map(({ title }) => title[language]),
      ...(compared ? [`${compared.title[language]} ${words.before}`] : []),
    ],
    ...(answer.rows as readonly ReportRow[])
      .slice(0, MOST.rows)
      .map((row, index) => line(row.label, row, earlier?.[index])),
    line(words.total, answer.total, answer.before?.total),
  ];
}

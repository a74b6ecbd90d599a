/** The words of a mail with a kept view: its table, as far as a letter holds it, and all of it as a workbook. */
import { writtenFigure } from '../../reporting/cells.ts';
import { crossedPaper } from '../../reporting/crossedPaper.ts';
import { fileName } from '../../reporting/fileName.ts';
import { filled, type ReportPaper } from '../../reporting/reportCsv.ts';
import { reportXlsx } from '../../reporting/reportXlsx.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import { escaped, htmlTable, type Letter, type LetterTable, plainTable, subjectOf } from './letter.ts';

interface View {
  /** The name under which it was kept. */
  readonly title: string;
  readonly reader: string;
  readonly paper: ReportPaper;
  /** Of its page, with the days of this mail; null where the back office does not know its address. */
  readonly link: string | null;
}

/** Rows and columns of the table in the letter; the workbook has all. */
const MOST = { rows: 40, columns: 8 } as const;

const WORDS = {
  de: {
    greeting: 'Guten Morgen',
    total: 'Summe',
    before: 'davor',
    more: 'Zur Seite',
    rest: (rows: number) => `Alle ${rows} Zeilen und alle Spalten stehen in der Arbeitsmappe.`,
    none: 'Für diese Auswahl gibt es keine Zahlen.',
  },
  en: {
    greeting: 'Good morning',
    total: 'Total',
    before: 'before',
    more: 'To the page',
    rest: (rows: number) => `All ${rows} rows and all columns are in the workbook.`,
    none: 'There are no figures for this selection.',
  },
} as const;

export async function viewLetter({ title, reader, paper: plain, link }: View): Promise<Letter> {
  const paper = crossedPaper(plain);
  const { declaration, answer, language } = paper;
  const words = WORDS[language];
  const day = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  const days = [...new Set([answer.from, answer.to])]
    .map(each => day.format(new Date(`${each}T00:00:00Z`)))
    .join(' – ');
  const head = `${declaration.title[language]}, ${days}${answer.currency ? `, ${answer.currency}` : ''}`;
  const table = tableOf(paper);
  const isCut = answer.rows.length > MOST.rows || filled(declaration, answer).length > MOST.columns;
  const said = [
    ...(answer.rows.length === 0 ? [words.none] : []),
    ...(isCut ? [words.rest(answer.rows.length)] : []),
    ...answer.notes.map(note => note[language]),
  ];
  return {
    subject: subjectOf(`${title}: ${days}`),
    text: [
      `${words.greeting} ${reader},`,
      '',
      head,
      '',
      ...(answer.rows.length === 0 ? [] : plainTable(table)),
      '',
      ...said,
      ...(link === null ? [] : ['', `${words.more}: ${link}`]),
      '',
    ].join('\n'),
    html: [
      `<p>${escaped(words.greeting)} ${escaped(reader)},</p><h2>${escaped(head)}</h2>`,
      answer.rows.length === 0 ? '' : htmlTable(table),
      ...said.map(note => `<p>${escaped(note)}</p>`),
      link === null ? '' : `<p><a href="${escaped(link)}">${words.more}</a></p>`,
    ].join(''),
    attachments: [
      { filename: fileName(`${answer.report}-${answer.from}-${answer.to}`, 'xlsx'), content: await reportXlsx(paper) },
    ],
  };
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
    writtenFigure(row?.[name] as number | string | null, unit, { language, currency: answer.currency, timeZone });
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

/** A kept view of the list of sales on the morning of its mail: its newest rows and its sums, and the list as a file. */
import type { Static } from 'typebox';
import { type Span, spanIn, spanOnMorning } from '../../domain/namedSpans.ts';
import { writtenFigure } from '../../reporting/cells.ts';
import { fileName } from '../../reporting/fileName.ts';
import type { OfficeSaleList } from '../../wire/office/sales.ts';
import { salesChoiceIn, salesQueryOf, salesRequest } from '../../wire/office/salesQuery.ts';
import type { ViewFile } from '../../wire/office/views.ts';
import type { OfficeDatabase } from '../database/officeDatabase.ts';
import { answerList, type ListAnswer, streamList } from '../lists/list.ts';
import type { ListRow } from '../lists/listTable.ts';
import { salesTableOf } from '../lists/salesTable.ts';
import type { ReportScope } from '../reports/report.ts';
import { salesCsv } from './lists.ts';
import { SALES, salesXlsx, saleTitles, storeClocks, writtenSale } from './salesPaper.ts';
import { MOST, type ViewContent } from './viewLetter.ts';

/** Rows of the file: a mail is no export, and its memory is bounded. */
export const MOST_SALES = 10_000;

const WORDS = {
  de: {
    sums: (turnover: string, sales: number, average: string) =>
      `Umsatz ${turnover} aus ${sales} Verkäufen, im Schnitt ${average}.`,
    rest: (rows: string) => `Hier stehen die neuesten ${MOST.rows} von ${rows} Zeilen, alle in der Datei.`,
    cut: (rows: string) =>
      `Hier stehen die neuesten ${MOST.rows}, in der Datei die neuesten ${MOST_SALES} von ${rows} Zeilen. Alle gibt die Seite als CSV.`,
    more: (rows: number) => `mehr als ${rows}`,
  },
  en: {
    sums: (turnover: string, sales: number, average: string) =>
      `Turnover ${turnover} of ${sales} sales, ${average} on average.`,
    rest: (rows: string) => `The newest ${MOST.rows} of ${rows} rows stand here, all of them in the file.`,
    cut: (rows: string) =>
      `The newest ${MOST.rows} of ${rows} rows stand here, the newest ${MOST_SALES} in the file. The page gives all as CSV.`,
    more: (rows: number) => `more than ${rows}`,
  },
} as const;

export interface SalesView {
  readonly query: URLSearchParams;
  readonly day: string;
  readonly file: ViewFile;
}

/** The rights are the stores of the scope: those that the reader of the mail sees now. */
export async function salesContent(
  database: OfficeDatabase,
  scope: ReportScope,
  { query, day, file }: SalesView,
): Promise<ViewContent> {
  const { from, to }: Span = spanIn(query, day, spanOnMorning);
  const choice = { ...salesChoiceIn(query, { from, to }), offset: 0 };
  const request = salesRequest(choice, scope.currency);
  const table = salesTableOf(request.events);
  const { language, stores } = scope;
  const shown = { ...request, count: String(MOST.rows) };
  const answer = await answerList(database, table, stores, shown, {});
  const rows = streamList(database, table, stores, request, MOST_SALES);
  const reading = { clocks: await storeClocks(database, scope), language };
  const written = (answer.data as readonly ListRow[]).map(row => writtenSale(row, reading, MOST.columns));
  return {
    ...{ from, to, head: SALES[language], unit: '' },
    table: written.length === 0 ? null : [saleTitles(language).slice(0, MOST.columns), ...written],
    said: saidOf(answer, scope),
    page: `/sales?${new URLSearchParams(salesQueryOf(choice))}`,
    file: {
      filename: fileName(`sales-${from}-${to}`, file),
      content: file === 'csv' ? await bufferOf(salesCsv(rows(), language)) : await salesXlsx(rows(), reading),
    },
  };
}

/** The sums of each currency, and how much of the list stands in the letter and its file. */
function saidOf({ count, more, totals = [] }: ListAnswer, { language }: ReportScope): readonly string[] {
  const words = WORDS[language];
  const sums = (totals as Static<typeof OfficeSaleList>['totals']).map(({ turnover, sales, average, currency }) => {
    const money = (amount: number | null) =>
      amount === null
        ? '–'
        : `${writtenFigure(amount, 'money', { language, currency, timeZone: 'UTC' })} ${currency}`.trim();
    return words.sums(money(turnover), sales, money(average));
  });
  const rows = more ? words.more(count) : String(count);
  const isCut = more || count > MOST_SALES;
  return [...sums, ...(isCut ? [words.cut(rows)] : count > MOST.rows ? [words.rest(rows)] : [])];
}

async function bufferOf(pieces: AsyncIterable<string>): Promise<Buffer> {
  const buffers: Buffer[] = [];
  for await (const piece of pieces) buffers.push(Buffer.from(piece));
  return Buffer.concat(buffers);
}

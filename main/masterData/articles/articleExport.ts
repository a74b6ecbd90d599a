/** The articles of a shop as a file that imports again unchanged and that spreadsheets open: UTF-8 with its mark, semicolons. */
import { setImmediate as turn } from 'node:timers/promises';
import { csvText, safeCell } from '../../domain/csvText.ts';
import { type ArticleColumn, articleColumns, type MasterArticle } from '../../wire/articles.ts';
import type { MasterData } from '../masterData.ts';
import { todayOf } from './articles.ts';
import { writtenArticle } from './csvColumns.ts';

const PAGE = 200;

/** Page by page, so that the till goes on selling. `withCosts`: whoever reads it may know purchase prices. */
export async function* exportArticles(data: MasterData, merchant: string, withCosts: boolean): AsyncGenerator<string> {
  const columns = articleColumns.filter(column => withCosts || column !== 'cost');
  const { currency } = data.merchants.merchant(merchant);
  const { day } = todayOf(data, merchant);
  yield `\ufeff${columns.join(';')}\r\n`;
  for (let last = 0; ; ) {
    const rows = data.articles.page(merchant, last, PAGE);
    if (rows.length === 0) return;
    last = rows.at(-1)?.number ?? last;
    yield articleLines(
      rows.map(({ document }) => JSON.parse(document)),
      currency,
      day,
      columns,
    );
    await turn();
  }
}

/** The lines of these articles as they stand on `day` (YYYY-MM-DD), prices in `currency`. */
export const articleLines = (
  articles: readonly MasterArticle[],
  currency: string,
  day: string,
  columns: readonly ArticleColumn[] = articleColumns,
): string =>
  csvText(
    articles.map(article => {
      const cells = writtenArticle(article, currency, day);
      return columns.map(column => cellOf(cells[column]));
    }),
    { delimiter: ';' },
  );

/** The import takes one apostrophe off, so a text that begins with its own gets a second one. */
const cellOf = (text: string): string => `${text.startsWith("'") ? "'" : ''}${safeCell(text)}`;

/** The articles of a shop as a file that imports again unchanged and that spreadsheets open: UTF-8 with its mark, semicolons. */
import { setImmediate as turn } from 'node:timers/promises';
import { csvText, safeCell } from '../../domain/csvText.ts';
import { exponentOf } from '../../domain/money.ts';
import { type ArticleColumn, articleColumns, type MasterArticle } from '../../wire/articles.ts';
import type { MasterData } from '../masterData.ts';
import { todayOf } from './articles.ts';

const PAGE = 200;

/** Page by page, so that the till goes on selling. */
export async function* exportArticles(data: MasterData, merchant: string): AsyncGenerator<string> {
  const { currency } = data.merchants.merchant(merchant);
  const { day } = todayOf(data, merchant);
  yield `\ufeff${articleColumns.join(';')}\r\n`;
  for (let last = 0; ; ) {
    const rows = data.articles.page(merchant, last, PAGE);
    if (rows.length === 0) return;
    last = rows.at(-1)?.number ?? last;
    yield articleLines(
      rows.map(({ document }) => JSON.parse(document)),
      currency,
      day,
    );
    await turn();
  }
}

/** The lines of these articles as they stand on `day` (YYYY-MM-DD), prices in `currency`. */
export const articleLines = (articles: readonly MasterArticle[], currency: string, day: string): string =>
  csvText(
    articles.map(article => {
      const cells = writtenArticle(article, currency, day);
      return articleColumns.map(column => cellOf(cells[column]));
    }),
    { delimiter: ';' },
  );

/** The text of every column. `day`: prices that begin later are planned ones. */
export function writtenArticle(article: MasterArticle, currency: string, day: string): Record<ArticleColumn, string> {
  const planned = article.prices
    .filter(({ validFrom }) => validFrom !== null && validFrom > day)
    .map(({ validFrom, price }) => `${validFrom} ${writtenAmount(price, currency)}`);
  return {
    number: article.number,
    ean: article.eans.join(' '),
    name: article.name.de,
    name_en: article.name.en,
    group: article.group ?? '',
    price: writtenAmount(article.price, currency),
    tax: article.tax ?? String(article.taxRate),
    unit: article.measure,
    deposit: article.deposit ?? '',
    quick_key: article.quickKey ? 'yes' : 'no',
    place: article.place === null ? '' : String(article.place),
    state: article.state,
    planned: planned.join(' | '),
    open_price: article.openPrice ? 'yes' : 'no',
    age: article.minimumAge === undefined ? '' : String(article.minimumAge),
  };
}

/** The import takes one apostrophe off, so a text that begins with its own gets a second one. */
const cellOf = (text: string): string => `${text.startsWith("'") ? "'" : ''}${safeCell(text)}`;

/** In major units, with a comma, which a spreadsheet never takes for a day. */
export function writtenAmount(amount: number, currency: string): string {
  const exponent = exponentOf(currency);
  if (exponent === 0) return String(amount);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -exponent)},${digits.slice(-exponent)}`;
}

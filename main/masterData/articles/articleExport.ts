/** The articles of a shop as a file that imports again unchanged and that spreadsheets open: UTF-8 with its mark, semicolons. */
import { setImmediate as turn } from 'node:timers/promises';
import { csvText, safeCell } from '../../domain/csvText.ts';
import { exponentOf } from '../../domain/money.ts';
import type { MasterArticle } from '../../wire/articles.ts';
import type { MasterData } from '../masterData.ts';
import { todayOf } from './articles.ts';

const COLUMNS = [
  ...['number', 'ean', 'name', 'name_en', 'group', 'price', 'tax', 'unit'],
  ...['deposit', 'quick_key', 'place', 'state', 'planned', 'open_price', 'age'],
] as const;

const PAGE = 200;

/** Page by page, so that the till goes on selling. */
export async function* exportArticles(data: MasterData, merchant: string): AsyncGenerator<string> {
  const { currency } = data.merchants.merchant(merchant);
  const { day } = todayOf(data, merchant);
  yield `\ufeff${COLUMNS.join(';')}\r\n`;
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
    articles.map(article => cellsOf(article, currency, day).map(cellOf)),
    { delimiter: ';' },
  );

function cellsOf(article: MasterArticle, currency: string, day: string): readonly string[] {
  const { number, eans, name, group, price, prices, tax, taxRate, measure, deposit, quickKey, place, state } = article;
  const { openPrice, minimumAge } = article;
  const planned = prices
    .filter(({ validFrom }) => validFrom !== null && validFrom > day)
    .map(({ validFrom, price: later }) => `${validFrom} ${written(later, currency)}`);
  return [
    ...[number, eans.join(' '), name.de, name.en, group ?? '', written(price, currency), tax ?? String(taxRate)],
    ...[measure, deposit ?? '', quickKey ? 'yes' : 'no', place === null ? '' : String(place), state],
    ...[planned.join(' | '), openPrice ? 'yes' : 'no', minimumAge === undefined ? '' : String(minimumAge)],
  ];
}

/** The import takes one apostrophe off, so a text that begins with its own gets a second one. */
const cellOf = (text: string): string => `${text.startsWith("'") ? "'" : ''}${safeCell(text)}`;

/** With a comma, which a spreadsheet never takes for a day. */
function written(amount: number, currency: string): string {
  const exponent = exponentOf(currency);
  if (exponent === 0) return String(amount);
  const digits = String(amount).padStart(exponent + 1, '0');
  return `${digits.slice(0, -exponent)},${digits.slice(-exponent)}`;
}

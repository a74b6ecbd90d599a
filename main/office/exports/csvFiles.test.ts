/** Every CSV file that tills and back office give out, with texts that would be rows or formulas of their own. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hostileText, rowsOfEveryReader } from '../../domain/csvText.fixture.ts';
import { articleLines } from '../../masterData/articles/articleExport.ts';
import { reportCsv } from '../../reporting/reportCsv.ts';
import type { MasterArticle } from '../../wire/articles.ts';
import type { ReportDeclaration } from '../../wire/office/reports.ts';
import { salesCsv } from './lists.ts';

async function* each<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}
async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
/** Rows end as a reader that guesses takes them to end. */
const READ = {
  ...{ bom: true, delimiter: [';', ','], relax_column_count: true },
  record_delimiter: ['\r\n', '\n', '\r'],
};

const declaration = {
  by: [{ name: 'article', title: { de: 'Artikel', en: 'Article' } }],
  columns: [
    { name: 'store', unit: 'text', title: { de: 'Filiale', en: 'Store' } },
    { name: 'turnover', unit: 'money', title: { de: 'Umsatz', en: 'Turnover' } },
  ],
} as unknown as ReportDeclaration;

/** An article as a till with other rules than ours might have stored it. */
const article = (text: string): MasterArticle =>
  ({
    ...{ number: text, eans: [], name: { de: text, en: text }, group: text, price: 100, prices: [] },
    ...{ tax: null, taxRate: 19, measure: 'piece', deposit: null, quickKey: false, place: null, state: 'sold' },
  }) as unknown as MasterArticle;

const files: Readonly<Record<string, (text: string) => Promise<string>>> = {
  report: async text =>
    reportCsv({
      declaration,
      answer: {
        by: 'article',
        currency: 'EUR',
        rows: [{ key: text, label: text, store: text, turnover: -100 }],
        total: { turnover: -100 },
      } as never,
      language: 'de',
      now: 0,
      timeZone: 'Europe/Berlin',
    }),
  sales: text =>
    textOf(salesCsv(each([{ transactionRef: text, cashier: text, till_name: text, sum: 100, currency: 'EUR' }]), 'en')),
  articles: async text => articleLines([article(text)], 'EUR', '2026-11-20'),
};

it.each(Object.entries(files))('%s: one row stays one row, and none begins as a formula', async (_name, fileOf) => {
  const rows = parse(await fileOf('plain'), READ).length;
  await fc.assert(
    fc.asyncProperty(hostileText, async text => {
      const file = await fileOf(text);
      expect(parse(file, READ)).toHaveLength(rows);
      for (const row of rowsOfEveryReader(file)) expect(row).not.toMatch(/^"?[=+\-@\t＝＋－＠]/);
    }),
  );
});

/** Codes of an older version are found in every spelling, and two articles that share one are named. */
import { afterEach, expect, it } from 'vitest';
import { closeAll } from '../doubles/bridge.fixture.ts';
import type { MasterArticle } from '../wire/articles.ts';
import { createArticleStore } from './articles.ts';
import { openDatabase } from './database.ts';
import { createMerchants } from './merchants.ts';
import { shopBefore } from './olderDatabase.fixture.ts';

afterEach(closeAll);

const merchant = `MRC_${'1'.repeat(30)}`;
const idOf = (number: string) => `ART_${number.replace(/\W/g, '').padStart(30, '0')}`;
const articleOf = (number: string, eans: readonly string[]) =>
  ({
    id: idOf(number),
    number,
    name: { de: number, en: number },
    eans,
    state: 'sold',
    quickKey: false,
  }) as unknown as MasterArticle;

/** In the order of their making; the codes are those that an older version kept apart. */
const STORED: readonly (readonly [number: string, ...eans: string[]])[] = [
  ['8001', '04006381333931'],
  ['8102', '4006381333931'],
  ['8002', '0036000291452'],
  ['8003', '0000096385074'],
  ['8004', '12345'],
  ['ABC', '77'],
  ['abc', '78'],
  ['036000291469'],
  ['8005', '0036000291469'],
];

const olderShop = () =>
  shopBefore(770, db => {
    db.exec(`INSERT INTO merchant (id, name, address, currency) VALUES ('${merchant}', 'Laden', '[]', 'EUR')`);
    const master = db.prepare(`INSERT INTO article_master (id, merchant, position, document, query_number, query_name,
      query_name_en, query_state, query_quick_key, article_number) VALUES (?, ?, ?, ?, ?, '', '', 'sold', 0, ?)`);
    const code = db.prepare('INSERT INTO article_code (merchant, code, article) VALUES (?, ?, ?)');
    const sold = db.prepare(
      'INSERT INTO article (merchant, position, article_number, ean, document) VALUES (?, ?, ?, ?, ?)',
    );
    for (const [position, [number, ...eans]] of STORED.entries()) {
      const article = articleOf(number, eans);
      master.run(article.id, merchant, position, JSON.stringify(article), number.toLowerCase(), number);
      for (const ean of eans) code.run(merchant, ean, article.id);
      sold.run(
        merchant,
        position,
        number,
        eans[0] ?? '',
        JSON.stringify({ articleNumber: number, ean: eans[0] ?? '' }),
      );
    }
  });

it('keys of stored codes find every article, and what two of them share finds the first and is named', async () => {
  const db = openDatabase(olderShop());
  const articles = createArticleStore(db);
  const shop = createMerchants(db);
  const found = (code: string) => articles.byCode(merchant, code)?.article.number ?? null;
  const spelled = ['4006381333931', '04006381333931', ']E04006381333931', '036000291452', '96385074', '12345', '78'];
  expect(spelled.map(found)).toEqual(['8001', '8001', '8001', '8002', '8003', '8004', 'abc']);
  const soldNumber = (code: string) => JSON.parse(shop.article(merchant, code) ?? '{}').articleNumber ?? null;
  // The article that gave up its code is sold by its number.
  expect(['4006381333931', '8102', '036000291452', '00000096385074'].map(soldNumber)).toEqual([
    '8001',
    '8102',
    '8002',
    '8003',
  ]);
  const clashes = articles.clashes(merchant).map(({ code, found: one, other }) => [code, one.number, other.number]);
  expect(clashes).toEqual([
    ['0036000291469', '8005', '036000291469'],
    ['4006381333931', '8001', '8102'],
    ['abc', 'ABC', 'abc'],
  ]);
  await db.close();
});

it('a shared code belongs to the other article once the first one gives it up', async () => {
  const db = openDatabase(olderShop());
  const articles = createArticleStore(db);
  const first = articles.byCode(merchant, '4006381333931');
  if (!first) throw new Error('the article is not found');
  await db.write(() =>
    articles.save(
      merchant,
      first.article,
      { ...first, article: { ...first.article, eans: [] } },
      { sold: null, nextPrice: null },
    ),
  );
  expect(articles.byCode(merchant, '04006381333931')?.article.number).toBe('8102');
  expect(articles.clashes(merchant).map(({ code }) => code)).toEqual(['0036000291469', 'abc']);
  await db.close();
});

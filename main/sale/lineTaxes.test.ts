/** A line is never sold at a rate, a price or a sum that its caller did not mean: in a demo and in a shop. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, closeAll, ok, startBridge } from '../doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';

const sales = '/api/v2/Smart/Transactions';
const UNKNOWN = 'tillbridge-unknown-members';
let demo: Client;
let shop: Client;
let article: { readonly ean: string; readonly articleNumber: string; readonly tax: number };
beforeAll(async () => {
  const bridge = await startBridge();
  const lenient = await startBridge({ config: { strict: 'off', strictSums: false } });
  [demo, shop] = [await bridge.client(), await lenient.client()];
  const { articles } = ok(
    await (await bridge.staff('manager')).ask<{
      articles: readonly { ean: string; articleNumber: string; tax: number }[];
    }>('GET', '/bridge/v1/catalogue'),
  );
  article = articles.find(({ tax, ean }) => tax === 19 && ean !== '') as typeof article;
});
afterAll(closeAll);

interface Refused {
  readonly code: number;
  readonly member: string;
}

const open = (client: Client, body: object) => client.ask<SmartTransaction & Refused>('POST', sales, { body });
const lines = (...products: readonly object[]) => ({ basket: { products } });
const taxOf = (answer: Answer<SmartTransaction>, at = 0) => ok(answer).basket.products[at]?.tax;

describe('the tax of a line', () => {
  it.each(['ean', 'articleNumber'] as const)('is that of the article, named by its %s', async member => {
    for (const client of [demo, shop])
      for (const taxes of [{}, { tax: null }]) {
        const line = { desc: 'x', quantity: 1, priceOne: 500, [member]: article[member], ...taxes };
        expect(taxOf(await open(client, { ...lines(line), tax_rate: 7 }))).toBe(19);
      }
  });

  it('of an unknown article is that of the sale; a coupon has that of its line', async () => {
    const products = [
      { id: 1, desc: 'x', quantity: 1, priceOne: 500, articleNumber: article.articleNumber },
      { id: 2, parent: 1, desc: 'off', quantity: 1, priceOne: -100, item_type: 'coupon' },
      { id: 3, desc: 'y', quantity: 2, priceOne: 100 },
    ];
    for (const client of [demo, shop]) {
      const { basket, id } = ok(await open(client, { ...lines(...products), tax_rate: 7 }));
      expect(basket.products.map(({ tax }) => tax)).toEqual([19, 19, 7]);
      const again = await client.ask<SmartTransaction>('PUT', `${sales}/${id}`, { body: lines(...products.slice(2)) });
      expect(taxOf(again)).toBe(7);
    }
  });

  it.each([{}, { tx: 19 }, { taxes: 19 }])(
    'that nobody says is refused where sums are checked, and named elsewhere: %j',
    async more => {
      const body = lines(
        { desc: 'x', quantity: 1, priceOne: 500, tax: 7 },
        { desc: 'y', quantity: 1, priceOne: 500, ...more },
      );
      const refused = await open(demo, body);
      expect(refused.status).toBe(500);
      expect([1154, 1175]).toContain(refused.body.code);
      const named = await open(shop, body);
      expect([named.status, named.headers.get(UNKNOWN)]).toEqual([200, '"basket.products[1].tax"']);
    },
  );

  it('is not asked for where nothing is sold: what is free, and money on a card', async () => {
    const card = { desc: 'Laden', quantity: 1, priceOne: 500, ean: '2900000000018' };
    for (const line of [card, { desc: 'free', quantity: 1, priceOne: 0 }])
      for (const client of [demo, shop]) expect((await open(client, lines(line))).headers.get(UNKNOWN)).toBeNull();
  });

  it('is known or named for every line of every basket', async () => {
    const line = fc.record(
      {
        desc: fc.constant('x'),
        quantity: fc.integer({ min: 1, max: 5 }),
        priceOne: fc.integer({ min: 1, max: 999 }),
        tax: fc.constantFrom(0, 7, 19, null),
        tx: fc.constant(19),
        ean: fc.constantFrom('', article.ean),
      },
      { requiredKeys: ['desc', 'quantity', 'priceOne'] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(null, 7),
        async (products, rate) => {
          const wanted = products.map(({ tax, ean }) => tax ?? (ean === article.ean ? 19 : rate));
          const body = { ...lines(...products), ...(rate === null ? {} : { tax_rate: rate }) };
          const taken = await open(shop, body);
          expect(ok(taken).basket.products.map(({ tax }) => tax)).toEqual(wanted.map(tax => tax ?? 0));
          const unknown = wanted.flatMap((tax, at) => {
            const { tax: own = null, tx } = products[at] ?? {};
            const isSilent = tax === null || (own === null && tx !== undefined && tx !== tax);
            return isSilent ? [`"basket.products[${at}].tax"`] : [];
          });
          expect(taken.headers.get(UNKNOWN)).toBe(unknown.length > 0 ? unknown.join(', ') : null);
          expect((await open(demo, body)).status).toBe(unknown.length > 0 ? 500 : 200);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('a sum', () => {
  it('of a coupon takes something off: one that adds is refused everywhere', async () => {
    const goods = { desc: 'x', quantity: 1, priceOne: 500, tax: 19 };
    for (const client of [demo, shop])
      for (const [quantity, priceOne] of [
        [1, 100],
        [-1, -100],
      ]) {
        const answer = await open(
          client,
          lines(goods, { desc: 'off', quantity, priceOne, tax: 19, item_type: 'coupon' }),
        );
        expect([answer.status, answer.body.code, answer.body.member]).toEqual([
          500,
          1001,
          'basket.products[1].priceOne',
        ]);
      }
    const off = await open(
      shop,
      lines(goods, { desc: 'off', quantity: 1, priceOne: -100, tax: 19, item_type: 'coupon' }),
    );
    expect(ok(off).basket_info.sum).toBe(400);
  });

  it('of a line is what the line costs: another one is refused or put right', async () => {
    const line = { desc: 'x', quantity: 2, priceOne: 500, tax: 19 };
    const refused = await open(demo, lines({ ...line, sum: 900 }));
    expect([refused.status, refused.body.code, refused.body.member]).toEqual([500, 1158, 'basket.products[0].sum']);
    expect(ok(await open(shop, lines({ ...line, sum: 900 }))).basket.products[0]?.sum).toBe(1000);
    for (const client of [demo, shop])
      for (const sum of [1000, null])
        expect(ok(await open(client, lines({ ...line, sum }))).basket_info.sum).toBe(1000);
  });

  it('that is left out contains the tip, so that somebody pays it', async () => {
    for (const client of [demo, shop]) {
      const body = { ...lines({ desc: 'x', quantity: 1, priceOne: 500, tax: 19 }), basket_info: { gratuity: 50 } };
      const { id, basket_info } = ok(await open(client, body));
      expect(basket_info).toMatchObject({ sum: 550, missing_sum: 550, gratuity: 50 });
      const paid = ok(await client.post<SmartTransaction>(`/${id}/start/cash`, { amount_given: 600 }));
      expect(paid).toMatchObject({ change: 50, outcome: { paid: 550 } });
    }
  });
});

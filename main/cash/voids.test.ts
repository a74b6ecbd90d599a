/** Articles taken out of a basket at the screen before it is paid: recorded with their person, and added up in X and Z report. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type Client, closeAll, ok, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import type { Article } from '../wire/catalogue.ts';
import type { ReportAnswer } from '../wire/office/reports.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { readmeArticles } from '../world/demoCatalogue.ts';
import { cashOf } from './cash.fixture.ts';

const SALES = '/api/v2/Smart/Transactions';

type Screen = <T = SmartTransaction>(method: string, path: string, body?: unknown) => Promise<Answer<T>>;

let bridge: TestBridge;
let manager: Client;
let cashier: Screen;
let lead: Screen;
let coffee: Article;
let bread: Article;

async function screenOf(username: string, pin: string): Promise<Screen> {
  const { access_token: token } = ok(
    await bridge.ask<{ access_token: string }>('POST', '/bridge/v1/session', { body: { username, pin } }),
  );
  return (method, path, body) => bridge.ask(method, path, { token, ...(body === undefined ? {} : { body }) });
}

beforeAll(async () => {
  bridge = await startBridge();
  manager = await bridge.staff('manager');
  cashier = await screenOf('cashier@demo.example', '1111');
  lead = await screenOf('manager@demo.example', '9999');
  const { articles } = ok(await manager.ask<{ articles: Article[] }>('GET', '/bridge/v1/catalogue'));
  const byEan = (ean: string) => articles.find(article => article.ean === ean)!;
  [coffee, bread] = [byEan(readmeArticles.coffee), byEan(readmeArticles.bread)];
});
afterAll(closeAll);

const line = ({ articleNumber, ean, desc, price, tax }: Article, quantity: number) => ({
  ...{ articleNumber, ean, desc, tax, quantity, priceOne: price, item_type: 'article', group: [] },
  reference_id: `line:${articleNumber}`,
});
const basket = (...products: object[]) => ({ intent: 'sale', basket: { products } });
const recorded = (id: string) =>
  bridge
    .rows<{ event: string; sum: number; facts: string }>(
      "SELECT event, sum, facts FROM queue_record WHERE object = ? AND kind = 'basket' ORDER BY number",
      id,
    )
    .map(({ event, sum, facts }) => ({ event, sum, ...JSON.parse(facts) }));

it('records lines and pieces that are gone, and baskets that are given up, once each and by person', async () => {
  const { id } = ok(await cashier('POST', SALES, basket(line(coffee, 3), line(bread, 2))));
  ok(await cashier('PUT', `${SALES}/${id}`, basket(line(coffee, 4), line(bread, 2))));
  expect(recorded(id)).toEqual([]);
  ok(await cashier('PUT', `${SALES}/${id}`, basket(line(coffee, 1))));
  const person = (await manager.read(id)).cashier;
  const gone = [
    { article: coffee.articleNumber, name: coffee.desc, quantity: 3, amount: 3 * coffee.price },
    { article: bread.articleNumber, name: bread.desc, quantity: 2, amount: 2 * bread.price },
  ];
  expect(recorded(id)).toEqual([{ event: 'voided', sum: 3 * coffee.price + 2 * bread.price, person, lines: gone }]);
  // The paper is unchanged, and a payment records no void.
  ok(await cashier('POST', `${SALES}/${id}/start/cash`));
  expect(recorded(id)).toHaveLength(1);

  const other = ok(await cashier('POST', SALES, basket(line(bread, 1)))).id;
  ok(await lead('POST', `${SALES}/${other}/abort`));
  expect((await lead('POST', `${SALES}/${other}/abort`)).status).toBe(405);
  const leader = (await manager.read(other)).cashier;
  expect(recorded(other)).toMatchObject([{ event: 'abandoned', sum: bread.price, person: leader }]);
  expect(leader).not.toBe(person);

  const x = await cashOf(manager).x();
  expect(x.voids).toEqual({
    ...{ count: 2, amount: 3 * coffee.price + 2 * bread.price },
    by_person: [{ person, count: 2, amount: 3 * coffee.price + 2 * bread.price }],
  });
  expect(x.abandoned).toMatchObject({ count: 1, amount: bread.price, by_person: [{ person: leader }] });
  expect(x.turnover).toMatchObject({ sales: 1, gross: coffee.price });
  expect(JSON.stringify(x.receipt)).toContain('Abgebrochene Verkäufe (1)');
  const report = async (query: string) =>
    ok(await manager.ask<ReportAnswer>('GET', `/bridge/v1/reports/corrections?${query}`));
  const { rows, total } = await report('by=cashier');
  expect(rows).toMatchObject([
    { key: person, sales: 1, voids: 2, voided: x.voids.amount, abandonments: null, abandoned: null },
    { key: leader, sales: null, voids: null, voided: null, abandonments: 1, abandoned: bread.price },
  ]);
  expect(total).toMatchObject({ voids: 2, voided: x.voids.amount, abandonments: 1, abandoned: bread.price });
  expect((await report(`by=till&cashier=${encodeURIComponent(leader ?? '')}`)).total).toMatchObject({
    ...{ sales: 0, voids: 0, abandonments: 1 },
  });
});

it('counts a basket that is half paid and given up, and none of a foreign register', async () => {
  const { id } = ok(await cashier('POST', SALES, basket(line(coffee, 2))));
  ok(await cashier('POST', `${SALES}/${id}/start/cash`, { part: { amount: 100 } }));
  ok(await cashier('POST', `${SALES}/${id}/abort`));
  expect(recorded(id)).toMatchObject([{ event: 'abandoned', sum: 2 * coffee.price }]);
  const foreign = await (await bridge.client()).create(basket(line(coffee, 2)));
  const client = await bridge.client();
  ok(await client.ask('PUT', `${SALES}/${foreign.id}`, { body: basket(line(coffee, 1)) }));
  ok(await client.post(`/${foreign.id}/abort`));
  expect(recorded(foreign.id)).toEqual([]);
});

it('writes the record with the change or not at all', async () => {
  const { id } = ok(await cashier('POST', SALES, basket(line(coffee, 2))));
  const change = cashier('PUT', `${SALES}/${id}`, basket(line(coffee, 1)));
  const copy = await bridge.crashCopy();
  const after = await (await copy.client()).read(id);
  const rows = copy.rows("SELECT 1 FROM queue_record WHERE object = ? AND kind = 'basket'", id);
  expect(rows).toHaveLength(2 - (after.basket.products[0]?.quantity ?? 0));
  ok(await change);
});

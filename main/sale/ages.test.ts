/** Articles with an age limit at the screen of the till: no money without a confirmation, which stays with the sale. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type Client, closeAll, ok, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';

const SALES = '/api/v2/Smart/Transactions';

let bridge: TestBridge;
let manager: Client;
let cashier: <T = SmartTransaction & { code?: number }>(
  method: string,
  path: string,
  body?: unknown,
) => Promise<Answer<T>>;

beforeAll(async () => {
  bridge = await startBridge();
  manager = await bridge.staff('manager');
  const body = { username: 'cashier@demo.example', pin: '1111' };
  const { access_token: token } = ok(
    await bridge.ask<{ access_token: string }>('POST', '/bridge/v1/session', { body }),
  );
  cashier = (method, path, sent) => bridge.ask(method, path, { token, ...(sent === undefined ? {} : { body: sent }) });
  for (const article of [
    { number: 'SCHNAPS', name: 'Obstler', price: 1490, taxRate: 19, minimumAge: 18 },
    { number: 'SAFT', name: 'Saft', price: 250, taxRate: 19 },
  ])
    ok(await manager.ask('POST', '/bridge/v1/articles', { body: article }));
});
afterAll(closeAll);

const line = (more: object = {}) => ({
  ...{ articleNumber: 'SCHNAPS', ean: '', desc: 'Obstler', tax: 19, quantity: 1, priceOne: 1490 },
  ...{ item_type: 'article', group: [], reference_id: 'line:1' },
  ...more,
});
const basket = (...products: object[]) => ({ intent: 'sale', basket: { products } });
const markOf = ({ basket: { products } }: SmartTransaction, at = 0) =>
  (products[at] as { age_confirmed?: object } | undefined)?.age_confirmed;

it('takes no money by any way without it, and nothing reaches the terminal', async () => {
  const { id } = ok(await cashier('POST', SALES, basket(line())));
  for (const [method, body] of [
    ['cash', {}],
    ['cash', { part: { amount: 100 } }],
    ['cashless', {}],
    ['voucher', { text: 'x', part: { amount: 100 } }],
  ] as const) {
    const refused = await cashier('POST', `${SALES}/${id}/start/${method}`, body);
    expect([method, refused.body.code]).toEqual([method, 1197]);
  }
  expect(bridge.terminal.commands).toEqual([]);
  expect((await manager.read(id)).status).toBe('created');
});

it('keeps who confirmed it and when, with the line, its sale and the record, whatever the screen sends', async () => {
  const sent = { minimum: 18, by: 'somebody else', at: '1999-01-01T00:00:00.000Z' };
  const made = ok(await cashier('POST', SALES, basket(line({ age_confirmed: sent }))));
  const mark = markOf(made);
  expect(mark).toMatchObject({ minimum: 18, by: made.cashier });
  expect(mark).not.toMatchObject({ at: sent.at });
  const more = { articleNumber: 'SAFT', desc: 'Saft', priceOne: 250, reference_id: 'line:2', age_confirmed: sent };
  const after = ok(
    await cashier('PUT', `${SALES}/${made.id}`, basket(line({ quantity: 2, age_confirmed: sent }), line(more))),
  );
  expect([markOf(after), markOf(after, 1)]).toEqual([mark, undefined]);
  ok(await cashier('POST', `${SALES}/${made.id}/start/cash`));
  const [record] = bridge.rows<{ facts: string }>('SELECT facts FROM queue_record WHERE object = ?', made.id);
  expect(JSON.parse(record?.facts ?? '{}').ages).toEqual([{ article: 'SCHNAPS', name: 'Obstler', ...mark }]);
});

it('is not confirmed by a lower limit, and foreign registers ask by themselves', async () => {
  const low = ok(await cashier('POST', SALES, basket(line({ age_confirmed: { minimum: 16 } }))));
  expect((await cashier('POST', `${SALES}/${low.id}/start/cash`)).body.code).toBe(1197);
  const client = await bridge.client();
  const foreign = await client.create(basket(line()));
  ok(await client.post(`/${foreign.id}/start/cash`));
});

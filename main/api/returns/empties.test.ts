/** Empties alone at the screen of the till: a sale below 0 that pays cash out, with receipt, right, drawer, report and record. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cashOf } from '../../cash/cash.fixture.ts';
import {
  type Answer,
  type Client,
  cards,
  closeAll,
  ok,
  startBridge,
  type TestBridge,
} from '../../doubles/bridge.fixture.ts';
import type { ReturnView } from '../../wire/returns.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import type { Refusal } from '../approvals/approvals.fixture.ts';

const SALES = '/api/v2/Smart/Transactions';

type Screen = <T = SmartTransaction>(method: string, path: string, body?: unknown) => Promise<Answer<T>>;

let bridge: TestBridge;
let client: Client;
let manager: Client;
let cashier: Screen;
let lead: Screen;

async function screenOf(username: string, pin: string): Promise<Screen> {
  const { access_token: token } = ok(
    await bridge.ask<{ access_token: string }>('POST', '/bridge/v1/session', { body: { username, pin } }),
  );
  return (method, path, body) => bridge.ask(method, path, { token, ...(body === undefined ? {} : { body }) });
}

beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
  manager = await bridge.staff('manager');
  cashier = await screenOf('cashier@demo.example', '1111');
  lead = await screenOf('manager@demo.example', '9999');
  for (const body of [
    { number: 'PFAND', name: 'Pfand', price: 25, taxRate: 19 },
    { number: 'COLA', name: 'Cola', price: 200, taxRate: 19, deposit: 'PFAND' },
  ])
    ok(await manager.ask('POST', '/bridge/v1/articles', { body }));
});
afterAll(closeAll);

const line = (number: string, more: object = {}) => ({
  ...{ articleNumber: number, ean: '', desc: number, tax: 19, quantity: 1, item_type: 'article', group: [] },
  ...{ priceOne: number === 'COLA' ? 200 : 25, reference_id: `line:${number}` },
  ...more,
});
const empties = (quantity: number) =>
  line('PFAND', { quantity: -quantity, item_type: 'empties', reference_id: 'line:empties' });
const basket = (...products: object[]) => ({ intent: 'sale', basket: { products } });
const open = async (screen: Screen, ...products: object[]) => ok(await screen('POST', SALES, basket(...products))).id;
const payOut = (screen: Screen, id: string, body: object = {}) =>
  screen<SmartTransaction & Refusal>('POST', `/bridge/v1/returns/${id}/pay-out`, body);

it('pays cash out for empties alone, with a receipt, and drawer, report and record agree', async () => {
  const cash = cashOf(manager);
  await cash.open(10_000);
  const id = await open(cashier, empties(6));
  const view = ok(await cashier<ReturnView>('GET', `/bridge/v1/returns/${id}`));
  expect(view).toMatchObject({
    due: 150,
    pay_out: [{ method: 'cash', amount: 150, by_right: false }],
  });
  const paid = ok(await payOut(cashier, id));
  expect(paid).toMatchObject({ status: 'ok', basket_info: { sum: -150, missing_sum: 0 } });
  expect(paid.tenders).toMatchObject([{ method: 'cash', amount: -150 }]);
  expect(JSON.stringify(paid.receipt)).toMatch(/Auszahlung/);
  expect(await cash.expected()).toBe(9850);
  const x = await cash.x();
  expect(x.deposits.given_back).toEqual({ count: 1, amount: 150 });
  expect(x.tenders.find(({ method }) => method === 'cash')).toMatchObject({ refunds: 1, refunded: 150 });
  expect(x.turnover).toMatchObject({ gross: -150, by_tax: [{ rate: 19, gross: -150, tax: -24 }] });
  expect(x.returns.count).toBe(0);
  const [record] = bridge.rows<{ event: string; sum: number; facts: string }>(
    'SELECT event, sum, facts FROM queue_record WHERE object = ?',
    id,
  );
  expect(record).toMatchObject({ event: 'closed', sum: -150 });
  expect(JSON.parse(record?.facts ?? '{}').tenders).toMatchObject([{ method: 'cash', amount: -150 }]);
  // A repeated call and a repeated cancellation pay nothing twice.
  ok(await payOut(cashier, id));
  expect((await lead('POST', `${SALES}/${id}/cancel`)).status).toBe(405);
  expect(await cash.expected()).toBe(9850);
});

it('takes what is sold off first, and is an ordinary sale where the customer pays', async () => {
  const id = await open(cashier, empties(10), line('COLA'), line('PFAND'));
  expect(ok(await payOut(cashier, id)).tenders).toMatchObject([{ method: 'cash', amount: -25 }]);
  const sold = await open(cashier, empties(2), line('COLA'));
  expect((await payOut(cashier, sold)).status).toBe(404);
  expect(ok(await cashier('POST', `${SALES}/${sold}/start/cash`)).tenders).toMatchObject([{ amount: 150 }]);
});

it('asks for a manager above the limit of a cashier, and pays to a loyalty card that is named', async () => {
  const many = await open(cashier, empties(201));
  expect((await payOut(cashier, many)).body).toMatchObject({
    code: 2020,
    needs: { operation: 'emptiesPaidOut', amount: 5025 },
  });
  const half = { back: [{ method: 'cash', amount: 5000 }] };
  ok(await payOut(cashier, many, half));
  const card = { back: [{ method: 'loyalty', amount: 25, card: cards.empty }] };
  ok(await payOut(cashier, many, card));
  const balance = () =>
    bridge.rows<{ cash: number }>(
      "SELECT sum(amount) AS cash FROM loyalty_entry WHERE sale = ? AND account = 'cash'",
      many,
    )[0]?.cash;
  expect(balance()).toBe(25);
});

it('leaves a loyalty card in the basket as it is, and no points are taken for empties', async () => {
  const id = ok(
    await cashier('POST', SALES, { ...basket(empties(4)), idents: [{ type: 'card', value: cards.some }] }),
  ).id;
  ok(await cashier('POST', `${SALES}/${id}/preTransaction`));
  expect((await client.read(id)).basket_info).toMatchObject({ sum: -100, missing_sum: -100 });
  ok(await payOut(cashier, id));
  const rows = bridge.rows<{ amount: number }>('SELECT amount FROM loyalty_entry WHERE sale = ?', id);
  expect(rows).toEqual([]);
});

it('goes on being refused to foreign registers, and pays no money out for anything but empties', async () => {
  expect((await client.post('', basket(empties(6)))).body).toMatchObject({ code: 1010 });
  const voucher = line('COLA', { priceOne: -200, item_type: 'coupon', reference_id: 'line:c' });
  expect((await lead('POST', SALES, basket(voucher))).body).toMatchObject({ code: 1010 });
  expect((await lead('POST', SALES, basket(voucher, empties(1)))).body).toMatchObject({ code: 1010 });
  const id = await open(cashier, empties(1));
  for (const method of ['cash', 'cashless', 'loyalty', 'voucher'])
    expect((await cashier('POST', `${SALES}/${id}/start/${method}`)).status, method).toBeGreaterThanOrEqual(400);
  expect(bridge.terminal.commands).toEqual([]);
  ok(await cashier('POST', `${SALES}/${id}/abort`));
});

it('is whole or not there after a crash', async () => {
  const id = await open(cashier, empties(3));
  const answer = payOut(cashier, id);
  const copy = await bridge.crashCopy();
  const after = await (await copy.client()).read(id);
  const entries = copy.rows('SELECT 1 FROM queue_record WHERE object = ?', id);
  expect([after.status, entries.length]).toEqual(after.status === 'ok' ? ['ok', 1] : ['created', 0]);
  ok(await answer);
});

/** Sales of earlier versions get their missing counter payments, also after kills and cancellations. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  demoDirectory,
  item,
  ok,
  sale,
  startBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import { HEADLESS, TERMINAL_AWAY } from '../../doubles/programs.fixture.ts';
import { wholeSale } from '../../store/saleTexts.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { account } from '../payments.fixture.ts';

afterEach(closeAll);

const path = '/api/v2/Payment/Transactions';

/** Makes the database what an earlier version would have left: no payment at the counter, and all sales to be looked at. */
function asBefore(data: string) {
  const db = new Sqlite(join(data, 'tillbridge.db'));
  db.pragma('foreign_keys = OFF');
  db.exec(`
    UPDATE smart_transaction SET document = ${wholeSale()};
    DELETE FROM sale_more;
    UPDATE smart_transaction SET document = json_set(document, '$.transactions', json((
      SELECT json_group_array(json(one.value)) FROM json_each(document, '$.transactions') AS one
      WHERE one.value ->> '$.object' <> 'payment.transactions')))
    WHERE method IN ('cash', 'cashless', 'cashless_direct');
    DELETE FROM smart_transaction_payment WHERE id IN (
      SELECT id FROM payment_transaction WHERE specific IS NULL AND inner ->> '$.order.sale' IS NOT NULL);
    DELETE FROM payment_parent WHERE payment IN (
      SELECT id FROM payment_transaction WHERE specific IS NULL AND inner ->> '$.order.sale' IS NOT NULL);
    DELETE FROM payment_transaction WHERE specific IS NULL AND inner ->> '$.order.sale' IS NOT NULL;
    UPDATE payment_transaction SET position = -(SELECT count(*) FROM payment_transaction AS other
      WHERE other.merchant = payment_transaction.merchant AND other.number <= payment_transaction.number);
    UPDATE payment_transaction SET position = -position;
    INSERT OR REPLACE INTO setting SELECT 'earlierPayments', CAST(max(number) + 1 AS TEXT) FROM smart_transaction;`);
  db.close();
}

const direct = { tid: '60001234', trace: 17, cardtype: 'girocard' };
const start = async (till: Client, method: string, input: object, body?: object) =>
  ok(await till.post<SmartTransaction>(`/${(await till.create(input)).id}/start/${method}`, body));

interface Sold {
  readonly cash: SmartTransaction;
  readonly card: SmartTransaction;
  readonly direct: SmartTransaction;
  readonly cancelled: SmartTransaction;
  readonly split: SmartTransaction;
  readonly debit: SmartTransaction;
  readonly open: SmartTransaction;
}

async function sold(till: Client): Promise<Sold> {
  const cash = await start(till, 'cash', sale([item(1000)]));
  const card = await start(till, 'cashless', sale([item(1100)]));
  const elsewhere = await start(till, 'cashless_direct', sale([item(1200)]), direct);
  const cancelled = await start(till, 'cash', sale([item(1300)]));
  ok(await till.post(`/${cancelled.id}/cancel`));
  const { id } = await till.create(sale([item(1500)], cards.some));
  ok(await till.post(`/${id}/preTransaction`));
  const split = ok(await till.post<SmartTransaction>(`/${id}/start/cash`));
  const debit = await start(till, 'debit', sale([item(1600)]), account);
  const open = await till.create(sale([item(1700)]));
  return { cash, card, direct: elsewhere, cancelled, split, debit, open };
}

const list = async (till: Client, query: string) =>
  ok(await till.ask<{ count: number; data: PaymentTransaction[] }>('GET', `${path}?${query}`));

const paymentOf = async (till: Client, id: string) => {
  const { transactions } = await till.read(id);
  const named = transactions.filter(({ object }) => object === 'payment.transactions');
  expect(named.length, id).toBeLessThan(2);
  return named[0] ? ok(await till.ask<PaymentTransaction>('GET', `${path}/${named[0].id}`)) : null;
};

const isDone = (rows: readonly unknown[]) => rows.length === 0;
const LEFT = "SELECT value FROM setting WHERE key = 'earlierPayments'";

describe('sales of an earlier version', () => {
  it('get their payments once, in the order of the sales, below existing payments', async () => {
    const data = await demoDirectory();
    const first = await startBridge({ data });
    const before = await sold(await first.client());
    await first.close();
    asBefore(data);

    const bridge = await startBridge({ data });
    const till = await bridge.client();
    const changes = () => bridge.rows<{ n: number }>('SELECT count(*) AS n FROM change')[0]?.n;
    const noted = changes();
    await until(() => isDone(bridge.rows(LEFT)) || null);
    expect(changes()).toBe(noted);
    expect(await paymentOf(till, before.cash.id)).toMatchObject({ amount: 1000, status: 111, payment_method: 'cash' });
    expect(await paymentOf(till, before.card.id)).toMatchObject({ amount: 1100, status: 111, tid: '60001234' });
    expect(await paymentOf(till, before.direct.id)).toMatchObject({ amount: 1200, card_payment: { trace: 17 } });
    const cancelled = await paymentOf(till, before.cancelled.id);
    expect(cancelled).toMatchObject({ amount: 1300, status: 907, details: { amount: 0 } });
    const refunds = await list(till, `q=parents.trans_id:${cancelled?.trans_id}`);
    expect(refunds.data).toMatchObject([{ amount: -1300, parents: [{ id: cancelled?.id }] }]);
    expect(await paymentOf(till, before.split.id)).toMatchObject({ amount: 500 });
    expect(await paymentOf(till, before.debit.id)).toMatchObject({ product_id: 16, amount: 1600 });
    expect(await paymentOf(till, before.open.id)).toBeNull();

    const all = await list(till, 'count=100');
    expect(all.count).toBe(all.data.length);
    const earlier = all.data.filter(({ payment_method: method, order_id: order }) => /^cash/.test(method) && !order);
    expect(earlier.map(({ amount }) => amount)).toEqual([500, -1300, 1300, 1200, 1100, 1000]);
    expect(all.data.slice(-6)).toEqual(earlier);
    const pages = await Promise.all([0, 3, 6, 9].map(offset => list(till, `count=3&offset=${offset}`)));
    expect(pages.flatMap(({ data: page }) => page)).toEqual(all.data.slice(0, 12));

    // Goes on as any other sale does.
    ok(await till.post(`/${before.cash.id}/cancel`));
    expect(await paymentOf(till, before.cash.id)).toMatchObject({ status: 907 });
    const newest = await start(till, 'cash', sale([item(100)]));
    expect((await list(till, 'count=1')).data[0]?.id).toBe((await paymentOf(till, newest.id))?.id);
  });

  it('are refunded when they are cancelled before the backfill reaches them', async () => {
    const data = await demoDirectory();
    const first = await startBridge({ data });
    const { cash } = await sold(await first.client());
    await first.close();
    asBefore(data);
    const bridge = await startBridge({ data });
    const till = await bridge.client();
    const cancelled = till.post(`/${cash.id}/cancel`);
    await until(() => isDone(bridge.rows(LEFT)) || null);
    ok(await cancelled);
    expect(await paymentOf(till, cash.id)).toMatchObject({ status: 907, details: { amount: 0 } });
  });

  it('ends at once in a shop without sales', async () => {
    const bridge = await startBridge();
    expect(bridge.rows(LEFT)).toEqual([]);
  });

  it('are all backfilled even when the bridge is killed again and again', async () => {
    const data = await demoDirectory();
    const first = await startBridge({ data });
    const till = await first.client();
    const sales: SmartTransaction[] = [];
    for (let index = 0; index < 250; index += 1) sales.push(await start(till, 'cash', sale([item(100 + index)])));
    await first.close();
    asBefore(data);
    for (let kill = 0; kill < (process.env.LONG ? 6 : 1); kill += 1) await startAndKill(data);
    const bridge = await startBridge({ data });
    const client = await bridge.client();
    await until(() => isDone(bridge.rows(LEFT)) || null);
    const { data: all } = await list(client, `count=1000&q=${encodeURIComponent('payment_method:cash')}`);
    expect(all.map(({ amount }) => amount)).toEqual(sales.map((_, index) => 100 + index).toReversed());
    const rows = bridge.rows<{ sale: string; n: number }>(
      'SELECT sale, count(*) AS n FROM smart_transaction_payment GROUP BY sale',
    );
    expect(rows).toHaveLength(250);
    expect(rows.every(({ n }) => n === 1)).toBe(true);
    const places = bridge.rows<{ position: number }>(
      'SELECT position FROM payment_transaction ORDER BY merchant, position',
    );
    expect(new Set(places.map(({ position }) => position)).size).toBeGreaterThan(250);
  });
});

/** Kills the bridge as soon as some of the sales, but not all, have been looked at. */
async function startAndKill(data: string): Promise<void> {
  const read = () => {
    const db = new Sqlite(join(data, 'tillbridge.db'), { readonly: true });
    try {
      return Number(db.prepare(LEFT).pluck().get() ?? 0);
    } finally {
      db.close();
    }
  };
  const before = read();
  const child = spawn(process.execPath, [...HEADLESS, '--data', data, '--port', '0', '--demo'], {
    env: { ...process.env, ...TERMINAL_AWAY },
    stdio: 'ignore',
  });
  const ended = new Promise(resolve => child.once('exit', resolve));
  await until(() => (read() < before || before === 0 ? true : null), 60_000);
  child.kill('SIGKILL');
  await ended;
}

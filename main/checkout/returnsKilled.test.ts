/** The real program, killed while it splits tenders and while it pays returns out; its terminal lives on and is compared at the end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { cashOf } from '../cash/cash.fixture.ts';
import {
  closeAll,
  demoDirectory,
  item,
  ok,
  sale,
  startBridge,
  temporaryDirectory,
  until,
} from '../doubles/bridge.fixture.ts';
import { HEADLESS } from '../doubles/programs.fixture.ts';
import { copyDirectory } from '../store/directoryCopy.fixture.ts';
import type { DayEnd } from '../wire/dayEnds.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { demoIds } from '../world/demoIds.ts';
import type { MoneyBack } from './moneyBackKilled.fixture.ts';
import { card } from './payments.fixture.ts';

const children = new Set<ChildProcess>();

afterEach(async () => {
  // An orderly end also ends the virtual terminal, which outlives a killed bridge.
  for (const child of children) await end(child, 'SIGTERM');
  await closeAll();
});

async function start(data: string) {
  const options = ['--demo', '--port', '0', '--data', data];
  const child = spawn(process.execPath, [...HEADLESS, ...options], {
    env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'silent', TILLBRIDGE_WAIT_SCALE: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.add(child);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.once('exit', code => reject(new Error(`the bridge ended with ${code}`)));
  createInterface({ input: child.stdout }).on('line', line => resolve(/ ready (\S+)$/.exec(line)?.[1] ?? ''));
  return { child, ask: await askerOf(await promise) };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const gone = new Promise(resolve => child.once('exit', resolve));
  if (child.exitCode === null && child.kill(signal)) await gone;
  children.delete(child);
}

type Ask = <T = SmartTransaction>(method: string, path: string, body?: object) => Promise<T>;

async function askerOf(url: string): Promise<Ask> {
  const form = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
  const issued = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const token = (await issued.json()) as { readonly access_token: string };
  const headers = { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' };
  return async <T>(method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return (await answer.json()) as T;
  };
}

const SALES = '/api/v2/Smart/Transactions';

/** Splits and returns until the bridge is gone. */
async function work(ask: Ask): Promise<void> {
  for (;;) {
    const { id } = await ask('POST', SALES, sale([item(300, { quantity: 2 })]));
    await ask('POST', `${SALES}/${id}/start/cash`, { part: { amount: 100 } });
    await ask('POST', `${SALES}/${id}/start/cashless`, { part: { amount: 200 } });
    const { basket } = await ask('POST', `${SALES}/${id}/start/cashless`, {});
    const lines = [{ sale: id, line: basket.products[0]?.id ?? 0, quantity: 1 }];
    for (let turn = 0; turn < 2; turn += 1) {
      const begun = await ask('POST', '/bridge/v1/returns', { lines, reason: 'defekt' });
      await ask('POST', `/bridge/v1/returns/${begun.id}/pay-out`, {});
    }
  }
}

interface Row {
  readonly id: string;
  readonly state: string;
  readonly document: string;
}

function rows<T>(data: string, sql: string): T[] {
  const db = new Sqlite(join(data, 'tillbridge.db'), { readonly: true });
  try {
    return db.prepare(sql).all() as T[];
  } finally {
    db.close();
  }
}

const salesIn = (data: string) =>
  rows<Row>(
    data,
    "SELECT id, state, document FROM smart_transaction WHERE method IS NOT NULL OR state = 'created'",
  ).map(({ document, ...row }) => ({ ...row, document: JSON.parse(document) as SmartTransaction }));

const KILLS = process.env.LONG ? 2 : 1;

it('leaves books that agree with the terminal to the cent, however often it is killed', {
  timeout: 180_000,
}, async () => {
  const data = await demoDirectory('demo');
  for (let turn = 0; turn < KILLS; turn += 1) {
    const { child, ask } = await start(data);
    const working = work(ask).catch(() => null);
    const enough = salesIn(data).length + 4 / KILLS;
    await until(() => salesIn(data).length >= enough);
    await pause(randomInt(0, 1500));
    await end(child, 'SIGKILL');
    await working;
  }
  const { ask } = await start(data);
  const unsettled = "SELECT 1 FROM intent WHERE state IN ('open', 'unknown')";
  await until(() => rows(data, unsettled).length === 0, 60_000);
  for (const { id, document, state } of salesIn(data)) {
    if (state === 'closed' || state === 'cancelled') continue;
    if (document.goods_return) await ask('POST', `/bridge/v1/returns/${id}/pay-out`, {});
    else await ask('POST', `${SALES}/${id}/cancel`, {});
  }
  const ended = salesIn(data);
  expect(ended.filter(({ state }) => state !== 'closed' && state !== 'cancelled')).toEqual([]);
  expect(ended.filter(({ document }) => document.goods_return).length).toBeGreaterThan(1);
  // No more of a sale has come back than it brought, unit by unit and cent by cent.
  const twice = `SELECT sale, line, sum(last - first + 1) AS units, max(sold) AS sold FROM returned_unit
    WHERE state = 'returned' GROUP BY sale, line HAVING units > sold`;
  expect(rows(data, twice)).toEqual([]);
  const returned = ended.filter(({ document, state }) => state === 'closed' && document.goods_return);
  expect(
    rows<{ units: number }>(data, 'SELECT coalesce(sum(last - first + 1), 0) AS units FROM returned_unit')[0]?.units,
  ).toBe(returned.length);
  const day = await ask<DayEnd>('POST', `/bridge/v1/terminals/${demoIds.terminal}/day-end`, {});
  expect(day, JSON.stringify(day)).toMatchObject({ state: 'agrees', differences: [] });
});

const FLOAT = 10_000;
const EMPTIES = 150;
const GOODS = 900;
const REFUND = 250;

/** A shop with empties that nobody has paid out, goods that come back from a payment at the acquirer, and a sale in cash. */
async function shopToPayOut(): Promise<{ readonly data: string; readonly back: MoneyBack }> {
  const bridge = await startBridge();
  const [till, manager] = [await bridge.client(), await bridge.staff('manager')];
  await cashOf(manager).open(FLOAT);
  ok(
    await manager.ask('POST', '/bridge/v1/articles', {
      body: { number: 'PFAND', name: 'Pfand', price: 25, taxRate: 19 },
    }),
  );
  ok(
    await manager.ask('POST', '/bridge/v1/articles', {
      body: { number: 'COLA', name: 'Cola', price: 200, taxRate: 19, deposit: 'PFAND' },
    }),
  );
  const session = { username: 'cashier@demo.example', pin: '1111' };
  const { access_token: token } = ok(
    await bridge.ask<{ access_token: string }>('POST', '/bridge/v1/session', { body: session }),
  );
  const bottles = {
    ...{ articleNumber: 'PFAND', ean: '', desc: 'Pfand', priceOne: 25, tax: 19, quantity: EMPTIES / -25 },
    ...{ item_type: 'empties', group: [], reference_id: 'line:empties' },
  };
  const empties = ok(
    await bridge.ask<SmartTransaction>('POST', SALES, {
      token,
      body: { intent: 'sale', basket: { products: [bottles] } },
    }),
  );
  const paid = await till.create(sale([item(REFUND * 2)]));
  const { transactions } = ok(await till.post<SmartTransaction>(`/${paid.id}/start/cash`));
  const bought = await till.create(sale([item(GOODS)]));
  ok(await till.post(`/${bought.id}/prepare/creditcard`, card()));
  ok(await till.post(`/${bought.id}/start`));
  const { basket } = await till.read(bought.id);
  const lines = [{ sale: bought.id, line: basket.products[0]?.id ?? 0, quantity: 1 }];
  const goods = ok(
    await till.ask<SmartTransaction>('POST', '/bridge/v1/returns', { body: { lines, reason: 'defekt' } }),
  );
  const payment = transactions.find(({ object }) => object === 'payment.transactions')?.id ?? '';
  await bridge.close();
  return { data: bridge.data, back: { empties: empties.id, goods: goods.id, payment, refund: REFUND } };
}

/**
 * Files and rows that hold the three: the drawer, the cash book, the books of the acquirer, and the record for the back
 * office.
 */
function booksOf(data: string, { empties, goods, payment }: MoneyBack) {
  const [count] = rows<{ sum: number | null }>(
    data,
    "SELECT sum(amount) AS sum FROM cash_movement WHERE kind = 'refund'",
  );
  const [taken] = rows<{ refunded: number }>(
    data,
    `SELECT inner ->> '$.money.refunded' AS refunded FROM payment_transaction WHERE id = '${payment}'`,
  );
  const recordsOf = (id: string) =>
    rows(data, `SELECT 1 FROM queue_record WHERE object = '${id}' AND event = 'closed'`);
  const stateOf = (id: string) => rows<Row>(data, `SELECT * FROM smart_transaction WHERE id = '${id}'`)[0]?.state;
  return {
    empties: stateOf(empties),
    goods: stateOf(goods),
    records: [empties, goods].map(id => recordsOf(id).length),
    refunded: Number(taken?.refunded),
    booked: Math.abs(Number(count?.sum ?? 0)),
    atAcquirer: rows<{ amount: number }>(data, "SELECT amount FROM acquirer_book WHERE kind = 'refund'"),
  };
}

const MOVED = { records: [1, 1], refunded: REFUND, booked: REFUND, atAcquirer: [{ amount: GOODS }] };

it('gives back once for empties, at the acquirer and by the Payment Transaction of cash, whenever it is killed', {
  timeout: 180_000,
}, async () => {
  const { data, back } = await shopToPayOut();
  const [before, after] = [temporaryDirectory(), temporaryDirectory()];
  for (const copy of [before, after]) copyDirectory(data, copy);
  const program = join(import.meta.dirname, 'moneyBackKilled.fixture.ts');
  const child = spawn(process.execPath, [program, before, after, JSON.stringify(back)], { stdio: 'inherit' });
  const signal = await new Promise(resolve => child.once('exit', (_, by) => resolve(by)));
  expect(signal).toBe('SIGKILL');
  expect(booksOf(before, back)).toEqual({
    ...{ empties: 'created', goods: 'paying', records: [0, 0] },
    ...{ refunded: 0, booked: 0, atAcquirer: [] },
  });
  expect(booksOf(after, back)).toEqual({ ...MOVED, empties: 'closed', goods: 'paying', records: [1, 0] });
  for (const killed of [before, after]) {
    const bridge = await startBridge({ data: killed });
    const [till, manager] = [await bridge.client(), await bridge.staff('manager')];
    const cash = cashOf(manager);
    const left = FLOAT + REFUND * 2;
    expect(await cash.expected()).toBe(killed === before ? left : left - EMPTIES - REFUND);
    // A caller without an answer asks again for what is still open.
    for (const id of [back.empties, back.goods])
      ok(await till.ask('POST', `/bridge/v1/returns/${id}/pay-out`, { body: {} }));
    const { refunded } = booksOf(killed, back);
    if (refunded === 0)
      ok(await till.ask('POST', `/api/v2/Payment/Transactions/${back.payment}/cancel`, { body: { amount: REFUND } }));
    expect(booksOf(killed, back)).toEqual({ ...MOVED, empties: 'closed', goods: 'closed' });
    expect(await cash.expected()).toBe(left - EMPTIES - REFUND);
    expect((await till.read(back.goods)).tenders).toMatchObject([{ method: 'creditcard', amount: -GOODS }]);
    expect((await till.read(back.empties)).tenders).toMatchObject([{ method: 'cash', amount: -EMPTIES }]);
    await bridge.close();
  }
});

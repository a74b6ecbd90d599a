/** The payments of a sale in the answers of the API: each method, each ending, and sales of earlier versions. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../doubles/bridge.fixture.ts';
import { wholeSale } from '../store/saleTexts.ts';
import type { ListAggregation } from '../wire/lists.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { card } from './payments.fixture.ts';

let bridge: TestBridge;
let till: Client;

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterAll(closeAll);

const opened = async (amount = 1000, number?: string, more: object = {}) =>
  (await till.create({ ...sale([item(amount)], number), ...more })).id;
const start = (id: string, method: string, body?: object) =>
  till.post<SmartTransaction>(`/${id}/start/${method}`, body);
const shown = ({ payments = [] }: SmartTransaction) =>
  payments.map(({ method, amount, status }) => [method, amount, status]);

describe('an entry', () => {
  it('of cash says what was given and given back, and its Payment Transaction', async () => {
    const paid = ok(await start(await opened(), 'cash', { amount_given: 2000 }));
    const payment = paid.transactions.at(-1)?.id;
    expect(paid.payments).toMatchObject([
      {
        method: 'cash',
        amount: 1000,
        currency: 'EUR',
        status: 'paid',
        given: 2000,
        change: 1000,
        payment,
        reference: null,
      },
    ]);
  });

  it('of a card has brand, last four digits and the numbers of the terminal, and nothing more of the card', async () => {
    const paid = ok(await start(await opened(), 'cashless'));
    const [entry] = paid.payments ?? [];
    expect(entry).toMatchObject({
      method: 'cashless',
      amount: 1000,
      status: 'paid',
      card: { brand: 'girocard', last_four: expect.stringMatching(/^\d{4}$/) },
      terminal: expect.stringMatching(/^SDV_/),
      trace: expect.any(Number),
      receipt_number: expect.any(Number),
    });
    expect(JSON.stringify(entry)).not.toMatch(/\d{12,19}(?!\d)[^"]*"last_four/);
    const cancelled = ok(await till.post<SmartTransaction>(`/${paid.id}/cancel`));
    expect(cancelled.payments).toMatchObject([{ ...entry, status: 'returned', at: expect.any(String) }]);
  });

  it('says what its Payment Transaction has given back by a call of its own', async () => {
    const paid = ok(await start(await opened(), 'cash'));
    const [entry] = paid.payments ?? [];
    const giveBack = async (body: object) =>
      ok(await till.ask('POST', `/api/v2/Payment/Transactions/${entry?.payment}/cancel`, { body }));
    await giveBack({ reduce_amount_by: 300 });
    expect((await till.read(paid.id)).payments).toEqual([{ ...entry, refunded: 300 }]);
    await giveBack({});
    const after = await till.read(paid.id);
    expect(after.payments).toEqual([{ ...entry, refunded: 1000 }]);
    // The sale itself stays paid.
    expect(after.outcome).toEqual(paid.outcome);
  });

  it('of the acquirer says so, too', async () => {
    const id = await opened(700);
    ok(await till.post(`/${id}/prepare/creditcard`, card()));
    const paid = ok(await till.post<SmartTransaction>(`/${id}/start`));
    const [entry] = paid.payments ?? [];
    expect(shown(paid)).toEqual([['creditcard', 700, 'paid']]);
    ok(
      await till.ask('POST', `/api/v2/Payment/Transactions/${entry?.payment}/cancel`, {
        body: { reduce_amount_by: 200 },
      }),
    );
    expect((await till.read(id)).payments).toEqual([{ ...entry, refunded: 200 }]);
  });

  it('of several methods adds to the sums of its own method, a failed attempt to none', async () => {
    const transactionRef = 'in two parts';
    const id = await opened(1000, undefined, { transactionRef });
    ok(await start(id, 'cash', { part: { amount: 300, reference: 'a' } }));
    bridge.terminal.endings.push('decline');
    expect((await start(id, 'cashless')).status).toBe(405);
    ok(await start(id, 'cashless'));
    const sums = async (list: string) => {
      const aggregate = JSON.stringify({ group_by_prop: `${list}.method`, sum_by_prop: `${list}.amount` });
      const query = new URLSearchParams({ q: `transactionRef:"${transactionRef}"`, aggregate });
      const answer = ok(await till.ask<ListAggregation>('GET', `/api/v2/Smart/Transactions?${query}`));
      return Object.fromEntries(answer.data.map(({ ks, c, s }) => [ks, [c, s]]));
    };
    expect(await sums('tenders')).toEqual({ cash: [1, 300], cashless: [1, 700] });
    expect(await sums('payments')).toEqual({ cash: [1, 300], cashless: [1, 1400] });
  });

  it('of a loyalty card is held first, then says which balances moved', async () => {
    const id = await opened(5000, cards.some);
    ok(await till.post(`/${id}/preTransaction`));
    const applied = await till.read(id);
    const byCard = applied.basket_info.sum - applied.basket_info.missing_sum;
    expect(applied.payments).toMatchObject([{ method: 'loyalty', amount: byCard, status: 'authorised' }]);
    const paid = ok(await start(id, 'cash'));
    expect(shown(paid)).toEqual([
      ['loyalty', byCard, 'paid'],
      ['cash', applied.basket_info.missing_sum, 'paid'],
    ]);
    expect(paid.payments?.[0]?.loyalty).toMatchObject({
      card: expect.stringMatching(/^MCD_/),
      booking: expect.stringMatching(/^LTX_/),
      cash: -byCard,
    });
    expect(shown(ok(await till.post<SmartTransaction>(`/${id}/cancel`)))).toEqual([
      ['loyalty', byCard, 'returned'],
      ['cash', applied.basket_info.missing_sum, 'returned'],
    ]);
  });

  it('of a failed attempt stays, with the reason, in the refusal as in the sale', async () => {
    const id = await opened();
    bridge.terminal.endings.push('decline');
    const refused = await start(id, 'cashless');
    expect(refused.body.payments).toMatchObject([{ status: 'declined', reason: { code: 'declined' } }]);
    const paid = ok(await start(id, 'cash'));
    expect(shown(paid)).toEqual([
      ['cashless', 1000, 'declined'],
      ['cash', 1000, 'paid'],
    ]);
  });

  it('of a late approval says so', async () => {
    const id = await opened();
    bridge.terminal.endings.push('approveDespiteAbort');
    const paying = start(id, 'cashless');
    await until(async () => (await till.post(`/${id}/abort`)).status === 200);
    const paid = ok(await paying);
    expect(paid.payments).toMatchObject([{ status: 'paid', late: true }]);
    const { next } = paid.outcome;
    const blocked = await till.post<{ code: number; blockers: { about: string[] }[]; next: unknown }>('/me/endOfDay');
    expect(blocked.body).toMatchObject({ code: 1080, blockers: [{ about: [id], next }], next });
    ok(await till.ask('POST', next?.path ?? '', { body: { transaction: id, about: 'late', keep: true } }));
    expect((await till.read(id)).payments).toMatchObject([{ status: 'paid', late: true }]);
  });

  it('of a credit card at the acquirer is authorised, then paid', async () => {
    const id = await opened(700, undefined, card());
    const prepared = ok(await till.post<SmartTransaction>(`/${id}/prepare/creditcard`));
    expect(shown(prepared)).toEqual([['creditcard', 700, 'authorised']]);
    const paid = ok(await till.post<SmartTransaction>(`/${id}/start`));
    expect(paid.payments).toMatchObject([{ status: 'paid', amount: 700, payment: paid.transactions[0]?.id }]);
  });

  it('is written by nobody but the bridge', async () => {
    const forged = [
      { id: 'x', method: 'cash', amount: 1, currency: 'EUR', status: 'paid', at: 'now', reference: null },
    ];
    const { id, payments } = await till.create({ ...sale([item(100)]), payments: forged } as object);
    expect(payments).toEqual([]);
    const path = `/api/v2/Smart/Transactions/${id}`;
    const changed = ok(
      await till.ask<SmartTransaction>('PUT', path, { body: { ...sale([item(100)]), payments: forged } }),
    );
    expect(changed.payments).toEqual([]);
  });
});

it('sales of an earlier version get their payments after the update, as a new version writes them', async () => {
  const old = await startBridge();
  const seller = await old.client();
  const pay = async (method: string, number?: string) => {
    const { id } = await seller.create(sale([item(900)], number));
    if (number) ok(await seller.post(`/${id}/preTransaction`));
    return ok(await seller.post<SmartTransaction>(`/${id}/start/${method}`));
  };
  const sold = [await pay('cash'), await pay('cashless'), await pay('cash', cards.some)];
  await old.close();
  const db = new Sqlite(join(old.data, 'tillbridge.db'));
  db.exec(`UPDATE smart_transaction SET document = json_remove(${wholeSale()}, '$.payments');
    DELETE FROM sale_more;
    INSERT OR REPLACE INTO setting SELECT 'earlierPaymentLists', CAST(max(number) + 1 AS TEXT) FROM smart_transaction;`);
  db.close();
  const updated = await startBridge({ data: old.data });
  const reader = await updated.client();
  for (const { id, payments = [] } of sold) {
    const read = await until(async () => {
      const now = await reader.read(id);
      return now.payments ? now : null;
    });
    const timeless = (list: SmartTransaction['payments']) => list?.map(({ at: _, ...entry }) => entry);
    expect(timeless(read.payments)).toEqual(timeless(payments));
  }
});

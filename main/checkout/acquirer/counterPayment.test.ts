/** A sale paid at the counter has a Payment Transaction: written with the sale, listed, and refunded with it. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  coffee,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';
import { account, type Refusal } from '../payments.fixture.ts';

let bridge: TestBridge;
let till: Client;

beforeEach(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterAll(closeAll);

const path = '/api/v2/Payment/Transactions';
const direct = { tid: '60001234', trace: 17, cardtype: 'girocard' };

const paid = async (method: string, input: object = sale([item(1200)]), body?: object, client = till) =>
  ok(await client.post<SmartTransaction>(`/${(await client.create(input)).id}/start/${method}`, body));

const paymentOf = async ({ transactions }: SmartTransaction): Promise<PaymentTransaction> => {
  const named = transactions.filter(({ object }) => object === 'payment.transactions');
  expect(named).toHaveLength(1);
  return ok(await till.ask<PaymentTransaction>('GET', `${path}/${named[0]?.id}`));
};

const list = async (query: string) =>
  ok(await till.ask<{ count: number; data: PaymentTransaction[] }>('GET', `${path}?${query}`));
const found = (q: string) => list(`q=${encodeURIComponent(q)}`);

const accepted = (amount: number) => ({
  status: 111,
  amount,
  currency: 'EUR',
  details: { status: 111, status_simple: 1, status_simple_text: 'accepted', amount },
});

describe('a sale paid at the counter', () => {
  it.each([
    ['cash', undefined, { product_id: 9011, product_raw: 'POS_CASH', tid: null, payment_data: null }],
    ['cashless', undefined, { product_id: 9010, product_raw: 'POS_CARD', tid: '60001234' }],
    [
      'cashless_direct',
      direct,
      {
        product_id: 9010,
        tid: '60001234',
        payment_data: 'girocard',
        card_payment: { trace: 17, receipt_number: null, cardtype: 'girocard' },
      },
    ],
  ])('has an accepted payment, 111, in its own commit: %s', async (method, body, more) => {
    specifies({
      'Payment Transaction': ['status_simple_text accepted', 'status id 111 is a completed authorization'],
      Versioning: 'POS methods have accepted and status id 111',
    });
    const closed = await paid(method, { ...sale([item(1200)]), transactionRef: 'bon-7' }, body);
    const payment = await paymentOf(closed);
    expect(payment).toMatchObject({
      ...accepted(1200),
      ...more,
      payment_method: method,
      order_id: 'bon-7',
      demo: false,
      parents: [],
      contract: { object: 'general.contracts' },
    });
    const [reference] = closed.transactions;
    expect(reference).toEqual({
      object: 'payment.transactions',
      id: payment.id,
      trans_id: payment.trans_id,
      transaction_hash: payment.transaction_hash,
    });
    const sales = await till.ask<{ count: number }>(
      'GET',
      `/api/v2/Smart/Transactions?count=1&q=transactions.id:${payment.id}`,
    );
    expect(ok(sales)).toMatchObject({ count: 1, data: [{ id: closed.id }] });
    // Sale, payment and receipt stand in the change log side by side, of one request.
    const changes = bridge.rows<{ object: string; id: string; at: number }>(
      'SELECT object, id, at FROM change WHERE id IN (?, ?) ORDER BY seq DESC LIMIT 2',
      closed.id,
      payment.id,
    );
    expect(changes.map(({ object }) => object).sort()).toEqual(['payment.transactions', 'smart.transactions']);
  });

  it('is found by hash and number, listed first, counted, grouped and added up', async () => {
    const before = (await list('count=1')).count;
    const [first, second] = [await paid('cash'), await paid('cashless', sale([item(800)]))];
    const payments = [await paymentOf(second), await paymentOf(first)];
    const newest = await list('count=2');
    expect(newest.count).toBe(before + 2);
    expect(newest.data.map(({ id }) => id)).toEqual(payments.map(({ id }) => id));
    for (const payment of payments) {
      const byHash = await till.ask<PaymentTransaction>('GET', `${path}/${payment.transaction_hash}`);
      expect(ok(byHash)).toEqual(payment);
      expect((await found(`trans_id:${payment.trans_id}`)).data).toEqual([payment]);
      expect(ok(await till.ask('GET', `${path}/${payment.id}/checkStatus`))).toMatchObject({ amount: payment.amount });
    }
    expect((await found('payment_method:cash')).count).toBe(1);
    const aggregate = encodeURIComponent(JSON.stringify({ group_by_prop: 'payment_method', sum_by_prop: 'amount' }));
    const { data } = ok(
      await till.ask<{ data: { ks: string; c: number; s: number }[] }>(
        'GET',
        `${path}?q=${encodeURIComponent('product_id:9011')}&aggregate=${aggregate}`,
      ),
    );
    expect(data).toMatchObject([{ ks: 'cash', c: 1, s: 1200 }]);
  });

  it('names terminal, trace, receipt, card and its last four digits, and no other card data', async () => {
    const payment = await paymentOf(await paid('cashless'));
    const [{ facts } = { facts: '{}' }] = bridge.rows<{ facts: string }>('SELECT facts FROM intent');
    const { receiptNumber, traceNumber, terminalId, cardName, lastFour } = JSON.parse(facts);
    expect(payment).toMatchObject({
      tid: terminalId,
      payment_data: [cardName, lastFour && `**** ${lastFour}`].filter(Boolean).join(', '),
      card_payment: { trace: traceNumber, receipt_number: receiptNumber, cardtype: cardName },
    });
  });

  it('has a payment for its own part, beside the booking on the loyalty card', async () => {
    const { id } = await till.create(sale([item(1500)], cards.some));
    ok(await till.post(`/${id}/preTransaction`));
    const closed = ok(await till.post<SmartTransaction>(`/${id}/start/cash`));
    expect(closed.transactions.map(({ object }) => object)).toEqual(['loyalty.transactions', 'payment.transactions']);
    expect(await paymentOf(closed)).toMatchObject(accepted(500));
  });

  it('has no payment where a loyalty card has paid everything, or the sum is 0', async () => {
    const { id } = await till.create(sale([item(900)], cards.some));
    ok(await till.post(`/${id}/preTransaction`));
    const closed = ok(await till.post<SmartTransaction>(`/${id}/start/cash`));
    expect(closed.transactions.map(({ object }) => object)).toEqual(['loyalty.transactions']);
    expect((await paid('cash', sale([coffee(0)]))).transactions).toEqual([]);
  });

  it('is marked as a demo where no real money moves', async () => {
    expect(await paymentOf(await paid('cash', { ...sale([item(100)]), is_demo: true }))).toMatchObject({ demo: true });
    expect((await paymentOf(await paid('cashless', { ...sale([item(100)]), is_demo: true }))).demo).toBe(true);
  });

  it('has its payment in the commit of a later reconciliation', async () => {
    bridge.terminal.endings.push('loseApproval');
    const { id } = await till.create(sale([item(1200)]));
    ok(await till.post(`/${id}/start/cashless`));
    const closed = await until(async () => {
      const read = await till.read(id);
      return read.status === 'ok' ? read : null;
    });
    expect(await paymentOf(closed)).toMatchObject(accepted(1200));
  });

  it('has no payment when it was declined', async () => {
    bridge.terminal.endings.push('decline');
    const { id } = await till.create(sale([item(1200)]));
    expect((await till.post(`/${id}/start/cashless`)).status).toBe(405);
    expect((await till.read(id)).transactions).toEqual([]);
    expect((await found('payment_method:cashless AND amount:1200')).count).toBe(0);
  });

  it('leaves payments at the acquirer as they are: one each', async () => {
    const closed = await paid('debit', undefined, account);
    expect(await paymentOf(closed)).toMatchObject({ payment_method: 'debit', product_id: 16 });
    expect(bridge.rows("SELECT 1 FROM payment_transaction WHERE inner ->> '$.order.sale' = ?", closed.id)).toHaveLength(
      1,
    );
  });
});

describe('a refund at the counter', () => {
  const givenBack = { status: 907, details: { status_simple: 7, status_simple_text: 'refund', amount: 0 } };

  it.each(['cash', 'cashless', 'cashless_direct'])(
    'is a transaction of its own when the sale is cancelled: %s',
    async method => {
      const closed = await paid(method, undefined, method === 'cashless_direct' ? direct : undefined);
      const payment = await paymentOf(closed);
      expect(ok(await till.post(`/${closed.id}/cancel`)).status).toBe('cancelled');
      const after = await paymentOf(await till.read(closed.id));
      expect(after).toMatchObject({ ...givenBack, id: payment.id, amount: 1200 });
      const { data } = await found(`parents.trans_id:${payment.trans_id}`);
      expect(data).toMatchObject([{ amount: -1200, status: 6, product: 'Erstattung', parents: [{ id: payment.id }] }]);
      expect(after.related_transactions).toMatchObject([{ id: data[0]?.id, ref_type_id: 19, hierarchy: 'child' }]);
    },
  );

  it('happens once for a cancellation by receipt number', async () => {
    const closed = await paid('cash');
    ok(await till.post(`/${closed.receipt_number}/canceltrx`));
    expect((await till.post(`/${closed.receipt_number}/canceltrx`)).status).toBe(405);
    const { trans_id } = await paymentOf(closed);
    expect((await found(`parents.trans_id:${trans_id}`)).count).toBe(1);
  });

  it('does not happen when the terminal refuses the reversal', async () => {
    const closed = await paid('cashless');
    bridge.terminal.endings.push('decline');
    expect((await till.post(`/${closed.id}/cancel`)).status).toBe(405);
    expect(await paymentOf(await till.read(closed.id))).toMatchObject(accepted(1200));
    ok(await till.post(`/${closed.id}/cancel`));
    expect(await paymentOf(closed)).toMatchObject(givenBack);
  });

  it('of a part leaves the rest, which goes back with the sale', async () => {
    const closed = await paid('cash');
    const { id, trans_id } = await paymentOf(closed);
    const cancel = (body?: object) =>
      till.ask<PaymentTransaction[] & Refusal>('POST', `${path}/${id}/cancel`, { body });
    const reason = 'Glas zerbrochen';
    expect(ok(await cancel({ reduce_amount_by: 300, reason }))).toMatchObject([{ amount: -300, purpose: reason }]);
    expect(await paymentOf(closed)).toMatchObject({ status: 111, amount: 1200, details: { amount: 900 } });
    expect((await cancel({ reduce_amount_by: 901 })).status).toBe(500);
    expect((await till.read(closed.id)).status).toBe('ok');
    ok(await till.post(`/${closed.id}/cancel`));
    expect(await paymentOf(closed)).toMatchObject(givenBack);
    expect((await found(`parents.trans_id:${trans_id}`)).data.map(({ amount }) => amount).sort()).toEqual([-300, -900]);
    expect((await cancel()).status).toBe(405);
  });
});

describe('a payment at the counter', () => {
  it('goes back at its terminal only, and the error names the call', async () => {
    const closed = await paid('cashless');
    const { id } = await paymentOf(closed);
    const refused = await till.ask<Refusal>('POST', `${path}/${id}/cancel`, { body: { reduce_amount_by: 100 } });
    expect([refused.status, refused.body.code]).toEqual([405, 1140]);
    expect(refused.body.error_details).toContain(closed.id);
    expect(await paymentOf(closed)).toMatchObject(accepted(1200));
  });

  it('cannot be changed by acquirer or status simulator, and is never paid out', async () => {
    const closed = await paid('cash');
    const { id, trans_id } = await paymentOf(closed);
    const call = (action: string, body: object) => till.ask<Refusal>('POST', `${path}/${id}/${action}`, { body });
    const forced = await call('TestChangedPaymentStatus', { new_status_id: 69 });
    expect([forced.status, forced.body.code]).toEqual([405, 1141]);
    for (const action of ['capture', 'IncreaseAmount']) expect((await call(action, { amount: 1 })).status).toBe(405);
    const transfer = { amount: 1200, purpose: `TA ${trans_id}` };
    ok(await till.ask('POST', '/bridge/v1/control/payments/transfers', { body: transfer }));
    expect(await paymentOf(closed)).toMatchObject(accepted(1200));
    expect(bridge.rows('SELECT 1 FROM payment_operation WHERE payment = ?', id)).toEqual([]);
    const { general } = bridge.rows<{ general: string }>(
      "SELECT document ->> '$.contract.id' AS general FROM payment_transaction WHERE id = ?",
      id,
    )[0]!;
    const balance = () =>
      till.ask<{ balances: object }>('GET', `/api/v2/General/Contracts/${general}/transferBalance`).then(ok);
    const before = await balance();
    await paid('cash');
    expect(await balance()).toEqual(before);
  });

  it('does not use up the order_id for a payment at the acquirer', async () => {
    const input = { ...sale([item(1200)]), transactionRef: 'once' };
    const closed = await paid('cash', input);
    ok(await till.post(`/${closed.id}/cancel`));
    expect((await paid('debit', input, account)).status).toBe('ok');
  });

  it('does not exist for another merchant', async () => {
    const { id } = await paymentOf(await paid('cash'));
    const other = await bridge.client('other');
    expect((await other.ask('GET', `${path}/${id}`)).status).toBe(404);
    expect((await other.ask('POST', `${path}/${id}/cancel`)).status).toBe(404);
  });

  it('is stored in few bytes, and read back whole', async () => {
    const closed = await paid('cash');
    const { id } = await paymentOf(closed);
    const [row] = bridge.rows<{ inner: string }>('SELECT inner FROM payment_transaction WHERE id = ?', id);
    expect(JSON.parse(row!.inner)).toEqual({
      order: { method: 'cash', sale: closed.id },
      money: { captured: 1200, refunded: 0 },
    });
    const accrual = await till.ask<PaymentTransaction>('POST', `${path}/${id}/revokeAccrual`);
    expect(ok(accrual)).toMatchObject({ ...accepted(1200), merchant: { id: demoIds.merchant }, accrual: false });
  });
});

it('a training marks the payment, too', async () => {
  const own = await startBridge({ config: { training: true } });
  const client = await own.client();
  const closed = await paid('cash', undefined, undefined, client);
  const [reference] = closed.transactions;
  expect(ok(await client.ask<PaymentTransaction>('GET', `${path}/${reference?.id}`)).demo).toBe(true);
});

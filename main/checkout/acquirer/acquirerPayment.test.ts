/** The authorisation of prepare is voided at the acquirer before another step changes the sale. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, cards, closeAll, item, ok, sale, startBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { cashier, testWorld } from '../../doubles/world.fixture.ts';
import { releaseExpired } from '../../sale/reservationExpiry.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { flow } from '../flow.ts';
import { account, acquirerBookings, card, type Refusal } from '../payments.fixture.ts';

afterEach(closeAll);

async function prepared(amount = 1200, loyaltyCard?: string) {
  const bridge = await startBridge();
  const till = await bridge.client();
  const { id } = await till.create(sale([item(amount)], loyaltyCard));
  if (loyaltyCard) ok(await till.post(`/${id}/preTransaction`));
  const { transactions } = ok(await till.post(`/${id}/prepare/debit`, account));
  return { bridge, till, id, payment: transactions[0]?.id };
}

const put = (till: Client, id: string, body: object) =>
  till.ask<SmartTransaction & Refusal>('PUT', `/api/v2/Smart/Transactions/${id}`, { body });
const given = (amount: number) => [{ kind: 'void', amount }];

describe('an authorised sale', () => {
  it('voids the authorisation when it changes: the operation first, then the void, then the change', async () => {
    specifies({ 'Smart Transaction: states': 'an update of an authorised transaction gives the authorisation up' });
    const { bridge, till, id, payment } = await prepared();
    expect(ok(await put(till, id, sale([item(3400)])))).toMatchObject({ status: 'created', transactions: [] });
    expect(acquirerBookings(bridge, 'void')).toEqual(given(1200));
    const [operation] = bridge.rows<{ state: string }>(
      "SELECT state FROM payment_operation WHERE kind = 'void' AND payment = ?",
      String(payment),
    );
    expect(operation?.state).toBe('ended');
  });

  it('keeps the authorisation when the change is refused', async () => {
    const { bridge, till, id } = await prepared();
    for (const body of [sale([item(-500)]), { basket: { products: [{ priceOne: 'x' }] } }])
      expect((await put(till, id, body)).status).toBe(500);
    expect(acquirerBookings(bridge, 'void')).toEqual([]);
    expect(ok(await till.post(`/${id}/start`)).status).toBe('ok');
  });

  it.each(['start/cash', 'start/cashless'])('voids the authorisation before another payment: %s', async action => {
    const { bridge, till, id } = await prepared();
    const before = (await till.read(id)).transactions[0]?.id;
    const paid = ok(await till.post(`/${id}/${action}`));
    expect(paid).toMatchObject({ status: 'ok', transactions: [{ object: 'payment.transactions' }] });
    expect(paid.transactions[0]?.id).not.toBe(before);
    expect(acquirerBookings(bridge, 'void', 'capture')).toEqual(given(1200));
  });

  it('has one authorisation after a second prepare', async () => {
    const { bridge, till, id } = await prepared();
    const again = ok(await till.post<SmartTransaction>(`/${id}/prepare/creditcard`, card()));
    expect(again.transactions).toHaveLength(1);
    expect(acquirerBookings(bridge, 'authorise', 'void')).toEqual([
      { kind: 'authorise', amount: 1200 },
      { kind: 'void', amount: 1200 },
      { kind: 'authorise', amount: 1200 },
    ]);
  });

  it('keeps the authorisation when a method is unknown or its input is wrong', async () => {
    const { bridge, till, id } = await prepared();
    for (const action of ['start/bitcoin', 'start/creditcard', 'prepare/cash', 'start/loyalty'])
      expect((await till.post(`/${id}/${action}`)).status).toBe(405);
    for (const action of ['prepare/creditcard', 'start/cashless_direct'])
      expect((await till.post(`/${id}/${action}`)).status).toBe(500);
    expect(acquirerBookings(bridge, 'void')).toEqual([]);
  });

  it('voids the authorisation and releases the card when it is cancelled', async () => {
    specifies({ Endpoints: 'cancel of an authorised payment gives it up' });
    const { bridge, till, id } = await prepared(1500, cards.some);
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(acquirerBookings(bridge, 'void', 'refund')).toEqual(given(500));
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'held'")).toEqual([]);
  });

  it('keeps the loyalty card applied when another method pays', async () => {
    const { bridge, till, id } = await prepared(1500, cards.some);
    const paid = ok(await till.post(`/${id}/start/cash`));
    expect(paid).toMatchObject({ status: 'ok', basket_info: { missing_sum: 0 } });
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'committed'")).toHaveLength(1);
  });

  it('fails and may be repeated when its payment is voided by the payment resource', async () => {
    const { till, id, payment } = await prepared();
    ok(await till.ask('POST', `/api/v2/Payment/Transactions/${payment}/cancel`));
    expect(await till.read(id)).toMatchObject({ status: 'failed', transactions: [] });
    expect(ok(await till.post(`/${id}/start/debit`, account)).status).toBe('ok');
  });

  it('is closed with the last of several captures by the payment resource', async () => {
    const { till, id, payment } = await prepared();
    const part = (amount: number) =>
      till.ask('POST', `/api/v2/Payment/Transactions/${payment}/capture`, { body: { amount } });
    ok(await part(500));
    expect((await till.read(id)).status).toBe('created');
    ok(await part(700));
    expect((await till.read(id)).status).toBe('ok');
  });

  it('cannot be captured as a whole after a part was voided by the payment resource', async () => {
    const { bridge, till, id, payment } = await prepared();
    ok(await till.ask('POST', `/api/v2/Payment/Transactions/${payment}/cancel`, { body: { reduce_amount_by: 200 } }));
    expect((await till.post(`/${id}/start`)).status).toBe(405);
    expect((await till.read(id)).status).toBe('created');
    expect(ok(await till.post(`/${id}/start/cash`)).status).toBe('ok');
    expect(acquirerBookings(bridge, 'void', 'capture')).toEqual([
      { kind: 'void', amount: 200 },
      { kind: 'void', amount: 1000 },
    ]);
  });

  it('is captured with its own sum after its payment was increased by the payment resource', async () => {
    const { bridge, till, id, payment } = await prepared();
    ok(await till.ask('POST', `/api/v2/Payment/Transactions/${payment}/IncreaseAmount`, { body: { amount: 300 } }));
    expect(ok(await till.post(`/${id}/start`)).status).toBe('ok');
    expect(acquirerBookings(bridge, 'capture')).toEqual([{ kind: 'capture', amount: 1200 }]);
  });

  it('is closed when its payment is captured by the payment resource', async () => {
    const { till, id, payment } = await prepared();
    ok(await till.ask('POST', `/api/v2/Payment/Transactions/${payment}/capture`));
    expect(await till.read(id)).toMatchObject({ status: 'ok', payment_method: 'debit' });
  });
});

describe('an executed sale', () => {
  it('is cancelled without a second refund when its payment was refunded by the payment resource', async () => {
    const { bridge, till, id, payment } = await prepared();
    ok(await till.post(`/${id}/start`));
    ok(await till.ask('POST', `/api/v2/Payment/Transactions/${payment}/cancel`));
    expect((await till.read(id)).status).toBe('ok');
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(acquirerBookings(bridge, 'refund')).toEqual([{ kind: 'refund', amount: 1200 }]);
  });

  it('refunds only the rest after a part was refunded by the payment resource', async () => {
    const { bridge, till, id, payment } = await prepared();
    ok(await till.post(`/${id}/start`));
    ok(await till.ask('POST', `/api/v2/Payment/Transactions/${payment}/cancel`, { body: { reduce_amount_by: 500 } }));
    expect((await till.read(id)).status).toBe('ok');
    const both = await Promise.all([till.post(`/${id}/cancel`), till.post(`/${id}/cancel`)]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect((await till.read(id)).status).toBe('cancelled');
    expect(acquirerBookings(bridge, 'refund')).toEqual([
      { kind: 'refund', amount: 500 },
      { kind: 'refund', amount: 700 },
    ]);
  });

  it('stays closed when the refund is refused', async () => {
    specifies({ Endpoints: 'cancel that the acquirer refuses leaves the sale' });
    const bridge = await startBridge();
    const till = await bridge.client();
    const { id } = await till.create({ ...sale([item(1200)]), payment_context: { auto_capture: true } });
    ok(await till.post(`/${id}/prepare/creditcard`, card('5126')));
    const refused = await till.post<Refusal>(`/${id}/cancel`);
    expect([refused.status, refused.body.code]).toEqual([405, 1007]);
    expect((await till.read(id)).status).toBe('ok');
  });
});

describe('a reservation whose time is up', () => {
  it('voids the authorisation of the smaller sum', async () => {
    const { world, db } = await testWorld();
    const { id } = await flow.create(world, cashier, sale([item(1500)], cards.some));
    await flow.preTransaction(world, cashier, id);
    await flow.prepare(world, cashier, id, 'debit', account);
    const later = { ...world, clock: { ...world.clock, now: () => Date.now() + 60 * 60_000 } };
    await releaseExpired(later);
    expect(world.ledger.sale(cashier.merchant, id)).toMatchObject({
      state: 'created',
      document: { transactions: [], basket_info: { missing_sum: 1500 } },
    });
    const own = world.payments.all(cashier.merchant).filter(({ inner }) => inner.order.sale === id);
    expect(own.map(({ inner }) => inner.money)).toMatchObject([{ stage: 'voided', held: 0 }]);
    await db.close();
  });
});

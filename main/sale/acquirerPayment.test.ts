/** What prepare authorised is given up at the acquirer before anything else is done with the sale. */
import { afterEach, describe, expect, it } from 'vitest';
import { flow } from '../checkout/flow.ts';
import { account, acquirerBookings, card, type Refusal } from '../checkout/payments.fixture.ts';
import { type Client, cards, closeAll, item, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import { cashier, testWorld } from '../doubles/world.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { releaseExpired } from './reservationExpiry.ts';

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
  it('that is changed voids the authorisation: the operation first, then the void, then the change', async () => {
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

  it('that is changed by input which is refused keeps it', async () => {
    const { bridge, till, id } = await prepared();
    for (const body of [sale([item(-500)]), { basket: { products: [{ priceOne: 'x' }] } }])
      expect((await put(till, id, body)).status).toBe(500);
    expect(acquirerBookings(bridge, 'void')).toEqual([]);
    expect(ok(await till.post(`/${id}/start`)).status).toBe('ok');
  });

  it.each(['start/cash', 'start/cashless'])('that is paid otherwise (%s) gives it up first', async action => {
    const { bridge, till, id } = await prepared();
    const before = (await till.read(id)).transactions[0]?.id;
    const paid = ok(await till.post(`/${id}/${action}`));
    expect(paid).toMatchObject({ status: 'ok', transactions: [{ object: 'payment.transactions' }] });
    expect(paid.transactions[0]?.id).not.toBe(before);
    expect(acquirerBookings(bridge, 'void', 'capture')).toEqual(given(1200));
  });

  it('that is prepared again has one authorisation', async () => {
    const { bridge, till, id } = await prepared();
    const again = ok(await till.post<SmartTransaction>(`/${id}/prepare/creditcard`, card()));
    expect(again.transactions).toHaveLength(1);
    expect(acquirerBookings(bridge, 'authorise', 'void')).toEqual([
      { kind: 'authorise', amount: 1200 },
      { kind: 'void', amount: 1200 },
      { kind: 'authorise', amount: 1200 },
    ]);
  });

  it('that is asked for a method that does not exist, or wrongly, keeps it', async () => {
    const { bridge, till, id } = await prepared();
    for (const action of ['start/bitcoin', 'start/creditcard', 'prepare/cash', 'start/loyalty'])
      expect((await till.post(`/${id}/${action}`)).status).toBe(405);
    for (const action of ['prepare/creditcard', 'start/cashless_direct', 'start/invoice'])
      expect((await till.post(`/${id}/${action}`)).status).toBe(500);
    expect(acquirerBookings(bridge, 'void')).toEqual([]);
  });

  it('that is cancelled gives up the authorisation and frees the card', async () => {
    specifies({ Endpoints: 'cancel of an authorised payment gives it up' });
    const { bridge, till, id } = await prepared(1500, cards.some);
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(acquirerBookings(bridge, 'void', 'refund')).toEqual(given(500));
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'held'")).toEqual([]);
  });

  it('that is paid otherwise keeps the loyalty card applied', async () => {
    const { bridge, till, id } = await prepared(1500, cards.some);
    const paid = ok(await till.post(`/${id}/start/cash`));
    expect(paid).toMatchObject({ status: 'ok', basket_info: { missing_sum: 0 } });
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'committed'")).toHaveLength(1);
  });

  it('whose payment is given up by somebody else has failed and may be repeated', async () => {
    const { till, id, payment } = await prepared();
    ok(await till.ask('POST', `/api/v2/Payment/Transactions/${payment}/cancel`));
    expect(await till.read(id)).toMatchObject({ status: 'failed', transactions: [] });
    expect(ok(await till.post(`/${id}/start/debit`, account)).status).toBe('ok');
  });

  it('whose payment is captured in parts by somebody else is closed with the last one', async () => {
    const { till, id, payment } = await prepared();
    const part = (amount: number) =>
      till.ask('POST', `/api/v2/Payment/Transactions/${payment}/capture`, { body: { amount } });
    ok(await part(500));
    expect((await till.read(id)).status).toBe('created');
    ok(await part(700));
    expect((await till.read(id)).status).toBe('ok');
  });

  it('of which a part was given up by somebody else cannot be captured as a whole', async () => {
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

  it('whose payment was increased by somebody else is captured with its own sum', async () => {
    const { bridge, till, id, payment } = await prepared();
    ok(await till.ask('POST', `/api/v2/Payment/Transactions/${payment}/IncreaseAmount`, { body: { amount: 300 } }));
    expect(ok(await till.post(`/${id}/start`)).status).toBe('ok');
    expect(acquirerBookings(bridge, 'capture')).toEqual([{ kind: 'capture', amount: 1200 }]);
  });

  it('whose payment is captured by somebody else is closed', async () => {
    const { till, id, payment } = await prepared();
    ok(await till.ask('POST', `/api/v2/Payment/Transactions/${payment}/capture`));
    expect(await till.read(id)).toMatchObject({ status: 'ok', payment_method: 'debit' });
  });
});

describe('an executed sale', () => {
  it('whose payment was refunded by somebody else is cancelled without another refund', async () => {
    const { bridge, till, id, payment } = await prepared();
    ok(await till.post(`/${id}/start`));
    ok(await till.ask('POST', `/api/v2/Payment/Transactions/${payment}/cancel`));
    expect((await till.read(id)).status).toBe('ok');
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(acquirerBookings(bridge, 'refund')).toEqual([{ kind: 'refund', amount: 1200 }]);
  });

  it('of which a part was refunded by somebody else gives back the rest, and no more', async () => {
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

  it('whose refund is refused stays as it is, and says so', async () => {
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
  it('gives up what was authorised for the smaller sum', async () => {
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

/** Payments with money that comes later: prepaid and invoice, and the arrival of the transfer. */
import { afterAll, describe, expect, it } from 'vitest';
import { type Client, cards, closeAll, item, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { acquirerBookings, type Refusal } from './payments.fixture.ts';

afterAll(closeAll);

async function shop() {
  const bridge = await startBridge();
  return { bridge, till: await bridge.client() };
}

let shared: Promise<Client> | null = null;
/** For tests that look at their own sale alone: one shop serves them all. */
async function sharedTill(): Promise<Client> {
  shared ??= shop().then(({ till }) => till);
  return shared;
}

async function ordered(till: Client, more: object = {}, action = 'start/prepaid') {
  const { id } = await till.create({ ...sale([item(1200)]), ...more });
  return ok(await till.post<SmartTransaction>(`/${id}/${action}`));
}

/** The transfer arrives, by the status simulator of the payment. */
const arrives = (till: Client, { transactions }: SmartTransaction) =>
  till.ask('POST', `/api/v2/Payment/Svcprepays/${transactions[0]?.id}/TestChangedPaymentStatus`, {
    body: { new_status_id: 6 },
  });

describe('prepaid', () => {
  it('is pending with transfer instructions, and becomes ok when the money arrives', async () => {
    specifies({
      'Smart Transaction: states': 'status pending: wait for the money',
      'Smart Transactions: rules': '5: start/prepaid',
    });
    const till = await sharedTill();
    const pending = await ordered(till);
    expect(pending).toMatchObject({ status: 'pending', payment_method: 'prepaid', receipt: [] });
    expect(pending.payment_instructions).toMatchObject({
      iban: 'DE02120300000000202051',
      purpose: `TA ${pending.transactions[0]?.trans_id}`,
    });
    ok(await arrives(till, pending));
    const paid = await till.read(pending.id);
    expect(paid).toMatchObject({ status: 'ok', payment_method: 'prepaid', transactions: pending.transactions });
    expect(paid.receipt.length).toBeGreaterThan(0);
    expect(paid.receipt_number).toBeGreaterThan(0);
  });

  it.each([
    ['shipping', 'received'],
    ['collection', 'collection'],
  ])('an order for %s becomes %s', async (type, status) => {
    specifies({
      'Smart Transaction: states': [
        'status received: an order that is shipped',
        'status collection: an order that is fetched',
      ],
    });
    const till = await sharedTill();
    const pending = await ordered(till, { intent: 'order', delivery_options: { type } });
    expect(pending.status).toBe('pending');
    ok(await arrives(till, pending));
    expect((await till.read(pending.id)).status).toBe(status);
  });

  it('is pending after prepare too, with nothing for start to capture', async () => {
    const till = await sharedTill();
    const pending = await ordered(till, {}, 'prepare/prepaid');
    expect(pending.status).toBe('pending');
    expect((await till.post(`/${pending.id}/start`)).status).toBe(405);
  });

  it('allows no other step of the sale while the money is awaited', async () => {
    specifies({ Limits: 'update window of a Smart Transaction: only before payment is executed' });
    const till = await sharedTill();
    const { id } = await ordered(till);
    for (const action of ['start/cash', 'start/prepaid', 'start/cashless', 'prepare/debit', 'preTransaction'])
      expect((await till.post(`/${id}/${action}`)).status, action).toBe(405);
    expect((await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: sale([item(1)]) })).status).toBe(405);
    expect((await till.read(id)).status).toBe('pending');
  });

  it('is voided at the acquirer when it is cancelled before the money arrives, and takes no later money', async () => {
    const { bridge, till } = await shop();
    const pending = await ordered(till);
    const cancelled = ok(await till.post<SmartTransaction>(`/${pending.id}/cancel`));
    expect(cancelled).toMatchObject({ status: 'cancelled', payment_method: null });
    expect(cancelled.payment_instructions).toBeUndefined();
    expect(acquirerBookings(bridge, 'void')).toEqual([{ kind: 'void', amount: 1200 }]);
    await arrives(till, pending);
    expect((await till.read(pending.id)).status).toBe('cancelled');
    expect(acquirerBookings(bridge, 'collect')).toEqual([]);
  });

  it('is refunded when it is cancelled after the money has arrived', async () => {
    const { bridge, till } = await shop();
    const pending = await ordered(till);
    ok(await arrives(till, pending));
    expect(ok(await till.post(`/${pending.id}/cancel`)).status).toBe('cancelled');
    expect(acquirerBookings(bridge, 'refund')).toEqual([{ kind: 'refund', amount: 1200 }]);
  });

  it('holds the part of the loyalty card while the rest is awaited, and books it with the rest', async () => {
    const { bridge, till } = await shop();
    const { id } = await till.create(sale([item(1500)], cards.some));
    ok(await till.post(`/${id}/preTransaction`));
    const pending = ok(await till.post<SmartTransaction>(`/${id}/start/prepaid`));
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'held'")).toHaveLength(1);
    ok(await arrives(till, pending));
    expect(acquirerBookings(bridge, 'collect')).toEqual([{ kind: 'collect', amount: 500 }]);
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'committed'")).toHaveLength(1);
  });
});

describe('invoice', () => {
  const customer = { contact: { forename: 'Erika', surname: 'Muster' } };

  it('is ok at once, with transfer instructions', async () => {
    const till = await sharedTill();
    expect(await ordered(till, { customer }, 'start/invoice')).toMatchObject({
      status: 'ok',
      payment_method: 'invoice',
      payment_instructions: { owner: expect.any(String), bic: expect.any(String), bankname: expect.any(String) },
    });
  });
});

describe('abort', () => {
  it('gives up a sale that is open, authorised, or awaits its money', async () => {
    specifies({ 'Smart Transaction: states': 'abort gives up an order' });
    const { bridge, till } = await shop();
    const { id } = await till.create(sale([item(1200)]));
    expect(ok(await till.post(`/${id}/abort`)).status).toBe('cancelled');
    const pending = await ordered(till);
    expect(ok(await till.post(`/${pending.id}/abort`)).status).toBe('cancelled');
    expect(acquirerBookings(bridge, 'void')).toHaveLength(1);
  });

  it('refuses an executed sale, which cancel takes back', async () => {
    const till = await sharedTill();
    const { id } = await till.create(sale([item(1200)]));
    ok(await till.post(`/${id}/start/cash`));
    const refused = await till.post<Refusal>(`/${id}/abort`);
    expect([refused.status, refused.body.code]).toEqual([405, 1181]);
    expect((await till.read(id)).status).toBe('ok');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import type { MerchantPayout } from '../../wire/payouts.ts';

const control = '/bridge/v1/control/payments';
const path = '/api/v2/Payment/Transactions';

let bridge: TestBridge;
let client: Client;
beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeAll);

const container = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };
const prepaid = async () =>
  ok(await client.ask<PaymentTransaction>('POST', path, { body: { amount: 1000, payment_methods: ['prepaid'] } }));
const transfer = (body: object) =>
  client.ask<{ accounting: number; payment: PaymentTransaction | null }>('POST', `${control}/transfers`, { body });

describe('the control interface of payments', () => {
  it('lets a transfer arrive that pays the payment it names', async () => {
    const { trans_id, id } = await prepaid();
    const { payment } = ok(await transfer({ amount: '1000', purpose: `TA ${trans_id}` }));
    expect(payment).toMatchObject({ id, status: 6 });
  });

  it('keeps a transfer that names none, until assignPayment or assignTransferBalance take it', async () => {
    const [first, second] = [await prepaid(), await prepaid()];
    const { accounting, payment } = ok(await transfer({ amount: 1000, purpose: 'nothing' }));
    expect(payment).toBe(null);
    const assigned = await client.ask<PaymentTransaction>('POST', `${path}/${first.id}/assignPayment/${accounting}`);
    expect(ok(assigned).status).toBe(6);
    expect((await client.ask('POST', `${path}/${second.id}/assignPayment/nine`)).status).toBe(404);
    ok(await transfer({ amount: 1000, purpose: 'nothing' }));
    const balanced = await client.ask<PaymentTransaction>('POST', `${path}/${second.id}/assignTransferBalance`);
    expect(ok(balanced).status).toBe(6);
  });

  it('pays out to the merchant, and the payout is listed', async () => {
    const { payout } = ok(await client.ask<{ payout: MerchantPayout }>('POST', `${control}/payouts`, { body: {} }));
    expect(payout.amount).toBeGreaterThan(0);
    expect(ok(await client.ask('GET', `/api/v2/Payment/Payouts/${payout.id}`))).toEqual(payout);
  });

  it('pays out what was taken: no part that was given up, and nothing that was only played', async () => {
    const taken = async (body: object) => {
      const input = { amount: 1000, payment_methods: ['debit'], payment_action: 'authorization', container, ...body };
      const { id } = ok(await client.ask<PaymentTransaction>('POST', path, { body: input }));
      ok(await client.ask('POST', `${path}/${id}/capture`, { body: { amount: 400 } }));
      ok(await client.ask('POST', `${path}/${id}/cancel`, { body: { reduce_amount_by: 600 } }));
    };
    const balance = async () =>
      ok(await client.ask<{ balances: { EUR: number } }>('GET', '/api/v2/General/Contracts/me/transferBalance'))
        .balances.EUR;
    await client.ask('POST', `${control}/payouts`, { body: {} });
    await taken({});
    await taken({ demo: true });
    expect(await balance()).toBe(400);
    const { payout } = ok(await client.ask<{ payout: MerchantPayout }>('POST', `${control}/payouts`, { body: {} }));
    expect([payout.amount, payout.transactions?.length]).toEqual([400, 1]);
    expect(await balance()).toBe(0);
  });

  it('refuses amounts that are none and callers without the scope', async () => {
    for (const amount of [0, -1, '']) expect((await transfer({ amount, purpose: 'x' })).status).toBe(500);
    const manager = await bridge.staff('manager');
    expect((await manager.ask('POST', `${control}/transfers`, { body: { amount: 1, purpose: 'x' } })).status).toBe(403);
  });
});

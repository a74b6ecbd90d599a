/** Money that payers transfer, and what is paid out to the merchant (specification, "prepay" and "Payouts"). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { type TestWorld, testWorld } from '../../doubles/world.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import type { World } from '../../world/world.ts';
import { revokeAccruals } from './paymentChanges.ts';
import { accountOf, pay } from './payments.fixture.ts';
import { payOut } from './settlement.ts';
import { type Arrival, assignBalance, assignTransfer, receiveTransfer } from './transfer.ts';

let test: TestWorld;
let world: World;
beforeAll(async () => {
  test = await testWorld();
  world = test.world;
});
afterAll(async () => {
  await test.db.close();
  await closeAll();
});

const { merchant } = demoIds;
const prepaid = async () => (await pay(world, { method: 'prepaid' })).payment;
const arrive = (amount: number, purpose: string, more: Partial<Arrival> = {}) =>
  receiveTransfer(world, merchant, {
    amount,
    currency: 'EUR',
    purpose,
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    owner: 'Erika Muster',
    ...more,
  });
const moneyOf = (id: string) => world.payments.find(merchant, id)?.inner.money;

describe('a transfer', () => {
  it('pays the payment that its purpose names, and is shown with it', async () => {
    specifies({ 'Payment Transaction': 'incoming_payment_date is set when the money arrives' });
    const { id, trans_id } = await prepaid();
    const { payment } = await arrive(1000, `Danke! ta${trans_id} Rest`);
    expect(payment).toMatchObject({
      id,
      status: 6,
      details: { status_simple: 1, cleared: 'cleared' },
      incoming_payment_purpose: `Danke! ta${trans_id} Rest`,
      incoming_payment_bic: 'COBADEFFXXX',
      account_owner: 'Erika Muster',
    });
    expect(payment?.incoming_payment_iban).toMatch(/^DE89X+3000$/);
    expect(payment?.incoming_payment_date).toMatch(/^\d{4}-/);
  });

  it('of a part of the amount leaves the rest waiting', async () => {
    const { id, trans_id } = await prepaid();
    expect((await arrive(400, `TA ${trans_id}`)).payment?.status).toBe(25);
    expect((await arrive(600, `TA ${trans_id}`)).payment?.status).toBe(6);
    expect(moneyOf(id)).toMatchObject({ captured: 1000, held: 0 });
  });

  it('waits for assignment by hand when it is too large, in another currency, or names no payment', async () => {
    const { id, trans_id } = await prepaid();
    for (const [amount, purpose, more] of [
      [1001, `TA ${trans_id}`, {}],
      [1000, `TA ${trans_id}`, { currency: 'CHF' }],
      [1000, 'no number', {}],
    ] as const)
      expect((await arrive(amount, purpose, more)).payment).toBe(null);
    expect(moneyOf(id)).toMatchObject({ stage: 'waiting', held: 1000 });
    const { accounting } = await arrive(1000, 'no number either');
    expect((await assignTransfer(world, merchant, id, accounting)).status).toBe(6);
    await expect(assignTransfer(world, merchant, id, accounting)).rejects.toMatchObject({ key: 'duplicate' });
    await expect(assignTransfer(world, merchant, id, 999_999)).rejects.toMatchObject({ key: 'notFound' });
  });

  it('pays as a balance when it was not assigned', async () => {
    const { id } = await prepaid();
    await arrive(300, 'first');
    expect((await assignBalance(world, merchant, id)).status).toBe(6);
    const other = await pay(world, { method: 'prepaid', amount: 1 });
    await expect(assignBalance(world, merchant, other.payment.id)).rejects.toMatchObject({ key: 'noTransferWaits' });
  });
});

describe('shares of stakeholders', () => {
  it('are booked once the whole transfer has arrived', async () => {
    const basket = [{ item_type: 'stakeholder_payment', total: 300, contract_id: demoIds.contract }];
    const { payment } = await pay(world, { method: 'prepaid', basket });
    await arrive(400, `TA ${payment.trans_id}`);
    const related = () => world.payments.find(merchant, payment.id)?.document.related_transactions.length;
    expect(related()).toBe(0);
    await arrive(600, `TA ${payment.trans_id}`);
    expect(related()).toBe(2);
  });
});

describe('a payout to the merchant', () => {
  it('bundles payments and refunds, leaves out locked payments, and marks the rest as paid out', async () => {
    specifies({
      'Payment Transaction': ['payout_date is set when the merchant has been paid', 'accrual locks for payout'],
    });
    await payOut(world, merchant, 'EUR');
    const container = await accountOf(world);
    const free = await pay(world, { method: 'debit', container, amount: 5000 });
    const locked = await pay(world, { method: 'debit', container, amount: 700, accrual: true });
    const payout = await payOut(world, merchant, 'EUR');
    expect(payout).toMatchObject({
      amount: 5000,
      transaction_volume: 5000,
      refund_amount: 0,
      receiver: expect.any(String),
    });
    expect(payout?.transactions.map(({ id }) => id)).toEqual([free.payment.id]);
    const paid = world.payments.find(merchant, free.payment.id)?.document;
    expect([paid?.status, paid?.details.cleared]).toEqual([17, 'cleared']);
    expect(paid?.payout_date).not.toBe(null);
    expect(await payOut(world, merchant, 'EUR')).toBe(null);
    expect(await revokeAccruals(world, merchant, demoIds.contract)).toBe(1);
    expect((await payOut(world, merchant, 'EUR'))?.transactions.map(({ id }) => id)).toEqual([locked.payment.id]);
  });
});

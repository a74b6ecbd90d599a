/** Payments of a sale of which parts are taken, increased or given back by hand: nothing is lost, and the sale has a way on. */
import { afterEach, describe, expect, it } from 'vitest';
import type { PaymentMoney } from '../domain/payment.ts';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../doubles/bridge.fixture.ts';
import type { PaymentTransaction } from '../wire/payments.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { account, acquirerBookings, card, type Refusal } from './payments.fixture.ts';

afterEach(closeAll);

interface Shop {
  readonly bridge: TestBridge;
  readonly till: Client;
  readonly id: string;
  readonly payment: string;
}

/** A sale of 1000 with a payment begun by this action. */
async function begun(action: string, body: object | undefined = account, loyaltyCard?: string): Promise<Shop> {
  const bridge = await startBridge();
  const till = await bridge.client();
  const { id } = await till.create(sale([item(1000)], loyaltyCard));
  const { transactions } = ok(await till.post<SmartTransaction>(`/${id}/${action}`, body));
  return { bridge, till, id, payment: String(transactions[0]?.id) };
}

const byHand = ({ till, payment }: Shop, action: string, body: object = {}) =>
  till.ask<PaymentTransaction & Refusal>('POST', `/api/v2/Payment/Transactions/${payment}/${action}`, { body });

function moneyOf({ bridge, payment }: Shop): PaymentMoney {
  const sql = "SELECT inner ->> '$.money' AS money FROM payment_transaction WHERE id = ?";
  const [row] = bridge.rows<{ money: string }>(sql, payment);
  return JSON.parse(row?.money ?? '{}') as PaymentMoney;
}

async function transferred({ till, payment }: Shop, amount: number) {
  const { trans_id } = ok(await till.ask<PaymentTransaction>('GET', `/api/v2/Payment/Transactions/${payment}`));
  const body = { amount, purpose: `TA ${trans_id}` };
  ok(await till.ask('POST', '/bridge/v1/control/payments/transfers', { body }));
}

describe('an authorised sale of which a part was captured by hand', () => {
  it('captures the rest at start', async () => {
    const shop = await begun('prepare/debit');
    ok(await byHand(shop, 'capture', { amount: 400 }));
    expect(ok(await shop.till.post(`/${shop.id}/start`)).status).toBe('ok');
    expect(moneyOf(shop)).toMatchObject({ held: 0, captured: 1000, refunded: 0 });
  });

  it.each(['cancel', 'start/cash'])('refunds everything before %s', async action => {
    const shop = await begun('prepare/debit');
    ok(await byHand(shop, 'capture', { amount: 400 }));
    ok(await shop.till.post(`/${shop.id}/${action}`));
    expect(moneyOf(shop)).toMatchObject({ held: 0, captured: 400, refunded: 400 });
    expect(acquirerBookings(shop.bridge, 'void', 'refund')).toEqual([
      { kind: 'void', amount: 600 },
      { kind: 'refund', amount: 400 },
    ]);
  });

  it('answers that a part was not refunded, and cancel tries again', async () => {
    const shop = await begun('prepare/creditcard', card('5126'));
    ok(await byHand(shop, 'capture', { amount: 400 }));
    for (const _ of [1, 2]) {
      const refused = await shop.till.post<Refusal>(`/${shop.id}/cancel`);
      expect([refused.status, refused.body.code]).toEqual([405, 1007]);
      expect(await shop.till.read(shop.id)).toMatchObject({ status: 'failed', transactions: [{ id: shop.payment }] });
    }
    expect(moneyOf(shop)).toMatchObject({ held: 0, captured: 400, refunded: 0 });
  });
});

describe('a prepayment of which a part has arrived', () => {
  it('goes back when the sale is cancelled, and the sale still names it', async () => {
    const shop = await begun('start/prepaid', undefined);
    await transferred(shop, 400);
    const cancelled = ok(await shop.till.post(`/${shop.id}/cancel`));
    expect(cancelled).toMatchObject({ status: 'cancelled', transactions: [{ id: shop.payment }] });
    expect(moneyOf(shop)).toMatchObject({ held: 0, captured: 400, refunded: 400 });
    const path = `/api/v2/Smart/Transactions?q=transactions.id:${shop.payment}&count=1`;
    expect(ok(await shop.till.ask<{ count: number }>('GET', path)).count).toBe(1);
  });

  it('goes back after a crash between the two steps', async () => {
    const shop = await begun('start/prepaid', undefined);
    await transferred(shop, 400);
    shop.bridge.alter(`CREATE TRIGGER broken BEFORE INSERT ON acquirer_book WHEN new.kind = 'refund'
      BEGIN SELECT raise(ABORT, 'the line is cut'); END`);
    expect((await shop.till.post(`/${shop.id}/cancel`)).status).toBe(405);
    expect(moneyOf(shop)).toMatchObject({ held: 0, captured: 400, refunded: 0 });
    shop.bridge.alter('DROP TRIGGER broken');
    const bridge = await shop.bridge.crashCopy();
    expect(moneyOf({ ...shop, bridge })).toMatchObject({ captured: 400, refunded: 400 });
    const till = await bridge.client();
    expect(ok(await till.post(`/${shop.id}/cancel`)).status).toBe('cancelled');
  });

  it('closes the sale when the rest was voided by hand', async () => {
    const shop = await begun('start/prepaid', undefined);
    ok(await byHand(shop, 'cancel', { reduce_amount_by: 300 }));
    await transferred(shop, 700);
    expect((await shop.till.read(shop.id)).status).toBe('ok');
    expect(ok(await shop.till.post(`/${shop.id}/cancel`)).status).toBe('cancelled');
    expect(moneyOf(shop)).toMatchObject({ captured: 700, refunded: 700 });
  });

  it('fails the sale when all of it is refunded by hand', async () => {
    const shop = await begun('start/prepaid', undefined);
    await transferred(shop, 400);
    ok(await byHand(shop, 'cancel'));
    expect(await shop.till.read(shop.id)).toMatchObject({ status: 'failed', transactions: [] });
    expect(ok(await shop.till.post(`/${shop.id}/start/cash`)).status).toBe('ok');
  });
});

describe('an authorisation of more than the sale costs', () => {
  it('voids the rest once the sale is paid', async () => {
    const shop = await begun('prepare/debit');
    ok(await byHand(shop, 'IncreaseAmount', { amount: 500 }));
    ok(await shop.till.post(`/${shop.id}/start`));
    expect(moneyOf(shop)).toMatchObject({ held: 0, captured: 1000 });
    expect(acquirerBookings(shop.bridge, 'void')).toEqual([{ kind: 'void', amount: 500 }]);
  });

  it('is never captured beyond the sum of the sale', async () => {
    const shop = await begun('prepare/debit');
    ok(await byHand(shop, 'IncreaseAmount', { amount: 500 }));
    expect((await byHand(shop, 'capture', { amount: 1001 })).status).toBe(405);
    ok(await byHand(shop, 'capture'));
    expect((await shop.till.read(shop.id)).status).toBe('ok');
    expect(moneyOf(shop)).toMatchObject({ held: 0, captured: 1000 });
  });
});

describe('a capture that was refused', () => {
  it('leaves an authorisation, which preTransaction voids', async () => {
    const shop = await begun('prepare/creditcard', card('0341'), cards.some);
    expect((await shop.till.post(`/${shop.id}/start`)).status).toBe(405);
    ok(await shop.till.post(`/${shop.id}/preTransaction`));
    expect(moneyOf(shop)).toMatchObject({ stage: 'voided', held: 0 });
    expect(ok(await shop.till.post(`/${shop.id}/start/cash`)).transactions).toMatchObject([
      { object: 'loyalty.transactions' },
    ]);
  });
});

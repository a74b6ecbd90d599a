/** Bookings on a card, and the loyalty transactions that they leave. */
import { describe, expect, it } from 'vitest';
import { cards, item, ok, sale } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { CardTransaction, LoyaltyTransaction } from '../../wire/loyalty.ts';
import { demoIds } from '../../world/demoIds.ts';
import { fixedId } from '../../world/ids.ts';
import { BASE, loyaltyBridge, type Page, type Refusal, rich, some } from './loyalty.fixture.ts';

const { started, get, post, act, newCard, sums } = loyaltyBridge();

describe('transaction', () => {
  it('charge and discharge move money, bonus goes first', async () => {
    specifies({ 'Loyalty resources': 'transaction: charge, discharge' });
    const { id } = await newCard();
    const charged = ok(await act(id, { action: 'charge', amount: '3000', bonus_amount: 500 }));
    expect(charged).toMatchObject({ cash_balance: 3000, bonus_balance: 500, balance: 3500, amount: 3000 });
    expect(charged.trans_id).toBeGreaterThan(0);
    expect(charged.last_charge).not.toBeNull();
    expect(JSON.stringify(charged.receipt)).toContain('30,00 EUR');
    const paid = ok(await act(id, { action: 'discharge', amount: 700 }));
    expect(paid).toMatchObject({ cash_balance: 2800, bonus_balance: 0 });
    expect(sums(id)).toEqual({ cash: 2800, bonus: 0 });
  });

  it('discharge takes no more than there is, unless it may be split', async () => {
    const { id } = await newCard();
    ok(await act(id, { action: 'charge', amount: 1000 }));
    expect((await act<Refusal>(id, { action: 'discharge', amount: 1001 })).body.code).toBe(51);
    const split = ok(await act(id, { action: 'discharge', amount: 1500, amount_split_allowed: true }));
    expect(split).toMatchObject({ amount: 1000, balance: 0 });
  });

  it('a card may be overdrawn as far as its group allows', async () => {
    specifies({ 'Loyalty resources': 'limit: a card is overdrawn as far as its group allows' });
    const { id } = await newCard({ limit: 500 });
    expect(ok(await act(id, { action: 'discharge', amount: 500 })).balance).toBe(-500);
    expect((await act<Refusal>(id, { action: 'discharge', amount: 1 })).body.code).toBe(51);
    const receipt = ok(await post<object>(`/MerchantCards/${id}/getCardBalanceReceipt`, {}));
    expect(receipt).toMatchObject({ limit_allowed: true, limit: 500, limit_str: '5,00 EUR', balance: -500 });
  });

  it('holds no more than the group lets it', async () => {
    const { id } = await newCard({ balance_limit: 2000 });
    ok(await act(id, { action: 'charge', amount: 1500 }));
    for (const action of ['charge', 'immediate_bonus'])
      expect((await act<Refusal>(id, { action, amount: 501 })).body.code, action).toBe(52);
  });

  it('revenue earns points, points are given and spent, an immediate bonus is credited', async () => {
    specifies({ 'Loyalty resources': 'transaction: sale_revenue, charge_points, discharge_points, immediate_bonus' });
    const { id } = await newCard();
    expect(ok(await act(id, { action: 'sale_revenue', amount: 1299 })).points).toBe(12);
    expect(ok(await act(id, { action: 'charge_points', amount: 20 })).points).toBe(32);
    expect(ok(await act(id, { action: 'discharge_points', amount: 30 })).points).toBe(2);
    expect((await act<Refusal>(id, { action: 'discharge_points', amount: 3 })).body.code).toBe(51);
    expect(ok(await act(id, { action: 'immediate_bonus', bonus_amount: 250 })).bonus_balance).toBe(250);
  });

  it('cancel_last takes the last one back, one after the other, and none of a sale', async () => {
    specifies({ 'Loyalty resources': 'transaction: cancel_last' });
    const { id, card: made } = await newCard();
    ok(await act(id, { action: 'charge', amount: 1000 }));
    const spent = ok(await act(id, { action: 'discharge', amount: 400 }));
    const back = ok(await act(id, { action: 'cancel_last' }));
    expect(back).toMatchObject({ balance: 1000, amount: 400 });
    const document = await get<LoyaltyTransaction>(`/Transactions/${back.transaction.id}`);
    expect(document).toMatchObject({ is_cancelling: 1, parents: [spent.transaction] });
    expect(await get<LoyaltyTransaction>(`/Transactions/${spent.transaction.id}`)).toMatchObject({
      children: [back.transaction],
    });
    expect(ok(await act(id, { action: 'cancel_last' })).balance).toBe(0);
    const { id: sold } = await started.till.create(sale([item(1000)], made.cardnumber));
    ok(await started.till.post(`/${sold}/start/cash`));
    expect((await act<Refusal>(id, { action: 'cancel_last' })).body.code).toBe(5090);
  });

  it('a charge that has been spent cannot be cancelled', async () => {
    const { id, card: made } = await newCard();
    ok(await act(id, { action: 'charge', amount: 1000 }));
    const { id: sold } = await started.till.create(sale([item(600)], made.cardnumber));
    ok(await started.till.post(`/${sold}/preTransaction`));
    expect((await act<Refusal>(id, { action: 'cancel_last' })).body.code).toBe(51);
    ok(await started.till.post(`/${sold}/start/loyalty`));
    expect((await act<Refusal>(id, { action: 'cancel_last' })).body.code).toBe(51);
  });

  it('any booking can be cancelled where the group says so', async () => {
    const { id } = await newCard({ cancel_selected: true });
    const first = ok(await act(id, { action: 'charge', amount: 1000 }));
    ok(await act(id, { action: 'charge', amount: 200 }));
    expect(ok(await act(id, { action: 'cancel_last', trans_id: first.trans_id })).balance).toBe(200);
    expect((await act<Refusal>(id, { action: 'cancel_last', trans_id: first.trans_id })).status).toBe(404);
    const strict = await newCard();
    const only = ok(await act(strict.id, { action: 'charge', amount: 1000 }));
    expect((await act<Refusal>(strict.id, { action: 'cancel_last', trans_id: only.trans_id })).body.code).toBe(5091);
  });

  it('passes store, tid, purpose and additional data on to the booking', async () => {
    const { id } = await newCard();
    const members = { tid: 60001234, store: demoIds.store, purpose: 'Eröffnung', additional_data: { a: [1] } };
    const { transaction } = ok(await act(id, { action: 'charge', amount: 100, ...members }));
    expect(await get(`/Transactions/${transaction.id}`)).toMatchObject({
      tid: '60001234',
      store: { object: 'general.stores', id: demoIds.store },
      purpose: 'Eröffnung',
      additional_data: { a: [1] },
      amount: 100,
      balance: 100,
      description: 'Aufladung',
      currency: 'EUR',
    });
  });

  it('takes the card by number where the path says me, and refuses another one than the path names', async () => {
    const { id, card: made } = await newCard();
    const body = { action: 'charge', amount: 100, cardnumber: made.cardnumber };
    expect(ok(await post<CardTransaction>('/MerchantCards/me/transaction/me', body)).id).toBe(id);
    expect(ok(await post<CardTransaction>(`/MerchantCards/${id}/transaction/${id}`, body)).balance).toBe(200);
    const wrong = { ...body, cardnumber: cards.some };
    expect((await act<Refusal>(id, wrong)).body.code).toBe(15);
    expect((await act<Refusal>(fixedId('MCD', 'nobody'), { ...body, cardnumber: undefined })).status).toBe(404);
  });

  it.each([
    ['locked', cards.locked, 41],
    ['expired', cards.expired, 54],
  ])('refuses a card that is %s', async (_why, number, code) => {
    const refused = await act<Refusal>(fixedId('MCD', number), { action: 'charge', amount: 100 });
    expect([refused.status, refused.body.code]).toEqual([405, code]);
  });

  it.each([
    { action: 'steal', amount: 1 },
    { action: 'charge' },
    { action: 'charge', amount: -5 },
    { action: 'charge', amount: 1.5 },
    { action: 'charge', amount: 'many' },
    { action: 'charge', amount: 100, bonus_amount: -1 },
    { amount: 100 },
  ])('refuses %j', async body => {
    expect((await act<Refusal>(some, body)).body.code).toBe(1001);
  });
});

describe('loyalty transactions', () => {
  it('of a sale stand in its transactions and can be read', async () => {
    specifies({ 'Loyalty resources': 'Transactions LTX_: list and one, parents, children, is_cancelling, receipt' });
    const { id } = await started.till.create({ ...sale([item(1000)], cards.rich), transactionRef: 'bon-1' });
    ok(await started.till.post(`/${id}/preTransaction`));
    const closed = ok(await started.till.post(`/${id}/start/loyalty`));
    const [named] = closed.transactions;
    expect(closed.transactions).toHaveLength(1);
    expect(named?.object).toBe('loyalty.transactions');
    const booking = await get<LoyaltyTransaction>(`/Transactions/${named?.id}`);
    expect(booking).toMatchObject({
      trans_id: closed.trans_id,
      amount: 1000,
      balance: 4000,
      description: 'Umsatz',
      purpose: 'bon-1',
      merchantcard: { object: 'loyalty.merchantcards', id: rich },
      is_cancelling: 0,
    });
    expect(JSON.stringify(booking.receipt)).toContain('Kundenkarte');
    const page = await get<Page<LoyaltyTransaction>>(`/Transactions?q=merchantcard.id:${rich}&count=1`);
    expect(page.data).toEqual([booking]);
    expect((await started.other.ask('GET', `${BASE}/Transactions/${named?.id}`)).status).toBe(404);
    ok(await started.till.post(`/${id}/cancel`));
    const cancelled = await get<LoyaltyTransaction>(`/Transactions/${named?.id}`);
    const [child] = cancelled.children;
    expect(await get(`/Transactions/${child?.id}`)).toMatchObject({
      is_cancelling: 1,
      balance: 5000,
      parents: [{ object: 'loyalty.transactions', id: named?.id }],
    });
  });
});

/** Articles that move money on a loyalty card: they charge it, discharge it, or create a new card. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LARGEST_AMOUNT } from '../domain/money.ts';
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
import { specifies } from '../doubles/specifies.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { demoIds } from '../world/demoIds.ts';
import { fixedId } from '../world/ids.ts';
import {
  balanceOf,
  bookingKindOf,
  CHARGE,
  charging,
  DISCHARGE,
  discharging,
  type Refusal,
} from './cardSales.fixture.ts';

let bridge: TestBridge;
let till: Client;

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterAll(closeAll);

const balance = (number: string) => balanceOf(till, number);
const described = (paid: SmartTransaction) => bookingKindOf(till, paid);

describe('an article that charges the card', () => {
  it.each([
    ['by its first EAN', { ean: CHARGE[0] }],
    ['by its second EAN', { ean: CHARGE[1] }],
    ['by its article number', { ean: '', articleNumber: CHARGE[0] }],
  ])('%s: start/cash loads the money in full, and cancel takes it off again', async (_how, named) => {
    specifies({
      'Ident and merchant card': 'last_usage and last_charge are timestamps',
      'Smart Transactions: rules': 'to charge the card preTransaction is not called',
    });
    const before = await balance(cards.empty);
    const { id } = await till.create(sale([charging(2000, named)], cards.empty));
    const closed = ok(await till.post(`/${id}/start/cash`));
    expect(closed).toMatchObject({
      status: 'ok',
      payment_method: 'cash',
      basket_info: { sum: 2000, missing_sum: 0 },
    });
    expect(JSON.stringify(closed.receipt)).toContain('Aufgeladen');
    expect(JSON.stringify(closed.receipt)).not.toContain('Erfasster Umsatz');
    expect(await described(closed)).toBe('Aufladung');
    expect(closed.idents[0]?.merchantcard).toMatchObject({ cash_balance: before.cash + 2000 });
    const { last_charge, last_usage } = closed.idents[0]?.merchantcard ?? {};
    expect(last_charge).toBe(closed.updated);
    expect(last_usage).toBe(closed.updated);
    // No bonus and no points on money that is loaded.
    expect(await balance(cards.empty)).toEqual({ ...before, cash: before.cash + 2000 });
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(await balance(cards.empty)).toEqual(before);
  });

  it('with goods in the basket: the card pays the goods, another tender pays the charge', async () => {
    const { id } = await till.create(sale([item(500), charging(1000)], cards.some));
    const answer = ok(await till.post<{ missing_sum: number }>(`/${id}/preTransaction`));
    expect(answer.missing_sum).toBe(1000);
    expect((await till.post(`/${id}/start/loyalty`)).status).toBe(405);
    ok(await till.post(`/${id}/start/cash`));
    expect(await balance(cards.some)).toEqual({ cash: 700 - 200 + 1000, bonus: 0, points: 2 });
    ok(await till.post(`/${id}/cancel`));
    expect(await balance(cards.some)).toEqual({ cash: 700, bonus: 300, points: 0 });
  });

  it('paid at the terminal: loads the card on approval, not on a decline', async () => {
    const { id } = await till.create(sale([charging(1500)], cards.empty));
    bridge.terminal.endings.push('decline');
    expect((await till.post(`/${id}/start/cashless`)).status).toBe(405);
    expect((await balance(cards.empty)).cash).toBe(0);
    ok(await till.post(`/${id}/start/cashless`));
    expect((await balance(cards.empty)).cash).toBe(1500);
    ok(await till.post(`/${id}/cancel`));
    expect((await balance(cards.empty)).cash).toBe(0);
  });

  it('cannot be cancelled after the money is spent, and no money goes back at the terminal', async () => {
    const { id } = await till.create(sale([charging(1500)], cards.empty));
    ok(await till.post(`/${id}/start/cashless`));
    const spending = await till.create(sale([item(1000)], cards.empty));
    ok(await till.post(`/${spending.id}/preTransaction`));
    const sent = bridge.terminal.commands.length;
    const refused = await till.post<Refusal>(`/${id}/cancel`);
    expect([refused.status, refused.body.code]).toEqual([405, 51]);
    expect(bridge.terminal.commands).toHaveLength(sent);
    expect((await till.read(id)).status).toBe('ok');
    ok(await till.post(`/${spending.id}/cancel`));
    ok(await till.post(`/${id}/cancel`));
    expect((await balance(cards.empty)).cash).toBe(0);
  });

  it('stays on the card when the terminal refuses the reversal, and is held during the request', async () => {
    const { id } = await till.create(sale([charging(1500)], cards.empty));
    ok(await till.post(`/${id}/start/cashless`));
    bridge.terminal.endings.push('decline');
    expect((await till.post<Refusal>(`/${id}/cancel`)).body.code).toBe(1007);
    expect((await till.read(id)).status).toBe('ok');
    expect((await balance(cards.empty)).cash).toBe(1500);
    expect(bridge.rows('SELECT cash, state FROM reservation WHERE sale = ?', id)).toEqual([
      { cash: 1500, state: 'released' },
    ]);
    ok(await till.post(`/${id}/cancel`));
    expect((await balance(cards.empty)).cash).toBe(0);
  });

  it.each([
    ['no card', undefined, 1014],
    ['a locked card', cards.locked, 1014],
    ['an unknown card', cards.unknown, 1014],
  ])('is not sold with %s', async (_what, number, code) => {
    const { id } = await till.create(sale([charging(1500)], number));
    const sent = bridge.terminal.commands.length;
    for (const method of ['cash', 'cashless'])
      expect((await till.post<Refusal>(`/${id}/start/${method}`)).body.code, method).toBe(code);
    expect(bridge.terminal.commands).toHaveLength(sent);
  });
});

describe('an article that discharges the card', () => {
  it.each(DISCHARGE)(
    '%s: start/loyalty takes the amount off, without preTransaction; cancel gives it back',
    async ean => {
      specifies({ 'Smart Transactions: rules': 'the card is discharged by start/loyalty' });
      const before = await balance(cards.rich);
      const { id } = await till.create(sale([discharging(1200, { ean })], cards.rich));
      const closed = ok(await till.post(`/${id}/start/loyalty`));
      expect(closed).toMatchObject({
        status: 'ok',
        payment_method: 'loyalty',
        basket_info: { sum: 1200, missing_sum: 0 },
      });
      expect(closed.transactions.map(({ object }) => object)).toEqual(['loyalty.transactions']);
      expect(JSON.stringify(closed.receipt)).toContain('Entladen');
      expect(await described(closed)).toBe('Entladung');
      expect(await balance(cards.rich)).toEqual({ ...before, cash: before.cash - 1200 });
      ok(await till.post(`/${id}/cancel`));
      expect(await balance(cards.rich)).toEqual(before);
    },
  );

  it('takes at most the balance', async () => {
    const { id } = await till.create(sale([discharging(701)], cards.some));
    expect((await till.post<Refusal>(`/${id}/start/loyalty`)).body.code).toBe(51);
    expect(await balance(cards.some)).toEqual({ cash: 700, bonus: 300, points: 0 });
  });

  it('stands alone in the basket, has no other method, and needs a card', async () => {
    const mixed = await till.create(sale([discharging(100), item(100)], cards.rich));
    const alone = await till.create(sale([discharging(100)], cards.rich));
    const nobody = await till.create(sale([discharging(100)]));
    const code = async (id: string, action: string) => (await till.post<Refusal>(`/${id}/${action}`)).body.code;
    expect(await code(mixed.id, 'start/cash')).toBe(1008);
    expect(await code(alone.id, 'start/cash')).toBe(1008);
    expect(await code(alone.id, 'start/cashless')).toBe(1008);
    expect(await code(alone.id, 'preTransaction')).toBe(1159);
    expect(await code(nobody.id, 'start/loyalty')).toBe(1014);
  });
});

describe('create_card', () => {
  const newCard = { type: 'create_card', value: demoIds.baseGroup };

  it('creates the card when the sale is executed, loads it, and shows it in idents and on the receipt', async () => {
    specifies({
      'Smart Transaction: fields': 'idents: a request to create a card',
      'Ident and merchant card': 'stock_status active, inactive for a card whose sale was cancelled',
    });
    const created = await till.create({ basket: { products: [charging(2500)] }, idents: [newCard] });
    expect(created.idents[0]).toMatchObject({
      type: 'create_card',
      value: demoIds.baseGroup,
      valid: true,
      prefix: '9276',
    });
    expect(created.idents[0]).not.toHaveProperty('merchantcard');
    const closed = ok(await till.post(`/${created.id}/start/cash`));
    const card = closed.idents[0]?.merchantcard;
    expect(card).toMatchObject({
      cash_balance: 2500,
      stock_status: 'active',
      cardgroup: { id: demoIds.baseGroup },
      created_for_store: { object: 'general.stores', id: demoIds.store },
    });
    expect(JSON.stringify(closed.receipt)).toContain(card?.card.cardnumber);
    const use = await till.create(sale([item(500)], card?.card.cardnumber));
    expect(use.idents[0]?.valid).toBe(true);
    ok(await till.post(`/${created.id}/cancel`));
    const gone = await till.create(sale([item(500)], card?.card.cardnumber));
    expect(gone.idents[0]).toMatchObject({ valid: false, merchantcard: { cash_balance: 0, stock_status: 'inactive' } });
  });

  it('keeps the card active where it has a balance from elsewhere', async () => {
    const { id } = await till.create({ basket: { products: [item(500)] }, idents: [newCard] });
    const card = ok(await till.post(`/${id}/start/cash`)).idents[0]?.merchantcard;
    const path = `/api/v2/Loyalty/MerchantCards/${card?.id}/transaction/${card?.id}`;
    ok(await till.ask('POST', path, { body: { action: 'charge', amount: 5000 } }));
    ok(await till.post(`/${id}/cancel`));
    const later = await till.create(sale([item(500)], card?.card.cardnumber));
    expect(later.idents[0]).toMatchObject({ valid: true, merchantcard: { cash_balance: 5000, points: 0 } });
  });

  it('beside a presented card: books on the presented card, and every booking can be read', async () => {
    const idents = [newCard, { type: 'card', value: cards.some }];
    const { id } = await till.create({ basket: { products: [item(500)] }, idents });
    ok(await till.post(`/${id}/preTransaction`));
    const closed = ok(await till.post(`/${id}/start/loyalty`));
    expect(closed.transactions).toHaveLength(1);
    expect(closed.idents[0]?.merchantcard).toMatchObject({ points: 0, balance: 0 });
    const bookings = bridge.rows<{ document: string }>('SELECT document FROM loyalty_booking WHERE sale = ?', id);
    expect(bookings.map(({ document }) => JSON.parse(document))).toMatchObject([
      { object: 'loyalty.transactions', card: { id: fixedId('CRD', cards.some) } },
    ]);
    ok(await till.post(`/${id}/cancel`));
    expect(await balance(cards.some)).toEqual({ cash: 700, bonus: 300, points: 0 });
  });

  it('creates no card when the payment fails, and one card when it is repeated', async () => {
    const count = () => bridge.rows('SELECT 1 FROM merchant_card').length;
    const before = count();
    const { id } = await till.create({ basket: { products: [item(1000)] }, idents: [newCard] });
    bridge.terminal.endings.push('decline');
    expect((await till.post(`/${id}/start/cashless`)).status).toBe(405);
    expect(count()).toBe(before);
    const closed = ok(await till.post(`/${id}/start/cash`));
    expect(count()).toBe(before + 1);
    expect(closed.idents[0]?.merchantcard?.points).toBe(10);
  });

  it.each([demoIds.otherGroup, 'CRG_nothing'])(
    'is not valid for the group %s, and the sale goes on without a card',
    async value => {
      const created = await till.create({
        basket: { products: [item(100)] },
        idents: [{ type: 'create_card', value }],
      });
      expect(created.idents[0]?.valid).toBe(false);
      const { transactions } = ok(await till.post(`/${created.id}/start/cash`));
      expect(transactions.map(({ object }) => object)).toEqual(['payment.transactions']);
    },
  );
});

it('refuses a charge beyond every sale', async () => {
  const body = sale([charging(LARGEST_AMOUNT + 1)], cards.empty);
  expect((await till.ask('POST', '/api/v2/Smart/Transactions', { body })).status).toBe(500);
  const path = '/api/v2/Loyalty/MerchantCards/me/transaction/me';
  for (const action of ['charge', 'charge_points', 'immediate_bonus']) {
    const body = { action, amount: Number.MAX_SAFE_INTEGER, cardnumber: cards.empty };
    expect((await till.ask('POST', path, { body })).status).toBe(405);
  }
});

describe('a sale in another currency than the card', () => {
  const francs = (products: object[]) => ({ ...sale(products, cards.rich), basket_info: { currency: 'CHF' } });

  it('neither uses nor loads the card, and earns nothing on it', async () => {
    const before = await balance(cards.rich);
    const goods = await till.create(francs([item(1000)]));
    expect((await till.post(`/${goods.id}/preTransaction`)).status).toBe(405);
    expect(ok(await till.post(`/${goods.id}/start/cash`)).status).toBe('ok');
    for (const line of [charging(1000), discharging(1000)]) {
      const { id } = await till.create(francs([line]));
      for (const method of ['cash', 'loyalty']) expect((await till.post(`/${id}/start/${method}`)).status).toBe(405);
    }
    expect(await balance(cards.rich)).toEqual(before);
  });
});

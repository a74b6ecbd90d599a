import { describe, expect, it } from 'vitest';
import { bonusItem } from '../../domain/basket.ts';
import type { SaleDocument } from '../../world/sales.ts';
import { discountsAnswered, sameDiscounts } from './basket.ts';
import { cardMovementCalls } from './cards.ts';
import { startOf } from './methods.ts';
import { callsOf } from './sale.ts';

const line = (priceOne: number, more: object = {}) => ({
  ...{ id: 1, parent: null, articleNumber: '1', ean: '', desc: 'Ware', quantity: 1, priceOne, tax: 19, group: [] },
  ...{ serialNumber: null, item_type: 'article', reference_id: null, contract_id: null, sum: null },
  ...more,
});

function closed(changes: object = {}): SaleDocument {
  return {
    id: 'STX_1',
    transactionRef: null,
    payment_method: 'cash',
    basket: { type: 'default', texts: [], products: [line(1000)] },
    basket_info: { sum: 1000, currency: 'EUR', gratuity: null, missing_sum: 0 },
    tenders: [{ method: 'cash', amount: 1000 }],
    idents: [],
    ...changes,
  } as unknown as SaleDocument;
}

const NO_TERMINAL = { terminal: null, cardTypes: {} };
const cardPaid = { ...{ terminalId: '60001234', traceNumber: 12 }, cardName: 'girocard' };

it('of several tenders is entered as cash, because no card paid the whole', () => {
  const tenders = [
    { method: 'loyalty', amount: 300 },
    { method: 'cashless', amount: 500, part: 'a', tid: '60001234', trace: 12 },
    { method: 'voucher', amount: 200, part: 'b', text: 'City 1' },
  ];
  const calls = callsOf(closed({ payment_method: 'cashless', tenders }), { terminal: cardPaid, cardTypes: {} });
  expect(calls).toMatchObject({ ok: true, calls: { start: { method: 'cash', body: {} }, apply: { missing: 700 } } });
});

describe('the payment', () => {
  const start = (method: string, terminal: object | null = null, cardTypes = {}) =>
    startOf({ method, cardPayment: null, terminal, cardTypes });

  it.each([
    ['girocard', 'girocard'],
    ['Debit Mastercard', 'mastercard_debit'],
    ['MASTERCARD', 'mastercard'],
    ['Visa Debit', 'visa'],
    ['V PAY', 'vpay'],
    ['Maestro', 'maestro'],
  ])('of a %s card is entered as %s', (cardName, cardtype) => {
    expect(start('cashless', { ...cardPaid, cardName })).toEqual({
      ok: true,
      start: { method: 'cashless_direct', body: { tid: '60001234', trace: 12, cardtype } },
    });
  });

  it('of another card needs a substitute', () => {
    const amex = { ...cardPaid, cardName: 'American Express' };
    expect(start('cashless', amex)).toEqual({ ok: false, reason: 'cardTypeUnknown' });
    expect(start('cashless', amex, { 'American Express': 'visa' })).toMatchObject({
      start: { body: { cardtype: 'visa' } },
    });
    expect(start('cashless', amex, { '*': 'mastercard' })).toMatchObject({
      start: { body: { cardtype: 'mastercard' } },
    });
  });

  it('at a terminal that reported no trace number cannot be entered', () => {
    expect(start('cashless', { terminalId: '60001234' })).toEqual({ ok: false, reason: 'traceMissing' });
    expect(start('cashless', null)).toEqual({ ok: false, reason: 'traceMissing' });
  });

  it.each(['debit', 'creditcard', 'invoice', 'prepaid', 'paypal', 'demo', ''])(
    'by "%s" is not replayed: it would move money again',
    method => expect(start(method)).toEqual({ ok: false, reason: 'noWayUpstream' }),
  );
});

describe('the create', () => {
  const callsFor = (changes: object, facts: Parameters<typeof callsOf>[1] = NO_TERMINAL) => {
    const read = callsOf(closed(changes), facts);
    if (!read.ok) throw new Error(read.reason);
    return read;
  };

  it('carries our id as the reference where there is none, and always as the mark', () => {
    expect(callsFor({}).calls).toMatchObject({ transactionRef: 'STX_1', marker: 'STX_1' });
    expect(callsFor({ transactionRef: 'A "1"', product: 'summer' }).calls.create).toMatchObject({
      transactionRef: 'A "1"',
      product: 'STX_1 summer',
    });
  });

  it('leaves out what only this bridge knows', () => {
    const own = { merchant: {}, device_source: {}, store: {}, customer: {}, container: {}, application_context: {} };
    const sent = callsFor({ ...own, cashier: 'Kim', merchantRef: 'M' }).calls.create;
    expect(Object.keys(sent).sort()).toEqual(
      ['basket', 'basket_info', 'cashier', 'merchantRef', 'product', 'transactionRef'].sort(),
    );
  });

  it('tells every tip within the sum, so that the turnover there is that of the goods', () => {
    const tip = { ...NO_TERMINAL, terminal: { ...cardPaid, tip: 150 } };
    const paid = callsFor({ payment_method: 'cashless' }, tip);
    expect(paid.calls.create.basket_info).toEqual({ sum: 1150, currency: 'EUR', gratuity: 150 });
    expect([paid.calls.sumCreated, paid.calls.sum]).toEqual([1150, 1150]);
    const basket_info = { sum: 1050, currency: 'EUR', gratuity: 50, missing_sum: 0 };
    const typedToo = callsFor({ payment_method: 'cashless', basket_info }, tip);
    expect(typedToo.calls.create.basket_info).toEqual({ sum: 1200, currency: 'EUR', gratuity: 200 });
    const tenders = [
      { method: 'cashless', amount: 600, part: 'a', tip: 60 },
      { method: 'cashless', amount: 400, part: 'b', tip: 40 },
    ];
    expect(callsFor({ tenders }).calls.create.basket_info).toEqual({ sum: 1100, currency: 'EUR', gratuity: 100 });
  });

  it('sends the sum alone where the sale had no lines', () => {
    const sent = callsFor({ basket: { type: 'default', texts: [], products: [] } }).calls.create;
    expect(sent).toMatchObject({ basket_info: { sum: 1000 } });
    expect(sent).not.toHaveProperty('basket');
  });

  const card = { type: 'card', value: '9276', valid: true, merchantcard: { card: { cardnumber: '9276' } } };
  const products = [line(1000), bonusItem(2, 'balance', { desc: 'Bonus' }, 19, 300)];
  const applied = {
    idents: [card],
    basket: { type: 'default', texts: [], products },
    basket_info: { sum: 700, currency: 'EUR', gratuity: null, missing_sum: 0 },
    tenders: [
      { method: 'loyalty', amount: 500 },
      { method: 'cash', amount: 200 },
    ],
  };

  it('goes before the discounts where the service gives its own', () => {
    const { calls, asSold } = callsFor(applied);
    expect(calls).toMatchObject({ sumCreated: 1000, sum: 700, apply: { useBalance: true, missing: 200 } });
    expect(calls.create.basket).toMatchObject({ products: [{ priceOne: 1000 }] });
    expect(calls.apply?.discounts).toEqual(new Map([[19, -300]]));
    expect(asSold?.calls).toMatchObject({ sumCreated: 700, sum: 700, apply: null, start: { method: 'cash' } });
    expect(asSold?.cardPart).toEqual({ cardnumber: '9276', cash: 500, bonus: 300 });
  });

  it('goes as it was sold with discount lines that a bridge does not take for its own', () => {
    const sold = callsFor(applied).asSold?.calls.create.basket as { products: { reference_id: string | null }[] };
    expect(sold.products.map(({ reference_id }) => reference_id)).toEqual([null, 'sold balance:19']);
  });

  it('asks for the discounts alone where the card paid nothing', () => {
    const discount = [line(1000), bonusItem(2, 'CAMPAIGN', { desc: '10 %', desc_en: '10 % off' }, 19, 100)];
    const read = callsFor({
      ...applied,
      basket: { type: 'default', texts: [], products: discount },
      tenders: [{ method: 'cash', amount: 900 }],
    });
    expect(read.calls.apply?.useBalance).toBe(false);
    // The service knows one text for a line.
    expect(JSON.stringify(read)).not.toContain('10 % off');
    expect(read.asSold?.cardPart).toMatchObject({ cash: 0, bonus: 0 });
  });

  it('goes as it was sold where nobody showed a card: nothing is to be applied there', () => {
    const discount = [line(1000), bonusItem(2, 'all5', { desc: '5 %' }, 19, 50)];
    const everybody = {
      basket: { type: 'default', texts: [], products: discount },
      basket_info: { sum: 950, currency: 'EUR', gratuity: null, missing_sum: 0 },
      tenders: [{ method: 'cash', amount: 950 }],
    };
    for (const idents of [[], [{ type: 'create_card', value: '9276', valid: true }]]) {
      const { calls } = callsFor({ ...everybody, idents });
      expect(calls).toMatchObject({ sumCreated: 950, sum: 950, apply: null });
      expect(calls.create.basket).toMatchObject({ products: [{}, { reference_id: 'sold all5:19', priceOne: -50 }] });
    }
    expect(callsFor({ ...everybody, idents: [card] }).calls.apply?.useBalance).toBe(false);
  });

  it('names the card of a check-in by its number', () => {
    const checkin = { ...card, type: 'checkin', value: 'CHI_1' };
    expect(callsFor({ idents: [checkin] }).calls.create.idents).toEqual([{ type: 'card', value: '9276' }]);
  });
});

it('compares discounts by tax rate, however they are split into lines', () => {
  const answered = [
    { priceOne: -100, quantity: 1, tax: 19 },
    { priceOne: -50, quantity: 2, tax: 19 },
    { priceOne: -7, tax: 7 },
  ];
  expect(
    sameDiscounts(
      discountsAnswered(answered),
      new Map([
        [7, -7],
        [19, -200],
      ]),
    ),
  ).toBe(true);
  expect(sameDiscounts(discountsAnswered(answered), new Map([[19, -207]]))).toBe(false);
  expect(discountsAnswered(null).size).toBe(0);
});

it('says money on a card as a sale of its article', () => {
  const movement = { id: 'LTX_1', cardnumber: '9276', amount: 500, currency: 'EUR' } as const;
  expect(cardMovementCalls({ ...movement, kind: 'charge' })).toMatchObject({ sum: 500, start: { method: 'cash' } });
  expect(cardMovementCalls({ ...movement, kind: 'discharge' }).start).toEqual({ method: 'loyalty', body: {} });
});

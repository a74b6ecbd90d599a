/** The customer's view of a sale, in every state and for any parts. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partStates } from '../domain/saleParts.ts';
import type { SalePart, SmartTransaction } from '../wire/transactions.ts';
import { type CustomerCommand, displayView, GIVEN_UP, THANKS } from './customerView.ts';

const AT = Date.parse('2026-11-24T10:00:00Z');
const display = { shop: 'Demo', language: 'de', picture: null, training: false } as const;

const item = (more: object = {}) => ({
  ...{ id: 1, parent: null, articleNumber: '1', ean: '', desc: 'Kaffee', quantity: 2, priceOne: 250, tax: 19 },
  ...{ group: [], serialNumber: null, item_type: 'article', reference_id: 'line:1', contract_id: null, sum: null },
  ...more,
});

const sale = (more: object = {}): SmartTransaction =>
  ({
    ...{ object: 'smart.transactions', id: `STX_${'A'.repeat(30)}`, status: 'created', receipt: [], idents: [] },
    updated: new Date(AT).toISOString(),
    basket: { products: [item()], texts: [], type: '' },
    basket_info: { sum: 500, missing_sum: 500, currency: 'EUR', gratuity: null },
    cashier: 'Kim Kasse',
    ...more,
  }) as unknown as SmartTransaction;

const view = (document: SmartTransaction, command: CustomerCommand | null = null, now = AT, onTill = true) =>
  displayView(display, { document, onTill, link: null }, command, () => 'Coffee', now);

const command = (step: CustomerCommand['step']): CustomerCommand => ({
  ...{ transaction: `STX_${'A'.repeat(30)}`, kind: 'payment', step, amount: 500 },
  prompt: { de: 'Bitte PIN eingeben', en: 'Please enter PIN' },
});

it('shows the total before a method is chosen, in both languages, and no name of the staff', () => {
  const shown = view(sale());
  expect(shown).toMatchObject({ state: 'basket', sale: { sum: 500, missing: 500, tenders: [] } });
  expect(shown.sale?.lines).toEqual([
    { key: '1 line:1', name: { de: 'Kaffee', en: 'Coffee' }, quantity: 2, priceOne: 250, sum: 500, reduction: false },
  ]);
  expect(JSON.stringify(shown)).not.toContain('Kim');
});

it('shows the words of the terminal while it waits for the customer, and none while nobody knows', () => {
  expect(view(sale(), command('prompt'))).toMatchObject({
    state: 'terminal',
    prompt: { de: 'Bitte PIN eingeben' },
    due: 500,
  });
  for (const step of ['deciding', 'person', 'late', 'signature'] as const)
    expect(view(sale({ status: 'pending' }), command(step))).toMatchObject({ state: 'wait', prompt: null });
  expect(view(sale({ status: 'pending' }))).toMatchObject({ state: 'wait' });
  expect(view(sale(), { ...command('prompt'), transaction: `STX_${'B'.repeat(30)}` })).toMatchObject({
    state: 'basket',
  });
});

it('shows change and each tender of a paid sale, and forgets it after the thanks', () => {
  const paid = sale({
    status: 'ok',
    change: 300,
    basket_info: { sum: 500, missing_sum: 0, currency: 'EUR', gratuity: null },
    tenders: [
      { method: 'loyalty', amount: 300 },
      { method: 'cash', amount: 200 },
    ],
  });
  expect(view(paid)).toMatchObject({
    state: 'paid',
    sale: {
      missing: 0,
      change: 300,
      given: 500,
      tenders: [
        { method: 'loyalty', amount: 300 },
        { method: 'cash', amount: 200 },
      ],
    },
  });
  expect(view(paid, null, AT + THANKS).state).toBe('idle');
});

it('draws the link to the receipt for its time, also longer than the thanks', () => {
  const link = { url: 'http://192.0.2.1/receipt/x', expires: AT + 1e9, until: AT + 120_000 };
  const shown = { document: sale({ status: 'ok', tenders: [] }), link, onTill: true };
  const at = (now: number) => displayView(display, shown, null, () => null, now);
  expect(at(AT + THANKS + 1)).toMatchObject({ state: 'paid', receipt: { url: link.url } });
  expect(at(link.until)).toMatchObject({ state: 'idle', receipt: null });
});

it('keeps a basket for as long as the till shows it, and that of a foreign cash register until it is given up', () => {
  expect(view(sale(), null, AT + 10 * GIVEN_UP).state).toBe('basket');
  expect(view(sale(), null, AT + GIVEN_UP - 1, false).state).toBe('basket');
  expect(view(sale(), null, AT + GIVEN_UP, false).state).toBe('idle');
});

it('says that nothing was charged after a failure, and that the money is back after a cancellation', () => {
  expect(view(sale({ status: 'failed' })).state).toBe('notPaid');
  expect(view(sale({ status: 'cancelled' })).state).toBe('idle');
  const back = sale({ status: 'cancelled', receipt: [{}], tenders: [{ method: 'cash', amount: 500 }] });
  expect(view(back)).toMatchObject({ state: 'returned', sale: { tenders: [{ method: 'cash', state: 'returned' }] } });
  expect(displayView(display, null, null, () => null, AT)).toMatchObject({ state: 'idle', shop: 'Demo', sale: null });
});

it('says how much of weighed goods it is, and the price of a kilogram', () => {
  const apples = item({ quantity: 1, measure: { value: 456, decimals: 3, unit: 'kg', priceOne: 299 } });
  expect(view(sale({ basket: { products: [apples], texts: [], type: '' } })).sale?.lines).toMatchObject([
    { quantity: 1, measure: { text: { de: '0,456 kg', en: '0.456 kg' }, unit: 'kg', priceOne: 299 } },
  ]);
});

it('marks discounts, and a sum below zero stays what the customer gets', () => {
  const discount = item({
    id: 2,
    reference_id: 'bonus:1',
    item_type: 'coupon',
    quantity: 1,
    priceOne: -50,
    desc: '10 %',
  });
  const shown = view(sale({ basket: { products: [item(), discount], texts: [], type: '' } }));
  expect(shown.sale?.lines.map(({ sum, reduction }) => [sum, reduction])).toEqual([
    [500, false],
    [-50, true],
  ]);
  const back = sale({ basket_info: { sum: -250, missing_sum: -250, currency: 'EUR', gratuity: null } });
  expect(view(back).sale).toMatchObject({ sum: -250, missing: -250 });
});

it('adds up for any parts: what is paid and what is missing make the total', () => {
  const part = fc.record({
    ...{
      id: fc.uuid(),
      method: fc.constantFrom('cash', 'cashless', 'voucher'),
      amount: fc.integer({ min: 1, max: 9999 }),
    },
    status: fc.constantFrom(...partStates),
  });
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 6 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 0, max: 5000 }),
      (parts, card, rest) => {
        const held = parts.filter(({ status }) => ['paid', 'returning', 'returnUnknown'].includes(status));
        const sum = held.reduce((total, { amount }) => total + amount, 0) + card + rest;
        const ident = { valid: true, merchantcard: { points: 0, cardgroup: { display_name: 'Karte' } } };
        const shown = view(
          sale({
            status: 'processing',
            parts: parts as unknown as SalePart[],
            idents: [ident],
            basket_info: { sum, missing_sum: rest, currency: 'EUR', gratuity: null },
          }),
        ).sale!;
        const kept = parts.filter(({ status }) => status !== 'declined').length;
        expect(shown.tenders).toHaveLength(kept + (card > 0 ? 1 : 0));
        expect(shown.card?.pays).toBe(card);
        expect(shown.missing + shown.card!.pays + held.reduce((total, { amount }) => total + amount, 0)).toBe(
          shown.sum,
        );
      },
    ),
  );
});

/** However a sale comes back, in whatever parts: the parts make what was paid, with taxes and discounts to the cent. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BasketItem, basketTotal, lineTotal, numberItems, type UnnumberedItem } from './basket.ts';
import { priceOfMeasure } from './money.ts';
import {
  bonusIn,
  earnedBack,
  freeUnits,
  type GivenTender,
  isReturnable,
  netOf,
  payOutTo,
  proposedPayOuts,
  returnedTax,
  returnItems,
  type UnitRange,
  unitsIn,
  wantedUnits,
  worthOfLines,
} from './returns.ts';
import { taxTotals } from './tax.ts';

const line = (desc: string, quantity: number, priceOne: number, tax = 19, more: Partial<UnnumberedItem> = {}) => ({
  ...{ id: null, parent: null, articleNumber: desc, ean: '', desc, quantity, priceOne, tax, group: [] },
  ...{ serialNumber: null, item_type: 'article', reference_id: null, contract_id: null, sum: null },
  ...more,
});
const coupon = (source: string, amount: number, tax = 19, more: Partial<UnnumberedItem> = {}) =>
  line(source, 1, -amount, tax, { item_type: 'coupon', reference_id: `bonus:${source}:${tax}`, ...more });

const weighed = (desc: string, grams: number, perKilogram: number, tax = 19) =>
  line(desc, 1, priceOfMeasure(grams, 3, perKilogram), tax, {
    measure: { value: grams, decimals: 3, unit: 'kg', priceOne: perKilogram },
  });

const back = (items: readonly BasketItem[], id: number, ranges: readonly UnitRange[]) => {
  const worth = worthOfLines(items).find(one => one.line === id);
  const item = items.find(one => one.id === id);
  if (!worth || !item) throw new Error('no such line');
  return numberItems(returnItems(item, worth, ranges, { sale: 'STX_1', receipt_number: 7 }));
};

const basket = fc
  .record({
    lines: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 12 }),
        priceOne: fc.integer({ min: 0, max: 5000 }),
        tax: fc.constantFrom(0, 7, 19),
        grams: fc.option(fc.integer({ min: 1, max: 3000 })),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    coupons: fc.array(
      fc.record({ percent: fc.integer({ min: 1, max: 60 }), tax: fc.constantFrom(0, 7, 19), isBalance: fc.boolean() }),
      { maxLength: 3 },
    ),
  })
  .map(({ lines, coupons }) => {
    const goods = lines.map(({ quantity, priceOne, tax, grams }, index) =>
      grams === null ? line(`A${index}`, quantity, priceOne, tax) : weighed(`A${index}`, grams, priceOne, tax),
    );
    const whole = goods.reduce((sum, { quantity, priceOne }) => sum + quantity * priceOne, 0);
    const taken = coupons
      .map(({ percent, tax, isBalance }) =>
        coupon(isBalance ? 'balance' : 'ten', Math.floor((whole * percent) / 300), tax),
      )
      .filter(({ priceOne }) => priceOne < 0);
    return numberItems([...goods, ...taken]);
  });

/** Every line in parts of random size, in random order. */
const inParts = fc.tuple(basket, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 80, maxLength: 80 }));

describe('the worth of lines', () => {
  it('shares every discount and the tax of each rate out to the cent', () => {
    fc.assert(
      fc.property(basket, items => {
        const worth = worthOfLines(items);
        expect(worth.reduce((sum, { net }) => sum + net, 0)).toBe(basketTotal(items));
        expect(worth.every(({ net }) => net >= 0)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('comes back whole, in whatever parts: sum, tax of each rate, and bonus balance', () => {
    fc.assert(
      fc.property(inParts, ([items, sizes]) => {
        const worths = worthOfLines(items);
        let at = 0;
        const parts = worths.flatMap(worth => {
          const taken: UnitRange[] = [];
          const returned: BasketItem[][] = [];
          while (unitsIn(taken) < worth.units) {
            const size = sizes[at++ % sizes.length] ?? 1;
            const wanted = worth.measure ? Math.ceil((worth.units * size) / 7) : size;
            const count = Math.min(worth.units - unitsIn(taken), wanted);
            const ranges = freeUnits(worth.units, taken, count) ?? [];
            taken.push(...ranges);
            expect(netOf(worth, ranges)).toBeGreaterThanOrEqual(0);
            returned.push([...back(items, worth.line, ranges)]);
          }
          expect(freeUnits(worth.units, taken, 1)).toBeNull();
          return returned;
        });
        const all = parts.flat();
        for (const { line: id, measure } of worths.filter(one => one.measure))
          expect(all.reduce((sum, one) => sum + (one.return_of?.line === id ? (one.measure?.value ?? 0) : 0), 0)).toBe(
            measure?.value,
          );
        expect(basketTotal(all)).toBe(-basketTotal(items) || 0);
        const tax = items.length === 0 ? 0 : taxTotals(items).reduce((sum, one) => sum + one.tax, 0);
        expect(parts.reduce((sum, part) => sum + returnedTax(part), 0)).toBe(-tax || 0);
        const balance = items
          .filter(({ articleNumber }) => articleNumber === 'balance')
          .reduce((s, i) => s - lineTotal(i), 0);
        expect(worths.reduce((sum, one) => sum + bonusIn(one, [{ first: 1, last: one.units }]), 0)).toBe(balance);
      }),
      { numRuns: 200 },
    );
  });

  it('counts a discount on the line that it names, and on what the campaign names', () => {
    const items = numberItems([
      line('coffee', 1, 300),
      line('cake', 1, 300),
      coupon('own', 50, 19, { parent: 2, reference_id: null }),
      coupon('coffee-10', 30),
    ]);
    const worth = worthOfLines(
      items,
      (discount, one) => discount.articleNumber !== 'coffee-10' || one.desc === 'coffee',
    );
    expect(worth.map(({ net }) => net)).toEqual([270, 250]);
  });

  it('10,00 off three times 100,00 comes back as 96,67 + 96,67 + 96,66 in some order', () => {
    const items = numberItems([line('A', 3, 10000), coupon('ten', 1000)]);
    const [worth] = worthOfLines(items);
    const each = [1, 2, 3].map(unit => (worth ? netOf(worth, [{ first: unit, last: unit }]) : 0));
    expect(each.toSorted()).toEqual([9666, 9667, 9667]);
    expect(each.reduce((a, b) => a + b)).toBe(29000);
  });

  it('0,350 kg of 1,000 kg is that part of the price, and the last part takes the rest', () => {
    const items = numberItems([weighed('apples', 1000, 1999, 7), coupon('ten', 100, 7)]);
    const [worth] = worthOfLines(items);
    if (!worth) throw new Error('no worth');
    const parts = [350, 350, 300].map((grams, index) => {
      const first = 1 + 350 * index;
      return back(items, 1, [{ first, last: first + grams - 1 }]);
    });
    expect(parts.map(([goods]) => [goods?.quantity, goods?.measure?.value, goods?.priceOne])).toEqual([
      [-1, 350, 699],
      [-1, 350, 700],
      [-1, 300, 600],
    ]);
    expect(parts.reduce((sum, part) => sum + basketTotal(part), 0)).toBe(-1899);
    // At 0.10 EUR with 0.09 off, the discount grows by a cent at the 112th of 1000 grams, and the price does not.
    const [cheap] = worthOfLines(numberItems([weighed('apples', 1000, 10), coupon('ten', 9)]));
    expect(cheap && netOf(cheap, [{ first: 112, last: 112 }])).toBe(0);
  });

  it('is divided as finely as it was measured', () => {
    const [kilogram, piece] = worthOfLines(numberItems([weighed('apples', 1000, 1999), line('bread', 3, 450)]));
    if (!kilogram || !piece) throw new Error('no worth');
    expect(wantedUnits(kilogram, { quantity: 1 })).toBe(1000);
    expect(wantedUnits(kilogram, { measure: { value: 35, decimals: 2 } })).toBe(350);
    expect(wantedUnits(kilogram, { measure: { value: 3500, decimals: 4 } })).toBe(350);
    expect(wantedUnits(kilogram, { measure: { value: 3501, decimals: 4 } })).toBeNull();
    expect(wantedUnits(kilogram, { quantity: 2, measure: { value: 1, decimals: 3 } })).toBeNull();
    expect(wantedUnits(piece, { quantity: 2 })).toBe(2);
    expect(wantedUnits(piece, { measure: { value: 1, decimals: 0 } })).toBeNull();
  });

  it('leaves out what is no goods', () => {
    const items = numberItems([
      line('goods', 2, 100),
      line('load', 1, 5000, 0, { ean: '2900000000018' }),
      line('deposit back', -2, 25),
      coupon('ten', 10),
      line('sub', 1, 0, 19, { item_type: 'sub_transaction' }),
      line('came back', -1, 100, 19, {
        item_type: 'return',
        return_of: { sale: null, receipt_number: null, line: null, tax_amount: null },
      }),
    ]);
    expect(items.filter(isReturnable).map(({ desc }) => desc)).toEqual(['goods']);
  });
});

describe('units', () => {
  it('are the lowest that are free, also between others', () => {
    const taken = [
      { first: 2, last: 3 },
      { first: 6, last: 6 },
    ];
    expect(freeUnits(8, taken, 4)).toEqual([
      { first: 1, last: 1 },
      { first: 4, last: 5 },
      { first: 7, last: 7 },
    ]);
    expect(freeUnits(8, taken, 6)).toBeNull();
  });

  it('take points with them that add up', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 9999 }), fc.array(fc.nat(999)), (points, whole, cuts) => {
        const at = [0, ...cuts.map(cut => cut % (whole + 1)).sort((a, b) => a - b), whole];
        const parts = at.slice(1).map((after, index) => earnedBack(points, whole, at[index] ?? 0, after));
        expect(parts.reduce((a, b) => a + b, 0)).toBe(points);
      }),
    );
  });
});

describe('the money', () => {
  const tender = (method: string, given: number, more: Partial<GivenTender> = {}): GivenTender => ({
    ...{
      sale: 'STX_1',
      tender: 0,
      method,
      given,
      back: 0,
      holdsBalance: false,
      canReverse: false,
      canRefund: true,
      ...more,
    },
  });

  it('goes to the loyalty card before the payment card before cash, to each no more than it gave', () => {
    const tenders = [
      tender('cash', 500),
      tender('cashless', 400, { tender: 1 }),
      tender('loyalty', 300, { tender: 2 }),
    ];
    expect(proposedPayOuts(900, tenders).map(({ method, amount }) => [method, amount])).toEqual([
      ['loyalty', 300],
      ['cashless', 400],
      ['cash', 200],
    ]);
  });

  it('is reversed where the whole payment goes back, else refunded, else cash by right', () => {
    expect(proposedPayOuts(400, [tender('cashless', 400, { canReverse: true })])[0]?.how).toBe('reversal');
    expect(proposedPayOuts(399, [tender('cashless', 400, { canReverse: true })])[0]?.how).toBe('refund');
    expect(proposedPayOuts(399, [tender('cashless', 400, { canRefund: false })])).toEqual([
      { method: 'cash', amount: 399, to: null, how: null },
    ]);
  });

  it('goes back on paper only as the whole voucher', () => {
    expect(payOutTo(tender('voucher', 400), 400)?.method).toBe('voucher');
    expect(payOutTo(tender('voucher', 400), 399)).toBeNull();
    expect(payOutTo(tender('voucher', 400, { holdsBalance: true }), 399)?.amount).toBe(399);
  });

  it('never gives a tender more than it gave', () => {
    const tenders = fc.array(
      fc.record({
        method: fc.constantFrom('cash', 'cashless', 'loyalty', 'voucher', 'cashless_direct', 'paypal'),
        given: fc.nat(2000),
        back: fc.nat(2000),
        holdsBalance: fc.boolean(),
        canReverse: fc.boolean(),
        canRefund: fc.boolean(),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(tenders, fc.integer({ min: 1, max: 5000 }), (some, amount) => {
        const all = some.map((one, index) => ({ ...one, sale: 'STX_1', tender: index }));
        const outs = proposedPayOuts(amount, all);
        expect(outs.reduce((sum, one) => sum + one.amount, 0)).toBe(amount);
        for (const { given, back: gone, tender: index } of all) {
          const got = outs.filter(({ to }) => to?.tender === index).reduce((sum, one) => sum + one.amount, 0);
          expect(got === 0 || gone + got <= given).toBe(true);
        }
      }),
    );
  });
});

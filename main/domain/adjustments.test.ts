/** Prices and discounts by hand: shares are exact, stay what they are, and follow their lines. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DiscountGrant,
  discountLines,
  discountOn,
  discountText,
  planAdjustment,
  priceBefore,
  shareNow,
  withBoundDiscounts,
} from './adjustments.ts';
import { type BasketItem, basketTotal, bonusItem, numberItems } from './basket.ts';
import { bonusItems, type Campaign } from './campaigns.ts';
import { taxTotals } from './tax.ts';

const item = (key: string, priceOne: number, more: Partial<BasketItem> = {}): BasketItem => ({
  ...{ id: Number(/\d+/.exec(key)?.[0] ?? 0), parent: null, articleNumber: key, ean: '', desc: key, quantity: 1 },
  ...{ priceOne, tax: 19, group: [], serialNumber: null, item_type: 'article', reference_id: key },
  ...{ contract_id: null, sum: null, ...more },
});
const none = () => false;
const given = { id: 'g1', reason: 'dented', by: 'Person', approved: false };

/** The basket with a discount as the bridge stores it. */
function discounted(
  items: readonly BasketItem[],
  request: Parameters<typeof planAdjustment>[1],
): readonly BasketItem[] {
  const plan = planAdjustment(items, request, none);
  if (!plan.ok || plan.grant.kind !== 'discount') throw new Error(JSON.stringify(plan));
  const grant: DiscountGrant = { ...plan.grant, ...given };
  return withBoundDiscounts(numberItems(items.flatMap(line => [line, ...discountLines(line, [grant], 'de')])));
}

describe('a discount by hand', () => {
  it('is shared to the cent by the largest remainder, below each line, at its tax rate', () => {
    const items = [item('l1', 10_000), item('l2', 10_000, { tax: 7 }), item('l3', 10_000)];
    const after = discounted(items, { kind: 'discount', line: null, amount: 1000 });
    expect(after.map(({ priceOne, tax, parent }) => [priceOne, tax, parent])).toEqual([
      [10_000, 19, null],
      [-334, 19, 1],
      [10_000, 7, null],
      [-333, 7, 2],
      [10_000, 19, null],
      [-333, 19, 3],
    ]);
    expect(taxTotals(after).map(({ rate, gross }) => [rate, gross])).toEqual([
      [19, 19_333],
      [7, 9667],
    ]);
  });

  it('leaves out deposits, empties, top-ups, coupons and what comes back', () => {
    const items = [
      item('l1', 200),
      item('pfand', 25),
      item('l3', 5000, { ean: '2900000000018' }),
      item('l4', 25, { item_type: 'empties', quantity: -4 }),
      item('l5', -100, { item_type: 'coupon' }),
      { ...item('l6', -300), return_of: {} } as BasketItem,
    ];
    const plan = planAdjustment(items, { kind: 'discount', line: null, percent: 50 }, number => number === 'pfand');
    expect(plan).toMatchObject({ ok: true, value: 100, grant: { shares: [{ line: 'l1', amount: 100 }] } });
    for (const line of ['l3', 'l4', 'l5', 'l6'])
      expect(planAdjustment(items, { kind: 'discount', line, percent: 50 }, none)).toEqual({ ok: false, why: 'kind' });
    expect(planAdjustment(items, { kind: 'price', line: 'gone', price: 1 }, none)).toEqual({ ok: false, why: 'line' });
  });

  it('never takes more than what is left of its lines', () => {
    const items = discounted([item('l1', 300)], { kind: 'discount', line: 'l1', amount: 200 });
    expect(planAdjustment(items, { kind: 'discount', line: null, amount: 101 }, none)).toEqual({
      ok: false,
      why: 'more',
    });
    expect(planAdjustment(items, { kind: 'discount', line: null, percent: 100 }, none)).toMatchObject({ value: 100 });
    expect(planAdjustment(items, { kind: 'price', line: 'l1', price: 199 }, none)).toEqual({ ok: false, why: 'more' });
  });

  it('adds up exactly, whatever the basket is, and its parts never exceed it when pieces are taken away', () => {
    const lines = fc.array(
      fc.record({ price: fc.integer({ min: 0, max: 100_000 }), pieces: fc.integer({ min: 1, max: 20 }) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 0, max: 20 }),
        (some, hundredths, less) => {
          const items = some.map(({ price, pieces }, index) => item(`l${index + 1}`, price, { quantity: pieces }));
          const plan = planAdjustment(items, { kind: 'discount', line: null, percent: hundredths / 100 }, none);
          if (!plan.ok || plan.grant.kind !== 'discount') return plan.ok === false && plan.why === 'nothing';
          const { shares } = plan.grant;
          expect(shares.reduce((sum, share) => sum + share.amount, 0)).toBe(plan.value);
          const grant: DiscountGrant = { ...plan.grant, ...given };
          for (const share of shares) {
            const line = items.find(({ reference_id }) => reference_id === share.line)!;
            const quantity = Math.max(0, line.quantity - less);
            const [coupon] = discountLines({ ...line, quantity }, [grant], 'en');
            const now = 0 - (coupon?.priceOne ?? 0);
            expect(share.amount).toBeLessThanOrEqual(line.quantity * line.priceOne);
            expect(now).toBeLessThanOrEqual(quantity * line.priceOne);
            expect(now).toBe(shareNow(share, quantity));
            // Once the piece is back, the share is what it was: nothing was shared anew.
            expect(discountLines(line, [grant], 'en')[0]?.priceOne).toBe(-share.amount);
          }
          return true;
        },
      ),
      { numRuns: 200 },
    );
  });

  it('comes before the campaigns, which work on what it leaves', () => {
    const campaign: Campaign = { id: 'ten', name: '10 %', condition: {}, effect: { type: 'percent', percent: 10 } };
    const items = discounted([item('l1', 1000), item('l2', 1000)], { kind: 'discount', line: 'l1', percent: 50 });
    expect(bonusItems([campaign], items, null, 0)).toEqual([bonusItem(4, 'ten', { desc: '10 %' }, 19, 150)]);
    expect(basketTotal([...items, ...bonusItems([campaign], items, null, 0)])).toBe(1350);
  });

  it('says its per cent in the language of the receipt', () => {
    expect(discountText({ percent: 12.5 }, 'de')).toBe('Rabatt 12,5 %');
    expect(discountText({ percent: null }, 'en')).toBe('Discount');
  });
});

describe('a price by hand', () => {
  it('gives away what it is below the price before, or adds what it is above it, for all pieces', () => {
    const items = [item('l1', 299, { quantity: 3 })];
    expect(planAdjustment(items, { kind: 'price', line: 'l1', price: 199 }, none)).toMatchObject({
      value: 300,
      grant: { from: 299, price: 199, units: 3 },
    });
    expect(planAdjustment(items, { kind: 'price', line: 'l1', price: 399 }, none)).toMatchObject({ value: 300 });
    const marked = { ...items[0]!, priceOne: 199, manual_price: { from: 299 } } as BasketItem;
    expect(priceBefore(marked)).toBe(299);
    expect(planAdjustment([marked], { kind: 'price', line: 'l1', price: 149 }, none)).toMatchObject({ value: 450 });
    expect(discountOn([marked], marked)).toBe(0);
  });
});

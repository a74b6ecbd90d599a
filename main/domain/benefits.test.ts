/** The gain of a card from a basket, and the campaigns that are near. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BasketItem, cardArticle, cardTotal, normaliseItem, numberItems, revenue } from './basket.ts';
import { earnedBy, nearCampaigns } from './benefits.ts';
import type { Campaign } from './campaigns.ts';
import { soldValues } from './valueVoucher.ts';

const lines = (...raw: object[]): readonly BasketItem[] =>
  numberItems(
    raw.map(one => {
      const read = normaliseItem(one);
      if (!read.ok) throw new Error(read.problem.path);
      return read.value;
    }),
  );
const bread = (priceOne: number, quantity = 1) => ({ articleNumber: '1', desc: 'Brot', priceOne, quantity, tax: 7 });
const campaign = (condition: Campaign['condition']): Campaign => ({
  ...{ id: 'c', name: 'Zehn Prozent', condition },
  effect: { type: 'percent', percent: 10 },
});

describe('campaigns that are near', () => {
  it('name what is missing of a sum and of a number of articles, and leave out what is far or holds already', () => {
    const items = lines(bread(600, 2));
    const near = (condition: Campaign['condition']) => nearCampaigns([campaign(condition)], items, 'CRG', 0);
    expect(near({ minBasketSum: 1500 })).toEqual([{ name: 'Zehn Prozent', missing: 300, of: 'sum' }]);
    expect(
      nearCampaigns([{ ...campaign({ minBasketSum: 1500 }), nameEn: 'Ten per cent' }], items, 'CRG', 0),
    ).toMatchObject([{ name: 'Zehn Prozent', name_en: 'Ten per cent' }]);
    expect(near({ minQuantity: 3 })).toEqual([{ name: 'Zehn Prozent', missing: 1, of: 'articles' }]);
    expect(near({ minBasketSum: 5000 })).toEqual([]);
    expect(near({ minBasketSum: 1200 })).toEqual([]);
    expect(near({ minBasketSum: 1500, cardGroups: ['other'] })).toEqual([]);
  });
});

describe('vouchers and top-ups', () => {
  it('earn nothing and are no revenue, whatever else is in the basket', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 99_999 }), (goods, value) => {
        const voucher = { ean: '2900000000216', priceOne: value, quantity: 2 };
        const topUp = { ean: '2900000000018', priceOne: value };
        const [with_, without] = [lines(bread(goods), voucher, topUp), lines(bread(goods))];
        expect(revenue(with_)).toBe(goods);
        expect(cardTotal(with_, 'voucher')).toBe(2 * value);
        expect(earnedBy([], with_, goods, 'CRG', 0)).toEqual(earnedBy([], without, goods, 'CRG', 0));
        expect(soldValues(with_)).toEqual({ values: [value, value], fault: null });
      }),
    );
  });

  it('a line that sells no voucher is none', () => {
    expect(cardArticle({ ean: '4711', articleNumber: '' })).toBeNull();
  });
});

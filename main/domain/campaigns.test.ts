/** Campaigns: conditions, discounts, bonus and point factors. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BasketItem, basketTotal, isBonusItem, nameIn, readBasket } from './basket.ts';
import {
  bonusCollected,
  bonusItems,
  type Campaign,
  type CampaignCondition,
  type CampaignEffect,
  pointsFactor,
} from './campaigns.ts';
import { addUp } from './money.ts';
import { grossByRate } from './tax.ts';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const BASE = 'CRG_BASE';

function basketOf(...products: readonly object[]): readonly BasketItem[] {
  const read = readBasket(products);
  if (!read.ok) throw new Error(read.problem.path);
  return read.value;
}

const coffee = (priceOne: number, quantity = 1, tax = 19) => ({
  priceOne,
  quantity,
  tax,
  articleNumber: '1006',
  ean: '2000000010069',
  group: [{ id: 'coffee', desc: 'Kaffee', level: 1 }],
});
const bread = (priceOne: number, tax = 7) => ({ priceOne, tax, articleNumber: '2000' });

const campaign = (effect: CampaignEffect, condition: CampaignCondition = {}, id = 'CMP_1'): Campaign => ({
  id,
  name: 'Kaffeerabatt',
  condition,
  effect,
});
const tenPercent = (condition?: CampaignCondition, id?: string) =>
  campaign({ type: 'percent', percent: 10 }, condition, id);

const linesFor = (campaigns: readonly Campaign[], basket: readonly BasketItem[], cardGroup: string | null = BASE) =>
  bonusItems(campaigns, basket, cardGroup, NOW).map(item => [item.reference_id, item.priceOne]);

describe('a discount', () => {
  const onCoffee = tenPercent({ cardGroups: [BASE], articleGroups: ['coffee'] });

  it('becomes one coupon line for each tax rate', () => {
    const basket = basketOf(coffee(340, 2), bread(450), coffee(580, 1, 7));
    expect(bonusItems([onCoffee], basket, BASE, NOW)).toEqual([
      {
        id: 4,
        parent: null,
        articleNumber: 'CMP_1',
        ean: '',
        desc: 'Kaffeerabatt',
        quantity: 1,
        priceOne: -68,
        tax: 19,
        group: [],
        serialNumber: null,
        item_type: 'coupon',
        reference_id: 'bonus:CMP_1:19',
        contract_id: null,
        sum: null,
      },
      expect.objectContaining({ id: 5, priceOne: -58, tax: 7, reference_id: 'bonus:CMP_1:7' }),
    ]);
  });

  it('may be named for each tax rate', () => {
    const named = { ...onCoffee, nameByTax: { 7: 'Bohnenrabatt' } };
    const basket = basketOf(coffee(340), coffee(580, 1, 7));
    expect(bonusItems([named], basket, BASE, NOW).map(item => item.desc)).toEqual(['Kaffeerabatt', 'Bohnenrabatt']);
  });

  it('has its English text beside the other, and none where there is one text for both languages', () => {
    const english = { ...onCoffee, nameEn: 'Off coffee', nameByTax: { 7: 'Bohnen' }, nameByTaxEn: { 7: 'Beans' } };
    const basket = basketOf(coffee(340), coffee(580, 1, 7));
    const lines = bonusItems([english], basket, BASE, NOW);
    expect(lines.map(item => [nameIn(item, 'de'), nameIn(item, 'en')])).toEqual([
      [onCoffee.name, 'Off coffee'],
      ['Bohnen', 'Beans'],
    ]);
    for (const nameEn of [undefined, null, '', onCoffee.name])
      expect(bonusItems([{ ...onCoffee, ...(nameEn === undefined ? {} : { nameEn }) }], basket, BASE, NOW)).toEqual(
        bonusItems([onCoffee], basket, BASE, NOW),
      );
  });

  it('is rounded commercially and left out below one unit', () => {
    expect(linesFor([onCoffee], basketOf(coffee(5)))).toEqual([['bonus:CMP_1:19', -1]]);
    expect(linesFor([onCoffee], basketOf(coffee(4)))).toEqual([]);
  });

  it('of a fixed amount is shared by the tax rates and never exceeds what the articles cost', () => {
    const off = campaign({ type: 'amount', amount: 500 }, { articleGroups: ['coffee'] });
    expect(linesFor([off], basketOf(coffee(900), coffee(600, 1, 7)))).toEqual([
      ['bonus:CMP_1:19', -300],
      ['bonus:CMP_1:7', -200],
    ]);
    expect(linesFor([off], basketOf(coffee(120), bread(900)))).toEqual([['bonus:CMP_1:19', -120]]);
  });

  it('is computed on the articles’ own prices, whatever campaigns come before', () => {
    expect(linesFor([tenPercent({}, 'A'), tenPercent({}, 'B')], basketOf(coffee(1000)))).toEqual([
      ['bonus:A:19', -100],
      ['bonus:B:19', -100],
    ]);
  });

  it('gets the rest where campaigns and coupons together exceed the tax rate', () => {
    const half = (id: string) => campaign({ type: 'percent', percent: 60 }, {}, id);
    expect(linesFor([half('A'), half('B')], basketOf(coffee(1000)))).toEqual([
      ['bonus:A:19', -600],
      ['bonus:B:19', -400],
    ]);
    const couponed = basketOf(coffee(1000), { item_type: 'coupon', priceOne: -900, tax: 19 });
    expect(linesFor([half('A')], couponed)).toEqual([['bonus:A:19', -100]]);
  });

  it('is given on articles only', () => {
    const others = basketOf(
      { item_type: 'shipping', priceOne: 500 },
      { item_type: 'coupon', priceOne: 500 },
      { ean: '2900000000018', priceOne: 5000 },
      coffee(-300),
    );
    expect(linesFor([tenPercent()], others)).toEqual([]);
  });
});

describe('a condition', () => {
  const two = basketOf(coffee(340, 2), bread(450));
  it.each<[string, CampaignCondition, boolean]>([
    ['nothing stated', {}, true],
    ['the card group', { cardGroups: ['CRG_OTHER', BASE] }, true],
    ['another card group', { cardGroups: ['CRG_OTHER'] }, false],
    ['an article number', { articles: ['1006'] }, true],
    ['an EAN', { articles: ['2000000010069'] }, true],
    ['an article that is not there', { articles: ['4711', ''] }, false],
    ['an article group', { articleGroups: ['coffee'] }, true],
    ['a group that is not there', { articleGroups: ['tea'] }, false],
    ['a quantity reached', { articleGroups: ['coffee'], minQuantity: 2 }, true],
    ['a quantity missed', { articleGroups: ['coffee'], minQuantity: 3 }, false],
    ['a basket sum reached', { minBasketSum: 1130 }, true],
    ['a basket sum missed', { minBasketSum: 1131 }, false],
    ['begun this instant', { validFrom: '2026-06-15T14:00:00+02:00' }, true],
    ['not yet begun', { validFrom: '2026-06-15T12:00:01Z' }, false],
    ['not yet over', { validTo: '2026-06-15T12:00:01Z' }, true],
    ['over this instant', { validTo: '2026-06-15T12:00:00Z' }, false],
  ])('of %s: %j', (_, condition, applies) => {
    expect(linesFor([tenPercent(condition)], two).length > 0).toBe(applies);
  });

  it('without card groups holds without a card too', () => {
    expect(linesFor([tenPercent()], two, null)).toHaveLength(2);
    expect(linesFor([tenPercent({ cardGroups: [BASE] })], two, null)).toEqual([]);
  });
});

describe('points', () => {
  it('take the best factor that applies', () => {
    const factor = (value: number, condition = {}) => campaign({ type: 'pointsFactor', factor: value }, condition);
    const basket = basketOf(coffee(340));
    const campaigns = [
      factor(2),
      factor(3, { articleGroups: ['coffee'] }),
      factor(9, { minQuantity: 2 }),
      tenPercent(),
    ];
    expect(pointsFactor(campaigns, basket, BASE, NOW)).toBe(3);
    expect(pointsFactor([tenPercent()], basket, BASE, NOW)).toBe(1);
    expect(linesFor([factor(2)], basket)).toEqual([]);
  });
});

describe('bonus collected by a sale', () => {
  const collect = (percent: number, condition: CampaignCondition = {}): Campaign => ({
    id: 'CMP_C',
    name: 'Bonus',
    condition,
    effect: { type: 'collect', percent },
  });
  const basket = basketOf(coffee(1000), bread(500), { priceOne: 2000, ean: '2900000000018' });

  it('is a share of the matching articles; loading the card collects nothing', () => {
    expect(bonusCollected([collect(10)], basket, BASE, NOW)).toBe(150);
    expect(bonusCollected([collect(10, { articleGroups: ['coffee'] }), collect(1)], basket, BASE, NOW)).toBe(115);
    expect(bonusCollected([collect(10, { cardGroups: ['CRG_OTHER'] })], basket, BASE, NOW)).toBe(0);
    expect(linesFor([collect(10)], basket)).toEqual([]);
  });

  it('is never more than the sale brought in', () => {
    expect(bonusCollected([collect(90), collect(90)], basket, BASE, NOW)).toBe(1500);
    expect(bonusCollected([collect(100)], basketOf(coffee(1000), coffee(-900)), BASE, NOW)).toBe(100);
  });
});

describe('whatever basket and campaigns', () => {
  const line = fc.record({
    item_type: fc.constantFrom('article', 'article', 'article', 'coupon', 'shipping'),
    quantity: fc.integer({ min: -3, max: 9 }),
    priceOne: fc.integer({ min: -500, max: 3_000 }),
    tax: fc.constantFrom(0, 7, 19),
    articleNumber: fc.constantFrom('1', '2', '3'),
  });
  const effect = fc.oneof(
    fc.record({ type: fc.constant('percent' as const), percent: fc.integer({ min: -10, max: 200 }) }),
    fc.record({ type: fc.constant('amount' as const), amount: fc.integer({ min: -100, max: 5_000 }) }),
  );
  const condition = fc.record(
    { articles: fc.subarray(['1', '2']), minQuantity: fc.integer({ min: 1, max: 4 }), minBasketSum: fc.nat(2_000) },
    { requiredKeys: [] },
  );
  const campaigns = fc
    .array(fc.tuple(effect, condition), { maxLength: 5 })
    .map(list => list.map(([what, when], index) => campaign(what, when, `CMP_${index}`)));

  it('discounts never exceed what the lines of their tax rate cost', () => {
    fc.assert(
      fc.property(fc.array(line), campaigns, (products, offers) => {
        const basket = basketOf(...products);
        const discounts = bonusItems(offers, basket, BASE, NOW);
        for (const [rate, off] of grossByRate(discounts)) {
          const cost = grossByRate(basket).find(([tax]) => tax === rate)?.[1] ?? 0;
          expect(off).toBeLessThan(0);
          expect(cost + off).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('a campaign takes no more off than its own articles cost', () => {
    fc.assert(
      fc.property(fc.array(line), effect, (products, what) => {
        const basket = basketOf(...products);
        const discount = -basketTotal(bonusItems([campaign(what, { articles: ['1'] })], basket, BASE, NOW));
        const articles = basket.filter(item => item.item_type === 'article' && item.articleNumber === '1');
        const cost = addUp(grossByRate(articles).map(([, gross]) => Math.max(0, gross)));
        expect(discount).toBeLessThanOrEqual(cost);
      }),
    );
  });

  it('lines are put in once, however often they are asked for', () => {
    fc.assert(
      fc.property(fc.array(line), campaigns, (products, offers) => {
        const basket = basketOf(...products);
        const once = bonusItems(offers, basket, BASE, NOW);
        const again = bonusItems(offers, [...once, ...basket], BASE, NOW);
        expect(again).toEqual(once);
        expect(once.every(isBonusItem)).toBe(true);
        expect(new Set(once.map(item => item.reference_id)).size).toBe(once.length);
        expect(new Set([...basket, ...once].map(item => item.id)).size).toBe(basket.length + once.length);
      }),
    );
  });
});

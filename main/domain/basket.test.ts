/** Reading, numbering and adding up of a basket. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BasketItem,
  basketTotal,
  bonusItem,
  cardArticle,
  cardTotal,
  inGroup,
  isBonusItem,
  lineTotal,
  nextId,
  normaliseItem,
  numberItems,
  readBasket,
  revenue,
  withoutBonus,
} from './basket.ts';
import { addUp } from './money.ts';
import { grossByRate, taxTotals } from './tax.ts';

/** The items of a basket that must be readable. */
function items(products: unknown): readonly BasketItem[] {
  const read = readBasket(products);
  if (!read.ok) throw new Error(`not read: ${read.problem.path}`);
  return read.value;
}

const problemOf = (products: unknown) => {
  const read = readBasket(products);
  return read.ok ? null : `${read.problem.path} ${read.problem.wants}`;
};

const anyItem = fc.record({
  quantity: fc.integer({ min: -20, max: 20 }),
  priceOne: fc.integer({ min: -5_000, max: 5_000 }),
  tax: fc.constantFrom(0, 7, 19),
});

describe('a line', () => {
  it('is completed with the defaults of the specification', () => {
    expect(normaliseItem({})).toEqual({
      ok: true,
      value: {
        id: null,
        parent: null,
        articleNumber: '',
        ean: '',
        desc: '',
        quantity: 1,
        priceOne: 0,
        tax: 0,
        group: [],
        serialNumber: null,
        item_type: 'article',
        reference_id: null,
        contract_id: null,
        sum: null,
      },
    });
  });

  it('takes numeric strings for integers, nulls for missing, and keeps members it does not know', () => {
    const [item] = items([
      {
        quantity: '2',
        priceOne: '-150',
        tax: '19',
        ean: null,
        plan_id: 'PLN_1',
        group: [{ id: 'coffee', level: '1' }],
      },
    ]);
    expect(item).toMatchObject({ id: 1, quantity: 2, priceOne: -150, tax: 19, ean: '', plan_id: 'PLN_1' });
    expect(item?.group).toEqual([{ id: 'coffee', desc: '', level: 1 }]);
  });

  it.each([
    [null, 'products list'],
    [{}, 'products list'],
    [['x'], 'products[0] object'],
    [[{}, { quantity: 1.5 }], 'products[1].quantity integer'],
    [[{ quantity: '1.5' }], 'products[0].quantity integer'],
    [[{ quantity: '' }], 'products[0].quantity integer'],
    [[{ id: -1 }], 'products[0].id position'],
    [[{ parent: 2 ** 31 }], 'products[0].parent position'],
    [[{ quantity: 2 ** 52 }, { quantity: 2 ** 52 }], 'products smallerTotal'],
    [[{ priceOne: true }], 'products[0].priceOne integer'],
    [[{ priceOne: 2 ** 53 }], 'products[0].priceOne integer'],
    [[{ priceOne: '9999999999999999' }], 'products[0].priceOne integer'],
    [[{ tax: 1900 }], 'products[0].tax percent'],
    [[{ tax: -1 }], 'products[0].tax percent'],
    [[{ desc: 5 }], 'products[0].desc text'],
    [[{ group: 'coffee' }], 'products[0].group groups'],
    [[{ group: [{ desc: 'no id' }] }], 'products[0].group groups'],
    [[{ sub_basket: {} }], 'products[0].sub_basket list'],
    [[{ sub_basket: [{ tax: 'x' }] }], 'products[0].sub_basket[0].tax percent'],
    [[{ quantity: 2 ** 30, priceOne: 2 ** 30 }], 'products smallerTotal'],
    [[{ priceOne: 2 ** 52 }, { priceOne: 2 ** 52 }], 'products smallerTotal'],
    [[{ priceOne: 2 ** 52 }, { priceOne: -(2 ** 52) }], 'products smallerTotal'],
    [
      [{ item_type: 'sub_transaction', sub_basket: [{ quantity: 2 ** 40, priceOne: 2 ** 40 }] }],
      'products smallerTotal',
    ],
  ])('is refused: %j', (products, problem) => expect(problemOf(products)).toBe(problem));

  it('never leads to a basket that cannot be added up, whatever is sent', () => {
    const member = fc.oneof(fc.maxSafeInteger(), fc.double(), fc.string(), fc.constant(null), fc.boolean());
    const line = fc.record(
      {
        quantity: member,
        priceOne: member,
        tax: fc.nat(100),
        sum: fc.maxSafeInteger(),
        item_type: fc.constantFrom('article', 'sub_transaction'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.jsonValue())), products => {
        const read = readBasket(products);
        if (!read.ok) return;
        expect(Number.isSafeInteger(basketTotal(read.value))).toBe(true);
        expect(addUp(taxTotals(read.value).map(total => total.gross))).toBe(basketTotal(read.value));
      }),
    );
  });
});

describe('position numbers', () => {
  it('are kept, and free ones go to the lines without', () => {
    expect(items([{}, { id: 1 }, { id: '4' }, {}]).map(item => item.id)).toEqual([2, 1, 4, 3]);
  });

  it('are given anew where they repeat', () => {
    expect(items([{ id: 0 }, { id: 0 }, { id: 0 }]).map(item => item.id)).toEqual([0, 1, 2]);
  });

  it('are counted apart in a sub-basket', () => {
    expect(items([{ sub_basket: [{}, {}] }])[0]?.sub_basket?.map(item => item.id)).toEqual([1, 2]);
  });

  it('are distinct, and numbering again changes nothing', () => {
    const ids = fc.array(fc.record({ id: fc.option(fc.integer({ min: 0, max: 8 })) }));
    fc.assert(
      fc.property(ids, lines => {
        const numbered = items(lines);
        expect(new Set(numbered.map(item => item.id)).size).toBe(lines.length);
        expect(numberItems(numbered)).toEqual(numbered);
        expect(numbered.some(item => item.id >= nextId(numbered))).toBe(false);
      }),
    );
  });
});

describe('totals', () => {
  const mixed = items([
    { quantity: 2, priceOne: 340, tax: 19 },
    { priceOne: 450, tax: 7 },
    { item_type: 'coupon', priceOne: -50, tax: 7 },
  ]);

  it('are quantity times price, coupons taken off', () => expect(basketTotal(mixed)).toBe(1080));

  it('are listed for each tax rate, highest first', () => {
    expect(taxTotals(mixed)).toEqual([
      { rate: 19, gross: 680, net: 571, tax: 109 },
      { rate: 7, gross: 400, net: 374, tax: 26 },
    ]);
    expect(grossByRate(mixed)).toEqual([
      [19, 680],
      [7, 400],
    ]);
  });

  it('take a sub-transaction by the total of its sub-basket and its rates, or by its sum where it has none', () => {
    const below = [
      { quantity: 3, priceOne: 100, tax: 7 },
      { priceOne: 200, tax: 19 },
    ];
    const [explained] = items([{ item_type: 'sub_transaction', quantity: 9, priceOne: 1, tax: 0, sub_basket: below }]);
    const [line] = items([{ item_type: 'sub_transaction', sum: 400, tax: 7, sub_basket: below }]);
    const [alone] = items([{ item_type: 'sub_transaction', sum: 400, tax: 7 }]);
    expect([explained?.sum, explained && lineTotal(explained)]).toEqual([500, 500]);
    expect(taxTotals([explained!]).map(({ rate, gross }) => [rate, gross])).toEqual([
      [19, 200],
      [7, 300],
    ]);
    expect(line?.sum).toBe(500);
    expect(taxTotals([alone!]).map(({ rate, gross }) => [rate, gross])).toEqual([[7, 400]]);
  });

  it('agree with each other', () => {
    fc.assert(
      fc.property(fc.array(anyItem), products => {
        const totals = taxTotals(items(products));
        expect(addUp(totals.map(total => total.gross))).toBe(basketTotal(items(products)));
        expect(totals.every(({ gross, net, tax }) => net + tax === gross)).toBe(true);
      }),
    );
  });
});

describe('lines of the bridge', () => {
  const bonus = bonusItem(7, 'CMP_1', { desc: 'Rabatt' }, 19, 30);

  it('are coupons with the mark, and so are found again', () => {
    expect(bonus).toMatchObject({
      id: 7,
      item_type: 'coupon',
      quantity: 1,
      priceOne: -30,
      reference_id: 'bonus:CMP_1:19',
    });
    expect(isBonusItem(bonus)).toBe(true);
  });

  it('are not the caller’s own coupons', () => {
    const own = items([
      { item_type: 'coupon', priceOne: -50, reference_id: 'voucher 4711' },
      { item_type: 'coupon', priceOne: -50 },
      { item_type: 'article', reference_id: 'bonus:looks alike' },
    ]);
    expect(own.some(isBonusItem)).toBe(false);
    expect(withoutBonus([...own, bonus])).toEqual(own);
  });

  it('are dropped when a caller sends them back', () => {
    expect(items([{ priceOne: 300 }, JSON.parse(JSON.stringify(bonus))]).map(item => item.priceOne)).toEqual([300]);
  });
});

describe('an article', () => {
  it('belongs to its groups of every level', () => {
    const [item] = items([
      {
        group: [
          { id: 'coffee', desc: 'Kaffee', level: 1 },
          { id: 'beans', desc: 'Bohnen', level: 2 },
        ],
      },
    ]);
    expect(['coffee', 'beans', 'tea'].map(id => inGroup(item!, id))).toEqual([true, true, false]);
  });

  it('may move money on the card, which is no revenue', () => {
    const basket = items([
      { priceOne: 300 },
      { articleNumber: '2900000000018', priceOne: 2000 },
      { ean: '2900000000117', priceOne: -100 },
      { ean: '2900000000025', priceOne: 10 },
      { articleNumber: '2900000000124', priceOne: -10 },
      { articleNumber: 'constructor', priceOne: 5 },
    ]);
    expect(basket.map(cardArticle)).toEqual([null, 'charge', 'discharge', 'charge', 'discharge', null]);
    expect([basketTotal(basket), revenue(basket)]).toEqual([2205, 305]);
    expect([cardTotal(basket, 'charge'), cardTotal(basket, 'discharge')]).toEqual([2010, -110]);
  });
});

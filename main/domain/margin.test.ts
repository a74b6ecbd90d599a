/** Net turnover and purchase prices of lines, by hand and for every basket. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLines, taxesOf } from './figureLines.ts';
import { costsIn, type LineCost, marginsOf } from './margin.ts';

const article = (priceOne: number, more: object = {}) => ({
  ...{ articleNumber: 'A', desc: 'A', quantity: 1, tax: 19, priceOne },
  ...more,
});
const of = (products: readonly object[], costs: readonly LineCost[], deposits: readonly string[] = []) =>
  marginsOf(readLines(products, { cashier: '', deposits }).lines, costs).map(({ goodsNet, costedNet, cost }) => [
    goodsNet,
    costedNet,
    cost,
  ]);

it('takes pieces, weights and what comes back at their purchase price, and names what is not known', () => {
  expect(
    of(
      [
        article(1190, { quantity: 2 }),
        article(0, { priceOne: undefined, measure: { value: 532, decimals: 3, unit: 'kg', priceOne: 1000 } }),
        article(1190),
        article(1190, { quantity: -1, item_type: 'return', return_of: { sale: 'STX_1', line: 1, tax_amount: -190 } }),
      ],
      [
        { line: 1, cost: 700 },
        { line: 2, cost: 333, unit: 'kg' },
        { line: 4, cost: 650 },
      ],
    ),
  ).toEqual([
    [2000, 2000, 1400],
    // 532 with 19 % in it; 0.532 × 3.33 = 1.77156
    [447, 447, 177],
    [1000, 0, 0],
    [-1000, -1000, -650],
  ]);
  // A price by the kilogram says nothing of a piece.
  expect(of([article(1190)], [{ line: 1, cost: 333, unit: 'kg' }])).toEqual([[1000, 0, 0]]);
});

it('takes discounts off the turnover and never off the cost: of their line, of their goods, else in proportion', () => {
  const coupon = (priceOne: number, more: object = {}) => article(priceOne, { item_type: 'coupon', ...more });
  const costs = [{ line: 1, cost: 500 }];
  const [own] = of([article(1190), article(1190), coupon(-119, { parent: 1 })], costs).slice(2);
  expect(own).toEqual([-100, -100, 0]);
  const [other] = of([article(1190), article(1190), coupon(-119, { parent: 2 })], costs).slice(2);
  expect(other).toEqual([-100, 0, 0]);
  const [shared] = of([article(1190), article(3570), coupon(-119)], costs).slice(2);
  expect(shared).toEqual([-100, -25, 0]);
  const back = { return_of: { sale: 'STX_1', line: 3, tax_amount: null } };
  const goods = article(1190, { quantity: -1, item_type: 'return', ...back });
  expect(of([goods, article(1190), coupon(119, back)], costs)).toEqual([
    [-1000, -1000, -500],
    [1000, 0, 0],
    [100, 100, 0],
  ]);
});

it('counts deposits, cards and vouchers neither as turnover of goods nor as cost', () => {
  expect(
    of(
      [article(119, { articleNumber: 'PFAND' }), article(-119, { articleNumber: 'PFAND', item_type: 'empties' })],
      [{ line: 1, cost: 25 }],
      ['PFAND'],
    ),
  ).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect(
    of([article(5000, { articleNumber: '2900000000018', ean: '2900000000018', tax: 0 })], [{ line: 1, cost: 1 }]),
  ).toEqual([]);
});

it('reads no cost where the record names none that can be read', () => {
  expect(
    costsIn({ costs: [{ line: 1, cost: 5 }, { line: 1 }, { line: 'x', cost: 5 }, { line: 1, cost: -5 }, null] }),
  ).toEqual([{ line: 1, cost: 5 }]);
  expect(costsIn({ costs: 'all' })).toEqual([]);
});

it('adds up to the net turnover of the receipt, and never knows more than there is', () => {
  const line = fc.record({
    priceOne: fc.integer({ min: 1, max: 99_999 }),
    quantity: fc.integer({ min: 1, max: 9 }),
    tax: fc.constantFrom(0, 7, 8.1, 19),
    isKnown: fc.boolean(),
    off: fc.integer({ min: 0, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), lines => {
      const goods = lines.map(({ priceOne, quantity, tax }, index) =>
        article(priceOne, { id: index + 1, quantity, tax }),
      );
      const discounts = lines.map(({ priceOne, tax, off }) =>
        article(-Math.floor((priceOne * off) / 100), { tax, item_type: 'coupon' }),
      );
      const read = readLines([...goods, ...discounts], { cashier: '', deposits: [] }).lines;
      const costs = lines.flatMap(({ isKnown }, index) => (isKnown ? [{ line: index + 1, cost: 1 }] : []));
      const margins = marginsOf(read, costs);
      const sum = (name: 'goodsNet' | 'costedNet') => margins.reduce((all, one) => all + one[name], 0);
      const net = taxesOf(read).reduce((all, { gross, amount }) => all + gross - amount, 0);
      expect(sum('goodsNet')).toBe(net);
      if (costs.length === lines.length) expect(sum('costedNet')).toBe(net);
      if (costs.length === 0) expect(sum('costedNet')).toBe(0);
    }),
  );
});

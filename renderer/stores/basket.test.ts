/** The basket on the screen: lines, cards, totals and tenders. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceOfMeasure } from '../../main/domain/money.ts';
import { article, card } from '../doubles/goods.ts';
import { MemoryBridge } from '../doubles/memoryBridge.ts';
import { BasketStore } from './basket.ts';
import { spendableOn } from './basketState.ts';
import { tendersFor, totalsOf } from './basketTotals.ts';
import {
  itemsFrom,
  largestQuantity,
  linesFrom,
  priceOfGrams,
  roomFor,
  sumOf,
  withArticle,
  withQuantity,
} from './lines.ts';

test('counts the line of a scanned article up, and keeps the other lines the same objects', () => {
  const one = withArticle([], article(1));
  const two = withArticle(one.lines, article(2));
  const three = withArticle(two.lines, article(1));
  expect(three.lines.map(({ quantity }) => quantity)).toEqual([2, 1]);
  expect(three.lines[1]).toBe(two.lines[1]);
  expect(three.key).toBe(one.key);
});

test('adds a new line for an article with a new price', () => {
  const { lines } = withArticle(withArticle([], article(1, 100)).lines, article(1, 120));
  expect(lines.map(({ priceOne, quantity }) => [priceOne, quantity])).toEqual([
    [100, 1],
    [120, 1],
  ]);
});

test('a measured line keeps its one piece, may be removed, and is never counted up', () => {
  const measure = { value: 532, decimals: 3, unit: 'kg', priceOne: 1590 };
  const [cheese] = withArticle([], article(1, 846)).lines;
  const weighed = [{ ...cheese!, item: { ...cheese!.item, measure } }];
  expect(withQuantity(weighed, cheese!.key, 2)).toBe(weighed);
  expect(withQuantity(weighed, cheese!.key, 0)).toEqual([]);
  expect(withArticle(weighed, article(1, 846)).lines.map(({ quantity }) => quantity)).toEqual([1, 1]);
});

test('sells a deposit with its article: one quantity, one removal, and only the deposit may go alone', () => {
  const [beer, bottle] = [article(1, 120), article(2, 25)];
  const one = withArticle([], beer, bottle);
  const two = withArticle(one.lines, beer, bottle);
  expect(two.lines.map(({ articleNumber, quantity }) => [articleNumber, quantity])).toEqual([
    ['1', 2],
    ['2', 2],
  ]);
  expect(sumOf(withQuantity(two.lines, two.lines[1]!.key, 3))).toBe(3 * 145);
  expect(withQuantity(two.lines, two.lines[1]!.key, 0).map(({ articleNumber }) => articleNumber)).toEqual(['1']);
  expect(withQuantity(two.lines, one.key, 0)).toEqual([]);
  // Empty bottles alone are a line of their own.
  expect(withArticle(two.lines, bottle).lines).toHaveLength(3);
});

test('makes a line of each weighed pack, with its measure, and the plain name in both languages', () => {
  const names = { desc: 'Äpfel', descEn: 'Apples' };
  const pack = (grams: number) => ({
    ...article(1, 136),
    desc: `Äpfel ${grams} g`,
    carried: { ean: '', grams, pricePerKilogram: 299, ...names },
  });
  const { lines } = withArticle(withArticle(withArticle([], pack(455)).lines, pack(456)).lines, pack(456));
  expect(lines.map(({ quantity, name }) => [quantity, name.de, name.en])).toEqual(
    lines.map(() => [1, 'Äpfel', 'Apples']),
  );
  expect(itemsFrom(lines)[1]).toMatchObject({
    ...{ desc: 'Äpfel', carried: { grams: 456 } },
    measure: { value: 456, decimals: 3, unit: 'kg', priceOne: 299 },
  });
  // A price in the code says nothing of a weight: the same piece again is counted up.
  const priced = { ...article(1, 136), carried: { ean: '2', grams: null, pricePerKilogram: null, ...names } };
  const counted = withArticle(withArticle([], priced).lines, priced).lines;
  expect(counted.map(({ quantity, item }) => [quantity, item.measure])).toEqual([[2, undefined]]);
});

test('gives every line of a basket its own key', () => {
  const act = fc.record({ add: fc.boolean(), number: fc.integer({ min: 1, max: 30 }) });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), acts => {
      let lines = withArticle([], article(0)).lines;
      for (const { add, number } of acts)
        lines = add
          ? withArticle(lines, article(number)).lines
          : withQuantity(lines, lines[number % (lines.length || 1)]?.key ?? '', 0);
      expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
      expect(sumOf(lines)).toBe(lines.reduce((sum, line) => sum + line.quantity * line.priceOne, 0));
    }),
  );
});

test('limits the quantity', () => {
  const { lines, key } = withArticle([], article(1));
  expect(withQuantity(lines, key, 1e9)[0]!.quantity).toBe(largestQuantity);
});

test('restores the same basket from the bridge, with names in both languages', async () => {
  const bridge = new MemoryBridge();
  const { lines } = withArticle(withArticle([], article(1)).lines, article(2));
  const sale = await bridge.createSale({ basket: { products: itemsFrom(lines) } });
  const known = new Map([1, 2].map(number => [String(number), article(number)]));
  const back = linesFrom(sale.basket.products, known);
  expect(back.map(({ key, name, quantity }) => [key, name.en, quantity])).toEqual([
    ['line:1', 'Article 1', 1],
    ['line:2', 'Article 2', 1],
  ]);
  expect(itemsFrom(back)).toMatchObject(itemsFrom(lines));
});

test('takes the last step back', () => {
  const basket = new BasketStore();
  basket.add(article(1));
  const { key } = basket.add(article(2));
  basket.remove(key);
  expect(basket.getState().lines).toHaveLength(1);
  basket.undo();
  expect(basket.getState().lines.map(line => line.articleNumber)).toEqual(['1', '2']);
  basket.clear();
  basket.add(article(3));
  basket.undo();
  expect(basket.getState().lines).toEqual([]);
  basket.undo();
  expect(basket.getState().lines).toEqual([]);
});

test('offers tenders for the missing amount', () => {
  const basket = new BasketStore();
  expect(tendersFor(basket.getState())).toEqual([]);
  basket.add(article(1, 300));
  expect(tendersFor(basket.getState())).toEqual(['cash', 'cashless']);
  basket.setCard('9', card('9', 500));
  expect(tendersFor(basket.getState())).toEqual(['loyalty']);
  expect(totalsOf(basket.getState())).toEqual({
    sum: 300,
    discount: 0,
    bonus: 0,
    cardUsed: 300,
    paid: 0,
    missing: 0,
    exact: false,
  });
  basket.setPayWithCard(false);
  expect(tendersFor(basket.getState())).toEqual(['cash', 'cashless']);
});

test('does not spend what is reserved for other sales', () => {
  const basket = new BasketStore();
  basket.add(article(1, 1000));
  const { merchantcard, refusal } = card('9', 700);
  basket.setCard('9', { merchantcard: { ...merchantcard, cash_balance_reserved: 600 }, refusal });
  expect(totalsOf(basket.getState())).toMatchObject({ cardUsed: 100, missing: 900, exact: false });
});

test('counts the reservation of its own sale as spendable after a reload', async () => {
  const bridge = new MemoryBridge();
  const { lines } = withArticle([], article(1, 1000));
  const { id } = await bridge.createSale({ basket: { products: itemsFrom(lines) } });
  const { merchantcard } = card('9', 700);
  // Other sales reserve 1.00, this sale reserves 5.00.
  const held = { ...merchantcard, cash_balance_reserved: 600 };
  const ident = {
    object: 'smart.idents',
    id: 'smi_1',
    prefix: '9',
    name: '',
    type: 'card',
    value: '9',
    valid: true,
  } as const;
  const sale = await bridge.sale(id);
  const basket = new BasketStore();
  const found = { ...sale, status: 'processing' as const, basket_info: { ...sale.basket_info, missing_sum: 500 } };
  basket.restore({ ...found, idents: [{ ...ident, merchantcard: held }] }, new Map(), true);
  const { details } = basket.getState().card ?? {};
  expect(details && spendableOn(details)).toEqual({ cash: 600, bonus: 0 });
});

describe('a tip', () => {
  const withTip = () => {
    const basket = new BasketStore();
    basket.add(article(1, 450));
    basket.setTip(80);
    return basket;
  };
  const due = (basket: BasketStore) => totalsOf(basket.getState()).missing;

  test('goes with the last line, comes back with it, and never reaches the next customer', () => {
    const basket = withTip();
    basket.remove(basket.getState().lines[0]!.key);
    expect([due(basket), basket.getState().extras.tip, basket.getState().extras.tipAsked]).toEqual([0, 0, false]);
    basket.undo();
    expect(due(basket)).toBe(530);
    basket.setQuantity(basket.getState().lines[0]!.key, 0);
    basket.add(article(1, 450));
    expect(due(basket)).toBe(450);
  });

  test('is changed and left out, and is not asked for again', () => {
    const basket = withTip();
    basket.setTip(50);
    expect(due(basket)).toBe(500);
    basket.setTip(0);
    expect([due(basket), basket.getState().extras.tipAsked]).toEqual([450, true]);
  });
});

test('an age that was checked goes with the last line, and comes back with it', () => {
  const basket = new BasketStore();
  basket.confirmAge(18);
  basket.add(article(1));
  expect(basket.getState().age).toBe(18);
  basket.remove(basket.getState().lines[0]!.key);
  expect(basket.getState().age).toBe(0);
  basket.undo();
  expect(basket.getState().age).toBe(18);
  basket.clear();
  expect(basket.getState().age).toBe(0);
});

test('a line of goods whose weight was entered has weight, price of a kilogram, and what both make, half a cent rounded up', () => {
  const apples = { ...article(1, 299), measure: 'kg' as const };
  const { lines } = withArticle(withArticle([], { ...apples, grams: 455 }).lines, { ...apples, grams: 350 });
  expect(lines.map(({ quantity, priceOne, item }) => [quantity, priceOne, item.measure])).toEqual([
    [1, 136, { value: 455, decimals: 3, unit: 'kg', priceOne: 299 }],
    [1, 105, { value: 350, decimals: 3, unit: 'kg', priceOne: 299 }],
  ]);
  expect(itemsFrom(lines).every(item => !('carried' in item))).toBe(true);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 1, max: 10_000_00 }), (grams, price) => {
      expect(priceOfGrams(grams, price)).toBe(priceOfMeasure(grams, 3, price));
    }),
  );
});

test('knows how many pieces still fit into a line', () => {
  const { lines } = withArticle([], article(1), null, 9990);
  expect([roomFor(lines, article(1)), roomFor(lines, article(2))]).toEqual([9, largestQuantity]);
});

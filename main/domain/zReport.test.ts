/**
 * The figures of a Z report: sums agree among each other, a cancelled day adds nothing, and unknown results go on to
 * the next day.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FigureRecord } from './figures.ts';
import { type ZContext, ZCounter } from './zReport.ts';

const CONTEXT: ZContext = { currency: 'EUR', open: [] };

const product = fc.record({
  articleNumber: fc.constantFrom('1', '2', 'pfand'),
  desc: fc.constant('Ware'),
  quantity: fc.integer({ min: 1, max: 4 }),
  priceOne: fc.integer({ min: 1, max: 3000 }),
  tax: fc.constantFrom(0, 7, 19),
  group: fc.constantFrom([], [{ id: 'a', desc: 'A', level: 1 }], [{ id: 'b', desc: 'B', level: 1 }]),
});

interface Sold {
  readonly products: readonly { readonly quantity: number; readonly priceOne: number }[];
  readonly split: number;
}
const sold = fc.record<Sold>({ products: fc.array(product, { minLength: 1, maxLength: 4 }), split: fc.nat(100) });

function recordOf({ products, split }: Sold, index: number, event = 'closed'): FigureRecord {
  const sum = products.reduce((total, one) => total + one.quantity * one.priceOne, 0);
  const cash = Math.floor((sum * split) / 100);
  const tenders = [
    { method: 'cash', amount: cash },
    { method: 'cashless', amount: sum - cash },
  ].filter(({ amount }) => amount !== 0);
  return {
    ...{ kind: 'sale', event, object: `STX_${index}`, at: '2026-11-24T10:00:00+01:00', sum, currency: 'EUR' },
    facts: { method: 'cash', tenders, receipt_number: index + 1, cashier: 'Ada', deposits: ['pfand'], played: false },
    document: { basket: { products }, basket_info: { sum } },
  };
}

const figuresOf = (records: readonly FigureRecord[], context = CONTEXT) => {
  const counter = new ZCounter(context);
  for (const record of records) counter.add(record);
  return counter.figures;
};

describe('the figures of a day', () => {
  it('agree among each other: by rate, by group and by method they add up to the turnover', () => {
    fc.assert(
      fc.property(fc.array(sold, { maxLength: 12 }), sales => {
        const { turnover, tenders, receipts } = figuresOf(sales.map((one, index) => recordOf(one, index)));
        const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
        expect(sum(turnover.by_tax.map(({ gross }) => gross))).toBe(turnover.gross);
        expect(sum(turnover.by_tax.map(({ net, tax }) => net + tax))).toBe(turnover.gross);
        expect(sum(turnover.by_group.map(({ gross }) => gross))).toBe(turnover.gross);
        expect(sum(tenders.map(({ net }) => net))).toBe(turnover.gross);
        expect([receipts.count, receipts.first ?? 1, receipts.last ?? sales.length]).toEqual([
          sales.length,
          1,
          sales.length,
        ]);
      }),
      { numRuns: 60 },
    );
  });

  it('are nothing where everything was cancelled, with the refunds beside', () => {
    fc.assert(
      fc.property(fc.array(sold, { minLength: 1, maxLength: 6 }), sales => {
        const records = sales.flatMap((one, index) => [recordOf(one, index), recordOf(one, index, 'cancelled')]);
        const { turnover, tenders, cancellations } = figuresOf(records);
        expect(turnover).toMatchObject({ gross: 0, tax: 0, sales: 0 });
        for (const row of tenders) expect([row.net, row.refunds]).toEqual([0, row.payments]);
        expect(cancellations.count).toBe(sales.length);
        expect(cancellations.by_person).toEqual([{ person: 'Ada', count: sales.length, amount: cancellations.amount }]);
      }),
      { numRuns: 40 },
    );
  });

  it('name an unknown result until it ends, on the day of its end as well', () => {
    const one: Sold = { products: [{ quantity: 1, priceOne: 900 }], split: 0 };
    const open = figuresOf([recordOf(one, 1, 'unknown')]);
    expect(open.unknown).toMatchObject([{ sale: 'STX_1', amount: 900, end: null }]);
    expect(open.turnover.gross).toBe(0);
    const ended = figuresOf([recordOf(one, 1)], { ...CONTEXT, open: open.unknown });
    expect(ended.unknown).toMatchObject([{ sale: 'STX_1', end: 'closed' }]);
    expect(ended.turnover.gross).toBe(900);
  });

  it('count what cannot be read or is in another currency, and what tills record of voids and price changes', () => {
    const one: Sold = { products: [{ quantity: 1, priceOne: 900 }], split: 0 };
    const record = recordOf(one, 1);
    const corrections = [
      { kind: 'void', amount: 300, person: 'Grace' },
      { kind: 'priceChange', amount: 50 },
      { kind: 'other', amount: 1 },
    ];
    const read = figuresOf([
      { ...record, facts: { ...record.facts, corrections } },
      { ...recordOf(one, 2), currency: 'USD' },
      { ...recordOf(one, 3), document: { basket: { products: 7 } } },
    ]);
    expect(read.not_counted).toBe(2);
    expect(read.voids).toEqual({ count: 1, amount: 300, by_person: [{ person: 'Grace', count: 1, amount: 300 }] });
    expect(read.price_changes).toMatchObject({ count: 1, amount: 50, by_person: [{ person: 'Ada' }] });
  });

  it('take off what was cancelled where it was added: discounts of each giver, deposits, and prices by hand', () => {
    const products = [
      { articleNumber: '1', quantity: 2, priceOne: 1000, tax: 19 },
      { item_type: 'coupon', quantity: 1, priceOne: -300, tax: 19, manual_discount: { by: 'Grace' } },
      { item_type: 'coupon', quantity: 1, priceOne: -200, tax: 19, reference_id: 'bonus:CMP_1:19' },
      { item_type: 'coupon', quantity: 1, priceOne: -100, tax: 19 },
      { articleNumber: 'pfand', quantity: 2, priceOne: 25, tax: 19 },
      { articleNumber: 'pfand', quantity: -4, priceOne: 25, tax: 19, item_type: 'empties' },
    ];
    const corrections = [
      { kind: 'priceChange', amount: 40, person: 'Grace' },
      { kind: 'priceRaise', amount: 70, person: 'Grace' },
      { kind: 'priceChange', amount: -5, person: 'Grace' },
    ];
    const record = recordOf({ products: [], split: 0 }, 1);
    const closed = {
      ...record,
      sum: 1350,
      facts: { ...record.facts, tenders: [{ method: 'cash', amount: 1350 }], corrections },
      document: { basket: { products } },
    };
    const open = figuresOf([closed]);
    expect(open.discounts).toEqual({
      ...{ count: 3, amount: 600 },
      by_person: [
        { person: '', count: 1, amount: 200 },
        { person: 'Ada', count: 1, amount: 100 },
        { person: 'Grace', count: 1, amount: 300 },
      ],
    });
    expect(open.deposits).toEqual({ taken: { count: 1, amount: 50 }, given_back: { count: 1, amount: 100 } });
    expect(open.returns.count).toBe(0);
    expect([open.price_changes.amount, open.price_raises.amount]).toEqual([40, 75]);
    const both = figuresOf([closed, { ...closed, event: 'cancelled' }]);
    for (const { count, amount } of [both.discounts, both.deposits.taken, both.deposits.given_back, both.price_raises])
      expect([count, amount]).toEqual([0, 0]);
    expect(both.discounts.by_person.map(({ amount }) => amount)).toEqual([0, 0, 0]);
  });
});

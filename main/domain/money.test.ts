/** Arithmetic and format of amounts. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponentOf } from './currencies.ts';
import { addUp, distribute, formatAmount, isAmount, isRate, percentOf, priceOfMeasure, times } from './money.ts';
import { formatRate, taxWithin } from './tax.ts';

const anyAmount = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1 }).filter(list => addUp(list) > 0);

describe('amounts', () => {
  it('are integers that lose nothing', () => {
    expect([0, -5, Number.MAX_SAFE_INTEGER].every(isAmount)).toBe(true);
    expect([0.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1, '5', null, 5n].some(isAmount)).toBe(false);
  });

  it('refuse to become inexact', () => {
    expect(() => addUp([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
    expect(() => times(2, Number.MAX_SAFE_INTEGER)).toThrow(RangeError);
    expect(() => times(3, 0.1)).toThrow(RangeError);
    expect(() => percentOf(0.1, 50)).toThrow(RangeError);
    expect(() => percentOf(Number.MAX_SAFE_INTEGER, 200)).toThrow(RangeError);
  });

  it('have one zero only', () => {
    expect(Object.is(times(-1, 0), 0)).toBe(true);
    expect(Object.is(percentOf(-1, 10), 0)).toBe(true);
    expect(Object.is(distribute(-1, [1, 1])[1], 0)).toBe(true);
  });
});

describe('percentOf', () => {
  it.each([
    [100, 10, 10],
    [5, 10, 1],
    [4, 10, 0],
    [-5, 10, -1],
    [-4, 10, 0],
    [999, 33, 330],
    [1000, 2.5, 25],
    [10, 12.5, 1],
    [Number.MAX_SAFE_INTEGER, 100, Number.MAX_SAFE_INTEGER],
  ])('%i at %d %% is %i', (amount, percent, expected) => expect(percentOf(amount, percent)).toBe(expected));

  it('treats a discount and its return alike', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 0, max: 100 }), (amount, percent) => {
        expect(percentOf(-amount, percent) + percentOf(amount, percent)).toBe(0);
      }),
    );
  });
});

describe('taxWithin', () => {
  it.each([
    [119, 19, 19],
    [107, 7, 7],
    [796, 19, 127],
    [-119, 19, -19],
    [500, 0, 0],
  ])('%i gross at %i %% contains %i', (gross, rate, tax) => expect(taxWithin(gross, rate)).toBe(tax));
});

describe('a tax rate', () => {
  const hundredths = fc.integer({ min: 0, max: 10_000 });
  const gross = fc.integer({ min: -(10 ** 12), max: 10 ** 12 });

  it.each([
    [1081, 8.1, 81],
    [-1081, 8.1, -81],
    [1026, 2.6, 26],
    [1107, 10.7, 107],
    [1055, 5.5, 55],
  ])('of %i gross at %d %% contains %i', (amount, rate, tax) => expect(taxWithin(amount, rate)).toBe(tax));

  it('with decimals is counted in hundredths: the tax is off by no more than half a cent', () => {
    fc.assert(
      fc.property(gross, hundredths, (amount, rate) => {
        const tax = BigInt(taxWithin(amount, rate / 100));
        const exact = BigInt(amount) * BigInt(rate);
        const off = 2n * (tax * BigInt(10_000 + rate) - exact);
        expect(off <= BigInt(10_000 + rate) && off >= -BigInt(10_000 + rate)).toBe(true);
        expect(taxWithin(0 - amount, rate / 100)).toBe(0 - Number(tax) || 0);
      }),
    );
  });

  it('is one with at most two decimals, and is written as it was read', () => {
    fc.assert(
      fc.property(hundredths, rate => {
        expect(isRate(rate / 100)).toBe(true);
        expect(Number(formatRate(rate / 100, 'de').replace(',', '.'))).toBe(rate / 100);
      }),
    );
    for (const rate of [8.123, 0.001, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(isRate(rate)).toBe(false);
    expect([formatRate(19, 'de'), formatRate(8.1, 'de'), formatRate(8.1, 'en')]).toEqual(['19', '8,1', '8.1']);
  });
});

describe('the price of a measure', () => {
  it.each([
    [532, 3, 1590, 846],
    [500, 3, 1, 1],
    [499, 3, 1, 0],
    [15, 1, 199, 299],
    [2, 0, 250, 500],
  ])('of %i with %i decimals at %i each is %i', (value, decimals, priceOne, price) => {
    expect(priceOfMeasure(value, decimals, priceOne)).toBe(price);
  });

  it('is off by no more than half a cent, and grows with what is measured', () => {
    const value = fc.integer({ min: 1, max: 10 ** 9 });
    fc.assert(
      fc.property(
        value,
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 10 ** 6 }),
        (much, decimals, each) => {
          const price = priceOfMeasure(much, decimals, each);
          expect(Math.abs(price * 10 ** decimals - much * each) * 2).toBeLessThanOrEqual(10 ** decimals);
          expect(priceOfMeasure(much + 1, decimals, each)).toBeGreaterThanOrEqual(price);
        },
      ),
    );
  });
});

describe('distribute', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [2, [1, 1, 1], [1, 1, 0]],
    [10, [0, 3, 7], [0, 3, 7]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [0, [0, 0], [0, 0]],
    [5, [1, 2, 6], [1, 1, 3]],
  ])('splits %i over %j as %j', (amount, over, parts) => expect(distribute(amount, over)).toEqual(parts));

  it('refuses to split over nothing', () => {
    expect(() => distribute(1, [0, 0])).toThrow(RangeError);
    expect(() => distribute(1, [])).toThrow(RangeError);
    expect(() => distribute(1, [3, -1])).toThrow(RangeError);
  });

  it('loses no cent', () => {
    fc.assert(fc.property(anyAmount, weights, (amount, over) => addUp(distribute(amount, over)) === amount));
  });

  it('gives each part its share, less than one unit off', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), weights, (amount, over) => {
        const whole = addUp(over);
        distribute(amount, over).forEach((part, index) => {
          expect(Math.abs(part * whole - amount * (over[index] ?? 0))).toBeLessThan(whole);
        });
      }),
    );
  });

  it('gives no part more than its weight while there is weight enough', () => {
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (over, share) => {
        const parts = distribute(Math.floor(addUp(over) * share), over);
        expect(parts.every((part, index) => part <= (over[index] ?? 0))).toBe(true);
      }),
    );
  });
});

describe('formatAmount', () => {
  it.each([
    [796, 'EUR', 'de', '7,96 EUR'],
    [796, 'EUR', 'en', '7.96 EUR'],
    [5, 'EUR', 'de', '0,05 EUR'],
    [-5, 'EUR', 'de', '-0,05 EUR'],
    [-12345, 'CHF', 'de', '-123,45 CHF'],
    [123456789, 'EUR', 'de', '1234567,89 EUR'],
    [0, 'EUR', 'de', '0,00 EUR'],
    [796, 'JPY', 'de', '796 JPY'],
    [796, 'KWD', 'en', '0.796 KWD'],
  ] as const)('%i %s in %s is %s', (amount, currency, language, text) => {
    expect(formatAmount(amount, currency, language)).toBe(text);
  });

  it('can be read back', () => {
    const currencies = fc.constantFrom('EUR', 'JPY', 'BHD', 'CLF', 'constructor');
    fc.assert(
      fc.property(anyAmount, currencies, fc.constantFrom('de', 'en'), (amount, currency, language) => {
        const [figure = ''] = formatAmount(amount, currency, language).split(' ');
        expect(Number(figure.replace(/[.,]/, '')) + 0).toBe(amount);
        expect(figure.split(/[.,]/)[1]?.length ?? 0).toBe(exponentOf(currency));
      }),
    );
  });
});

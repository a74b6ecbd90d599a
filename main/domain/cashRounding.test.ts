import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cashRuleOf, cashTenders, roundedCash } from './cashRounding.ts';

const rule = (currency: string, country: string, cashRounding: boolean | null = null) =>
  cashRuleOf({ currency, country, cashRounding }, currency);

describe('the step of cash', () => {
  it.each<[string, string, number]>([
    ['CHF', 'CH', 5],
    ['DKK', 'DK', 50],
    ['SEK', 'SE', 100],
    ['NOK', 'NO', 100],
    ['CZK', 'CZ', 100],
    ['HUF', 'HU', 500],
    ...['BE', 'EE', 'FI', 'IT', 'LT', 'SK', 'IE', 'NL'].map((country): [string, string, number] => ['EUR', country, 5]),
    ...['DE', 'AT', 'FR', 'ES', 'PT'].map((country): [string, string, number] => ['EUR', country, 1]),
    ['JPY', 'JP', 1],
    ['GBP', 'IE', 1],
    ['CHF', 'DE', 5],
  ])('of %s in %s is %i', (currency, country, step) => expect(rule(currency, country).step).toBe(step));

  it('is chosen by the shop only where nothing compels it', () => {
    expect(rule('EUR', 'NL', false)).toEqual({ step: 1, voluntary: true });
    expect(rule('EUR', 'BE', false)).toEqual({ step: 5, voluntary: false });
    expect(rule('CHF', 'CH', false)).toEqual({ step: 5, voluntary: false });
    expect(rule('KWD', 'KW')).toEqual({ step: 1, voluntary: true });
    expect(rule('KWD', 'KW', true)).toEqual({ step: 5, voluntary: true });
    expect(rule('EUR', 'DE', true)).toEqual({ step: 1, voluntary: false });
  });
});

describe('rounded cash', () => {
  it.each([
    [1001, 5, 1000],
    [1002, 5, 1000],
    [1003, 5, 1005],
    [1007, 5, 1005],
    [1008, 5, 1010],
    [-1003, 5, -1005],
    [-2, 5, 0],
    [1024, 50, 1000],
    [1025, 50, 1050],
    [1074, 50, 1050],
    [1075, 50, 1100],
    [1049, 100, 1000],
    [1050, 100, 1100],
    [1249, 500, 1000],
    [1250, 500, 1500],
    [1234, 1, 1234],
  ])('%i in steps of %i is %i', (amount, step, rounded) => expect(roundedCash(amount, step)).toBe(rounded));

  it('is a multiple of the step, at most half of it away, the same for money back, and adds up with its rounding', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.constantFrom(1, 5, 10, 50, 100, 500), (amount, step) => {
        const cash = roundedCash(amount, step);
        expect(Math.abs(cash % step)).toBe(0);
        expect(2 * Math.abs(amount - cash)).toBeLessThanOrEqual(step);
        expect(roundedCash(-amount, step)).toBe(0 - cash);
        expect(cashTenders(amount, step).reduce((sum, one) => sum + one.amount, 0)).toBe(amount);
      }),
    );
  });
});

/** Likely amounts and unusual change. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { likelyAmounts, unusualCash } from './change.ts';

test.each([
  [450, [500, 1000, 2000, 5000, 10_000]],
  [542, [600, 1000, 2000, 5000, 10_000]],
  [12_300, [12_500, 13_000, 14_000, 15_000, 20_000]],
  [1842, [1900, 2000, 5000, 10_000]],
])('expects for %i the amounts %j', (missing, sums) => {
  expect(likelyAmounts(missing, 100)).toEqual(sums);
});

test('offers rising amounts that cover the sum, without repetition', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), missing => {
      const sums = likelyAmounts(missing, 100);
      expect(sums.every(sum => sum > missing)).toBe(true);
      expect([...new Set(sums)].sort((a, b) => a - b)).toEqual(sums);
      expect(sums.length).toBeGreaterThan(0);
    }),
  );
});

test.each([
  ['2000', 200_000, 450, { meant: 2000 }],
  ['2000', 200_000, 2000, { meant: 2000 }],
  ['500', 50_000, 450, { meant: 500 }],
  ['200', 20_000, 120, { meant: 200 }],
  ['2000,00', 200_000, 450, { meant: null }],
  ['200', 20_000, 450, { meant: null }],
  ['100', 10_000, 4500, null],
  ['20', 2000, 450, null],
  ['50', 5000, 450, null],
  ['200', 20_000, 12_000, null],
  ['450', 45_000, 45_000, null],
])('judges the typed text %s', (typed, given, missing, odd) => {
  expect(unusualCash(typed, given, missing, 100)).toEqual(odd);
});

test('takes digits as they are in a currency without cents', () => {
  expect(unusualCash('2000', 2000, 450, 1)).toBeNull();
});

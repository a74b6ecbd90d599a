import { expect, it } from 'vitest';
import { countSince, isPossibleCount, transactionCount } from './transactionCount.ts';

it('adds up the counts of all card types', () => {
  expect(transactionCount([{ count: 3 }, { count: 0 }, { count: 254 }])).toBe(257);
  expect(transactionCount([])).toBe(0);
});

it('knows no number once a card type has come to the end of its field', () => {
  expect(transactionCount([{ count: 3 }, { count: 255 }])).toBeNull();
});

it.each([
  [3, 4, 1],
  [4, 3, -1],
  [257, 2, 1],
  [255, 0, 1],
  [300, 44, 0],
  [0, 255, -1],
  [null, 4, null],
  [4, null, null],
])('since %s until %s: %s more', (before, now, more) => {
  expect(countSince(before, now)).toBe(more);
});

it.each([
  [3, 3, 3, true],
  [3, 4, 4, false],
  [5, 4, 4, false],
  [5, 4, 6, true],
  // Some stop counting at 255 …
  [255, 300, 300, true],
  [255, 200, 254, false],
  [255, 255, 255, true],
  // … and some begin anew.
  [44, 300, 300, true],
  [43, 300, 300, false],
  [0, 256, 256, true],
  [44, 556, 560, true],
])('reported %s for %s to %s: %s', (reported, least, most, may) => {
  expect(isPossibleCount(reported, least, most)).toBe(may);
});

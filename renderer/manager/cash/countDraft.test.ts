/** The typed count: empty fields are missing, and are 0 only when somebody says so. */
import { expect, test } from 'vitest';
import { readDraft, withoutCents, withZeros } from './countDraft.ts';

const COINS = [200, 100, 50];

test('adds up what is typed and names the first field without a number', () => {
  expect(readDraft(COINS, {})).toEqual({ sum: 0, missing: 200, pieces: [] });
  expect(readDraft(COINS, { 200: '3', 100: ' 2 ', 50: '' })).toMatchObject({ sum: 800, missing: 50 });
  for (const wrong of ['-1', '1,5', 'x', '123456'])
    expect(readDraft(COINS, { 200: '1', 100: '1', 50: wrong }).missing).toBe(50);
});

test('fills empty fields with 0 and leaves the others', () => {
  expect(readDraft(COINS, withZeros(COINS, { 100: '4' }))).toEqual({
    sum: 400,
    missing: null,
    pieces: [
      { value: 200, pieces: 0 },
      { value: 100, pieces: 4 },
      { value: 50, pieces: 0 },
    ],
  });
});

test('writes notes without cents in both languages', () => {
  expect(['500,00 €', '€1,000.00', '0,50 €', '1.000,00 CHF'].map(withoutCents)).toEqual([
    '500 €',
    '€1,000',
    '0,50 €',
    '1.000 CHF',
  ]);
});

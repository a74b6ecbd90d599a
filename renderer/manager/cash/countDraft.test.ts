/** The typed count: empty fields are missing, and are 0 only when somebody says so. */
import { expect, test } from 'vitest';
import { readDraft, rollOf, withDigit, withoutCents, withoutDigit, withRoll, withZeros } from './countDraft.ts';

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

test('adds a roll of coins to what is typed, and knows none of notes and of other currencies', () => {
  expect([rollOf(200, 'EUR'), rollOf(5, 'EUR'), rollOf(500, 'EUR'), rollOf(200, 'CHF')]).toEqual([25, 50, null, null]);
  expect(withRoll({}, 200, 25)).toEqual({ 200: '25' });
  expect(withRoll({ 200: '3' }, 200, 25)).toEqual({ 200: '28' });
  expect(withRoll({ 200: 'x' }, 200, 25)).toEqual({ 200: 'x' });
});

test('types and deletes digits of the pad', () => {
  expect(withDigit(withDigit({ 50: '0' }, 50, '1'), 50, '2')).toEqual({ 50: '12' });
  expect(withoutDigit({ 50: '12' }, 50)).toEqual({ 50: '1' });
  expect(withoutDigit({}, 50)).toEqual({ 50: '' });
});

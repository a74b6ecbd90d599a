/** Card names of real terminals, and the one code that a till gets for each. */
import { expect, it } from 'vitest';
import { cardBrand } from './cardBrand.ts';

it.each([
  ['girocard', 5, 'girocard'],
  ['ec-Cash', undefined, 'girocard'],
  ['Debit Mastercard', 46, 'mastercard'],
  ['MAESTRO', 46, 'maestro'],
  ['VISA DEBIT', 10, 'visa'],
  ['Visa electron', 11, 'visa_electron'],
  ['V PAY', 13, 'vpay'],
  ['AMEX', 8, 'amex'],
  ['Kundenkarte', 8, 'amex'],
  ['Hausbank Spezial', undefined, 'other'],
  ['', undefined, null],
  [undefined, 10, 'visa'],
  [undefined, 254, 'other'],
] as const)('%s, type %s: %s', (name, type, brand) => {
  expect(cardBrand(name, type)).toBe(brand);
});

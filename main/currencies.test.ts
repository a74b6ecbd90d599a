/** The drivers send amounts in the minor units in which the ledger keeps them. */
import { expect, it } from 'vitest';
import { currencyNumber, decimalsOf } from '../drivers/currencies.ts';
import { exponentOf, numberOfCurrency } from './domain/currencies.ts';

const known = Intl.supportedValuesOf('currency');

it('every currency has the same minor unit at the terminal and in the books', () => {
  expect(known.length).toBeGreaterThan(150);
  for (const currency of [...known, 'UYI', 'CLF', 'UYW'])
    expect([currency, decimalsOf(currency)]).toEqual([currency, exponentOf(currency)]);
  const numbered = known.filter(currency => numberOfCurrency(currency) !== null);
  expect(numbered.length).toBeGreaterThan(20);
  for (const currency of numbered)
    expect([currency, Number(numberOfCurrency(currency))]).toEqual([currency, currencyNumber(currency)]);
});

it('those that pay without coins have two digits all the same', () => {
  expect(['HUF', 'COP', 'IDR', 'PKR', 'ALL', 'EUR'].map(decimalsOf)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(['JPY', 'ISK', 'KWD', 'IQD'].map(decimalsOf)).toEqual([0, 0, 3, 3]);
  expect(known.filter(currency => currencyNumber(currency) !== undefined)).toContain('HUF');
});

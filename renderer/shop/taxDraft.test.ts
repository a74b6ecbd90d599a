/** The rows of tax rates: typed with comma or point, and shown as the language writes them. */
import { expect, it } from 'vitest';
import { rateDraftsOf, rateFaultsOf, taxRatesOf } from './taxDraft.ts';

const rate = { key: 'standard', rate: 8.1, validFrom: '2024-01-01', name: { de: 'Normalsatz', en: 'Standard' } };

it.each([
  ['de', '8,1'],
  ['en', '8.1'],
] as const)('a rate with decimals is shown in %s as %s, and sent back as it was', (language, shown) => {
  const rows = rateDraftsOf([rate], language);
  expect(rows[0]?.rate).toBe(shown);
  expect(taxRatesOf(rows)).toEqual([rate]);
});

it.each(['19', '8,1', '8.10', ' 7 ', '0'])('%j is a rate', typed => {
  expect(rateFaultsOf({ ...rateDraftsOf([rate], 'de')[0]!, rate: typed })).toEqual({});
});

it.each(['', '100', '8,123', '-1', 'x', '8,', ',5'])('%j is none', typed => {
  expect(rateFaultsOf({ ...rateDraftsOf([rate], 'de')[0]!, rate: typed })).toEqual({ rate: 'shop.tax.badRate' });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likelyName } from './likelyName.ts';

const line = [
  'id',
  'parent',
  'articleNumber',
  'ean',
  'desc',
  'quantity',
  'priceOne',
  'tax',
  'group',
  'sum',
  'item_type',
];

describe('the name that was meant', () => {
  it.each([
    ['price', 'priceOne'],
    ['PriceOne', 'priceOne'],
    ['price_one', 'priceOne'],
    ['pirceOne', 'priceOne'],
    ['article_number', 'articleNumber'],
    ['articelNumber', 'articleNumber'],
    ['quantitiy', 'quantity'],
    ['quantities', 'quantity'],
    ['taxs', 'tax'],
    ['groups', 'group'],
    ['description', 'desc'],
    ['itemtype', 'item_type'],
    ['smu', 'sum'],
  ])('of %s is %s', (given, known) => {
    expect(likelyName(given, line)).toBe(known);
  });

  it.each(['colour', 'ip', 'note', 'unit', 'sku', 'vat', 'groupOfCustomers', 'cost', '', '_', '💶', 'x'.repeat(200)])(
    'of %s is none',
    given => {
      expect(likelyName(given, line)).toBeNull();
    },
  );

  it('is the nearest of several', () => {
    expect(likelyName('baskets', ['basket_info', 'basket'])).toBe('basket');
    expect(likelyName('misspel', ['all', 'misspelt'])).toBe('misspelt');
    expect(likelyName('logLevl', ['language', 'logLevel'])).toBe('logLevel');
  });

  it('is found for each single mistake in a name of four letters and more', () => {
    const known = fc.constantFrom(...line.filter(name => name.length >= 4));
    fc.assert(
      fc.property(known, fc.nat(), fc.stringMatching(/^[a-z]$/), (name, place, letter) => {
        const at = place % name.length;
        for (const wrong of [
          name.slice(0, at) + name.slice(at + 1),
          name.slice(0, at) + letter + name.slice(at),
          name.slice(0, at) + letter + name.slice(at + 1),
        ])
          expect(likelyName(wrong, [name])).toBe(name);
      }),
    );
  });

  it('is one of the known ones or none, whatever is given', () => {
    fc.assert(
      fc.property(fc.string(), given => {
        const meant = likelyName(given, line);
        expect(meant === null || line.includes(meant)).toBe(true);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { readWrittenAmount } from './writtenAmount.ts';

describe('an amount as people write it', () => {
  it.each([
    ['2,90', 'EUR', 290],
    ['2.90', 'EUR', 290],
    ['2,9', 'EUR', 290],
    ['3', 'EUR', 300],
    ['0', 'EUR', 0],
    ['€ 1.234,50', 'EUR', 123450],
    ['1,234.50 EUR', 'EUR', 123450],
    ['1.234.567', 'EUR', 123456700],
    ["1'234.50", 'CHF', 123450],
    ['1 234,50 €', 'EUR', 123450],
    ['-0,25', 'EUR', -25],
    ['500', 'JPY', 500],
    ['2,9000', 'EUR', 290],
    ['12,-', 'EUR', 1200],
    ['12.–', 'CHF', 1200],
    ['9,--', 'EUR', 900],
    ['1’234.50', 'CHF', 123450],
  ])('reads %s %s as %i', (text, currency, amount) => {
    const read = readWrittenAmount(text, currency);
    expect(read).toEqual({ ok: true, amount });
  });

  it.each([
    '',
    'abc',
    '1,2,3',
    '1.23.45',
    '4,00E+12',
    '2,905',
    '1.234',
    '1,234',
    '9999999999999',
    '0x10',
    '2,90 USD',
    '--1',
  ])('refuses %s', text => expect(readWrittenAmount(text, 'EUR').ok).toBe(false));
});

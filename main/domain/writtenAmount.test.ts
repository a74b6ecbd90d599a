import { describe, expect, it } from 'vitest';
import { readListedAmount, readWrittenAmount, saysNothing } from './writtenAmount.ts';

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

it('reads the amounts of lists as bookkeepers, spreadsheets and other systems write them', () => {
  const amounts = {
    ...{
      '-.50': -50,
      '.50': 50,
      '(3,00)': -300,
      '3,00-': -300,
      '+3': 300,
      '− 3,00': -300,
      '(€3.00)': -300,
      '₹ 50': 5000,
    },
    ...{ kostenlos: 0, FREE: 0, gratis: 0, '12,-': 1200, '5€50': 550, '3,00 kr': 300 },
  };
  for (const [text, amount] of Object.entries(amounts))
    expect([text, readListedAmount(text, 'EUR')]).toEqual([text, { ok: true, amount }]);
  for (const space of '\u0020\u00a0\u1680\u2000\u2002\u2007\u2009\u200a\u202f\u205f\u3000')
    expect(readListedAmount(`1${space}234,50`, 'EUR')).toEqual({ ok: true, amount: 123450 });
  // The sign of thousands and that of a fraction look the same: a person says which.
  for (const text of ['12.345', '3..0', '--1', '(3'])
    expect([text, readListedAmount(text, 'EUR').ok]).toEqual([text, false]);
  expect(['n/a', 'k. A.', '—', '-', '', '0'].map(saysNothing)).toEqual([true, true, true, true, true, false]);
});

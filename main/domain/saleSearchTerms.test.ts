import { describe, expect, it } from 'vitest';
import { saleSearchTerms } from './saleSearchTerms.ts';

const meant = (text: string, decimals = 2) =>
  saleSearchTerms(text, decimals).map(({ kind, value }) => `${kind} ${value}`);

describe('a text that finds a sale', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['20', ['amount 2000', 'receiptNumber 20', 'reference 20']],
    ['4711', ['amount 471100', 'receiptNumber 4711', 'cardEnd 4711', 'reference 4711']],
    ['20,50', ['amount 2050', 'reference 20,50']],
    ['20.5 €', ['amount 2050', 'reference 20.5 €']],
    ['1.234,50', ['amount 123450', 'reference 1.234,50']],
    ['1,234.50', ['amount 123450', 'reference 1,234.50']],
    ['7,005', ['amount 700500', 'reference 7,005']],
    ['Leitung', ['reference Leitung', 'cashier Leitung']],
    ['bon-4711', ['reference bon-4711', 'cashier bon-4711']],
    ['x', ['reference x']],
  ])('%j means %j', (text, meaning) => {
    expect(meant(text)).toEqual(meaning);
  });

  it('is a loyalty card where it is long enough, with and without spaces', () => {
    expect(meant('9276 0040 0000 0018')).toContain('loyaltyCard 9276004000000018');
  });

  it('has no decimals in a currency without them', () => {
    expect(meant('500', 0)).toContain('amount 500');
    expect(meant('5,5', 0)).toEqual(['reference 5,5']);
  });

  it('is never a number that cannot be counted', () => {
    expect(meant('9'.repeat(30))).toEqual([`loyaltyCard ${'9'.repeat(30)}`, `reference ${'9'.repeat(30)}`]);
  });
});

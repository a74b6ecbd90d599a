/** The missing sum of a sale, and its tenders. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingSum, tenders } from './missingSum.ts';
import { addUp } from './money.ts';

describe('missing_sum', () => {
  it.each([
    [1500, null, 1500],
    [1500, 0, 1500],
    [1500, 700, 800],
    [1500, 1500, 0],
    [0, null, 0],
    [-300, null, 0],
  ])('of %i with %s from the card is %i', (sum, cashUsed, missing) => expect(missingSum(sum, cashUsed)).toBe(missing));
});

describe('tenders', () => {
  it.each([
    ['cash', 1500, null, [['cash', 1500]]],
    [
      'cash',
      1500,
      700,
      [
        ['loyalty', 700],
        ['cash', 800],
      ],
    ],
    [
      'cashless',
      1500,
      700,
      [
        ['loyalty', 700],
        ['cashless', 800],
      ],
    ],
    ['cash', 1500, 1500, [['loyalty', 1500]]],
    ['loyalty', 1500, 1500, [['loyalty', 1500]]],
    ['cash', 0, null, []],
  ] as const)('by %s for %i, card %s: %j', (method, sum, cashUsed, expected) => {
    expect(tenders(method, sum, cashUsed)).toEqual(expected.map(([name, amount]) => ({ method: name, amount })));
  });

  it('do not exist where something would stay unpaid or be paid out', () => {
    expect(tenders('loyalty', 1500, 700)).toBeNull();
    expect(tenders('loyalty', 1500, null)).toBeNull();
    expect(tenders('cash', -1, null)).toBeNull();
  });

  it('add up to the sale', () => {
    const method = fc.constantFrom('cash', 'cashless', 'debit', 'loyalty');
    fc.assert(
      fc.property(method, fc.nat(), fc.option(fc.nat()), (name, sum, cashUsed) => {
        const plan = tenders(name, sum, cashUsed);
        if (plan === null) expect(name === 'loyalty' && missingSum(sum, cashUsed) > 0).toBe(true);
        else expect(addUp(plan.map(tender => tender.amount))).toBe(sum);
        expect(plan?.every(tender => tender.amount > 0) ?? true).toBe(true);
      }),
    );
  });
});

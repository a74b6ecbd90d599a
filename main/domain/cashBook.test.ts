/** The cash book: a count names every piece once, and what a drawer should hold follows from whatever happened to it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedSum, expectedCash, mayMove, movementKindNames } from './cashBook.ts';
import { denominationsOf } from './currencies.ts';

const EUR = denominationsOf('EUR');
const counts = fc.array(fc.nat(500), { minLength: EUR.length, maxLength: EUR.length });
const counted = (numbers: readonly number[]) => EUR.map((value, index) => ({ value, pieces: numbers[index] ?? 0 }));

describe('a count', () => {
  it('is the sum of its pieces, in any order, and is refused where a piece is missing, named twice or unknown', () => {
    fc.assert(
      fc.property(counts, fc.nat(EUR.length - 1), (numbers, at) => {
        const pieces = counted(numbers);
        const sum = pieces.reduce((total, one) => total + one.value * one.pieces, 0);
        expect(countedSum('EUR', pieces.toReversed())).toEqual({ ok: true, sum });
        const value = EUR[at] ?? 0;
        expect(countedSum('EUR', pieces.toSpliced(at, 1))).toEqual({ ok: false, value, why: 'missing' });
        expect(countedSum('EUR', [...pieces, { value, pieces: 0 }])).toEqual({ ok: false, value, why: 'twice' });
      }),
      { numRuns: 50 },
    );
    expect(countedSum('EUR', [{ value: 3, pieces: 1 }])).toMatchObject({ why: 'unknown' });
    for (const pieces of [-1, 1.5, 100_000, Number.NaN])
      expect(countedSum('EUR', [{ value: 5, pieces }])).toMatchObject({ why: 'pieces' });
  });

  it('has notes and coins for every currency, largest first, down to the smallest', () => {
    for (const currency of ['EUR', 'CHF', 'GBP', 'JPY', 'BHD', 'XXX']) {
      const all = denominationsOf(currency);
      expect(all).toEqual([...all].sort((a, b) => b - a));
      expect(new Set(all).size).toBe(all.length);
    }
  });
});

type Act = { readonly kind: 'sale' | 'cancel' | 'part' | 'move' | 'count'; readonly amount: number };
const acts = fc.array(
  fc.record<Act>({
    kind: fc.constantFrom('sale', 'cancel', 'part', 'move', 'count'),
    amount: fc.integer({ min: -5000, max: 20_000 }),
  }),
  { maxLength: 40 },
);

describe('what a drawer should hold', () => {
  it('is what lies in it, whatever happens, and wherever it was counted in between', () => {
    fc.assert(
      fc.property(acts, list => {
        let drawer = 10_000;
        let since = { counted: 10_000, heldThen: 0, sales: 0, movements: 0, heldNow: 0 };
        for (const { kind, amount } of list) {
          const size = Math.abs(amount);
          if (kind === 'sale') since = { ...since, sales: since.sales + size };
          if (kind === 'cancel') since = { ...since, sales: since.sales - size };
          if (kind === 'move') since = { ...since, movements: since.movements + amount };
          // A part is held first; the sale that it belongs to is closed with the next part.
          if (kind === 'part') since = { ...since, sales: since.sales + since.heldNow, heldNow: size };
          drawer +=
            kind === 'sale' || kind === 'part' ? size : kind === 'cancel' ? -size : kind === 'move' ? amount : 0;
          if (kind === 'count')
            since = { counted: drawer, heldThen: since.heldNow, sales: 0, movements: 0, heldNow: since.heldNow };
          expect(expectedCash(since)).toBe(drawer);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('is known only once somebody has counted it', () => {
    expect(expectedCash({ counted: null, heldThen: 0, sales: 500, movements: 0, heldNow: 0 })).toBeNull();
  });
});

it('books no difference by hand, and takes wages out alone', () => {
  const free = movementKindNames.filter(kind => mayMove(kind, 'in') || mayMove(kind, 'out'));
  expect(free).toEqual(['float', 'bank', 'private', 'wage', 'tipPayout', 'expense']);
  expect([mayMove('wage', 'in'), mayMove('wage', 'out'), mayMove('difference', 'out')]).toEqual([false, true, false]);
});

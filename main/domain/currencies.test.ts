/** The notes and coins that are handed out. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { denominationsOf, piecesFor } from './currencies.ts';

const written = (amount: number, currency: string) =>
  piecesFor(amount, currency)
    ?.map(({ value, pieces }) => `${pieces}x${value}`)
    .join(' ') ?? null;

it.each([
  [2213, 'EUR', '1x2000 1x200 1x10 1x2 1x1'],
  [48890, 'EUR', '2x20000 1x5000 1x2000 1x1000 1x500 1x200 1x100 1x50 2x20'],
  [65, 'USD', '1x50 1x10 1x5'],
  [85, 'CHF', '1x50 1x20 1x10 1x5'],
  [3, 'CHF', null],
  [0, 'EUR', ''],
])('%i of %s: %s', (amount, currency, pieces) => expect(written(amount, currency)).toBe(pieces));

it('makes up every amount that the coins can make, with the fewest of them', () => {
  for (const currency of ['EUR', 'CHF', 'GBP', 'USD', 'DKK', 'SEK', 'NOK', 'PLN', 'CZK']) {
    const values = denominationsOf(currency);
    const smallest = values.at(-1)!;
    const most = 500;
    // The fewest pieces of every amount, worked out the long way.
    const fewest = [0];
    for (let amount = 1; amount <= most; amount += 1)
      fewest[amount] = Math.min(
        ...values.map(value =>
          value <= amount * smallest && value % smallest === 0
            ? 1 + (fewest[amount - value / smallest] ?? Infinity)
            : Infinity,
        ),
      );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: most }), amount => {
        const pieces = piecesFor(amount * smallest, currency)!;
        expect(pieces.reduce((sum, one) => sum + one.value * one.pieces, 0)).toBe(amount * smallest);
        expect(pieces.reduce((sum, one) => sum + one.pieces, 0)).toBe(fewest[amount]);
      }),
    );
  }
});

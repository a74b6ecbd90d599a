/** The money of a payment under the answers of the acquirer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leftOf, limitOf, movable, moved, newMoney, type PaymentMoney, type PaymentMove } from './payment.ts';

const MOVES = ['authorise', 'sale', 'confirm', 'capture', 'refund', 'void', 'increase', 'collect'] as const;
const RESULTS = ['approved', 'approved', 'approved', 'declined', 'payer', 'money'] as const;

const play = (money: PaymentMoney, ...moves: readonly (readonly [PaymentMove, number])[]): PaymentMoney =>
  moves.reduce((now, [move, amount]) => {
    expect(movable(move, now, amount), `${move} ${amount} of ${JSON.stringify(now)}`).toBe(true);
    return moved(move, now, amount, 'approved');
  }, money);

const authorised = play(newMoney(1000, 'authorization'), ['authorise', 1000]);

describe('the money of a payment', () => {
  it('is held by an authorisation and taken by captures', () => {
    expect(authorised).toMatchObject({ stage: 'authorised', held: 1000, captured: 0 });
    const part = play(authorised, ['capture', 400]);
    expect(part).toMatchObject({ stage: 'captured', held: 600, captured: 400 });
    expect(play(part, ['capture', 600])).toMatchObject({ held: 0, captured: 1000 });
  });

  it('is given up by a void, in parts or whole', () => {
    expect(play(authorised, ['void', 300])).toMatchObject({ stage: 'authorised', held: 700 });
    expect(play(authorised, ['void', 1000])).toMatchObject({ stage: 'voided', held: 0 });
    expect(play(authorised, ['capture', 400], ['void', 600])).toMatchObject({ stage: 'captured', captured: 400 });
  });

  it('of a transfer arrives in parts', () => {
    const waiting = moved('sale', newMoney(1000, 'sale'), 1000, 'money');
    expect(play(waiting, ['collect', 300])).toMatchObject({ stage: 'waiting', held: 700, captured: 300 });
    expect(play(waiting, ['collect', 300], ['collect', 700])).toMatchObject({ stage: 'captured', captured: 1000 });
  });

  it('waits for the payer, and goes on as it was asked for', () => {
    const challenged = moved('sale', newMoney(1000, 'sale'), 1000, 'payer');
    expect(play(challenged, ['confirm', 1000])).toMatchObject({ stage: 'captured', captured: 1000, held: 0 });
    expect(moved('confirm', challenged, 1000, 'declined')).toMatchObject({ stage: 'denied', held: 0 });
  });

  it('of an authorisation of nothing can be given up', () => {
    const nothing = play(newMoney(0, 'authorization'), ['authorise', 0]);
    expect(movable('capture', nothing, 0)).toBe(false);
    expect(play(nothing, ['void', 0]).stage).toBe('voided');
  });

  it('is not changed by what is declined, unless it never was a payment', () => {
    for (const move of ['capture', 'void', 'increase'] as const)
      expect(moved(move, authorised, 100, 'declined')).toEqual(authorised);
    expect(moved('authorise', newMoney(1000, 'authorization'), 1000, 'declined').stage).toBe('denied');
  });

  it('never allows amounts that are negative, broken, or above the limit', () => {
    for (const amount of [-1, 0.5, Number.NaN, 1001, Number.MAX_SAFE_INTEGER + 2])
      expect(movable('capture', authorised, amount)).toBe(false);
    expect(limitOf('refund', authorised)).toBe(null);
  });

  it('agrees with itself after any moves that are allowed', () => {
    const step = fc.record({
      move: fc.constantFrom(...MOVES),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      result: fc.constantFrom(...RESULTS),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.constantFrom('authorization', 'sale'),
        fc.array(step, { maxLength: 25 }),
        (amount, action, steps) => {
          let money = newMoney(amount, action);
          for (const { move, share, result } of steps) {
            const limit = limitOf(move, money);
            const asked = limit === null ? 1 : Math.max(1, Math.floor(Math.min(limit, amount) * share));
            const whole = move === 'authorise' || move === 'sale' || move === 'confirm';
            const sum = whole || money.stage === 'challenged' ? amount : asked;
            if (!movable(move, money, sum)) continue;
            const begins = move === 'authorise' || move === 'sale';
            if (!begins && (result === 'payer' || result === 'money')) continue;
            money = moved(move, money, sum, result);
          }
          expect(money.refunded).toBeLessThanOrEqual(money.captured);
          expect(money.held + money.captured).toBeLessThanOrEqual(money.amount);
          expect(Math.min(money.held, money.captured, money.refunded, leftOf(money))).toBeGreaterThanOrEqual(0);
          if (money.stage === 'voided' || money.stage === 'denied') expect(leftOf(money)).toBe(0);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

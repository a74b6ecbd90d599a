/** Credits of a loyalty card that expire. */
import { describe, expect, it } from 'vitest';
import { type CardHistory, expiredOn, expiryDay, nextExpiry, remainingLots } from './balanceExpiry.ts';
import { businessDays } from './businessDay.ts';

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const utc = businessDays('UTC', '00:00');
const history = (credits: readonly (readonly [day: string, amount: number])[], taken = 0): CardHistory => ({
  cash: { credits: [], taken: 0 },
  points: { credits: [], taken: 0 },
  bonus: { credits: credits.map(([day, amount]) => ({ at: at(day), amount })), taken },
});
const rule = { cash: null, bonus: 12, points: null, until: 'day' } as const;

describe('the day on which a credit is gone', () => {
  it.each([
    ['2026-01-15', 12, 'day', '2027-01-16'],
    ['2026-01-31', 1, 'day', '2026-03-01'],
    ['2024-02-29', 12, 'day', '2025-03-01'],
    ['2026-12-31', 1, 'day', '2027-02-01'],
    ['2026-01-15', 36, 'yearEnd', '2030-01-01'],
    ['2025-12-31', 12, 'yearEnd', '2027-01-01'],
  ] as const)('of %s after %i months (%s) is %s', (credited, months, until, gone) => {
    expect(expiryDay(credited, months, until)).toBe(gone);
  });
});

it('what is spent comes off the oldest credit first', () => {
  const { bonus } = history(
    [
      ['2026-01-01', 100],
      ['2026-02-01', 50],
    ],
    120,
  );
  expect(remainingLots(bonus)).toEqual([{ at: at('2026-02-01'), amount: 30 }]);
});

it('what has expired is no more than what is left of old credits, and booking it leaves nothing to expire', () => {
  const credits = [
    ['2025-01-10', 100],
    ['2026-01-10', 50],
  ] as const;
  expect(expiredOn(rule, history(credits, 30), '2026-01-10', utc).bonus).toBe(0);
  expect(expiredOn(rule, history(credits, 30), '2026-01-11', utc).bonus).toBe(70);
  expect(expiredOn(rule, history(credits, 100), '2026-01-11', utc).bonus).toBe(0);
  expect(expiredOn({ ...rule, bonus: null }, history(credits), '2040-01-01', utc).bonus).toBe(0);
});

it('the next expiry names its day and adds up what goes on it', () => {
  const credits = [
    ['2026-03-01', 10],
    ['2026-03-01', 5],
    ['2026-04-01', 7],
  ] as const;
  expect(nextExpiry(rule, history(credits), utc)).toEqual({ day: '2027-03-02', cash: 0, bonus: 15, points: 0 });
  expect(nextExpiry(rule, history(credits, 22), utc)).toBeNull();
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BACKOFF, backoff, isDue, retryAfter } from './backoff.ts';

it('doubles the bound with every failure up to five minutes', () => {
  expect([1, 2, 3, 9, 10, 1000].map(failures => backoff(failures, null, 1))).toEqual([
    1000, 2000, 4000, 256_000, 300_000, 300_000,
  ]);
});

it('spreads the waits over the whole span, so that tills do not come back together', () => {
  expect(backoff(5, null, 0)).toBe(0);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const wait = backoff(failures, null, random);
      return Number.isInteger(wait) && wait >= 0 && wait <= BACKOFF.most;
    }),
  );
});

it('waits at least as long as the target asks, and at most an hour', () => {
  expect(backoff(1, 60_000, 0)).toBe(60_000);
  expect(backoff(1, 60_000, 1)).toBeLessThanOrEqual(61_000);
  expect(backoff(1, 86_400_000, 0)).toBe(3_600_000);
  expect(backoff(1, -5, 0)).toBe(0);
});

it('takes a due time beyond the longest wait as reached: the clock was set back', () => {
  const now = Date.UTC(2026, 10, 23);
  expect(isDue(0, now)).toBe(true);
  expect(isDue(now, now)).toBe(true);
  expect(isDue(now + 1, now)).toBe(false);
  expect(isDue(now + BACKOFF.mostAsked, now)).toBe(false);
  expect(isDue(now + 86_400_000, now)).toBe(true);
});

it('reads Retry-After as seconds and as a date', () => {
  const now = Date.UTC(2026, 10, 23, 12);
  expect(retryAfter('120', now)).toBe(120_000);
  expect(retryAfter('Mon, 23 Nov 2026 12:00:30 GMT', now)).toBe(30_000);
  expect(retryAfter('Mon, 23 Nov 2026 11:00:00 GMT', now)).toBe(0);
  for (const nothing of [null, undefined, '', 'soon']) expect(retryAfter(nothing, now)).toBeNull();
});

/** The limit of requests by address: its minute, and how many addresses it remembers. */
import { afterEach, expect, it, vi } from 'vitest';
import { createRateLimit } from './rateLimit.ts';

afterEach(() => void vi.useRealTimers());

const isRefused = (limit: (address: string) => void, address: string): boolean => {
  try {
    limit(address);
    return false;
  } catch {
    return true;
  }
};

it('refuses what is too much until the minute of the address is over, and says when that is', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const limit = createRateLimit(2);
  for (const address of ['a', 'a', 'b']) limit(address);
  vi.advanceTimersByTime(20_000);
  expect(() => limit('a')).toThrow(expect.objectContaining({ key: 'tooMany', retryAfter: 40 }));
  expect(isRefused(limit, 'b')).toBe(false);
  vi.advanceTimersByTime(40_000);
  expect(isRefused(limit, 'a')).toBe(false);
});

it('forgets the address that began first where very many come', () => {
  const limit = createRateLimit(1);
  limit('first');
  limit('second');
  for (let place = 0; place < 4999; place += 1) limit(`address ${place}`);
  expect(isRefused(limit, 'second')).toBe(true);
  expect(isRefused(limit, 'first')).toBe(false);
});

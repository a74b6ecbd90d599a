/** The time of the next try: growing intervals up to the horizon. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { specifies } from '../../doubles/specifies.ts';
import { nextAttempt } from './retries.ts';

const second = 1000;
const hour = 3_600_000;
const usual = { first: 10 * second, factor: 2, horizon: 24 * hour };

/** All tries of a receiver that never acknowledges, each taking no time. */
function tries(rules: typeof usual, since = 0): readonly number[] {
  const times = [since];
  for (;;) {
    const next = nextAttempt(rules, since, times.length, times.at(-1) ?? since);
    if (next === null) return times;
    times.push(next);
  }
}

describe('repetition', () => {
  it('comes at increasing intervals for 24 hours, the last one at the very end', () => {
    const times = tries(usual);
    expect(times.slice(0, 5)).toEqual([0, 10, 30, 70, 150].map(value => value * second));
    expect(times.at(-1)).toBe(24 * hour);
    expect(times).toHaveLength(15);
  });

  it('goes on for two days where the horizon says so', () => {
    specifies({ Events: 'the time of repetition may be two days' });
    expect(tries({ ...usual, horizon: 48 * hour }).at(-1)).toBe(48 * hour);
  });

  it('grows, never passes the horizon and always ends, whatever the settings', () => {
    const rules = fc.record({
      first: fc.integer({ min: 100, max: 600_000 }),
      factor: fc.double({ min: 1.1, max: 10, noNaN: true }),
      horizon: fc.integer({ min: 0, max: 48 * hour }),
    });
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 2 ** 40 }), (some, since) => {
        const times = tries(some, since);
        const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
        expect(times.at(-1)).toBeLessThanOrEqual(since + some.horizon);
        const growing = waits.slice(0, -1);
        expect([...growing].sort((a, b) => a - b)).toEqual(growing);
      }),
    );
  });
});

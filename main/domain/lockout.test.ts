/** How many guesses are compared, and how long the right secret waits. */
import { describe, expect, it } from 'vitest';
import {
  type Allowance,
  afterHit,
  afterMiss,
  allowances,
  blocked,
  type Failures,
  secondsLeft,
  standingOf,
} from './lockout.ts';

const NOW = 1_000_000;
const PIN = allowances.staff.here;

function pauses(allowance: Allowance, misses: number): readonly number[] {
  let failures: Failures | null = null;
  return Array.from({ length: misses }, () => {
    failures = afterMiss(failures, NOW, allowance);
    return secondsLeft(failures, NOW);
  });
}

/** Wrong guesses that are compared when somebody tries all the time. */
function guesses(allowance: Allowance, ms: number): number {
  let failures: Failures | null = null;
  let count = 0;
  for (let now = 0; now < ms; ) {
    if (standingOf(failures, now, allowance) === 'closed') now = failures!.blockedUntil;
    else {
      failures = afterMiss(failures, now, allowance);
      count += 1;
    }
  }
  return count;
}

const HOUR = 3_600_000;

describe('a PIN', () => {
  it('is paused for 2 to 30 seconds, and after the twentieth miss for 5 minutes', () => {
    const first = [0, 0, 2, 4, 8, 16, 30, 30, 30, 30];
    expect(pauses(PIN, 22)).toEqual([...first, ...Array(10).fill(30), 300, 300]);
  });

  it('is guessed at 31 times in the first hour and 307 times in the first day, as docs/people.md says', () => {
    expect([guesses(PIN, HOUR), guesses(PIN, 24 * HOUR)]).toEqual([31, 307]);
  });

  it('is compared during a pause until ten were wrong', () => {
    const at = (count: number) => standingOf({ count, blockedUntil: NOW + 2000 }, NOW, PIN);
    expect([at(3), at(9), at(10)]).toEqual(['pausing', 'pausing', 'closed']);
    expect(standingOf({ count: 50, blockedUntil: NOW }, NOW, PIN)).toBe('open');
  });

  it('that is right takes off ten misses', () => {
    expect(afterHit({ count: 10, blockedUntil: NOW }, PIN)).toBeNull();
    expect(afterHit({ count: 24, blockedUntil: NOW + 300_000 }, PIN)).toEqual({ count: 14, blockedUntil: 0 });
  });
});

it('a long secret is always compared, and its pauses are short', () => {
  for (const allowance of [allowances.client.here, allowances.code.here]) {
    const failures = { count: 1_000_000, blockedUntil: NOW + 1 };
    expect(standingOf(failures, NOW, allowance)).toBe('pausing');
    expect(Math.max(...pauses(allowance, 5000))).toBe(30);
    expect(afterHit(failures, allowance)).toBeNull();
  }
});

it('a pause ends at its very end, and is over where it would be longer than the longest one', () => {
  const until = (blockedUntil: number) => blocked({ count: 3, blockedUntil }, NOW);
  expect([until(NOW + 1), until(NOW), until(NOW + 300_000), until(NOW + 300_001)]).toEqual([true, false, true, false]);
  expect(blocked(null, 0)).toBe(false);
});

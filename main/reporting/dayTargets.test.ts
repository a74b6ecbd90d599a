/** Targets by day: to the cent the target of the month, in the proportion of the weekdays before. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayTargets } from './dayTargets.ts';

const sumOf = (targets: ReadonlyMap<string, number>) => [...targets.values()].reduce((sum, target) => sum + target, 0);

it('follow the weekdays before: a closed Sunday has nothing, and a Saturday twice a Monday', () => {
  const targets = dayTargets({ month: '2026-11', amount: 29_000, weekdays: [100, 100, 100, 100, 100, 200, 0] });
  // November 2026 has four of each weekday, and five of Sunday and Monday.
  expect([targets.get('2026-11-01'), targets.get('2026-11-02'), targets.get('2026-11-07')]).toEqual([0, 1000, 2000]);
  expect(targets.size).toBe(30);
});

it('are even by calendar days where nothing was sold before; the first days have the cents that are left', () => {
  const targets = dayTargets({ month: '2026-02', amount: 1001, weekdays: [0, 0, 0, 0, 0, -50, 0] });
  expect([...targets.values()]).toEqual([...Array(21).fill(36), ...Array(7).fill(35)]);
});

it('add up to the target to the cent, and none is a cent or more off its share', () => {
  const weekdays = fc.array(fc.integer({ min: -1e9, max: 99_999_999_999 }), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(
      fc.constantFrom('2026-12', '2027-02', '2028-02'),
      fc.integer({ min: 1, max: 99_999_999_999 }),
      weekdays,
      (month, amount, sold) => {
        const targets = dayTargets({ month, amount, weekdays: sold });
        expect(sumOf(targets)).toBe(amount);
        const same = Object.values(Object.groupBy(targets, ([day]) => new Date(day).getUTCDay()));
        for (const days of same) {
          const own = days?.map(([, target]) => target) ?? [];
          expect(Math.max(...own) - Math.min(...own)).toBeLessThanOrEqual(1);
        }
      },
    ),
    { numRuns: 50, seed: 1 },
  );
});

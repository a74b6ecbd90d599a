/** The plan of the demo's weeks: the same for the same days, with a curve that a shop has. */
import { expect, it } from 'vitest';
import { type Visit, weeksBefore } from './weeks.ts';

const TODAY = new Date(2026, 10, 29, 9).getTime();
const visits = (days: ReturnType<typeof weeksBefore>): readonly Visit[] => days.flatMap(day => day.visits);
const weekdayOf = (day: string): number => new Date(`${day}T12:00:00`).getDay();

it('is the same at every hour of a day and on every machine, and ends yesterday', () => {
  const days = weeksBefore(TODAY);
  expect(weeksBefore(TODAY + 8 * 3_600_000)).toEqual(days);
  expect(days.map(({ day }) => day)).toEqual([...new Set(days.map(({ day }) => day))]);
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([28, '2026-11-01', '2026-11-28']);
});

it('keeps the days it has in common with the weeks of another day', () => {
  const tomorrow = weeksBefore(TODAY + 86_400_000);
  expect(tomorrow.slice(0, 27)).toEqual(weeksBefore(TODAY).slice(1));
});

it('has busy Saturdays, quiet Mondays, short Sundays, and peaks at breakfast and lunch', () => {
  const days = weeksBefore(TODAY);
  const sold = (weekday: number) => visits(days.filter(({ day }) => weekdayOf(day) === weekday)).length;
  expect(sold(6)).toBeGreaterThan(sold(3));
  expect(sold(3)).toBeGreaterThan(sold(1));
  for (const { day, visits: own, opens, closes } of days) {
    if (weekdayOf(day) === 0) expect(new Date(closes).getHours()).toBe(12);
    for (const { at } of own) expect(at > opens && at < closes, `${day} ${at}`).toBe(true);
  }
  const inHour = (hour: number) => visits(days).filter(({ at }) => new Date(at).getHours() === hour).length;
  for (const peak of [8, 12]) expect(inHour(peak)).toBeGreaterThan(1.4 * Math.max(inHour(14), inHour(18)));
});

it('has every tender, both tills, customers who come back, discounts, cancellations, returns and differences', () => {
  const days = weeksBefore(TODAY);
  const of = <T>(pick: (visit: Visit) => T) => new Set(visits(days).map(pick));
  expect([...of(({ tender }) => tender)].sort()).toEqual([
    'account',
    'card',
    'cash',
    'declined',
    'loyalty',
    'split',
    'tipped',
    'voucher',
  ]);
  expect([...of(({ till }) => till)].sort()).toEqual([0, 1]);
  expect([...of(({ aftermath }) => aftermath)].sort()).toEqual(['cancelled', 'kept', 'returned']);
  expect(of(({ discount }) => discount)).toContain(10);
  const regulars = Map.groupBy(
    visits(days).filter(({ regular }) => regular !== null),
    ({ regular }) => regular,
  );
  for (const [, own] of regulars) expect(own.length).toBeGreaterThan(3);
  expect(days.flatMap(({ tills }) => tills).filter(({ difference }) => difference !== 0).length).toBeGreaterThan(5);
});

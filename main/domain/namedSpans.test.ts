/** Spans with a name on the morning of a day. */
import { expect, it } from 'vitest';
import { spanNames, spanOnMorning } from './namedSpans.ts';

it('end the day before the morning on which they are read, so that Monday tells of a whole week and the first of a whole month', () => {
  const on = (day: string) =>
    Object.fromEntries(spanNames.map(name => [name, Object.values(spanOnMorning(name, day)).join(' ')]));
  expect(on('2026-11-23')).toEqual({
    today: '2026-11-22 2026-11-22',
    yesterday: '2026-11-22 2026-11-22',
    last7: '2026-11-16 2026-11-22',
    week: '2026-11-16 2026-11-22',
    month: '2026-11-01 2026-11-22',
    lastMonth: '2026-10-01 2026-10-31',
    quarter: '2026-10-01 2026-11-22',
    lastQuarter: '2026-07-01 2026-09-30',
    last90: '2026-08-25 2026-11-22',
  });
  expect(on('2026-03-01')).toMatchObject({ month: '2026-02-01 2026-02-28', lastMonth: '2026-02-01 2026-02-28' });
  // On the first of a quarter the mail is about the quarter that has just ended, by either name.
  expect(on('2027-01-01')).toMatchObject({ quarter: '2026-10-01 2026-12-31', lastQuarter: '2026-10-01 2026-12-31' });
});

/** Spans of time around any moment, with the night of a bar and with midnight. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessCalendar } from './businessDay.ts';
import { spanBegin } from './businessSpans.ts';

describe('spans of time', () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const midnight = businessCalendar(zone, '00:00');
  const night = businessCalendar('Europe/Berlin', '04:00');
  const intervals = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
  const longest = { minute: 60, hour: 3600, day: 90_000, week: 608_400, month: 2_682_000, quarter: 7_952_400 } as const;
  const instant = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2090, 0, 1) });

  it('begin at or before the instant, and at their own begin', () => {
    fc.assert(
      fc.property(fc.constantFrom(...intervals), instant, (interval, at) => {
        const start = spanBegin(interval, at, night);
        expect(start).toBeLessThanOrEqual(at);
        expect(spanBegin(interval, start, night)).toBe(start);
        if (interval !== 'year') expect(at - start).toBeLessThanOrEqual(longest[interval] * 1000);
      }),
    );
  });

  it('are made of business days, in the zone of the shop: also of 23 and 25 hours, and two hours of the same name', () => {
    const start = (interval: (typeof intervals)[number], text: string) =>
      new Date(spanBegin(interval, Date.parse(text), night)).toISOString();
    // Berlin: before four in the morning it is still the day before, and the month, and the year.
    expect(start('day', '2026-07-02T03:59:59+02:00')).toBe('2026-07-01T02:00:00.000Z');
    expect(start('day', '2026-03-29T03:30:00+02:00')).toBe('2026-03-28T03:00:00.000Z');
    expect(start('day', '2026-10-25T03:59:59+01:00')).toBe('2026-10-24T02:00:00.000Z');
    expect(start('week', '2026-03-30T03:59:59+02:00')).toBe('2026-03-23T03:00:00.000Z');
    expect(start('month', '2026-11-01T03:59:59+01:00')).toBe('2026-10-01T02:00:00.000Z');
    expect(start('quarter', '2026-10-01T03:59:59+02:00')).toBe('2026-07-01T02:00:00.000Z');
    expect(start('year', '2026-01-01T03:59:59+01:00')).toBe('2025-01-01T03:00:00.000Z');
    expect(start('hour', '2026-10-25T02:30:00+02:00')).toBe('2026-10-25T00:00:00.000Z');
    expect(start('hour', '2026-10-25T02:30:00+01:00')).toBe('2026-10-25T01:00:00.000Z');
  });

  it('begin where the calendar of the till says', () => {
    const at = new Date(2026, 7, 19, 13, 45, 30, 500).getTime();
    const begins = intervals.map(interval => spanBegin(interval, at, midnight));
    const calendar: readonly Parameters<typeof Date.UTC>[] = [
      [2026, 7, 19, 13, 45],
      [2026, 7, 19, 13],
      [2026, 7, 19],
      [2026, 7, 17],
      [2026, 7, 1],
      [2026, 6, 1],
      [2026, 0, 1],
    ];
    expect(begins).toEqual(
      calendar.map(([year, month = 0, ...rest]) => new Date(year, month, ...(rest as [number])).getTime()),
    );
  });
});

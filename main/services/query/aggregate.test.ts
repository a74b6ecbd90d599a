import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessCalendar } from '../../domain/businessDay.ts';
import { createAggregation, mostRows, parseAggregate, startOf, TooManyRows } from './aggregate.ts';

describe('the parameter', () => {
  it('is JSON or an object, weekly if it does not say', () => {
    const week = { timestamp: 'created', interval: 'week', min: null, max: null, group: null, sum: null };
    expect(parseAggregate('{"timestamp_prop":"created"}')).toEqual(week);
    expect(parseAggregate({ timestamp_prop: 'created', interval: 'day', min: '', sum_by_prop: 'a.b' })).toEqual({
      ...week,
      interval: 'day',
      sum: 'a.b',
    });
    expect(parseAggregate(undefined)).toBeNull();
    expect(parseAggregate('')).toBeNull();
  });

  it('takes a date for its first or its last millisecond', () => {
    expect(
      parseAggregate({ timestamp_prop: 'created', min: '2026-03-01', max: '2026-03-31T12:00:00+02:00' }),
    ).toMatchObject({
      min: Date.UTC(2026, 2, 1),
      max: Date.UTC(2026, 2, 31, 10),
    });
    expect(parseAggregate({ timestamp_prop: 'created', max: '2026-03-31' })).toMatchObject({
      max: Date.UTC(2026, 3, 1) - 1,
    });
  });

  it.each([
    ['[]', 'object'],
    ['{', 'object'],
    ['5', 'object'],
    ['null', 'object'],
    [['{}', '{}'], 'object'],
    ['{}', 'needs'],
    ['{"interval":"day"}', 'needs'],
    ['{"group_by_prop":"a b"}', 'not the name'],
    ['{"group_by_prop":5}', 'not the name'],
    ['{"group_by_prop":"status","interval":"fortnight"}', 'interval is one of'],
    ['{"group_by_prop":"status","interval":"toString"}', 'interval is one of'],
    ['{"timestamp_prop":"created","min":"soon"}', 'min and max are'],
    ['{"timestamp_prop":"created","max":5}', 'min and max are'],
    ['{"group_by_prop":"status","min":"2026-01-01"}', 'need timestamp_prop'],
    ['{"group":"status"}', 'has no "group"'],
  ])('%j is refused', (text, words) => {
    expect(parseAggregate(text)).toContain(words);
  });
});

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
        const start = startOf(interval, at, night);
        expect(start).toBeLessThanOrEqual(at);
        expect(startOf(interval, start, night)).toBe(start);
        if (interval !== 'year') expect(at - start).toBeLessThanOrEqual(longest[interval] * 1000);
      }),
    );
  });

  it('are made of business days, in the zone of the shop: also of 23 and 25 hours, and two hours of the same name', () => {
    const start = (interval: (typeof intervals)[number], text: string) =>
      new Date(startOf(interval, Date.parse(text), night)).toISOString();
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
    const begins = intervals.map(interval => startOf(interval, at, midnight));
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

it('an aggregation is stopped before it fills the memory', () => {
  const aggregation = createAggregation(
    {
      timestamp: null,
      interval: 'day',
      min: null,
      max: null,
      group: 'id',
      sum: null,
    },
    businessCalendar('UTC', '00:00'),
  );
  const add = (order: number) => aggregation.add({ order, at: null, groups: new Map([[order, 0]]), sum: 0 });
  for (let order = 1; order <= mostRows; order += 1) add(order);
  expect(() => add(mostRows + 1)).toThrow(TooManyRows);
});

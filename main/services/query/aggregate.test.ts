import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
  const intervals = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
  const longest = { minute: 60, hour: 3600, day: 90_000, week: 608_400, month: 2_682_000, quarter: 7_952_400 } as const;
  const instant = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2090, 0, 1) });

  it('begin at or before the instant, and at their own begin', () => {
    fc.assert(
      fc.property(fc.constantFrom(...intervals), instant, (interval, at) => {
        const start = startOf(interval, at);
        expect(start).toBeLessThanOrEqual(at);
        expect(startOf(interval, start)).toBe(start);
        if (interval !== 'year') expect(at - start).toBeLessThanOrEqual(longest[interval] * 1000);
      }),
    );
  });

  it('follow summer time: days of 23 and 25 hours, and two hours of the same name', () => {
    const zone = process.env.TZ;
    process.env.TZ = 'Europe/Berlin';
    try {
      const at = (text: string) => new Date(text).getTime();
      expect(startOf('day', at('2026-03-29T20:00:00Z'))).toBe(at('2026-03-28T23:00:00Z'));
      expect(startOf('week', at('2026-03-29T21:59:59Z'))).toBe(at('2026-03-22T23:00:00Z'));
      expect(startOf('month', at('2026-10-31T22:59:59Z'))).toBe(at('2026-09-30T22:00:00Z'));
      expect(startOf('hour', at('2026-10-25T00:30:00Z'))).toBe(at('2026-10-25T00:00:00Z'));
      expect(startOf('hour', at('2026-10-25T01:30:00Z'))).toBe(at('2026-10-25T01:00:00Z'));
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('begin where the calendar of the till says', () => {
    const at = new Date(2026, 7, 19, 13, 45, 30, 500).getTime();
    const begins = intervals.map(interval => startOf(interval, at));
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
  const aggregation = createAggregation({
    timestamp: null,
    interval: 'day',
    min: null,
    max: null,
    group: 'id',
    sum: null,
  });
  const add = (order: number) => aggregation.add({ order, at: null, groups: new Map([[order, 0]]), sum: 0 });
  for (let order = 1; order <= mostRows; order += 1) add(order);
  expect(() => add(mostRows + 1)).toThrow(TooManyRows);
});

import { describe, expect, it } from 'vitest';
import { createAggregation, mostRows, parseAggregate, TooManyRows } from './aggregate.ts';

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
    at => at,
  );
  const add = (order: number) => aggregation.add({ order, at: null, groups: new Map([[order, 0]]), sum: 0 });
  for (let order = 1; order <= mostRows; order += 1) add(order);
  expect(() => add(mostRows + 1)).toThrow(TooManyRows);
});

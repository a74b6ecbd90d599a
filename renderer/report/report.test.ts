/** Spans of days, the address of a report, and the rows of its table. */

import { describe, expect, test } from 'vitest';
import type { ReportAnswer } from '../../main/wire/office/reports.ts';
import { turnover } from '../doubles/officeReports.ts';
import { addressOf, choiceFor, choiceIn, groupingFor } from './choice.ts';
import { comparisonsOf, dayIn, isDay, movedSpan, spanBefore, spanNameOf, spanOf } from './days.ts';
import { type Formats, formatFigure, rowLabel } from './figures.ts';
import { aboutOrder, changeOf, comparedRows, nextSort, sortedRows } from './rows.ts';

const german: Formats = { language: 'de', currency: 'EUR', zone: 'Europe/Berlin' };
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('spans of days', () => {
  test('a week begins on Monday, and the last month ends with its last day', () => {
    expect(spanOf('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(spanOf('lastMonth', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(spanOf('last7', '2026-03-02')).toEqual({ from: '2026-02-24', to: '2026-03-02' });
  });

  test('a span moves by its own length, also over the change of the clock', () => {
    expect(movedSpan({ from: '2026-10-25', to: '2026-10-31' }, -1)).toEqual({ from: '2026-10-18', to: '2026-10-24' });
    expect(movedSpan({ from: '2026-03-29', to: '2026-03-29' }, 1)).toEqual({ from: '2026-03-30', to: '2026-03-30' });
  });

  test('names the preset of a span, and refuses days that do not exist', () => {
    expect(spanNameOf({ from: '2026-11-22', to: '2026-11-22' }, '2026-11-23')).toBe('yesterday');
    expect(spanNameOf({ from: '2026-11-20', to: '2026-11-22' }, '2026-11-23')).toBeNull();
    // On a Monday, this week is one day; the name by which it was chosen stays, also in the address.
    const monday = { from: '2026-11-23', to: '2026-11-23' };
    expect(spanNameOf({ ...monday, named: 'week' }, '2026-11-23')).toBe('week');
    expect(spanNameOf({ ...monday, named: 'last7' }, '2026-11-23')).toBe('today');
    const address = new URLSearchParams('from=2026-11-23&to=2026-11-23&span=week');
    expect(addressOf(choiceIn(address, '2026-11-23'))).toBe(address.toString());
    expect(isDay('2026-02-30')).toBe(false);
    expect(isDay('2028-02-29')).toBe(true);
  });

  test('the day of a moment is that of the zone', () => {
    const moment = Date.parse('2026-11-22T23:30:00Z');
    expect(dayIn(moment, 'Europe/Berlin')).toBe('2026-11-23');
    expect(dayIn(moment, 'America/New_York')).toBe('2026-11-22');
  });
});

test('a day is shown by its hours, and anything longer by the first grouping', () => {
  const by = ['day', 'hour', 'till'].map(name => ({ name, title: { de: name, en: name } }));
  const week = { from: '2026-11-16', to: '2026-11-22' };
  const day = { from: '2026-11-22', to: '2026-11-22' };
  expect([groupingFor({ by }, week), groupingFor({ by }, day)]).toEqual(['day', 'hour']);
  expect(groupingFor({ by: by.slice(2) }, day)).toBe('till');
  expect(groupingFor({ by: by.slice(0, 1) }, day)).toBe('day');
  expect(groupingFor({ by: [] }, day)).toBeNull();
});

describe('the address of a report', () => {
  test('says the whole choice, and is read back', () => {
    const address = 'from=2026-11-01&to=2026-11-07&by=store&compare=year&store=STO_1&sort=turnover%3Adesc';
    const choice = choiceIn(new URLSearchParams(address), '2026-11-23');
    expect(choice).toMatchObject({ by: 'store', compare: 'year', filters: { store: 'STO_1' } });
    expect(addressOf(choice)).toBe(address);
  });

  test('with a wrong span shows the last seven days', () => {
    const choice = choiceIn(new URLSearchParams('from=2026-11-09&to=2026-11-01&compare=decade'), '2026-11-23');
    expect(choice).toMatchObject({ from: '2026-11-17', to: '2026-11-23', compare: null });
  });

  test('leaves out what the report does not have', () => {
    const choice = choiceIn(new URLSearchParams('by=moon&compare=week&tax=7&store=STO_1'), '2026-11-23');
    expect(choiceFor({ ...turnover, compares: false }, choice, '2026-11-23')).toMatchObject({
      by: 'day',
      compare: null,
      filters: { store: 'STO_1' },
    });
    expect(choiceFor({ ...turnover, hasSpan: false }, choice, '2026-11-23')).toMatchObject({
      from: '2026-11-23',
      to: '2026-11-23',
    });
  });
});

describe('the rows of a report', () => {
  const row = (key: string, value: number | null) => ({ key, label: key, turnover: value });
  const answer = (by: string): Pick<ReportAnswer, 'by' | 'rows' | 'before'> => ({
    by,
    rows: [row('a', 300), row('b', null), row('c', 100)],
    before: { from: '', to: '', rows: [row('c', 50), row('a', 200)], total: {} },
  });

  test('stand beside the row of the same key, days beside the day in the same place', () => {
    expect(comparedRows(answer('store')).map(({ before }) => before?.key)).toEqual(['a', undefined, 'c']);
    expect(comparedRows(answer('day')).map(({ before }) => before?.key)).toEqual(['c', 'a', undefined]);
  });

  test('are sorted with empty values last in both directions', () => {
    const sorted = (descending: boolean) =>
      sortedRows(comparedRows(answer('store')), { column: 'turnover', descending }, 'de').map(one => one.row.key);
    expect(sorted(true)).toEqual(['a', 'c', 'b']);
    expect(sorted(false)).toEqual(['c', 'a', 'b']);
  });

  test('are sorted by what was before, and by the change, of the figure that the order is about', () => {
    const sorted = (column: string, descending: boolean) =>
      sortedRows(comparedRows(answer('store')), { column, descending }, 'de').map(one => one.row.key);
    expect(sorted('turnover.before', true)).toEqual(['a', 'c', 'b']);
    expect(sorted('turnover.change', true)).toEqual(['c', 'a', 'b']);
    expect(sorted('turnover.change', false)).toEqual(['a', 'c', 'b']);
    const about = (order: string) => aboutOrder(turnover, { column: order, descending: true }).chart?.column;
    expect(['sales', 'sales.change', 'label', 'nothing'].map(about)).toEqual([
      'sales',
      'sales',
      'turnover',
      'turnover',
    ]);
  });

  test('a third press on a head ends the order', () => {
    const first = nextSort(null, 'turnover', true);
    const second = nextSort(first, 'turnover', true);
    expect([first, second]).toEqual([
      { column: 'turnover', descending: true },
      { column: 'turnover', descending: false },
    ]);
    expect(nextSort(second, 'turnover', true)).toBeNull();
  });

  test('have no change where nothing was before', () => {
    expect(changeOf(150, 100)).toBe(5000);
    expect(changeOf(-50, -100)).toBe(5000);
    expect(changeOf(150, 0)).toBeNull();
    expect(changeOf(150, null)).toBeNull();
  });
});

test('figures are written in the language, times by the clock of the store', () => {
  expect(plain(formatFigure(123_456, 'money', german))).toBe('1.234,56 €');
  expect(plain(formatFigure(1050, 'share', german))).toBe('10,5 %');
  expect(formatFigure('2026-11-23T14:05:00Z', 'time', german)).toBe('23.11.26, 15:05');
  expect(formatFigure('2026-11-23T14:05:00Z', 'time', { ...german, zone: 'America/New_York' })).toBe('23.11.26, 09:05');
  expect(formatFigure(null, 'money', german)).toBe('–');
  expect(rowLabel({ key: '2026-11-23', label: '' }, 'day', 'de')).toBe('Mo., 23.11.2026');
  expect(rowLabel({ key: '7', label: '' }, 'hour', 'en')).toBe('07:00');
});

test('a span longer than a week is compared with that of four weeks before, not with one that is mostly itself', () => {
  const month = { from: '2026-11-01', to: '2026-11-28' };
  expect(comparisonsOf(month)).toEqual(['month', 'year']);
  expect(comparisonsOf({ from: '2026-11-23', to: '2026-11-29' })).toEqual(['week', 'year']);
  expect(spanBefore(month, 'month')).toEqual({ from: '2026-10-04', to: '2026-10-31' });
  expect(spanBefore(month, 'year')).toEqual({ from: '2025-11-02', to: '2025-11-29' });
});

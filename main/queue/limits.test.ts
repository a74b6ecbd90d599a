import { expect, it } from 'vitest';
import { configOf } from '../world/configReading.ts';
import type { QueueSetting } from '../world/targetSettings.ts';
import { nextLimitAt, reachedLimit, stopsSales, type Waiting } from './limits.ts';

const HOUR = 3_600_000;
const now = Date.UTC(2026, 10, 23, 12);
const none: QueueSetting = {
  warnHours: null,
  warnRecords: null,
  warnMoney: null,
  stopHours: null,
  stopRecords: null,
  stopMoney: null,
};
const depth: Waiting = { waiting: 120, oldest: now - 30 * HOUR, sum: 500_00 };
const reached = (limits: object, of = depth) => reachedLimit(of, { ...none, ...limits }, now, 'EUR');

it('has room while nothing is set', () => {
  expect(reached({})).toBeNull();
  expect(stopsSales(none)).toBe(false);
});

it('warns after hours, records and money', () => {
  expect(reached({ warnHours: 30 })).toMatchObject({
    passed: false,
    texts: { en: expect.stringContaining('30 hours') },
  });
  expect(reached({ warnHours: 31 })).toBeNull();
  expect(reached({ warnRecords: 120 })?.texts.de).toBe('120 Datensätze warten.');
  expect(reached({ warnMoney: 500_01 })).toBeNull();
  expect(reached({ warnMoney: 500_00 })?.texts).toEqual({
    de: 'Verkäufe über 500,00 EUR warten.',
    en: 'Sales of 500.00 EUR are waiting.',
  });
});

it('warns at four fifths of a limit that stops, and says at which amount it stops', () => {
  expect(reached({ stopRecords: 151 })).toBeNull();
  expect(reached({ stopRecords: 150 })).toMatchObject({
    passed: false,
    texts: { en: '120 records are waiting; at 150 nothing more is sold.' },
  });
  expect(stopsSales({ ...none, stopRecords: 150 })).toBe(true);
});

it('stops at the limit, and names the limit that stops before one that warns', () => {
  expect(reached({ warnHours: 1, stopMoney: 500_00 })).toMatchObject({
    passed: true,
    texts: { en: 'Sales of 500.00 EUR are waiting. Nothing is sold until the line is back. No money was moved.' },
  });
});

it('reaches no limit while nothing waits, even one of nought', () => {
  expect(reached({ stopRecords: 0, warnHours: 0 }, { waiting: 0, oldest: null, sum: 0 })).toBeNull();
});

it('knows when the next limit in hours is reached although nothing is sold', () => {
  const limits = { ...none, warnHours: 24, stopHours: 48 };
  expect(nextLimitAt(depth, limits, now)).toBe(now + 18 * HOUR);
  expect(nextLimitAt({ ...depth, oldest: now }, limits, now)).toBe(now + 24 * HOUR);
  expect(nextLimitAt({ ...depth, oldest: now - 50 * HOUR }, limits, now)).toBeNull();
  expect(nextLimitAt({ waiting: 0, oldest: null, sum: 0 }, limits, now)).toBeNull();
});

it('warns of a day or ten thousand records unless it is told otherwise', () => {
  const { queue } = configOf({});
  expect(reachedLimit({ ...depth, waiting: 1 }, queue, now, 'EUR')?.passed).toBe(false);
  expect(reachedLimit({ ...depth, oldest: now, waiting: 10_000 }, queue, now, 'EUR')?.passed).toBe(false);
  expect(reachedLimit({ ...depth, oldest: now, waiting: 9999 }, queue, now, 'EUR')).toBeNull();
});

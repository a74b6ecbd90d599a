/** Opening hours in the local time of a shop. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { isZone, type OpenHours, openState, utcOffset, wallClock, zoneOf } from './openHours.ts';

const WEEK = 10_080;

const entry = (open: [number, string], close?: [number, string]): OpenHours => ({
  open: { day: open[0], time: open[1] },
  ...(close ? { close: { day: close[0], time: close[1] } } : {}),
});
const at = (day: number, time: string) => day * 1440 + Number(time.slice(0, 2)) * 60 + Number(time.slice(2));

describe('open_now and open_time', () => {
  const weekday = [entry([1, '0800'], [1, '1200']), entry([1, '1300'], [1, '1830'])];

  it('tell when it closes while it is open, and when it opens while it is closed', () => {
    expect(openState(weekday, at(1, '0759'))).toEqual({ open: false, change: 800, minutes: 1 });
    expect(openState(weekday, at(1, '0800'))).toEqual({ open: true, change: 1200, minutes: 240 });
    expect(openState(weekday, at(1, '1200'))).toEqual({ open: false, change: 1300, minutes: 60 });
    expect(openState(weekday, at(1, '1830'))).toEqual({ open: false, change: 800, minutes: 7 * 1440 - 630 });
  });

  it('go across midnight and across the end of the week', () => {
    const night = [entry([6, '2200'], [0, '0300'])];
    expect(openState(night, at(6, '2359'))).toMatchObject({ open: true, change: 300, minutes: 181 });
    expect(openState(night, at(0, '0259'))).toMatchObject({ open: true, change: 300, minutes: 1 });
    expect(openState(night, at(0, '0300'))).toMatchObject({ open: false, change: 2200 });
  });

  it('take entries that touch as one, so that midnight is no change', () => {
    const through = [entry([1, '0800'], [1, '2400']), entry([2, '0000'], [2, '0200'])];
    expect(openState(through, at(1, '2300'))).toMatchObject({ open: true, change: 200, minutes: 180 });
  });

  it('know no change where it is always open or never', () => {
    expect(openState([entry([0, '0000'])], 5)).toEqual({ open: true, change: null, minutes: null });
    expect(openState([entry([3, '1000'], [3, '1000'])], 5)).toEqual({ open: true, change: null, minutes: null });
    expect(openState([], 5)).toEqual({ open: false, change: null, minutes: null });
  });
});

describe('a store by the clock on its wall', () => {
  it('reads the time of its own zone', () => {
    const instant = Date.parse('2026-11-21T23:30:15Z');
    expect(wallClock(instant, 'Europe/Berlin')).toEqual({ minute: at(0, '0030'), seconds: 15 });
    expect(wallClock(instant, 'America/New_York')).toEqual({ minute: at(6, '1830'), seconds: 15 });
    expect([utcOffset(instant, 'Europe/Berlin'), utcOffset(instant, 'UTC')]).toEqual(['+01:00', '+00:00']);
  });

  it('opens after the hour that a change to summer time leaves out', () => {
    const early = [entry([0, '0230'], [0, '0500'])];
    const state = (instant: string) => openState(early, wallClock(Date.parse(instant), 'Europe/Berlin').minute);
    expect(state('2026-03-29T00:59:00Z').open).toBe(false);
    expect(state('2026-03-29T01:00:00Z')).toMatchObject({ open: true, change: 500 });
  });

  it('stays as it is through the hour that comes twice', () => {
    const bar = [entry([6, '2000'], [0, '0230'])];
    const state = (instant: string) => openState(bar, wallClock(Date.parse(instant), 'Europe/Berlin').minute).open;
    expect(state('2026-10-25T00:29:00Z')).toBe(true);
    expect(state('2026-10-25T00:31:00Z')).toBe(false);
    expect(state('2026-10-25T01:10:00Z')).toBe(true);
    expect(state('2026-10-25T01:31:00Z')).toBe(false);
  });

  it('has the zone of its country, our own where the country has several', () => {
    expect(zoneOf('DE', 'UTC')).toBe('Europe/Berlin');
    expect(zoneOf('US', 'America/Chicago')).toBe('America/Chicago');
    expect(zoneOf(null, 'Europe/Vienna')).toBe('Europe/Vienna');
    expect(zoneOf('??', 'Europe/Vienna')).toBe('Europe/Vienna');
    expect([isZone('Europe/Berlin'), isZone('Europe/Nowhere')]).toEqual([true, false]);
  });
});

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => [hour, minute].map(part => String(part).padStart(2, '0')).join(''));
const dayTime = fc.record({ day: fc.integer({ min: 0, max: 6 }), time });
const week = fc.array(fc.record({ open: dayTime, close: fc.option(dayTime, { nil: undefined }) }), { maxLength: 8 });
const instant = fc.integer({ min: Date.parse('2020-01-01T00:00:00Z'), max: Date.parse('2035-01-01T00:00:00Z') });
const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC');

/** The week drawn minute by minute, with nothing but counting. */
function drawn(hours: readonly OpenHours[]): boolean[] {
  const minutes = new Array<boolean>(WEEK).fill(false);
  for (const { open, close } of hours) {
    const from = at(open.day, open.time);
    const to = close ? at(close.day, close.time) : from;
    let minute = from;
    do {
      minutes[minute] = true;
      minute = (minute + 1) % WEEK;
    } while (minute !== to);
  }
  return minutes;
}

describe('open_now and open_time of any week', () => {
  it('agree with the week drawn minute by minute, at any instant in any zone', () => {
    specifies({ 'General Store': 'open_now and open_time at any instant, across midnight and changes to summer time' });
    fc.assert(
      fc.property(week, instant, zone, (hours, now, place) => {
        const [weekday, clock] = new Date(now)
          .toLocaleString('en-GB', { timeZone: place, weekday: 'short', hour: '2-digit', minute: '2-digit' })
          .split(' ');
        const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf((weekday ?? '').slice(0, 3));
        const minute = at(day, (clock ?? '').replace(':', ''));
        expect(wallClock(now, place).minute).toBe(minute);
        const minutes = drawn(hours);
        const state = openState(hours, minute);
        expect(state.open).toBe(minutes[minute]);
        const turned = [...minutes.keys()].find(step => minutes[(minute + step) % WEEK] !== minutes[minute]);
        expect(state.minutes).toBe(turned ?? null);
        const wall = turned === undefined ? null : (minute + turned) % 1440;
        expect(state.change).toBe(wall === null ? null : Math.floor(wall / 60) * 100 + (wall % 60));
      }),
      { numRuns: 500 },
    );
  });
});

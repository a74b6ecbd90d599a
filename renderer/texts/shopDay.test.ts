import { afterEach, expect, it } from 'vitest';
import { formatMoment, formatTime } from './money.ts';
import { beginOfShopDay, shopDay } from './shopDay.ts';
import { setShopZone } from './zone.ts';

afterEach(() => setShopZone(undefined));

it.each([
  ['Pacific/Auckland', '2026-06-15', '2026-06-14T12:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-02', '2026-11-02T08:00:00.000Z'],
  ['Asia/Kuwait', '2026-01-01', '2025-12-31T21:00:00.000Z'],
])('a day in %s begins at its midnight', (zone, day, moment) => {
  setShopZone(zone);
  expect(new Date(beginOfShopDay(day)).toISOString()).toBe(moment);
  expect(shopDay(Date.parse(moment))).toBe(day);
  expect(shopDay(Date.parse(moment) - 1) < day).toBe(true);
});

it('times follow the zone of the shop, also when it changes', () => {
  const moment = Date.parse('2026-06-14T12:30:00Z');
  setShopZone('Pacific/Auckland');
  expect([formatTime(moment, 'de'), formatMoment(moment, 'de')]).toEqual(['00:30', '15.06.26, 00:30']);
  setShopZone('Europe/Berlin');
  expect([formatTime(moment, 'de'), formatMoment(moment, 'de')]).toEqual(['14:30', '14.06.26, 14:30']);
});

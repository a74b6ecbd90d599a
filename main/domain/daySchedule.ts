/** Due times of the daily end-of-day: HH:MM of the shop's local time, once a day, also when the clocks change. */
import { utcOffset } from './openHours.ts';

export interface Due {
  /** `YYYY-MM-DD` in local time. */
  readonly day: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const DAY = 86_400_000;

/** The latest due time that is not in the future. `zone` is an IANA name. */
export const lastDue = (time: string, now: number, zone: string): Due =>
  duesAround(time, now, zone).findLast(({ at }) => at <= now)!;

/** The next due time in the future. */
export const nextDue = (time: string, now: number, zone: string): Due =>
  duesAround(time, now, zone).find(({ at }) => at > now)!;

/** A time that the clock change skips before midnight comes on the next day, so days around this one are looked at, too. */
function duesAround(time: string, now: number, zone: string): readonly Due[] {
  const today = wallDay(now, zone);
  return [-2, -1, 0, 1].map(days => dueOn(dayAfter(today, days), time, zone));
}

/**
 * A local time that the clock change skips in spring comes an hour later; for a time that comes twice in autumn the
 * first counts.
 */
function dueOn(day: string, time: string, zone: string): Due {
  const wall = Date.parse(`${day}T${time}:00Z`);
  const instants = [wall - DAY, wall + DAY].map(near => wall - offset(near, zone));
  const right = instants.filter(instant => wallTime(instant, zone) === wall);
  return { day, at: right.length > 0 ? Math.min(...right) : Math.max(...instants) };
}

const wallDay = (instant: number, zone: string): string => new Date(wallTime(instant, zone)).toISOString().slice(0, 10);

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** The local time, as if it were UTC; ms since 1970. */
export const wallTime = (instant: number, zone: string): number => instant + offset(instant, zone);

function offset(instant: number, zone: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)/.exec(utcOffset(instant, zone)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/**
 * The business day of a moment, by the clock on the wall of the shop: before `dayStart` it is still the day before. Queue, reports,
 * Z reports, back office and DSFinV-K all have their days from here. Pure.
 */
import { dayAfter, wallTime } from './daySchedule.ts';

/** Gives the business day (`YYYY-MM-DD`) of a moment in ms since 1970. */
export type DayOf = (at: number) => string;

/** The business days of one shop. */
export interface BusinessCalendar {
  readonly dayOf: DayOf;
  /** The first ms of a business day (`YYYY-MM-DD`). */
  beginOf(day: string): number;
}

/** ms; business days begin at minutes. */
const MINUTE = 60_000;
const DAY = 86_400_000;
const MOST_REMEMBERED = 20_000;

/**
 * Business days of a zone (IANA name); `dayStart` is HH:MM. Where the clock change leaves the start out, the day begins when the clock
 * has passed it; where the start comes twice, the first one begins the day. Formatting is slow, so the minutes met last are remembered.
 */
export function businessCalendar(timeZone: string, dayStart: string): BusinessCalendar {
  const remembered = new Map<number, string>();
  const begins = new Map<string, number>();
  const beginOnce = (date: string): number => {
    const begin = begins.get(date) ?? beginOf(date, dayStart, timeZone);
    begins.set(date, begin);
    return begin;
  };
  const dayOf: DayOf = at => {
    const minute = Math.floor(at / MINUTE);
    const known = remembered.get(minute);
    if (known !== undefined) return known;
    if (remembered.size > MOST_REMEMBERED) {
      remembered.clear();
      begins.clear();
    }
    const date = new Date(wallTime(at, timeZone)).toISOString().slice(0, 10);
    const day = minute * MINUTE >= beginOnce(date) ? date : dayAfter(date, -1);
    remembered.set(minute, day);
    return day;
  };
  return { dayOf, beginOf: beginOnce };
}

/** The business days of the same calendar. */
export const businessDays = (timeZone: string, dayStart: string): DayOf => businessCalendar(timeZone, dayStart).dayOf;

/** The first moment at which the clock shows the start or a later time of the date. */
function beginOf(date: string, dayStart: string, timeZone: string): number {
  const wall = Date.parse(`${date}T${dayStart}:00Z`);
  const offsets = [wall - DAY, wall + DAY].map(near => wallTime(near, timeZone) - near);
  let begin = Math.min(...offsets.map(offset => wall - offset));
  while (wallTime(begin, timeZone) < wall) begin += MINUTE;
  return begin;
}

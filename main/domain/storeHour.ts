/** Hours and days by the clock of a store, daylight saving included: in October the hour from 2 to 3 holds two. */

/** No zone changes its clock within a quarter of an hour, ms. */
const QUARTER = 900_000;
/** About half a year of quarters; more are counted anew. */
const MOST_REMEMBERED = 20_000;

/** Gives 0 to 23 for a time in ms since 1970. Throws a RangeError for a zone that nobody knows. */
export function storeHours(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  const remembered = new Map<number, number>();
  return at => {
    const quarter = Math.floor(at / QUARTER);
    const known = remembered.get(quarter);
    if (known !== undefined) return known;
    if (remembered.size > MOST_REMEMBERED) remembered.clear();
    const hour = Number(format.format(quarter * QUARTER));
    remembered.set(quarter, hour);
    return hour;
  };
}

/** No zone is further from UTC, hours. */
const FURTHEST = 15;
const HOUR = 3_600_000;

/** Midnight of the day that `at` is in, both in ms since 1970. A day has 23 to 25 hours. */
export const startOfDay = (at: number, timeZone: string): number =>
  beginOfDay(new Intl.DateTimeFormat('en-CA', { timeZone }).format(at), timeZone);

/** Midnight of the day (YYYY-MM-DD), ms since 1970. */
export function beginOfDay(day: string, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone });
  const utc = Date.parse(`${day}T00:00:00Z`);
  // Offsets are quarters of an hour; the first of them that is in the day is its beginning.
  for (let offset = -FURTHEST * HOUR; offset <= FURTHEST * HOUR; offset += HOUR / 4)
    if (format.format(utc + offset) === day) return utc + offset;
  throw new RangeError(`the zone ${timeZone} has no day ${day}`);
}

/** The beginning of a day by the clock of a store. */

/** No zone is further from UTC, hours. */
const FURTHEST = 15;
const HOUR = 3_600_000;

/** Midnight of the day that `at` is in, both in ms since 1970. A day has 23 to 25 hours. */
export function startOfDay(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone });
  const day = format.format(at);
  const utc = Date.parse(`${day}T00:00:00Z`);
  // Offsets are quarters of an hour; the first of them that is in the day is its beginning.
  for (let offset = -FURTHEST * HOUR; offset <= FURTHEST * HOUR; offset += HOUR / 4)
    if (format.format(utc + offset) === day) return utc + offset;
  throw new RangeError(`the zone ${timeZone} has no day ${day}`);
}

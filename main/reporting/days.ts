/** Days and hours by the clock of a time zone. A day is the text `YYYY-MM-DD`. */

export { addDays, isDay } from '../domain/namedSpans.ts';

const DAY_MS = 86_400_000;

/** Days that one report covers at most: ten years. */
export const longestSpan = 3660;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, made);
  return made;
}

function partsIn(timeZone: string, at: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
}

/** The day at an instant (ms since 1970) in a time zone. */
export function dayIn(timeZone: string, at: number): string {
  const { year, month, day } = partsIn(timeZone, at);
  return `${year}-${month}-${day}`;
}

/** Minutes since midnight by the clock on the wall. */
export function minuteIn(timeZone: string, at: number): number {
  const { hour, minute } = partsIn(timeZone, at);
  return Number(hour) * 60 + Number(minute);
}

/** Days from the first to the last one, both counted. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1;

/** Hours of the clock that a day in this zone has twice (autumn), or not at all (spring). */
export function oddHours(
  timeZone: string,
  day: string,
): { readonly twice: readonly number[]; readonly never: readonly number[] } {
  const counts = new Map<number, number>();
  const start = Date.parse(`${day}T00:00:00Z`) - DAY_MS;
  for (let at = start; at < start + 3 * DAY_MS; at += 900_000)
    if (dayIn(timeZone, at) === day) {
      const hour = Math.floor(minuteIn(timeZone, at) / 60);
      counts.set(hour, (counts.get(hour) ?? 0) + 1);
    }
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  return {
    twice: hours.filter(hour => (counts.get(hour) ?? 0) > 4),
    never: hours.filter(hour => !counts.has(hour)),
  };
}

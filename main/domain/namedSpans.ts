/** Spans of days that have a name, so that they move along: the last seven days, this month. */

interface Days {
  /** First and last day, both included, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

export interface Span extends Days {
  /** The name by which it was chosen: on a Monday, today and this week are the same days. */
  readonly named?: SpanName | null;
}

export const spanNames = [
  'today',
  'yesterday',
  'last7',
  'week',
  'month',
  'lastMonth',
  'quarter',
  'lastQuarter',
  'last90',
] as const;
export type SpanName = (typeof spanNames)[number];

export function spanOf(name: SpanName, today: string): Days {
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'last7':
      return { from: addDays(today, -6), to: today };
    case 'last90':
      return { from: addDays(today, -89), to: today };
    case 'week':
      return { from: mondayOf(today), to: today };
    case 'month':
      return { from: firstOfMonth(today), to: today };
    case 'lastMonth': {
      const last = addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(last), to: last };
    }
    case 'quarter':
      return { from: firstOfQuarter(today), to: today };
    case 'lastQuarter': {
      const last = addDays(firstOfQuarter(today), -1);
      return { from: firstOfQuarter(last), to: last };
    }
  }
}

/** Spans that end before today. */
const PAST: readonly SpanName[] = ['yesterday', 'lastMonth', 'lastQuarter'];

/** The span as it reads on the morning of a day, when that day has not begun: what ends with it ends the day before. */
export const spanOnMorning = (name: SpanName, day: string): Days =>
  spanOf(name, PAST.includes(name) ? day : addDays(day, -1));

export function addDays(day: string, days: number): string {
  return new Date(noonOf(day).getTime() + days * DAY).toISOString().slice(0, 10);
}

/** A day that exists and that every database knows: not 2026-02-30, and not the year 0. */
export const isDay = (text: string): boolean =>
  /^(19|2\d)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(noonOf(text).getTime()) && addDays(text, 0) === text;

/**
 * The days of an address on a day: its first and last one, or a span by its name (`span=last7`), which moves along; else the last seven.
 * A page reads it in the course of the day, a mail on its morning.
 */
export function spanIn(
  address: { get(name: string): string | null },
  day: string,
  daysOf: (name: SpanName, day: string) => Days = spanOf,
): Span {
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? ''];
  const named = spanNames.find(name => name === address.get('span'));
  const days = isDay(from) && isDay(to) && from <= to ? { from, to } : daysOf(named ?? 'last7', day);
  return named ? { ...days, named } : days;
}

/** Noon, so that no summer time moves the day. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** Weeks begin on Monday. */
export const mondayOf = (day: string): string => addDays(day, -((noonOf(day).getUTCDay() + 6) % 7));

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** Quarters of the calendar begin in January, April, July and October. */
function firstOfQuarter(day: string): string {
  const month = Number(day.slice(5, 7));
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
}

const DAY = 24 * 60 * 60 * 1000;

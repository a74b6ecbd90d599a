/** Spans of time that figures are shown by: made of business days, or of the clock. Pure; times in ms since 1970. */
import type { BusinessCalendar } from './businessDay.ts';
import { dayAfter } from './daySchedule.ts';

export type Span = keyof typeof STARTS;

/**
 * The first millisecond of the span around an instant. Days and longer spans are made of whole business days, as in the reports, and
 * weeks begin on Monday; minutes and hours are those of the clock.
 */
export function spanBegin(span: Span, at: number, { dayOf, beginOf }: BusinessCalendar): number {
  const start = STARTS[span];
  return typeof start === 'number' ? hourOrMinute(start, at) : beginOf(start(dayOf(at)));
}

const MINUTE = 60_000;

/** Minutes of the span, or the first business day of the span around one (`YYYY-MM-DD`). */
const STARTS = {
  minute: 1,
  hour: 60,
  day: day => day,
  week: day => dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)),
  month: day => `${day.slice(0, 7)}-01`,
  quarter: day =>
    `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`,
  year: day => `${day.slice(0, 4)}-01-01`,
} as const satisfies Record<string, number | ((day: string) => string)>;

/** The two hours in which summer time ends are two spans: only the minutes of the clock are asked, which are the same in both. */
function hourOrMinute(minutes: number, at: number): number {
  const beyond = minutes === 1 ? 0 : new Date(at).getMinutes();
  return (Math.floor(at / MINUTE) - beyond) * MINUTE;
}

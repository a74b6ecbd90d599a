/** Calendar days as `YYYY-MM-DD`, and the spans that a report is often asked for. */

export interface Span {
  /** First and last day, both included. */
  readonly from: string;
  readonly to: string;
}

export const spanNames = ['today', 'yesterday', 'last7', 'week', 'month', 'lastMonth', 'last90'] as const;
export type SpanName = (typeof spanNames)[number];

/** The day of a moment (milliseconds since 1970) by the clocks of a time zone (IANA name). */
export const dayIn = (moment: number, zone: string): string =>
  // The Swedish format is the ISO format.
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(moment);

export function spanOf(name: SpanName, today: string): Span {
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
      // Weeks begin on Monday.
      return { from: addDays(today, -((noonOf(today).getUTCDay() + 6) % 7)), to: today };
    case 'month':
      return { from: firstOfMonth(today), to: today };
    case 'lastMonth': {
      const last = addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(last), to: last };
    }
  }
}

/** The name of a span that begins and ends on these days; null where it has none. */
export const spanNameOf = ({ from, to }: Span, today: string): SpanName | null =>
  spanNames.find(name => {
    const span = spanOf(name, today);
    return span.from === from && span.to === to;
  }) ?? null;

/** The span moved by its own length, to look at the time before or after it. */
export function movedSpan({ from, to }: Span, direction: -1 | 1): Span {
  const days = lengthOf({ from, to });
  return { from: addDays(from, direction * days), to: addDays(to, direction * days) };
}

const lengthOf = ({ from, to }: Span): number => Math.round((noonOf(to).getTime() - noonOf(from).getTime()) / DAY) + 1;

/** How far a comparison goes back, days; the bridge goes back as far. */
const DAYS_BACK = { week: 7, month: 28, year: 364 } as const;

/** The comparisons that say something: a week before a longer span would be mostly the span itself. */
export const comparisonsOf = (span: Span) => [lengthOf(span) > 7 ? 'month' : 'week', 'year'] as const;

export const spanBefore = ({ from, to }: Span, compare: keyof typeof DAYS_BACK): Span => ({
  from: addDays(from, -DAYS_BACK[compare]),
  to: addDays(to, -DAYS_BACK[compare]),
});

export function addDays(day: string, days: number): string {
  return new Date(noonOf(day).getTime() + days * DAY).toISOString().slice(0, 10);
}

/** True for a day that exists. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(noonOf(text).getTime()) && addDays(text, 0) === text;

/** Noon, so that no summer time moves the day. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

const DAY = 24 * 60 * 60 * 1000;

/** The days of an address: its first and last one, or a span by its name (`span=last7`), which moves along; else the last seven. */
export function spanIn(address: URLSearchParams, today: string): Span {
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? ''];
  if (isDay(from) && isDay(to) && from <= to) return { from, to };
  return spanOf(spanNames.find(name => name === address.get('span')) ?? 'last7', today);
}

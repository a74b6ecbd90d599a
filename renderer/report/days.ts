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

/** Spans that a report is compared with: a week before, the span before, a year before. */
export const COMPARISONS = ['week', 'span', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The comparisons that say something: a week before a longer span would be mostly the span itself. */
export const comparisonsOf = (span: Span) => [lengthOf(span) > 7 ? 'span' : 'week', 'year'] as const;

/** As the bridge goes back: whole weeks, so that weekdays meet weekdays. */
export function spanBefore(span: Span, compare: Comparison): Span {
  const days = compare === 'year' ? 364 : compare === 'week' ? 7 : Math.ceil(lengthOf(span) / 7) * 7;
  return { from: addDays(span.from, -days), to: addDays(span.to, -days) };
}

export const comparisonFor = (span: Span, wanted: Comparison): Comparison =>
  wanted === 'year' ? wanted : comparisonsOf(span)[0];

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

/** Calendar days as `YYYY-MM-DD`, and the spans that a report is often asked for. */

import {
  addDays,
  isDay,
  noonOf,
  type Span,
  type SpanName,
  spanIn,
  spanNames,
  spanOf,
} from '../../main/domain/namedSpans.ts';

export { addDays, isDay, noonOf, type Span, type SpanName, spanIn, spanNames, spanOf };

/** The day of a moment (milliseconds since 1970) by the clocks of a time zone (IANA name). */
export const dayIn = (moment: number, zone: string): string =>
  // The Swedish format is the ISO format.
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(moment);

/** The name of a span that begins and ends on these days, the chosen one first; null where it has none. */
export const spanNameOf = ({ from, to, named }: Span, today: string): SpanName | null =>
  [...(named ? [named] : []), ...spanNames].find(name => {
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

const DAY = 24 * 60 * 60 * 1000;

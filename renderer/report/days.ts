/** Calendar days as `YYYY-MM-DD`, and the spans that a report is often asked for. */

import { addDays, noonOf, type Span, type SpanName, spanNames, spanOf } from '../../main/domain/namedSpans.ts';

export { addDays, noonOf, type Span, type SpanName, spanNames, spanOf };

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

/** True for a day that exists. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(noonOf(text).getTime()) && addDays(text, 0) === text;

const DAY = 24 * 60 * 60 * 1000;

/** The days of an address: its first and last one, or a span by its name (`span=last7`), which moves along; else the last seven. */
export function spanIn(address: URLSearchParams, today: string): Span {
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? ''];
  const named = spanNames.find(name => name === address.get('span'));
  const days = isDay(from) && isDay(to) && from <= to ? { from, to } : spanOf(named ?? 'last7', today);
  return named ? { ...days, named } : days;
}

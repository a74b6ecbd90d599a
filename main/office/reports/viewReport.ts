/** The report that a kept view shows, as its page would ask for it. */
import { type Span, spanIn, spanOnMorning } from '../../domain/namedSpans.ts';
import type { ReportDeclaration } from '../../wire/office/reports.ts';

/** Name and query of the report that a path names; null for a page that is no report. */
export function reportInPath(path: string): { readonly name: string | null; readonly query: URLSearchParams } | null {
  const { pathname, searchParams: query } = new URL(path, 'http://office');
  const [page, name = null] = pathname.split('/').slice(1);
  return page === 'reports' ? { name, query } : null;
}

/**
 * The parameters of the report on the morning of a day. What the report does not have is left out, as its page does: an address may be
 * older than the report, or come from another one.
 */
export function parametersOnMorning(
  declaration: ReportDeclaration,
  query: URLSearchParams,
  day: string,
): Readonly<Record<string, string>> {
  const span = declaration.hasSpan ? daysOf(query, day) : { from: day, to: day };
  const keys = declaration.by.map(({ name }) => name);
  const by = keys.find(name => name === query.get('by')) ?? usualKey(keys, span);
  const across = declaration.by.find(({ name }) => name === by)?.across?.find(name => name === query.get('across'));
  const figure = declaration.columns.find(({ name }) => name === query.get('figure'))?.name;
  const compare = declaration.compares ? query.get('compare') : null;
  const currency = query.get('currency');
  return Object.fromEntries(
    [
      ...Object.entries({ ...span, by, across, figure: across && figure, compare, currency }),
      ...declaration.filters.map(name => [name, query.get(name)] as const),
    ].filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

function daysOf(query: URLSearchParams, day: string) {
  const { from, to } = spanIn(query, day, spanOnMorning);
  return { from, to };
}

/** A day by its hours, anything longer by the first key that the report has. */
const usualKey = (keys: readonly string[], { from, to }: Span): string | undefined =>
  keys[0] === 'day' && from === to && keys.includes('hour') ? 'hour' : keys[0];

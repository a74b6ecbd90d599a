/**
 * The choice of a report: span, grouping, comparison, filters and order. It stands in the address, so that a link says all of
 * it.
 */

import type { ReportDeclaration } from '../../main/wire/office/reports.ts';
import { type Span, spanIn } from './days.ts';

export type FilterName = ReportDeclaration['filters'][number];

/** How far the span lies back that the report is compared with. */
export const comparisons = ['week', 'month', 'year'] as const;
export type Compared = (typeof comparisons)[number];

export interface ReportChoice extends Span {
  /** Null: the first grouping of the report. */
  readonly by: string | null;
  /** The key of the columns, in a table of two keys. */
  readonly across: string | null;
  /** The figure of its cells; null: that of the chart. */
  readonly figure: string | null;
  readonly compare: Compared | null;
  readonly filters: Readonly<Partial<Record<FilterName, string>>>;
  /** Null: that of the merchant. */
  readonly currency: string | null;
  /** Null: the order of the answer. */
  readonly sort: Sort | null;
}

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

export const filterNames = ['region', 'store', 'till', 'cashier', 'article', 'group', 'tax', 'method'] as const;

/** Reads an address; what it does not say, or says wrongly, is the last seven days without filters. */
export function choiceIn(address: URLSearchParams, today: string): ReportChoice {
  const span = spanIn(address, today);
  const compare = address.get('compare');
  const currency = address.get('currency');
  return {
    ...span,
    by: address.get('by') || null,
    across: address.get('across') || null,
    figure: address.get('figure') || null,
    compare: comparisons.find(name => name === compare) ?? null,
    filters: Object.fromEntries(filterNames.map(name => [name, address.get(name)]).filter(([, value]) => value)),
    currency: currency && /^[A-Z]{3}$/.test(currency) ? currency : null,
    sort: sortIn(address.get('sort')),
  };
}

/** The part of an address that `choiceIn` reads, without a question mark. */
export function addressOf(choice: ReportChoice): string {
  const query = new URLSearchParams(requestOf(choice));
  if (choice.named) query.set('span', choice.named);
  if (choice.sort) query.set('sort', `${choice.sort.column}:${choice.sort.descending ? 'desc' : 'asc'}`);
  return query.toString();
}

/** The query of a request: the choice without the order, which is the table's own. */
export function requestOf({ from, to, by, across, figure, compare, currency, filters }: ReportChoice) {
  const crossed = across && { across, ...(figure && { figure }) };
  const request: Record<string, string> = {
    ...{ from, to, ...(by && { by }), ...crossed },
    ...{ ...(compare && { compare }), ...(currency && { currency }), ...filters },
  };
  return request;
}

/**
 * The choice without what the report does not have, because a link may be old, and one choice is kept from report to
 * report. The grouping is written out.
 */
export function choiceFor(declaration: ReportDeclaration, choice: ReportChoice, today: string): ReportChoice {
  const by = declaration.by.some(({ name }) => name === choice.by) ? choice.by : groupingFor(declaration, choice);
  const across = declaration.by.find(({ name }) => name === by)?.across?.find(name => name === choice.across) ?? null;
  const filters = Object.entries(choice.filters).filter(([name]) => declaration.filters.includes(name as FilterName));
  return {
    ...choice,
    // A report of today or of now has no span, whatever the link to it says.
    ...(declaration.hasSpan ? {} : { from: today, to: today }),
    by,
    across,
    figure: declaration.columns.some(({ name }) => name === choice.figure) ? choice.figure : null,
    compare: declaration.compares ? choice.compare : null,
    filters: Object.fromEntries(filters),
  };
}

/** The grouping where nobody has chosen one: a day by its hours, anything longer by the first that the report has. */
export function groupingFor({ by }: Pick<ReportDeclaration, 'by'>, { from, to }: Span): string | null {
  const first = by[0]?.name ?? null;
  return first === 'day' && from === to && by.some(({ name }) => name === 'hour') ? 'hour' : first;
}

function sortIn(text: string | null): Sort | null {
  const [column, order] = text?.split(':') ?? [];
  return column ? { column, descending: order === 'desc' } : null;
}

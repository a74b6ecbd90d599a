/** The filters of the list of sales, from its address to the query in the list language. */

import { isDay, type Span, spanOf } from '../../report/days.ts';
import { parseMoney } from '../../texts/money.ts';

/** Members of a sale that an address may limit the list to; they are the groupings and filters of the reports. */
export const saleFilters = [
  'store',
  'till',
  'cashier',
  'hour',
  'weekday',
  'method',
  'article',
  'group',
  'tax',
  'campaign',
  'terminal',
  'card',
  'currency',
  'event',
] as const;

/** Stands for every value of a filter that a sale has at all. */
export const ANY_VALUE = '*';
export type SaleFilter = (typeof saleFilters)[number];

export interface SalesChoice extends Span {
  readonly filters: readonly (readonly [SaleFilter, string])[];
  /** As typed. */
  readonly search: string;
  /** True: a row for every event of a sale; false: one for each closed sale. */
  readonly allEvents: boolean;
  readonly offset: number;
}

export const PAGE = 50;

export function salesChoiceIn(address: URLSearchParams, today: string): SalesChoice {
  const from = address.get('from') ?? '';
  const to = address.get('to') ?? '';
  return {
    ...(isDay(from) && isDay(to) && from <= to ? { from, to } : spanOf('last7', today)),
    filters: saleFilters.flatMap(name => address.getAll(name).map(value => [name, value] as const)),
    search: address.get('search') ?? '',
    allEvents: address.get('events') === 'all',
    offset: Math.max(0, Math.floor(Number(address.get('offset')) || 0)),
  };
}

export function salesAddressOf({ from, to, filters, search, allEvents, offset }: SalesChoice): string {
  const query = new URLSearchParams({ from, to });
  for (const [name, value] of filters) query.append(name, value);
  if (search) query.set('search', search);
  if (allEvents) query.set('events', 'all');
  if (offset > 0) query.set('offset', String(offset));
  return query.toString();
}

/** The parameters of `GET /office/v1/sales`. A search by number looks through all days: the number is known, the day often not. */
export function salesRequest(choice: SalesChoice, currency: string): Record<string, string> {
  const search = searchCondition(choice.search, currency);
  const conditions = [
    ...(search?.everywhere ? [] : [`business_day:[${choice.from} TO ${choice.to}]`]),
    ...choice.filters.map(([name, value]) => conditionOf(name, value)),
    ...(search ? [search.condition] : []),
  ];
  return {
    count: String(PAGE),
    offset: String(choice.offset),
    sort: 'created:desc',
    ...(conditions.length > 0 ? { q: conditions.join(' AND ') } : {}),
    ...(choice.allEvents ? { events: 'all' } : {}),
  };
}

/** An empty value means sales that have none, such as those without a named person; `*` those that have any. */
const conditionOf = (name: SaleFilter, value: string): string =>
  value === ANY_VALUE ? `${name}:*` : value === '' ? `NOT ${name}:*` : `${name}:${quoted(value)}`;

interface SearchCondition {
  readonly condition: string;
  readonly everywhere: boolean;
}

function searchCondition(search: string, currency: string): SearchCondition | null {
  const text = search.trim();
  if (text === '') return null;
  if (/^STX_/i.test(text)) return { condition: `id:${quoted(text.toUpperCase())}`, everywhere: true };
  if (/^\d{1,12}$/.test(text)) return { condition: `(receipt_number:${text} OR trace:${text})`, everywhere: false };
  const sum = /[.,]/.test(text) ? parseMoney(text, currency) : null;
  if (sum !== null) return { condition: `sum:${sum}`, everywhere: false };
  return { condition: `transactionRef:${quoted(text)}`, everywhere: true };
}

const quoted = (value: string): string =>
  /^[\w.-]+$/.test(value) ? value : `"${value.replace(/[\\"]/g, character => `\\${character}`)}"`;

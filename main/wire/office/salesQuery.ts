/** The filters of the list of sales, from its address to the query in the list language: of its page, and of a kept view as a mail. */

import { exponentOf } from '../../domain/currencies.ts';
import type { Span } from '../../domain/namedSpans.ts';
import { readNumber } from '../../domain/typedNumber.ts';

/** Members of a sale that an address may limit the list to; they are the groupings and filters of the reports. */
export const saleFilters = [
  'region',
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
  'closing',
] as const;

/** Stands for every value of a filter that a sale has at all. */
export const ANY_VALUE = '*';
/** Rows of the list: closed sales, those of them to which something was done, cancellations, or every event of a sale. */
export const saleEvents = ['closed', 'returns', 'discounts', 'prices', 'voids', 'cancelled', 'all'] as const;
export type SaleEvents = (typeof saleEvents)[number];

/** Fields of the amount that was returned, given, changed by hand or taken out; `_by` names whoever did it. */
const DONE: Readonly<Partial<Record<SaleEvents, string>>> = {
  ...{ returns: 'returned', discounts: 'given', prices: 'repriced', voids: 'voided' },
};
/** Goods come back to whoever sold them; the others stand under whoever did it. */
const hasDoer = (events: SaleEvents): boolean => DONE[events] !== undefined && events !== 'returns';

export type SaleFilter = (typeof saleFilters)[number];

export interface SalesChoice extends Span {
  readonly filters: readonly (readonly [SaleFilter, string])[];
  /** As typed. */
  readonly search: string;
  /** The least and the greatest sum, as typed; empty: any. */
  readonly least: string;
  readonly most: string;
  readonly events: SaleEvents;
  readonly offset: number;
}

/** The query of an address: the `URLSearchParams` of page and server. */
interface SalesAddress {
  get(name: string): string | null;
  getAll(name: string): readonly string[];
}

/** The value of a filter that is limited to one; empty: it is not. */
export const limitOf = ({ filters }: SalesChoice, name: SaleFilter): string =>
  filters.find(([one]) => one === name)?.[1] ?? '';

export const limited = ({ filters }: SalesChoice, name: SaleFilter, value: string): SalesChoice['filters'] => [
  ...filters.filter(([one]) => one !== name),
  ...(value === '' ? [] : [[name, value] as const]),
];

export const PAGE = 50;

/** `span`: the days of the address; a page has them as of today, a mail as of its morning. */
export function salesChoiceIn(address: SalesAddress, span: Span): SalesChoice {
  return {
    ...span,
    filters: saleFilters.flatMap(name => address.getAll(name).map(value => [name, value] as const)),
    search: address.get('search') ?? '',
    least: address.get('least') ?? '',
    most: address.get('most') ?? '',
    events: saleEvents.find(name => name === address.get('events')) ?? 'closed',
    offset: Math.max(0, Math.floor(Number(address.get('offset')) || 0)),
  };
}

/** The query of the address of a choice, as `URLSearchParams` takes it. */
export const salesQueryOf = ({ from, to, named, filters, ...choice }: SalesChoice): [string, string][] => [
  ['from', from],
  ['to', to],
  ...filters.map(([name, value]): [string, string] => [name, value]),
  ...Object.entries({
    span: named ?? '',
    search: choice.search,
    least: choice.least,
    most: choice.most,
    events: choice.events === 'closed' ? '' : choice.events,
    offset: choice.offset > 0 ? String(choice.offset) : '',
  }).filter(([, value]) => value !== ''),
];

/** True for a search that leaves the days of the choice aside. */
export const looksEverywhere = ({ search }: SalesChoice, currency: string): boolean =>
  searchCondition(search, currency)?.everywhere === true;

/** The parameters of `GET /office/v1/sales`. A search by number looks through all days: the number is known, the day often not. */
export function salesRequest(choice: SalesChoice, currency: string): Record<string, string> {
  const search = searchCondition(choice.search, currency);
  const conditions = [
    ...(search?.everywhere ? [] : [`business_day:[${choice.from} TO ${choice.to}]`]),
    ...choice.filters.map(([name, value]) =>
      name === 'cashier' && hasDoer(choice.events) ? doerCondition(choice.events, value) : conditionOf(name, value),
    ),
    ...(search ? [search.condition] : []),
    ...(choice.events === 'cancelled' ? ['event:cancelled'] : []),
    ...amountConditions(choice, currency),
  ];
  return {
    count: String(PAGE),
    offset: String(choice.offset),
    sort: 'created:desc',
    ...(conditions.length > 0 ? { q: conditions.join(' AND ') } : {}),
    ...(choice.events === 'all' || choice.events === 'cancelled' ? { events: 'all' } : {}),
  };
}

const amountOf = (text: string, currency: string): number | null =>
  readNumber(text, { decimals: exponentOf(currency), most: Number.MAX_SAFE_INTEGER }).value;

/** Where something was done to sales its value is limited, else the sum of the sale. A text that is no amount limits nothing; its field says so. */
function amountConditions({ least, most, events }: SalesChoice, currency: string): readonly string[] {
  const [from, to] = [least, most].map(text => (text === '' ? null : amountOf(text, currency)));
  const part = DONE[events];
  if (part) return [`${part}:[${from ?? 1} TO ${to ?? '*'}]`];
  return from == null && to == null ? [] : [`sum:[${from ?? '*'} TO ${to ?? '*'}]`];
}

/** An empty value means sales that have none, such as those without a named person; `*` those that have any. */
const conditionOf = (name: SaleFilter, value: string): string =>
  name === 'closing'
    ? recordsCondition(value)
    : value === ANY_VALUE
      ? `${name}:*`
      : value === ''
        ? `NOT ${name}:*`
        : `${name}:${quoted(value)}`;

/** As in the report of corrections; discounts of campaigns stand under nobody. */
const doerCondition = (events: SaleEvents, value: string): string =>
  value === ''
    ? `${DONE[events]}_by_nobody:[1 TO *]`
    : conditionOf('cashier', value).replace('cashier:', `${DONE[events]}_by:`);

interface RecordPlace {
  readonly epoch: number;
  readonly sequence: number;
}

/** The value of the filter `closing`: the number of a Z report, its till, and the places between which its records stand. */
export const closingRecords = (number: number | null, till: string, after: RecordPlace, before: RecordPlace): string =>
  [number ?? 0, till, ...[after, before].map(({ epoch, sequence }) => `${epoch}.${sequence}`)].join('~');

/** The number of the Z report in a value of the filter `closing`. */
export const closingNumberIn = (records: string): string => records.split('~')[0] ?? '';

/** A text that names no places finds nothing. */
function recordsCondition(records: string): string {
  const [, till = '', ...places] = /^\d+~([\w-]+)~(\d+)\.(\d+)~(\d+)\.(\d+)$/.exec(records) ?? [];
  const [epoch1, sequence1, epoch2, sequence2] = places.map(Number) as [number, number, number, number];
  if (till === '') return 'sequence:0';
  const within =
    epoch1 === epoch2
      ? `epoch:${epoch1} AND sequence:[${sequence1 + 1} TO ${sequence2 - 1}]`
      : `((epoch:${epoch1} AND sequence:[${sequence1 + 1} TO *]) OR (epoch:${epoch2} AND sequence:[* TO ${sequence2 - 1}]) OR epoch:[${epoch1 + 1} TO ${epoch2 - 1}])`;
  return `till:${till} AND ${within}`;
}

interface SearchCondition {
  readonly condition: string;
  readonly everywhere: boolean;
}

function searchCondition(search: string, currency: string): SearchCondition | null {
  const text = search.trim();
  if (text === '') return null;
  if (/^STX_/i.test(text)) return { condition: `id:${quoted(text.toUpperCase())}`, everywhere: true };
  if (/^\d{1,12}$/.test(text)) return { condition: `(receipt_number:${text} OR trace:${text})`, everywhere: false };
  const sum = /[.,]/.test(text) ? amountOf(text, currency) : null;
  if (sum !== null) return { condition: `sum:${sum}`, everywhere: false };
  return { condition: `transactionRef:${quoted(text)}`, everywhere: true };
}

const quoted = (value: string): string =>
  /^[\w.-]+$/.test(value) ? value : `"${value.replace(/[\\"]/g, character => `\\${character}`)}"`;

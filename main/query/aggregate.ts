/** The `aggregate` parameter: how documents are counted and added up, per group and per span of time. */
import type { Comparable, FieldType } from './comparable.ts';
import { comparable, fold, literal } from './comparable.ts';
import type { QueryDeclaration } from './declaration.ts';
import { declaredValues, fieldOf } from './declaration.ts';
import { isProperty, segmentsOf, valuesAt } from './property.ts';

export interface Aggregate {
  /** Property whose instant puts a document into a span of time. */
  readonly timestamp: string | null;
  readonly interval: Interval;
  /** Both included, ms since 1970. */
  readonly min: number | null;
  readonly max: number | null;
  /** Property whose values are the groups. */
  readonly group: string | null;
  /** Property whose numbers are added up. */
  readonly sum: string | null;
}

const INTERVALS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

/** One document as far as an aggregation looks at it. */
export interface Contribution {
  /** Place in the newest-first order. */
  readonly order: number;
  readonly at: number | null;
  /** The values of the group property, each once, and what the document adds to the sum of each. */
  readonly groups: ReadonlyMap<Key, number>;
  readonly sum: number;
}

/** The value that documents of one group share; texts are folded, as a search compares them. */
export type Key = string | number | boolean;

/** A group with its sums; `newest` is the `order` of its newest document, which gives the group its name. */
export interface Group extends Total {
  readonly key: Key;
  readonly newest: number;
  readonly spans: ReadonlyMap<number, Total>;
}

export interface Total {
  readonly count: number;
  readonly sum: number;
}

/** Groups times spans of time that one answer may hold. */
export const mostRows = 10_000;

/** The list costs more than one answer may; the message says how to narrow it. */
export class TooManyRows extends Error {}

/** The object of the parameter as JSON text, as an object, or null when it is left out; or a sentence on what is wrong. */
export function parseAggregate(value: unknown): Aggregate | null | string {
  const members = membersOf(value);
  if (members === null || typeof members === 'string') return members;
  const unknown = Object.keys(members).find(member => !MEMBERS.has(member));
  if (unknown !== undefined) return `aggregate has no "${unknown}": it takes ${[...MEMBERS].join(', ')}`;
  const properties = ['timestamp_prop', 'group_by_prop', 'sum_by_prop'].map(member => members[member] ?? null);
  const wrong = properties.find(property => property !== null && !isPropertyText(property));
  if (wrong !== undefined) return `${JSON.stringify(wrong)} is not the name of a property`;
  const [timestamp = null, group = null, sum = null] = properties as (string | null)[];
  if (timestamp === null && group === null && sum === null)
    return 'aggregate needs timestamp_prop, group_by_prop or sum_by_prop';
  const interval = members.interval ?? 'week';
  if (!isInterval(interval)) return `interval is one of ${INTERVALS.join(', ')}`;
  const [min, max] = [limitOf(members.min, 0), limitOf(members.max, 1)];
  if (min === undefined || max === undefined) return 'min and max are timestamps or dates';
  if ((min !== null || max !== null) && timestamp === null) return 'min and max need timestamp_prop';
  return { timestamp, interval, min, max, group, sum };
}

const MEMBERS = new Set(['timestamp_prop', 'interval', 'min', 'max', 'group_by_prop', 'sum_by_prop']);

function membersOf(value: unknown): Readonly<Record<string, unknown>> | null | string {
  if (value === undefined || value === '') return null;
  const read = typeof value === 'string' ? parsed(value) : value;
  return typeof read === 'object' && read !== null && !Array.isArray(read)
    ? (read as Record<string, unknown>)
    : 'aggregate is an object, given as JSON or as aggregate[interval]=day';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isPropertyText = (value: unknown) => typeof value === 'string' && isProperty(value);

const isInterval = (value: unknown): value is Interval => INTERVALS.some(interval => interval === value);

/** A date stands for its first or its last millisecond. */
function limitOf(value: unknown, side: 0 | 1): number | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  const instants = typeof value === 'string' ? literal('timestamp', value) : null;
  return instants ? Number(instants[side]) : undefined;
}

/** The contribution of a parsed document. */
export function contributionOf(
  aggregate: Aggregate,
  declaration: QueryDeclaration,
  document: unknown,
  order: number,
): Contribution {
  const { timestamp, group, sum } = aggregate;
  const total = sum === null ? 0 : added(forms('number', declaration, sum, document));
  return {
    order,
    at: timestamp === null ? null : (forms('timestamp', declaration, timestamp, document)[0] ?? null),
    groups: group === null ? new Map() : groupsOf(declaration, { group, sum }, document, total),
    sum: total,
  };
}

/**
 * Where the group and the numbers stand in the elements of one list, each element adds its numbers to its own group: the payments
 * of a sale by their method. Else the document adds all of them to each of its groups.
 */
function groupsOf(
  declaration: QueryDeclaration,
  { group, sum }: { readonly group: string; readonly sum: string | null },
  document: unknown,
  total: number,
): ReadonlyMap<Key, number> {
  const list = sum === null ? '' : listAbove(group, sum);
  if (list === '' || sum === null)
    return new Map(keysAt(declaration, group, valuesAt(document, group)).map(key => [key, total]));
  const inElement = (property: string) => property.slice(list.length + 1);
  const groups = new Map<Key, number>();
  for (const element of valuesAt(document, list)) {
    const numbers = valuesAt(element, inElement(sum)).map(value => comparable('number', value));
    const own = added(numbers.filter(value => typeof value === 'number'));
    for (const key of new Set(keysAt(declaration, group, valuesAt(element, inElement(group)))))
      groups.set(key, (groups.get(key) ?? 0) + own);
  }
  return groups;
}

/** The longest path that both properties go through; empty where there is none. */
function listAbove(one: string, other: string): string {
  const [names, others] = [segmentsOf(one).slice(0, -1), segmentsOf(other).slice(0, -1)];
  const end = names.findIndex((name, at) => name !== others[at]);
  return (end === -1 ? names : names.slice(0, end)).join('.');
}

const added = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The values of a property as instants or numbers; a column holds the first alone. */
function forms(type: 'timestamp' | 'number', declaration: QueryDeclaration, property: string, document: unknown) {
  const field = fieldOf(declaration, property);
  const values =
    field?.type === type
      ? declaredValues(field, property, document)
      : valuesAt(document, property).map(value => comparable(type, value));
  return values.filter(value => typeof value === 'number');
}

function keysAt(declaration: QueryDeclaration, property: string, values: readonly unknown[]): readonly Key[] {
  const field = fieldOf(declaration, property);
  const keys = values.flatMap(value => keyOf(field?.type, value) ?? []);
  return field && 'column' in field ? keys.slice(0, 1) : keys;
}

/** A value as the type of its property, or as its own where that is not declared; objects are no group. */
export function keyOf(type: FieldType | undefined, value: unknown): Key | null {
  if (type !== undefined) return keyIn(type, comparable(type, value));
  if (typeof value === 'string') return fold(value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** The same from the comparable form, as columns hold it. */
export function keyIn(type: FieldType, form: Comparable | null): Key | null {
  if (form === null) return null;
  if (type === 'boolean') return form === 1;
  return typeof form === 'string' ? fold(form) : form;
}

/** A group as a document writes it. */
export function nameOf(declaration: QueryDeclaration, property: string, key: Key, document: unknown): string {
  const type = fieldOf(declaration, property)?.type;
  return String(valuesAt(document, property).find(value => keyOf(type, value) === key) ?? key);
}

/** Null: none. */
export const propertiesOfAggregate = ({ timestamp, group, sum }: Aggregate) => [timestamp, group, sum];

/** Does the document count at all? With a property for the time, only if it has one, between `min` and `max`. */
export function counts({ timestamp, min, max }: Aggregate, { at }: Contribution): boolean {
  if (timestamp === null) return true;
  return at !== null && (min === null || at >= min) && (max === null || at <= max);
}

export interface Aggregation {
  /** Throws `TooManyRows`. */
  add(contribution: Contribution): void;
  /** Every document that was counted, with a group or without. */
  total(): Total & { readonly spans: ReadonlyMap<number, Total> };
  /** The biggest first. */
  groups(): readonly Group[];
}

/** Collects one document after the other. `startOf` gives the first ms of the span of time around a moment. */
export function createAggregation(aggregate: Aggregate, startOf: (at: number) => number): Aggregation {
  const whole = newGroup('');
  const groups = new Map<Key, Collected>();
  let rows = 0;

  function put(group: Collected, { order, at }: Contribution, sum: number) {
    group.newest = Math.max(group.newest, order);
    addTo(group, sum);
    if (at === null || aggregate.timestamp === null) return;
    const start = startOf(at);
    const known = group.spans.get(start);
    if (!known) rows += 1;
    const span = known ?? { count: 0, sum: 0 };
    group.spans.set(start, span);
    addTo(span, sum);
  }

  return {
    add(contribution) {
      if (!counts(aggregate, contribution)) return;
      put(whole, contribution, contribution.sum);
      for (const [key, sum] of contribution.groups) {
        const known = groups.get(key);
        if (!known) rows += 1;
        const group = known ?? newGroup(key);
        groups.set(key, group);
        put(group, contribution, sum);
      }
      if (rows > mostRows) throw new TooManyRows(`an aggregation has at most ${mostRows} groups and spans of time`);
    },
    total: () => whole,
    groups: () => [...groups.values()].sort((a, b) => b.count - a.count || b.newest - a.newest),
  };
}

interface Collected {
  readonly key: Key;
  count: number;
  sum: number;
  newest: number;
  readonly spans: Map<number, { count: number; sum: number }>;
}

const newGroup = (key: Key): Collected => ({ key, count: 0, sum: 0, newest: 0, spans: new Map() });

function addTo(total: { count: number; sum: number }, sum: number) {
  total.count += 1;
  total.sum += sum;
}

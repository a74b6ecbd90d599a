/** The query string of a list, read once and turned into what the store needs to answer it. */
import type { Aggregate } from './aggregate.ts';
import { parseAggregate, propertiesOfAggregate } from './aggregate.ts';
import { isDeclared, propertiesOf, type Query } from './ast.ts';
import type { Sql } from './compile.ts';
import { compileQuery } from './compile.ts';
import type { QueryDeclaration } from './declaration.ts';
import type { Expand } from './expand.ts';
import { isEverything, parseExpand } from './expand.ts';
import type { FieldTree } from './fields.ts';
import { parseFields } from './fields.ts';
import { compileOrder, type Order, parseSort, type SortKey } from './order.ts';
import { parseQuery } from './parse.ts';
import { isProperty } from './property.ts';

export interface ListPlan extends Order {
  readonly ok: true;
  readonly query: Query;
  readonly where: Sql;
  /** Asks for properties that have no index. */
  readonly readsDocuments: boolean;
  /** The newest first, and nothing else was asked for. */
  readonly usualOrder: boolean;
  readonly limit: number;
  readonly offset: number;
  /** `null`: every member. Where `expand` is null, too, the stored JSON text can be passed through as it is. */
  readonly fields: FieldTree | null;
  readonly expand: Expand | null;
  /** The definitions of the fields: beside the data or in its place. */
  readonly meta: 'none' | 'beside' | 'only';
  readonly aggregate: Aggregate | null;
  /** How long a snapshot is kept for further pages, ms. */
  readonly scroll: number | null;
}

/** A parameter that cannot be read; for `q` also where in `text`, counted from 0. */
export interface ListProblem {
  readonly ok: false;
  readonly parameter: string;
  readonly message: string;
  readonly text?: string;
  readonly position?: number;
}

export const pageSize = { usual: 10, most: 1_000 } as const;

/** How far `offset` reaches in the order of a property without an index: what is before it has to be sorted first. */
export const deepestSorted = 10_000;

/** Milliseconds a snapshot may be kept from one page to the next. */
export const longestScroll = 3_600_000;

/**
 * Reads the common list parameters; those it does not know are left alone. `preset` is a query that is asked together
 * with `q`. A `count` above 1000 gives 1000: clients ask for "everything" with big numbers, and the answer's own count
 * tells them that there is more.
 */
export function readListParameters(
  parameters: Readonly<Record<string, unknown>>,
  declaration: QueryDeclaration,
  preset = '',
): ListPlan | ListProblem {
  const plain = readPlainParameters(parameters);
  if ('ok' in plain) return plain;
  const { sort, fields, limit, offset } = plain;
  const rest = readRest(parameters);
  if ('ok' in rest) return rest;
  const query = both(plain.query, presetQuery(preset));
  const order = compileOrder(sort, declaration);
  if (order.sortsDocuments && offset > deepestSorted)
    return problem('offset', `offset is at most ${deepestSorted} with a sort by a property that has no index`);
  return {
    ok: true,
    query,
    where: compileQuery(query, declaration),
    readsDocuments: !isDeclared(query, declaration.fields),
    ...order,
    usualOrder: sort.length === 0,
    limit,
    offset,
    fields,
    ...rest,
  };
}

/** The parameters that need no declaration: `q`, `sort`, `fields`, `count` (1000 at most) and `offset`. */
export interface PlainParameters extends Pick<ListPlan, 'query' | 'limit' | 'offset' | 'fields'> {
  readonly sort: readonly SortKey[];
}

export function readPlainParameters(parameters: Readonly<Record<string, unknown>>): PlainParameters | ListProblem {
  const q = single(parameters.q);
  if (q === undefined) return problem('q', 'q must be given once');
  const parsed = parseQuery(q);
  if (!parsed.ok) return { ...parsed, parameter: 'q' };
  const sort = parseSort(sortText(parameters));
  if (typeof sort === 'string') return problem('sort', sort);
  const fields = parseFields(listed(parameters.fields));
  if (typeof fields === 'string') return problem('fields', fields);
  const limit = wholeNumber(parameters.count, pageSize.usual);
  if (limit === null) return problem('count', WHOLE_COUNT);
  const offset = wholeNumber(parameters.offset, 0);
  if (offset === null) return problem('offset', 'offset must be a whole number, 0 or more');
  return {
    query: parsed.query,
    sort,
    fields: fields.size > 0 ? fields : null,
    limit: Math.min(limit, pageSize.most),
    offset,
  };
}

type Rest = Pick<ListPlan, 'expand' | 'meta' | 'aggregate' | 'scroll'>;

function readRest(parameters: Readonly<Record<string, unknown>>): Rest | ListProblem {
  const expand = parseExpand(listed(parameters.expand));
  if (expand !== null && typeof expand === 'object' && 'wrong' in expand) return problem('expand', expand.wrong);
  const aggregate = parseAggregate(inBrackets(parameters, 'aggregate') ?? parameters.aggregate);
  if (typeof aggregate === 'string') return problem('aggregate', aggregate);
  const scroll = parseDuration(parameters.scroll_expire);
  if (typeof scroll === 'string') return problem('scroll_expire', scroll);
  return { expand, meta: metaOf(parameters.meta), aggregate, scroll };
}

/** The changes a further page of a scroll may ask for: its length, and how long the snapshot is kept; null as before. */
export function readWanted(
  parameters: Readonly<Record<string, unknown>>,
): { readonly count: number | null; readonly keep: number | null } | ListProblem {
  const given = parameters.count !== undefined && parameters.count !== '';
  const count = given ? wholeNumber(parameters.count, 0) : null;
  if (given && count === null) return problem('count', WHOLE_COUNT);
  const keep = parseDuration(parameters.scroll_expire);
  if (typeof keep === 'string') return problem('scroll_expire', keep);
  return { count: count === null ? null : Math.min(count, pageSize.most), keep };
}

/** `90s`, `5m`, `1h`, a bare number in seconds; ms, at most an hour. Null without one, or a sentence on what is wrong. */
export function parseDuration(value: unknown): number | null | string {
  if (value === undefined || value === '') return null;
  const [, digits, unit = 's'] = /^(\d{1,9})(ms|s|m|h|d)?$/i.exec(String(value).trim()) ?? [];
  const duration = Number(digits) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
  return duration > 0
    ? Math.min(duration, longestScroll)
    : 'scroll_expire is a time such as 90s, 5m or 1h, more than nothing';
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `true` and `1`: yes; `false`, `0` and nothing: no. */
export const isYes = (value: unknown): boolean => value === true || /^(1|true|yes)$/i.test(String(value ?? ''));

const metaOf = (value: unknown): ListPlan['meta'] =>
  /^only$/i.test(String(value ?? '')) ? 'only' : isYes(value) ? 'beside' : 'none';

const both = (q: Query, preset: Query): Query =>
  preset.kind === 'all' ? q : q.kind === 'all' ? preset : { kind: 'and', operands: [preset, q] };

function presetQuery(preset: string): Query {
  const parsed = parseQuery(preset);
  if (!parsed.ok) throw new Error(`the preset ${preset} cannot be read: ${parsed.message}`);
  return parsed.query;
}

const WHOLE_COUNT = 'count must be a whole number, 0 or more';

function problem(parameter: string, message: string): ListProblem {
  return { ok: false, parameter, message };
}

function single(value: unknown): string | undefined {
  return typeof value === 'string' ? value : value === undefined ? '' : undefined;
}

/** A parameter given several times is the same as its values joined by commas. */
function listed(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}

/** `name[member]=value` as an object, which a parser of query strings may have made already; undefined without any. */
function inBrackets(
  parameters: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const prefix = `${name}[`;
  const members = Object.entries(parameters).flatMap(([key, value]) =>
    key.startsWith(prefix) && key.endsWith(']') ? [[key.slice(prefix.length, -1), value] as const] : [],
  );
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

/** A property that a parameter names. `searches`: with a name that no document has, the answer would be an empty one. */
export interface WantedProperty {
  readonly parameter: 'q' | 'aggregate' | 'sort' | 'fields' | 'expand';
  readonly property: string;
  readonly searches: boolean;
}

/** The properties that the parameters of a list name, where they can be read. */
export function wantedProperties(parameters: Readonly<Record<string, unknown>>): readonly WantedProperty[] {
  const keys = parseSort(sortText(parameters));
  const { q } = parameters;
  const parsed = typeof q === 'string' ? parseQuery(q) : null;
  const aggregate = parseAggregate(inBrackets(parameters, 'aggregate') ?? parameters.aggregate);
  const wanted: readonly (readonly [WantedProperty['parameter'], readonly (string | null)[]])[] = [
    ['q', parsed?.ok ? propertiesOf(parsed.query) : []],
    ['aggregate', aggregate && typeof aggregate === 'object' ? propertiesOfAggregate(aggregate) : []],
    ['sort', typeof keys === 'string' ? [] : keys.map(({ property }) => property)],
    ['fields', namesIn(parameters.fields)],
    ['expand', namesIn(parameters.expand).filter(name => !isEverything(name))],
  ];
  return wanted.flatMap(([parameter, properties]) =>
    [...new Set(properties)].flatMap(property =>
      property !== null && isProperty(property)
        ? { parameter, property, searches: parameter === 'q' || parameter === 'aggregate' }
        : [],
    ),
  );
}

const namesIn = (value: unknown): readonly string[] =>
  listed(value)
    .split(',')
    .flatMap(name => name.trim() || []);

/** Older clients name the field in brackets. */
function sortText(parameters: Readonly<Record<string, unknown>>): string {
  const { sort } = parameters;
  const isObject = typeof sort === 'object' && sort !== null && !Array.isArray(sort);
  const pairs = Object.entries({ ...(isObject ? sort : {}), ...inBrackets(parameters, 'sort') });
  return [isObject ? '' : listed(sort), ...pairs.map(([property, order]) => `${property}:${order}`)].join(',');
}

function wholeNumber(value: unknown, usual: number): number | null {
  if (value === undefined || value === '') return usual;
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{1,15}$/.test(value)
        ? Number(value)
        : Number.NaN;
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}

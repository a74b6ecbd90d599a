/** Requests nobody would send: made from the published description, half sensible, half broken in every way. */
import type { Random } from './random.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: Schema;
}

export interface Operation {
  readonly method: string;
  /** With `{name}` in the place of parameters. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
}

export interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text as it goes over the wire, or undefined. */
  readonly body: string | undefined;
}

interface Description {
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly Parameter[];
            readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
          }
        >
      >
    >
  >;
}

export function operationsOf({ paths, components }: Description): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: whole(requestBody?.content?.['application/json']?.schema ?? null, components?.schemas ?? {}),
    })),
  );
}

/** The schema with every named shape in its place. */
function whole<T>(value: T, named: Readonly<Record<string, Schema>>): T {
  if (Array.isArray(value)) return value.map(member => whole(member, named)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as Schema;
  if (typeof $ref === 'string') return whole(named[$ref.split('/').at(-1) ?? ''], named) as T;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, whole(member, named)])) as T;
}

/** One request of an operation; `ids` are those met so far, so that paths lead somewhere. */
export function randomRequest(random: Random, operation: Operation, ids: readonly string[]): RandomRequest {
  const { method, parameters, body } = operation;
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(pathValue(random, name, parameters, ids)),
  );
  const query = parameters
    .filter(parameter => parameter.in === 'query' && random.chance(0.25))
    .map(({ name, schema = {} }) => `${name}=${encodeURIComponent(queryValue(random, name, schema))}`);
  return {
    method,
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers: headersOf(random),
    body: method === 'GET' ? undefined : bodyText(random, body, ids),
  };
}

const JUNK = [
  'me',
  '0',
  '-1',
  'x',
  '../../etc/passwd',
  "' OR 1=1 --",
  '__proto__',
  '%',
  '\u0000',
  '💳'.repeat(20),
  'A'.repeat(250),
];

function pathValue(random: Random, name: string, parameters: readonly Parameter[], ids: readonly string[]): string {
  const schema = parameters.find(parameter => parameter.in === 'path' && parameter.name === name)?.schema;
  if (/method/i.test(name) && random.chance(0.9)) return random.pick(METHODS);
  if (schema?.enum && random.chance(0.8)) return String(random.pick(schema.enum));
  return random.chance(0.85) && ids.length > 0 ? random.pick(ids) : random.pick(JUNK);
}

const METHODS = [
  'cash',
  'loyalty',
  'cashless',
  'debit',
  'creditcard',
  'invoice',
  'prepaid',
  'cashless_direct',
  'ccload',
  'paypal',
  'nothing',
];

const QUERIES: Readonly<Record<string, readonly string[]>> = {
  q: [
    'status:ok',
    'a:b AND',
    '(((',
    'status:[a TO',
    'x.y.z:*',
    'NOT NOT a:1',
    '"',
    '\\',
    'amount:>1 OR id:*',
    'created:[2020-01-01 TO *]',
    '*:*',
    'a:/x/',
  ],
  sort: ['created:asc', 'status:desc,id:asc', 'x', ':', 'a:b:c', '__proto__:asc'],
  fields: ['id', 'basket.products.ean', '..', 'a..b', ',,', '__proto__'],
  count: ['0', '1', '1000', '-1', '1e9', 'x', ''],
  offset: ['0', '5', '99999999999', '-1', 'x'],
  meta: ['true', 'only', 'x'],
  validate: ['1', '0'],
  expand: ['all', 'customer', 'merchant,contract', 'x.y', '__proto__'],
  scroll_expire: ['1m', '5', 'x', '-1', '100d'],
  scroll_id: ['x', '', 'A'.repeat(300)],
  aggregate: [
    '{}',
    '{"interval":"day"}',
    '{',
    '[]',
    '{"timestamp_prop":"created","interval":"x"}',
    '{"group_by_prop":"status","sum_by_prop":"amount"}',
  ],
  preset: ['open', 'x', '__proto__'],
};

const queryValue = (random: Random, name: string, schema: Schema): string => {
  const value = random.chance(0.8) && QUERIES[name] ? random.pick(QUERIES[name]) : valueFor(random, schema, [], 3);
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
};

function headersOf(random: Random): Record<string, string> {
  return {
    ...(random.chance(0.05) ? { 'idempotency-key': random.pick(['a', 'b', 'x'.repeat(500), '']) } : {}),
    ...(random.chance(0.03) ? { 'if-match': random.pick(['"x"', '*', 'W/"1"', '']) } : {}),
    ...(random.chance(0.1) ? { 'accept-language': random.pick(['de', 'en', 'xx', '*;q=9', ',,,']) } : {}),
    ...(random.chance(0.03)
      ? { 'content-type': random.pick(['text/plain', 'application/xml', 'application/json; charset=x']) }
      : {}),
  };
}

function bodyText(random: Random, schema: Schema | null, ids: readonly string[]): string | undefined {
  if (random.chance(0.02))
    return random.pick(['{', '[]', 'null', '"x"', '5', '{"a":', '\u0000', `${'['.repeat(2000)}${']'.repeat(2000)}`]);
  if (!schema) return random.chance(0.2) ? JSON.stringify(random.pick(BROKEN)) : undefined;
  return random.chance(0.05) ? undefined : JSON.stringify(valueFor(random, schema, ids, 8));
}

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

const BROKEN: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53 + 2,
  -9_007_199_254_740_991,
  '',
  ' ',
  '0',
  '-5',
  '1e5',
  'x'.repeat(5000),
  '\u0000',
  '\ud800',
  'ÄÖÜ',
  "'; DROP TABLE smart_transaction; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  [],
  [null],
  [[[[]]]],
  {},
  { id: null },
  { id: {} },
  { toString: 1 },
  JSON.parse('{"__proto__":{"a":1}}'),
  JSON.parse('{"constructor":{"prototype":1}}'),
  nested(50),
  nested(150),
  Array.from({ length: 300 }, (_, index) => index),
];

function valueFor(random: Random, schema: Schema, ids: readonly string[], depth: number): unknown {
  if (random.chance(0.06)) return random.pick(BROKEN);
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return valueFor(random, random.pick(choice), ids, depth);
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const type =
    typeof schema.type === 'string' ? schema.type : (schema.type?.[0] ?? (schema.properties ? 'object' : 'any'));
  return MAKERS[type]?.(random, schema, ids, depth) ?? null;
}

const WORDS = [
  'a',
  'ok',
  'EUR',
  'DE',
  'card',
  '9276004000000018',
  '9276004000000026',
  'DE89370400440532013000',
  '2026-01-01',
  '2026-01-01T00:00:00+01:00',
  'a@b.example',
  '+49 30 1234567',
  'https://shop.example/x',
  '4111111111111111',
  '17',
  'visa',
];

type Maker = (random: Random, schema: Schema, ids: readonly string[], depth: number) => unknown;

const MAKERS: Readonly<Record<string, Maker>> = {
  string: (random, { examples, pattern }, ids) => {
    if (examples && random.chance(0.4)) return random.pick(examples);
    if (pattern?.startsWith('^[A-Z]{3}$')) return random.pick(['EUR', 'USD', 'CHF', 'XXX']);
    return random.chance(0.3) && ids.length > 0 ? random.pick(ids) : random.pick(WORDS);
  },
  integer: (random, { minimum = -5 }) =>
    minimum + random.pick([0, 1, 2, 3, 7, 19, 100, 105, 107, 199, 500, 5000, 99_999]),
  number: random => random.pick([0, 1, 1.5, 100]),
  boolean: random => random.chance(0.5),
  null: () => null,
  array: (random, { items = {} }, ids, depth) =>
    depth === 0 ? [] : Array.from({ length: random.below(4) }, () => valueFor(random, items, ids, depth - 1)),
  object: (random, { properties = {}, required = [] }, ids, depth) => {
    if (depth === 0) return {};
    const members = Object.entries(properties)
      .filter(([name]) => random.chance(required.includes(name) ? 0.95 : 0.45))
      .map(([name, member]) => [name, valueFor(random, member, ids, depth - 1)] as const);
    return Object.fromEntries(random.chance(0.1) ? [...members, ['unknown_member', random.pick(BROKEN)]] : members);
  },
  any: random => random.pick(BROKEN),
};

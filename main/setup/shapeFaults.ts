/** The faults of a value against its schema, each with its place and in words. For the schemas of `wire/setup.ts`. */
import { Value } from 'typebox/value';
import type { InputFault } from '../masterData/shop.ts';

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** At most this many; a file that is wrong everywhere says so soon enough. */
const MOST = 50;

/** `path` is that of the value itself, empty for the whole. */
export function shapeFaults(schema: unknown, value: unknown, path = ''): readonly InputFault[] {
  const faults: InputFault[] = [];
  collect(relaxed(schema as Schema), value, path, faults);
  return faults.slice(0, MOST);
}

function collect(schema: Schema, value: unknown, path: string, faults: InputFault[]): void {
  if (faults.length >= MOST) return;
  if (schema.anyOf) collectChoice(schema, value, path, faults);
  else if (schema.type === 'object' && isObject(value)) collectMembers(schema, value, path, faults);
  else if (schema.type === 'array' && Array.isArray(value)) collectItems(schema, value, path, faults);
  else if (!isRight(schema, value)) faults.push(fault(path, ...expected(schema, value)));
}

const known = new WeakMap<object, Schema>();

/** The same schema; a member with a default may be left out. */
function relaxed(schema: Schema): Schema {
  const before = known.get(schema);
  if (before) return before;
  const made = relax(schema) as Schema;
  known.set(schema, made);
  return made;
}

function relax(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(relax);
  if (!isObject(part)) return part;
  const { required, properties } = part as Schema;
  const members = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, relax(value)]));
  if (!Array.isArray(required) || properties === undefined) return members;
  return { ...members, required: required.filter(name => !('default' in (properties[name] ?? {}))) };
}

const isRight = (schema: Schema, value: unknown): boolean => Value.Check(schema as never, value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The faults of the choice that was meant; a text in the place of an object meant none. */
function collectChoice(schema: Schema, value: unknown, path: string, faults: InputFault[]): void {
  if (isRight(schema, value)) {
    // Connections take members that nobody reads; a misspelt one is refused all the same.
    const fitting = schema.anyOf?.find(choice => isRight(choice, value));
    if (fitting) collect(fitting, value, path, faults);
    return;
  }
  const meant = choicesFor(schema.anyOf ?? [], value);
  const [only] = meant;
  if (meant.length === 1 && only) {
    collect(only, value, path, faults);
    return;
  }
  const types = isObject(value) ? (schema.anyOf ?? []).flatMap(({ properties }) => properties?.type?.const ?? []) : [];
  if (types.length > 0) {
    const list = types.join(', ');
    faults.push(fault(join(path, 'type'), `muss eins davon sein: ${list}`, `must be one of: ${list}`));
  } else faults.push(fault(path, ...expected(schema, value)));
}

function choicesFor(choices: readonly Schema[], value: unknown): readonly Schema[] {
  const flat = choices.flatMap(choice => choice.anyOf ?? [choice]);
  const fitting = flat.filter(
    ({ type }) => type === typeOf(value) || (type === 'integer' && typeof value === 'number'),
  );
  if (!isObject(value) || fitting.length < 2) return fitting;
  const named = fitting.filter(({ properties }) => properties?.type?.const === value.type && value.type !== undefined);
  if (named.length > 0) return named;
  const known = fitting.filter(({ properties = {} }) => Object.keys(value).some(name => name in properties));
  return fitting.some(({ properties }) => properties?.type?.const !== undefined) ? [] : known;
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

function collectMembers(
  { properties, required = [], additionalProperties }: Schema,
  value: Readonly<Record<string, unknown>>,
  path: string,
  faults: InputFault[],
): void {
  if (properties === undefined) return;
  for (const [name, member] of Object.entries(value)) {
    const schema = properties[name];
    if (schema && member !== undefined) collect(schema, member, join(path, name), faults);
    else if (!schema && additionalProperties !== true) faults.push(unknownMember(path, name, Object.keys(properties)));
  }
  for (const name of required)
    if (value[name] === undefined) faults.push(fault(join(path, name), 'fehlt', 'is missing'));
}

function collectItems(
  { items = {}, maxItems, minItems = 0 }: Schema,
  value: readonly unknown[],
  path: string,
  faults: InputFault[],
) {
  if (maxItems !== undefined && value.length > maxItems)
    faults.push(fault(path, `hat mehr als ${maxItems} Einträge`, `has more than ${maxItems} entries`));
  if (value.length < minItems) faults.push(fault(path, `braucht ${minItems} Eintrag`, `needs ${minItems} entry`));
  for (const [index, item] of value.entries()) collect(items, item, `${path}[${index}]`, faults);
}

function unknownMember(path: string, name: string, known: readonly string[]): InputFault {
  const near = known.find(
    one => distance(one.toLowerCase(), name.toLowerCase()) <= Math.max(1, Math.floor(one.length / 4)),
  );
  const list = known.join(', ');
  return fault(
    join(path, name),
    near ? `gibt es nicht; gemeint ist wohl ${near}` : `gibt es nicht; es gibt: ${list}`,
    near ? `is not known; ${near} is meant, it seems` : `is not known; there are: ${list}`,
  );
}

/** Letters to be changed, added or taken away (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    row = next;
  }
  return row.at(-1) ?? 0;
}

const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  string: ['Text', 'text'],
  number: ['eine Zahl', 'a number'],
  integer: ['eine ganze Zahl', 'a whole number'],
  boolean: ['true oder false', 'true or false'],
  object: ['ein Objekt', 'an object'],
  array: ['eine Liste', 'a list'],
  null: ['null', 'null'],
};

function expected(schema: Schema, value: unknown): readonly [de: string, en: string] {
  if (schema.enum)
    return [`muss eins davon sein: ${schema.enum.join(', ')}`, `must be one of: ${schema.enum.join(', ')}`];
  const choices = (schema.anyOf ?? [schema]).flatMap(choice => choice.anyOf ?? [choice]);
  const hint = schema.description ?? choices[0]?.description;
  const kinds = [...new Set(choices.flatMap(({ type }) => WORDS[type ?? ''] ?? []))];
  const types = [...new Set(choices.map(({ type }) => type))];
  if (types.includes(typeOf(value)) || (types.includes('integer') && typeof value === 'number')) {
    const { maxLength, minimum, maximum } = choices.find(({ type }) => type === typeOf(value)) ?? schema;
    if (typeof value === 'string' && maxLength !== undefined && value.length > maxLength)
      return [`ist länger als ${maxLength} Zeichen`, `is longer than ${maxLength} characters`];
    if (value === '') return ['ist leer', 'is empty'];
    if (typeof value === 'number' && minimum !== undefined && maximum !== undefined)
      return [`muss zwischen ${minimum} und ${maximum} liegen`, `must be between ${minimum} and ${maximum}`];
    return hint ? [`ist nicht lesbar (${hint})`, `cannot be read (${hint})`] : ['ist nicht lesbar', 'cannot be read'];
  }
  const pairs = types.flatMap(type => (type && WORDS[type] ? [WORDS[type]] : []));
  if (kinds.length === 0) return ['ist nicht lesbar', 'cannot be read'];
  return [`muss ${pairs.map(([de]) => de).join(' oder ')} sein`, `must be ${pairs.map(([, en]) => en).join(' or ')}`];
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const fault = (path: string, de: string, en: string): InputFault => ({ path, texts: { de: `${de}.`, en: `${en}.` } });

/** The faults of a value against its schema, each with its place and in plain words: of a body, of the settings, of the set-up file. */
import type { TSchema } from 'typebox';
import { likelyName } from '../domain/likelyName.ts';
import type { Texts } from '../domain/texts.ts';
import { fits } from './contractCheck.ts';

export interface ShapeFault {
  /** Path of the member: `basket.products[0].priceOne`; empty for the whole. */
  readonly path: string;
  /** The fault, without the path. */
  readonly texts: Texts;
  /** The expected value, for developers; null where the member should not be there. */
  readonly expected: string | null;
  /** Type and, where it is short and no secret, the value that came. */
  readonly received: string;
}

/** Members that the schema does not name: `refused` always, or only where the schema forbids them. */
type Unknown = 'refused' | 'asSchema';

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  /** Members with names of a form, as a record has them. */
  readonly patternProperties?: Readonly<Record<string, Schema>>;
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
export function shapeFaults(
  schema: unknown,
  value: unknown,
  path = '',
  unknown: Unknown = 'refused',
): readonly ShapeFault[] {
  const faults: ShapeFault[] = [];
  collect(relaxed(schema as Schema), value, path, { faults, unknown });
  return faults.slice(0, MOST);
}

interface Found {
  readonly faults: ShapeFault[];
  readonly unknown: Unknown;
}

function collect(schema: Schema, value: unknown, path: string, found: Found): void {
  if (found.faults.length >= MOST) return;
  if (schema.anyOf) collectChoice(schema, value, path, found);
  else if (schema.type === 'object' && isObject(value)) collectMembers(schema, value, path, found);
  else if (schema.type === 'array' && Array.isArray(value)) collectItems(schema, value, path, found);
  else if (!isRight(schema, value)) found.faults.push(wrongValue(schema, value, path));
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

const isRight = (schema: Schema, value: unknown): boolean => fits(schema as TSchema, value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The faults of the choice that was meant; a text in the place of an object meant none. */
function collectChoice(schema: Schema, value: unknown, path: string, found: Found): void {
  if (isRight(schema, value)) {
    // Connections take members that nobody reads; a misspelt one is refused all the same.
    const fitting = schema.anyOf?.find(choice => isRight(choice, value));
    if (fitting && found.unknown === 'refused') collect(fitting, value, path, found);
    return;
  }
  const meant = choicesFor(schema.anyOf ?? [], value);
  const [only] = meant;
  if (meant.length === 1 && only) {
    collect(only, value, path, found);
    return;
  }
  const types = isObject(value) ? (schema.anyOf ?? []).flatMap(({ properties }) => properties?.type?.const ?? []) : [];
  if (types.length > 0) {
    const list = types.join(', ');
    const type = isObject(value) ? value.type : undefined;
    found.faults.push(fault(join(path, 'type'), `muss eins davon sein: ${list}`, `must be one of: ${list}`, type));
  } else found.faults.push(wrongValue(schema, value, path));
}

function choicesFor(choices: readonly Schema[], value: unknown): readonly Schema[] {
  const flat = alternatives(choices);
  const fitting = flat.filter(
    ({ type }) => type === typeOf(value) || (type === 'integer' && typeof value === 'number'),
  );
  if (!isObject(value) || fitting.length < 2) return fitting;
  const named = fitting.filter(({ properties }) => properties?.type?.const === value.type && value.type !== undefined);
  if (named.length > 0) return named;
  const known = fitting.filter(({ properties = {} }) => Object.keys(value).some(name => name in properties));
  return fitting.some(({ properties }) => properties?.type?.const !== undefined) ? [] : known;
}

/** A choice of choices is one choice. */
const alternatives = (choices: readonly Schema[]): readonly Schema[] =>
  choices.flatMap(choice => (choice.anyOf ? alternatives(choice.anyOf) : [choice]));

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

function collectMembers(
  { properties = {}, patternProperties = {}, required = [], additionalProperties }: Schema,
  value: Readonly<Record<string, unknown>>,
  path: string,
  found: Found,
) {
  const refused = found.unknown === 'refused' ? additionalProperties !== true : additionalProperties === false;
  for (const [name, member] of Object.entries(value)) {
    const formed = Object.keys(patternProperties).find(form => new RegExp(form, 'u').test(name));
    const schema = Object.hasOwn(properties, name) ? properties[name] : patternProperties[formed ?? ''];
    if (schema && member !== undefined) collect(schema, member, join(path, name), found);
    else if (!schema && refused) found.faults.push(unknownMember(path, name, member, Object.keys(properties)));
  }
  for (const name of required)
    if (value[name] === undefined) {
      const [, wanted] = expected(properties[name] ?? {}, undefined);
      found.faults.push({ ...fault(join(path, name), 'fehlt', 'is missing', undefined), expected: rightIn(wanted) });
    }
}

function collectItems(
  { items = {}, maxItems, minItems = 0 }: Schema,
  value: readonly unknown[],
  path: string,
  found: Found,
) {
  const { faults } = found;
  if (maxItems !== undefined && value.length > maxItems)
    faults.push(fault(path, `hat mehr als ${maxItems} Einträge`, `has more than ${maxItems} entries`, value));
  if (value.length < minItems)
    faults.push(fault(path, `braucht ${minItems} Eintrag`, `needs ${minItems} entry`, value));
  for (const [index, item] of value.entries()) {
    if (faults.length >= MOST) return;
    collect(items, item, `${path}[${index}]`, found);
  }
}

function unknownMember(path: string, name: string, value: unknown, known: readonly string[]): ShapeFault {
  const near = likelyName(name, known);
  const list = known.join(', ');
  return {
    ...fault(
      join(path, name),
      near ? `gibt es nicht; gemeint ist wohl ${near}` : `gibt es nicht; es gibt: ${list}`,
      near ? `is not known; ${near} is meant, it seems` : `is not known; there are: ${list}`,
      value,
    ),
    expected: near,
  };
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
  const words = schema.enum ?? schema.anyOf?.flatMap(wordsOf);
  if (words && words.length > 0 && words.length >= (schema.anyOf?.length ?? 0) - 1) return oneOf(words, value);
  const choices = alternatives([schema]);
  const hint = schema.description ?? choices[0]?.description;
  const kinds = [...new Set(choices.flatMap(({ type }) => WORDS[type ?? ''] ?? []))];
  const types = [...new Set(choices.map(({ type }) => type))];
  if (types.includes(typeOf(value)) || (types.includes('integer') && typeof value === 'number')) {
    const { maxLength, minimum, maximum, pattern } = choices.find(({ type }) => type === typeOf(value)) ?? schema;
    if (typeof value === 'string' && maxLength !== undefined && value.length > maxLength)
      return [`ist länger als ${maxLength} Zeichen`, `is longer than ${maxLength} characters`];
    if (value === '') return ['ist leer', 'is empty'];
    if (typeof value === 'number' && !Number.isInteger(value) && types.includes('integer') && !types.includes('number'))
      return ['muss eine ganze Zahl sein', 'must be a whole number'];
    if (typeof value === 'number' && minimum !== undefined && maximum !== undefined)
      return [`muss zwischen ${minimum} und ${maximum} liegen`, `must be between ${minimum} and ${maximum}`];
    if (typeof value === 'number' && minimum !== undefined && value < minimum)
      return [`muss ${minimum} oder mehr sein`, `must be ${minimum} or more`];
    if (typeof value === 'number' && maximum !== undefined && value > maximum)
      return [`darf höchstens ${maximum} sein`, `must be ${maximum} or less`];
    const form = FORMS[pattern ?? ''];
    if (form) return [`muss ${form[0]} sein`, `must be ${form[1]}`];
    return hint ? [`ist nicht lesbar (${hint})`, `cannot be read (${hint})`] : ['ist nicht lesbar', 'cannot be read'];
  }
  const pairs = types.flatMap(type => (type && WORDS[type] ? [WORDS[type]] : []));
  if (kinds.length === 0) return ['ist nicht lesbar', 'cannot be read'];
  return [`muss ${pairs.map(([de]) => de).join(' oder ')} sein`, `must be ${pairs.map(([, en]) => en).join(' or ')}`];
}

/** The values of a choice that is a closed list or one value. */
const wordsOf = (choice: Schema): readonly unknown[] =>
  choice.enum ?? (choice.const === undefined ? [] : [choice.const]);

/** Texts of a closed list, and the one that was meant. */
function oneOf(words: readonly unknown[], value: unknown): readonly [de: string, en: string] {
  const list = words.join(', ');
  const near = typeof value === 'string' ? likelyName(value, words.map(String)) : null;
  return [
    `muss eins davon sein: ${list}${near ? ` (gemeint ist wohl ${near})` : ''}`,
    `must be one of: ${list}${near ? ` (${near} is meant, it seems)` : ''}`,
  ];
}

/** Names of forms, where the description of a member gives none. */
const FORMS: Readonly<Record<string, readonly [de: string, en: string]>> = {
  '^[A-Z]{3}$': ['eine Währung aus drei Großbuchstaben, etwa EUR,', 'a currency of three capital letters such as EUR'],
  '^[0-9]{6}$': ['ein Text aus sechs Ziffern', 'a text of six digits'],
  '^[a-z]{2,30}$': ['ein Wort aus 2 bis 30 Kleinbuchstaben', 'a word of 2 to 30 small letters'],
  '^[0-9]{4,12}$': ['ein Text aus 4 bis 12 Ziffern', 'a text of 4 to 12 digits'],
  '^-?[0-9]{1,15}$': ['eine ganze Zahl', 'a whole number'],
  '^[0-9]{1,15}([.][0-9]{1,2}0*)?$': [
    'eine Zahl mit höchstens zwei Nachkommastellen, mit Punkt (8.1),',
    'a number with at most two decimals, after a point (8.1)',
  ],
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': ['eine Uhrzeit HH:MM', 'a time of day HH:MM'],
};

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const wrongValue = (schema: Schema, value: unknown, path: string): ShapeFault =>
  fault(path, ...expected(schema, value), value);

const fault = (path: string, de: string, en: string, value: unknown): ShapeFault => ({
  path,
  texts: { de: `${de}.`, en: `${en}.` },
  expected: rightIn(en),
  received: receivedAs(path, value),
});

const rightIn = (en: string): string => en.replace(/^must be (one of: )?/, (_all, list = '') => list);

/** Longer values are cut, and those of such members are not repeated at all. */
const LONGEST_SHOWN = 30;
const SECRET = /pass|secret|pin\b|_pin|key|token|csc|cv[cv]|code|iban|pan\b|cardnumber|owner/i;

function receivedAs(path: string, value: unknown): string {
  const type = value === undefined ? 'nothing' : typeOf(value);
  if (value === undefined || value === null || typeof value === 'object') return type;
  const text = String(value);
  if (SECRET.test(path) || /\d[\d -]{7,}/.test(text)) return `${type} of ${text.length} characters`;
  return `${type} ${JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : value)}`;
}

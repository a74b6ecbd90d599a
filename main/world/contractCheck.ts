/**
 * Checks a value against a contract and fills in its defaults, by the words of JSON Schema that our contracts use: the library that
 * knows all words takes 15 ms of a start to check the settings. A test compares both, and knows the words.
 */
import type { Static, TSchema } from 'typebox';
import Format from 'typebox/format';

type Contract = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, Contract>>;
type Rule = (wanted: never, value: unknown, contract: Contract) => boolean;

export const fits = <T extends TSchema>(contract: T, value: unknown): value is Static<T> =>
  holds(contract as Contract, value);

const holds = (contract: Contract, value: unknown): boolean =>
  Object.keys(contract).every(word => RULES[word]?.(contract[word] as never, value, contract) ?? true);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: value => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: value => typeof value === 'boolean',
  null: value => value === null,
};

/** A rule says nothing about values of another type. Words without a rule describe. */
const RULES: Readonly<Record<string, Rule>> = {
  type: (type: string, value) => TYPES[type]?.(value) ?? true,
  const: (wanted: unknown, value) => value === wanted,
  enum: (words: readonly unknown[], value) => words.includes(value),
  anyOf: (choices: readonly Contract[], value) => choices.some(choice => holds(choice, value)),
  properties: (members: Members, value) =>
    !isObject(value) ||
    Object.keys(members).every(name => value[name] === undefined || holds(members[name]!, value[name])),
  required: (names: readonly string[], value) =>
    !isObject(value) || names.every(name => Object.hasOwn(value, name) && value[name] !== undefined),
  patternProperties: (forms: Members, value) =>
    !isObject(value) ||
    Object.keys(value).every(name =>
      Object.keys(forms).every(form => !regularExpression(form).test(name) || holds(forms[form]!, value[name])),
    ),
  additionalProperties: (others: boolean | Contract, value, { properties = {}, patternProperties = {} }) =>
    others === true ||
    !isObject(value) ||
    Object.keys(value).every(
      name =>
        Object.hasOwn(properties as Members, name) ||
        Object.keys(patternProperties as Members).some(form => regularExpression(form).test(name)) ||
        (others !== false && holds(others, value[name])),
    ),
  minProperties: (least: number, value) => !isObject(value) || Object.keys(value).length >= least,
  maxProperties: (most: number, value) => !isObject(value) || Object.keys(value).length <= most,
  items: (items: Contract | readonly Contract[], value) =>
    !Array.isArray(value) ||
    (Array.isArray(items)
      ? items.every((item, index) => index >= value.length || holds(item, value[index]))
      : value.every(item => holds(items as Contract, item))),
  additionalItems: (_others: false, value, { items }) =>
    !Array.isArray(value) || value.length <= (items as readonly unknown[]).length,
  minItems: (least: number, value) => !Array.isArray(value) || value.length >= least,
  maxItems: (most: number, value) => !Array.isArray(value) || value.length <= most,
  uniqueItems: (_yes: true, value) =>
    !Array.isArray(value) || new Set(value.map(item => JSON.stringify(item))).size === value.length,
  minLength: (least: number, value) => typeof value !== 'string' || lengthOf(value) >= least,
  maxLength: (most: number, value) => typeof value !== 'string' || lengthOf(value) <= most,
  pattern: (form: string, value) => typeof value !== 'string' || regularExpression(form).test(value),
  format: (format: string, value) => typeof value !== 'string' || Format.Test(format, value),
  minimum: (least: number, value) => typeof value !== 'number' || value >= least,
  maximum: (most: number, value) => typeof value !== 'number' || value <= most,
  exclusiveMinimum: (least: number, value) => typeof value !== 'number' || value > least,
  multipleOf: (step: number, value) => typeof value !== 'number' || Number.isInteger(value / step),
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Characters, not halves of them. */
const lengthOf = (text: string): number => [...text].length;

const made = new Map<string, RegExp>();

function regularExpression(form: string): RegExp {
  const known = made.get(form) ?? new RegExp(form, 'u');
  made.set(form, known);
  return known;
}

/** The value with the defaults of what it leaves out; of a choice, those of the first one that it fits then. */
export const withDefaults = (contract: TSchema, given: unknown): unknown => completed(contract as Contract, given);

function completed(contract: Contract, given: unknown): unknown {
  const value = given === undefined ? structuredClone(contract.default) : given;
  const { anyOf, properties, items } = contract as {
    anyOf?: readonly Contract[];
    properties?: Members;
    items?: Contract;
  };
  if (anyOf)
    return anyOf.map(choice => completed(choice, value)).find((full, index) => holds(anyOf[index]!, full)) ?? value;
  if (properties && isObject(value)) {
    const members = Object.entries(properties).flatMap(([name, member]) => {
      const full = completed(member, value[name]);
      return full === undefined ? [] : [[name, full] as const];
    });
    return { ...value, ...Object.fromEntries(members) };
  }
  return items && Array.isArray(value) ? value.map(item => completed(items, item)) : value;
}

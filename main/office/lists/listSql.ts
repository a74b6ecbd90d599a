/** The list language (main/query) as SQL for PostgreSQL. Values are always bound; names come from the table of the list. */
import { likelyName } from '../../domain/likelyName.ts';
import type { Condition, Pattern, Query } from '../../query/ast.ts';
import type { Comparable } from '../../query/comparable.ts';
import type { SortKey } from '../../query/order.ts';
import { type Bound, type Reading, readings } from '../../query/readings.ts';
import type { ListField, ListTable } from './listTable.ts';

/** A name that is no field of the list; the message names those that are. */
export class UnknownField extends Error {
  readonly property: string;

  constructor(property: string, fields: ListTable['fields']) {
    const names = Object.keys(fields);
    const meant = likelyName(property, names);
    const question = meant === null ? '' : `, did you mean ${meant}?`;
    super(`there is no field ${property} here${question}; the fields are ${names.join(', ')}`);
    this.property = property;
  }
}

/** Collects the values of a statement and gives each its `$n`. */
export interface Binding {
  readonly values: unknown[];
  bind(value: unknown): string;
}

export function createBinding(...first: readonly unknown[]): Binding {
  const values = [...first];
  return { values, bind: value => `$${values.push(value)}` };
}

/** A condition that is true or not for every row, never in between. Throws `UnknownField`. */
export function conditionOf(query: Query, fields: ListTable['fields'], binding: Binding): string {
  switch (query.kind) {
    case 'all':
      return 'TRUE';
    case 'and':
    case 'or':
      return `(${query.operands.map(operand => conditionOf(operand, fields, binding)).join(` ${query.kind.toUpperCase()} `)})`;
    case 'not':
      return `((${conditionOf(query.operand, fields, binding)}) IS NOT TRUE)`;
    case 'condition':
      return tested(query, fields, binding);
  }
}

function tested({ property, test }: Condition, fields: ListTable['fields'], binding: Binding): string {
  if (property === null) {
    const searched = Object.values(fields).filter(({ type }) => type === 'text' || type === 'id');
    return any(searched.map(field => onField(test, field, binding)));
  }
  return onField(test, fieldOf(property, fields), binding);
}

function fieldOf(property: string, fields: ListTable['fields']): ListField {
  const field = Object.hasOwn(fields, property) ? fields[property] : undefined;
  if (!field) throw new UnknownField(property, fields);
  return field;
}

function onField(test: Condition['test'], field: ListField, binding: Binding): string {
  const condition =
    test.kind === 'exists'
      ? `${field.sql} IS NOT NULL`
      : any(readings(test, field.type).map(reading => compared(field, reading, binding)));
  if (condition === NEVER || !('from' in field)) return condition;
  return `EXISTS (SELECT 1 FROM ${field.from} AND ${condition})`;
}

const NEVER = 'FALSE';

function any(parts: readonly string[]): string {
  const possible = parts.filter(part => part !== NEVER);
  return possible.length > 0 ? `(${possible.join(' OR ')})` : NEVER;
}

/** Texts are compared without regard to case, as the bridge does. */
const textOf = ({ type, sql }: ListField): string => (type === 'text' ? `lower(${sql})` : sql);

function compared(field: ListField, reading: Reading, binding: Binding): string {
  if (reading.kind === 'like') return `${textOf(field)} LIKE ${binding.bind(likeOf(reading.pattern))}`;
  const { min, max } = reading;
  if (min?.inclusive && max?.inclusive && isOne(field, min, max)) return end(field, '=', min, binding);
  const ends = [
    min && end(field, min.inclusive ? '>=' : '>', min, binding),
    max && end(field, max.inclusive ? '<=' : '<', max, binding),
  ].filter(part => part !== null);
  return `(${ends.join(' AND ')})`;
}

/** A day is one value, from its first moment to its last one. */
const isOne = (field: ListField, min: Bound, max: Bound): boolean =>
  min.value === max.value ||
  ('form' in field && field.form === 'date' && dayText(Number(min.value)) === dayText(Number(max.value)));

const dayText = (at: number): string => instantText(at).slice(0, 10);

const end = (field: ListField, sign: string, { value }: Bound, binding: Binding): string =>
  `${field.type === 'boolean' ? `(${field.sql})::integer` : textOf(field)} ${sign} ${boundValue(field, value, binding)}`;

function boundValue(field: ListField, value: Comparable, binding: Binding): string {
  switch (field.type) {
    case 'number':
      return `${binding.bind(value)}::numeric`;
    case 'boolean':
      return `${binding.bind(value)}::integer`;
    case 'timestamp': {
      const text = instantText(Number(value));
      return 'form' in field && field.form === 'date'
        ? `${binding.bind(text.slice(0, 10))}::date`
        : `${binding.bind(text)}::timestamptz`;
    }
    default:
      return `${binding.bind(value)}::text`;
  }
}

/** Instants that PostgreSQL can read: years of four digits. */
function instantText(at: number): string {
  const [earliest, latest] = [Date.UTC(1000, 0, 1), Date.UTC(9999, 11, 31)];
  return new Date(Math.min(latest, Math.max(earliest, at))).toISOString();
}

const likeOf = (pattern: Pattern): string =>
  pattern
    .map(piece => ('wild' in piece ? { one: '_', many: '%' }[piece.wild] : piece.literal.replace(/[\\%_]/g, '\\$&')))
    .join('');

/** An expression by which rows are ordered. */
export interface OrderKey {
  readonly sql: string;
  readonly order: SortKey['order'];
  readonly required: boolean;
}

/** The keys of the order, unique together. Throws `UnknownField`. */
export function orderOf(sort: readonly SortKey[], table: ListTable): readonly OrderKey[] {
  const direction = sort.at(-1)?.order ?? 'desc';
  const keys = sort.map(({ property, order }): OrderKey => {
    const field = fieldOf(property, table.fields);
    if ('from' in field) throw new UnknownField(property, plainFields(table.fields));
    return { sql: textOf(field), order, required: field.required ?? false };
  });
  const unique = table.order.map((sql): OrderKey => ({ sql, order: direction, required: true }));
  return [...keys, ...unique].filter(({ sql }, index, all) => all.findIndex(key => key.sql === sql) === index);
}

/** The text behind ORDER BY; rows without the value come first in `asc`, last in `desc`. */
export const orderText = (keys: readonly OrderKey[]): string =>
  keys.map(({ sql, order, required }) => `${sql} ${order.toUpperCase()}${required ? '' : NULLS[order]}`).join(', ');

const NULLS = { asc: ' NULLS FIRST', desc: ' NULLS LAST' } as const;

/** True for rows behind the one with these values, which are texts. An index gives them at once where every row has every value. */
export function behind(keys: readonly OrderKey[], values: readonly (string | null)[], binding: Binding): string {
  const [first] = keys;
  if (first && keys.every(({ order, required }) => required && order === first.order)) {
    const bound = values.map(value => binding.bind(value));
    return `(${keys.map(({ sql }) => sql).join(', ')}) ${first.order === 'asc' ? '>' : '<'} (${bound.join(', ')})`;
  }
  const same = (index: number) => `${keys[index]?.sql} IS NOT DISTINCT FROM ${binding.bind(values[index])}`;
  return `(${keys
    .map((key, index) => [
      ...keys.slice(0, index).map((_, before) => same(before)),
      beyond(key, values[index] ?? null, binding),
    ])
    .map(parts => `(${parts.join(' AND ')})`)
    .join(' OR ')})`;
}

function beyond({ sql, order }: OrderKey, value: string | null, binding: Binding): string {
  if (value === null) return order === 'asc' ? `${sql} IS NOT NULL` : NEVER;
  return order === 'asc' ? `${sql} > ${binding.bind(value)}` : `(${sql} < ${binding.bind(value)} OR ${sql} IS NULL)`;
}

const plainFields = (fields: ListTable['fields']): ListTable['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => !('from' in field)));

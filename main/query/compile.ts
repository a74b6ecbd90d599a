/** The query as a SQL condition for SQLite: declared fields as columns, everything else inside the JSON document. */
import type { Condition, Pattern, Query } from './ast.ts';
import type { Comparable, FieldType } from './comparable.ts';
import type { QueryDeclaration, QueryField } from './declaration.ts';
import { fieldOf } from './declaration.ts';
import { segmentsOf } from './property.ts';
import type { Bound, Reading } from './readings.ts';
import { readings, spelt } from './readings.ts';

/** A piece of SQL and the values of its question marks, in order. */
export interface Sql {
  readonly sql: string;
  readonly params: readonly Comparable[];
}

/**
 * A condition that can stand in brackets beside others. It is true or not for every row, never in between as far
 * as the caller can see: a missing column makes a test fail and its NOT hold. Needs `sqlFunctions` in the database.
 */
export function compileQuery(query: Query, declaration: QueryDeclaration): Sql {
  switch (query.kind) {
    case 'all':
      return { sql: 'TRUE', params: [] };
    case 'and':
    case 'or':
      return join(
        query.operands.map(operand => compileQuery(operand, declaration)),
        query.kind === 'and' ? ' AND ' : ' OR ',
      );
    case 'not':
      return wrap('((', compileQuery(query.operand, declaration), ') IS NOT TRUE)');
    case 'condition':
      return condition(query, declaration);
  }
}

/** A name from a declaration as SQL identifier. */
export function name(...parts: readonly string[]): string {
  return parts.map(part => `"${part.replaceAll('"', '""')}"`).join('.');
}

/** SQL of the text that the API answers. */
export const wholeDocument = ({ table, apart }: QueryDeclaration): string => apart?.document ?? name(table, 'document');

/** SQL of the text that `expandedText` makes whole. */
export const shortDocument = ({ table, apart }: QueryDeclaration): string => apart?.short ?? name(table, 'document');

export const expandedText = ({ apart }: QueryDeclaration, text: string): string => apart?.expanded(text) ?? text;

/** SQL of a text that holds these properties, which is mostly shorter than the whole; null stands for a bare term, which is declared. */
export function documentWith(declaration: QueryDeclaration, properties: readonly (string | null)[]): string {
  const { members = [] } = declaration.apart ?? {};
  const isApart = (property: string | null) => property !== null && members.includes(segmentsOf(property)[0] ?? '');
  return properties.some(isApart) ? wholeDocument(declaration) : name(declaration.table, 'document');
}

/** The path of nested members below a JSON value. Property names hold no quotation marks or backslashes. */
export function jsonPath(segments: readonly string[]): string {
  return ['$', ...segments.map(segment => `"${segment}"`)].join('.');
}

const NEVER: Sql = { sql: 'FALSE', params: [] };

function condition({ property, test }: Condition, declaration: QueryDeclaration): Sql {
  if (property === null) {
    return any(Object.values(declaration.fields).map(field => declared(test, field, declaration)));
  }
  const field = fieldOf(declaration, property);
  return field ? declared(test, field, declaration) : undeclared(test, property, declaration);
}

function declared(test: Condition['test'], field: QueryField, declaration: QueryDeclaration): Sql {
  // A sign before a column keeps SQLite from using its index.
  if ('column' in field)
    return onColumn(test, field.type, `${field.passing ? '+' : ''}${name(declaration.table, field.column)}`);
  const { table, key, column, owner = 'id', passing } = field.link;
  const inside = any(spelt(test, field).map(one => onColumn(one, field.type, name(column))));
  if (inside === NEVER) return NEVER;
  const own = `${passing ? '+' : ''}${name(declaration.table, owner)}`;
  return wrap(`${own} IN (SELECT ${name(key)} FROM ${name(table)} WHERE `, inside, ')');
}

function onColumn(test: Condition['test'], type: FieldType, column: string): Sql {
  if (test.kind === 'exists') return { sql: `${column} IS NOT NULL`, params: [] };
  return any(readings(test, type).map(reading => compared(column, reading)));
}

function undeclared(test: Condition['test'], property: string, declaration: QueryDeclaration): Sql {
  const segments = segmentsOf(property);
  const source = join(
    segments.map((segment, index) => elements(segment, index, documentWith(declaration, [property]))),
    ', ',
    '',
  );
  const node = `n${segments.length - 1}`;
  const asked = test.kind === 'exists' ? PRESENT : any(readings(test, undefined).map(each => inJson(node, each)));
  if (asked === NEVER) return NEVER;
  const head = wrap('EXISTS (SELECT 1 FROM ', source, ` WHERE ${node}.type <> 'null' AND `);
  return { sql: `${head.sql}${asked.sql})`, params: [...head.params, ...asked.params] };
}

const PRESENT: Sql = { sql: 'TRUE', params: [] };

/** One step down: the member's elements if it is a list, else the member itself, as rows of `n<index>`. */
function elements(segment: string, index: number, document: string): Sql {
  const above = `n${index - 1}`;
  // A scalar's value is not JSON text and json functions refuse it, so only objects are looked into.
  const owner = index === 0 ? document : `iif(${above}.type = 'object', ${above}.value, NULL)`;
  const member = `SELECT ${owner} -> ? AS v`;
  return {
    sql: `json_each((SELECT iif(json_type(v) = 'array', v, '[' || v || ']') FROM (${member}))) AS n${index}`,
    params: [jsonPath([segment])],
  };
}

function inJson(node: string, reading: Reading): Sql {
  return compared(`CASE ${node}.type ${JSON_FORMS[reading.type].replaceAll('value', `${node}.atom`)} END`, reading);
}

/** The comparable form of a JSON value, by its JSON type; the twin of the forms in comparable.ts. */
const JSON_FORMS = {
  text: "WHEN 'text' THEN query_text(value)",
  id: "WHEN 'text' THEN value",
  number: "WHEN 'integer' THEN value WHEN 'real' THEN value WHEN 'text' THEN query_number(value)",
  boolean: "WHEN 'true' THEN 1 WHEN 'false' THEN 0",
  timestamp: "WHEN 'text' THEN query_instant(value)",
} as const satisfies Record<FieldType, string>;

function compared(expression: string, reading: Reading): Sql {
  if (reading.kind === 'like') return like(expression, reading.pattern);
  const { min, max } = reading;
  if (min?.inclusive && max?.inclusive && min.value === max.value) {
    return { sql: `${expression} = ?`, params: [min.value] };
  }
  const ends = [end(expression, '>', min), end(expression, '<', max)].filter(part => part !== null);
  return join(ends, ' AND ');
}

function end(expression: string, sign: '>' | '<', bound: Bound | null): Sql | null {
  return bound && { sql: `${expression} ${sign}${bound.inclusive ? '=' : ''} ?`, params: [bound.value] };
}

/** The text before the first wildcard becomes a range, which an index can answer; GLOB checks the rest. */
function like(expression: string, pattern: Pattern): Sql {
  const [first, second] = pattern;
  const prefix = first && 'literal' in first ? [between(expression, first.literal)] : [];
  const onlyPrefix = prefix.length > 0 && pattern.length === 2 && second && 'wild' in second && second.wild === 'many';
  return join(onlyPrefix ? prefix : [...prefix, { sql: `${expression} GLOB ?`, params: [glob(pattern)] }], ' AND ');
}

function between(expression: string, prefix: string): Sql {
  return { sql: `(${expression} >= ? AND ${expression} < ?)`, params: [prefix, `${prefix}\u{10ffff}`] };
}

function glob(pattern: Pattern): string {
  return pattern.map(piece => ('wild' in piece ? GLOB[piece.wild] : piece.literal.replace(/[*?[]/g, '[$&]'))).join('');
}

const GLOB = { one: '?', many: '*' } as const;

function any(parts: readonly Sql[]): Sql {
  const possible = parts.filter(part => part !== NEVER);
  return possible.length > 0 ? join(possible, ' OR ') : NEVER;
}

function join(parts: readonly Sql[], separator: string, brackets = '()'): Sql {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const [open = '', close = ''] = brackets;
  return {
    sql: open + parts.map(part => part.sql).join(separator) + close,
    params: parts.flatMap(part => part.params),
  };
}

function wrap(before: string, { sql, params }: Sql, after: string): Sql {
  return { sql: `${before}${sql}${after}`, params };
}

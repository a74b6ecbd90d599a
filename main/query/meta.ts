/** The answer to `meta`: which fields a resource has, what they hold and which of them are found by index. */
import type { TSchema } from 'typebox';
import type { FieldType } from './comparable.ts';
import type { QueryDeclaration } from './declaration.ts';
import { isProperty } from './property.ts';

export interface FieldDefinition {
  readonly type: FieldType | 'object' | 'any';
  /** Found by index; everything else is found, too, by reading every document. */
  readonly indexed: boolean;
  /** Has one value, or the first is taken. */
  readonly sortable: boolean;
  /** May have several values at once; a condition holds if it holds for one of them. */
  readonly list: boolean;
  readonly description?: string;
}

/** By name with dots, as `q`, `sort` and `fields` write it. */
export function fieldDefinitions(
  declaration: QueryDeclaration,
  item: TSchema,
): Readonly<Record<string, FieldDefinition>> {
  const described = Object.fromEntries(membersOf('', item as Schema, false));
  const declared = Object.entries(declaration.fields).map(([property, field]) => {
    const list = 'link' in field;
    const known = described[property];
    return [property, { ...known, type: field.type, indexed: true, sortable: !list, list }] as const;
  });
  return { ...described, ...Object.fromEntries(declared) };
}

/** A schema as far as this page looks at it. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

type Member = readonly [property: string, definition: FieldDefinition];

function membersOf(path: string, schema: Schema, list: boolean): readonly Member[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => isProperty(name))
    .flatMap(([name, member]) => definitions(path === '' ? name : `${path}.${name}`, member, list));
}

function definitions(path: string, written: Schema, within: boolean): readonly Member[] {
  const outer = withoutNull(written);
  const inner = outer.items === undefined ? outer : withoutNull(outer.items);
  const list = within || outer.items !== undefined;
  const type = typeOf(inner);
  const description = written.description ?? outer.description;
  const sortable = !list && type !== 'object' && type !== 'any';
  const definition = { type, indexed: false, sortable, list, ...(description ? { description } : {}) };
  return [[path, definition], ...membersOf(path, inner, list)];
}

/** The one thing besides null; several things are anything. */
function withoutNull(schema: Schema): Schema {
  const others = schema.anyOf?.filter(each => each.type !== 'null') ?? [schema];
  const types = new Set(others.map(typeOf));
  const [first = schema] = others;
  return types.size === 1 ? first : {};
}

function typeOf({ type, format, const: constant, enum: values }: Schema): FieldDefinition['type'] {
  if (format === 'date-time') return 'timestamp';
  return TYPES[type ?? typeof (constant ?? values?.[0])] ?? 'any';
}

const TYPES: Readonly<Record<string, FieldDefinition['type']>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
};

/**
 * Says the same in the words that readers and generators of clients understand best: a closed set of values is one `enum`,
 * a value that may be missing has `null` among its types, and every member is described.
 */
import type { Description, Schema } from './components.ts';
import { memberTexts } from './memberTexts.ts';

export function withPlainSchemas(description: Description): Description {
  const paths = plain(description.paths) as Description['paths'];
  return { ...description, paths, components: plain(description.components) as Schema };
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'properties' ? described(plainProperties(member as Schema)) : plain(member),
    ]),
  );
  // The words of OpenAPI 3.1 for a list whose places have shapes of their own.
  if (Array.isArray(inside.items)) return { ...inside, prefixItems: inside.items, items: false };
  return merged(withFurtherMembers(inside));
}

/** Members of names that nobody knows before: generators of clients read their shape as that of further members. */
function withFurtherMembers({ patternProperties, ...schema }: Schema): Schema {
  const [first, ...others] = Object.entries((patternProperties ?? {}) as Schema);
  if (!first || others.length > 0) return patternProperties ? { ...schema, patternProperties } : schema;
  const [pattern, additionalProperties] = first;
  return { ...schema, ...(pattern === '^.*$' ? {} : { propertyNames: { pattern } }), additionalProperties };
}

const plainProperties = (properties: Schema): Record<string, Schema> =>
  Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, plain(member) as Schema]));

const described = (properties: Readonly<Record<string, Schema>>): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      member.description || typeof member !== 'object' ? member : { ...member, description: textOf(name) },
    ]),
  );

const textOf = (name: string): string => memberTexts[name] ?? name;

type Choice = Readonly<Record<string, unknown>>;

/** `anyOf` of values, of one simple type and null, or of texts and their description, as one schema. */
function merged(schema: Choice): Choice {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const choices = (anyOf as readonly Choice[]).flatMap(choicesIn);
  const some = choices.filter(({ type }) => type !== 'null');
  const nullable = some.length < choices.length;
  const description = rest.description ?? (some.length === 1 ? some[0]?.description : undefined);
  const text = description === undefined ? {} : { description };
  if (some.every(isEnum)) {
    const values = some.flatMap(valuesOf);
    const types = [...new Set(values.map(value => typeof value))];
    const type = [...types, ...(nullable ? ['null'] : [])];
    return { ...rest, ...text, type: type.length === 1 ? type[0] : type, enum: nullable ? [...values, null] : values };
  }
  const [only] = some;
  if (some.length === 1 && nullable && only && typeof only.type === 'string' && SIMPLE.has(only.type))
    return { ...only, ...rest, ...text, type: [only.type, 'null'] };
  if (some.length !== 1 || description === undefined || only === undefined) return { ...rest, anyOf: choices };
  const { description: _, ...bare } = only;
  return { ...rest, ...text, anyOf: [bare, ...choices.filter(({ type }) => type === 'null')] };
}

const isEnum = (choice: Choice): boolean => valuesOf(choice).length > 0;

const valuesOf = (choice: Choice): readonly unknown[] =>
  'const' in choice ? [choice.const] : ((choice.enum as readonly unknown[]) ?? []);

/** A choice that is nothing but a choice says nothing of its own. */
const choicesIn = (choice: Choice): readonly Choice[] =>
  Array.isArray(choice.anyOf) && Object.keys(choice).length === 1 ? choice.anyOf.flatMap(choicesIn) : [choice];

const SIMPLE: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean']);

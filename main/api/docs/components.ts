/**
 * Gives the shapes of `main/wire/` their names in the published description: a shape that is exported under a name is
 * described once, and every place that uses it refers to it.
 */

import { sparse } from '../../wire/shapes.ts';

type Schema = Readonly<Record<string, unknown>>;

export interface Description {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components?: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

/** Exported objects of contract modules, by their names; a name used twice gets the module's name in front. */
export function namedSchemas(modules: Readonly<Record<string, object>>): ReadonlyMap<string, Schema> {
  const named = new Map<string, Schema>();
  for (const [module, contents] of Object.entries(modules))
    for (const [name, value] of Object.entries(contents)) {
      if (!isObjectSchema(value)) continue;
      named.set(named.has(name) ? `${module}${name}` : name, value);
    }
  return named;
}

const isObjectSchema = (value: unknown): value is Schema =>
  typeof value === 'object' &&
  value !== null &&
  (value as Schema).type === 'object' &&
  Object.keys((value as { properties?: object }).properties ?? {}).length > 1;

/** Shapes that lists answer, where no member is certain, are named after the whole ones; what nobody uses is left out. */
export function withComponents(description: Description, named: ReadonlyMap<string, Schema>): Description {
  const all = new Map(
    [...named].flatMap(
      ([name, schema]) =>
        [
          [name, schema],
          [`${name}InList`, sparse(schema)],
        ] as const,
    ),
  );
  const names = new Map([...all].map(([name, schema]) => [keyOf(schema), name]));
  const paths = refer(description.paths, names) as Description['paths'];
  const schemas: Record<string, Schema> = {};
  const wanted = referredTo(paths);
  for (const name of wanted) {
    if (name in schemas) continue;
    schemas[name] = inside(plain(all.get(name) ?? {}), names);
    wanted.push(...referredTo(schemas[name]));
  }
  return { ...description, paths, components: { ...description.components, schemas } };
}

const PLACE = '#/components/schemas/';

const referredTo = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);

/** As it goes over the wire: without what only the library keeps. */
const plain = (schema: Schema): Schema => JSON.parse(JSON.stringify(schema));

/** The same shape gives the same text, whatever the order of its members and in whichever words it is written. */
const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_name, member) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(
          Object.entries(member)
            .flatMap(sameWords)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : member,
  );

/** The description writes examples its own way, and a constant as the only value of a list. */
const sameWords = ([name, member]: readonly [string, unknown]): readonly (readonly [string, unknown])[] => {
  if (name === 'examples' || name === 'example') return [];
  return [name === 'const' && typeof member !== 'object' ? ['enum', [member]] : [name, member]];
};

function refer(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map(member => refer(member, names));
  if (typeof value !== 'object' || value === null) return value;
  const name = isObjectSchema(value) ? names.get(keyOf(value)) : undefined;
  return name === undefined ? inside(value as Schema, names) : { $ref: PLACE + name };
}

const inside = (schema: Schema, names: ReadonlyMap<string, string>): Schema =>
  Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, refer(member, names)]));

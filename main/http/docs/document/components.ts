/**
 * Gives the shapes of `main/wire/` their names in a published description: a shape that is exported under a name is
 * described once, and every place that uses it refers to it. Shapes without a name that stand in several places get one
 * from where they stand first.
 */

import { sparse } from '../../../wire/shapes.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** The member by which the stand-in of a shape names it. */
export const STAND_IN = 'x-shape';

export interface Description {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components?: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

/** The named shapes of contract modules, and how a schema is recognised as one of them. */
export interface NamedShapes {
  readonly shapes: ReadonlyMap<string, Schema>;
  nameOf(schema: unknown): string | undefined;
  readonly keyOf: KeyOf;
}

/**
 * Exported shapes of contract modules, by their names; a name used twice gets the module's name in front. Shapes that lists
 * answer, where no member is certain, are named after the whole ones.
 */
export function namedShapes(modules: Readonly<Record<string, object>>): NamedShapes {
  const shapes = exportedShapes(modules);
  const keyOf = createKeys();
  const names = new Map<number, string>();
  for (const [name, schema] of shapes) names.set(keyOf(schema), names.get(keyOf(schema)) ?? name);
  // Where nothing is certain anyway the whole shape and that of lists are the same.
  for (const [name, schema] of [...shapes]) {
    const some = sparse(schema);
    if (names.has(keyOf(some))) continue;
    const inList = name.endsWith('List') ? `${name.slice(0, -4)}Page` : `${name}InList`;
    shapes.set(inList, some);
    names.set(keyOf(some), inList);
  }
  return { shapes, keyOf, nameOf: schema => (isShape(schema) ? names.get(keyOf(schema)) : undefined) };
}

function exportedShapes(modules: Readonly<Record<string, object>>): Map<string, Schema> {
  const named = new Map<string, Schema>();
  for (const [module, contents] of Object.entries(modules))
    for (const [exported, value] of Object.entries(contents)) {
      const schema = shapeOf(value);
      if (!schema || !/^[A-Z]/.test(exported)) continue;
      const name = named.has(exported) ? `${capital(module)}${exported}` : exported;
      named.set(name, schema);
    }
  return named;
}

/** An object, a choice of several objects, or the object of a shape that may be null. */
function shapeOf(value: unknown): Schema | null {
  if (isObjectSchema(value)) return value;
  const members = choicesOf(value).filter(({ type }) => type !== 'null');
  if (members.length === 1) return isObjectSchema(members[0]) ? members[0] : null;
  return members.length > 1 && members.every(({ type }) => type === 'object') ? (value as Schema) : null;
}

const choicesOf = (value: unknown): readonly Schema[] =>
  typeof value === 'object' && value !== null ? (((value as Schema).anyOf as readonly Schema[]) ?? []) : [];

const isObjectSchema = (value: unknown): value is Schema =>
  typeof value === 'object' &&
  value !== null &&
  (value as Schema).type === 'object' &&
  Object.keys((value as { properties?: object }).properties ?? {}).length > 1;

const isShape = (value: unknown): value is Schema => isObjectSchema(value) || shapeOf(value) === value;

/** Every place of a named shape refers to it; what nobody uses is left out. */
export function withComponents(description: Description, named: NamedShapes): Description {
  const paths = refer(description.paths, named) as Description['paths'];
  const schemas: Record<string, Schema> = {};
  const wanted = referredTo([paths, description.components, description.webhooks]);
  for (const name of wanted) {
    if (name in schemas) continue;
    schemas[name] = inside(plain(named.shapes.get(name) ?? {}), named);
    wanted.push(...referredTo(schemas[name]));
  }
  return namedRepeats({ ...description, paths, components: { ...description.components, schemas } }, named.keyOf);
}

const PLACE = '#/components/schemas/';

const referredTo = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);

/** The schema as it goes over the wire: without members that only the library keeps. */
const plain = (schema: Schema): Schema => JSON.parse(JSON.stringify(schema));

type KeyOf = (value: unknown) => number;

/**
 * The same shape has the same number, whatever the order of its members and in whichever words it is written. The document
 * holds some hundred thousand values, so the two functions below make no lists that they do not need.
 */
function createKeys(): KeyOf {
  const numbers = new Map<unknown, number>();
  const known = new WeakMap<object, number>();
  const numberOf = (value: unknown): number => {
    const number = numbers.get(value);
    if (number !== undefined) return number;
    numbers.set(value, numbers.size);
    return numbers.size - 1;
  };
  return function keyOf(value): number {
    if (typeof value === 'string') return numberOf(`'${value}`);
    if (typeof value !== 'object' || value === null) return numberOf(value);
    const before = known.get(value);
    if (before !== undefined) return before;
    const number = numberOf(Array.isArray(value) ? `[${value.map(keyOf)}]` : textOf(value as Schema, keyOf));
    known.set(value, number);
    return number;
  };
}

/**
 * The description writes examples its own way, a constant as the only value of a list, and names of any text as further members.
 */
function textOf(schema: Schema, keyOf: KeyOf): string {
  const members: string[] = [];
  for (const [name, member] of Object.entries(schema)) {
    if (member === undefined || name === 'examples' || name === 'example') continue;
    if (name === 'patternProperties') members.push(`additionalProperties:${keyOf(Object.values(member as object)[0])}`);
    else if (name === 'const' && typeof member !== 'object') members.push(`enum:${keyOf([member])}`);
    else members.push(`${name}:${keyOf(member)}`);
  }
  return members.sort().join();
}

function refer(value: unknown, named: NamedShapes): unknown {
  if (Array.isArray(value)) return value.map(member => refer(member, named));
  if (typeof value !== 'object' || value === null) return value;
  const name = (value as Schema)[STAND_IN] ?? named.nameOf(value);
  return name === undefined ? inside(value as Schema, named) : { $ref: `${PLACE}${name}` };
}

const inside = (schema: Schema, named: NamedShapes): Schema => mapValues(schema, member => refer(member, named));

interface Operation {
  readonly operationId?: string;
  readonly requestBody?: unknown;
  readonly responses?: Readonly<Record<string, unknown>>;
}
type Operations = Readonly<Record<string, Operation>>;

/**
 * Shapes without a name: body and answer of an operation are named after it (`CreateTillBody`, `CreateTillAnswer`), and an
 * object that stands in several places after the place where it stands first.
 */
function namedRepeats(description: Description, keyOf: KeyOf): Description {
  const schemas = { ...(description.components?.schemas as Record<string, Schema>) };
  const naming = createNaming(
    schemas,
    usesOf([Object.values(schemas), Object.values(description.paths)], keyOf),
    keyOf,
  );
  for (const name of Object.keys(schemas)) schemas[name] = naming.membersOf(schemas[name] ?? {}, name, false);
  const named = (operation: Operation): Operation => ({
    ...operation,
    ...(operation.requestBody ? { requestBody: naming.named(operation.requestBody, bodyName(operation), true) } : {}),
    responses: naming.named(operation.responses, answerName(operation), true) as Schema,
  });
  const paths = mapValues(description.paths, methods => mapValues(methods as Operations, named));
  return { ...description, paths, components: { ...description.components, schemas } };
}

/** How often each object without a name is written out, by its text. */
function usesOf(value: unknown, keyOf: KeyOf, uses = new Map<number, number>()): ReadonlyMap<number, number> {
  if (isObjectSchema(value)) uses.set(keyOf(value), (uses.get(keyOf(value)) ?? 0) + 1);
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) usesOf(member, keyOf, uses);
  return uses;
}

/** Puts references in the place of objects that are written out more than once, or `always`, and their shapes into `schemas`. */
function createNaming(schemas: Record<string, Schema>, uses: ReadonlyMap<number, number>, keyOf: KeyOf) {
  const names = new Map<number, string>();
  function named(value: unknown, place: string, always: boolean): unknown {
    if (Array.isArray(value)) return value.map(member => named(member, place, always));
    if (typeof value !== 'object' || value === null) return value;
    const key = isObjectSchema(value) ? keyOf(value) : null;
    if (key === null || !(always || (uses.get(key) ?? 0) > 1)) return membersOf(value as Schema, place, always);
    const known = names.get(key);
    if (known !== undefined) return { $ref: PLACE + known };
    const name = freeName(place, schemas);
    names.set(key, name);
    schemas[name] = {};
    schemas[name] = membersOf(value as Schema, name, false);
    return { $ref: PLACE + name };
  }
  const membersOf = (schema: Schema, place: string, always: boolean): Schema =>
    Object.fromEntries(
      Object.entries(schema).map(([key, member]) => [
        key,
        key === 'properties'
          ? Object.fromEntries(
              Object.entries(member as Schema).map(([name, part]) => [name, named(part, place + capital(name), false)]),
            )
          : named(member, place, always),
      ]),
    );
  return { named, membersOf };
}

const mapValues = <From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

const bodyName = ({ operationId = '' }: Operation): string => `${capital(operationId)}Body`;

/** The pages of a list are named after its objects. */
const answerName = ({ operationId = '' }: Operation): string =>
  operationId.startsWith('list') ? `${operationId.slice(4)}Page` : `${capital(operationId)}Answer`;

const freeName = (wanted: string, taken: Readonly<Record<string, unknown>>): string => {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}${count}`;
    if (!(name in taken)) return name;
  }
};

const capital = (word: string): string =>
  word
    .split(/[^A-Za-z0-9]+/)
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

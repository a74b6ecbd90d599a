/** The `expand` parameter: references in a document replaced by the objects they stand for. */
import { isProperty } from './property.ts';

/** References to expand: all of them, or those at these properties (a list stands for its elements). */
export type Expand = 'all' | ReadonlySet<string>;

/** The object as its own GET would answer it, parsed; undefined where there is none. */
export type ReadObject = (object: string, id: string) => unknown;

/** `all`, or names joined by commas; null when nothing is asked for, or what is wrong. */
export function parseExpand(text: string): Expand | null | { readonly wrong: string } {
  const names = text.split(',').flatMap(name => name.trim() || []);
  const wrong = names.find(name => !isProperty(name) && name !== '*');
  if (wrong !== undefined) return { wrong: `"${wrong}" is not a field: write "all", or names joined by commas` };
  if (names.length === 0) return null;
  return names.some(isEverything) ? 'all' : new Set(names);
}

const ALL: ReadonlySet<string> = new Set(['all', '*', 'true']);

export const isEverything = (name: string): boolean => ALL.has(name.toLowerCase());

/**
 * A copy with every `{object, id}` below the top replaced by what it refers to; a member that the reference alone has
 * stays. One level: what was put in is left as it is, so circles end. What cannot be read stays a reference.
 */
export function expanded(document: unknown, expand: Expand, read: ReadObject): unknown {
  return membersExpanded(document, '', expand, read);
}

function membersExpanded(value: unknown, path: string, expand: Expand, read: ReadObject): unknown {
  if (Array.isArray(value)) return value.map(element => valueExpanded(element, path, expand, read));
  if (!isObject(value)) return value;
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, valueExpanded(member, below(name), expand, read)]),
  );
}

function valueExpanded(value: unknown, path: string, expand: Expand, read: ReadObject): unknown {
  const wanted = expand === 'all' || expand.has(path);
  const whole = wanted && isReference(value) ? read(value.object, value.id) : undefined;
  if (isObject(value) && isObject(whole)) return { ...value, ...whole };
  return membersExpanded(value, path, expand, read);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isReference = (value: unknown): value is { readonly object: string; readonly id: string } =>
  isObject(value) && typeof value.object === 'string' && typeof value.id === 'string';

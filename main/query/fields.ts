/** The `fields` parameter: which members of a resource an answer keeps. */
import { isProperty, segmentsOf } from './property.ts';

/** Member names to keep, each with what to keep below it; an empty map keeps everything. */
export type FieldTree = ReadonlyMap<string, FieldTree>;

/** `a,b.c` as a tree, with `object` and `id` always in it, because clients tell resources apart by them. */
export function parseFields(text: string): FieldTree | string {
  const names = text.split(',').flatMap(name => name.trim() || []);
  const wrong = names.find(name => !isProperty(name));
  if (wrong !== undefined) return `"${wrong}" is not a field: write names joined by commas, nested ones with dots`;
  return names.length > 0 ? treeOf([...names, 'object', 'id'].map(segmentsOf)) : new Map();
}

/** A name asked for as a whole wins over its parts. */
function treeOf(paths: readonly (readonly string[])[]): FieldTree {
  const groups = Map.groupBy(paths, ([first = '']) => first);
  return new Map(
    Array.from(groups, ([name, group]) => {
      const rests = group.map(path => path.slice(1));
      return [name, rests.some(rest => rest.length === 0) ? new Map() : treeOf(rests)];
    }),
  );
}

/** A copy of parsed JSON with only these members; lists are gone through, null stays null. */
export function project(value: unknown, fields: FieldTree): unknown {
  if (fields.size === 0 || value === null) return value;
  if (Array.isArray(value)) return value.map(item => project(item, fields)).filter(item => item !== undefined);
  if (typeof value !== 'object') return undefined;
  return Object.fromEntries(Object.entries(value).flatMap(([name, member]) => kept(name, member, fields.get(name))));
}

function kept(name: string, member: unknown, below: FieldTree | undefined): readonly (readonly [string, unknown])[] {
  const value = below && project(member, below);
  return value === undefined ? [] : [[name, value]];
}

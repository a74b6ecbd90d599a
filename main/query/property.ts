/** Property names as queries, sort and fields use them, and the values they lead to in a document. */

const NAME = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*$/;
const LONGEST = 200;
const DEEPEST = 12;

/** True for names of letters, digits, `_` and `-`, nested with dots. Other names never reach SQL. */
export function isProperty(name: string): boolean {
  return name.length <= LONGEST && NAME.test(name) && segmentsOf(name).length <= DEEPEST;
}

export function segmentsOf(property: string): readonly string[] {
  return property.split('.');
}

/**
 * Everything a property leads to, without nulls. A list on the way or at the end stands for its elements,
 * one level of list for each step; a list has no index to name.
 */
export function valuesAt(document: unknown, property: string): readonly unknown[] {
  const values: unknown[] = [];
  collect(document, segmentsOf(property), 0, values);
  return values;
}

/** Nothing is made for a step: every write of a sale comes here for each of its columns. */
function collect(node: unknown, names: readonly string[], step: number, values: unknown[]): void {
  const name = names[step];
  if (name === undefined) {
    if (node !== null) values.push(node);
    return;
  }
  if (typeof node !== 'object' || node === null || Array.isArray(node) || !Object.hasOwn(node, name)) return;
  const value = (node as Record<string, unknown>)[name];
  if (Array.isArray(value)) for (const item of value) collect(item, names, step + 1, values);
  else collect(value, names, step + 1, values);
}

/** Names in the code: words that docs/glossary.md has retired. */
import { parseSync } from 'oxc-parser';

/** Words of an earlier language of this project, which no document of the field has. */
const RETIRED: ReadonlySet<string> = new Set([
  ...['told', 'heard', 'suspect', 'patience', 'dues', 'deed', 'upkeep', 'judgement', 'projection', 'likeness'],
  ...['witness', 'testimony', 'clue', 'wish', 'wishes', 'demand', 'sweep'],
]);

interface Node {
  readonly type: string;
  readonly name?: unknown;
}

/** Every node below `node`, itself included. */
export function* nodesOf(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const one of node) yield* nodesOf(one);
  if (node === null || typeof node !== 'object' || !('type' in node)) return;
  yield node as Node;
  for (const value of Object.values(node)) if (typeof value === 'object') yield* nodesOf(value);
}

/** Uses of retired words in the identifiers of a file. Small names with `_` are those of the wire and of SQL, which stay. */
export function retiredWords(file: string, text: string): readonly string[] {
  return [...nodesOf(parseSync(file, text).program)].flatMap(({ type, name }) =>
    /Identifier$/.test(type) && typeof name === 'string' && isRetired(name) ? [name] : [],
  );
}

const isRetired = (name: string): boolean =>
  wordsOf(name).some(word => RETIRED.has(word.toLowerCase()) || RETIRED.has(word.toLowerCase().replace(/s$/, '')));

function wordsOf(name: string): readonly string[] {
  if (/^[A-Z0-9_]+$/.test(name)) return name.split('_');
  return name.includes('_') ? [] : name.split(/(?=[A-Z])/);
}

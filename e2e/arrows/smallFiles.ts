/** Files that are too small to stand alone: under 25 lines with one importer. Such a file is a part of its importer. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Import } from './imports.ts';
import { boundaries } from './table.ts';

const LINES = 25;

/** One sentence for each file; none when everything is in order. `root`: the folder of the repository. */
export function smallFiles(imports: readonly Import[], root: string): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of imports) importers.set(to, (importers.get(to) ?? new Set()).add(from));
  return [...importers].flatMap(([file, by]) => {
    const [importer, other] = [...by];
    const isCandidate = /\.tsx?$/.test(file) && other === undefined && !Object.hasOwn(boundaries, file);
    if (!isCandidate || readFileSync(join(root, file), 'utf8').split('\n').length > LINES) return [];
    return [`${file} has fewer than ${LINES} lines and one importer: it is a part of ${importer}`];
  });
}

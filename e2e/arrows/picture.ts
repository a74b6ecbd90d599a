/** The picture of the districts in docs/architecture.md, drawn from the real imports. */
import { join } from 'node:path';
import { districtOf, districts } from './districts.ts';
import type { Import } from './imports.ts';

export const page = join(import.meta.dirname, '..', '..', 'docs', 'architecture.md');
const block = /(<!-- picture -->\n```mermaid\n)[\s\S]*?(```\n<!-- \/picture -->)/;

/** The page with the picture of these imports in the place of the picture it holds. */
export function withPicture(text: string, imports: readonly Import[]): string {
  if (!block.test(text)) throw new Error('docs/architecture.md has no place for the picture (<!-- picture -->)');
  return text.replace(block, (_, before: string, after: string) => `${before}${picture(imports)}${after}`);
}

/** A Mermaid flowchart: one box for each district, and only those arrows that no longer path implies. */
export function picture(imports: readonly Import[]): string {
  const boxes = Object.entries(districts).map(([name, { title, rooms }]) => {
    const inside = rooms.map(room => room.replace(/^main\//, '')).join(', ');
    return `  ${name}["<b>${title}</b><br/>${inside}"]`;
  });
  const lines = [...shortest(arrowsBetween(imports))]
    .filter(([, targets]) => targets.size > 0)
    .map(([name, targets]) => `  ${name} --> ${[...targets].sort().join(' & ')}`);
  return ['flowchart TD', ...boxes, ...lines.sort(), ''].join('\n');
}

/** For each district the districts it imports. */
function arrowsBetween(imports: readonly Import[]): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [importer, imported] = [districtOf(from), districtOf(to)];
    if (importer === null || imported === null || importer === imported) continue;
    arrows.set(importer, (arrows.get(importer) ?? new Set()).add(imported));
  }
  return arrows;
}

/** Without the arrows that another path implies. */
function shortest(arrows: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const reaches = (from: string, to: string): boolean =>
    [...(arrows.get(from) ?? [])].some(next => next === to || reaches(next, to));
  return new Map(
    [...arrows].map(([name, targets]) => [
      name,
      new Set([...targets].filter(target => ![...targets].some(other => other !== target && reaches(other, target)))),
    ]),
  );
}

/** The picture of the rooms in docs/rooms.md, drawn from the real imports. */
import { join } from 'node:path';
import type { Import } from './imports.ts';
import { folderOf } from './violations.ts';

export const page = join(import.meta.dirname, '..', '..', 'docs', 'rooms.md');
const block = /(<!-- picture -->\n```mermaid\n)[\s\S]*?(```\n<!-- \/picture -->)/;

/** The page with the picture of these imports in the place of the picture it holds. */
export function withPicture(text: string, imports: readonly Import[]): string {
  if (!block.test(text)) throw new Error('docs/rooms.md has no place for the picture (<!-- picture -->)');
  return text.replace(block, (_, before: string, after: string) => `${before}${picture(imports)}${after}`);
}

/** A Mermaid flowchart: one box for each floor, one node for each room, and only those arrows that no longer path implies. */
export function picture(imports: readonly Import[]): string {
  const arrows = shortest(arrowsBetween(imports));
  const rooms = [...new Set([...arrows.keys(), ...[...arrows.values()].flatMap(targets => [...targets])])].sort();
  const floors = [...new Set(rooms.map(floorOf))];
  const boxes = floors.flatMap(floor => [
    `  subgraph ${floor}`,
    ...rooms.filter(room => floorOf(room) === floor).map(room => `    ${idOf(room)}["${nameOf(room)}"]`),
    '  end',
  ]);
  const lines = [...arrows]
    .filter(([, targets]) => targets.size > 0)
    .map(([room, targets]) => `  ${idOf(room)} --> ${[...targets].sort().map(idOf).join(' & ')}`);
  return ['flowchart TD', ...boxes, ...lines.sort(), ''].join('\n');
}

/** For each room the rooms it imports; the ground (domain, wire, world) is everybody's and would hide the rest. */
function arrowsBetween(imports: readonly Import[]): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [importer, imported] = [folderOf(from), folderOf(to)];
    if (importer === null || imported === null || importer === imported) continue;
    arrows.set(importer, (arrows.get(importer) ?? new Set()).add(imported));
  }
  return new Map([...arrows].sort(([a], [b]) => a.localeCompare(b)));
}

/** Without the arrows that another path through the rooms implies. */
function shortest(arrows: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(arrows.get(from) ?? [])].some(next => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
  return new Map(
    [...arrows].map(([room, targets]) => [
      room,
      new Set([...targets].filter(target => ![...targets].some(other => other !== target && reaches(other, target)))),
    ]),
  );
}

const floorOf = (room: string): string => room.split('/')[0] ?? room;
const nameOf = (room: string): string => room.split('/').slice(1).join('/') || `${room}/`;
const idOf = (room: string): string => room.replaceAll('/', '_').replaceAll('.', '_');

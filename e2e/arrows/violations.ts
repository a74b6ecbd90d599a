/** Arrows that the table does not name, places that were entered by others, and circles of files. */
import { districtOf } from './districts.ts';
import { type Import, isProof } from './imports.ts';
import { arrows, places } from './table.ts';

/** The row of the table that a file belongs to: its own, or that of the longest folder that has one; null outside of the product. */
export function folderOf(file: string): string | null {
  if (Object.hasOwn(arrows, file)) return file;
  const parts = file.split('/').slice(0, -1);
  for (let length = parts.length; length > 0; length -= 1) {
    const folder = parts.slice(0, length).join('/');
    if (Object.hasOwn(arrows, folder)) return folder;
  }
  return null;
}

/** The folder of main/ that a file lies in, with all rooms inside it; the files at the root of main/ are one place. */
function wholeFolderOf(file: string): string | null {
  const [floor, folder, ...rest] = file.split('/');
  if (floor !== 'main') return null;
  return rest.length === 0 ? floor : `${floor}/${folder}`;
}

/** One sentence each; none when everything is in order. */
export function violations(imports: readonly Import[]): readonly string[] {
  const inside = imports.filter(({ to }) => folderOf(to) !== null);
  return [
    ...inside.flatMap(wrongArrow),
    ...imports.flatMap(wrongPlace),
    ...circles(inside),
    ...circles(between(inside, folderOf)),
    ...circles(between(inside, wholeFolderOf)),
    ...circles(between(inside, districtOf)),
    ...Object.keys(arrows).flatMap(withoutDistrict),
  ];
}

/** The same imports, as arrows between rooms, districts or whole folders. */
export const between = (imports: readonly Import[], placeOf: (file: string) => string | null): readonly Import[] =>
  imports
    .map(({ from, to, loads }) => ({ from: placeOf(from) ?? from, to: placeOf(to) ?? to, loads }))
    .filter(({ from, to }) => from !== to);

const withoutDistrict = (room: string): readonly string[] =>
  districtOf(room) === null ? [`${room}: no district of e2e/arrows/districts.ts has this room`] : [];

function wrongArrow({ from, to }: Import): readonly string[] {
  const [importer, imported] = [folderOf(from), folderOf(to)];
  if (importer === null) return [`${from}: its folder has no row in e2e/arrows/table.ts`];
  if (isProof(to)) return [`${from} imports ${to}: the product imports no test, fixture or twin`];
  if (imported === null || importer === imported || arrows[importer]?.includes(imported)) return [];
  return [`${from} imports ${to}: the row of ${importer} does not name ${imported}`];
}

function wrongPlace({ from, to }: Import): readonly string[] {
  return places
    .filter(({ what, users }) => what.test(to) && !users.test(from))
    .map(({ why }) => `${from} imports ${to}: ${why}`);
}

/** Every circle once, as the files along it (Tarjan's strongly connected components). */
export function circles(imports: readonly Import[]): readonly string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const found: string[] = [];
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];

  function visit(file: string): number {
    const index = indexes.size;
    indexes.set(file, index);
    lowest.set(file, index);
    stack.push(file);
    for (const target of targets.get(file) ?? []) {
      const reached = indexes.has(target) ? (stack.includes(target) ? indexes.get(target) : undefined) : visit(target);
      if (reached !== undefined) lowest.set(file, Math.min(lowest.get(file) ?? index, reached));
    }
    if (lowest.get(file) === index) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) found.push(`a circle of imports: ${circle.join(' → ')}`);
    }
    return lowest.get(file) ?? index;
  }

  for (const file of targets.keys()) if (!indexes.has(file)) visit(file);
  return found;
}

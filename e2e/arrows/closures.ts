/** The import closure of a file: everything that is loaded with it, and so everything that a change of it may touch. */
import type { Import } from './imports.ts';
import { atOnce, closures } from './table.ts';

/** The files of the product that are loaded with `entry`, itself included; with `types` also those that only name a type. */
export function closureOf(imports: readonly Import[], entry: string, types = false): ReadonlySet<string> {
  const targets = Map.groupBy(
    imports.filter(({ to, loads }) => (types || loads) && /\.tsx?$/.test(to)),
    ({ from }) => from,
  );
  const reached = new Set([entry]);
  // A set that grows while it is walked is walked to its end.
  for (const file of reached) for (const { to } of targets.get(file) ?? []) reached.add(to);
  return reached;
}

/** One sentence for each file that loads more than the tables allow; none when everything is in order. */
export const largeClosures = (imports: readonly Import[]): readonly string[] => [
  ...tooLarge(imports, closures),
  ...tooLarge(
    imports.filter(({ later }) => !later),
    atOnce,
  ),
];

function tooLarge(imports: readonly Import[], allowed: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(allowed).flatMap(([file, most]) => {
    const closure = [...closureOf(imports, file)].sort();
    if (closure.length <= most) return [];
    return [`${file} loads ${closure.length} files, ${most} at most are allowed:\n  ${closure.join('\n  ')}`];
  });
}

/** Imports of every file of the product, types counted, read by a parser from the files that git knows. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface Import {
  readonly from: string;
  /** A file of the project as git names it, or a package. */
  readonly to: string;
  /** False for types alone: those are gone when the program runs. */
  readonly loads: boolean;
  /** Loaded where it is used, and not with the file. */
  readonly later?: true;
}

/** Tests, fixtures and twins: they may import everything, and the product may import none of them. */
export const isProof = (file: string): boolean => /\.(test|spec|fixture)\.tsx?$/.test(file) || /\/doubles\//.test(file);

/** `root`: the folder of the repository. */
export function importsOf(root: string): readonly Import[] {
  const named = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'drivers', 'main', 'renderer'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = named
    .split('\n')
    .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && existsSync(join(root, file)));
  return files.filter(file => !isProof(file)).flatMap(file => importsIn(file, readFileSync(join(root, file), 'utf8')));
}

function importsIn(from: string, text: string): readonly Import[] {
  const { module } = parseSync(from, text);
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      to: moduleRequest.value,
      loads: entries.length === 0 || entries.some(({ isType }) => !isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ to: moduleRequest.value, loads: !isType }] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      to: text.slice(start + 1, end - 1),
      loads: true,
      later: true as const,
    })),
  ];
  return [...Map.groupBy(found, ({ to }) => to)].map(([to, all]) => ({
    from,
    to: targetOf(from, to),
    loads: all.some(({ loads }) => loads),
    ...(all.every(one => 'later' in one || !one.loads) ? { later: true as const } : {}),
  }));
}

function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(dirname(from), specifier));
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

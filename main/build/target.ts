/** A target of the build: whether it is stale, and how it is made and put in place. Hosts import this, and none of what is built. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';

/** The folder of the project. */
export const root = join(import.meta.dirname, '..', '..');

/** One thing that is built: where it goes, and what it is made of. */
export interface Target {
  readonly title: string;
  /** Folder of the result; what it was made of stands in a file beside it. */
  readonly result: string;
  readonly sources: readonly string[];
  /** For a result that is stale on another day: the day of today. */
  readonly day?: () => string;
  readonly option: readonly string[];
  readonly make: (folder: string) => Promise<void>;
}

/** Takes one line for the person who starts a host. */
export type Say = (line: string) => void;

/** Builds a target where its sources changed, in a process of its own; says so in one line. A failed build is said, and never thrown. */
export async function buildIfStale(target: Omit<Target, 'make'>, say: Say): Promise<void> {
  const { title, sources, option } = target;
  if (markOf(sources) === null || isFresh(target)) return;
  say(`Building ${title}, which takes a few seconds …`);
  const failure = await program([join(root, 'main', 'build.ts'), ...option]);
  if (failure) say(`Building ${title} failed (${failure}); what was built before stays in use.`);
}

function program(args: readonly string[]): Promise<string | null> {
  return new Promise(resolve => {
    // Standard output belongs to the host.
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(code === 0 ? null : `exit ${code ?? signal}`));
  });
}

/** Name, size and time of every source, or null where they are not there, as in an installed application. */
export const markOf = (sources: readonly string[]): string | null =>
  sources.every(source => existsSync(join(root, source))) ? sources.flatMap(marksBelow).sort().join('') : null;

/** Was the result made of the sources as they are now, and today where the day counts? */
export function isFresh({ result, sources, day }: Pick<Target, 'result' | 'sources' | 'day'>): boolean {
  const mark = markOf(sources);
  return mark !== null && mark + (day?.() ?? '') === markBeside(result);
}

const BESIDE_THE_PRODUCT = /\.(test|fixture)\.tsx?$|\.md$/;

/** Walks by hand, which is several times faster than a recursive `readdir`: this runs at every start. */
function marksBelow(place: string): readonly string[] {
  if (BESIDE_THE_PRODUCT.test(place)) return [];
  const path = `${root}/${place}`;
  const facts = statSync(path);
  if (facts.isDirectory()) return readdirSync(path).flatMap(name => marksBelow(`${place}/${name}`));
  return [`${place} ${facts.size} ${facts.mtimeMs}\n`];
}

const markFile = (result: string) => join(root, `${result}.sources`);

/** The sources that the built result was made of, or null where nothing is built. */
export function markBeside(result: string): string | null {
  const file = markFile(result);
  return existsSync(file) && existsSync(join(root, result)) ? readFileSync(file, 'utf8') : null;
}

/** Builds into a folder of its own and puts that in place when it is whole, so that nobody serves half a screen. */
export async function build({ result, sources, day, make }: Target): Promise<void> {
  const mark = markOf(sources);
  const today = day?.() ?? '';
  const folder = join(root, `${result}-${process.pid}`);
  try {
    await make(folder);
    rmSync(markFile(result), { force: true });
    putInPlace(folder, join(root, result));
    if (mark !== null) writeFileSync(markFile(result), mark + today);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the bundler, once for each configuration. */
export async function bundled(...configs: readonly InlineConfig[]): Promise<void> {
  // React's build for developers, which the environment may ask for, is larger and slower.
  process.env.NODE_ENV = 'production';
  const { build: run } = await import('vite');
  for (const config of configs) await run({ ...config, logLevel: 'warn' });
}

/** Tells of each module whether these files load it at once, and not when it is needed. Knows it when all modules are read. */
export function loadedBy(files: readonly string[]): { readonly plugin: Plugin; readonly has: (id: string) => boolean } {
  const found = new Set<string>();
  const plugin: Plugin = {
    name: 'loaded-by',
    buildEnd() {
      const add = (id: string) => {
        if (found.has(id)) return;
        found.add(id);
        this.getModuleInfo(id)?.importedIds.forEach(add);
      };
      files.forEach(add);
    },
  };
  return { plugin, has: id => found.has(id) };
}

/** The old folder steps aside first: the time without one is too short to be noticed. */
function putInPlace(folder: string, place: string): void {
  const old = `${folder}-old`;
  try {
    if (existsSync(place)) renameSync(place, old);
    renameSync(folder, place);
  } catch (error) {
    // Another start may have built the same at the same time and been faster.
    if (!existsSync(place)) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

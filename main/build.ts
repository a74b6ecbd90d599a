/**
 * Builds what does not run as it is written: the cashier screen, with `--office` the screen of the back office, with
 * `--desktop` the shell for Electron, with `--bridge` the bridge and its command lines as bundles, which start in half the
 * time, and with `--types` the types for clients.
 * Hosts ask `buildScreenIfStale` at their start, which looks at file times only and leaves the work to a process of its own.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';

const root = join(import.meta.dirname, '..');

interface Target {
  readonly title: string;
  /** Folder of the result; what it was made of stands in a file beside it. */
  readonly result: string;
  readonly sources: readonly string[];
  readonly option: readonly string[];
  readonly make: (folder: string) => Promise<void>;
}

const pages = (...names: readonly string[]): string[] => names.map(name => join(root, 'renderer', name));

const targets = {
  screen: {
    title: 'the cashier screen',
    result: 'dist/renderer',
    sources: ['renderer', 'main/wire', 'main/domain', 'vite.config.ts', 'package-lock.json'],
    option: [],
    make: folder =>
      bundled({
        root: join(root, 'renderer'),
        configFile: join(root, 'vite.config.ts'),
        // The customer display is a page of its own, so that nothing of it is in what a till loads first.
        build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: pages('index.html', 'display.html') } },
      }),
  },
  office: {
    title: 'the screen of the back office',
    result: 'dist/office',
    sources: ['renderer', 'main/wire', 'main/domain', 'vite.config.ts', 'package-lock.json'],
    option: ['--office'],
    // A build of its own, so that nothing of it is in what a till loads first.
    make: folder =>
      bundled({
        root: join(root, 'renderer'),
        configFile: join(root, 'vite.config.ts'),
        build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: pages('office.html') } },
      }),
  },
  bridge: {
    title: 'the bridge',
    result: 'dist/bridge',
    sources: ['main', 'drivers', 'package-lock.json'],
    option: ['--bridge'],
    make: async folder => {
      await bundled(bundle(folder, 'es', { ...PROGRAMS, ...THREADS }, LOADED_WHEN_NEEDED));
      await writeEmptyDatabase(folder);
    },
  },
  desktop: {
    title: 'the desktop shell',
    result: 'dist/electron',
    sources: ['main', 'drivers', 'package-lock.json'],
    option: ['--desktop'],
    make: folder =>
      bundled(
        bundle(folder, 'es', {
          app: 'main/electron/app.ts',
          virtualTerminal: 'drivers/simulator/zvt/serve.ts',
          ...THREADS,
        }),
        bundle(folder, 'cjs', { preload: 'main/electron/preload.ts' }),
      ),
  },
  types: {
    title: 'the types for clients',
    result: 'dist/api',
    sources: ['main', 'drivers', 'assets/clients', 'package-lock.json'],
    option: ['--types'],
    make: async folder => {
      const { writeClientTypes } = await import('./clientTypes.ts');
      await writeClientTypes(folder);
    },
  },
} as const satisfies Record<string, Target>;

/** Programs of the bridge that are started often, by the name of their bundle. */
const PROGRAMS = {
  headless: 'main/headless.ts',
  setup: 'main/setup/cli.ts',
  data: 'main/dataDirectory/cli.ts',
} as const;

/** Threads of the bridge, beside the programs that start them. */
const THREADS = { descriptionWorker: 'main/api/docs/descriptionWorker.ts' } as const;

/** Native code, and what few starts ever load; all other packages go into the one file that starts quickly. */
const LOADED_WHEN_NEEDED = [
  '@point-of-sale/receipt-printer-encoder',
  'better-sqlite3',
  'serialport',
  'ajv',
  'ajv-formats',
  'fast-json-stringify',
  '@fastify/cors',
  '@fastify/swagger-ui',
  'i18n-iso-countries',
  'json-schema-to-typescript',
  'libphonenumber-js',
  'marked',
  'pdf-lib',
  'vite',
];

type Say = (line: string) => void;

/** The bundle of a program of the bridge, or null where it has none, it is not built, or its sources changed since. */
export function builtProgram(source: string): string | null {
  const name = Object.entries(PROGRAMS).find(([, program]) => source === join(root, program))?.[0];
  if (name === undefined) return null;
  const mark = markOf(targets.bridge.sources);
  const fresh = mark === null || mark === markBeside(targets.bridge.result);
  const file = join(root, targets.bridge.result, `${name}.js`);
  return fresh && existsSync(file) ? file : null;
}

/** Builds the screen where its sources changed; says so in one line. A failed build is said, and never thrown. */
export const buildScreenIfStale = (say: Say): Promise<void> => buildIfStale(targets.screen, say);

/** Builds the pages that a program serves where there are none, as in a fresh clone. */
export async function buildPagesFor(source: string, options: readonly string[], say: Say): Promise<void> {
  const isHelp = options.some(option => option === '--help' || option === '-h');
  if (source !== join(root, PROGRAMS.headless) || isHelp) return;
  if (!existsSync(join(root, targets.screen.result))) await buildScreenIfStale(say);
}

/** The same for the screen of the back office. */
export const buildOfficeScreenIfStale = (say: Say): Promise<void> => buildIfStale(targets.office, say);

/** The same for the shell around the screen. */
export const buildDesktopIfStale = (say: Say): Promise<void> => buildIfStale(targets.desktop, say);

/** The same for the types that the packaged application serves. */
export const buildTypesIfStale = (say: Say): Promise<void> => buildIfStale(targets.types, say);

async function buildIfStale({ title, result, sources, option }: Target, say: Say): Promise<void> {
  const mark = markOf(sources);
  if (mark === null || mark === markBeside(result)) return;
  say(`Building ${title}, which takes a few seconds …`);
  const failure = await program([import.meta.filename, ...option]);
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
const markOf = (sources: readonly string[]): string | null =>
  sources.every(source => existsSync(join(root, source))) ? sources.flatMap(marksBelow).sort().join('') : null;

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

function markBeside(result: string): string | null {
  const file = markFile(result);
  return existsSync(file) && existsSync(join(root, result)) ? readFileSync(file, 'utf8') : null;
}

/** Builds into a folder of its own and puts that in place when it is whole, so that nobody serves half a screen. */
async function build({ result, sources, make }: Target): Promise<void> {
  const mark = markOf(sources);
  const folder = join(root, `${result}-${process.pid}`);
  try {
    await make(folder);
    rmSync(markFile(result), { force: true });
    putInPlace(folder, join(root, result));
    if (mark !== null) writeFileSync(markFile(result), mark);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first start of a shop copies this file in place of running every migration. */
async function writeEmptyDatabase(folder: string): Promise<void> {
  const { emptyDatabase } = await import('./store/emptyDatabase.ts');
  const { name, bytes } = emptyDatabase();
  writeFileSync(join(folder, name), bytes);
}

async function bundled(...configs: readonly InlineConfig[]): Promise<void> {
  // React's build for developers, which the environment may ask for, is larger and slower.
  process.env.NODE_ENV = 'production';
  const { build: run } = await import('vite');
  for (const config of configs) await run({ ...config, logLevel: 'warn' });
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

/** Our own code in one folder without sub-folders; packages stay where they are, unless only `outside` shall. */
function bundle(
  folder: string,
  format: 'es' | 'cjs',
  input: Readonly<Record<string, string>>,
  outside?: readonly string[],
): InlineConfig {
  const ending = format === 'es' ? 'js' : 'cjs';
  return {
    root,
    configFile: false,
    publicDir: false,
    plugins: outside
      ? [sourceFolders(folder), serverWithoutTls(), routerWithoutCompiler(), asciiAlone()]
      : [sourceFolders(folder)],
    ssr: outside ? { external: [...outside], noExternal: true } : { external: true, noExternal: [] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      // The stories of the desktop count which lines of its sources ran; no package takes the map along.
      sourcemap: outside === undefined,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, join(root, file)])),
        external: ['electron', ...(outside ?? [])],
        output: { format, entryFileNames: `[name].${ending}`, chunkFileNames: `[name].${ending}` },
      },
    },
  };
}

/**
 * Files that are not code (migrations, screen, package.json) are found from the folder of the source that reads them.
 * The package holds them at the same places as the repository, so bundled code must still believe to be in that folder.
 */
function sourceFolders(folder: string): Plugin {
  return {
    name: 'source-folders',
    transform(code, id) {
      if (!code.includes('import.meta.dirname') || id.includes('node_modules')) return null;
      const way = relative(folder, join(id, '..')).replaceAll('\\', '/');
      const inFolder = `(import.meta.dirname + ${JSON.stringify(`/${way}`)})`;
      // No line moves, so the map stays as it is.
      return { code: code.replaceAll('import.meta.dirname', inFolder), map: null };
    },
  };
}

/** Fastify loads what it needs for HTTPS and HTTP/2 whether or not anybody asks for it: 15 ms of a start. */
function serverWithoutTls(): Plugin {
  return {
    name: 'server-without-tls',
    transform(code, id) {
      if (!id.endsWith('/fastify/lib/server.js')) return null;
      const later = code.replace(
        /^const (https|http2) = require\('node:\1'\)$/gm,
        (_, name) => `const ${name} = new Proxy({}, { get: (_, member) => require('node:${name}')[member] })`,
      );
      if (later === code) throw new Error(`${id} does not load node:https at its beginning any more`);
      return { code: later, map: null };
    },
  };
}

/**
 * The router makes a function of its own from text for each short part of an address, more than a thousand at every start; long
 * parts it compares as text, which does for the short ones as well: 16 ms of a start.
 */
function routerWithoutCompiler(): Plugin {
  return {
    name: 'router-without-compiler',
    transform(code, id) {
      if (!id.endsWith('/find-my-way/lib/node.js')) return null;
      const compared = code.replace(/^const LONG_PREFIX_MIN_LENGTH = \d+$/m, 'const LONG_PREFIX_MIN_LENGTH = 2');
      if (compared === code) throw new Error(`${id} does not compile the parts of an address any more`);
      return { code: compared, map: null };
    },
  };
}

/**
 * One letter beyond Latin-1 makes a source of two megabytes one of four in memory, and its reading slow: such letters are written
 * as escapes, which say the same in texts, templates and regular expressions. It saves 7 MB and 10 ms of a start.
 */
function asciiAlone(): Plugin {
  return {
    name: 'ascii-alone',
    generateBundle(_options, files) {
      for (const file of Object.values(files)) if (file.type === 'chunk') file.code = asciiOf(file.code, file.fileName);
    },
  };
}

/** Throws where an escape would say something else: after a backslash, and in a raw template. */
function asciiOf(code: string, name: string): string {
  const other = /(?<!\\)(?:\\\\)*\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/.exec(code);
  if (other) throw new Error(`${name}: ${other[0].slice(-80)} cannot be written in ASCII`);
  return code.replace(/[\u0080-\uffff]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Only when started as a program. */
if (process.argv[1] === import.meta.filename) {
  const options = process.argv.slice(2);
  const target = Object.values<Target>(targets).find(({ option }) => option.join() === options.join());
  if (target) {
    mkdirSync(join(root, 'dist'), { recursive: true });
    await build(target);
  } else {
    console.error('build takes no option, --office, --bridge, --desktop, or --types.');
    process.exitCode = 2;
  }
}

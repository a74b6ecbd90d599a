/**
 * Builds what does not run as it is written: the cashier screen, with `--office` the screen of the back office, with
 * `--desktop` the shell for Electron, with `--bridge` the bridge and its command lines as bundles, which start in half the
 * time, with `--office-program` the back office as one, with `--types` the types for clients, and with `--demo` the weeks of
 * sales that a demo begins with.
 * Hosts ask `buildScreenIfStale` at their start, which looks at file times only and leaves the work to a process of its own.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { LOADED_WHEN_NEEDED } from './build/loadedWhenNeeded.ts';
import { buildScreenIfStale, screens } from './build/screens.ts';
import {
  build,
  buildIfStale,
  bundled,
  loadedBy,
  markBeside,
  markOf,
  root,
  type Say,
  type Target,
} from './build/target.ts';
import { weeks } from './build/weeks.ts';

const targets = {
  ...screens,
  bridge: {
    title: 'the bridge',
    result: 'dist/bridge',
    sources: ['main', 'drivers', 'package-lock.json'],
    option: ['--bridge'],
    make: async folder => {
      await bundleProgram(folder, PROGRAMS.headless, { ...PROGRAMS, ...THREADS }, ['main/bridge.ts'], []);
      // A bundle of its own, so that nothing of it is in what a bridge loads first. A practising shop starts it.
      await bundled(
        bundle(join(folder, 'simulator'), 'es', { terminal: 'drivers/simulator/zvt/serve.ts' }, LOADED_WHEN_NEEDED),
      );
      await writeEmptyDatabase(folder);
    },
  },
  officeProgram: {
    title: 'the program of the back office',
    result: 'dist/officeProgram',
    sources: ['main', 'drivers', 'package-lock.json'],
    option: ['--office-program'],
    make: folder =>
      bundleProgram(folder, OFFICE_PROGRAM.serve, { ...OFFICE_PROGRAM, ...OFFICE_THREADS }, [], OFFICE_PACKAGES),
  },
  desktop: {
    title: 'the desktop shell',
    result: 'dist/electron',
    sources: ['main', 'drivers', 'package-lock.json'],
    option: ['--desktop'],
    make: async folder => {
      await bundled(
        bundle(folder, 'es', {
          app: 'main/electron/app.ts',
          bridgeProcess: 'main/electron/bridgeProcess.ts',
          virtualTerminal: 'drivers/simulator/zvt/serve.ts',
          ...THREADS,
        }),
        bundle(folder, 'cjs', { preload: 'main/electron/preload.ts' }),
      );
      await writeAboutOthers(folder);
    },
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
  weeks: {
    ...weeks,
    make: async folder => {
      const { makeWeeks } = await import('./demoHistory.ts');
      await makeWeeks(folder);
    },
  },
} as const satisfies Record<string, Target>;

/** Programs of the bridge that are started often, by the name of their bundle. */
const PROGRAMS = {
  headless: 'main/headless.ts',
  setup: 'main/setupCommand.ts',
  data: 'main/dataDirectory/cli.ts',
  update: 'main/updateCommand.ts',
} as const;

/** Threads of the bridge, beside the programs that start them. */
const THREADS = {
  descriptionWorker: 'main/api/docs/descriptionWorker.ts',
  workbookWorker: 'main/masterData/workbookWorker.ts',
  backupWorker: 'main/services/backup/backupWorker.ts',
} as const;

/** The program of the back office, and its thread. */
const OFFICE_PROGRAM = { serve: 'main/office/serve.ts' } as const;
const OFFICE_THREADS = { embeddedWorker: 'main/office/database/embeddedWorker.ts' } as const;

/** Databases and what reads their streams, and lists of passwords. */
const OFFICE_PACKAGES: readonly string[] = [
  ...['@electric-sql/pglite', 'pg', 'pg-copy-streams', 'pg-query-stream'],
  ...['@zxcvbn-ts/core', '@zxcvbn-ts/language-common', 'openid-client'],
];

/**
 * One file holds all that every start of a program loads: finding, reading and checking ninety took a tenth of its processor time. The
 * program itself stays outside, because it waits for the rest.
 */
async function bundleProgram(
  folder: string,
  program: string,
  input: Readonly<Record<string, string>>,
  alsoLoaded: readonly string[],
  outside: readonly string[],
): Promise<void> {
  const start = loadedBy([program, ...alsoLoaded].map(file => join(root, file)));
  await bundled(
    bundle(folder, 'es', input, [...LOADED_WHEN_NEEDED, ...outside], {
      plugin: start.plugin,
      has: id => id !== join(root, program) && start.has(id),
    }),
  );
}

/** The bundle of a program, or null where it has none, it is not built, or its sources changed since. */
export function builtProgram(source: string): string | null {
  for (const [target, programs] of [
    [targets.bridge, PROGRAMS],
    [targets.officeProgram, OFFICE_PROGRAM],
  ] as const) {
    const name = Object.entries(programs).find(([, program]) => source === join(root, program))?.[0];
    if (name === undefined) continue;
    const mark = markOf(target.sources);
    const fresh = mark === null || mark === markBeside(target.result);
    const file = join(root, target.result, `${name}.js`);
    return fresh && existsSync(file) ? file : null;
  }
  return null;
}

/** Builds the pages that a program serves where there are none, as in a fresh clone. */
export async function buildPagesFor(source: string, options: readonly string[], say: Say): Promise<void> {
  const isHelp = options.some(option => option === '--help' || option === '-h');
  if (source !== join(root, PROGRAMS.headless) || isHelp) return;
  if (!existsSync(join(root, targets.screen.result))) await buildScreenIfStale(say);
}

/** The same for the shell around the screen. */
export const buildDesktopIfStale = (say: Say): Promise<void> => buildIfStale(targets.desktop, say);

/** The same for the types that the packaged application serves. */
export const buildTypesIfStale = (say: Say): Promise<void> => buildIfStale(targets.types, say);

/** Builds what the package of the headless bridge holds. Throws where that fails: a package of older parts would say another version. */
export async function buildHeadlessParts(say: Say): Promise<void> {
  for (const target of [targets.screen, targets.bridge, targets.types]) {
    await buildIfStale(target, say);
    if (markOf(target.sources) !== markBeside(target.result)) throw new Error(`${target.title} could not be built`);
  }
}

/** The first start of a shop copies this file in place of running every migration. */
async function writeEmptyDatabase(folder: string): Promise<void> {
  const { emptyDatabase } = await import('./store/emptyDatabase.ts');
  const { name, bytes } = emptyDatabase();
  writeFileSync(join(folder, name), bytes);
}

/** The installers lay these beside the program. */
async function writeAboutOthers(folder: string): Promise<void> {
  const { aboutOthers, packagesInside } = await import('./packaging/packages.ts');
  const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [name, text] of Object.entries(aboutOthers(root, product, packagesInside(root, 'electron'))))
    writeFileSync(join(folder, name), text);
}

/** Our own code in one folder without sub-folders; packages stay where they are, unless only `outside` shall. */
function bundle(
  folder: string,
  format: 'es' | 'cjs',
  input: Readonly<Record<string, string>>,
  outside?: readonly string[],
  start?: ReturnType<typeof loadedBy>,
): InlineConfig {
  const ending = format === 'es' ? 'js' : 'cjs';
  return {
    root,
    configFile: false,
    publicDir: false,
    plugins: outside
      ? [
          sourceFolders(folder),
          leanerPackages(),
          asciiAlone(),
          nodeModulesAsTheyAre(),
          ...(start ? [start.plugin] : []),
        ]
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
        // One program loads later what another one needs at once.
        checks: { ineffectiveDynamicImport: false },
        output: {
          ...{ format, entryFileNames: `[name].${ending}`, chunkFileNames: `[name].${ending}` },
          // The text of a program stays in memory, and a sixth of it explains.
          comments: outside ? { legal: true, annotation: false, jsdoc: false } : true,
          codeSplitting: { groups: start ? [{ name: 'start', test: id => start.has(id) }] : [] },
        },
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

/** Work of packages that every start pays and no till needs then: the file of the package, the part, and its replacement. */
const LEANER: readonly { readonly file: string; readonly part: RegExp; readonly instead: string }[] = [
  // Fastify loads what it needs for HTTPS and HTTP/2 whether or not anybody asks for it: 15 ms.
  {
    file: '/fastify/lib/server.js',
    part: /^const (https|http2) = require\('node:\1'\)$/gm,
    instead: "const $1 = new Proxy({}, { get: (_, member) => require('node:$1')[member] })",
  },
  // The router makes a function of its own from text for each short part of an address, more than a thousand; long parts it
  // compares as text, which does for the short ones as well: 16 ms.
  {
    file: '/find-my-way/lib/node.js',
    part: /^const LONG_PREFIX_MIN_LENGTH = \d+$/gm,
    instead: 'const LONG_PREFIX_MIN_LENGTH = 2',
  },
  // The same for the parameters of each address: a loop does.
  {
    file: '/find-my-way/lib/handler-storage.js',
    part: /^ {4}return new Function\('NullObject', fnBody\.join\('\\n'\)\)\(NullObject\).*$/gm,
    instead: `    return (...values) => {
      const [more, object] = [values[4], new NullObject()]
      for (let i = 0; i < params.length; i++) object[params[i]] = i < 4 ? values[i] : more[i - 4]
      return object
    }`,
  },
  // The generator of ids takes its bytes from the part of Node for browsers, which is then loaded whole.
  {
    file: '/nanoid/index.js',
    part: /^import \{ webcrypto as crypto \} from 'node:crypto'$/gm,
    instead: "import { randomFillSync as getRandomValues } from 'node:crypto'\nconst crypto = { getRandomValues }",
  },
  // The search for files is used by those who list a whole folder.
  {
    file: '/@fastify/static/index.js',
    part: /^const \{ glob \} = require\('glob'\)$/gm,
    instead: "const glob = (...options) => require('glob').glob(...options)",
  },
];

function leanerPackages(): Plugin {
  return {
    name: 'leaner-packages',
    transform(code, id) {
      const change = LEANER.find(({ file }) => id.endsWith(file));
      if (!change) return null;
      const leaner = code.replace(change.part, change.instead);
      if (leaner === code) throw new Error(`${id} has no ${change.part} any more`);
      return { code: leaner, map: null };
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

/** Functions and classes of Node that no start needs, by their module, which is loaded when one of them is called. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['spawn'],
  'node:dns': ['lookup'],
  'node:dns/promises': ['lookup'],
  'node:v8': ['getHeapSpaceStatistics', 'setFlagsFromString'],
  'node:worker_threads': ['Worker'],
};

/**
 * An `import` of a module of Node reads each of its members, some of which load further modules; a call for the module reads those
 * that are named.
 */
function nodeModulesAsTheyAre(): Plugin {
  return {
    name: 'node-modules-as-they-are',
    generateBundle(_options, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk')
          file.code = file.code.replace(IMPORT_OF_NODE, (_line, all, names = '', module) => {
            const taken = `process.getBuiltinModule("${module}")`;
            if (all) return `const ${all} = ${taken};`;
            const pairs = String(names)
              .split(', ')
              .map(name => name.split(' as ') as [string, string?]);
            const later = (name: string) => LATER[module]?.includes(name) ?? false;
            const now = pairs.filter(([name]) => !later(name)).map(([name, own]) => (own ? `${name}: ${own}` : name));
            return [
              ...(now.length > 0 ? [`const { ${now.join(', ')} } = ${taken};`] : []),
              ...pairs
                .filter(([name]) => later(name))
                .map(([name, own = name]) => calledLater(own, `${taken}.${name}`)),
            ].join(' ');
          });
    },
  };
}

const IMPORT_OF_NODE = /^import (?:(?:\* as )?([\w$]+)|\{ ([^}]+) \}) from "(node:[\w/]+)";$/gm;

const calledLater = (name: string, member: string): string =>
  `function ${name}(...given) { return new.target ? new (${member})(...given) : ${member}(...given); }`;

/** Only when started as a program. */
if (process.argv[1] === import.meta.filename) {
  const options = process.argv.slice(2);
  const target = Object.values<Target>(targets).find(({ option }) => option.join() === options.join());
  if (target) {
    mkdirSync(join(root, 'dist'), { recursive: true });
    await build(target);
  } else {
    console.error('build takes no option, --office, --bridge, --office-program, --desktop, --types, or --demo.');
    process.exitCode = 2;
  }
}

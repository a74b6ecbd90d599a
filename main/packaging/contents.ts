/** The files of the headless bridge as it is installed, and nothing else of the project. */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LOADED_WHEN_NEEDED } from '../build/loadedWhenNeeded.ts';
import { ARCHITECTURES, type Architecture, nodeOf, packagesOf } from './packages.ts';

/** Where the bridge lies on the machine. Its files find each other as in the project, from this folder. */
export const HOME = 'usr/lib/tillbridge-headless';
export const DOCUMENTS = 'usr/share/doc/tillbridge-headless';

/** One file of the package: where it is taken from, where it lies in the package, and its rights. */
export interface Content {
  readonly from: string;
  readonly to: string;
  readonly mode: 0o644 | 0o755;
}

/** Places of the project that a running bridge reads. */
const READ = [
  'dist/bridge/**/*.js',
  'dist/bridge/empty-*.db',
  'dist/renderer/**/*',
  'dist/api/*',
  'main/store/migrations/*.sql',
  'drivers/simulator/zvt/page/*.{html,css,js,svg}',
  'drivers/simulator/zvt/scenarios/*.json',
  'assets/guides/**/*',
  'assets/letters/*',
  'assets/manual/**/*',
  'assets/monitoring/**/*',
] as const;

/** Files of the system that come as they are written. */
const SYSTEM = [
  ['tillbridge-headless.service', 'usr/lib/systemd/system/tillbridge-headless.service', 0o644],
  ['tillbridge-headless-update.service', 'usr/lib/systemd/system/tillbridge-headless-update.service', 0o644],
  ['tillbridge-headless-update.timer', 'usr/lib/systemd/system/tillbridge-headless-update.timer', 0o644],
  ['tillbridge-headless', 'usr/bin/tillbridge-headless', 0o755],
  ['config.json', 'etc/tillbridge/config.json', 0o644],
] as const;

/** They build, and run nothing. */
const BUILDERS = ['vite', 'json-schema-to-typescript'];
/** Files of no use to a program that runs. */
const LEFT_OUT = [
  /\.(map|ts|tsx|mts|cts|md|markdown|gypi?|c|cc|cpp|h)$/,
  /\/(test|tests|__tests__|spec|e2e|example|examples|docs|\.github)\//,
  /^node_modules\/better-sqlite3\/(deps|src)\//,
  /^node_modules\/@serialport\/bindings-cpp\/src\//,
  /(^|\/)node-addon-api\//,
];

/** Every file, in the order of the places. Throws where Node for this architecture is not installed. */
export function contentsOf(root: string, architecture: Architecture): readonly Content[] {
  const [node] = packagesOf(root, [nodeOf(architecture)]);
  const program = { from: join(root, node!.folder, 'bin/node'), to: `${HOME}/bin/node`, mode: 0o755 as const };
  return [program, ...partsOf(root, architecture)].sort((one, other) => (one.to < other.to ? -1 : 1));
}

/** The same without Node. */
export function partsOf(root: string, architecture: Architecture): readonly Content[] {
  const ours = globSync([...READ], { cwd: root }).filter(file => isPart(root, file));
  const theirs = packagesOf(
    root,
    LOADED_WHEN_NEEDED.filter(name => !BUILDERS.includes(name)),
  ).flatMap(({ folder }) =>
    globSync(`${folder}/**/*`, { cwd: root, exclude: [`${folder}/node_modules/**`] }).filter(
      file => isPart(root, file) && isNeeded(file, ARCHITECTURES[architecture]),
    ),
  );
  const installed = [...ours, ...theirs].map(file => ({
    from: join(root, file),
    to: `${HOME}/${file}`,
    mode: 0o644 as const,
  }));
  const system = SYSTEM.map(([name, to, mode]) => ({ from: join(root, 'assets', 'debian', name), to, mode }));
  return [...installed, ...system];
}

const isPart = (root: string, file: string) => statSync(join(root, file)).isFile();

/** Of native code only what this system loads: other systems, other processors and other C libraries ride along in the packages. */
function isNeeded(file: string, processor: string): boolean {
  if (LEFT_OUT.some(pattern => pattern.test(file))) return false;
  const [, prebuilt] = /\/prebuilds\/([^/]+)/.exec(file) ?? [];
  if (prebuilt === undefined) return true;
  return [`linux-${processor}`, `linux-${processor}.node`].includes(prebuilt) && !file.endsWith('.musl.node');
}

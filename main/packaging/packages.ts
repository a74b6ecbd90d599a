/** The packages of others inside a package of the bridge: where they lie, their licences, and their list as CycloneDX. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Architectures: as Debian names them, and as Node does. */
export const ARCHITECTURES = { amd64: 'x64', arm64: 'arm64' } as const;
export type Architecture = keyof typeof ARCHITECTURES;

/** Needed by the back office alone, which is a product of its own. */
const OFFICE = [
  '@electric-sql/pglite',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  'fflate',
  'openid-client',
  'pg',
  'pg-copy-streams',
  'pg-query-stream',
];
/** Needed by the desktop alone. */
const DESKTOP = ['electron-updater'];
/** Its letters are in the screen. */
const FONT = '@fontsource-variable/source-sans-3';

/** One package below node_modules. */
export interface Package {
  /** Its folder, relative to the project. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** A package as it describes itself. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (root: string, folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** These packages and all that they need, in the order of their folders. Throws where one is not installed. */
export function packagesOf(root: string, names: readonly string[]): readonly Package[] {
  const found = new Map<string, Package>();
  const visit = (name: string, from: string) => {
    const folder = folderOf(root, name, from);
    if (found.has(folder)) return;
    const { version, license = 'unknown', dependencies = {}, ...own } = manifestOf(root, folder);
    found.set(folder, { folder, name: own.name, version, license });
    for (const needed of Object.keys(dependencies)) visit(needed, folder);
  };
  for (const name of names) visit(name, '');
  return [...found.values()].sort((one, other) => (one.folder < other.folder ? -1 : 1));
}

/** Node looks beside the package that asks, then in every folder above. */
function folderOf(root: string, name: string, from: string): string {
  const near = join(from, 'node_modules', name);
  if (existsSync(join(root, near, 'package.json'))) return near;
  if (from === '')
    throw new Error(
      `The package ${name} is not installed: run "npm ci" on a machine of that kind, or unpack what "npm pack ${name}" fetches (package.json names the version) into ${join('node_modules', name)}.`,
    );
  return folderOf(root, name, from.slice(0, Math.max(0, from.lastIndexOf('node_modules') - 1)));
}

const LICENCE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** The texts that their authors want handed on, each below the name of its package. */
function licencesOf(root: string, packages: readonly Package[]): string {
  const parts = packages.map(({ folder, name, version, license }) => {
    const files = readdirSync(join(root, folder)).filter(file => LICENCE.test(file));
    const texts = files.sort().map(file => readFileSync(join(root, folder, file), 'utf8').trim());
    const text = texts.length > 0 ? texts.join('\n\n') : 'The package brings no text of its licence.';
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return parts.join(`\n${'-'.repeat(80)}\n\n`);
}

interface Bill {
  readonly metadata: object;
  readonly components: readonly { readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** npm's list of the whole project, cut to these packages, and without what differs from one call to the next. Throws where it lacks one. */
function billOf(root: string, product: Manifest, packages: readonly Package[]): string {
  // Said outright, because npm leaves tools out in a build for production, and with them what they share with us.
  const options = [
    'sbom',
    '--package-lock-only',
    '--include',
    'dev',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
  ];
  const bill: Bill = JSON.parse(execFileSync('npm', options, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }));
  const { name, version, license = 'unknown' } = product;
  const self = `${name}@${version}`;
  const inside = new Set(packages.map(one => `${one.name}@${one.version}`));
  const components = bill.components.filter(component => inside.has(component['bom-ref']));
  const listed = new Set(components.map(component => component['bom-ref']));
  const missing = [...inside].filter(one => !listed.has(one));
  if (missing.length > 0) throw new Error(`npm does not list ${missing.join(', ')}: run "npm ci", then build again.`);
  const dependencies = bill.dependencies
    .filter(({ ref }) => inside.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(needed => inside.has(needed)) }));
  const { serialNumber: _number, ...kept } = bill as Bill & { serialNumber?: string };
  const cut = {
    ...kept,
    metadata: {
      component: { 'bom-ref': self, type: 'application', name, version, licenses: [{ license: { id: license } }] },
    },
    components,
    dependencies: [{ ref: self, dependsOn: [...inside] }, ...dependencies],
  };
  return `${JSON.stringify(cut, null, 1)}\n`;
}

/** The two files about the packages of others, by their names. */
export const aboutOthers = (root: string, product: Manifest, packages: readonly Package[]) => ({
  'third-party-licences.txt': licencesOf(root, packages),
  'sbom.cdx.json': billOf(root, product, packages),
});

/** The package that brings Node for this architecture. */
export const nodeOf = (architecture: Architecture) => `node-linux-${ARCHITECTURES[architecture]}`;

/** Every package whose code is inside, as files or in one of the bundles, with the runtime: Node, or Electron without its installer. */
export function packagesInside(root: string, runtime: Architecture | 'electron'): readonly Package[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const others = runtime === 'electron' ? OFFICE : [...OFFICE, ...DESKTOP];
  const own = Object.keys(dependencies).filter(name => !others.includes(name));
  const runner = runtime === 'electron' ? runtime : nodeOf(runtime);
  const running = packagesOf(root, [runner]).filter(({ name }) => name === runner);
  return [...packagesOf(root, [...own, FONT]), ...running];
}

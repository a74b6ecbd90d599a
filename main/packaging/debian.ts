/**
 * The headless bridge as a Debian package, with the Node it runs on. Two builds of the same commit are equal byte for byte. It needs
 * dpkg-deb, which every Debian has, and no network.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { contentsOf, DOCUMENTS, HOME } from './contents.ts';
import { type Architecture, aboutOthers, packagesInside } from './packages.ts';

const root = join(import.meta.dirname, '..', '..');
const ASSETS = join(root, 'assets', 'debian');
const SCRIPTS = ['postinst', 'prerm', 'postrm'];
const NAME = 'tillbridge-headless';
/** Of zstd, which Debian 12 and Ubuntu 22.04 unpack: 47 MB in 4 s of a processor; the highest level saves 0.7 MB and takes 25 s. */
export const LEVEL = 9;

interface Wanted {
  readonly architecture: Architecture;
  readonly version: string;
  /** Folder that takes the package. */
  readonly out: string;
  /** Of the compression, 1 to 19. */
  readonly level?: number;
}

/** Makes the package of what is built; gives its path. */
export function debianPackage({ architecture, version, out, level = LEVEL }: Wanted): string {
  const tree = mkdtempSync(join(tmpdir(), 'tillbridge-package-'));
  try {
    for (const { from, to, mode } of contentsOf(root, architecture)) place(tree, to, mode, from);
    writeDocuments(tree, architecture, version);
    writeControl(tree, architecture, version);
    const time = timeOfSources();
    allBelow(tree).forEach(path => {
      utimesSync(path, time, time);
    });
    mkdirSync(out, { recursive: true });
    const file = join(out, `${NAME}_${version}_${architecture}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', `-z${level}`, '--build', tree, file], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(time) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return file;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** A file of the package, from a path or from bytes; its folders are open to everybody, whatever mask this process has. */
function place(tree: string, to: string, mode: number, from: string | Uint8Array) {
  const path = join(tree, to);
  mkdirSync(dirname(path), { recursive: true });
  if (typeof from === 'string') copyFileSync(from, path);
  else writeFileSync(path, from);
  chmodSync(path, mode);
}

const bytes = (text: string) => new TextEncoder().encode(text);
/** Facts of the project, as package.json has them. */
export const projectManifest = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

function writeDocuments(tree: string, architecture: Architecture, version: string) {
  const { license, type } = projectManifest();
  const inside = packagesInside(root, architecture);
  const product = { name: NAME, version, license };
  const manual = gzipSync(readFileSync(join(ASSETS, `${NAME}.8`)), { level: 9 });
  place(tree, `${HOME}/package.json`, 0o644, bytes(`${JSON.stringify({ ...product, type })}\n`));
  place(tree, `usr/share/man/man8/${NAME}.8.gz`, 0o644, manual);
  place(tree, `${DOCUMENTS}/copyright`, 0o644, join(root, 'LICENSE'));
  for (const [name, text] of Object.entries(aboutOthers(root, product, inside)))
    place(tree, `${DOCUMENTS}/${name}`, 0o644, bytes(text));
}

function writeControl(tree: string, architecture: Architecture, version: string) {
  const { author, homepage } = projectManifest();
  const files = allBelow(tree).filter(path => statSync(path).isFile());
  const kilobytes = Math.ceil(files.reduce((sum, path) => sum + statSync(path).size, 0) / 1024);
  const fields = [
    `Package: ${NAME}`,
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${author.name} <${author.email}>`,
    `Installed-Size: ${kilobytes}`,
    'Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1, passwd, util-linux',
    'Section: misc',
    'Priority: optional',
    `Homepage: ${homepage}`,
    'Description: Till bridge for card terminal, loyalty card and cashier',
    ' The bridge without a window, as a service of the machine, with the Node it runs on.',
  ];
  const sums = files.map(path => {
    const sum = createHash('md5').update(readFileSync(path)).digest('hex');
    return `${sum}  ${path.slice(tree.length + 1)}\n`;
  });
  place(tree, 'DEBIAN/control', 0o644, bytes(`${fields.join('\n')}\n`));
  place(tree, 'DEBIAN/md5sums', 0o644, bytes(sums.join('')));
  place(tree, 'DEBIAN/conffiles', 0o644, bytes('/etc/tillbridge/config.json\n'));
  for (const script of SCRIPTS) place(tree, `DEBIAN/${script}`, 0o755, join(ASSETS, script));
}

/** Every file and folder, with the folder itself; folders get their rights here, because a mask of the builder is not for the machine. */
function allBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map(entry => join(entry.parentPath, entry.name)).sort();
  for (const path of [folder, ...paths]) if (statSync(path).isDirectory()) chmodSync(path, 0o755);
  return [...paths, folder];
}

/** Time of the newest commit, s since 1970: files of a package are as old as its sources, and not as its build. */
function timeOfSources(): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  return Number(given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
}

/**
 * The programs of a machine: the one of its package, and those of updates beside it, one folder each. One link says which works; it is
 * changed by a rename, so that at every moment a whole program stands behind it.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { flushDirectory } from '../store/directory.ts';

const LINK = 'current';
/** Where a package keeps its program. */
const INSIDE = 'usr/lib/tillbridge-headless';

export interface Versions {
  /** Folder of the program that the link, or without one the package, names. */
  home(): string;
  /** Version of that program. */
  running(): string;
  isOfPackage(): boolean;
  /** Unpacks a package; whole afterwards, whatever was there. */
  unpack(file: string, version: string): void;
  /** null: the program of the package. */
  choose(version: string | null): void;
  /** Removes programs that are neither of these, and files of packages. */
  prune(kept: readonly string[]): void;
}

/** `folder` belongs to root; `packaged` is the program of the installed package. */
export function versionsIn(folder: string, packaged: string): Versions {
  const link = join(folder, LINK);
  const chosen = () => (existsSync(join(link, 'package.json')) ? basename(readlinkSync(link)) : null);
  const home = () => {
    const version = chosen();
    return version === null ? packaged : join(folder, version);
  };
  return {
    home,
    running: () => versionOf(home()),
    isOfPackage: () => chosen() === null,
    unpack(file, version) {
      const [place, half] = [join(folder, version), join(folder, `${version}.half`)];
      for (const old of [half, place]) rmSync(old, { recursive: true, force: true });
      try {
        mkdirSync(half, { recursive: true, mode: 0o755 });
        execFileSync('dpkg-deb', ['--extract', file, half], { stdio: ['ignore', 'ignore', 'pipe'] });
        if (versionOf(join(half, INSIDE)) !== version) throw new Error(`${file} holds another version`);
        execFileSync('sync', ['-f', half]);
        renameSync(join(half, INSIDE), place);
        flushDirectory(folder);
      } finally {
        rmSync(half, { recursive: true, force: true });
      }
    },
    choose(version) {
      if (version === null) rmSync(link, { force: true });
      else {
        rmSync(`${link}.new`, { force: true });
        symlinkSync(version, `${link}.new`);
        renameSync(`${link}.new`, link);
      }
      flushDirectory(folder);
    },
    prune(kept) {
      for (const name of readdirSync(folder))
        if (/^\d[\d.]*(\.half|\.deb|\.deb\.part)?$/.test(name) && !kept.includes(name))
          rmSync(join(folder, name), { recursive: true, force: true });
    },
  };
}

const versionOf = (home: string): string => JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version;

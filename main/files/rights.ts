/**
 * Only its owner may read the files of a data directory; where an administrator gave the directory to a group (`chmod 2770`), the
 * members of that group. This process writes its files so, and closes at the start what an older version or somebody's copy left
 * open. Windows keeps such rights elsewhere.
 */
import { chmodSync, type Dirent, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Rights of folders and files, and the ones that nobody has there. */
const RIGHTS = {
  own: { folder: 0o700, file: 0o600, none: 0o077 },
  group: { folder: 0o2770, file: 0o660, none: 0o007 },
} as const;

/**
 * Set group id and write permission of the group, and nothing to read for others: what is made in such a folder belongs to its group.
 * A common folder of the system, which everybody reads (`/var/local`), shares nothing.
 */
const GIVEN_TO_GROUP = 0o2020;
const READ_BY_OTHERS = 0o004;

/** Do the members of a group share this directory? A directory that is not there yet is made like the one above it. */
export function isShared(directory: string): boolean {
  if (process.platform === 'win32') return false;
  let place = resolve(directory);
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return (statSync(place).mode & (GIVEN_TO_GROUP | READ_BY_OTHERS)) === GIVEN_TO_GROUP;
}

const OF_GROUP = 0o2070;

/** Rights of what lies in `directory`. */
export const rightsIn = (directory: string) => RIGHTS[isShared(directory) ? 'group' : 'own'];

/** The mode of a new file in `directory`. */
export const fileMode = (directory: string): number => rightsIn(directory).file;

/** Every file this process makes from here on; `directory` is the one that it works in, where that is known. */
export function makeFilesPrivate(directory?: string): void {
  if (process.platform === 'win32') return;
  process.umask((directory === undefined ? RIGHTS.own : rightsIn(directory)).none);
}

/** Files that bridge and back office write into a data directory; any other file there belongs to somebody else. */
const OURS =
  /^(tillbridge\..*|directory\.json.*|secrets\.key.*|journal|traces|mails|snapshots|training|lost-.*|postgres|dumps)$/;
const STICKY = 0o1000;

/**
 * Closes the directory, and what is ours in it, where they are open to others, and opens them to the group that shares them;
 * gives what could not be changed.
 */
export function tighten(directory: string): readonly string[] {
  if (process.platform === 'win32') return [];
  const refused: string[] = [];
  const { folder, file, none } = rightsIn(directory);
  const visit = (path: string, isFolder: boolean, isOurs: (name: string) => boolean) => {
    try {
      const { mode } = lstatSync(path);
      const wanted = isFolder ? folder : file;
      const isWrong = (mode & none) !== 0 || (mode & wanted & OF_GROUP) !== (wanted & OF_GROUP);
      // A folder for everybody's files is never closed.
      if (isWrong && (mode & STICKY) === 0) chmodSync(path, wanted);
      if (isFolder) for (const entry of readdirSync(path, { withFileTypes: true })) below(path, entry, isOurs);
    } catch {
      // It went away meanwhile, or belongs to somebody else.
      refused.push(path);
    }
  };
  // The target of a link is not ours.
  const below = (path: string, entry: Dirent, isOurs: (name: string) => boolean) => {
    if (isOurs(entry.name) && (entry.isFile() || entry.isDirectory()))
      visit(join(path, entry.name), entry.isDirectory(), () => true);
  };
  visit(directory, true, name => OURS.test(name));
  return refused;
}

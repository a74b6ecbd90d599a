/**
 * Only its owner may read the files of a data directory. This process writes its files so, and closes at the start what an older
 * version or somebody's copy left open. Windows keeps such rights elsewhere.
 */
import { chmodSync, type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 0o700;
const FILE = 0o600;
const FOR_OTHERS = 0o077;

/** Every file this process makes from here on. */
export function makeFilesPrivate(): void {
  if (process.platform !== 'win32') process.umask(FOR_OTHERS);
}

/** Files that bridge and back office write into a data directory; any other file there belongs to somebody else. */
const OURS =
  /^(tillbridge\..*|directory\.json.*|secrets\.key.*|journal|traces|mails|snapshots|training|lost-.*|postgres|dumps)$/;
const STICKY = 0o1000;

/** Closes the directory, and what is ours in it, where they are open to others; gives what could not be closed. */
export function tighten(directory: string): readonly string[] {
  if (process.platform === 'win32') return [];
  const refused: string[] = [];
  const visit = (path: string, isFolder: boolean, isOurs: (name: string) => boolean) => {
    try {
      const { mode } = lstatSync(path);
      // A folder for everybody's files is never closed.
      if ((mode & FOR_OTHERS) !== 0 && (mode & STICKY) === 0) chmodSync(path, isFolder ? FOLDER : FILE);
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

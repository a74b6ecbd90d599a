/**
 * Moves a data directory into a folder that a group shares. At every moment one whole copy is at its old or at its new place: a
 * move that was cut off is finished, or begun anew, by the next start.
 */
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { lock } from '../files/lock.ts';
import { codeOf } from '../files/refusal.ts';
import { isShared, makeFilesPrivate, rightsIn } from '../files/rights.ts';
import { keepingMark } from '../store/commitMark.ts';

/** The profile of a window belongs to its user: it goes to nobody, and stays behind on another disk. */
const PROFILE = 'desktop';

/** Half of a move across disks: the whole copy beside its new place, and what stays of the old one. */
const arriving = (to: string) => `${to}.arriving`;
const left = (from: string) => `${from}.moved`;

/** A move across disks was cut off after the copy was whole. */
export const isLeftHalf = (from: string, to: string): boolean =>
  !existsSync(from) && existsSync(left(from)) && existsSync(arriving(to)) && !existsSync(to);

/** Throws `DatabaseRefusal` where a till works in `from`. */
export function moveShop(from: string, to: string): void {
  makeFilesPrivate(dirname(dirname(to)));
  mkdirSync(dirname(to), { recursive: true });
  if (existsSync(from)) {
    // Nobody works there, and nobody begins to before the rename: the place is gone then.
    lock(from)();
    rmSync(arriving(to), { recursive: true, force: true });
    if (!renamed(from, to)) {
      copied(from, arriving(to));
      renameSync(from, left(from));
    }
  }
  if (existsSync(arriving(to))) renameSync(arriving(to), to);
  makeFilesPrivate();
  shareShop(to);
}

/** False where the two places are on different disks. Windows lets a file keep the rights of its old folder, so it is copied there. */
function renamed(from: string, to: string): boolean {
  if (process.platform === 'win32') return false;
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EXDEV') return false;
    throw error;
  }
}

function copied(from: string, to: string): void {
  const profile = join(from, PROFILE);
  cpSync(from, to, { recursive: true, errorOnExist: true, filter: path => path !== profile });
  for (const path of [...below(to), to]) {
    if (process.platform === 'win32') continue;
    const handle = openSync(path, 'r');
    fsyncSync(handle);
    closeSync(handle);
  }
}

/**
 * Gives a directory of this user to the group of the folder above, itself last: where that was cut off, nobody else has opened it, and
 * the next start of its owner does it again.
 */
export function shareShop(directory: string): void {
  if (!existsSync(directory) || isShared(directory) || !isShared(dirname(directory))) return;
  const { gid } = statSync(dirname(directory));
  const { folder, file } = rightsIn(dirname(directory));
  const isOfUser = (path: string) => path.startsWith(join(directory, PROFILE));
  keepingMark(directory, () => {
    for (const path of [...below(directory).filter(path => !isOfUser(path)), directory]) {
      const entry = lstatSync(path);
      if (entry.isSymbolicLink()) continue;
      chownSync(path, entry.uid, gid);
      chmodSync(path, entry.isDirectory() ? folder : file);
    }
  });
}

const below = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name));

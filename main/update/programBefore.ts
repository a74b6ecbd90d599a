/** The file of an AppImage as it was before an update, kept until the new one has shown that it works. */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { flushDirectory } from '../store/directory.ts';
import type { ProgramBefore } from './desktopUpdate.ts';

/** `program` is the running file; the copy lies in `folder`. */
export function programBefore(program: string, folder: string): ProgramBefore {
  const kept = join(folder, 'before.AppImage');
  return {
    /** Throws where the new program, and behind it the way back, would find no room. */
    keep() {
      mkdirSync(folder, { recursive: true });
      rmSync(kept, { force: true });
      if (isLinked(program, kept)) return;
      refuseWithoutRoom(program);
      copied(program, kept);
    },
    putBack() {
      if (!existsSync(kept)) return;
      if (!isRenamed(kept, program)) {
        copied(kept, program);
        chmodSync(program, 0o755);
      }
      flushDirectory(dirname(program));
      // Two names of one file: a rename changes nothing then.
      rmSync(kept, { force: true });
    },
    forget: () => rmSync(kept, { force: true }),
  };
}

/** A second name takes no room. False: another file system, or one without links. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** False: another file system. */
function isRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** Whole, or not there at all: half a copy would take the room that the till needs to sell. */
function copied(from: string, to: string): void {
  const part = `${to}.part`;
  try {
    copyFileSync(from, part, constants.COPYFILE_FICLONE);
    const handle = openSync(part, 'r+');
    fsyncSync(handle);
    closeSync(handle);
    renameSync(part, to);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** The file that runs keeps its room until it ends, so the new one and the way back need room beside it. */
function refuseWithoutRoom(program: string): void {
  const { bavail, bsize } = statfsSync(dirname(program));
  const { size } = statSync(program);
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
  if (bavail * bsize > 2 * size) return;
  throw new Error(
    `An update needs ${megabytes(2 * size)} MB on the disk of ${program}; ${megabytes(bavail * bsize)} MB are left.`,
  );
}

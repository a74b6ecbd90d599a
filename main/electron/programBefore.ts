/** The file of an AppImage as it was before an update, kept until the new one has shown that it works. */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { flushDirectory } from '../store/directory.ts';
import type { ProgramBefore } from '../update/desktopUpdate.ts';

/** `program` is the running file; the copy lies in `folder`. */
export function programBefore(program: string, folder: string): ProgramBefore {
  const kept = join(folder, 'before.AppImage');
  return {
    keep() {
      mkdirSync(folder, { recursive: true });
      copied(program, `${kept}.part`);
      renameSync(`${kept}.part`, kept);
    },
    putBack() {
      if (!existsSync(kept)) return;
      const beside = `${program}.before`;
      copied(kept, beside);
      chmodSync(beside, 0o755);
      renameSync(beside, program);
      flushDirectory(dirname(program));
      rmSync(kept);
    },
    forget: () => rmSync(kept, { force: true }),
  };
}

function copied(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const handle = openSync(to, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/** The folder for what tests write, in memory where there is room. */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Memory in the form of a folder, which Linux has; what all workers keep there at a time is a tenth of this. */
const MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;

/**
 * Data directories of tests need no disk: a process that is killed loses nothing in a folder in memory either, and a disk
 * that others use makes every commit wait.
 */
export function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A file system of its own that can be filled; only root may make one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `size` in MiB; null where nothing may be mounted. */
export function smallDisk(size: number): { readonly path: string; free(): void } | null {
  const path = mkdtempSync(join(tmpdir(), 'tillbridge-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', path], { stdio: 'ignore' });
    return {
      path,
      free() {
        execFileSync('umount', [path]);
        rmSync(path, { recursive: true });
      },
    };
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
}

/** The version of the program on the disk: a package that was installed meanwhile lays its list of packages beside the program. */
import { readFileSync, statSync } from 'node:fs';
import type { Versions } from './menus.ts';

/** `file` is the bill of materials (CycloneDX) beside the program; it is read again when it changed. */
export function versionsOf(running: string, file: string): () => Versions {
  let readAt = 0;
  let installed: string | null = null;
  return () => {
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changed !== readAt) installed = versionIn(file);
    readAt = changed;
    return { running, installed };
  };
}

function versionIn(file: string): string | null {
  try {
    const { metadata } = JSON.parse(readFileSync(file, 'utf8'));
    return String(metadata.component.version);
  } catch {
    // Half written: it changes once more.
    return null;
  }
}

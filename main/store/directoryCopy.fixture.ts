/** Copies of a data directory as a crash leaves it, and directories that are kept in memory to be made again. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIRECTORY_FILES } from './directoryFiles.ts';

const names = Object.values(DIRECTORY_FILES);

/**
 * The directory as a crash at this moment would leave it. The process that writes the database calls it: between two of
 * its commits nothing changes while the files are read.
 */
export function copyDirectory(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of names) if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name));
}

/** The files of a directory that nobody has open. */
export type KeptDirectory = ReadonlyMap<string, Buffer>;

export const keepDirectory = (directory: string): KeptDirectory =>
  new Map(
    names
      .filter(name => existsSync(join(directory, name)))
      .map(name => [name, readFileSync(join(directory, name))] as const),
  );

export function makeDirectory(directory: string, kept: KeptDirectory): void {
  mkdirSync(directory, { recursive: true });
  for (const [name, bytes] of kept) writeFileSync(join(directory, name), bytes);
}

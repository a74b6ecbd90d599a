/**
 * A data directory knows who it is: a random id, its purpose, and when it was made. The file lies beside the database, and a
 * directory is never opened as anything else than what it was made for.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Purpose } from '../domain/purpose.ts';
import { fileMode } from '../files/rights.ts';
import { DIRECTORY_FILES } from './directoryFiles.ts';

export interface DirectoryIdentity {
  readonly id: string;
  readonly purpose: Purpose;
  /** ISO 8601. */
  readonly made: string;
}

/** The facts in the file beside the identity. */
interface DirectoryFacts extends DirectoryIdentity {
  /** A database was here. Absent where none was yet, or in a directory of an older version. */
  readonly database?: boolean;
}

/** The directory cannot be opened as asked (exit code 2); the sentence is meant for the person who starts the program. */
export class DirectoryRefusal extends Error {}

const FILE = DIRECTORY_FILES.identity;

/** Null where the directory was never opened, or by an older version. Throws `DirectoryRefusal`. */
export function readDirectory(directory: string): DirectoryIdentity | null {
  const file = join(directory, FILE);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new DirectoryRefusal(`The file ${file} cannot be read (${code}).`, { cause });
  }
  const identity = parsed(text);
  if (identity) return identity;
  throw new DirectoryRefusal(
    `The file ${file} is damaged. It says what the directory is for. Put the file back from a backup, or delete it: the next start makes it again from the database.`,
  );
}

function parsed(text: string): DirectoryIdentity | null {
  try {
    const { id, purpose, made } = JSON.parse(text) as Partial<DirectoryIdentity>;
    const known = purpose === 'demo' || purpose === 'training' || purpose === 'live';
    return typeof id === 'string' && id !== '' && known && typeof made === 'string' ? { id, purpose, made } : null;
  } catch {
    return null;
  }
}

/**
 * The identity of the directory, made where there is none yet. `known` is what an existing database says about itself: a
 * directory made by an older version has no file, and a database may have been copied here alone. Throws
 * `DirectoryRefusal`.
 */
export function openDirectory(
  directory: string,
  asked: Purpose,
  known: () => Partial<DirectoryIdentity> | null,
): DirectoryIdentity {
  const found = readDirectory(directory);
  const of = found ?? known();
  if (of?.purpose !== undefined && of.purpose !== asked)
    throw new DirectoryRefusal(refusal(directory, of.purpose, asked));
  if (found) return found;
  const made = { id: randomUUID(), made: new Date().toISOString(), ...of, purpose: asked };
  writeDurably(join(directory, FILE), `${JSON.stringify(made)}\n`);
  return made;
}

/** Remembers that the directory has a database, so that a later start misses it. Nothing is written where that is known. */
export function noteDatabase(directory: string, identity: DirectoryIdentity): void {
  if (hadDatabase(directory)) return;
  const facts: DirectoryFacts = { ...identity, database: true };
  writeDurably(join(directory, FILE), `${JSON.stringify(facts)}\n`);
}

/** Was a database here, whatever is left of it? False in a directory that an older version made and that was not opened since. */
export function hadDatabase(directory: string): boolean {
  try {
    return (JSON.parse(readFileSync(join(directory, FILE), 'utf8')) as Partial<DirectoryFacts>).database === true;
  } catch {
    return false;
  }
}

const NAMES: Readonly<Record<Purpose, string>> = {
  demo: 'a demo (made-up data and simulated money)',
  training: 'a training (simulated money)',
  live: 'a live shop (real money)',
};
const OPTIONS: Readonly<Record<Purpose, string>> = {
  demo: 'with --demo',
  training: 'with --training',
  live: 'without --demo and --training',
};

const refusal = (directory: string, is: Purpose, asked: Purpose): string =>
  `The data directory ${directory} belongs to ${NAMES[is]} and cannot be opened as ${NAMES[asked]}: start ${OPTIONS[is]}, or name another directory with --data.`;

/** The file is there as a whole or not at all, whenever the power goes. */
export function writeDurably(file: string, text: string | Uint8Array, mode = fileMode(dirname(file))): void {
  const beside = `${file}.${process.pid}.new`;
  const handle = openSync(beside, 'w', mode);
  try {
    const bytes = Buffer.from(text as string);
    for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(beside, file);
  flushDirectory(join(file, '..'));
}

/** Windows opens no directories; its file system writes names through. */
export function flushDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * The high-water mark: a small file beside the database that says how many commits were acknowledged. A start that finds
 * fewer in the database knows that something is missing, whatever happened to the files meanwhile.
 *
 * The file has two slots that take turns, each with its checksum, so a torn write leaves the one before. It is written
 * after each commit and before its answer, without waiting for the disk: a killed process loses none of it, and a power
 * cut at most the last second of it. The mark is behind the database then, never ahead of it.
 *
 * Each slot also says when it was written. The file system keeps the time at which the file was changed last, and no copy can
 * bring that time along: a file that was changed long after its newest slot was put there by somebody else.
 */
import { closeSync, constants, fdatasync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { fileMode } from '../files/rights.ts';
import { DIRECTORY_FILES } from './directoryFiles.ts';

export interface CommitMark {
  /** Id of the directory whose database it watches. */
  readonly directory: string;
  readonly commits: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Newest link of the chain of closed sales: its chain, number and hash. */
  readonly link: MarkedLink | null;
  /** The program closed the database in order. */
  readonly clean: boolean;
}

export interface MarkedLink {
  readonly chain: string;
  readonly number: number;
  readonly hash: string;
  readonly sale: string;
  readonly receipt: number | null;
}

interface Slot extends CommitMark {
  /** Grows with every write: the higher one is newer. */
  readonly turn: number;
  /** Milliseconds since 1970, by the clock that the file system also uses; absent in a mark of an older version. */
  readonly written?: number;
}

export interface MarkFile {
  /** The mark at the opening; null where there is none or both slots are damaged. */
  readonly found: CommitMark | null;
  write(mark: CommitMark): void;
  /** Written as closed in order, and on the disk. */
  close(): void;
  /** Gives the file back as it is. */
  release(): void;
}

const FILE = DIRECTORY_FILES.mark;
const SLOT = 512;
/** How long what was written may wait for the disk, ms. */
const FLUSH_AFTER = 1000;

export const markFile = (directory: string): string => join(directory, FILE);

/** The newest slot of the file; null where there is none, or none that can be read. */
export function readMark(directory: string): CommitMark | null {
  const slot = newestSlot(directory);
  if (!slot) return null;
  const { turn: _turn, written: _written, ...mark } = slot;
  return mark;
}

/** Longest time between the clock of a slot and the end of its write on a busy machine, ms. */
const WRITING = 10_000;

/**
 * Was the file put here by somebody else than this program, for example by a backup that was copied over it? Its inode says
 * nothing then, because it stays the same. A change of its rights also counts. False for a mark of an older version.
 */
export function isRestored(directory: string): boolean {
  const written = newestSlot(directory)?.written;
  const changed = statSync(markFile(directory), { throwIfNoEntry: false })?.ctimeMs;
  return written !== undefined && changed !== undefined && changed - written > WRITING;
}

function newestSlot(directory: string): Slot | null {
  let handle: number;
  try {
    handle = openSync(markFile(directory), 'r');
  } catch {
    return null;
  }
  try {
    const bytes = Buffer.alloc(2 * SLOT);
    const length = readSync(handle, bytes, 0, 2 * SLOT, 0);
    const slots = [0, 1].flatMap(index => slotIn(bytes.subarray(index * SLOT, Math.min(length, (index + 1) * SLOT))));
    return slots.sort((a, b) => b.turn - a.turn)[0] ?? null;
  } finally {
    closeSync(handle);
  }
}

/** Eight hexadecimal digits of checksum, then JSON, filled up with blanks. */
function slotIn(bytes: Buffer): Slot[] {
  const text = bytes.toString('latin1').trimEnd();
  const json = text.slice(9);
  if (text.slice(0, 8) !== checksum(json)) return [];
  try {
    return [JSON.parse(json) as Slot];
  } catch {
    return [];
  }
}

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0');

/** Opens or makes the file. `failed` hears when the mark cannot be written, `null` when it can again; nothing waits for it. */
export function openMark(directory: string, failed: (error: unknown) => void): MarkFile {
  const last = newestSlot(directory);
  const found = readMark(directory);
  // Neither cut nor emptied: what is there stays readable until it is written over.
  const handle = openSync(markFile(directory), constants.O_RDWR | constants.O_CREAT, fileMode(directory));
  let turn = last?.turn ?? 0;
  let latest = found;
  let flushing: NodeJS.Timeout | null = null;
  let failing = false;
  const bytes = Buffer.alloc(SLOT);

  function put(mark: CommitMark) {
    turn += 1;
    const json = JSON.stringify({ turn, written: Date.now(), ...mark });
    bytes.fill(0x20);
    bytes.write(`${checksum(json)} ${json}`, 'latin1');
    bytes[SLOT - 1] = 0x0a;
    writeSync(handle, bytes, 0, SLOT, (turn % 2) * SLOT);
  }

  function attempt(work: () => void) {
    try {
      work();
      if (failing) failed(null);
      failing = false;
    } catch (error) {
      failing = true;
      failed(error);
    }
  }

  function flush() {
    flushing = null;
    fdatasync(handle, error => {
      if (error && error.code !== 'EBADF') failed(error);
    });
  }

  return {
    found,
    write(mark) {
      latest = mark;
      attempt(() => put(mark));
      flushing ??= setTimeout(flush, FLUSH_AFTER).unref();
    },
    close() {
      if (flushing) clearTimeout(flushing);
      flushing = null;
      attempt(() => {
        if (latest) put({ ...latest, clean: true });
        fsyncSync(handle);
      });
      closeSync(handle);
    },
    release() {
      if (flushing) clearTimeout(flushing);
      closeSync(handle);
    },
  };
}

/**
 * Lets this program change the rights of the file, which would else be taken for a restored one. Only for whoever holds the lock
 * of the directory.
 */
export function keepingMark<T>(directory: string, change: () => T): T {
  const changedAt = () => statSync(markFile(directory), { throwIfNoEntry: false })?.ctimeMs;
  const [before, wasRestored] = [changedAt(), isRestored(directory)];
  const result = change();
  const mark = readMark(directory);
  if (before === changedAt() || wasRestored || mark === null) return result;
  const file = openMark(directory, error => {
    if (error !== null) throw error;
  });
  file.write(mark);
  file.release();
  return result;
}

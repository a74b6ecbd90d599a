/**
 * The reserve of a live directory: a file that really takes room on the disk. A commit that finds no room gets it for the log of the database, piece by piece, so that
 * a payment under way is stored and people can sign in; another program that fills the disk never gets more than a few pieces.
 * From then on the light is red and nothing new is sold, until there is room to make it whole again.
 */
import { randomFillSync } from 'node:crypto';
import { closeSync, fsync, openSync, statfsSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, isFull } from '../files/refusal.ts';
import { fileMode } from '../files/rights.ts';
import { BridgeError } from '../world/errors.ts';
import { DIRECTORY_FILES } from './directoryFiles.ts';
import type { Risks } from './risks.ts';

export const RESERVE_FILE = 'tillbridge.reserve';
/** Bytes. A payment writes some 0.2 MB of log before its ending is stored; a sign-in writes less. */
const WHOLE = 8 * 1024 * 1024;
/** Handed over so at once: another program that is quicker gets no more than this. */
const PIECE = 64 * 1024;
/** For the first try of a commit, doubled at each further one. */
const WANTED = 4 * PIECE;
const APPENDED = 8 * PIECE;
/** ms; the first look comes when the start is over. */
const FIRST_LOOK = 1000;
const NEXT_PIECE = 20;
const LOOK_EVERY = 2000;

const sizeOf = (folder: string): number => statSync(join(folder, RESERVE_FILE), { throwIfNoEntry: false })?.size ?? 0;

/** May a piece of the reserve help against this error? */
export const couldHelp = (folder: string, error: unknown): boolean => isFull(error) && sizeOf(folder) > 0;

/** Gives up a piece to whoever is quick; true where trying again makes sense. */
export function giveUpPiece(folder: string, error: unknown): boolean {
  if (!couldHelp(folder, error)) return false;
  try {
    truncateSync(join(folder, RESERVE_FILE), Math.max(0, sizeOf(folder) - PIECE));
    return true;
  } catch {
    return false;
  }
}

/** Behind the last commit of the log SQLite takes no byte for a commit, and writes its next ones over them. */
function enlargeLog(folder: string): number {
  const handle = openSync(join(folder, DIRECTORY_FILES.log), 'a');
  try {
    return writeSync(handle, Buffer.alloc(PIECE));
  } catch {
    return 0;
  } finally {
    closeSync(handle);
  }
}

/** The other case: its index cannot grow, which SQLite does by itself. */
const isLogFull = (error: unknown): boolean => codeOf(error) === 'SQLITE_FULL';

export class Reserve {
  readonly #folder: string;
  readonly #risks: Risks;
  #timer: NodeJS.Timeout | null = null;

  constructor(folder: string, risks: Risks) {
    this.#folder = folder;
    this.#risks = risks;
    const isGivenUp = sizeOf(folder) > 0 && sizeOf(folder) < WHOLE;
    if (isGivenUp) this.#look();
    else this.#lookIn(FIRST_LOOK);
  }

  /**
   * For the commit that failed by `error` after so many other tries; true where trying it again makes sense. The room goes to the log of the
   * database within microseconds: while the jobs are run again, a program that fills the disk would take what is merely free.
   */
  readonly giveUp = (error: unknown, tries: number): boolean => {
    let got = 0;
    for (const wanted = WANTED * 2 ** tries; got < wanted && giveUpPiece(this.#folder, error); ) {
      this.#risks.raise('diskFull', codeOf(error));
      got += isLogFull(error) ? enlargeLog(this.#folder) : PIECE;
    }
    if (got > 0) this.#lookIn(LOOK_EVERY);
    return got > 0;
  };

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  #lookIn(milliseconds: number): void {
    this.stop();
    this.#timer = setTimeout(() => this.#look(), milliseconds).unref();
  }

  /** Whole is said only where as much again is free: what was just made would be given up at once. */
  #look(): void {
    const missing = WHOLE - sizeOf(this.#folder);
    if (missing <= 0) {
      this.#risks.clear('diskFull');
      return;
    }
    const { bavail, bsize } = statfsSync(this.#folder);
    if (bavail * bsize < missing + WHOLE) {
      this.#risks.raise('diskFull', `${Math.floor((bavail * bsize) / 1_000_000)} MB are free`);
      this.#lookIn(LOOK_EVERY);
      return;
    }
    this.#lookIn(this.#append(missing) ? NEXT_PIECE : LOOK_EVERY);
  }

  /** Random bytes, because a file system that compresses keeps no room for zeros. */
  #append(missing: number): boolean {
    try {
      const handle = openSync(join(this.#folder, RESERVE_FILE), 'a', fileMode(this.#folder));
      const written = writeSync(handle, randomFillSync(Buffer.alloc(Math.min(APPENDED, missing))));
      // Not waited for: until it is done, the room is promised, which is as good while the machine runs.
      fsync(handle, () => closeSync(handle));
      return written > 0;
    } catch {
      return false;
    }
  }
}

/** Before a new sale and before money moves. Throws `storage`. */
export function refuseOnFullDisk(risks: Risks): void {
  if (risks.all().some(({ kind }) => kind === 'diskFull'))
    throw new BridgeError('storage', 'the disk is full, and what is left of its reserve is for payments under way');
}

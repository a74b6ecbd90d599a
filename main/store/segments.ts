/**
 * Rolling files of the journal and of each terminal's trace: lines are added to the newest, and the oldest goes when there
 * are too many or they are too old.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import { fileMode } from '../files/rights.ts';

export interface Segments {
  /** Complete lines, each with its end. Throws what the disk says. */
  append(lines: string): void;
  /** The newest complete line, where the file that holds it is the newest one. */
  lastLine(): string | null;
  /** Lines from the newest to the oldest, a handful at a time, so that others get their turn. */
  newestFirst(): AsyncGenerator<readonly string[]>;
  close(): void;
}

export interface Bounds {
  /** All files together, bytes. */
  readonly size: number;
  /** ms */
  readonly age: number;
}

/** A file is dropped as a whole, so this is how fine the bounds are. */
const FILES = 8;
/** Lines, and characters, that are looked at before others get their turn. */
const HANDFUL = { lines: 200, characters: 65_536 } as const;

export function openSegments(directory: string, { size, age }: Bounds): Segments {
  mkdirSync(directory, { recursive: true });
  const numbers = readdirSync(directory)
    .map(name => Number(/^(\d{8})\.jsonl$/.exec(name)?.[1] ?? Number.NaN))
    .filter(number => !Number.isNaN(number))
    .sort((a, b) => a - b);
  const fileOf = (number: number) => join(directory, `${String(number).padStart(8, '0')}.jsonl`);
  let current = openAt(numbers.at(-1) ?? 1);
  let closed = false;

  function openAt(number: number) {
    const file = fileOf(number);
    const known = existsSync(file) ? statSync(file) : null;
    const handle = openSync(file, 'a+', fileMode(directory));
    if (numbers.at(-1) !== number) numbers.push(number);
    // A line that a crash has cut stays a line of its own.
    const cut = known !== null && known.size > 0 && lastByte(handle, known.size) !== NEWLINE;
    return { number, handle, size: known?.size ?? 0, since: known?.birthtimeMs ?? Date.now(), cut };
  }

  /** The next file is open before the handle of this one is given back: by then its number may be that of another file. */
  function roll() {
    const { handle, number } = current;
    current = openAt(number + 1);
    closeSync(handle);
    const isOld = (number: number) => Date.now() - statSync(fileOf(number)).mtimeMs > age;
    while (numbers.length > 1 && (numbers.length > FILES || isOld(numbers[0]!))) rmSync(fileOf(numbers.shift()!));
  }

  return {
    append(lines) {
      // Lines that come after the end of the bridge are not written: the handle of a closed file may belong to another file by now.
      if (closed) return;
      if (current.size > 0 && (current.size > size / FILES || Date.now() - current.since > age / FILES)) roll();
      const bytes = Buffer.from(current.cut ? `\n${lines}` : lines);
      const written = writeSync(current.handle, bytes);
      current.size += written;
      // A full disk takes a part, which then is no line.
      current.cut = written < bytes.length;
    },
    lastLine() {
      const tail = Buffer.alloc(Math.min(current.size, TAIL));
      readSync(current.handle, tail, 0, tail.length, current.size - tail.length);
      const lines = tail.toString().split('\n');
      return lines.at(-2) ?? null;
    },
    async *newestFirst() {
      for (const number of numbers.toReversed()) {
        const text = await readFile(fileOf(number), 'utf8').catch(() => '');
        yield* backwards(text);
      }
    },
    close() {
      if (!closed) closeSync(current.handle);
      closed = true;
    },
  };
}

const NEWLINE = 10;
/** Longer than any line, bytes. */
const TAIL = 131_072;

function lastByte(handle: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, size - 1);
  return byte[0];
}

async function* backwards(text: string): AsyncGenerator<readonly string[]> {
  let end = text.lastIndexOf('\n');
  while (end > 0) {
    const lines: string[] = [];
    const last = end - HANDFUL.characters;
    while (end > 0 && end > last && lines.length < HANDFUL.lines) {
      const start = text.lastIndexOf('\n', end - 1);
      lines.push(text.slice(start + 1, end));
      end = start;
    }
    yield lines;
    await breath();
  }
}

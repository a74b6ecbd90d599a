/**
 * What each terminal and the till said to each other, for those who look at an odd payment afterwards: one JSON object a
 * line in rolling files of the data directory, passwords and card data left out by the driver. Lines wait in memory for a
 * moment and are written together; it may lose the last moment when the bridge is killed, and on a full disk it loses
 * what there is no room for. What counts is in the database.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Trace, TraceEntry } from '../../../drivers/trace.ts';
import { openSegments, type Segments } from '../../store/segments.ts';
import type { TraceLine } from '../../wire/terminals.ts';
import { timestamp } from '../../world/clock.ts';
import type { Config } from '../../world/config.ts';
import type { Log } from '../../world/log.ts';

export interface Traces {
  /** What the driver of this terminal is given; it never throws. */
  of(device: string): Trace;
  /** The `count` newest lines but for `offset` even newer ones, in the order of time. */
  page(device: string, page: Page): Promise<TracePage>;
  close(): void;
}

interface Page {
  readonly count: number;
  readonly offset: number;
}

interface TracePage {
  /** All lines that are kept. */
  readonly count: number;
  readonly data: readonly TraceLine[];
}

interface Bounds {
  /** Of one terminal, bytes. */
  readonly size: number;
  /** ms */
  readonly age: number;
}

/** How long lines wait for company, ms. */
const WAIT = 250;
/** More than this is not waited with, characters. */
const MOST = 65_536;
/** A picture of a signature is longer than anybody reads, characters. */
const LONGEST = 8000;

export const boundsOf = ({ traceMegabytes, journalDays }: Config): Bounds => ({
  size: traceMegabytes * 1_000_000,
  age: journalDays * 86_400_000,
});

/** `directory` has a folder for each terminal. One in which nothing was written for as long as `age` goes at the start. */
export function openTraces(directory: string, bounds: Bounds, log: Log): Traces {
  const opened = new Map<string, OneTrace>();
  forgetOld(directory, bounds.age, log);

  const one = (device: string): OneTrace => {
    const known = opened.get(device) ?? openTrace(join(directory, device), bounds, problemTeller(device, log));
    opened.set(device, known);
    return known;
  };

  return {
    of: device => entry => one(device).add(entry),
    page: async (device, page) =>
      opened.has(device) || existsSync(join(directory, device)) ? pageOf(one(device), page) : { count: 0, data: [] },
    close() {
      for (const trace of opened.values()) trace.close();
    },
  };
}

interface OneTrace {
  add(entry: TraceEntry): void;
  newestFirst(): AsyncGenerator<readonly string[]>;
  close(): void;
}

function openTrace(directory: string, bounds: Bounds, tell: (problem: unknown) => void): OneTrace {
  let segments: Segments | undefined;
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  let before: TraceEntry | undefined;
  let closed = false;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const lines = waiting;
    waiting = '';
    try {
      segments ??= openSegments(directory, bounds);
      segments.append(lines);
      tell(null);
    } catch (error) {
      tell(error);
    }
  }

  return {
    add(entry) {
      if (closed || isSameNote(entry, before)) return;
      before = entry;
      waiting += `${JSON.stringify(lineOf(entry))}\n`;
      if (waiting.length >= MOST) return flush();
      timer ??= setTimeout(flush, WAIT).unref();
    },
    async *newestFirst() {
      flush();
      try {
        segments ??= openSegments(directory, bounds);
      } catch (error) {
        return tell(error);
      }
      yield* segments.newestFirst();
    },
    close() {
      closed = true;
      flush();
      segments?.close();
    },
  };
}

/** A terminal that is switched off over night is unreachable every minute: once is enough. */
const isSameNote = (entry: TraceEntry, before: TraceEntry | undefined): boolean =>
  entry.direction === 'note' && before?.direction === 'note' && entry.text === before.text;

function lineOf({ direction, text, hex }: TraceEntry): TraceLine {
  return { at: timeOf(Date.now()), direction, text: shortened(text), hex: hex === undefined ? null : shortened(hex) };
}

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** To the millisecond, as the wall clock at the till shows it. */
function timeOf(at: number): string {
  const whole = timestamp(at);
  return `${whole.slice(0, 19)}.${String(at % 1000).padStart(3, '0')}${whole.slice(19)}`;
}

async function pageOf(trace: OneTrace, { count, offset }: Page): Promise<TracePage> {
  const data: TraceLine[] = [];
  let found = 0;
  for await (const lines of trace.newestFirst())
    for (const text of lines) {
      const line = found >= offset && data.length < count ? lineIn(text) : null;
      if (line) data.push(line);
      found += 1;
    }
  return { count: found, data: data.reverse() };
}

/** A line that a crash or a full disk has cut is none. */
function lineIn(text: string): TraceLine | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Says once what is wrong, until it is right again. */
function problemTeller(device: string, log: Log): (problem: unknown) => void {
  let broken = false;
  return problem => {
    if (problem !== null && !broken)
      log('error', 'the trace of a terminal cannot be written', { device, error: String(problem) });
    broken = problem !== null;
  };
}

function forgetOld(directory: string, age: number, log: Log): void {
  if (!existsSync(directory)) return;
  const isOld = (file: string) => Date.now() - statSync(file).mtimeMs > age;
  try {
    for (const device of readdirSync(directory)) {
      const folder = join(directory, device);
      if (readdirSync(folder).every(name => isOld(join(folder, name)))) rmSync(folder, { recursive: true });
    }
  } catch (error) {
    log('warn', 'an old trace was not removed', { error: String(error) });
  }
}

/** Line by line for a person: when, in which direction, what it means, and below it the bytes. */
export const writtenTrace = (lines: readonly TraceLine[]): string =>
  lines
    .map(({ at, direction, text, hex }) => `${at} ${ARROWS[direction]} ${text}\n${hex ? `  ${hex}\n` : ''}`)
    .join('');

const ARROWS: Readonly<Record<TraceLine['direction'], string>> = { sent: '->', received: '<-', note: '--' };

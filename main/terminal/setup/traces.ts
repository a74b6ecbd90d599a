/**
 * The traces of the terminals, to examine an odd payment afterwards: one JSON object a line in rolling files of the data
 * directory, without passwords and card data, which the driver leaves out. Lines are collected for a moment and written
 * together; a killed bridge loses the last moment, and a full disk loses the lines without room. Decisions rest on the database
 * only.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Trace, TraceEntry } from '../../../drivers/index.ts';
import { openSegments, type Segments } from '../../store/segments.ts';
import type { TraceLine } from '../../wire/terminals.ts';
import { timestamp } from '../../world/clock.ts';
import type { Config } from '../../world/config.ts';
import type { Log } from '../../world/log.ts';
import { supportIdAtTerminal } from '../../world/requestContext.ts';

export interface Traces {
  /** The trace for the driver of this terminal; it never throws. */
  of(device: string): Trace;
  /** The `count` newest lines after skipping `offset` even newer lines, in the order of time; those of one request alone where it is named. */
  page(device: string, page: Page): Promise<TracePage>;
  /** Every line from now on, each once, after those behind the line `after`; gives the end of it. */
  follow(device: string, after: number | null, follower: Follower): () => void;
  close(): void;
}

export interface Follower {
  line(line: TraceLine & { readonly id: number }): void;
  /** Lines between `after` and the next one are not given: they are too many, or not kept any more. */
  missed(): void;
}

interface Page {
  readonly count: number;
  readonly offset: number;
  readonly supportId?: string | undefined;
}

interface TracePage {
  /** Number of all stored lines, or of those of the request. */
  readonly count: number;
  readonly data: readonly TraceLine[];
}

interface Bounds {
  /** Size of the files of one terminal, bytes. */
  readonly size: number;
  /** ms */
  readonly age: number;
}

/** How long lines are collected before they are written, ms. */
const WAIT = 250;
/** Longer collections are written at once, characters. */
const MOST = 65_536;
/** The picture of a signature would be longer than anybody reads, characters. */
const LONGEST = 8000;

export const boundsOf = ({ traceMegabytes, journalDays }: Config): Bounds => ({
  size: traceMegabytes * 1_000_000,
  age: journalDays * 86_400_000,
});

/** `directory` has a folder for each terminal. A folder without a write for as long as `age` is removed at the start. */
export function openTraces(directory: string, bounds: Bounds, log: Log): Traces {
  const opened = new Map<string, OneTrace>();
  forgetOld(directory, bounds.age, log);

  const one = (device: string): OneTrace => {
    const known = opened.get(device) ?? openTrace(device, join(directory, device), bounds, problemTeller(device, log));
    opened.set(device, known);
    return known;
  };

  return {
    of: device => entry => one(device).add(entry),
    page: async (device, page) =>
      opened.has(device) || existsSync(join(directory, device)) ? pageOf(one(device), page) : { count: 0, data: [] },
    follow: (device, after, follower) => follow(one(device), after, follower),
    close() {
      for (const trace of opened.values()) trace.close();
    },
  };
}

interface OneTrace {
  add(entry: TraceEntry): void;
  readonly listeners: Set<(line: IdentifiedLine) => void>;
  newestFirst(): AsyncGenerator<readonly string[]>;
  close(): void;
}

type IdentifiedLine = TraceLine & { readonly id: number };

function openTrace(device: string, directory: string, bounds: Bounds, tell: (problem: unknown) => void): OneTrace {
  let segments: Segments | undefined;
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  let before: TraceEntry | undefined;
  let closed = false;
  let last: number | undefined;
  const listeners = new Set<(line: IdentifiedLine) => void>();

  /** Grows over restarts, and also where the clock was set back. */
  function nextId(): number {
    last ??= lastStored();
    last = Math.max(last + 1, Date.now() * 1000);
    return last;
  }

  function lastStored(): number {
    try {
      segments ??= openSegments(directory, bounds);
      return lineIn(segments.lastLine() ?? '')?.id ?? 0;
    } catch (error) {
      tell(error);
      return 0;
    }
  }

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
    listeners,
    add(entry) {
      if (closed || isSameNote(entry, before)) return;
      before = entry;
      const line = lineOf(nextId(), supportIdAtTerminal(device), entry);
      waiting += `${JSON.stringify(line)}\n`;
      for (const listener of listeners) listener(line);
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

/** A terminal that is switched off over night is unreachable every minute: one note is enough. */
const isSameNote = (entry: TraceEntry, before: TraceEntry | undefined): boolean =>
  entry.direction === 'note' && before?.direction === 'note' && entry.text === before.text;

function lineOf(id: number, supportId: string | null, { direction, text, hex }: TraceEntry): IdentifiedLine {
  return {
    id,
    at: timeOf(Date.now()),
    ...(supportId === null ? {} : { supportId }),
    direction,
    text: shortened(text),
    hex: hex === undefined ? null : shortened(hex),
  };
}

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** To the millisecond, in the time zone of the till. */
function timeOf(at: number): string {
  const whole = timestamp(at);
  return `${whole.slice(0, 19)}.${String(at % 1000).padStart(3, '0')}${whole.slice(19)}`;
}

async function pageOf(trace: OneTrace, { count, offset, supportId }: Page): Promise<TracePage> {
  const data: TraceLine[] = [];
  let found = 0;
  for await (const lines of trace.newestFirst())
    for (const text of lines) {
      if (supportId !== undefined && !text.includes(`"supportId":${JSON.stringify(supportId)}`)) continue;
      const line = found >= offset && data.length < count ? lineIn(text) : null;
      if (line) data.push(line);
      found += 1;
    }
  return { count: found, data: data.reverse() };
}

/** Lines that a follower who comes back is given; more are left out. */
const REPLAYED = 2000;

function follow(trace: OneTrace, after: number | null, follower: Follower): () => void {
  let isOver = false;
  let newest = after ?? 0;
  /** Null: everything before has been given. */
  let held: IdentifiedLine[] | null = after === null ? null : [];
  const give = (line: IdentifiedLine) => {
    if (line.id <= newest) return;
    newest = line.id;
    follower.line(line);
  };
  const listener = (line: IdentifiedLine) => (held === null ? give(line) : void held.push(line));
  trace.listeners.add(listener);
  async function giveMissed(from: number) {
    const { lines, isWhole } = await linesAfter(trace, from, () => isOver);
    if (isOver) return;
    if (!isWhole) follower.missed();
    for (const line of lines) give(line);
    for (const line of held ?? []) give(line);
    held = null;
  }
  if (after !== null) void giveMissed(after);
  return () => {
    isOver = true;
    trace.listeners.delete(listener);
  };
}

async function linesAfter(trace: OneTrace, after: number, isOver: () => boolean) {
  const found: IdentifiedLine[] = [];
  for await (const texts of trace.newestFirst())
    for (const text of texts) {
      const line = lineIn(text);
      const { id } = line ?? {};
      if (!line || id === undefined) continue;
      if (id <= after) return { lines: found.reverse(), isWhole: true };
      if (found.length === REPLAYED || isOver()) return { lines: found.reverse(), isWhole: false };
      found.push({ ...line, id });
    }
  return { lines: found.reverse(), isWhole: after === 0 };
}

/** Null for a line that a crash or a full disk has cut. */
function lineIn(text: string): TraceLine | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reports a problem once, until it is solved. */
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

/** One line for each entry: time, direction and meaning, and below it the bytes. */
export const writtenTrace = (lines: readonly TraceLine[]): string =>
  lines
    .map(({ at, direction, text, hex }) => `${at} ${ARROWS[direction]} ${text}\n${hex ? `  ${hex}\n` : ''}`)
    .join('');

const ARROWS: Readonly<Record<TraceLine['direction'], string>> = { sent: '->', received: '<-', note: '--' };

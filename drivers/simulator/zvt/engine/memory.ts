/**
 * The memory of the virtual terminal: counters, bookings, registration. A named file holds it as a journal of changes, one
 * JSON object a line, which is condensed whenever it is opened.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Totals } from '../../../zvt/codec/codings.ts';
import type { Booking } from './booking.ts';

/** The registration of a till; it holds until the till logs off. */
export interface Registration {
  readonly configuration: number;
  /** Bits of BMP 03: 01 no service menu, 02 display texts in capitals. */
  readonly serviceByte: number;
  /** ISO 4217 number. */
  readonly currency: number;
  /** The till sent a container, so the terminal may send containers. */
  readonly tlv: boolean;
  /** Commands the terminal may send to the till beyond those that are always permitted (tag 26), as `06D3`. */
  readonly permitted: readonly string[];
  /** Tag 14 that the terminal confirmed. */
  readonly charset?: number;
  /** Receipt parameter (tag 1F04), as hex. */
  readonly receiptParameter?: string;
  /** The till wants the list of the tags that the terminal reads (tag 1F71). */
  readonly listsTags?: true;
  /** Every message has a number (tag 1F73). */
  readonly numbered?: true;
  /** Largest APDU the till takes (tag 1A). */
  readonly largestApdu?: number;
}

interface LastDay {
  readonly amount: number;
  readonly totals: Totals;
  /** Missing in files of former versions. */
  readonly date?: string;
  readonly time?: string;
}

interface Memory {
  readonly receiptNumber: number;
  readonly traceNumber: number;
  readonly turnoverNumber: number;
  readonly registration: Registration | null;
  readonly endOfDayDone: number;
  /** The last end-of-day failed: payments are refused until the next one. */
  readonly endOfDayOpen: boolean;
  /** Id of the first booking after the last end-of-day. */
  readonly openFrom: number;
  /** Code of the language of the display (ZVT 08 30). */
  readonly language: number;
  /** The terminal id that a till set by 06 1B. */
  readonly terminalId: string | null;
  /** The totals of the last end-of-day. */
  readonly lastDay: LastDay | null;
  /** The password that a till set by 06 95. */
  readonly password: string | null;
  /** Milliseconds that the terminal's clock is ahead of this machine. */
  readonly clockAhead: number;
  /** Number of commands of each kind since the memory was made. */
  readonly received: Readonly<Record<string, number>>;
}

export interface MemoryStore {
  readonly now: Memory;
  /** Every booking; the place in the list is the id. */
  readonly bookings: readonly Booking[];
  /** Changes values and bookings together; durable once it returns. */
  change(change: Partial<Memory>, ...bookings: readonly Booking[]): void;
  /** Counts a command; survives the end of the process, though not that of the machine. */
  count(command: string): void;
  close(): void;
}

const FRESH: Memory = {
  receiptNumber: 0,
  traceNumber: 0,
  turnoverNumber: 0,
  registration: null,
  endOfDayDone: 0,
  endOfDayOpen: false,
  openFrom: 0,
  language: 0,
  terminalId: null,
  lastDay: null,
  password: null,
  clockAhead: 0,
  received: {},
};

interface Line {
  readonly set?: Partial<Memory>;
  readonly bookings?: readonly Booking[];
}

/** Opens the memory. Throws an `Error` with one sentence for a file that is no memory. */
export function openMemory(file?: string): MemoryStore {
  const { now: kept, bookings } = file && existsSync(file) ? readMemory(file) : { now: FRESH, bookings: [] };
  let now = kept;
  let journal = file === undefined ? undefined : beginJournal(file, { set: now, bookings });
  return {
    get now() {
      return now;
    },
    bookings,
    change(set, ...changed) {
      now = { ...now, ...set };
      for (const booking of changed) bookings[booking.id] = booking;
      if (journal === undefined) return;
      append(journal, { set, bookings: changed });
      fdatasyncSync(journal);
    },
    count(command) {
      const received = { ...now.received, [command]: (now.received[command] ?? 0) + 1 };
      now = { ...now, received };
      if (journal !== undefined) append(journal, { set: { received } });
    },
    close() {
      if (journal !== undefined) closeSync(journal);
      // Later changes are not written: the number of a closed file may belong to another file.
      journal = undefined;
    },
  };
}

function readMemory(file: string): { now: Memory; bookings: Booking[] } {
  // Text behind the last line feed was being written when the process ended.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  try {
    const changes = lines.map(line => JSON.parse(line) as Line);
    if (!Number.isInteger(changes[0]?.set?.receiptNumber)) throw new Error('no memory');
    const bookings: Booking[] = [];
    for (const booking of changes.flatMap(change => change.bookings ?? [])) bookings[booking.id] = booking;
    return { now: Object.assign({}, FRESH, ...changes.map(change => change.set)), bookings };
  } catch {
    throw new Error(`${file} is not a state file of the virtual terminal`);
  }
}

// The new file is complete on the disk before it takes the place of the old one.
function beginJournal(file: string, whole: Line): number {
  const next = `${file}.new`;
  const journal = openSync(next, 'w', 0o660);
  append(journal, whole);
  fsyncSync(journal);
  renameSync(next, file);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
  return journal;
}

function append(journal: number, line: Line): void {
  writeSync(journal, `${JSON.stringify(line)}\n`);
}

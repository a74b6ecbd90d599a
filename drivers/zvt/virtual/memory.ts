/** What the virtual terminal must not forget: counters, transactions, registration. In a file when one is named. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CardName } from './cards.ts';

export interface Booking {
  readonly kind: 'payment' | 'reversal' | 'refund';
  readonly receiptNumber: number;
  readonly traceNumber: number;
  readonly turnoverNumber: number;
  readonly amount: number;
  /** ISO 4217 number. */
  readonly currency: number;
  /** The till named the currency, so the terminal does too. */
  readonly namesCurrency: boolean;
  /** `YYYYMMDD` and `HHMMSS` of the terminal's clock. */
  readonly date: string;
  readonly time: string;
  readonly card: CardName;
  readonly authorisationCode: string;
  readonly originalTrace?: number;
  readonly reversed?: true;
}

export interface Registration {
  readonly configuration: number;
  readonly currency: number;
  /** The till sent a container, so the terminal may. */
  readonly tlv: boolean;
  readonly blocks: boolean;
  /** Tag 14 the terminal confirmed. */
  readonly charset?: number;
}

interface Memory {
  readonly receiptNumber: number;
  readonly traceNumber: number;
  readonly turnoverNumber: number;
  /** Since the last end-of-day. */
  readonly open: readonly Booking[];
  readonly last?: Booking | undefined;
  readonly registration?: Registration | undefined;
  readonly endOfDayDone: number;
}

export interface MemoryStore {
  readonly now: Memory;
  /** Durable once it returns. */
  change(change: Partial<Memory>): void;
}

const FRESH: Memory = { receiptNumber: 0, traceNumber: 0, turnoverNumber: 0, open: [], endOfDayDone: 0 };

/** Opens the memory; Error with one sentence when the file is no memory. */
export function openMemory(file?: string): MemoryStore {
  let now = file && existsSync(file) ? readMemory(file) : FRESH;
  return {
    get now() {
      return now;
    },
    change(change) {
      now = { ...now, ...change };
      if (file) writeMemory(file, now);
    },
  };
}

function readMemory(file: string): Memory {
  try {
    const memory = JSON.parse(readFileSync(file, 'utf8')) as Memory;
    if (Number.isInteger(memory.receiptNumber) && Array.isArray(memory.open)) return memory;
  } catch {
    // told below, together with a file that holds something else
  }
  throw new Error(`${file} is not a state file of the virtual terminal`);
}

// The new file is complete on the disk before it takes the place of the old one.
function writeMemory(file: string, memory: Memory): void {
  const next = `${file}.new`;
  const handle = openSync(next, 'w', 0o600);
  writeSync(handle, JSON.stringify(memory));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(next, file);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** The memory of the virtual terminal: every durable change is there after the terminal is switched off in the middle of writing. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { book, heldBookings, keep, lastBooking, settle, takeBack, totalsOf } from './bookings.ts';
import { openMemory } from './memory.ts';

const facts = { kind: 'payment', amount: 1200, currency: 978, namesCurrency: false, card: 'visa' } as const;

// A line is longer than this, and each opening costs a sync of the disk.
const STEP = 23;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-memory-'));
  file = join(folder, 'state.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('opens after a cut anywhere, with the first of the written changes', () => {
  const memory = openMemory(file);
  const first = readFileSync(file).length;
  keep(memory, book(memory, facts, false));
  memory.count('authorisation');
  takeBack(memory, book(memory, { ...facts, amount: 800 }, false));
  book(memory, { ...facts, kind: 'preAuthorisation', amount: 5000 }, true);
  memory.close();
  const whole = readFileSync(file);
  const seen = new Set<string>();
  for (let at = first; at <= whole.length; at += at + STEP < whole.length ? STEP : 1) {
    writeFileSync(file, whole.subarray(0, at));
    const again = openMemory(file);
    seen.add(again.bookings.map(({ state }) => state).join(' '));
    expect(again.now.receiptNumber).toBe(again.bookings.length);
    again.close();
  }
  expect([...seen]).toEqual(['', 'pending', 'kept', 'kept pending', 'kept takenBack', 'kept takenBack held']);
});

it.each([
  ['kept', 2000, ['kept', 'kept', 'held']],
  ['reversed', 1200, ['kept', 'takenBack', 'takenBack']],
] as const)('settles pending bookings: %s', (how, sum, states) => {
  const memory = openMemory();
  book(memory, facts, true);
  book(memory, { ...facts, amount: 800 }, false);
  book(memory, { ...facts, kind: 'preAuthorisation', amount: 5000 }, false);
  expect(lastBooking(memory)?.id).toBe(0);
  settle(memory, how);
  expect(memory.bookings.map(({ state }) => state)).toEqual(states);
  expect(totalsOf(memory).amount).toBe(sum);
  expect(heldBookings(memory)).toHaveLength(how === 'kept' ? 1 : 0);
});

it('begins its numbers again after the last one', () => {
  const memory = openMemory();
  memory.change({ receiptNumber: 9999, traceNumber: 999_999, turnoverNumber: 999_999 });
  expect(book(memory, facts, true)).toMatchObject({ id: 0, receiptNumber: 1, traceNumber: 1, turnoverNumber: 1 });
});

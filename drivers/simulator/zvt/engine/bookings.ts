/** Rules over the bookings of the virtual terminal: new, kept and undone bookings, the open ones, the totals of the day. */
import type { Totals } from '../../../zvt/codec/codings.ts';
import type { Booking } from './booking.ts';
import { cards } from './cards.ts';
import type { MemoryStore } from './memory.ts';
import { terminalClock } from './terminalClock.ts';

type Facts = Pick<Booking, 'kind' | 'amount' | 'currency' | 'namesCurrency' | 'card'> &
  Partial<Pick<Booking, 'tip' | 'cashback' | 'of' | 'originalTrace' | 'offline' | 'authorisationCode'>>;

/**
 * Writes a booking with the next numbers, together with the bookings it changes; `isFinal`: not `pending` first. The
 * booking is durable when the function returns.
 */
export function book(memory: MemoryStore, facts: Facts, isFinal: boolean, ...others: readonly Booking[]): Booking {
  const receiptNumber = (memory.now.receiptNumber % 9999) + 1;
  const traceNumber = (memory.now.traceNumber % 999_999) + 1;
  const turnoverNumber = (memory.now.turnoverNumber % 999_999) + 1;
  const authorisationCode = String((traceNumber * 7919) % 1_000_000).padStart(6, '0');
  const numbers = { receiptNumber, traceNumber, turnoverNumber };
  const clock = terminalClock(memory.now.clockAhead);
  const booking: Booking = {
    authorisationCode,
    ...facts,
    id: memory.bookings.length,
    state: isFinal ? settledState(facts.kind) : 'pending',
    ...numbers,
    ...clock,
  };
  memory.change(numbers, booking, ...others);
  return booking;
}

/** Makes a booking final: the till acknowledged it, or the terminal needs no acknowledgement. */
export function keep(memory: MemoryStore, booking: Booking, changes: Partial<Booking> = {}): Booking {
  const kept: Booking = { ...booking, state: settledState(booking.kind), ...changes };
  memory.change({}, kept);
  return kept;
}

/** Undoes a booking and its change of an earlier booking; the numbers stay used. */
export function takeBack(memory: MemoryStore, booking: Booking): void {
  const original = booking.of === undefined ? undefined : memory.bookings[booking.of];
  memory.change({}, { ...booking, state: 'takenBack' }, ...(original ? [restored(original, booking)] : []));
}

/** Settles the pending bookings of a terminal that was switched off in the middle of a command. */
export function settle(memory: MemoryStore, how: 'kept' | 'reversed'): void {
  for (const booking of memory.bookings.filter(one => one.state === 'pending')) {
    if (how === 'kept') keep(memory, booking);
    else takeBack(memory, booking);
  }
}

/** The bookings since the last end-of-day, and every pre-authorisation that still waits. */
export function openBookings({ bookings, now }: MemoryStore): readonly Booking[] {
  const isToday = ({ id, bookedBy = id }: Booking) => bookedBy >= now.openFrom;
  return bookings.filter(one => one.state !== 'takenBack' && (isToday(one) || one.state === 'held'));
}

/** The booking that repeat receipt (06 20) repeats: the last final one. */
export function lastBooking({ bookings }: MemoryStore): Booking | undefined {
  return bookings.findLast(one => one.state !== 'takenBack' && one.state !== 'pending');
}

/** The last booking with a receipt number; numbers begin again after 9999. */
export function bookingOf(memory: MemoryStore, receiptNumber: number, ...kinds: readonly Booking['kind'][]) {
  return openBookings(memory).findLast(one => one.receiptNumber === receiptNumber && kinds.includes(one.kind));
}

/** Pre-authorisations that wait for their booking, oldest first. */
export function heldBookings(memory: MemoryStore): readonly Booking[] {
  return memory.bookings.filter(one => one.state === 'held');
}

/** The totals of the day: payments that were not reversed, less refunds. */
export function totalsOf(memory: MemoryStore): { readonly amount: number; readonly totals: Totals } {
  const counted = openBookings(memory).filter(one => signed(one) !== 0);
  const rows = Object.fromEntries(ROWS.map(row => [row, sumOf(counted.filter(one => cards[one.card].total === row))]));
  const numbers = openBookings(memory).map(one => String(one.receiptNumber).padStart(4, '0'));
  const range = { firstReceipt: numbers[0] ?? '0000', lastReceipt: numbers.at(-1) ?? '0000' };
  return { amount: sumOf(counted).amount, totals: { ...range, ...rows } as unknown as Totals };
}

const ROWS = ['girocard', 'jcb', 'mastercard', 'amex', 'visa', 'diners', 'other'] as const;

function sumOf(bookings: readonly Booking[]): { count: number; amount: number } {
  // The field has no sign: the sum of a day with refunds only is 0.
  const amount = Math.max(
    0,
    bookings.reduce((sum, one) => sum + signed(one), 0),
  );
  return { count: bookings.length, amount };
}

/** The amount that a booking adds to the day. A reversal adds nothing: it lowers the rest of its payment. */
function signed(booking: Booking): number {
  // The rest of a partly reversed pre-authorisation is booked.
  if (booking.kind === 'preAuthorisation') return booking.state === 'booked' ? (booking.left ?? 0) : 0;
  if (booking.state !== 'kept' || booking.kind === 'reversal') return 0;
  const left = booking.left ?? booking.amount;
  return booking.kind === 'refund' ? -left : left;
}

function settledState(kind: Booking['kind']): 'held' | 'kept' {
  return kind === 'preAuthorisation' ? 'held' : 'kept';
}

function restored(original: Booking, change: Booking): Booking {
  const left = change.kind === 'reversal' ? { left: (original.left ?? original.amount) + change.amount } : {};
  return { ...original, state: settledState(original.kind), ...left };
}

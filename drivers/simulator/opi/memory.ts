/** The memory of the virtual O.P.I. terminal: its numbers, its bookings, its last answer to a card request. */
import type { Element } from '../../opi/codec/element.ts';

export interface Booking {
  readonly kind: 'payment' | 'reversal' | 'refund';
  readonly receiptNumber: number;
  readonly stan: number;
  readonly amount: number;
  readonly circuit: string;
  readonly lastFour: string;
  readonly approvalCode: string;
  /** As the terminal's clock writes it. */
  readonly at: string;
  readonly signed: boolean;
}

export interface Memory {
  /** Since the last end-of-day, oldest first. */
  readonly bookings: readonly Booking[];
  /** Receipt numbers of payments that have been reversed. */
  readonly reversed: ReadonlySet<number>;
  /** The answer for `RepeatLastMessage`. */
  lastAnswer: Element | undefined;
  /** The numbers of the next transaction; used up whether it is approved or not. */
  nextNumbers(long?: boolean): { readonly receiptNumber: number; readonly stan: number };
  book(booking: Booking): void;
  /** Removes the booking; its numbers stay used. */
  unbook(booking: Booking): void;
  reverse(receiptNumber: number): void;
  closeDay(): void;
}

const FIRST_LONG = 123_456;

export function openMemory(): Memory {
  let bookings: readonly Booking[] = [];
  let reversed: ReadonlySet<number> = new Set();
  let used = 0;
  return {
    lastAnswer: undefined,
    get bookings() {
      return bookings;
    },
    get reversed() {
      return reversed;
    },
    nextNumbers(long = false) {
      used += 1;
      const receiptNumber = long ? FIRST_LONG + used : ((used - 1) % 9999) + 1;
      return { receiptNumber, stan: ((used - 1) % 999_999) + 1 };
    },
    book(booking) {
      bookings = [...bookings, booking];
    },
    unbook(booking) {
      bookings = bookings.filter(other => other !== booking);
    },
    reverse(receiptNumber) {
      reversed = new Set([...reversed, receiptNumber]);
    },
    closeDay() {
      bookings = [];
      reversed = new Set();
    },
  };
}

export interface CircuitTotal {
  readonly circuit: string;
  readonly type: 'Debit' | 'Credit';
  readonly count: number;
  readonly amount: number;
}

/** The totals of the day: payments that were not reversed, and refunds. */
export function totalsOf({ bookings, reversed }: Memory): CircuitTotal[] {
  const standing = bookings.filter(({ kind, receiptNumber }) => kind !== 'reversal' && !reversed.has(receiptNumber));
  const groups = Map.groupBy(standing, ({ circuit, kind }) => `${kind} ${circuit}`);
  return [...groups.values()].map(group => ({
    circuit: group[0]!.circuit,
    type: group[0]!.kind === 'refund' ? 'Credit' : 'Debit',
    count: group.length,
    amount: group.reduce((sum, { amount }) => sum + amount, 0),
  }));
}

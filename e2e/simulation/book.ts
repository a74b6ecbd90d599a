/** The terminal's own book: what became of each command. It is the judge of what the till says, whatever protocol the terminal speaks. */
import { now } from './clock.ts';

export type MoneyCommand =
  | 'authorisation'
  | 'reversal'
  | 'refund'
  | 'preAuthorisation'
  | 'bookTotal'
  | 'preAuthorisationReversal'
  | 'bookTip';

/** One command that the terminal carried out, and its state since. */
export interface Booking {
  /** The intent of the till whose command it was. */
  readonly tag: string | null;
  readonly command: MoneyCommand;
  readonly amount: number;
  /** Changes where a later tip gives the payment another one. */
  receipt: number;
  readonly trace: number;
  readonly at: number;
  /** The booking that it takes back, takes or adds to. */
  readonly original: Booking | null;
  /** Booked once more for the same command. */
  readonly isExtra: boolean;
  /** `ended`: reversed, released or taken by a later command. */
  state: 'booked' | 'takenBack' | 'ended';
  readonly day: number;
  /** The time at which the terminal took it back by itself; null while it has not. */
  takenBackAt: number | null;
  /** A message that shows it, or that the terminal has taken it back by itself, has reached the till. */
  isReported: boolean;
  isReturnReported: boolean;
}

/** The content of a message: a booking, or the terminal's own reversal of it. */
export interface Shown {
  readonly booking: Booking;
  readonly isBack: boolean;
}

export interface ClosedDay {
  readonly day: number;
  readonly sum: number;
  /** As the terminal tells it: some cannot tell a sum below 0. */
  readonly shown: number;
  /** Its totals name no transaction, because they leave out everything that went back. */
  readonly namesNothing: boolean;
}

export class Book {
  readonly bookings: Booking[] = [];
  readonly days: ClosedDay[] = [];
  day = 1;

  /** The booking that a command takes back, takes or adds to. Null: no open booking has this receipt number. */
  original(command: MoneyCommand, receipt: number): Booking | null {
    const wanted: MoneyCommand = command === 'reversal' || command === 'bookTip' ? 'authorisation' : 'preAuthorisation';
    const isMeant = (one: Booking) =>
      one.state === 'booked' &&
      one.receipt === receipt &&
      (one.command === wanted || (command === 'reversal' && one.command === 'bookTotal')) &&
      (command === 'bookTotal' || command === 'preAuthorisationReversal' || one.day === this.day);
    return this.bookings.findLast(isMeant) ?? null;
  }

  add(booking: Omit<Booking, 'at' | 'state' | 'day' | 'takenBackAt' | 'isReported' | 'isReturnReported'>): Booking {
    const facts = { at: now(), day: this.day, takenBackAt: null, isReported: false, isReturnReported: false };
    const added: Booking = { ...booking, ...facts, state: 'booked' };
    this.bookings.push(added);
    if (added.original && added.command !== 'bookTip') added.original.state = 'ended';
    return added;
  }

  /** The terminal itself takes back what it could not report. */
  takeBack(booking: Booking): void {
    booking.state = 'takenBack';
    booking.takenBackAt = now();
    if (booking.original && booking.command !== 'bookTip') booking.original.state = 'booked';
  }

  /** A message that shows this has arrived at the till. */
  reached({ booking, isBack }: Shown): void {
    if (isBack) booking.isReturnReported = true;
    else booking.isReported = true;
  }

  /** The tips that were added to a payment and not taken back. */
  tipsOf(payment: Booking): number {
    return this.bookings
      .filter(({ command, original, state }) => command === 'bookTip' && original === payment && state === 'booked')
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  /** The bookings that the open day counts, and their sum: no pre-authorisations, and none that was taken back. */
  totals(): { readonly listed: readonly Booking[]; readonly count: number; readonly sum: number } {
    const listed = this.bookings.filter(({ day, command }) => day === this.day && command !== 'preAuthorisation');
    const counted = listed.filter(
      ({ state, command }) => state !== 'takenBack' && command !== 'preAuthorisationReversal',
    );
    return { listed, count: counted.length, sum: counted.reduce((all, one) => all + signed(one), 0) };
  }

  closeDay(shown: number, namesNothing = false): void {
    this.days.push({ day: this.day, sum: this.totals().sum, shown, namesNothing });
    this.day += 1;
  }
}

const SIGNS: Readonly<Record<MoneyCommand, number>> = {
  authorisation: 1,
  bookTotal: 1,
  bookTip: 1,
  reversal: -1,
  refund: -1,
  preAuthorisation: 0,
  preAuthorisationReversal: 0,
};

/** The amount that a booking adds to the turnover; minor units. */
export const signed = ({ command, amount }: Booking): number => SIGNS[command] * amount;

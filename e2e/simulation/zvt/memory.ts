/** Memory of a ZVT terminal: its book, its numbers, and its last transaction as it would repeat it. */
import type { Fields } from '../../../drivers/zvt/codec/fields.ts';
import { type Book, type Booking, type MoneyCommand, type Shown, signed } from '../book.ts';
import type { Habits } from '../habits.ts';
import { dayEndResult, receiptDigits, resultOf, takenBackResult, totalsOf } from './answers.ts';

/** A transaction as the terminal reports it. */
interface Report {
  readonly fields: Fields;
  /** Null: nobody can tell by it what it is. */
  readonly shown: Shown | null;
}

/** ms before the till began. */
const EARLIER = 20 * 60 * 60_000;
/** Plans pay this amount often. */
const EARLIER_AMOUNT = 1200;

export class Memory {
  readonly book: Book;
  /** The last transaction. Null: it knows none. */
  last: Report | null = null;
  /** Booked, and not reported yet with an acknowledgement. */
  unreported: Booking | null = null;
  readonly #habits: Habits;
  readonly #trace: (line: string) => void;
  /** The receipt numbers of payments before the tip that gave them another one. */
  readonly #formerReceipts = new Map<Booking, number>();
  #lastBefore: Report | null = null;
  #receipt: number;
  #traceNumber = 100;

  constructor(book: Book, habits: Habits, trace: (line: string) => void) {
    this.book = book;
    this.#habits = habits;
    this.#trace = trace;
    this.#receipt = habits.firstReceipt;
    if (habits.used) this.last = this.#earlier();
  }

  /** A payment of an earlier day, before the till was there. */
  #earlier(): Report {
    const at = new Date(Date.now() - EARLIER);
    const payment = { ...this.#nextNumbers(), command: 'authorisation', original: null } as const;
    return { fields: resultOf(payment, EARLIER_AMOUNT, this.#habits, at), shown: null };
  }

  /** Two payments that somebody takes at its keys. */
  usedByKeys(): void {
    for (let left = 2; left > 0; left -= 1) this.booked('authorisation', { amount: EARLIER_AMOUNT }, null);
    this.unreported = null;
  }

  /** Carries a command out. `share`: the percentage of the amount that the host approves. */
  booked(command: MoneyCommand, fields: Fields, tag: string | null, share = 100, isExtra = false): Booking {
    const { book } = this;
    const habits = this.#habits;
    const original = book.original(command, Number(fields.receiptNumber));
    const { tips } = habits;
    const isTip = command === 'bookTip';
    const numbers = this.#nextNumbers(isTip && tips === 'grow' ? original : null);
    // The whole of a payment goes back, with its tip.
    const tipped = original && command === 'reversal' && tips !== 'beside' ? book.tipsOf(original) : 0;
    const asked = fields.amount ?? (original?.amount ?? 0) + tipped;
    const amount = Math.max(1, Math.floor((asked * share) / 100));
    const booking = book.add({ tag, command, amount, original, isExtra, ...numbers });
    if (isTip && tips === 'renumber' && original) {
      this.#formerReceipts.set(booking, original.receipt);
      original.receipt = numbers.receipt;
    }
    this.#trace(`terminal booked ${command} ${amount} receipt ${numbers.receipt}`);
    const shown = isTip && tips !== 'beside' && original ? original.amount + book.tipsOf(original) : amount;
    this.#lastBefore = this.last;
    this.last = { fields: resultOf(booking, shown, habits), shown: this.#shown(booking, false) };
    this.unreported = booking;
    return booking;
  }

  /** Without trace numbers a payment and the terminal's own reversal of it look the same. */
  #shown(booking: Booking, isBack: boolean): Shown | null {
    return this.#habits.traces ? { booking, isBack } : null;
  }

  /** By a reversal of its own, which is its last transaction from then on. */
  takeBack(booking: Booking): void {
    if (booking.state !== 'booked') return;
    this.book.takeBack(booking);
    const former = this.#formerReceipts.get(booking);
    if (former !== undefined && booking.original) booking.original.receipt = former;
    this.#trace(`terminal took back receipt ${booking.receipt}`);
    const fields = takenBackResult(booking, this.#nextNumbers(), this.#habits);
    this.last = { fields, shown: this.#shown(booking, true) };
    this.unreported = null;
  }

  /** The power goes while a result is not acknowledged: the terminal takes it back when it is there again, or has lost it. */
  losePower(): void {
    const { unreported } = this;
    this.unreported = null;
    if (!unreported) return;
    if (this.#habits.takesBack) this.takeBack(unreported);
    else if (this.#habits.losesResult) this.last = this.#lastBefore;
  }

  /** Totals of the open day, as the terminal reports them. */
  totals(): Fields {
    return totalsOf(this.book, this.#habits.totalsLag ? signed : () => 0);
  }

  /** The bookings that the totals show: one behind a sum below 0 is hidden. */
  shownByTotals(): readonly Booking[] {
    const { listed, sum } = this.book.totals();
    const all = this.#habits.totalsLag ? listed.slice(0, -1) : listed;
    return all.filter(one => sum - signed(one) >= 0);
  }

  /** Gives the report of the end of the day. */
  closeDay(): Fields {
    const totals = this.totals();
    this.book.closeDay(totals.amount ?? 0);
    this.#traceNumber += 1;
    const report = dayEndResult(totals, this.#traceNumber, this.#habits);
    this.last = this.#habits.repeatsDayEnd ? { fields: report, shown: null } : null;
    if (this.#habits.restartsReceipts) this.#receipt = 0;
    this.#trace('terminal closed its day');
    return report;
  }

  /** The receipt number of a pre-authorisation that is open. Null: none is. */
  openPreAuthorisation(): string | null {
    const open = this.book.bookings.find(one => one.command === 'preAuthorisation' && one.state === 'booked');
    return open ? receiptDigits(open.receipt) : null;
  }

  /** A trace number, and a receipt number unless the receipt of an earlier booking is continued. */
  #nextNumbers(continued: Booking | null = null): Pick<Booking, 'receipt' | 'trace'> {
    this.#traceNumber += 1;
    if (!continued) this.#receipt = (this.#receipt % 9999) + 1;
    return { receipt: continued?.receipt ?? this.#receipt, trace: this.#traceNumber };
  }
}

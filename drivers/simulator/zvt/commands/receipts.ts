/** Repeat receipt, reprint and turnover totals of the virtual terminal (ZVT 06 20, 06 12, 06 10). */
import type { TerminalReceipt } from '../../../terminal.ts';
import type { Message } from '../../../zvt/codec/apdu.ts';
import type { Totals } from '../../../zvt/codec/codings.ts';
import type { Fields } from '../../../zvt/codec/fields.ts';
import type { Booking } from '../engine/booking.ts';
import { lastBooking, totalsOf } from '../engine/bookings.ts';
import { tillPrints } from '../engine/exchange.ts';
import { numberTag } from '../engine/tags.ts';
import { type HandlerTable, needs, type Work } from '../engine/work.ts';
import { refuse } from './money.ts';
import { bookingSlips, endOfDaySlip, headOf } from './slips.ts';
import { bookingFields } from './statusFields.ts';

export const receipts: HandlerTable = {
  repeatReceipt: { ...needs.password, slips: 'payment', prints: printsAgain, run: repeatReceipt },
  reprintReceipts: { ...needs.password, slips: 'payment', prints: () => true, run: reprint },
  turnoverTotals: { ...needs.password, run: sendTotals },
};

// Bits of the service byte.
const SEND_STATUS = 0x01;
const NO_PRINT = 0x02;

// Tag 1F01: the kind of receipt; tags 1F02 and 1F03: its number.
const MERCHANT_COPY = 2;
const CUSTOMER_COPY = 3;
const END_OF_DAY = 4;
const NOTHING_THERE = 0x83;

/** Repeats the last final booking; without a booking the answer is a bare completion. */
async function repeatReceipt(work: Work): Promise<void> {
  const { message, till, exchange, memory, profile } = work;
  till.accept();
  if (profile.repeatNeedsPrinting && !tillPrints(memory.now.registration, 'payment')) return exchange.complete();
  if (numberTag(message.fields.tlv, 0x1f01) === END_OF_DAY) return repeatEndOfDay(work);
  if (work.behaviour.repeatsEndOfDay && isDayOver(memory)) {
    const { amount, totals } = memory.now.lastDay!;
    await exchange.status({ resultCode: 0, amount, totals });
    return exchange.complete();
  }
  const booking = wantedBooking(work);
  if (booking && (message.fields.serviceByte ?? 0) & SEND_STATUS) await exchange.status(bookingFields(booking, work));
  if (booking && printsAgain(message))
    await exchange.print(wantedCopies(work, bookingSlips(booking, work.terminalId, true)));
  await exchange.complete();
}

function printsAgain({ fields }: Message): boolean {
  return ((fields.serviceByte ?? 0) & NO_PRINT) === 0;
}

/** The booking of the trace number, or the last one when the till names no number. */
function wantedBooking({ message, memory }: Work): Booking | undefined {
  const trace = numberTag(message.fields.tlv, 0x1f02);
  if (trace === undefined) return lastBooking(memory);
  return memory.bookings.findLast(one => one.traceNumber === trace && one.state !== 'takenBack');
}

function wantedCopies({ message }: Work, slips: readonly TerminalReceipt[]): readonly TerminalReceipt[] {
  const id = numberTag(message.fields.tlv, 0x1f01);
  if (id === MERCHANT_COPY) return slips.filter(slip => slip.copy === 'merchant');
  return id === CUSTOMER_COPY ? slips.filter(slip => slip.copy === 'customer') : slips;
}

async function repeatEndOfDay(work: Work): Promise<void> {
  const { exchange, memory } = work;
  const { lastDay, registration } = memory.now;
  if (!lastDay) return refuse(work, NOTHING_THERE);
  const head = { ...headOf(work), ...lastDay };
  await exchange.print([endOfDaySlip({ ...lastDay, details: [] }, registration?.currency ?? 978, head, true)]);
  await exchange.complete();
}

/** Prints every slip of a range of receipt numbers. */
async function reprint(work: Work): Promise<void> {
  const { message, till, exchange, memory, terminalId } = work;
  till.accept();
  const from = Number(message.fields.firstReceipt);
  const to = Number(message.fields.lastReceipt ?? from);
  const found = memory.bookings.filter(one => one.receiptNumber >= from && one.receiptNumber <= to && isReal(one));
  if (found.length === 0) return exchange.abort(NOTHING_THERE);
  await exchange.print(found.flatMap(booking => bookingSlips(booking, terminalId, true)));
  await exchange.complete();
}

function isReal({ state }: Booking): boolean {
  return state !== 'takenBack' && state !== 'pending';
}

async function sendTotals(work: Work): Promise<void> {
  const { till, exchange, memory, behaviour } = work;
  if (behaviour.totals === 'refused') return till.refuse(NOTHING_THERE);
  till.accept();
  const { amount, totals } = totalsOf(memory);
  const fields = totalsFields(work, amount, totals);
  if (fields.totals) await exchange.status({ resultCode: 0, ...fields });
  await exchange.complete();
}

/** Sum and totals as the terminal reports them. */
export function totalsFields({ behaviour }: Work, amount: number, totals: Totals): Fields {
  if (behaviour.totals === 'missing') return {};
  return { amount, totals, ...(behaviour.totals === 'foreign' ? { currency: SWISS_FRANC } : {}) };
}

const SWISS_FRANC = 756;

/** The day was closed, and nothing was booked since. */
const isDayOver = ({ bookings, now }: Work['memory']): boolean =>
  now.lastDay !== undefined && now.openFrom === bookings.length;

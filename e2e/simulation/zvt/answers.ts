/** The fields of a terminal's reports: of a booking, of its own reversal, of the totals and of the end of its day. */

import { encode } from '../../../drivers/zvt/codec/apdu.ts';
import { TOTALS_ORDER, type Totals } from '../../../drivers/zvt/codec/codings.ts';
import type { Fields } from '../../../drivers/zvt/codec/fields.ts';
import { tlv } from '../../../drivers/zvt/codec/tlv.ts';
import type { Book, Booking } from '../book.ts';
import type { Habits } from '../habits.ts';

type Reported = Pick<Booking, 'receipt' | 'trace' | 'command' | 'original'>;

/** The result of a command that was carried out. `amount`: as it is shown, with the tips of a receipt that has grown. */
export function resultOf(
  { receipt, trace, original, command }: Reported,
  amount: number,
  habits: Habits,
  at = new Date(),
): Fields {
  const isReversal = command === 'reversal' && original;
  return {
    resultCode: 0,
    amount,
    ...(habits.traces ? { traceNumber: digits(trace, 6) } : {}),
    ...(habits.traces && isReversal ? { originalTrace: digits(original.trace, 6) } : {}),
    ...timeOf(habits, at),
    terminalId: '52500041',
    cardType: GIROCARD,
    ...(habits.receipts ? { receiptNumber: digits(receipt, 4) } : {}),
  };
}

/** The terminal's own reversal of what it could not report. */
export const takenBackResult = (
  booking: Booking,
  numbers: Pick<Booking, 'receipt' | 'trace'>,
  habits: Habits,
): Fields => ({
  ...resultOf({ ...booking, ...numbers }, booking.amount, habits),
  ...(habits.traces ? { originalTrace: digits(booking.trace, 6) } : {}),
});

/** The totals of the open day. A sum below nothing is shown as 0. `missing`: what they leave out of the newest booking. */
export function totalsOf(book: Book, missing: (newest: Booking) => number): Fields {
  const { listed, count, sum: whole } = book.totals();
  const newest = listed.at(-1);
  const sum = whole - (newest ? missing(newest) : 0);
  const none = { count: 0, amount: 0 };
  const rows = Object.fromEntries(TOTALS_ORDER.map(name => [name, none]));
  const receipts = listed.map(({ receipt }) => digits(receipt, 4));
  const range = { firstReceipt: receipts[0] ?? '0000', lastReceipt: receipts.at(-1) ?? '0000' };
  const amount = Math.max(0, sum);
  const totals = { ...range, ...rows, girocard: { count, amount } } as unknown as Totals;
  return { amount, totals };
}

/** A slip for the customer, as the terminal sends it to the printer of the till. */
export function slipsOf(how: Habits['slips']): readonly Buffer[] {
  if (how === 'none') return [];
  if (how === 'block')
    return [encode('printTextBlock', { tlv: [tlv(0x1f07, 2), tlv(0x25, [tlv(0x07, 'BELEG'), tlv(0x09, LAST_LINE)])] })];
  return [
    encode('printLine', { printAttribute: 0, printText: 'BELEG' }),
    encode('printLine', { printAttribute: LAST_LINE }),
  ];
}

const LAST_LINE = 0x81;

/** The report of the end of a day with these totals. */
export const dayEndResult = (totals: Fields, trace: number, habits: Habits): Fields => ({
  resultCode: 0,
  ...(habits.traces ? { traceNumber: digits(trace, 6) } : {}),
  ...timeOf(habits, new Date()),
  ...(habits.totals ? totals : {}),
});

function timeOf({ times }: Habits, at: Date): Fields {
  if (!times) return {};
  return { time: clockText(at), date: digits(at.getMonth() + 1, 2) + digits(at.getDate(), 2) };
}

/** Card type number; the totals have all in its row. */
const GIROCARD = 5;

const digits = (value: number, count: number): string => String(value).padStart(count, '0');

/** A number as the wire writes a receipt number. */
export const receiptDigits = (receipt: number): string => digits(receipt, 4);

const clockText = (at: Date): string =>
  digits(at.getHours(), 2) + digits(at.getMinutes(), 2) + digits(at.getSeconds(), 2);

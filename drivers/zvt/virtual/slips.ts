/** What the virtual terminal prints: merchant and customer copy of a booking, and the slips of the day. */
import type { ReceiptText, TerminalReceipt } from '../../terminal.ts';
import type { Totals } from '../codec/codings.ts';
import { TOTALS_ORDER } from '../codec/codings.ts';
import { currencyLetters } from '../texts/currencies.ts';
import type { Booking } from './bookings.ts';
import { type Card, cards } from './cards.ts';

const WIDTH = 24;

/** Merchant copy first, as terminals do; `again` marks a repeated slip. */
export function bookingSlips(booking: Booking, terminalId: string, again = false): TerminalReceipt[] {
  const body = bookingLines(booking, terminalId, again);
  const signature = cards[booking.card].check === 'signature' ? SIGNATURE : [];
  return [
    { copy: 'merchant', lines: [title('* * Händlerbeleg * *'), ...body, ...signature] },
    { copy: 'customer', lines: [title('* * Kundenbeleg * *'), ...body, line('Bitte Beleg aufbewahren', 'center')] },
  ];
}

/** The slip of a payment that came to nothing. */
export function failureSlips(amount: number, currency: number, text: string, terminalId: string): TerminalReceipt[] {
  const { date, time } = terminalClock();
  const body = [
    pair('Terminal-ID', terminalId),
    pair('Datum', `${germanDate(date)} ${germanTime(time)}`),
    pair('Betrag', money(amount, currency)),
  ];
  return [
    {
      copy: 'customer',
      lines: [title('* * Kundenbeleg * *'), ...body, EMPTY, title('Zahlung NICHT erfolgt'), line(text, 'center')],
    },
  ];
}

/** The slip of an end-of-day; `details` are told one by one. */
export function endOfDaySlip(
  { totals, amount, details }: { totals: Totals; amount: number; details: readonly Booking[] },
  currency: number,
  terminalId: string,
): TerminalReceipt {
  const { date, time } = terminalClock();
  const rows = TOTALS_ORDER.filter(name => totals[name].count > 0);
  const lines = rows.map(name => pair(`${totals[name].count} x ${name}`, money(totals[name].amount, currency)));
  return {
    copy: 'admin',
    lines: [
      title('* * Kassenschnitt * *'),
      pair('Terminal-ID', terminalId),
      pair('Datum', `${germanDate(date)} ${germanTime(time)}`),
      pair('Belege', `${totals.firstReceipt} - ${totals.lastReceipt}`),
      EMPTY,
      ...details.map(one =>
        pair(`${digits(one.receiptNumber, 4)} ${TITLES[one.kind]}`, money(one.amount, one.currency)),
      ),
      ...lines,
      pair('Gesamt', money(amount, currency)),
      EMPTY,
      title('Kassenschnitt erfolgt'),
    ],
  };
}

/** A slip of the administration: what was done, and how it ended. */
export function adminSlip(
  what: string,
  ending: string,
  terminalId: string,
  rows: readonly (readonly [string, string])[] = [],
): TerminalReceipt {
  const { date, time } = terminalClock();
  return {
    copy: 'admin',
    lines: [
      title(`* * ${what} * *`),
      pair('Terminal-ID', terminalId),
      pair('Datum', `${germanDate(date)} ${germanTime(time)}`),
      ...rows.map(([name, value]) => pair(name, value)),
      title(ending),
    ],
  };
}

/** Date and time of the terminal's clock, `ahead` of this machine by so many ms, as `YYYYMMDD` and `HHMMSS`. */
export function terminalClock(ahead = 0): { date: string; time: string } {
  const now = new Date(Date.now() + ahead);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`,
    time: `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`,
  };
}

/** An amount in minor units as `EUR 12,00`. */
export function money(amount: number, currency: number): string {
  const digits = String(amount).padStart(3, '0');
  return `${currencyLetters(currency) ?? currency} ${digits.slice(0, -2)},${digits.slice(-2)}`;
}

const EMPTY: ReceiptText = { text: '', align: 'left', wide: false, tall: false };
const SIGNATURE = [EMPTY, EMPTY, line('_'.repeat(WIDTH)), line('Unterschrift', 'center')];
const TITLES = {
  payment: 'Kartenzahlung',
  reversal: 'Storno',
  refund: 'Gutschrift',
  preAuthorisation: 'Reservierung',
} as const;
const ENDINGS = {
  payment: 'Zahlung erfolgt',
  reversal: 'Storno erfolgt',
  refund: 'Gutschrift erfolgt',
  preAuthorisation: 'Reservierung erfolgt',
} as const;

const TECHNOLOGIES = ['Magnetstreifen', 'Chip', 'kontaktlos'] as const;

function bookingLines(booking: Booking, terminalId: string, again: boolean): ReceiptText[] {
  const card: Card = cards[booking.card];
  return [
    ...(again ? [title('Wiederholungsbeleg')] : []),
    EMPTY,
    pair('Terminal-ID', terminalId),
    pair('TA-Nr', digits(booking.traceNumber, 6)),
    pair('Beleg-Nr', digits(booking.receiptNumber, 4)),
    EMPTY,
    title(TITLES[booking.kind]),
    line(TECHNOLOGIES[card.technology], 'center'),
    line(card.cardName, 'center'),
    EMPTY,
    ...(booking.tip ? [pair('davon Trinkgeld', money(booking.tip, booking.currency))] : []),
    ...(booking.cashback ? [pair('davon Bargeld', money(booking.cashback, booking.currency))] : []),
    pair('Betrag', money(booking.amount, booking.currency)),
    EMPTY,
    pair('Datum', germanDate(booking.date)),
    pair('Uhrzeit', germanTime(booking.time)),
    pair('Karte', `############${card.lastFour}`),
    line(`AID ${card.aid}`),
    pair('Genehmigungs-Nr', booking.authorisationCode),
    ...(booking.originalTrace === undefined ? [] : [pair('Original TA-Nr', digits(booking.originalTrace, 6))]),
    EMPTY,
    title(ENDINGS[booking.kind]),
  ];
}

function line(text: string, align: ReceiptText['align'] = 'left'): ReceiptText {
  return { ...EMPTY, text, align };
}

function title(text: string): ReceiptText {
  return line(text, 'center');
}

function pair(name: string, value: string): ReceiptText {
  return line(`${name}${' '.repeat(Math.max(1, WIDTH - name.length - value.length))}${value}`);
}

function digits(value: number, size: number): string {
  return String(value).padStart(size, '0');
}

function germanDate(date: string): string {
  return `${date.slice(6)}.${date.slice(4, 6)}.${date.slice(0, 4)}`;
}

function germanTime(time: string): string {
  return `${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}`;
}

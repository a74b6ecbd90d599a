/** What the virtual terminal prints: merchant and customer copy of a booking, and the slips of the day. */
import type { ReceiptText, TerminalReceipt } from '../../terminal.ts';
import type { Totals } from '../codec/codings.ts';
import { TOTALS_ORDER } from '../codec/codings.ts';
import { currencyLetters } from '../texts/currencies.ts';
import { type Card, cards } from './cards.ts';
import type { Booking } from './memory.ts';

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

/** The slip of an end-of-day. */
export function endOfDaySlip(totals: Totals, amount: number, currency: number, terminalId: string): TerminalReceipt {
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
      ...lines,
      pair('Gesamt', money(amount, currency)),
      EMPTY,
      title('Kassenschnitt erfolgt'),
    ],
  };
}

/** The slip of a diagnosis. */
export function diagnosisSlip(terminalId: string): TerminalReceipt {
  const { date, time } = terminalClock();
  return {
    copy: 'admin',
    lines: [
      title('* * Diagnose * *'),
      pair('Terminal-ID', terminalId),
      pair('Datum', `${germanDate(date)} ${germanTime(time)}`),
      title('Diagnose erfolgreich'),
    ],
  };
}

/** Date and time of the terminal's clock as `YYYYMMDD` and `HHMMSS`. */
export function terminalClock(now = new Date()): { date: string; time: string } {
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
const TITLES = { payment: 'Kartenzahlung', reversal: 'Storno', refund: 'Gutschrift' } as const;
const ENDINGS = { payment: 'Zahlung erfolgt', reversal: 'Storno erfolgt', refund: 'Gutschrift erfolgt' } as const;

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
    line(card.technology === 2 ? 'kontaktlos' : 'Chip', 'center'),
    line(card.cardName, 'center'),
    EMPTY,
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

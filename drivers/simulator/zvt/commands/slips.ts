/** The slips of the virtual terminal: merchant and customer copy of a booking, end-of-day, administration. */

import { currencyLetters } from '../../../currencies.ts';
import type { ReceiptText, TerminalReceipt } from '../../../terminal.ts';
import type { Totals } from '../../../zvt/codec/codings.ts';
import { TOTALS_ORDER } from '../../../zvt/codec/codings.ts';
import type { Booking } from '../engine/booking.ts';
import { type Card, cards } from '../engine/cards.ts';
import { terminalClock } from '../engine/terminalClock.ts';
import type { Work } from '../engine/work.ts';

const WIDTH = 24;

/** The head of a slip that belongs to no booking. */
export interface SlipHead {
  readonly terminalId: string;
  /** `YYYYMMDD` and `HHMMSS` of the terminal's clock. */
  readonly date: string;
  readonly time: string;
}

export function headOf({ terminalId, memory }: Pick<Work, 'terminalId' | 'memory'>): SlipHead {
  return { terminalId, ...terminalClock(memory.now.clockAhead) };
}

/** Merchant copy first; `again` marks a repeated slip. */
export function bookingSlips(booking: Booking, terminalId: string, again = false): TerminalReceipt[] {
  const body = bookingLines(booking, terminalId, again);
  // A reservation is booked by its number later, so both sides keep the slip.
  const keeps = booking.kind === 'preAuthorisation' ? [KEEP] : [];
  return [
    { copy: 'merchant', lines: [MERCHANT_COPY, ...body, ...keeps, ...(isSigned(booking) ? SIGNATURE : [])] },
    { copy: 'customer', lines: [CUSTOMER_COPY, ...body, KEEP] },
  ];
}

/** The slips of a failed transaction. */
export function failureSlips(
  { kind, amount, currency }: Pick<Booking, 'kind' | 'amount' | 'currency'>,
  text: string,
  head: SlipHead,
): TerminalReceipt[] {
  const lines = [
    ...headLines(head),
    pair('Betrag', money(amount, currency)),
    EMPTY,
    title(FAILURES[kind]),
    line(text, 'center'),
  ];
  return [
    { copy: 'merchant', lines: [MERCHANT_COPY, ...lines] },
    { copy: 'customer', lines: [CUSTOMER_COPY, ...lines] },
  ];
}

/** The slip of an end-of-day with its `details` one by one; `mode`: forced or automatic; `again` marks a repeated slip. */
export function endOfDaySlip(
  {
    totals,
    amount,
    details,
    mode,
  }: { totals: Totals; amount: number; details: readonly Booking[]; mode?: string | undefined },
  currency: number,
  head: SlipHead,
  again = false,
): TerminalReceipt {
  const rows = TOTALS_ORDER.filter(name => totals[name].count > 0);
  const lines = rows.map(name => pair(`${totals[name].count} x ${name}`, money(totals[name].amount, currency)));
  return {
    copy: 'admin',
    lines: [
      title('* * Kassenschnitt * *'),
      ...(again ? [AGAIN] : []),
      ...headLines(head),
      ...(mode === undefined ? [] : [pair('Art', mode)]),
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

/** A slip of the administration with its heading and its ending. */
export function adminSlip(
  heading: string,
  ending: string,
  head: SlipHead,
  rows: readonly (readonly [string, string])[] = [],
): TerminalReceipt {
  return {
    copy: 'admin',
    lines: [
      title(`* * ${heading} * *`),
      ...headLines(head),
      ...rows.map(([name, value]) => pair(name, value)),
      title(ending),
    ],
  };
}

/** An amount in minor units as `EUR 12,00`. */
export function money(amount: number, currency: number): string {
  const digits = String(amount).padStart(3, '0');
  return `${currencyLetters(currency) ?? currency} ${digits.slice(0, -2)},${digits.slice(-2)}`;
}

const EMPTY: ReceiptText = { text: '', align: 'left', wide: false, tall: false };
const MERCHANT_COPY = title('* * Händlerbeleg * *');
const CUSTOMER_COPY = title('* * Kundenbeleg * *');
const AGAIN = title('Wiederholungsbeleg');
const KEEP = line('Bitte Beleg aufbewahren', 'center');
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

const FAILURES = {
  payment: 'Zahlung NICHT erfolgt',
  reversal: 'Storno NICHT erfolgt',
  refund: 'Gutschrift NICHT erfolgt',
  preAuthorisation: 'NICHT reserviert',
} as const;

const TECHNOLOGIES = ['Magnetstreifen', 'Chip', 'kontaktlos'] as const;

function bookingLines(booking: Booking, terminalId: string, again: boolean): ReceiptText[] {
  const card: Card = cards[booking.card];
  return [
    ...(again ? [AGAIN] : []),
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

/** The customer signs payments and reservations, no refund and no change of an earlier booking. */
function isSigned({ card, kind, of }: Booking): boolean {
  return cards[card].check === 'signature' && kind !== 'refund' && of === undefined;
}

function headLines({ terminalId, date, time }: SlipHead): ReceiptText[] {
  return [pair('Terminal-ID', terminalId), pair('Datum', `${germanDate(date)} ${germanTime(time)}`)];
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

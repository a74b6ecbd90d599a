/** The slips of the virtual O.P.I. terminal name the transaction and its ending. */
import { expect, it } from 'vitest';
import type { Booking } from './memory.ts';
import { bookingSlip } from './slips.ts';

const booking: Booking = {
  kind: 'payment',
  amount: 1200,
  receiptNumber: 7,
  stan: 12,
  circuit: 'Mastercard',
  lastFour: '0028',
  approvalCode: '095028',
  at: '2026-03-01T10:00:00-00:00',
  signed: true,
};
const slip = (kind: Booking['kind'], copy: 'merchant' | 'customer') =>
  bookingSlip({ ...booking, kind, signed: kind === 'payment' }, copy, { terminalId: '60001234', currency: 'EUR' });

it.each([
  ['payment', 'Kartenzahlung', 'Zahlung erfolgt', true],
  ['reversal', 'Storno', 'Storno erfolgt', false],
  ['refund', 'Gutschrift', 'Gutschrift erfolgt', false],
] as const)('a %s is titled %s and ends with %s', (kind, title, ending, signs) => {
  for (const copy of ['merchant', 'customer'] as const) {
    expect(slip(kind, copy)).toContain(title);
    expect(slip(kind, copy).at(-1)).toBe(ending);
    expect(slip(kind, copy).includes('Unterschrift')).toBe(signs && copy === 'merchant');
  }
});

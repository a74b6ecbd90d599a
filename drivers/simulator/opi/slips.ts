/** The slips of the virtual O.P.I. terminal. */
import { writeAmount } from '../../opi/codec/amounts.ts';
import type { TerminalIdentity } from './answers.ts';
import type { Booking, CircuitTotal } from './memory.ts';

const TITLES = { payment: 'Kartenzahlung', reversal: 'Storno', refund: 'Gutschrift' } as const;
const ENDINGS = { payment: 'Zahlung erfolgt', reversal: 'Storno erfolgt', refund: 'Gutschrift erfolgt' } as const;
const COPIES = { merchant: '* * Händlerbeleg * *', customer: '* * Kundenbeleg * *' } as const;

/** Lines of a slip for one of the two sides. */
export function bookingSlip(
  booking: Booking,
  copy: 'merchant' | 'customer',
  { terminalId, currency }: TerminalIdentity,
): string[] {
  const { kind, receiptNumber, stan, amount, circuit, lastFour, approvalCode, at, signed } = booking;
  return [
    COPIES[copy],
    `Terminal-ID ${terminalId}`,
    `TA-Nr ${String(stan).padStart(6, '0')} Beleg-Nr ${String(receiptNumber).padStart(4, '0')}`,
    TITLES[kind],
    `${circuit} ************${lastFour}`,
    `Betrag ${currency} ${writeAmount(amount, currency)}`,
    `Datum ${at.slice(0, 10)} ${at.slice(11, 19)}`,
    `Genehmigungs-Nr ${approvalCode}`,
    ...(signed && copy === 'merchant' ? ['', '________________________', 'Unterschrift'] : []),
    ENDINGS[kind],
  ];
}

export function totalsSlip(
  totals: readonly CircuitTotal[],
  closed: boolean,
  { terminalId, currency }: TerminalIdentity,
): string[] {
  return [
    closed ? '* * Kassenschnitt * *' : '* * Umsätze * *',
    `Terminal-ID ${terminalId}`,
    ...totals.map(
      ({ circuit, type, count, amount }) =>
        `${count} x ${circuit} ${type === 'Credit' ? '-' : ''}${writeAmount(amount, currency)}`,
    ),
  ];
}

/** The status information (04 0F) of a booking, in the order that old tills need (ZVT chapter "bitmaps"). */
import type { Fields } from '../../../zvt/codec/fields.ts';
import { type Tlv, tlv } from '../../../zvt/codec/tlv.ts';
import type { Booking } from '../engine/booking.ts';
import { type Card, cards } from '../engine/cards.ts';
import { UNIQUE_ID } from '../engine/uniqueId.ts';
import type { Work } from '../engine/work.ts';

/** The fields of a booking, with a container where the till allows it. */
export function bookingFields(booking: Booking, { terminalId, exchange, profile, behaviour }: Work): Fields {
  const card: Card = cards[booking.card];
  return {
    resultCode: 0,
    amount: booking.amount,
    traceNumber: padded(booking.traceNumber, 6),
    ...(booking.originalTrace === undefined ? {} : { originalTrace: padded(booking.originalTrace, 6) }),
    time: booking.time,
    date: booking.date.slice(4),
    cardSequence: '0001',
    paymentType: paymentType(booking, card),
    cardNumber: `EEEEEEEEEEEE${card.lastFour}`,
    terminalId,
    merchantNumber: MERCHANT,
    authorisationAttribute: booking.authorisationCode,
    additionalText: `GEN.NR.:${booking.authorisationCode}`,
    ...(booking.namesCurrency && !profile.anyCurrency ? { currency: booking.currency } : {}),
    receiptNumber: padded(booking.receiptNumber, 4),
    turnoverNumber: padded(booking.turnoverNumber, 6),
    cardType: card.cardType,
    cardName: card.cardName,
    ...(exchange.allowsContainers
      ? { tlv: [...container(booking, card), ...(behaviour.uniqueIds ? [uniqueId(booking)] : [])] }
      : {}),
  };
}

const MERCHANT = '804011926';

/** 40: offline; 60: online with signature; 70: online with PIN, or without a check. */
function paymentType({ offline }: Booking, { check }: Card): number {
  if (offline) return 0x40;
  return check === 'signature' ? 0x60 : 0x70;
}

const CHECKS = { none: 0x00, pin: 0x02, signature: 0x01 } as const;

function container({ tip, cashback, offline }: Booking, card: Card): Tlv[] {
  const online = offline === undefined ? 1 : 0;
  const checks = [tlv(0x1f10, CHECKS[card.check]), tlv(0x1f11, online), tlv(0x1f12, card.technology)];
  return [
    tlv(0x43, card.aid),
    tlv(0x2f, checks),
    ...(cashback === undefined ? [] : [tlv(0x1f25, padded(cashback, 12))]),
    ...(tip === undefined ? [] : [tlv(0x1f36, padded(tip, 12))]),
  ];
}

function uniqueId({ receiptNumber }: Booking): Tlv {
  return tlv(UNIQUE_ID, padded(receiptNumber, 4));
}

/** A number with leading zeros. */
export function padded(value: number, size: number): string {
  return String(value).padStart(size, '0');
}

/** Commands of the virtual terminal that move money: payment, refund, reversal, tip (ZVT 06 01, 06 31, 06 30, 06 0C). */
import type { Booking } from '../engine/booking.ts';
import { book, bookingOf, lastBooking } from '../engine/bookings.ts';
import { type HandlerTable, needs, type Work } from '../engine/work.ts';
import { conclude } from './conclusion.ts';
import { AMOUNT_TOO_LARGE, LARGEST_AMOUNT, type Purchase, takePayment } from './payment.ts';

export const money: HandlerTable = {
  authorisation: { ...needs.money, run: work => pay(work, 'payment') },
  procurement: { ...needs.money, run: work => pay(work, 'payment') },
  activateCard: { ...needs.money, run: work => pay(work, 'payment') },
  cardPoll: { ...needs.money, run: work => pay(work, 'payment') },
  telephonicAuthorisation: { ...needs.money, needsPassword: true, run: payByTelephone },
  refund: { ...needs.money, needsPassword: true, run: work => pay(work, 'refund') },
  reversal: { ...needs.money, needsPassword: true, run: reverse },
  bookTip: { ...needs.money, run: addTip },
};

const AMOUNT_TOO_SMALL = 0xc8;
const CODE_MISSING = 0x65;
const WRONG_CURRENCY = 0x6f;
const ALREADY_REVERSED = 0xb4;
const REVERSAL_IMPOSSIBLE = 0xb5;
const WRONG_AMOUNT = 0xb7;

/** A payment, refund or pre-authorisation with the customer at the terminal. */
export async function pay(work: Work, kind: Purchase['kind']): Promise<void> {
  const { till, behaviour, message, device, memory, profile } = work;
  const { amount, currency } = message.fields;
  if (!amount) return till.refuse(AMOUNT_TOO_SMALL);
  const expected = memory.now.registration?.currency ?? 978;
  if (currency !== undefined && currency !== expected && !profile.anyCurrency) return till.refuse(WRONG_CURRENCY);
  device.show('card', [], amount); // from now on the till may abort
  till.accept();
  if (behaviour.line.cutAt === 'answer') cut(work);
  await takePayment(work, { kind, amount, cut: () => cut(work) });
}

/** Needs the code that the acquirer gave on the telephone. */
async function payByTelephone(work: Work): Promise<void> {
  if (!work.message.fields.authorisationAttribute) return work.till.refuse(CODE_MISSING);
  await pay(work, 'payment');
}

function cut({ till, exchange }: Work): void {
  exchange.detach();
  till.forget();
  till.transport.cut();
}

/** Reverses a payment or refund of this day by receipt number, once; a part of it where the model allows that. */
async function reverse(work: Work): Promise<void> {
  const { message, till, memory } = work;
  till.accept();
  const original = bookingOf(memory, Number(message.fields.receiptNumber), 'payment', 'refund');
  const code = refusalOf(work, original);
  if (!original || code !== 0) return refuse(work, code);
  const left = original.left ?? original.amount;
  const amount = message.fields.amount ?? left;
  const changed: Booking = { ...original, left: left - amount, state: amount === left ? 'reversed' : original.state };
  const booking = book(memory, { ...factsOf(original), kind: 'reversal', amount }, isKept(work), changed);
  await conclude(work, booking, { prompt: [0xa2, 'Storno erfolgt'] });
}

function refusalOf({ message, memory, profile }: Work, original: Booking | undefined): number {
  const { amount, traceNumber } = message.fields;
  if (!original) return REVERSAL_IMPOSSIBLE;
  if (profile.reverses === 'last' && lastBooking(memory)?.id !== original.id) return REVERSAL_IMPOSSIBLE;
  if (traceNumber !== undefined && Number(traceNumber) !== original.traceNumber) return REVERSAL_IMPOSSIBLE;
  if (original.state !== 'kept') return ALREADY_REVERSED;
  return amountFits(original, amount, profile.partialReversal) ? 0 : WRONG_AMOUNT;
}

function amountFits(original: Booking, amount: number | undefined, partly: boolean): boolean {
  const left = original.left ?? original.amount;
  return amount === undefined || amount === left || (partly && amount > 0 && amount < left);
}

const NOT_ENABLED = 0xff;

/** Replaces a booking by a new one with the tip. */
async function addTip(work: Work): Promise<void> {
  const { message, till, memory } = work;
  till.accept();
  const { amount: tip = 0, receiptNumber } = message.fields;
  const original = bookingOf(memory, Number(receiptNumber), 'payment');
  if (!original) return refuse(work, REVERSAL_IMPOSSIBLE);
  if (original.state !== 'kept' || original.left !== undefined || original.tip !== undefined || tip === 0)
    return refuse(work, NOT_ENABLED);
  if (original.amount + tip > LARGEST_AMOUNT) return refuse(work, AMOUNT_TOO_LARGE);
  const facts = { ...factsOf(original), amount: original.amount + tip, tip };
  const booking = book(memory, facts, isKept(work), { ...original, state: 'booked' });
  await conclude(work, booking, { goods: true, prompt: [0xa0, 'Trinkgeld gebucht'] });
}

/** The facts for a booking that changes another booking. */
export function factsOf(original: Booking) {
  const { currency, namesCurrency, card, id, traceNumber } = original;
  return {
    kind: 'payment',
    amount: original.amount,
    currency,
    namesCurrency,
    card,
    of: id,
    originalTrace: traceNumber,
  } as const;
}

/** Is a booking final before the till acknowledges it? */
export function isKept({ unacknowledged }: Work): boolean {
  return unacknowledged === 'kept';
}

/** Ends an accepted command without a booking. */
export async function refuse({ exchange, terminalId, profile }: Work, code: number): Promise<void> {
  if (profile.failure !== 'abort') await exchange.status({ resultCode: code, terminalId });
  if (profile.failure !== 'status') await exchange.abort(code);
}

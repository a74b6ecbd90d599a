/** Pre-authorisations at the virtual terminal: make, list, book, release (ZVT 06 22 to 06 26). */
import type { Message } from '../../../zvt/codec/apdu.ts';
import { tlv } from '../../../zvt/codec/tlv.ts';
import type { Booking } from '../engine/booking.ts';
import { book, bookingOf, heldBookings } from '../engine/bookings.ts';
import { cards } from '../engine/cards.ts';
import { numberTag } from '../engine/tags.ts';
import { type HandlerTable, needs, type Work } from '../engine/work.ts';
import { conclude } from './conclusion.ts';
import { factsOf, isKept, pay, refuse } from './money.ts';
import { askHost, currencyOf, fail, presentCard } from './payment.ts';
import { padded } from './statusFields.ts';

export const preAuthorisation: HandlerTable = {
  preAuthorisation: { ...needs.money, run: work => pay(work, 'preAuthorisation') },
  bookTotal: { ...needs.money, run: bookTotal },
  partialReversal: { ...needs.money, prints: message => !isEnquiry(message), run: releasePart },
  preAuthorisationReversal: { ...needs.money, run: releaseWhole },
  externalReservationReversal: { ...needs.money, run: releaseForeign },
};

const ENQUIRY = 'FFFF';
const PRE_AUTHORISATION_WRONG = 0xb8;
const WRONG_AMOUNT = 0xb7;
const NOT_FOR_GIROCARD = 0x67;

/** Books the amount that was used, at most the reserved one; the rest is released. */
async function bookTotal(work: Work): Promise<void> {
  work.till.accept();
  const held = heldOf(work);
  if (!held) return refuse(work, PRE_AUTHORISATION_WRONG);
  const amount = work.message.fields.amount ?? held.amount;
  if (amount > held.amount || amount === 0) return refuse(work, WRONG_AMOUNT);
  const booking = book(work.memory, { ...factsOf(held), amount }, isKept(work), { ...held, state: 'booked' });
  await conclude(work, booking, { goods: true, prompt: [0xa0, 'Zahlung erfolgt'] });
}

/** Releases the unused amount, which books the rest; the receipt number FFFF asks for the open pre-authorisations. */
async function releasePart(work: Work): Promise<void> {
  work.till.accept();
  if (isEnquiry(work.message)) return sendOpen(work);
  const held = heldOf(work);
  if (!held) return refuse(work, PRE_AUTHORISATION_WRONG);
  const unused = work.message.fields.amount ?? held.amount;
  if (unused > held.amount || unused === 0) return refuse(work, WRONG_AMOUNT);
  await release(work, held, unused);
}

function isEnquiry({ fields }: Message): boolean {
  return (fields.receiptNumber ?? ENQUIRY) === ENQUIRY;
}

/** Releases the whole amount. */
async function releaseWhole(work: Work): Promise<void> {
  work.till.accept();
  const held = heldOf(work);
  if (!held) return refuse(work, PRE_AUTHORISATION_WRONG);
  if (cards[held.card].total === 'girocard') return refuse(work, NOT_FOR_GIROCARD);
  await release(work, held, held.amount);
}

/** Tag 1F06: a reservation, and the extension of a reservation. */
const RESERVATIONS: readonly unknown[] = [0x02, 0x03];

/** Releases a reservation of another terminal at the host, by card, trace number and authorisation code. */
async function releaseForeign(work: Work): Promise<void> {
  const { till, memory, message } = work;
  const { amount, traceNumber, authorisationAttribute, currency } = message.fields;
  const isReservation = RESERVATIONS.includes(numberTag(message.fields.tlv, 0x1f06));
  if (!amount || !traceNumber || !authorisationAttribute || !isReservation) return till.refuse(PRE_AUTHORISATION_WRONG);
  till.accept();
  const purchase = { kind: 'preAuthorisation', amount } as const;
  const card = await presentCard(work, purchase);
  const failure = typeof card === 'string' ? await askHost(work, card) : card;
  if (failure || typeof card !== 'string') return fail(work, purchase, failure!);
  const facts = { amount, currency: currencyOf(work), namesCurrency: currency !== undefined, card };
  const booking = book(
    memory,
    { ...facts, kind: 'reversal', originalTrace: Number(traceNumber), authorisationCode: authorisationAttribute },
    isKept(work),
  );
  await conclude(work, booking, { prompt: [0xa2, 'Storno erfolgt'] });
}

async function release(work: Work, held: Booking, amount: number): Promise<void> {
  const left = held.amount - amount;
  const booked = { state: 'booked', bookedBy: work.memory.bookings.length } as const;
  const changed: Booking = { ...held, left, ...(left === 0 ? { state: 'released' } : booked) };
  const booking = book(work.memory, { ...factsOf(held), kind: 'reversal', amount }, isKept(work), changed);
  await conclude(work, booking, { prompt: [0xa2, 'Storno erfolgt'] });
}

function heldOf({ memory, message }: Work): Booking | undefined {
  const { receiptNumber, traceNumber } = message.fields;
  const found = bookingOf(memory, Number(receiptNumber), 'preAuthorisation');
  const wrongTrace = traceNumber !== undefined && Number(traceNumber) !== found?.traceNumber;
  return found?.state === 'held' && !wrongTrace ? found : undefined;
}

/** Answers the enquiry with an abort that holds the first receipt number, and all of them in a container. */
async function sendOpen({ memory, exchange }: Work): Promise<void> {
  const numbers = heldBookings(memory).map(booking => padded(booking.receiptNumber, 4));
  const list = exchange.allowsContainers
    ? {
        tlv: [
          tlv(
            0x23,
            numbers.map(number => tlv(0x08, number)),
          ),
        ],
      }
    : {};
  await exchange.abort(PRE_AUTHORISATION_WRONG, { receiptNumber: numbers[0] ?? ENQUIRY, ...list });
}

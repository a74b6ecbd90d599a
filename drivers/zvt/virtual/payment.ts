/** A payment or refund at the virtual terminal, step by step, as the customer meets it. */

import type { Fields } from '../codec/fields.ts';
import { type Tlv, tlv } from '../codec/tlv.ts';
import { resultCode } from '../texts/resultCodes.ts';
import type { Behaviour } from './behaviours.ts';
import { type Card, type CardName, cards, RIGHT_PIN } from './cards.ts';
import type { Desk } from './desk.ts';
import { displayTexts } from './desk.ts';
import type { Device, Waited } from './device.ts';
import type { Booking, MemoryStore } from './memory.ts';
import { bookingSlips, failureSlips, money, terminalClock } from './slips.ts';

export interface PaymentParts {
  readonly desk: Desk;
  readonly device: Device;
  readonly memory: MemoryStore;
  readonly behaviour: Behaviour;
  readonly terminalId: string;
  readonly request: Fields;
  readonly kind: 'payment' | 'refund';
  /** Cuts the line to the till. */
  cut(): void;
}

interface Failure {
  readonly code: number;
  readonly text: string;
  readonly card?: CardName;
}

const ABORTED = 0x6c;
const WRONG_PIN = 0x37;
const TOO_MANY_PINS = 0x38;
const PINS = 3;

/** Runs to its end, with or without a till that listens. */
export async function takePayment(parts: PaymentParts): Promise<void> {
  const card = await presentCard(parts);
  if (typeof card !== 'string') return fail(parts, card);
  const failure = (await readCard(parts, card)) ?? (await askPin(parts, card, 0)) ?? (await askHost(parts, card));
  return failure ? fail(parts, failure) : approve(parts, card);
}

/** The status information of a booking, in the order old tills rely on (ZVT "bitmaps"). */
export function bookingFields(booking: Booking, terminalId: string, withTlv: boolean): Fields {
  const card: Card = cards[booking.card];
  return {
    resultCode: 0,
    amount: booking.amount,
    traceNumber: padded(booking.traceNumber, 6),
    ...(booking.originalTrace === undefined ? {} : { originalTrace: padded(booking.originalTrace, 6) }),
    time: booking.time,
    date: booking.date.slice(4),
    cardSequence: '0001',
    paymentType: card.check === 'pin' ? 0x70 : card.check === 'signature' ? 0x60 : 0x70,
    cardNumber: `EEEEEEEEEEEE${card.lastFour}`,
    terminalId,
    merchantNumber: MERCHANT,
    authorisationAttribute: booking.authorisationCode,
    additionalText: `GEN.NR.:${booking.authorisationCode}`,
    ...(booking.namesCurrency ? { currency: booking.currency } : {}),
    receiptNumber: padded(booking.receiptNumber, 4),
    turnoverNumber: padded(booking.turnoverNumber, 6),
    cardType: card.cardType,
    cardName: card.cardName,
    ...(withTlv ? { tlv: cardTlv(card) } : {}),
  };
}

/** Takes the next numbers and keeps the booking; durable once it returns. */
export function book(
  memory: MemoryStore,
  booking: Omit<Booking, 'receiptNumber' | 'traceNumber' | 'turnoverNumber' | 'date' | 'time' | 'authorisationCode'>,
): Booking {
  const receiptNumber = (memory.now.receiptNumber % 9999) + 1;
  const traceNumber = (memory.now.traceNumber % 999_999) + 1;
  const turnoverNumber = (memory.now.turnoverNumber % 999_999) + 1;
  const authorisationCode = padded((traceNumber * 7919) % 1_000_000, 6);
  const whole: Booking = {
    ...booking,
    receiptNumber,
    traceNumber,
    turnoverNumber,
    authorisationCode,
    ...terminalClock(),
  };
  memory.change({ receiptNumber, traceNumber, turnoverNumber, open: [...memory.now.open, whole], last: whole });
  return whole;
}

const MERCHANT = '804011926';

async function presentCard({ desk, device, behaviour, request, memory }: PaymentParts): Promise<CardName | Failure> {
  const amount = money(request.amount ?? 0, currencyOf(request, memory));
  await desk.prompt(0x0a, 'card', [amount, 'Karte vorhalten', 'oder einstecken']);
  const waited = await device.wait('card', behaviour, 0);
  return waited.type === 'card' ? waited.card : givenUp(waited);
}

async function readCard({ desk }: PaymentParts, card: CardName): Promise<Failure | undefined> {
  const code = (cards[card] as Card).fault;
  if (code === undefined) return undefined;
  const failure = { code, text: resultCode(code).de, card };
  await desk.prompt(0x0c, 'result', [failure.text]);
  return failure;
}

/** A wrong PIN is told by a status information of its own, and asked for again. */
async function askPin(parts: PaymentParts, card: CardName, attempt: number): Promise<Failure | undefined> {
  const { desk, device, behaviour, terminalId } = parts;
  if (cards[card].check !== 'pin') return undefined;
  await desk.prompt(0x01, 'pin', ['Geheimzahl', 'eingeben und OK']);
  const waited = await device.wait('pin', behaviour, attempt);
  if (waited.type !== 'pin') return givenUp(waited);
  if (waited.pin === RIGHT_PIN) return undefined;
  if (attempt + 1 === PINS) return { code: TOO_MANY_PINS, text: 'Geheimzahl zu oft falsch', card };
  await desk.prompt(0x15, 'pin', ['Geheimzahl falsch']);
  await desk.status({ resultCode: WRONG_PIN, terminalId });
  return askPin(parts, card, attempt + 1);
}

function givenUp({ type }: Waited): Failure {
  const text =
    type === 'abort' ? 'Abbruch durch Kasse' : type === 'timeout' ? 'Zeit abgelaufen' : 'Abbruch durch Kunde';
  return { code: ABORTED, text };
}

async function askHost({ desk, behaviour }: PaymentParts, card: CardName): Promise<Failure | undefined> {
  const { result, delay } = behaviour.host;
  await desk.prompt(0x17, 'host', ['Bitte warten']);
  for (let left = delay; left > 0; left -= HOST_PROMPT_EVERY) {
    await new Promise(resolve => setTimeout(resolve, Math.min(left, HOST_PROMPT_EVERY)));
    await desk.prompt(0x04, 'host', ['Autorisierung', 'Bitte warten']);
  }
  return result === 0 ? undefined : { code: result, text: resultCode(result).de, card };
}

const HOST_PROMPT_EVERY = 5_000;

async function approve(parts: PaymentParts, card: CardName): Promise<void> {
  const { desk, memory, behaviour, request, terminalId, kind } = parts;
  const booking = book(memory, {
    kind,
    amount: request.amount ?? 0,
    currency: currencyOf(request, memory),
    namesCurrency: request.currency !== undefined,
    card,
  });
  if (cards[card].technology === 1) await desk.prompt(0x0b, 'result', ['Karte entnehmen']);
  if (behaviour.line.cutAt === 'result') parts.cut();
  parts.device.show('result', ['Zahlung erfolgt']);
  const answer = await desk.status(bookingFields(booking, terminalId, memory.now.registration?.tlv ?? false));
  if (typeof answer === 'number') return takeBack(parts, answer);
  if (answer === 'lost' && behaviour.unacknowledged === 'reversed') return unbook(memory);
  await desk.print(bookingSlips(booking, terminalId));
  await desk.complete();
}

/** The till refused the result: the payment is reversed (ZVT 5.2, issue of goods failed). */
async function takeBack({ desk, memory, terminalId }: PaymentParts, code: number): Promise<void> {
  unbook(memory);
  await desk.status({ resultCode: ABORTED, terminalId });
  await desk.abort(code);
}

// The numbers stay used; the booking before it is the last one again.
function unbook(memory: MemoryStore): void {
  const open = memory.now.open.slice(0, -1);
  memory.change({ open, last: open.at(-1) });
}

async function fail(parts: PaymentParts, { code, text, card }: Failure): Promise<void> {
  const { desk, memory, request, terminalId } = parts;
  parts.device.show('result', [text]);
  const cardType = card ? { cardType: cards[card].cardType } : {};
  const texts = memory.now.registration?.tlv ? { tlv: [displayTexts([text], 'cp437')] } : {};
  await desk.status({ resultCode: code, terminalId, additionalText: text, ...cardType, ...texts });
  await desk.print(failureSlips(request.amount ?? 0, currencyOf(request, memory), text, terminalId));
  await desk.abort(code);
}

function currencyOf(request: Fields, memory: MemoryStore): number {
  return request.currency ?? memory.now.registration?.currency ?? 978;
}

const CHECKS = { none: 0x00, pin: 0x02, signature: 0x01 } as const;

function cardTlv(card: Card): Tlv[] {
  return [tlv(0x43, card.aid), tlv(0x2f, [tlv(0x1f10, CHECKS[card.check]), tlv(0x1f12, card.technology)])];
}

function padded(value: number, size: number): string {
  return String(value).padStart(size, '0');
}

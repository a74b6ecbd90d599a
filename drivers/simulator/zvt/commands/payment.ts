/** The steps of a payment, refund or pre-authorisation at the virtual terminal, in the order of the customer. */
import { resultCode } from '../../../zvt/texts/resultCodes.ts';
import { book } from '../engine/bookings.ts';
import { type Card, type CardName, cards, RIGHT_PIN } from '../engine/cards.ts';
import type { WaitResult } from '../engine/device.ts';
import { displayTexts, pause } from '../engine/exchange.ts';
import { bcdTag } from '../engine/tags.ts';
import type { Work } from '../engine/work.ts';
import { automaticAction } from './automaticCustomer.ts';
import { accepts } from './cardAcceptance.ts';
import { askAmount, askApplication, askSignature, isBlocked } from './cashier.ts';
import { conclude, reverse } from './conclusion.ts';
import { wantedSlips } from './receiptChoice.ts';
import { bookingSlips, failureSlips, headOf, money } from './slips.ts';

export interface Purchase {
  readonly kind: 'payment' | 'refund' | 'preAuthorisation';
  /** Minor units, tip and cash included. */
  readonly amount: number;
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
const CARD_DATA_MISSING = 0x65;
const NOT_ACCEPTED = 0xc5;
const NO_PAYMENT_CARD = 0x7a;
const BLOCKED = 0x6e;
export const AMOUNT_TOO_LARGE = 0xc3;
/** Twelve digits, minor units. */
export const LARGEST_AMOUNT = 999_999_999_999;

// Bits of the payment type in a request (BMP 19).
const WITH_READ_CARD = 0x02;
const TIP_ALLOWED = 0x08;

/** Runs to the end, with or without a till that listens. */
export async function takePayment(work: Work, purchase: Purchase): Promise<void> {
  const card = await presentCard(work, purchase);
  if (typeof card !== 'string') return fail(work, purchase, card);
  const amount = await agreeAmount(work, purchase, card);
  if (typeof amount !== 'object' || 'code' in amount) return fail(work, purchase, amount);
  const failure =
    (await readCard(work, card)) ??
    (await chooseApplication(work, card)) ??
    (await askBlockedList(work, card)) ??
    (await askPin(work, card, 0)) ??
    (await askHost(work, card));
  return failure ? fail(work, purchase, failure) : approve(work, purchase, card, amount);
}

/** Waits for a card, or takes the card that was read before. */
export async function presentCard(work: Work, { amount }: { amount: number }): Promise<CardName | Failure> {
  const { exchange, device, behaviour, message } = work;
  if (((message.fields.paymentType ?? 0) & WITH_READ_CARD) !== 0) {
    const read = device.readCard;
    device.readCard = undefined;
    return read ?? { code: CARD_DATA_MISSING, text: resultCode(CARD_DATA_MISSING).de };
  }
  await exchange.prompt(0x0a, 'card', [money(amount, currencyOf(work)), 'Karte vorhalten', 'oder einstecken']);
  const waited = await device.wait({ what: 'card', automatic: automaticAction('card', behaviour) });
  return waited.type === 'card' ? waited.card : givenUp(waited);
}

/** The currency of the request, or of the registration. */
export function currencyOf({ message, memory }: Work): number {
  return message.fields.currency ?? memory.now.registration?.currency ?? 978;
}

/** Sends and prints the failure in the way of the model: nothing was booked. */
export async function fail(
  work: Work,
  { kind, amount }: Pick<Purchase, 'kind' | 'amount'>,
  failure: Failure,
): Promise<void> {
  const { exchange, device, terminalId, profile, behaviour } = work;
  const { code, text, card } = failure;
  device.show('result', [text]);
  const cardType = card ? { cardType: cards[card].cardType } : {};
  const texts = exchange.allowsContainers ? { tlv: [displayTexts([text], exchange.charset)] } : {};
  const result = behaviour.host.inLetters && code === behaviour.host.result ? 0 : code;
  const letters = result === code ? {} : { hostResultCode: code };
  if (profile.failure !== 'abort')
    await exchange.status({ resultCode: result, terminalId, additionalText: text, ...cardType, ...letters, ...texts });
  const slips = failureSlips({ kind, amount, currency: currencyOf(work) }, text, headOf(work));
  await exchange.print(wantedSlips(work, 'failed', slips));
  if (profile.failure !== 'status') await exchange.abort(code);
}

interface Amounts {
  readonly amount: number;
  readonly tip?: number;
  readonly cashback?: number;
}

/** The amounts of the till, with the tip of the customer and the amount that the cashier confirms. */
async function agreeAmount(work: Work, { kind, amount }: Purchase, card: CardName): Promise<Amounts | Failure> {
  const { message, behaviour } = work;
  const cashback = bcdTag(message.fields.tlv, 0x1f25);
  const given = bcdTag(message.fields.tlv, 0x1f36);
  const base = { amount, ...(cashback ? { cashback } : {}), ...(given ? { tip: given } : {}) };
  if (kind !== 'payment') return base;
  const tip = await askTip(work);
  if (typeof tip === 'object') return tip;
  const asked = behaviour.asks === 'amount' ? await askAmount(work, amount) : amount;
  if (asked === 'aborted') return { code: ABORTED, text: 'Abbruch durch Kasse', card };
  const agreed = tip + Math.max(asked - behaviour.less, Math.min(asked, 1));
  if (agreed > LARGEST_AMOUNT) return { code: AMOUNT_TOO_LARGE, text: resultCode(AMOUNT_TOO_LARGE).de, card };
  return { ...base, amount: agreed, ...(tip === 0 ? {} : { tip: (given ?? 0) + tip }) };
}

async function askTip({ message, behaviour, device, exchange }: Work): Promise<number | Failure> {
  const allowed = ((message.fields.paymentType ?? 0) & TIP_ALLOWED) !== 0;
  if (!allowed || (behaviour.tip === 0 && behaviour.customer !== 'nobody')) return 0;
  await exchange.prompt(0x00, 'input', ['Trinkgeld', 'eingeben und OK']);
  const waited = await device.wait({ what: 'digits', automatic: automaticAction('tip', behaviour) });
  if (waited.type === 'digits') return Number(waited.digits);
  return waited.type === 'key' && waited.key !== 'stop' ? 0 : givenUp(waited);
}

async function readCard({ exchange, message }: Work, card: CardName): Promise<Failure | undefined> {
  const { fault, customer }: Card = cards[card];
  const code = fault ?? (customer ? NO_PAYMENT_CARD : accepts(message.fields.tlv, card) ? undefined : NOT_ACCEPTED);
  if (code === undefined) return undefined;
  const failure = { code, text: resultCode(code).de, card };
  await exchange.prompt(code === NOT_ACCEPTED ? 0x07 : 0x0c, 'result', [failure.text]);
  return failure;
}

async function chooseApplication(work: Work, card: CardName): Promise<Failure | undefined> {
  if (work.behaviour.asks !== 'application') return undefined;
  const chosen = await askApplication(work, cards[card].cardName);
  return chosen === 'aborted' ? { code: ABORTED, text: 'Abbruch durch Kasse', card } : undefined;
}

async function askBlockedList(work: Work, card: CardName): Promise<Failure | undefined> {
  const blocked = work.behaviour.asks === 'blockedList' && (await isBlocked(work, cards[card].cardType));
  return blocked ? { code: BLOCKED, text: resultCode(BLOCKED).de, card } : undefined;
}

/** Sends a status information for a wrong PIN, and asks again. */
async function askPin(work: Work, card: CardName, attempt: number): Promise<Failure | undefined> {
  const { exchange, device, behaviour, terminalId } = work;
  if (cards[card].check !== 'pin') return undefined;
  await exchange.prompt(0x01, 'pin', ['Geheimzahl', 'eingeben und OK']);
  const waited = await device.wait({ what: 'pin', automatic: automaticAction('pin', behaviour, attempt) });
  if (waited.type !== 'pin') return givenUp(waited);
  if (waited.pin === RIGHT_PIN) return undefined;
  if (attempt + 1 === PINS) return { code: TOO_MANY_PINS, text: 'Geheimzahl zu oft falsch', card };
  await exchange.prompt(0x15, 'pin', ['Geheimzahl falsch']);
  await exchange.status({ resultCode: WRONG_PIN, terminalId });
  return askPin(work, card, attempt + 1);
}

function givenUp({ type }: WaitResult): Failure {
  const text =
    type === 'abort' ? 'Abbruch durch Kasse' : type === 'timeout' ? 'Zeit abgelaufen' : 'Abbruch durch Kunde';
  return { code: ABORTED, text };
}

const HOST_PROMPT_EVERY = 5_000;

/** Asks the host; undefined when it approves. */
export async function askHost(work: Work, card: CardName): Promise<Failure | undefined> {
  const { exchange, behaviour, power } = work;
  const { result, delay } = behaviour.host;
  if (telephoneApproval(work)) return undefined;
  if (behaviour.offline) {
    await exchange.prompt(0xf3, 'host', ['Offline-Transaktion']);
    return undefined;
  }
  await exchange.prompt(0x17, 'host', ['Bitte warten']);
  for (let left = delay; left > 0; left -= HOST_PROMPT_EVERY) {
    await pause(Math.min(left, HOST_PROMPT_EVERY), power);
    await exchange.prompt(0x04, 'host', ['Autorisierung', 'Bitte warten']);
  }
  return result === 0 ? undefined : { code: result, text: resultCode(result).de, card };
}

/** The code that the acquirer gave on the telephone; undefined for any other payment. */
function telephoneApproval({ message: { name, fields } }: Work): string | undefined {
  return name === 'telephonicAuthorisation' ? fields.authorisationAttribute : undefined;
}

async function approve(work: Work, purchase: Purchase, card: CardName, amounts: Amounts): Promise<void> {
  const { exchange, memory, behaviour, message, profile, terminalId, unacknowledged } = work;
  const { kind } = purchase;
  const approvalCode = telephoneApproval(work);
  const asksSignature = kind === 'payment' && cards[card].check === 'signature' && exchange.isPermitted('06D0');
  const booking = book(
    memory,
    {
      kind,
      ...amounts,
      currency: currencyOf(work),
      namesCurrency: message.fields.currency !== undefined,
      card,
      ...(behaviour.offline ? { offline: true as const } : {}),
      ...(approvalCode === undefined ? {} : { authorisationCode: approvalCode }),
    },
    unacknowledged === 'kept',
  );
  if (cards[card].technology === 1) await exchange.prompt(0x0b, 'result', ['Karte entnehmen']);
  const slips = kind === 'preAuthorisation' && !profile.reservationSlips ? [] : bookingSlips(booking, terminalId);
  const early = asksSignature ? await askSignature(work, slips) : { signed: true, slips };
  if (!early.signed) return reverse(work, booking, ABORTED);
  if (behaviour.line.cutAt === 'result') purchase.cut();
  await conclude(work, booking, { slips: early.slips, goods: true, prompt: [0xa0, 'Zahlung erfolgt'] });
}

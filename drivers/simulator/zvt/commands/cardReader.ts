/** The card reader of the virtual terminal in the service of the till (ZVT 06 C0, 06 C5, 08 50). */
import { type Tlv, tlv } from '../../../zvt/codec/tlv.ts';
import { type Card, type CardName, cards } from '../engine/cards.ts';
import { numberTag } from '../engine/tags.ts';
import { type HandlerTable, needs, type Work } from '../engine/work.ts';
import { automaticAction } from './automaticCustomer.ts';
import { fail, presentCard } from './payment.ts';

export const cardReader: HandlerTable = {
  readCard: { ...needs.rest, run: readCard },
  closeCardSession: { ...needs.rest, run: closeSession },
  activateReader: { ...needs.rest, run: activate },
  accountBalance: { ...needs.money, run: sendBalance },
  sendApdus: { ...needs.rest, run: sendApdus },
  macCalculation: { ...needs.rest, run: refuseWithoutKey },
  numericInputDukpt: { ...needs.rest, run: refuseWithoutKey },
};

const TIMED_OUT = 0x6c;
const UNREADABLE = 0x64;
const NO_SESSION = 0x1e;
const SHOWS_OWN_PROMPTS = 0x01;

// Tag 1F15: the data that the till wants of the card. Tag 1F60: the permitted readers.
const WANTS_TOKEN = 0x80;
const WANTS_UID = 0x40;
const TECHNOLOGIES = [0x01, 0x02, 0x04] as const;

/** Ends with a status information, without a completion, or with 06 1E when no card comes. */
async function readCard(work: Work): Promise<void> {
  const { till, exchange, device, message, behaviour } = work;
  const { readTimeout = 0, dialogControl = SHOWS_OWN_PROMPTS } = message.fields;
  device.show('card', ['Bitte Karte']);
  till.accept();
  if (dialogControl & SHOWS_OWN_PROMPTS) await exchange.prompt(0x0a, 'card', ['Bitte Karte', 'vorhalten oder stecken']);
  const timeout = readTimeout > 0 ? 1000 * readTimeout : undefined;
  const waited = await device.wait({ what: 'card', automatic: automaticAction('card', behaviour), timeout });
  if (waited.type !== 'card') return exchange.abort(TIMED_OUT);
  const card: Card = cards[waited.card];
  if (card.fault !== undefined || !mayRead(work, card)) return exchange.abort(card.fault ?? UNREADABLE);
  device.readCard = waited.card;
  await sendCard(work, waited.card);
}

function mayRead({ message }: Work, { technology }: Card): boolean {
  const permitted = numberTag(message.fields.tlv, 0x1f60);
  return permitted === undefined || (permitted & TECHNOLOGIES[technology]) !== 0;
}

async function sendCard({ exchange, message }: Work, name: CardName): Promise<void> {
  const card: Card = cards[name];
  const wants = numberTag(message.fields.tlv, 0x1f15) ?? 0;
  const track2 = card.read?.track2 === undefined ? {} : { track2: card.read.track2 };
  const container = exchange.allowsContainers ? { tlv: cardTags(card, wants) } : {};
  await exchange.status({ resultCode: 0, ...track2, ...container });
}

/** The issuer of a payment card and, when the till asks, a token or the serial number; the number of a customer card. */
function cardTags({ read = {}, technology, aid, cardType, cardName }: Card, wants: number): Tlv[] {
  const { uid, barcode, token } = read;
  const chip = technology === 1 ? 0x62 : 0x60;
  const application = [tlv(0x41, cardType), tlv(0x43, aid), tlv(0x42, cardName)];
  return [
    ...(uid !== undefined && (wants & WANTS_UID || aid === '') ? [tlv(0x4c, uid)] : []),
    ...(token !== undefined && wants & WANTS_TOKEN ? [tlv(0x1f14, token)] : []),
    ...(barcode === undefined ? [] : [tlv(0x1f2d, BARCODE), tlv(0x1f2e, EAN13), tlv(0x1f2f, barcode)]),
    ...(technology === 2 ? [tlv(0xe6, [tlv(0x1f12, technology), tlv(0x1f4c, 0)])] : []),
    ...(aid === '' ? [] : [chip === 0x62 ? tlv(0x62, [tlv(0x60, application)]) : tlv(0x60, application)]),
  ];
}

const BARCODE = 2;
const EAN13 = 2;

async function closeSession({ till, device }: Work): Promise<void> {
  const open = device.readCard !== undefined;
  device.readCard = undefined;
  if (open) till.accept();
  else till.refuse(NO_SESSION);
}

/** Sends the balance of a card like the result of a payment that books nothing. */
async function sendBalance(work: Work): Promise<void> {
  const { till, exchange, terminalId } = work;
  till.accept();
  const card = await presentCard(work, { amount: 0 });
  if (typeof card !== 'string') return fail(work, { kind: 'payment', amount: 0 }, card);
  await exchange.prompt(0x11, 'result', ['Guthaben']);
  const container = exchange.allowsContainers ? { tlv: [tlv(0x1f3f, BALANCE)] } : {};
  await exchange.status({ resultCode: 0, terminalId, cardType: cards[card].cardType, ...container });
  await exchange.complete();
}

/** The balance of every card, minor units. */
const BALANCE = '000000002500';
const KEY_MISSING = 0x85;
const APDU_REFUSED = '6D00'; // the card knows no such instruction

/** An open card answers every APDU in the same way. */
async function sendApdus({ till, device, message }: Work): Promise<void> {
  const sent = (message.fields.tlv ?? []).filter(({ tag }) => tag === 0x1f46);
  if (device.readCard === undefined) return till.refuse(NO_SESSION);
  till.accept({ tlv: sent.map(() => tlv(0x1f46, APDU_REFUSED)) });
}

/** The virtual terminal has no keys. */
async function refuseWithoutKey({ till }: Work): Promise<void> {
  till.refuse(KEY_MISSING);
}

async function activate({ till }: Work): Promise<void> {
  till.accept();
}

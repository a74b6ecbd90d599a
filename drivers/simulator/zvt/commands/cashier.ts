/** Questions of the virtual terminal to the cashier: amount, application, signature (ZVT 04 0D, 04 0E, 06 D0). */
import type { TerminalReceipt } from '../../../terminal.ts';
import { encode, errorCode, isPositive, type Message } from '../../../zvt/codec/apdu.ts';
import { findDeep, type Tlv, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import { pause } from '../engine/exchange.ts';
import { bcdTag, binaryTag } from '../engine/tags.ts';
import type { Reply } from '../engine/till.ts';
import type { Work } from '../engine/work.ts';
import { automaticAction } from './automaticCustomer.ts';

const INPUT = '040D';
const MENU = '040E';
const BLOCKED_LIST = '06E4';
const CASHIER_SECONDS = 30;

/** The amount that the cashier confirms or types; without an answer the amount of the request. */
export async function askAmount(work: Work, amount: number): Promise<number | 'aborted'> {
  const { exchange, device } = work;
  if (!exchange.isPermitted(INPUT)) return amount;
  device.show('cashier', ['Bitte Betrag', 'an der Kasse bestätigen']);
  const reply = await exchange.ask(amountQuestion(work, amount), CASHIER_SECONDS * 1000);
  if (refused(reply)) return 'aborted';
  const typed = Number(tlvValue(findDeep(containerOf(reply), 0x1f3a)) ?? amount);
  return Number.isSafeInteger(typed) && typed >= amount ? typed : amount;
}

/** The number of the application that the cashier chooses; without an answer the first one. */
export async function askApplication(work: Work, cardName: string): Promise<number | 'aborted'> {
  const { exchange, device } = work;
  if (!exchange.isPermitted(MENU)) return 1;
  device.show('cashier', ['Bitte Anwendung', 'an der Kasse wählen']);
  const items = [cardName, `${cardName} Kredit`].map((text, index) => item(work, text, index + 1));
  const head = [tlv(0x16, 1), tlv(0x17, 2), tlv(0x18, 1)];
  const reply = await exchange.ask(
    encode('menuRequest', { tlv: [tlv(0x2b, [...head, ...items])] }),
    CASHIER_SECONDS * 1000,
  );
  if (refused(reply)) return 'aborted';
  return Number(bcdTag(containerOf(reply), 0x19) ?? 1);
}

/** Is the card on the till's list of blocked cards? A till that needs time is asked again. */
export async function isBlocked(work: Work, cardType: number): Promise<boolean> {
  const { exchange, power, goods } = work;
  if (!exchange.isPermitted(BLOCKED_LIST)) return false;
  const question = encode('blockedListQuery', { cardSequence: '0001', cardType });
  for (let asked = 0; asked < MOST_QUESTIONS; asked++) {
    const reply = await exchange.ask(question);
    const code = typeof reply === 'string' ? undefined : errorCode(reply);
    if (code !== PLEASE_WAIT) return code === BLOCKED;
    await pause(goods.pause, power);
  }
  return false;
}

const MOST_QUESTIONS = 10;
const PLEASE_WAIT = 0x9c;
const BLOCKED = 0x6e;

/**
 * Asks the cashier to check the signature. The merchant's slip is printed before, since the customer signs it; returns the
 * slips that are still to be printed.
 */
export async function askSignature(
  work: Work,
  slips: readonly TerminalReceipt[],
): Promise<{ signed: boolean; slips: readonly TerminalReceipt[] }> {
  const { exchange, device, behaviour } = work;
  device.show('cashier', ['Unterschrift', 'an der Kasse prüfen']);
  if (behaviour.signsOnPicture || behaviour.customer === 'nobody')
    return { signed: (await isDrawn(work)) && (await showPicture(work)), slips };
  const [merchant, ...others] = slips;
  if (merchant && (await exchange.print([merchant])) !== 'printed') return { signed: false, slips: [] };
  return { signed: isYes(await exchange.ask(signatureQuestion(work), CASHIER_SECONDS * 1000)), slips: others };
}

/** The customer signs on the terminal, or refuses to. */
async function isDrawn({ device, behaviour }: Work): Promise<boolean> {
  device.show('signature', ['Bitte', 'unterschreiben']);
  const waited = await device.wait({ what: 'signature', automatic: automaticAction('signature', behaviour) });
  return waited.type === 'signature' && waited.signed;
}

const PIECE = 64; // bytes of the picture in one message

/** Sends the picture in pieces; the last piece carries the question. */
async function showPicture(work: Work): Promise<boolean> {
  const pieces = Math.ceil(SIGNATURE_PICTURE.length / PIECE);
  for (let index = 0; index < pieces; index++) {
    const last = index === pieces - 1;
    const piece = SIGNATURE_PICTURE.subarray(index * PIECE, (index + 1) * PIECE);
    const reply = await work.exchange.ask(pictureQuestion(work, piece, pieces, index, last), CASHIER_SECONDS * 1000);
    if (last) return isYes(reply);
    if (refused(reply)) return false;
  }
  return false;
}

/** The signature that the virtual customer draws on the terminal: a small picture (PNG, 96 × 24). */
const SIGNATURE_PICTURE = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAGAAAAAYAQAAAAAtksU5AAAAeklEQVR42rXPMQ6AIAwF0BoGbyE3kaPhDTiCR1EnR6+gcXA2Lphg',
    'vxU1YXSR7YX2tyUkj/6AzxOMKkHvX3SADvYGkw4GBmgEocxaoAaMYI3tA9gKZrDULPBXj4t5m1QIdMQuf3TEUImxDhSesVxoEKtn',
    'y8omW0+fjzsB8hgJfop18YkAAAAASUVORK5CYII=',
  ].join(''),
  'base64',
);

function pictureQuestion(work: Work, piece: Buffer, chunkCount: number, chunkIndex: number, last: boolean): Buffer {
  const picture = { imageId: 1, imageSize: SIGNATURE_PICTURE.length, imageType: PNG, imageEncoding: NO_ENCODING };
  const menu = last ? [tlv(0x2b, yesOrNo(work))] : [];
  return encode('graphicMenu', {
    ...picture,
    displaySeconds: CASHIER_SECONDS,
    ...(last ? { displayText1: QUESTION } : {}),
    chunkCount,
    chunkIndex,
    tlv: [...menu, tlv(0x1c, piece)],
  });
}

const PNG = 3;
const NO_ENCODING = 1;
const QUESTION = 'Unterschrift in Ordnung?';

function signatureQuestion(work: Work): Buffer {
  return encode(
    'graphicMenu',
    // The question for a signature on paper has no menu: the answer is 80 00 or 84.
    { displaySeconds: CASHIER_SECONDS, displayText1: QUESTION },
    work.exchange.charset,
  );
}

function amountQuestion({ exchange }: Work, amount: number): Buffer {
  const texts = tlv(0x24, [tlv(0x07, 'Betrag bestätigen', exchange.charset)]);
  const form = [tlv(0x1f38, AMOUNT), tlv(0x1f39, CASHIER_SECONDS), tlv(0x1f3a, String(amount))];
  return encode('inputRequest', { tlv: [tlv(0x32, [texts, ...form])] });
}

const AMOUNT = 2;
const YES = '01';

function yesOrNo(work: Work): Tlv[] {
  return [tlv(0x16, 1), tlv(0x17, 1), tlv(0x18, 1), item(work, 'Ja', 1), item(work, 'Nein', 2)];
}

function item({ exchange }: Work, text: string, value: number): Tlv {
  return tlv(0x2c, [tlv(0x07, text, exchange.charset), tlv(0x19, Buffer.of(value))]);
}

function refused(reply: Reply): boolean {
  return typeof reply === 'string' || !isPositive(reply);
}

/** A till that acknowledges without a choice confirms the signature. */
function isYes(reply: Reply): boolean {
  return !refused(reply) && (binaryTag(containerOf(reply), 0x19) ?? YES) === YES;
}

function containerOf(reply: Reply): readonly Tlv[] | undefined {
  return typeof reply === 'string' ? undefined : (reply as Message).fields.tlv;
}

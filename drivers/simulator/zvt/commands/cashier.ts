/** What the virtual terminal asks the cashier through the till: amount, application, signature (ZVT 04 0D, 04 0E, 06 D0). */
import type { TerminalReceipt } from '../../../terminal.ts';
import { encode, errorCode, isPositive, type Message } from '../../../zvt/codec/apdu.ts';
import { findDeep, type Tlv, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import { pause } from '../engine/exchange.ts';
import { bcdTag, binaryTag } from '../engine/tags.ts';
import type { Reply } from '../engine/till.ts';
import type { Work } from '../engine/work.ts';
import { automaticAction } from './automaticCustomer.ts';
import { SIGNATURE_PICTURE } from './signaturePicture.ts';

const INPUT = '040D';
const MENU = '040E';
const BLOCKED_LIST = '06E4';
const PATIENCE = 30; // seconds the cashier has

/** The amount the cashier confirms or types; the one of the request when nobody answers or the till knows no such question. */
export async function askAmount(work: Work, amount: number): Promise<number | 'aborted'> {
  const { exchange, device } = work;
  if (!exchange.isPermitted(INPUT)) return amount;
  device.show('cashier', ['Bitte Betrag', 'an der Kasse bestätigen']);
  const reply = await exchange.ask(amountQuestion(work, amount), PATIENCE * 1000);
  if (refused(reply)) return 'aborted';
  const typed = Number(tlvValue(findDeep(containerOf(reply), 0x1f3a)) ?? amount);
  return Number.isSafeInteger(typed) && typed >= amount ? typed : amount;
}

/** Which application of the card pays; the first one when nobody answers. */
export async function askApplication(work: Work, cardName: string): Promise<number | 'aborted'> {
  const { exchange, device } = work;
  if (!exchange.isPermitted(MENU)) return 1;
  device.show('cashier', ['Bitte Anwendung', 'an der Kasse wählen']);
  const items = [cardName, `${cardName} Kredit`].map((text, index) => item(work, text, index + 1));
  const head = [tlv(0x16, 1), tlv(0x17, 2), tlv(0x18, 1)];
  const reply = await exchange.ask(encode('menuRequest', { tlv: [tlv(0x2b, [...head, ...items])] }), PATIENCE * 1000);
  if (refused(reply)) return 'aborted';
  return Number(bcdTag(containerOf(reply), 0x19) ?? 1);
}

/** Is the card on the till's list of blocked ones? A till that needs time is asked again. */
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
 * Asks whether the signature is right. On paper the merchant's slip is printed first, since the customer signs there; what
 * is still to be printed is handed back.
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
  return { signed: isYes(await exchange.ask(signatureQuestion(work), PATIENCE * 1000)), slips: others };
}

/** The customer draws on the terminal, or does not want to. */
async function isDrawn({ device, behaviour }: Work): Promise<boolean> {
  device.show('signature', ['Bitte', 'unterschreiben']);
  const waited = await device.wait({ what: 'signature', automatic: automaticAction('signature', behaviour) });
  return waited.type === 'signature' && waited.signed;
}

const PIECE = 64; // bytes of the picture in one message

/** The picture goes in pieces; the last one carries the question. */
async function showPicture(work: Work): Promise<boolean> {
  const pieces = Math.ceil(SIGNATURE_PICTURE.length / PIECE);
  for (let index = 0; index < pieces; index++) {
    const last = index === pieces - 1;
    const piece = SIGNATURE_PICTURE.subarray(index * PIECE, (index + 1) * PIECE);
    const reply = await work.exchange.ask(pictureQuestion(work, piece, pieces, index, last), PATIENCE * 1000);
    if (last) return isYes(reply);
    if (refused(reply)) return false;
  }
  return false;
}

function pictureQuestion(work: Work, piece: Buffer, chunkCount: number, chunkIndex: number, last: boolean): Buffer {
  const picture = { imageId: 1, imageSize: SIGNATURE_PICTURE.length, imageType: PNG, imageEncoding: NO_ENCODING };
  const menu = last ? [tlv(0x2b, yesOrNo(work))] : [];
  return encode('graphicMenu', {
    ...picture,
    displaySeconds: PATIENCE,
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
    // With the slip on paper there is nothing to choose: the answer is 80 00 or 84.
    { displaySeconds: PATIENCE, displayText1: QUESTION },
    work.exchange.charset,
  );
}

function amountQuestion({ exchange }: Work, amount: number): Buffer {
  const texts = tlv(0x24, [tlv(0x07, 'Betrag bestätigen', exchange.charset)]);
  const form = [tlv(0x1f38, AMOUNT), tlv(0x1f39, PATIENCE), tlv(0x1f3a, String(amount))];
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

/** A till that acknowledges without choosing has seen the signature and does not mind. */
function isYes(reply: Reply): boolean {
  return !refused(reply) && (binaryTag(containerOf(reply), 0x19) ?? YES) === YES;
}

function containerOf(reply: Reply): readonly Tlv[] | undefined {
  return typeof reply === 'string' ? undefined : (reply as Message).fields.tlv;
}

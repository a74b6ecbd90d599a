/** Slips out of print commands: lines (06 D1) and blocks (06 D3) become one receipt per copy (ZVT "printing"). */
import type { ReceiptText, TerminalReceipt } from '../terminal.ts';
import type { Message } from './codec/apdu.ts';
import { type Charset, charsetOfTag14 } from './codec/charsets.ts';
import { hasFlag } from './codec/flags.ts';
import { findDeep, findTag, type Tlv, tlvValue } from './codec/tlv.ts';

type Copy = TerminalReceipt['copy'];

interface PrintItem {
  readonly attribute: number;
  readonly text: string;
  /** Line feeds, when attribute FF asks for some. */
  readonly feeds: number;
  /** 1F07 of this line or block. */
  readonly type: number | undefined;
}

/** The receipts in the order they were printed; slips without any text are left out. */
export function receiptsOf(
  prints: readonly Message[],
  context: 'payment' | 'admin',
  charset: Charset,
): TerminalReceipt[] {
  const slips = slipsOf(prints.flatMap(message => itemsOf(message, charset)));
  return slips.map((slip, index) => ({
    copy: copyOf(slip, index, slips.length, context),
    lines: slip.flatMap(linesOf),
  }));
}

/** Does this print command end its slip? A block is a slip of its own. */
export function finishesSlip(message: Message): boolean {
  return message.name === 'printTextBlock' || endsSlip(message.fields.printAttribute ?? 0);
}

/** Does one of these slips say that it holds a line for the customer's signature (1F37)? */
export function wantsSignature(prints: readonly Message[]): boolean {
  return prints.some(({ fields }) =>
    hasFlag('receiptInformation', tlvValue(findDeep(fields.tlv, 0x1f37)), 'signature'),
  );
}

function itemsOf(message: Message, charset: Charset): PrintItem[] {
  const type = tlvValue(findDeep(message.fields.tlv, 0x1f07)) as number | undefined;
  if (message.name === 'printTextBlock') return blockItems(message.fields.tlv ?? [], type, charset);
  const attribute = message.fields.printAttribute ?? 0;
  const text = message.fields.printText ?? '';
  const { feeds = attribute === FEED && text === '' ? 1 : 0 } = message.fields;
  return [{ attribute, text, feeds, type }];
}

// An attribute counts for all lines after it until the next one; the one that ends a slip may stand alone.
function blockItems(tlv: readonly Tlv[], type: number | undefined, agreed: Charset): PrintItem[] {
  const charset = charsetOfTag14(tlvValue(findTag(tlv, 0x14)) as number | undefined) ?? agreed;
  const items: PrintItem[] = [];
  let attribute = 0;
  for (const object of findTag(tlv, 0x25)?.children ?? []) {
    if (object.tag === 0x07) items.push({ attribute, text: String(tlvValue(object, charset)), feeds: 0, type });
    if (object.tag === 0xe3) items.push({ attribute: CENTRED, text: barcodeText(object), feeds: 0, type });
    if (object.tag !== 0x09) continue;
    attribute = (tlvValue(object) as number | undefined) ?? 0;
    if (attribute === FEED) items.push({ attribute, text: '', feeds: 1, type });
    else if (endsSlip(attribute)) items.push({ attribute, text: '', feeds: 0, type });
  }
  // A block is a slip of its own, whether it says so or not.
  return [...items, { attribute: END, text: '', feeds: 0, type }];
}

const END = 0x81;
const FEED = 0xff;
const CENTRED = 0x40;

/** A slip is text: of a barcode what it says. */
function barcodeText(object: Tlv): string {
  return String(tlvValue(findTag(object.children, 0x1f2f)) ?? '');
}

/** 1xxx xxxx ends a slip; 80 is reserved, and FF is also used for feeds in the middle. */
function endsSlip(attribute: number): boolean {
  return attribute > 0x80 && attribute !== FEED;
}

function slipsOf(items: readonly PrintItem[]): PrintItem[][] {
  const slips: PrintItem[][] = [[]];
  for (const item of items) {
    if (beginsSlip(slips.at(-1)!, item)) slips.push([]);
    slips.at(-1)!.push(item);
    if (endsSlip(item.attribute)) slips.push([]);
  }
  return slips.filter(slip => slip.some(item => item.text.trim() !== ''));
}

// A feed may be the only mark between two copies: then the next line says that it belongs to another one.
function beginsSlip(slip: readonly PrintItem[], item: PrintItem): boolean {
  if (slip.at(-1)?.attribute !== FEED || item.text === '') return false;
  const before = copyByWords(slip);
  const after = copyByWords([item]);
  return after !== undefined && before !== undefined && before !== after;
}

const COPIES: Readonly<Record<number, Copy>> = { 1: 'merchant', 2: 'customer', 3: 'admin' };

/** By the type most lines carry (single lines carry a wrong one), else by its words, else by its place. */
function copyOf(slip: readonly PrintItem[], index: number, count: number, context: 'payment' | 'admin'): Copy {
  const byPlace = context === 'admin' ? 'admin' : index === 0 && count > 1 ? 'merchant' : 'customer';
  return COPIES[commonType(slip) ?? 0] ?? copyByWords(slip) ?? byPlace;
}

/** The type of most lines, of the first one among equals. */
function commonType(slip: readonly PrintItem[]): number | undefined {
  const tally = new Map<number, number>();
  for (const { type } of slip) if (type !== undefined) tally.set(type, (tally.get(type) ?? 0) + 1);
  let [most, times]: [number | undefined, number] = [undefined, 0];
  for (const [type, count] of tally) if (count > times) [most, times] = [type, count];
  return most;
}

function copyByWords(slip: readonly PrintItem[]): Copy | undefined {
  const words = slip.map(item => item.text).join(' ');
  if (/h.?.?ndler-?beleg|merchant/i.test(words)) return 'merchant';
  return /kunden-?beleg|customer|cardholder/i.test(words) ? 'customer' : undefined;
}

function linesOf({ attribute, text, feeds }: PrintItem): ReceiptText[] {
  if (feeds > 0) return Array.from({ length: feeds }, () => EMPTY);
  if (endsSlip(attribute) && text === '') return [];
  const plain = attribute >= 0x80;
  const style = {
    align: !plain && attribute & 0x40 ? 'center' : 'left',
    wide: !plain && (attribute & 0x20) !== 0,
    tall: !plain && (attribute & 0x10) !== 0,
  } as const;
  const indent = attribute < 0x10 ? ' '.repeat(attribute & 0x0f) : '';
  if (!BREAK.test(text)) return [{ text: indent + text, ...style }];
  return text.split(BREAK).map(line => ({ text: indent + line, ...style }));
}

const BREAK = /\r\n|\r|\n/;

const EMPTY: ReceiptText = { text: '', align: 'left', wide: false, tall: false };

/** Slips out of print commands: lines (06 D1) and blocks (06 D3) become one receipt per copy (ZVT "printing"). */
import type { ReceiptText, TerminalReceipt } from '../../terminal.ts';
import type { Message } from '../codec/apdu.ts';
import { type Charset, charsetOfTag14, textReader } from '../codec/charsets.ts';
import { hasFlag } from '../codec/flags.ts';
import { findDeep, findTag, type Tlv, tlvValue } from '../codec/tlv.ts';

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
  const items: PrintItem[] = [];
  for (const message of prints) addItems(items, message, charset);
  const slips = slipsOf(items);
  return slips.map((slip, index) => ({ copy: copyOf(slip, index, slips.length, context), lines: linesOf(slip) }));
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

function addItems(items: PrintItem[], message: Message, charset: Charset): void {
  const type = tlvValue(findDeep(message.fields.tlv, 0x1f07)) as number | undefined;
  if (message.name === 'printTextBlock') addBlock(items, message, type, charset);
  else addLine(items, message, type);
}

function addLine(items: PrintItem[], message: Message, type: number | undefined): void {
  const attribute = message.fields.printAttribute ?? 0;
  const text = message.fields.printText ?? '';
  const { feeds = attribute === FEED && text === '' ? 1 : 0 } = message.fields;
  items.push({ attribute, text, feeds, type });
}

// An attribute counts for all lines after it until the next one; the one that ends a slip may stand alone.
function addBlock(items: PrintItem[], message: Message, type: number | undefined, agreed: Charset): void {
  const { tlv } = message.fields;
  const charset = charsetOfTag14(tlvValue(findTag(tlv, 0x14)) as number | undefined) ?? agreed;
  const textAt = textReader(message.bytes, charset);
  let attribute = 0;
  for (const object of findTag(tlv, 0x25)?.children ?? []) {
    if (object.tag === 0x07) items.push({ attribute, text: textAt(object.at, object.end), feeds: 0, type });
    if (object.tag === 0xe3) items.push({ attribute: CENTRED, text: barcodeText(object), feeds: 0, type });
    if (object.tag !== 0x09) continue;
    attribute = (tlvValue(object) as number | undefined) ?? 0;
    if (attribute === FEED) items.push({ attribute, text: '', feeds: 1, type });
    else if (endsSlip(attribute)) items.push({ attribute, text: '', feeds: 0, type });
  }
  // A block is a slip of its own, whether it says so or not.
  items.push({ attribute: END, text: '', feeds: 0, type });
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
  let slip: PrintItem[] = [];
  const slips = [slip];
  const mayPart = items.some(({ attribute }) => attribute === FEED);
  let copy: Copy | undefined; // as the words of the slip say so far
  for (const item of items) {
    const words = mayPart ? copyByWords(item.text) : undefined;
    const begins = slip.at(-1)?.attribute === FEED && isOther(copy, words);
    if (begins) begin();
    slip.push(item);
    copy = begins ? words : ofBoth(copy, words);
    if (!endsSlip(item.attribute)) continue;
    begin();
    copy = undefined;
  }
  return slips.filter(items => items.some(item => item.text.trim() !== ''));

  function begin(): void {
    slip = [];
    slips.push(slip);
  }
}

// A feed may be the only mark between two copies: then the next line says that it belongs to another one.
function isOther(before: Copy | undefined, after: Copy | undefined): boolean {
  return after !== undefined && before !== undefined && before !== after;
}

const COPIES: Readonly<Record<number, Copy>> = { 1: 'merchant', 2: 'customer', 3: 'admin' };

/** By the type most lines carry (single lines carry a wrong one), else by its words, else by its place. */
function copyOf(slip: readonly PrintItem[], index: number, count: number, context: 'payment' | 'admin'): Copy {
  const byPlace = context === 'admin' ? 'admin' : index === 0 && count > 1 ? 'merchant' : 'customer';
  return COPIES[commonType(slip) ?? 0] ?? copyBySlip(slip) ?? byPlace;
}

/** The type of most lines, of the first one among equals. */
function commonType(slip: readonly PrintItem[]): number | undefined {
  const [first] = slip;
  if (slip.every(({ type }) => type === first?.type)) return first?.type;
  const tally = new Map<number, number>();
  for (const { type } of slip) if (type !== undefined) tally.set(type, (tally.get(type) ?? 0) + 1);
  let [most, times]: [number | undefined, number] = [undefined, 0];
  for (const [type, count] of tally) if (count > times) [most, times] = [type, count];
  return most;
}

function copyBySlip(slip: readonly PrintItem[]): Copy | undefined {
  return slip.reduce<Copy | undefined>((copy, { text }) => ofBoth(copy, copyByWords(text)), undefined);
}

/** Whoever names the merchant anywhere is that of the merchant, who may print the customer's name on it. */
function ofBoth(one: Copy | undefined, other: Copy | undefined): Copy | undefined {
  return one === 'merchant' ? one : (other ?? one);
}

function copyByWords(words: string): Copy | undefined {
  if (/h.?.?ndler-?beleg|merchant/i.test(words)) return 'merchant';
  return /kunden-?beleg|customer|cardholder/i.test(words) ? 'customer' : undefined;
}

/** A row of feeds must not cost what no paper has room for. */
function linesOf(slip: readonly PrintItem[]): ReceiptText[] {
  const lines: ReceiptText[] = [];
  for (const item of slip) {
    if (lines.length >= MOST_LINES) break;
    addLines(lines, item);
  }
  return lines.length > MOST_LINES ? lines.slice(0, MOST_LINES) : lines;
}

const MOST_LINES = 5_000;

function addLines(lines: ReceiptText[], { attribute, text, feeds }: PrintItem): void {
  for (let feed = 0; feed < feeds; feed++) lines.push(EMPTY);
  if (feeds > 0 || (text === '' && endsSlip(attribute))) return;
  if (!text.includes('\n') && !text.includes('\r')) lines.push(lineOf(attribute, text));
  else for (const line of text.split(BREAK)) lines.push(lineOf(attribute, line));
}

function lineOf(attribute: number, text: string): ReceiptText {
  const plain = attribute >= 0x80;
  return {
    text: attribute > 0 && attribute < 0x10 ? ' '.repeat(attribute) + text : text,
    align: !plain && attribute & 0x40 ? 'center' : 'left',
    wide: !plain && (attribute & 0x20) !== 0,
    tall: !plain && (attribute & 0x10) !== 0,
  };
}

const BREAK = /\r\n|\r|\n/;

const EMPTY: ReceiptText = { text: '', align: 'left', wide: false, tall: false };

/** Makes receipts of print commands: lines (06 D1) and blocks (06 D3) become one receipt for each copy (ZVT "printing"). */
import type { ReceiptText, TerminalReceipt } from '../../terminal.ts';
import type { Message } from '../codec/apdu.ts';
import { type Charset, charsetOfTag14, textReader } from '../codec/charsets.ts';
import { hasFlag } from '../codec/flags.ts';
import { findDeep, findTag, type Tlv, tlvValue } from '../codec/tlv.ts';

type Copy = TerminalReceipt['copy'];

interface PrintItem {
  readonly attribute: number;
  readonly text: string;
  /** Number of line feeds, for attribute FF. */
  readonly feeds: number;
  /** Receipt type (1F07) of this line or block. */
  readonly type: number | undefined;
}

/** The receipts in the order of printing, without empty slips. */
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

/** True when this print command ends its slip. A block is always a complete slip. */
export function finishesSlip(message: Message): boolean {
  return message.name === 'printTextBlock' || endsSlip(message.fields.printAttribute ?? 0);
}

/** True when one of these slips has a line for the customer's signature (1F37). */
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

// An attribute applies to all lines up to the next attribute; the attribute that ends a slip may stand alone.
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
  // The end of the block ends the slip, with or without an attribute.
  items.push({ attribute: END, text: '', feeds: 0, type });
}

const END = 0x81;
const FEED = 0xff;
const CENTRED = 0x40;

/** A receipt is text: a barcode is printed as its content. */
function barcodeText(object: Tlv): string {
  return String(tlvValue(findTag(object.children, 0x1f2f)) ?? '');
}

/** True for an attribute 1xxx xxxx. 80 is reserved, and FF is also used for feeds in the middle of a slip. */
function endsSlip(attribute: number): boolean {
  return attribute > 0x80 && attribute !== FEED;
}

function slipsOf(items: readonly PrintItem[]): PrintItem[][] {
  let slip: PrintItem[] = [];
  const slips = [slip];
  const mayContainCopies = items.some(({ attribute }) => attribute === FEED);
  let copy: Copy | undefined; // by the text of the current slip
  for (const item of items) {
    const named = mayContainCopies ? copyByText(item.text) : undefined;
    const startsCopy = slip.at(-1)?.attribute === FEED && isOther(copy, named);
    if (startsCopy) startSlip();
    slip.push(item);
    copy = startsCopy ? named : combined(copy, named);
    if (!endsSlip(item.attribute)) continue;
    startSlip();
    copy = undefined;
  }
  return slips.filter(items => items.some(item => item.text.trim() !== ''));

  function startSlip(): void {
    slip = [];
    slips.push(slip);
  }
}

// A feed can be the only mark between two copies; the next line then names the other copy.
function isOther(before: Copy | undefined, after: Copy | undefined): boolean {
  return after !== undefined && before !== undefined && before !== after;
}

const COPIES: Readonly<Record<number, Copy>> = { 1: 'merchant', 2: 'customer', 3: 'admin' };

/** The copy by the type of most lines (single lines have a wrong type), otherwise by the text, otherwise by the position. */
function copyOf(slip: readonly PrintItem[], index: number, count: number, context: 'payment' | 'admin'): Copy {
  const byPosition = context === 'admin' ? 'admin' : index === 0 && count > 1 ? 'merchant' : 'customer';
  return COPIES[commonType(slip) ?? 0] ?? copyBySlipText(slip) ?? byPosition;
}

/** The type of most lines; the first type when several are equally frequent. */
function commonType(slip: readonly PrintItem[]): number | undefined {
  const [first] = slip;
  if (slip.every(({ type }) => type === first?.type)) return first?.type;
  const tally = new Map<number, number>();
  for (const { type } of slip) if (type !== undefined) tally.set(type, (tally.get(type) ?? 0) + 1);
  let [most, times]: [number | undefined, number] = [undefined, 0];
  for (const [type, count] of tally) if (count > times) [most, times] = [type, count];
  return most;
}

function copyBySlipText(slip: readonly PrintItem[]): Copy | undefined {
  return slip.reduce<Copy | undefined>((copy, { text }) => combined(copy, copyByText(text)), undefined);
}

/** A slip that names the merchant is the merchant's copy, even when it names the customer as well. */
function combined(one: Copy | undefined, other: Copy | undefined): Copy | undefined {
  return one === 'merchant' ? one : (other ?? one);
}

function copyByText(text: string): Copy | undefined {
  if (/h.?.?ndler-?beleg|merchant/i.test(text)) return 'merchant';
  return /kunden-?beleg|customer|cardholder/i.test(text) ? 'customer' : undefined;
}

/** The lines of the slip, up to a limit: a long row of feeds must not fill the memory. */
function linesOf(slip: readonly PrintItem[]): ReceiptText[] {
  const lines: ReceiptText[] = [];
  for (const item of slip) {
    if (lines.length >= MAX_LINES) break;
    addLines(lines, item);
  }
  return lines.length > MAX_LINES ? lines.slice(0, MAX_LINES) : lines;
}

const MAX_LINES = 5_000;

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

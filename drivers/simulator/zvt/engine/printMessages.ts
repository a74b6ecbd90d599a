/** Messages that print a slip on the till: text blocks (06 D3) or single lines (06 D1). */
import type { ReceiptText } from '../../../terminal.ts';
import { encode } from '../../../zvt/codec/apdu.ts';
import type { Charset } from '../../../zvt/codec/charsets.ts';
import { tlv } from '../../../zvt/codec/tlv.ts';
import type { Slip } from './device.ts';
import type { Profile } from './profiles.ts';

/** The messages of one slip. */
export function printMessages(
  slip: Omit<Slip, 'printedBy'>,
  { typedLines }: Profile,
  /** Bytes of the largest permitted block; 0 = none. */
  largestBlock: number,
  charset: Charset,
): Buffer[] {
  const block = largestBlock > 0 ? printBlock(slip, charset) : undefined;
  if (block && block.length <= largestBlock) return [block];
  const typed = typedLines ? { tlv: [tlv(0x1f07, TYPES[slip.copy])] } : {};
  const lines = slip.lines.map(line =>
    encode('printLine', { printAttribute: attributeOf(line), printText: line.text, ...typed }, charset),
  );
  return [...lines, encode('printLine', { printAttribute: END })];
}

const END = 0x81;
const TYPES = { merchant: 1, customer: 2, admin: 3 } as const;

function printBlock(slip: Omit<Slip, 'printedBy'>, charset: Charset): Buffer {
  const texts = slip.lines.flatMap((line, index) => {
    const attribute = attributeOf(line);
    const before = slip.lines[index - 1];
    const changed = attribute !== (before ? attributeOf(before) : 0);
    return [...(changed ? [tlv(0x09, attribute)] : []), tlv(0x07, line.text, charset)];
  });
  return encode('printTextBlock', { tlv: [tlv(0x1f07, TYPES[slip.copy]), tlv(0x25, [...texts, tlv(0x09, END)])] });
}

function attributeOf({ align, wide, tall }: ReceiptText): number {
  return (align === 'center' ? 0x40 : 0) | (wide ? 0x20 : 0) | (tall ? 0x10 : 0);
}

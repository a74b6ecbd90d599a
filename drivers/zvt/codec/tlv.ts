/** TLV objects inside a container (BMP 06): reading, writing, finding; card data is overwritten while reading. */
import type { Charset } from './charsets.ts';
import { coding } from './codings.ts';
import { clippedSize, contentSize, prefixSize, TLV_LENGTH, writeWithLength } from './lengths.ts';
import { hideInHex, hideInUnknown } from './secrets.ts';
import { codingOf } from './tlvTags.ts';

export interface Tlv {
  readonly tag: number;
  /** The content is `source[at..end)`, for a constructed object as well. */
  readonly source: Buffer;
  readonly at: number;
  readonly end: number;
  /** Absent for primitive objects, and for constructed objects whose content is no TLV. */
  readonly children?: readonly Tlv[];
}

/** The content of a container; undefined when it is no TLV. */
export const tlvCoding = coding<readonly Tlv[]>({
  read: (bytes, at, end) => parseTlv(bytes, at, end, 0),
  write: (value, out, at) => value.reduce((end, object) => writeTlv(object, out, end), at),
});

/** Builds an object: children, bytes, or a value written by the coding of its tag. */
export function tlv(tag: number, content: readonly Tlv[] | Buffer | string | number, charset: Charset = 'auto'): Tlv {
  if (Buffer.isBuffer(content)) return { tag, source: content, at: 0, end: content.length };
  if (typeof content === 'object')
    return { ...written(tag, tlvCoding.write(content, SCRATCH, 0, charset)), children: content };
  const coding = codingOf(tag);
  if (!coding) throw new RangeError(`tag ${tagName(tag)} has no coding`);
  return written(tag, coding.write(content, SCRATCH, 0, charset));
}

/** The first object with this tag at this level. */
export function findTag(list: readonly Tlv[] | undefined, tag: number): Tlv | undefined {
  for (let i = 0; list && i < list.length; i++) if (list[i]!.tag === tag) return list[i];
  return undefined;
}

/** The first object with this tag at any depth. */
export function findDeep(list: readonly Tlv[] | undefined, tag: number): Tlv | undefined {
  for (let i = 0; list && i < list.length; i++) {
    const object = list[i]!;
    const found = object.tag === tag ? object : object.children && findDeep(object.children, tag);
    if (found) return found;
  }
  return undefined;
}

/** The value of a primitive object by the coding of its tag; unknown tags give undefined. */
export function tlvValue(object: Tlv | undefined, charset: Charset = 'auto'): unknown {
  if (!object) return undefined;
  return codingOf(object.tag)?.read(object.source, object.at, object.end, charset);
}

/** The tag as hex digits. */
export function tagName(tag: number): string {
  const digits = tag.toString(16).toUpperCase();
  return digits.length % 2 ? `0${digits}` : digits;
}

/** Reads a list of tags without lengths and contents (1F71); an incomplete last tag is ignored. */
export function tagsIn({ source, at, end }: Tlv): ReadonlySet<number> {
  const found = new Set<number>();
  for (let i = at, size = 0; i < end; i += size) {
    size = tagSize(source, i, end);
    if (size < 0) break;
    found.add(tagAt(source, i, size));
  }
  return found;
}

const SCRATCH = Buffer.alloc(0xffff);

function written(tag: number, size: number): Tlv {
  return { tag, source: Buffer.from(SCRATCH.subarray(0, size)), at: 0, end: size };
}

// Limit of the nesting, deeper than any real container: hostile bytes must not exhaust the stack.
const MAX_DEPTH = 8;

/** Prefers complete objects to an object that is longer than the data, and tags by the TLV rule to two-byte tags 1F80 to 1F83. */
function parseTlv(bytes: Buffer, at: number, end: number, depth: number): readonly Tlv[] | undefined {
  const whole = tagsThatFit(bytes, at, end, contentSizeOf);
  if (whole) return readObjects(bytes, at, end, depth, whole, contentSizeOf);
  hideInHex(bytes, at, end); // the bytes may be no TLV
  const clipped = tagsThatFit(bytes, at, end, clippedSize);
  return clipped && readObjects(bytes, at, end, depth, clipped, clippedSize);
}

type SizeOf = (bytes: Buffer, at: number, end: number) => number;

const contentSizeOf: SizeOf = (bytes, at, end) => contentSize(TLV_LENGTH, bytes, at, end);

function tagsThatFit(bytes: Buffer, at: number, end: number, sizeOf: SizeOf): SizeOf | undefined {
  if (fits(bytes, at, end, tagSize, sizeOf)) return tagSize;
  return fits(bytes, at, end, shortTagSize, sizeOf) ? shortTagSize : undefined;
}

/** True when the bytes are a complete row of objects. */
function fits(bytes: Buffer, at: number, end: number, tagSizeOf: SizeOf, sizeOf: SizeOf): boolean {
  let i = at;
  while (i < end) {
    const length = i + tagSizeOf(bytes, i, end);
    const content = length < i ? -1 : sizeOf(bytes, length, end);
    if (content < 0) return false;
    i = length + prefixSize(TLV_LENGTH, bytes, length) + content;
  }
  return true;
}

function readObjects(bytes: Buffer, at: number, end: number, depth: number, tagSizeOf: SizeOf, sizeOf: SizeOf): Tlv[] {
  const objects: Tlv[] = [];
  let i = at;
  while (i < end) {
    const size = tagSizeOf(bytes, i, end);
    const length = i + size;
    const start = length + prefixSize(TLV_LENGTH, bytes, length);
    const tag = tagAt(bytes, i, size);
    i = start + sizeOf(bytes, length, end);
    objects.push(readObject(tag, bytes, start, i, depth));
  }
  return objects;
}

function tagAt(bytes: Buffer, at: number, size: number): number {
  let tag = 0;
  for (let i = at; i < at + size; i++) tag = tag * 256 + bytes[i]!;
  return tag;
}

function readObject(tag: number, source: Buffer, at: number, end: number, depth: number): Tlv {
  const coding = codingOf(tag);
  if (!coding && depth < MAX_DEPTH && isConstructed(tag)) {
    const children = parseTlv(source, at, end, depth + 1);
    if (children) return { tag, source, at, end, children };
  }
  const hide = coding ? (coding.hide ?? hideInHex) : hideInUnknown;
  hide(source, at, end);
  return { tag, source, at, end };
}

function isConstructed(tag: number): boolean {
  const first = tag > 0xffff ? tag >> 16 : tag > 0xff ? tag >> 8 : tag;
  return (first & 0x20) !== 0;
}

// Further bytes follow a first byte whose low five bits are ones, as long as their top bit is set.
function tagSize(bytes: Buffer, at: number, end: number): number {
  if ((bytes[at]! & 0x1f) !== 0x1f) return 1;
  for (let i = at + 1; i < end && i < at + 3; i++) if (bytes[i]! < 0x80) return i + 1 - at;
  return at + 3 <= end ? 3 : -1;
}

// The protocol document prints tags 1F80 to 1F83 with two bytes, against the rule above; some terminals send them so.
function shortTagSize(bytes: Buffer, at: number, end: number): number {
  const short = bytes[at] === 0x1f && at + 1 < end && bytes[at + 1]! >= 0x80 && bytes[at + 1]! <= 0x83;
  return short ? 2 : tagSize(bytes, at, end);
}

function writeTlv(object: Tlv, out: Buffer, at: number): number {
  const { tag, source, children } = object;
  const tagEnd = at + out.write(tagName(tag), at, 'hex');
  if (object.end - object.at > out.length - tagEnd - 3)
    throw new RangeError(`${object.end - object.at} bytes of TLV fit in no APDU`);
  return writeWithLength(TLV_LENGTH, out, tagEnd, start =>
    children ? tlvCoding.write(children, out, start, 'auto') : start + source.copy(out, start, object.at, object.end),
  );
}

/** The length forms of the protocol (ZVT chapter "data encodings"): fixed, LLVAR, LLLVAR, TLV and APDU. */

/** Bytes of a fixed field (zero or more), or one of the forms below that stand in front of the content. */
export type Length = number;

export const LLVAR: Length = -2;
export const LLLVAR: Length = -3;
/** One byte up to 7F, `81 nn`, or `82 hi lo`: high byte first, unlike the length of an APDU. */
export const TLV_LENGTH: Length = -1;

/** How many bytes the length itself takes at `at`. */
export function prefixSize(length: Length, bytes: Buffer, at: number): number {
  if (length >= 0) return 0;
  if (length !== TLV_LENGTH) return -length;
  const first = bytes[at];
  return first === 0x81 ? 2 : first === 0x82 ? 3 : 1;
}

/** How many bytes of content follow the length, or -1 when it is malformed or reaches past `end`. */
export function contentSize(length: Length, bytes: Buffer, at: number, end: number): number {
  const size =
    length >= 0 ? length : length === TLV_LENGTH ? tlvSize(bytes, at, end) : digitSize(-length, bytes, at, end);
  return size < 0 || at + prefixSize(length, bytes, at) + size > end ? -1 : size;
}

/** Like `contentSize` of a TLV, but an object that claims more than there is gets what there is: some terminals miscount. */
export function clippedSize(bytes: Buffer, at: number, end: number): number {
  const size = tlvSize(bytes, at, end);
  return size < 0 ? -1 : Math.min(size, end - at - prefixSize(TLV_LENGTH, bytes, at));
}

/** Writes what `content` writes, behind its length; answers the end. RangeError when the form cannot say so much. */
export function writeWithLength(length: Length, out: Buffer, at: number, content: (start: number) => number): number {
  if (length === TLV_LENGTH) return writeTlvLength(out, at, content(at + 3));
  const start = length < 0 ? at - length : at;
  const end = content(start);
  if (length < 0) writeDigits(out, at, -length, end - start);
  else if (end - start !== length) throw new RangeError(`a field of ${length} bytes cannot hold ${end - start}`);
  return end;
}

/** Room in front of the data of an APDU for the longest header. */
export const HEADER_ROOM = 5;

/** Puts the header in front of data at `HEADER_ROOM`, the long length low byte first (ZVT 2.1); answers its beginning. */
export function writeHeader(control: number, out: Buffer, end: number): number {
  const size = end - HEADER_ROOM;
  if (size > 0xffff) throw new RangeError(`an APDU cannot carry ${size} bytes`);
  const at = size < 0xff ? HEADER_ROOM - 3 : 0;
  out[at] = control >> 8;
  out[at + 1] = control & 0xff;
  out[at + 2] = Math.min(size, 0xff);
  if (size >= 0xff) out.writeUInt16LE(size, at + 3);
  return at;
}

/** Where the data of the APDU at `at` begins and ends, or undefined while its header is incomplete. */
export function apduData(bytes: Buffer, at: number, end: number): { start: number; end: number } | undefined {
  if (end - at < 3) return undefined;
  const short = bytes[at + 2]!;
  if (short !== 0xff) return { start: at + 3, end: at + 3 + short };
  if (end - at < 5) return undefined;
  return { start: at + 5, end: at + 5 + bytes[at + 3]! + 256 * bytes[at + 4]! };
}

function tlvSize(bytes: Buffer, at: number, end: number): number {
  const first = at < end ? bytes[at]! : 0x80;
  if (first < 0x80) return first;
  if (first === 0x81 && at + 1 < end) return bytes[at + 1]!;
  if (first === 0x82 && at + 2 < end) return 256 * bytes[at + 1]! + bytes[at + 2]!;
  return -1;
}

function digitSize(count: number, bytes: Buffer, at: number, end: number): number {
  if (at + count > end) return -1;
  let size = 0;
  for (let i = at; i < at + count; i++) {
    const digit = bytes[i]! - 0xf0;
    if (digit < 0 || digit > 9) return -1;
    size = size * 10 + digit;
  }
  return size;
}

// The content already stands three bytes on; the shortest form of its length moves it back.
function writeTlvLength(out: Buffer, at: number, end: number): number {
  const size = end - at - 3;
  if (size > 0xffff) throw new RangeError(`a TLV object cannot carry ${size} bytes`);
  const prefix = size < 0x80 ? 1 : size < 0x100 ? 2 : 3;
  if (prefix < 3) out.copyWithin(at + prefix, at + 3, end);
  if (prefix === 1) out[at] = size;
  else if (prefix === 2) out.writeUInt16BE(0x8100 | size, at);
  else out.writeUIntBE(0x820000 | size, at, 3);
  return at + prefix + size;
}

function writeDigits(out: Buffer, at: number, count: number, size: number): void {
  if (size >= 10 ** count) throw new RangeError(`${count} length digits cannot announce ${size} bytes`);
  let left = size;
  for (let i = at + count - 1; i >= at; i--) {
    out[i] = 0xf0 + (left % 10);
    left = Math.floor(left / 10);
  }
}

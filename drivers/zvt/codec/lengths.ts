/** Length forms of the protocol (ZVT chapter "data encodings"): fixed, LLVAR, LLLVAR, TLV and APDU. */

/** The size of a fixed field in bytes (zero or more), or a form of a length in front of the content (negative). */
export type Length = number;

export const LLVAR: Length = -2;
export const LLLVAR: Length = -3;
/** One byte up to 7F, `81 nn`, or `82 hi lo`: high byte first, unlike the length of an APDU. */
export const TLV_LENGTH: Length = -1;

/** Bytes of the length itself at `at`. */
export function prefixSize(length: Length, bytes: Buffer, at: number): number {
  if (length >= 0) return 0;
  if (length !== TLV_LENGTH) return -length;
  const first = bytes[at];
  return first === 0x81 ? 2 : first === 0x82 ? 3 : 1;
}

/** Bytes of content after the length, or -1 when the length is malformed or reaches past `end`. */
export function contentSize(length: Length, bytes: Buffer, at: number, end: number): number {
  const size =
    length >= 0 ? length : length === TLV_LENGTH ? tlvSize(bytes, at, end) : digitSize(-length, bytes, at, end);
  return size < 0 || at + prefixSize(length, bytes, at) + size > end ? -1 : size;
}

/** `contentSize` of a TLV, but limited to the bytes that are present: some terminals miscount. */
export function clippedSize(bytes: Buffer, at: number, end: number): number {
  const size = tlvSize(bytes, at, end);
  return size < 0 ? -1 : Math.min(size, end - at - prefixSize(TLV_LENGTH, bytes, at));
}

/** Writes the content after its length; returns the end. RangeError when the content is too long for the form. */
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

/** Writes the header in front of the data at `HEADER_ROOM`, a long length low byte first (ZVT 2.1); returns its beginning. */
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

/** Begin and end of the data of the APDU at `at`; undefined while its header is incomplete. */
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

// The content is written three bytes further on, and moved back when its length has a shorter form.
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

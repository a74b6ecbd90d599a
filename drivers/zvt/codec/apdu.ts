/**
 * Decodes one APDU into typed fields and encodes fields into an APDU, by the tables of packets, fields and tags. Decoding never
 * throws; the part that it does not understand begins at `rest`.
 */
import type { Charset } from './charsets.ts';
import { type Coding, hexPair } from './codings.ts';
import {
  type BitmapName,
  bitmapById,
  bitmapByName,
  type Fields,
  isContainer,
  type PositionalField,
  type PositionalFieldName,
  positionalFields,
} from './fields.ts';
import {
  apduData,
  clippedSize,
  contentSize,
  HEADER_ROOM,
  type Length,
  LLLVAR,
  LLVAR,
  prefixSize,
  TLV_LENGTH,
  writeHeader,
  writeWithLength,
} from './lengths.ts';
import {
  layoutOf,
  type Packet,
  type PacketName,
  packetOf,
  packets,
  refusedRegistration,
  statusCompletion,
} from './packets.ts';
import { hideInUnknown } from './secrets.ts';

export interface Message {
  /** `unknown` for control bytes that `packets.ts` does not list. */
  readonly name: PacketName | 'unknown';
  readonly control: number;
  readonly fields: Fields;
  /** The APDU with card data overwritten. */
  readonly bytes: Buffer;
  /** Offset of the part that was not understood; `bytes.length` when there is none. */
  readonly rest: number;
  /** True for 06 0F after a status enquiry, whose fields have no bitmaps. */
  readonly positional: boolean;
  /** The packet with its positional fields; undefined for an unknown packet. */
  readonly layout: Packet | undefined;
}

export interface DecodeContext {
  readonly charset?: Charset;
  /** Control bytes of the running command: some packets have other fields after certain commands. */
  readonly after?: number | undefined;
}

/** Decodes one complete APDU. Overwrites card data in `apdu` itself, so that no later code can see it. */
export function decode(apdu: Buffer, context: DecodeContext = {}): Message {
  const control = apdu.length < 2 ? -1 : apdu[0]! * 256 + apdu[1]!;
  const span = apduData(apdu, 0, apdu.length);
  const start = Math.min(span?.start ?? apdu.length, apdu.length);
  const end = Math.min(span?.end ?? apdu.length, apdu.length);
  const row = packetOf(control);
  const positional = row?.name === 'completion' && isStatusCompletion(apdu, start, end, context.after);
  const fields: Record<string, unknown> = {};
  const layout = positional ? statusCompletion : row && layoutOf(row, control, context.after);
  const rest = layout && start < end ? readFields(apdu, start, end, layout, fields, context.charset ?? 'auto') : start;
  if (rest < end) hideInUnknown(apdu, rest, end);
  if (end < apdu.length) hideInUnknown(apdu, end, apdu.length);
  const name = row?.name ?? 'unknown';
  return { name, control, fields: fields as Fields, bytes: apdu, rest, positional, layout };
}

/** Encodes one APDU, with bitmaps in the order of the keys of `fields`. RangeError when a value does not fit. */
export function encode(name: PacketName, fields: Fields = {}, charset: Charset = 'auto'): Buffer {
  return encodeControl(packets[name].control, packets[name], fields, charset);
}

/** Encodes a negative acknowledgement with an error code (84 xx). */
export function encodeNegative(code: number, fields: Fields = {}): Buffer {
  const control = 0x8400 | code;
  return encodeControl(
    control,
    control === refusedRegistration.control ? refusedRegistration : packets.negative,
    fields,
    'auto',
  );
}

/** Encodes 06 0F as the answer to a status enquiry. */
export function encodeStatusCompletion(fields: Fields): Buffer {
  return encodeControl(statusCompletion.control, statusCompletion, fields, 'auto');
}

/** Calls `found` for every field of the APDU in the order of its bytes; returns the offset of the part not understood. */
export function walk(bytes: Buffer, start: number, end: number, packet: Packet, found: FieldVisitor): number {
  let at = start;
  for (const name of packet.places) {
    const place: PositionalField<unknown> = positionalFields[name];
    const size = place.size(bytes, at, end);
    if (size < 0) continue;
    const content = at + prefixSize(place.length ?? 0, bytes, at);
    found(name, content, content + size, -1);
    at = content + size;
  }
  return walkBitmaps(bytes, at, end, found);
}

/** Visits a field at `bytes[at..end)`. `id`: number of its bitmap, or -1. Unknown bitmaps have no name. */
export type FieldVisitor = (
  name: PositionalFieldName | BitmapName | undefined,
  at: number,
  end: number,
  id: number,
) => void;

/** True for 80 xx and 84 00. */
export function isPositive(message: Message): boolean {
  return message.control >> 8 === 0x80 || message.control === 0x8400;
}

/** The error code of 84 xx, or undefined. */
export function errorCode(message: Message): number | undefined {
  return message.name === 'negative' ? message.control & 0xff : undefined;
}

/** True when data follow the length. */
export function hasData({ bytes }: Message): boolean {
  return (apduData(bytes, 0, bytes.length)?.start ?? bytes.length) < bytes.length;
}

/** The control bytes as text, for example `06 01`. */
export function controlText(control: number): string {
  return `${hexPair(control >> 8)} ${hexPair(control & 0xff)}`;
}

function walkBitmaps(bytes: Buffer, start: number, end: number, found: FieldVisitor): number {
  let at = start;
  let readable: ReadableFrom | undefined;
  while (at < end) {
    const id = bytes[at]!;
    const row = bitmapById[id];
    if (!row) readable ??= readableOffsets(bytes, at, end);
    const length = row ? row.length : unknownLength(bytes, at, end, readable!);
    if (length === undefined) return at;
    const size = fieldSize(length, bytes, at + 1, end);
    if (size < 0) return at;
    const content = at + 1 + prefixSize(length, bytes, at + 1);
    at = content + size;
    found(row?.name, content, at, id);
  }
  return at;
}

/** Bytes of content when the length at `at` has this form, otherwise -1. */
function fieldSize(length: Length, bytes: Buffer, at: number, end: number): number {
  return length === TLV_LENGTH ? clippedSize(bytes, at, end) : contentSize(length, bytes, at, end);
}

/** The end of the bitmap at `at` when its length has this form, otherwise -1. */
function fieldEnd(length: Length, bytes: Buffer, at: number, end: number): number {
  const size = fieldSize(length, bytes, at + 1, end);
  return size < 0 ? -1 : at + 1 + prefixSize(length, bytes, at + 1) + size;
}

/** The offsets from which the rest of the packet can be read as fields. */
interface ReadableFrom {
  readonly from: number;
  readonly offsets: Uint8Array;
}

// Computed from the end backwards, once for each byte: a long row of unknown bitmaps takes no longer than other bytes.
function readableOffsets(bytes: Buffer, from: number, end: number): ReadableFrom {
  const readable: ReadableFrom = { from, offsets: new Uint8Array(end - from + 1) };
  readable.offsets[end - from] = 1;
  for (let at = end - 1; at >= from; at--) {
    const length = bitmapById[bytes[at]!]?.length ?? unknownLength(bytes, at, end, readable);
    const stop = length === undefined ? -1 : fieldEnd(length, bytes, at, end);
    readable.offsets[at - from] = stop < 0 ? 0 : readable.offsets[stop - from]!;
  }
  return readable;
}

// An unknown bitmap has no known length. When a length (LLLVAR, LLVAR) follows and the rest of the packet can be read as
// fields, it is a field of that length; otherwise the rest of the packet stays unread.
function unknownLength(bytes: Buffer, at: number, end: number, { from, offsets }: ReadableFrom): Length | undefined {
  return [LLLVAR, LLVAR].find(length => {
    const stop = fieldEnd(length, bytes, at, end);
    return stop >= 0 && offsets[stop - from] === 1;
  });
}

function readFields(
  bytes: Buffer,
  start: number,
  end: number,
  packet: Packet,
  into: Record<string, unknown>,
  charset: Charset,
): number {
  return walk(bytes, start, end, packet, (name, at, until, id) => {
    if (name === undefined) return hideInUnknown(bytes, at, until);
    const coding: Coding<unknown> =
      id < 0 ? positionalFields[name as PositionalFieldName].coding : bitmapById[id]!.coding;
    coding.hide?.(bytes, at, until);
    const value = coding.read(bytes, at, until, charset);
    const isContradicted = saysOneThing(packet, name) && isSaidOtherwise(into, name, value);
    if (value !== undefined && !isContradicted) into[name] = value;
    else {
      if (value === undefined) hideInUnknown(bytes, at, until);
      else delete into[name];
      leaveUnread(into, name);
    }
  });
}

/**
 * One message says two things about the money, or a result names two transactions: it says neither. Of other fields the last one counts;
 * a list of open receipts names each by the same field.
 */
const saysOneThing = (packet: Packet, name: BitmapName | PositionalFieldName): boolean =>
  MONEY.has(name) || (packet.control === packets.statusInformation.control && NUMBERS.has(name));

const MONEY: ReadonlySet<string> = new Set<BitmapName>(['resultCode', 'amount', 'currency']);
const NUMBERS: ReadonlySet<string> = new Set<BitmapName>(['receiptNumber', 'traceNumber', 'originalTrace']);

const isSaidOtherwise = (into: Fields, name: BitmapName | PositionalFieldName, value: unknown): boolean =>
  into.unread?.includes(name) === true || (into[name] !== undefined && into[name] !== value);

function leaveUnread(fields: { unread?: string[] }, name: string): void {
  fields.unread ??= [];
  if (!fields.unread.includes(name)) fields.unread.push(name);
}

// Without context a positional completion is recognised by its form: a version in LLLVAR form or a single byte cannot be
// bitmaps (F0 to F9 in a row do not occur in a completion), and a status byte stands in front of a container.
function isStatusCompletion(bytes: Buffer, start: number, end: number, after: number | undefined): boolean {
  if (after !== undefined) return after === packets.statusEnquiry.control && answersEnquiry(bytes, start, end);
  if (end - start === 1) return true;
  if (end - start < 2) return false;
  return (
    contentSize(LLLVAR, bytes, start, end) >= 0 ||
    (isContainer(bytes, start + 1, end) && !isContainer(bytes, start, end))
  );
}

// The completion of an earlier command may come behind a status enquiry. It begins with a bitmap and more behind that, where a status
// stands alone or in front of a container.
function answersEnquiry(bytes: Buffer, start: number, end: number): boolean {
  const version = contentSize(LLLVAR, bytes, start, end);
  if (version >= 0) return true;
  const isBitmap = start < end && bitmapById[bytes[start]!] !== undefined;
  return start < end && (!isBitmap || end - start === 1 || isContainer(bytes, start + 1, end));
}

// Buffer in which one APDU at a time is written before it is copied; encoding is synchronous.
const OUT = Buffer.alloc(HEADER_ROOM + 0xffff + 64);

function encodeControl(control: number, packet: Packet, fields: Fields, charset: Charset): Buffer {
  let at = HEADER_ROOM;
  for (const name of packet.places) if (fields[name] !== undefined) at = writePlace(name, fields[name], at, charset);
  for (const name in fields) at = writeBitmap(name, fields[name as BitmapName], at, charset);
  const start = writeHeader(control, OUT, at);
  const apdu = Buffer.allocUnsafe(at - start);
  for (let i = start; i < at; i++) apdu[i - start] = OUT[i]!;
  return apdu;
}

function writePlace(name: PositionalFieldName, value: unknown, at: number, charset: Charset): number {
  const { coding, length }: PositionalField<unknown> = positionalFields[name];
  return length === undefined
    ? coding.write(value, OUT, at, charset)
    : writeVariable(length, coding, value, at, charset);
}

function writeBitmap(name: string, value: unknown, at: number, charset: Charset): number {
  const row = bitmapByName.get(name);
  if (row === undefined || value === undefined) return at; // a positional field, which is written already
  OUT[at] = row.id;
  if (row.length < 0) return writeVariable(row.length, row.coding, value, at + 1, charset);
  const end = row.coding.write(value, OUT, at + 1, charset);
  if (end - at - 1 !== row.length) throw new RangeError(`${name} takes ${row.length} bytes, not ${end - at - 1}`);
  return end;
}

function writeVariable(length: Length, coding: Coding<unknown>, value: unknown, at: number, charset: Charset): number {
  return writeWithLength(length, OUT, at, start => coding.write(value, OUT, start, charset));
}

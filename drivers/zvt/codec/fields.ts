/** Every field of the protocol: bitmaps (BMP, ZVT chapter "bitmaps") and the positional ones in front of them. */
import {
  ascii,
  bcdNumber,
  binary,
  byte,
  type Coding,
  count,
  digits,
  hex,
  opaque,
  pan,
  secretAscii,
  secretNibbles,
  terminated,
  text,
  totals,
  track2,
  vuNumber,
} from './codings.ts';
import { contentSize, type Length, LLLVAR, LLVAR, prefixSize, TLV_LENGTH } from './lengths.ts';
import { type Tlv, tlvCoding } from './tlv.ts';

export interface Bitmap<T> {
  readonly id: number;
  readonly length: Length;
  readonly coding: Coding<T>;
}

/** A field without a bitmap number, identified by its position in the packet. */
export interface PositionalField<T> {
  /** Bytes of the field at `at`, or -1 when the field is absent. */
  readonly size: (bytes: Buffer, at: number, end: number) => number;
  readonly coding: Coding<T>;
  /** Form of the length in front of the content. */
  readonly length?: Length;
  /** Must not be logged. */
  readonly secret?: true;
}

/** By the name used in code and logs. */
export const bitmaps = {
  timeout: bitmap(0x01, 1, count), // seconds
  maxStatusInformations: bitmap(0x02, 1, count),
  serviceByte: bitmap(0x03, 1, byte),
  amount: bitmap(0x04, 6, bcdNumber(6)), // minor units
  pumpNumber: bitmap(0x05, 1, count),
  tlv: bitmap<readonly Tlv[]>(0x06, TLV_LENGTH, tlvCoding),
  traceNumber: bitmap(0x0b, 3, digits(3)), // 000000 when the long one is in tag 1F2B
  time: bitmap(0x0c, 3, digits(3)), // HHMMSS
  date: bitmap(0x0d, 2, digits(2)), // MMDD
  expiry: bitmap(0x0e, 2, secretNibbles),
  cardSequence: bitmap(0x17, 2, digits(2)),
  paymentType: bitmap(0x19, 1, byte), // request: bits; status information: how the card was checked
  cardNumber: bitmap(0x22, LLVAR, pan),
  track2: bitmap(0x23, LLVAR, track2),
  track3: bitmap(0x24, LLLVAR, secretNibbles),
  resultCode: bitmap(0x27, 1, byte),
  terminalId: bitmap(0x29, 4, digits(4)),
  merchantNumber: bitmap(0x2a, 15, vuNumber), // VU number
  track1: bitmap(0x2d, LLVAR, secretAscii),
  chipData: bitmap(0x2e, LLLVAR, secretNibbles),
  originalTrace: bitmap(0x37, 3, digits(3)),
  securityCode: bitmap(0x3a, 2, secretNibbles),
  authorisationAttribute: bitmap(0x3b, 8, ascii(8, 0)), // padded with 00, not with the digit 0
  // From the till to the terminal 3C is fleet data, which is only written (fleet.ts); from the terminal it is a text.
  fleetData: bitmap(0x3c, LLLVAR, hex),
  additionalText: bitmap(0x3c, LLLVAR, text),
  prepaidPassword: bitmap(0x3d, 3, secretNibbles),
  currency: bitmap(0x49, 2, bcdNumber(2)), // ISO 4217 number
  blockedGoods: bitmap(0x4c, LLVAR, digits()),
  totals: bitmap(0x60, LLLVAR, totals),
  imageId: bitmap(0x70, 4, binary(4)),
  imageSize: bitmap(0x71, 4, binary(4)),
  imageType: bitmap(0x72, 1, byte),
  imageEncoding: bitmap(0x73, 1, byte),
  chunkCount: bitmap(0x74, 1, count),
  chunkIndex: bitmap(0x75, 1, count),
  receiptNumber: bitmap(0x87, 2, digits(2)), // FFFF = none, or the enquiry for open ones
  turnoverNumber: bitmap(0x88, 3, digits(3)),
  cardType: bitmap(0x8a, 1, count), // 255: see tag 41
  cardName: bitmap(0x8b, LLVAR, terminated),
  networkCardType: bitmap(0x8c, 1, count),
  offlineAidParameter: bitmap(0x92, LLLVAR, hex), // old revisions only
  geldKarteRecord: bitmap(0x9a, LLLVAR, secretNibbles),
  hostResultCode: bitmap(0xa0, 1, byte), // set when the host's code is no number; BMP 27 is then 00
  efId: bitmap(0xa7, LLVAR, secretNibbles), // holds the card number
  dateWithYear: bitmap(0xaa, 3, digits(3)), // YYMMDD
  efInfo: bitmap(0xaf, LLLVAR, secretNibbles),
  aidParameter: bitmap(0xba, 5, hex),
  pinAlgorithm: bitmap(0xd0, 1, byte),
  cardOffset: bitmap(0xd1, LLVAR, secretNibbles),
  cardOutput: bitmap(0xd2, 1, byte),
  dukptKey: bitmap(0xd3, 1, byte),
  minimumInput: bitmap(0xe0, 1, count),
  inputText1: bitmap(0xe1, LLVAR, text),
  inputText2: bitmap(0xe2, LLVAR, text),
  inputText3: bitmap(0xe3, LLVAR, text),
  inputText4: bitmap(0xe4, LLVAR, text),
  inputText5: bitmap(0xe5, LLVAR, text),
  inputText6: bitmap(0xe6, LLVAR, text),
  inputText7: bitmap(0xe7, LLVAR, text),
  inputText8: bitmap(0xe8, LLVAR, text),
  maximumInput: bitmap(0xe9, 1, count),
  echo: bitmap(0xea, 1, byte),
  textMac: bitmap(0xeb, 8, hex),
  displaySeconds: bitmap(0xf0, 1, count), // 0 = for ever
  displayText1: bitmap(0xf1, LLVAR, text),
  displayText2: bitmap(0xf2, LLVAR, text),
  displayText3: bitmap(0xf3, LLVAR, text),
  displayText4: bitmap(0xf4, LLVAR, text),
  displayText5: bitmap(0xf5, LLVAR, text),
  displayText6: bitmap(0xf6, LLVAR, text),
  displayText7: bitmap(0xf7, LLVAR, text),
  displayText8: bitmap(0xf8, LLVAR, text),
  beeps: bitmap(0xf9, 1, count),
  cardReader: bitmap(0xfa, 1, byte),
  confirmation: bitmap(0xfb, 1, byte),
  dialogControl: bitmap(0xfc, 1, byte),
  displayDevice: bitmap(0xfd, 1, byte),
} as const satisfies Record<string, Bitmap<unknown>>;

/** By the name used in code and logs; each packet lists its fields in order. */
export const positionalFields = {
  password: { size: fixed(3), coding: digits(3), secret: true },
  newPassword: { size: fixed(3), coding: digits(3), secret: true },
  configuration: { size: fixed(1), coding: byte },
  registrationCurrency: { size: currencySize, coding: bcdNumber(2) },
  intermediateStatus: { size: fixed(1), coding: byte },
  // Some terminals omit the timeout and continue with the container.
  minutes: { size: unlessContainer(1), coding: digits(1) },
  abortCode: { size: fixed(1), coding: byte },
  // 06 1E 6F may contain the currency with or without the bitmap number 49.
  bareCurrency: { size: (_, at, end) => (end - at === 2 ? 2 : -1), coding: bcdNumber(2) },
  softwareVersion: { size: versionSize, length: LLLVAR, coding: ascii() },
  terminalStatus: { size: fixed(1), coding: byte },
  printAttribute: { size: fixed(1), coding: byte },
  // The number of line feeds in place of a text, when the attribute is FF.
  feeds: { size: feedsSize, coding: count },
  // A container with the receipt type may follow the text, in which 06 is also a legal character.
  printText: { size: textSize, coding: text },
  firstReceipt: { size: fixed(2), coding: digits(2) },
  lastReceipt: { size: fixed(2), coding: digits(2) },
  readTimeout: { size: fixed(1), coding: count },
  language: { size: fixed(1), coding: byte },
  baudRate: { size: fixed(1), coding: byte },
  protocolNumber: { size: fixed(1), coding: byte },
  cardId: { size: fixed(2), coding: digits(2) },
  topUpMode: { size: fixed(1), coding: byte },
  // Answers to 06 E1 and 06 E2: the typed digits and the pressed key.
  typed: { size: typedSize, coding: ascii() },
  key: { size: unlessContainer(1), coding: byte },
  vendorData: { size: (_, at, end) => end - at, coding: opaque },
} as const satisfies Record<string, PositionalField<unknown>>;

export type BitmapName = keyof typeof bitmaps;
export type PositionalFieldName = keyof typeof positionalFields;

type ValueOf<F> = F extends { readonly coding: Coding<infer T> } ? T : never;

/** The typed fields of a packet. Bitmaps are sent in the order of the keys. */
export type Fields = { readonly [K in BitmapName]?: ValueOf<(typeof bitmaps)[K]> } & {
  readonly [K in PositionalFieldName]?: ValueOf<(typeof positionalFields)[K]>;
} & {
  /** Only when read: fields that are present but do not have the form of their coding, or contradict themselves. */
  readonly unread?: readonly (BitmapName | PositionalFieldName)[];
};

export interface BitmapRow extends Bitmap<unknown> {
  readonly name: BitmapName;
}

/** The bitmaps by name, for encoding. */
export const bitmapByName: ReadonlyMap<string, BitmapRow> = new Map(
  Object.entries(bitmaps).map(([name, row]) => [name, { name: name as BitmapName, ...row }]),
);

/** The bitmaps by number, for decoding. */
export const bitmapById: readonly (BitmapRow | undefined)[] = numbered();

function numbered(): readonly (BitmapRow | undefined)[] {
  const rows = new Map([...bitmapByName.values()].map(row => [row.id, row]));
  return Array.from({ length: 256 }, (_, id) => rows.get(id));
}

/** True when exactly one container (BMP 06) fills the rest. */
export function isContainer(bytes: Buffer, at: number, end: number): boolean {
  if (at >= end || bytes[at] !== bitmaps.tlv.id) return false;
  const size = contentSize(TLV_LENGTH, bytes, at + 1, end);
  return size >= 0 && at + 1 + prefixSize(TLV_LENGTH, bytes, at + 1) + size === end;
}

function bitmap<T>(id: number, length: Length, coding: Coding<T>): Bitmap<T> {
  return { id, length, coding };
}

function fixed(size: number): PositionalField<unknown>['size'] {
  return (_, at, end) => (end - at >= size ? size : -1);
}

// The currency may be absent in front of a service byte (BMP 03), whose values are no currencies, and of a container.
function currencySize(bytes: Buffer, at: number, end: number): number {
  const next = at + 2;
  const isServiceByte = bytes[at] === bitmaps.serviceByte.id && bytes[at + 1]! <= LARGEST_SERVICE_BYTE;
  const isAbsent = isContainer(bytes, at, end) || (isServiceByte && (next === end || isContainer(bytes, next, end)));
  return isAbsent || end < next ? -1 : 2;
}

const LARGEST_SERVICE_BYTE = 3;

function feedsSize(bytes: Buffer, at: number, end: number): number {
  const alone = at < end && (at + 1 === end || isContainer(bytes, at + 1, end));
  return bytes[at - 1] === LINE_FEEDS && alone ? 1 : -1;
}

const LINE_FEEDS = 0xff;

function typedSize(bytes: Buffer, at: number, end: number): number {
  let i = at;
  while (i < end && bytes[i]! >= 0x30 && bytes[i]! <= 0x39) i++;
  return i > at ? i - at : -1;
}

function unlessContainer(size: number): PositionalField<unknown>['size'] {
  return (bytes, at, end) => (end - at < size || isContainer(bytes, at, end) ? -1 : size);
}

function versionSize(bytes: Buffer, at: number, end: number): number {
  return contentSize(LLLVAR, bytes, at, end);
}

// The container after a print text is recognised by its end and by tag 1F07, the only tag that terminals put there.
function textSize(bytes: Buffer, at: number, end: number): number {
  for (let i = bytes.lastIndexOf(0x06, end - 1); i >= at; i = i > at ? bytes.lastIndexOf(0x06, i - 1) : -1) {
    if (isContainer(bytes, i, end) && bytes.subarray(i, end).indexOf(RECEIPT_TYPE) > 0) return i - at;
  }
  return end - at;
}

const RECEIPT_TYPE = Buffer.of(0x1f, 0x07);

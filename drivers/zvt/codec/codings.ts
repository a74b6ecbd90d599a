/** Codings of field contents (ZVT chapter "data encodings"): a reader and a writer for each. */
import { type Charset, decodeText, encodeText } from './charsets.ts';
import {
  type Hide,
  hideAscii,
  hideInContract,
  hideInFile,
  hideInHex,
  hideInText,
  hideInUnknown,
  hideNibbles,
  hidePan,
  hideTrack2,
} from './secrets.ts';

export interface Coding<T> {
  /** Undefined when the bytes do not have this form. */
  read(bytes: Buffer, at: number, end: number, charset: Charset): T | undefined;
  /** Writes to `out` and returns the end; RangeError when the value does not fit. */
  write(value: T, out: Buffer, at: number, charset: Charset): number;
  /** The value as shown in logs and as JSON. */
  show(value: T): unknown;
  /** Overwrites card data in the bytes before they are read; undefined when the field cannot contain card data. */
  readonly hide: Hide | undefined;
}

type Parts<T> = Pick<Coding<T>, 'read' | 'write'> & Partial<Coding<T>>;

/** Creates a coding. All codings have the same object shape, which makes calls through the tables fast. */
export function coding<T>({ read, write, show = asItIs, hide }: Parts<T>): Coding<T> {
  return { read, write, show, hide };
}

function asItIs(value: unknown): unknown {
  return value;
}

/** One byte that is a code or a set of flags; shown in hex. */
export const byte: Coding<number> = coding({
  read: (bytes, at, end) => (end - at === 1 ? bytes[at] : undefined),
  write(value, out, at) {
    out[at] = inRange(value, 0xff);
    return at + 1;
  },
  show: value => hexPair(value),
});

/** One byte that is a number. */
export const count: Coding<number> = coding({ read: byte.read, write: byte.write });

/** A binary number of up to six bytes, high byte first. */
export function binary(size: number): Coding<number> {
  return coding({
    read: (bytes, at, end) => (end > at && end - at <= 6 ? bytes.readUIntBE(at, end - at) : undefined),
    write: (value, out, at) => out.writeUIntBE(inRange(value, 256 ** size - 1), at, size),
  });
}

/** A number in BCD, padded left with zeros: amounts in minor units, currencies. */
export function bcdNumber(size: number): Coding<number> {
  const most = 10 ** (2 * size) - 1;
  return coding({
    read: readBcdNumber,
    write(value, out, at) {
      let left = inRange(value, most);
      for (let i = at + size - 1; i >= at; i--) {
        const pair = left % 100;
        out[i] = pair + 6 * ((pair / 10) | 0); // 16 × tens + ones
        left = (left - pair) / 100;
      }
      return at + size;
    },
  });
}

/** Digits with significant leading zeros: numbers, dates, times, passwords. FF means "none" in receipt numbers. */
export function digits(size?: number): Coding<string> {
  return coding({
    read: readNibbles,
    write(value, out, at) {
      if (!/^(?:[0-9A-F]{2})*$/.test(value) || (size !== undefined && value.length !== 2 * size))
        throw new RangeError(
          `${JSON.stringify(value)} is not a row of ${size === undefined ? 'whole bytes of' : 2 * size} digits`,
        );
      return at + out.write(value, at, 'hex');
    },
    ...(size === undefined ? { hide: hideInHex } : {}),
  });
}

/** A card number in nibbles. Only the last four digits are kept; E is a masked digit, F pads. */
export const pan: Coding<string> = coding({ ...digits(), hide: hidePan });
/** Track 2 in nibbles, with D after the number. A loyalty card number is kept, of a payment card the last four digits. */
export const track2: Coding<string> = coding({ ...digits(), hide: hideTrack2 });
/** Expiry date, other tracks in nibbles, security code, chip data: overwritten completely. */
export const secretNibbles: Coding<string> = coding({ ...digits(), hide: hideNibbles });
/** Track 1: overwritten completely. */
export const secretAscii: Coding<string> = coding({ ...ascii(), hide: hideAscii });

/** Bytes as hex in capitals. */
export const hex: Coding<string> = digits();
/** Bytes of unknown meaning. */
export const opaque: Coding<string> = coding({ ...digits(), hide: hideInUnknown });
/** A block of a file. */
export const file: Coding<string> = coding({ ...digits(), hide: hideInFile });

/** Text in the agreed character set. */
export const text: Coding<string> = coding({ read: decodeText, write: writeText, hide: hideInText });

/** ASCII of a fixed or free size; the padding (a space, or 00) is removed when read. */
export function ascii(size?: number, padding = 0x20): Coding<string> {
  return coding({
    read: (bytes, at, end) => decodeText(bytes, at, withoutPadding(bytes, at, end, padding), 'auto'),
    write(value, out, at, charset) {
      const end = writeText(value, out, at, charset);
      if (size === undefined) return end;
      if (end > at + size) throw new RangeError(`${JSON.stringify(value)} is longer than ${size} bytes`);
      out.fill(padding, end, at + size);
      return at + size;
    },
    hide: hideInText,
  });
}

/** The VU number: the number of the merchant's contract with the card processor. */
export const vuNumber: Coding<string> = { ...ascii(15), hide: hideInContract };

/** ASCII that ends with one 00 (card name). */
export const terminated: Coding<string> = coding({
  ...ascii(undefined, 0),
  write(value, out, at, charset) {
    const end = writeText(value, out, at, charset);
    out[end] = 0;
    return end + 1;
  },
});

interface CountAndAmount {
  readonly count: number;
  readonly amount: number;
}

/** End-of-day totals (BMP 60): receipt range, then seven times a binary count and an amount. */
export interface Totals {
  readonly firstReceipt: string;
  readonly lastReceipt: string;
  readonly girocard: CountAndAmount;
  readonly jcb: CountAndAmount;
  readonly mastercard: CountAndAmount;
  readonly amex: CountAndAmount;
  readonly visa: CountAndAmount;
  readonly diners: CountAndAmount;
  readonly other: CountAndAmount;
}

const TOTALS_SIZE = 53;
export const TOTALS_ORDER = ['girocard', 'jcb', 'mastercard', 'amex', 'visa', 'diners', 'other'] as const;

export const totals: Coding<Totals> = coding({
  read(bytes, at, end) {
    if (end - at < TOTALS_SIZE) return undefined;
    const rows = TOTALS_ORDER.map((name, index) => [name, readTotal(bytes, at + 4 + 7 * index)] as const);
    if (rows.some(([, row]) => row === undefined)) return undefined; // totals with an unreadable amount are useless
    const range = { firstReceipt: readNibbles(bytes, at, at + 2), lastReceipt: readNibbles(bytes, at + 2, at + 4) };
    return { ...range, ...Object.fromEntries(rows) } as unknown as Totals;
  },
  write(value, out, at) {
    let end = at + out.write(value.firstReceipt + value.lastReceipt, at, 'hex');
    for (const name of TOTALS_ORDER) {
      const { count: counted, amount } = value[name];
      // The count has one byte and stops at 255 payments; the amount does not.
      end = TOTAL_AMOUNT.write(amount, out, byte.write(Math.min(counted, 0xff), out, end, 'auto'), 'auto');
    }
    return end;
  },
  hide: (bytes, at, end) => hideInUnknown(bytes, Math.min(at + TOTALS_SIZE, end), end),
});

const TOTAL_AMOUNT = bcdNumber(6);
const PAIRS = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0').toUpperCase());
const BCD = Array.from({ length: 256 }, (_, value) =>
  value >> 4 <= 9 && (value & 15) <= 9 ? (value >> 4) * 10 + (value & 15) : Number.NaN,
);

/** Two hex digits in capitals. */
export function hexPair(value: number): string {
  return PAIRS[value] ?? '';
}

function readNibbles(bytes: Buffer, at: number, end: number): string {
  let result = '';
  for (let i = at; i < end; i++) result += PAIRS[bytes[i]!]!;
  return result;
}

function readBcdNumber(bytes: Buffer, at: number, end: number): number | undefined {
  let value = 0;
  for (let i = at; i < end; i++) value = value * 100 + BCD[bytes[i]!]!;
  return value <= Number.MAX_SAFE_INTEGER ? value : undefined; // false for NaN too
}

function writeText(value: string, out: Buffer, at: number, charset: Charset): number {
  const content = encodeText(value, charset);
  if (content.length > out.length - at) throw new RangeError(`a text of ${content.length} bytes fits in no APDU`);
  return at + content.copy(out, at);
}

function readTotal(bytes: Buffer, at: number): CountAndAmount | undefined {
  const amount = readBcdNumber(bytes, at + 1, at + 7);
  return amount === undefined ? undefined : { count: bytes[at]!, amount };
}

function withoutPadding(bytes: Buffer, at: number, end: number, padding: number): number {
  let last = end;
  while (last > at && bytes[last - 1] === padding) last--;
  return last;
}

function inRange(value: number, most: number): number {
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new RangeError(`${value} is not a whole number from 0 to ${most}`);
  return value;
}

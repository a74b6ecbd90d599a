/** Character sets of terminal texts: agreed by tag 14, or guessed for terminals without an agreement. */
import iconv from 'iconv-lite';

/** `auto` is CP437, the default of the protocol, unless the bytes look like ISO 8859-1. */
export type Charset = 'auto' | 'zvt7' | 'cp437' | 'utf8' | `iso8859-${number}`;

/** The character set of a value of tag 14; undefined for an undefined value. */
export function charsetOfTag14(value: number | undefined): Charset | undefined {
  if (value === undefined) return undefined;
  if (value === 0x00) return 'zvt7';
  if (value === 0xfe) return 'utf8';
  if (value === 0xff) return 'cp437';
  return value <= 0x10 && value !== 0x0c ? `iso8859-${value}` : undefined;
}

/**
 * Reads a text. Unreadable bytes become replacement characters. Control characters other than line ends and tabs are removed
 * everywhere: terminals pad texts with zero bytes, also in front.
 */
export function decodeText(bytes: Buffer, at: number, end: number, charset: Charset): string {
  return withoutControls(decoded(bytes, at, end, charset));
}

function decoded(bytes: Buffer, at: number, end: number, charset: Charset): string {
  if (charset === 'zvt7') return sevenBit(bytes, at, end);
  if (isAscii(bytes, at, end)) return bytes.toString('latin1', at, end);
  const name = encodingName(charset, bytes, at, end);
  if (name === 'utf8') return iconv.decode(bytes.subarray(at, end), name);
  const letters = upperHalf(name);
  return bytes.toString('latin1', at, end).replace(/[\x80-\xff]/g, letter => letters[letter.charCodeAt(0) - 0x80]!);
}

/**
 * Reads many texts of one message faster: ASCII texts are slices of one string. That string contains all of `bytes`, so the
 * bytes must contain no secret.
 */
export function textReader(bytes: Buffer, charset: Charset): (at: number, end: number) => string {
  if (charset === 'zvt7') return (at, end) => decodeText(bytes, at, end, charset);
  const all = bytes.toString('latin1');
  return (at, end) =>
    isAscii(bytes, at, end) ? withoutControls(all.slice(at, end)) : decodeText(bytes, at, end, charset);
}

/** The characters of the bytes 80 to FF in a single-byte character set. */
function upperHalf(name: string): string {
  const known = UPPER_HALVES.get(name);
  if (known !== undefined) return known;
  const letters = iconv.decode(UPPER_BYTES, name);
  UPPER_HALVES.set(name, letters);
  return letters;
}

const UPPER_HALVES = new Map<string, string>();
const UPPER_BYTES = Buffer.from(Array.from({ length: 128 }, (_, index) => 0x80 + index));

/** Writes a text without control characters; characters outside the set become question marks. */
export function encodeText(written: string, charset: Charset): Buffer {
  const text = withoutControls(written);
  if (charset === 'zvt7')
    return Buffer.from([...text].map(c => SEVEN_BIT_CODES.get(c) ?? (c < '\x80' ? c : '?')).join(''), 'latin1');
  return iconv.encode(text, charset === 'auto' ? 'cp437' : charset);
}

function withoutControls(text: string): string {
  for (let i = 0; i < text.length; i++) if (isControl(text.charCodeAt(i))) return cleaned(text);
  return text;
}

const cleaned = (text: string): string =>
  Array.from(text)
    .filter(character => !isControl(character.charCodeAt(0)))
    .join('');

/** True for C0 and C1 control characters other than tab, line feed and carriage return. */
function isControl(code: number): boolean {
  return (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) || (code >= 0x7f && code <= 0x9f);
}

function isAscii(bytes: Buffer, at: number, end: number): boolean {
  for (let i = at; i < end; i++) if (bytes[i]! >= 0x80) return false;
  return true;
}

function encodingName(charset: Charset, bytes: Buffer, at: number, end: number): string {
  if (charset !== 'auto') return charset;
  return looksLikeLatin1(bytes, at, end) ? 'iso8859-1' : 'cp437';
}

// Some terminals send ISO 8859-1 without an agreement. German letters distinguish the two sets: no receipt has the box
// drawing characters of CP437 in place of Latin-1 umlauts.
const LATIN1 = 1;
const CP437 = 2;
const UMLAUTS = new Uint8Array(256);
for (const byte of [0xc4, 0xd6, 0xdc, 0xdf, 0xe4, 0xf6, 0xfc]) UMLAUTS[byte] = LATIN1;
for (const byte of [0x81, 0x84, 0x8e, 0x94, 0x99, 0x9a, 0xe1]) UMLAUTS[byte] = CP437;

function looksLikeLatin1(bytes: Buffer, at: number, end: number): boolean {
  let found = false;
  for (let i = at; i < end; i++) {
    const umlaut = UMLAUTS[bytes[i]!];
    if (umlaut === CP437) return false;
    found ||= umlaut === LATIN1;
  }
  return found;
}

const SEVEN_BIT = new Map([
  [0x5b, 'Ä'],
  [0x5c, 'Ö'],
  [0x5d, 'Ü'],
  [0x7b, 'ä'],
  [0x7c, 'ö'],
  [0x7d, 'ü'],
  [0x7e, 'ß'],
  [0x7f, 'Δ'],
]);
const SEVEN_BIT_CODES = new Map([...SEVEN_BIT].map(([code, letter]) => [letter, String.fromCharCode(code)]));

// A byte above 7F is invalid in this set. It must not become a digit: it was none when card numbers were masked.
function sevenBit(bytes: Buffer, at: number, end: number): string {
  let text = '';
  for (let i = at; i < end; i++) {
    const code = bytes[i]!;
    text += code < 0x80 ? (SEVEN_BIT.get(code) ?? String.fromCharCode(code)) : REPLACEMENT;
  }
  return text;
}

const REPLACEMENT = '\ufffd';

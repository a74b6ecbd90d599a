/** Card numbers written in texts, in any character set that has ASCII digits: overwritten in the bytes themselves. */
import { isOfScheme, isPaymentCard, LONGEST, SCHEME_LENGTHS, SHORTEST } from './issuers.ts';

/** What stands in place of a digit. */
export const STAR = 0x2a;

// What a byte is to a text: the two last are what card numbers are written with.
const CONTROL = 0;
const LETTER = 1;
const SPACE = 2; // or a dash: may part the groups of a number
const MASKED = 3; // what receipts put in place of a digit
const DIGIT = 4;

const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => kindOf(byte));

function kindOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return DIGIT;
  if ([STAR, 0x23, 0x78, 0x58].includes(byte)) return MASKED; // * # x X
  if ([0x20, 0x2d, 0xa0, 0xff].includes(byte)) return SPACE; // the last two are hard spaces
  // End of string, tab, line feeds, large font, mark for typed digits.
  return byte >= 0x20 || [0x00, 0x09, 0x0a, 0x0d, 0x14, 0x1a].includes(byte) ? LETTER : CONTROL;
}

function kindAt(bytes: Buffer, at: number, end: number): number {
  return at < end ? KINDS[bytes[at]!]! : LETTER;
}

/**
 * Cuts card numbers in `bytes[at..end)` to their last four digits, also partly masked ones and such in groups, and the
 * rest of a track behind one. Answers whether the whole can be a text: whether it has no control characters.
 */
export function hideWritten(bytes: Buffer, at: number, end: number): boolean {
  let weight = 0;
  for (let i = at; i < end; i++) weight += WEIGHTS[bytes[i]!]!;
  if ((weight & 0xffff) >= SHORTEST) hideRows(bytes, at, end);
  return weight <= 0xffff;
}

// Digits and masks are counted below, controls above: most texts have too few of the one and none of the other.
const WEIGHTS = Uint32Array.from(KINDS, kind => (kind >= MASKED ? 1 : kind === CONTROL ? 0x10000 : 0));

function hideRows(bytes: Buffer, at: number, end: number): void {
  let from = at;
  let count = 0; // digits and masks in the row so far; no card number begins with a zero
  for (let i = at; i < end; i++) {
    const kind = KINDS[bytes[i]!]!;
    if (kind >= MASKED) {
      if (count === 0) from = i;
      if (count > 0 || bytes[i] !== 0x30) count++;
    } else if (count > 0 && (kind !== SPACE || !goesOn(bytes, i, end))) {
      if (count >= SHORTEST) hideRow(bytes, from, i, end);
      count = 0;
    }
  }
  if (count >= SHORTEST) hideRow(bytes, from, end, end);
}

// One or two spaces may part the groups of a number.
function goesOn(bytes: Buffer, at: number, end: number): boolean {
  const next = kindAt(bytes, at + 1, end);
  return next >= MASKED || (next === SPACE && kindAt(bytes, at + 2, end) >= MASKED);
}

/** Cuts the card numbers in one row of digits, masks and single spaces. */
function hideRow(bytes: Buffer, at: number, rowEnd: number, end: number): void {
  const places: number[] = [];
  for (let i = at; i < rowEnd; i++) if (KINDS[bytes[i]!]! >= MASKED) places.push(i);
  const found = findPan(bytes, places) ?? findGlued(bytes, places);
  if (!found) return;
  for (let i = found.first; i < found.last - 4; i++) bytes[places[i]!] = STAR;
  for (let i = found.last; i < places.length; i++) bytes[places[i]!] = STAR; // an expiry date in the same row
  hideTrackTail(bytes, rowEnd, end);
  if (found.first >= SHORTEST) hideRow(bytes, at, places[found.first]!, end);
}

// `=` or `D` after a card number begins the rest of track 2, `^` that of track 1: name, expiry, service code and more.
function hideTrackTail(bytes: Buffer, at: number, end: number): void {
  const all = bytes[at] === 0x5e;
  if (!all && bytes[at] !== 0x3d && bytes[at] !== 0x44) return;
  for (let i = at + 1; i < end && (all ? bytes[i] !== 0x3f : KINDS[bytes[i]!] === DIGIT); i++) bytes[i] = STAR;
}

interface Span {
  readonly first: number;
  readonly last: number;
}

/** Card numbers begin and end where a group of digits does; anything else would hit reference numbers by chance. */
function findPan(bytes: Buffer, places: readonly number[]): Span | undefined {
  for (let first = 0; first + SHORTEST <= places.length; first++) {
    if (!isEdge(bytes, places, first)) continue;
    for (let last = Math.min(first + LONGEST, places.length); last >= first + SHORTEST; last--)
      if (isEdge(bytes, places, last) && isPan(bytes, places, first, last)) return { first, last };
  }
  return undefined;
}

/** A number glued to other digits, for example to its expiry date. */
function findGlued(bytes: Buffer, places: readonly number[]): Span | undefined {
  for (let first = 0; first + SHORTEST < places.length; first++) {
    for (const length of SCHEME_LENGTHS) {
      const isNumber = first + length <= places.length && digitsIn(bytes, places, first, first + length) === length;
      if (isNumber && isOfScheme(length, index => bytes[places[first + index]!]! - 0x30))
        return { first, last: first + length };
    }
  }
  return undefined;
}

// Between two characters of different kind, or apart from each other.
function isEdge(bytes: Buffer, places: readonly number[], index: number): boolean {
  if (index === 0 || index === places.length) return true;
  const [before, after] = [places[index - 1]!, places[index]!];
  return after - before > 1 || KINDS[bytes[before]!] !== KINDS[bytes[after]!];
}

function isPan(bytes: Buffer, places: readonly number[], first: number, last: number): boolean {
  const digits = digitsIn(bytes, places, first, last);
  if (digits < last - first) return last - first - digits >= 4 && digits > 4;
  return isPaymentCard(digits, index => bytes[places[first + index]!]! - 0x30);
}

function digitsIn(bytes: Buffer, places: readonly number[], first: number, last: number): number {
  let digits = 0;
  for (let i = first; i < last; i++) if (KINDS[bytes[places[i]!]!] === DIGIT) digits++;
  return digits;
}

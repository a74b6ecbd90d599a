/**
 * Overwrites card data in the bytes themselves, before anything is decoded: of a card number the last four digits stay,
 * of expiry, tracks and codes nothing. What is gone here cannot reach a log, an answer or a database.
 */

/** Overwrites `bytes[at..end)` in place. */
export type Hide = (bytes: Buffer, at: number, end: number) => void;

const MASK = 0xe; // the nibble that terminals themselves use for a hidden digit
const STAR = 0x2a;
// 19 digits and a padding nibble. Longer ones are the EF_ID of old chip cards, whose last digits are the expiry date.
const LONGEST_PAN_BYTES = 10;

/** A card number in nibbles, padded with F: the last four digits stay. */
export const hidePan: Hide = (bytes, at, end) => {
  if (end - at > LONGEST_PAN_BYTES) return hideNibbles(bytes, at, end);
  const last = nibble(bytes, 2 * end - 1) === 0xf ? 2 * end - 1 : 2 * end;
  for (let i = 2 * at; i < last - 4; i++) setNibble(bytes, i, MASK);
};

/** Binary or BCD data that must not stay at all. */
export const hideNibbles: Hide = (bytes, at, end) => {
  bytes.fill(0xee, at, end);
};

/** ASCII data that must not stay at all. */
export const hideAscii: Hide = (bytes, at, end) => {
  bytes.fill(STAR, at, end);
};

/** Free text: card numbers in it, whole or partly masked, also in groups of digits, are cut to their last four digits. */
export const hideInText: Hide = (bytes, at, end) => {
  let isText = true;
  let i = at;
  while (i < end) {
    const byte = bytes[i]!;
    isText &&= byte >= 0x20 || MAY_BE_IN_TEXT.has(byte);
    i = isCardCharacter(byte) ? hideRun(bytes, i, end) : i + 1;
  }
  if (!isText) hideNibbleRuns(bytes, at, end, passesInNibbles);
};

/** Binary data of known meaning: only what passes as a card number is cut. */
export const hideInHex: Hide = (bytes, at, end) => {
  if (end - at < SHORTEST_BYTES) return;
  hideRuns(bytes, at, end);
  hideNibbleRuns(bytes, at, end, passesInNibbles);
};

/** Data of unknown meaning: every run of digits as long as a card number, in text or in nibbles, is cut. */
export const hideInUnknown: Hide = (bytes, at, end) => {
  if (end - at < SHORTEST_BYTES) return;
  hideRuns(bytes, at, end);
  hideNibbleRuns(bytes, at, end, () => true);
};

// End of string, tab, line feeds, large font, mark for typed digits.
const MAY_BE_IN_TEXT = new Set([0x00, 0x09, 0x0a, 0x0d, 0x14, 0x1a]);
const SHORTEST_BYTES = 7;
const SHORTEST = 13;
const LONGEST = 19;

function nibble(bytes: Buffer, index: number): number {
  const byte = bytes[index >> 1]!;
  return index & 1 ? byte & 0xf : byte >> 4;
}

function setNibble(bytes: Buffer, index: number, value: number): void {
  const byte = bytes[index >> 1]!;
  bytes[index >> 1] = index & 1 ? (byte & 0xf0) | value : (byte & 0x0f) | (value << 4);
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

// A digit or what receipts put in place of one: * # x X
function isCardCharacter(byte: number): boolean {
  return isDigit(byte) || byte === STAR || byte === 0x23 || byte === 0x78 || byte === 0x58;
}

function isSeparator(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x2d;
}

function hideRuns(bytes: Buffer, at: number, end: number): void {
  for (let i = at; i < end; ) i = isCardCharacter(bytes[i]!) ? hideRun(bytes, i, end) : i + 1;
}

/** One run of card characters with single separators; answers where it ends. */
function hideRun(bytes: Buffer, at: number, end: number): number {
  let i = at;
  let count = 0;
  for (; i < end; i++) {
    if (isCardCharacter(bytes[i]!)) count++;
    else if (!isSeparator(bytes[i]) || i + 1 >= end || !isCardCharacter(bytes[i + 1]!)) break;
  }
  if (count >= SHORTEST) hideLongRun(bytes, at, i, end);
  return i;
}

function hideLongRun(bytes: Buffer, at: number, runEnd: number, end: number): void {
  const places: number[] = [];
  const groupStarts: number[] = [];
  for (let i = at; i < runEnd; i++) {
    if (isSeparator(bytes[i])) continue;
    if (i === at || isSeparator(bytes[i - 1])) groupStarts.push(places.length);
    places.push(i);
  }
  const found = findPan(bytes, places, groupStarts);
  if (!found) return;
  for (const place of places.slice(found.first, found.last - 4)) bytes[place] = STAR;
  for (const place of places.slice(found.last)) bytes[place] = STAR; // an expiry date in the same row
  hideTrackTail(bytes, runEnd, end);
}

// `=` or `D` after a card number begins the rest of a track: expiry, service code and more.
function hideTrackTail(bytes: Buffer, at: number, end: number): void {
  if (bytes[at] !== 0x3d && bytes[at] !== 0x44) return;
  for (let i = at + 1; i < end && isDigit(bytes[i]!); i++) bytes[i] = STAR;
}

/** Card numbers begin and end where a group of digits does; anything else would hit reference numbers by chance. */
function findPan(bytes: Buffer, places: number[], groupStarts: number[]): { first: number; last: number } | undefined {
  const ends = [...groupStarts.slice(1), places.length];
  for (const first of groupStarts) {
    for (const last of ends.toReversed()) {
      const length = last - first;
      if (length >= SHORTEST && length <= LONGEST && isPan(bytes, places, first, last)) return { first, last };
    }
  }
  return undefined;
}

function isPan(bytes: Buffer, places: number[], first: number, last: number): boolean {
  let digits = 0;
  for (let i = first; i < last; i++) if (isDigit(bytes[places[i]!]!)) digits++;
  const masked = last - first - digits;
  if (masked > 0) return masked >= 4 && digits > 4;
  return passesAsPan(digits, index => bytes[places[first + index]!]! - 0x30);
}

/** Payment card numbers begin with 2 to 6 and carry the Luhn check digit. */
function passesAsPan(count: number, digit: (index: number) => number): boolean {
  return count >= SHORTEST && digit(0) >= 2 && digit(0) <= 6 && luhn(count, digit);
}

function passesInNibbles(bytes: Buffer, first: number, end: number): boolean {
  return passesAsPan(end - first, index => nibble(bytes, first + index));
}

function luhn(count: number, digit: (index: number) => number): boolean {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const value = digit(count - 1 - i);
    sum += i % 2 === 0 ? value : value > 4 ? 2 * value - 9 : 2 * value;
  }
  return sum % 10 === 0;
}

/** Is the run of digit nibbles from `first` to `end` to be cut? */
type Suspicious = (bytes: Buffer, first: number, end: number) => boolean;

function hideNibbleRuns(bytes: Buffer, at: number, end: number, suspicious: Suspicious): void {
  let length = 0; // digits in the run so far
  let inTrack = false; // D after a card number begins the rest of a track
  for (let i = 2 * at; i <= 2 * end; i++) {
    const value = i < 2 * end ? nibble(bytes, i) : 0xf;
    if (value <= 9) {
      length++;
      if (inTrack) setNibble(bytes, i, MASK);
      continue;
    }
    const found = length >= SHORTEST && suspicious(bytes, i - length, i);
    if (found) for (let k = i - length; k < i - 4; k++) setNibble(bytes, k, MASK);
    inTrack = found && value === 0xd;
    length = 0;
  }
}

/**
 * Overwrites card data in the bytes of a message before they are decoded, so that it cannot reach a log, an answer or a
 * database. Of a card number the last four digits are kept; expiry dates, tracks and codes are overwritten completely.
 */
import { maskCardBytes, STAR } from '../../masking/byteMask.ts';
import { isOfIssuer, isOfScheme, isPaymentCard, LONGEST, SHORTEST } from '../../masking/issuers.ts';

/** Overwrites `bytes[at..end)` in place. */
export type Hide = (bytes: Buffer, at: number, end: number) => void;

const MASK = 0xe; // the nibble with which terminals mask a digit
const SEPARATOR = 0xd; // between the number and the rest of a track
const PADDING = 0xf;
// 19 digits and a padding nibble. Longer ones are the EF_ID of old chip cards, whose last digits are the expiry date.
const LONGEST_PAN_BYTES = 10;

/** A card number in nibbles, padded with F: keeps the last four digits. */
export const hidePan: Hide = (bytes, at, end) => {
  if (end - at > LONGEST_PAN_BYTES) return hideNibbles(bytes, at, end);
  const last = nibble(bytes, 2 * end - 1) === PADDING ? 2 * end - 1 : 2 * end;
  for (let i = 2 * at; i < last - 4; i++) setNibble(bytes, i, MASK);
};

/** Track 2 in nibbles: keeps the number of a loyalty card, or the last four digits of a payment card, and nothing after it. */
export const hideTrack2: Hide = (bytes, at, end) => {
  let last = 2 * at;
  while (last < 2 * end && (nibble(bytes, last) <= 9 || nibble(bytes, last) === MASK)) last++;
  const follows = last < 2 * end ? nibble(bytes, last) : PADDING;
  const kept = keptOfTrack2(bytes, 2 * at, last, follows === SEPARATOR);
  for (let i = 2 * at; i < last - kept; i++) setNibble(bytes, i, MASK);
  const behind = follows === SEPARATOR || follows === PADDING ? last + 1 : last;
  for (let i = behind; i < 2 * end; i++) setNibble(bytes, i, MASK);
};

// Without a separator the last four digits of a payment card may be those of its expiry date.
function keptOfTrack2(bytes: Buffer, first: number, last: number, separated: boolean): number {
  const count = last - first;
  if (count === 0 || count > LONGEST) return 0;
  const loyalty = nibble(bytes, first) <= 9 && !isOfIssuer(count, index => nibble(bytes, first + index));
  return loyalty ? count : separated ? 4 : 0;
}

/** Binary or BCD data: overwrites all of it. */
export const hideNibbles: Hide = (bytes, at, end) => {
  for (let i = at; i < end; i++) bytes[i] = 0xee;
};

/** ASCII data: overwrites all of it. */
export const hideAscii: Hide = (bytes, at, end) => {
  bytes.fill(STAR, at, end);
};

/** Free text: masks card numbers up to their last four digits, also partly masked numbers and numbers in groups. */
export const hideInText: Hide = (bytes, at, end) => {
  if (!maskCardBytes(bytes, at, end)) hideNibbleRuns(bytes, at, end, passesInNibbles);
};

/**
 * The number of a contract, which may pass as that of a card by chance: one that is nothing but digits is cut only when a
 * card scheme issues numbers of that length with that beginning.
 */
export const hideInContract: Hide = (bytes, at, end) => {
  let last = end;
  while (last > at && bytes[last - 1] === SPACE) last--;
  if (!areDigits(bytes, at, last) || isOfScheme(last - at, index => bytes[at + index]! - ZERO))
    hideInText(bytes, at, end);
};

function areDigits(bytes: Buffer, at: number, end: number): boolean {
  for (let i = at; i < end; i++) if (bytes[i]! < ZERO || bytes[i]! > ZERO + 9) return false;
  return true;
}

const SPACE = 0x20;
const ZERO = 0x30;

/** Binary data of known meaning: masks only complete card numbers. */
export const hideInHex: Hide = (bytes, at, end) => {
  if (end - at < SHORTEST_BYTES) return;
  maskCardBytes(bytes, at, end);
  hideNibbleRuns(bytes, at, end, passesInNibbles);
};

/** A block of a file: in long blocks only texts are masked, since pictures must not be damaged. */
export const hideInFile: Hide = (bytes, at, end) => {
  if (end - at <= NO_PICTURE) hideInHex(bytes, at, end);
  else maskCardBytes(bytes, at, end);
};

const NO_PICTURE = 64;

/** Data of unknown meaning: masks every run of digits as long as a card number, in text and in nibbles. */
export const hideInUnknown: Hide = (bytes, at, end) => {
  if (end - at < SHORTEST_BYTES) return;
  maskCardBytes(bytes, at, end);
  hideNibbleRuns(bytes, at, end, () => true);
};

const SHORTEST_BYTES = 7;

function nibble(bytes: Buffer, index: number): number {
  const byte = bytes[index >> 1]!;
  return index & 1 ? byte & 0xf : byte >> 4;
}

function setNibble(bytes: Buffer, index: number, value: number): void {
  const byte = bytes[index >> 1]!;
  bytes[index >> 1] = index & 1 ? (byte & 0xf0) | value : (byte & 0x0f) | (value << 4);
}

/** True when the run of digits and masks from `first` to `end`, in nibbles, must be masked. */
type Suspicious = (bytes: Buffer, first: number, end: number) => boolean;

function passesInNibbles(bytes: Buffer, first: number, end: number): boolean {
  let start = first;
  while (start < end && nibble(bytes, start) === 0) start++; // padding
  const masks = masksIn(bytes, start, end);
  if (masks > 0) return end - start <= LONGEST && masks >= 4 && end - start - masks > 4;
  return isPaymentCard(end - start, index => nibble(bytes, start + index));
}

function masksIn(bytes: Buffer, first: number, end: number): number {
  let masks = 0;
  for (let i = first; i < end; i++) if (nibble(bytes, i) === MASK) masks++;
  return masks;
}

function hideNibbleRuns(bytes: Buffer, at: number, end: number, suspicious: Suspicious): void {
  if (!mayHoldRun(bytes, at, end)) return;
  let length = 0; // digits and masks in the run so far
  let inTrack = false; // D after a card number begins the rest of a track
  for (let i = 2 * at; i <= 2 * end; i++) {
    const value = i < 2 * end ? nibble(bytes, i) : PADDING;
    if (value <= 9 || value === MASK) {
      length++;
      if (inTrack) setNibble(bytes, i, MASK);
      continue;
    }
    const found = length >= SHORTEST && suspicious(bytes, i - length, i);
    if (found) for (let k = i - length; k < i - 4; k++) setNibble(bytes, k, MASK);
    inTrack = found && value === SEPARATOR;
    length = 0;
  }
}

// A quick test that excludes most bytes: a card number has at least six bytes of two digits in a row.
function mayHoldRun(bytes: Buffer, at: number, end: number): boolean {
  let row = 0;
  for (let i = at; i < end; i++) {
    row = IN_RUN[bytes[i]!] === 1 ? row + 1 : 0;
    if (row === SHORTEST_BYTES - 1) return true;
  }
  return false;
}

const IN_RUN = Uint8Array.from({ length: 256 }, (_, byte) => Number(mayBeDigit(byte >> 4) && mayBeDigit(byte & 0xf)));

function mayBeDigit(value: number): boolean {
  return value <= 9 || value === MASK;
}

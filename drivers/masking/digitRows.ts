/** Finds rows of digits in the bytes of a text: digits and masks that may be one number written in groups. */

/** The character that replaces a digit. */
export const STAR = 0x2a;

// The role of a byte; the higher values belong to numbers.
const CONTROL = 0; // not part of a text; within a row like a space, since displays leave it out
const LETTER = 1; // or a line feed: ends a row
const SEVERAL = 2; // begins a character of several bytes, if the text is UTF-8
const OTHER = 3; // neither letter nor digit
const SPACE = 4; // space, dash, or a character that is not displayed
const MASKED = 5; // the characters with which receipts mask a digit
const DIGIT = 6;

const LINE_ENDS = [0x0a, 0x0d];
const MARKS = [0x00, 0x14, 0x1a, 0x7f]; // end of string, large font, mark for typed digits, delete
const TAB = 0x09;
const DOT = 0x2e;
const UNDERSCORE = 0x5f;

const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => kindOf(byte));

function kindOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return DIGIT;
  if ([STAR, 0x23, 0x78, 0x58, 0xb7, 0xf9, 0xfa].includes(byte)) return MASKED; // * # x X, and dots in mid-height
  if ([0x20, 0x2d, 0xa0, 0xad, 0xff, ...MARKS].includes(byte)) return SPACE; // hard spaces and a soft hyphen among them
  if (byte === 0xc2 || byte === 0xe2 || byte === 0xef) return SEVERAL;
  if (byte >= 0x80 || LINE_ENDS.includes(byte) || /[a-z]/i.test(String.fromCharCode(byte))) return LETTER;
  return byte > 0x20 || byte === TAB ? OTHER : CONTROL;
}

/** Places of a row: digits, and characters that mask a digit. */
export interface Row {
  /** Offset at which each place begins. */
  readonly places: readonly number[];
  /** Gap between each place and the one before it. */
  readonly gaps: readonly number[];
}

export const NO_GAP = 0;
/** One or two spaces or dashes. */
export const NARROW = 1;
/** Up to four other characters. */
export const WIDE = 2;
const MAX_GAP = 4;

/** True for a digit; the other places of a row are masks. */
export const isDigit = (bytes: Buffer, place: number): boolean => KINDS[bytes[place]!] === DIGIT;

// Roles of a byte that decide whether a text is looked at more closely; most texts have few places and neither of the others.
const MAY_BE_PLACE = 1;
const IS_CONTROL = 2;
/** In UTF-8 the digits of other scripts begin with a byte from D9 on. */
const MAY_BE_OTHER = 4;
const OTHERS_FROM = 0xd9;
const ROLES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const mayMask = KINDS[byte] === SEVERAL || byte === DOT || byte === UNDERSCORE;
  const role = KINDS[byte]! >= MASKED || mayMask ? MAY_BE_PLACE : KINDS[byte] === CONTROL ? IS_CONTROL : 0;
  return role | (byte >= OTHERS_FROM ? MAY_BE_OTHER : 0);
});

interface Weight {
  /** Most places there can be. */
  readonly places: number;
  /** True when there is no control character. */
  readonly isText: boolean;
  /** Most digits of other scripts there can be. */
  readonly otherDigits: number;
}

export function weigh(bytes: Buffer, at: number, end: number): Weight {
  let places = 0;
  let roles = 0;
  for (let i = at; i < end; i++) {
    const role = ROLES[bytes[i]!]!;
    places += role & MAY_BE_PLACE;
    roles |= role;
  }
  const otherDigits = roles & MAY_BE_OTHER ? othersIn(bytes, at, end) : 0;
  return { places, isText: (roles & IS_CONTROL) === 0, otherDigits };
}

function othersIn(bytes: Buffer, at: number, end: number): number {
  let others = 0;
  for (let i = at; i < end; i++) if (bytes[i]! >= OTHERS_FROM) others++;
  return others;
}

/** Most places that are masks instead of digits. */
export function masksIn(bytes: Buffer, at: number, end: number): number {
  let masks = 0;
  for (let i = at; i < end; i++) if (ROLES[bytes[i]!]! & MAY_BE_PLACE && KINDS[bytes[i]!] !== DIGIT) masks++;
  return masks;
}

/**
 * Calls `found` with every row of at least `least` places in `bytes[at..end)`. A row does not begin with zero, as no card number
 * does. `dotted`: two and more dots or underscores mask digits, and a single one ends the row.
 */
export function rowsIn(
  bytes: Buffer,
  at: number,
  end: number,
  { least, dotted }: { readonly least: number; readonly dotted: boolean },
  found: (row: Row) => void,
): void {
  let first = at;
  let count = 0; // places since `first`
  let between = 0;
  let width = 1;
  for (let i = at; i < end; i += width) {
    let kind = KINDS[bytes[i]!]!;
    width = 1;
    if (kind === SEVERAL || dotted) {
      width = widthAt(bytes, i, end);
      kind = width > 1 ? kindOfSeveral(bytes, i) : kindIn(bytes, i, at, end, dotted);
    }
    if (kind >= MASKED) {
      if (count === 0) first = i;
      if (count > 0 || bytes[i] !== 0x30) count++;
      between = 0;
    } else if (count > 0 && separates(kind) && between < MAX_GAP) between++;
    else {
      if (count >= least) found(rowOf(first, i));
      count = 0;
      between = 0;
    }
  }
  if (count >= least) found(rowOf(first, end));

  /** The places of a row that is long enough; few texts have one. */
  function rowOf(from: number, until: number): Row {
    const places: number[] = [];
    const gaps: number[] = [];
    let between = 0;
    let narrow = true;
    let width = 1;
    for (let i = from; i < until; i += width) {
      width = widthAt(bytes, i, end);
      const kind = width > 1 ? kindOfSeveral(bytes, i) : kindIn(bytes, i, at, end, dotted);
      if (kind >= MASKED) {
        gaps.push(between === 0 ? NO_GAP : narrow && between <= 2 ? NARROW : WIDE);
        places.push(i);
        between = 0;
        narrow = true;
      } else {
        between++;
        narrow &&= kind !== OTHER;
      }
    }
    return { places, gaps };
  }
}

/** True for a character that can separate the digits of a row. */
function separates(kind: number): boolean {
  return kind === SPACE || kind === OTHER || kind === CONTROL;
}

function kindIn(bytes: Buffer, i: number, at: number, end: number, dotted: boolean): number {
  const byte = bytes[i]!;
  if (!dotted || (byte !== DOT && byte !== UNDERSCORE)) return KINDS[byte]!;
  return (i > at && bytes[i - 1] === byte) || (i + 1 < end && bytes[i + 1] === byte) ? MASKED : LETTER;
}

/** Bytes of the UTF-8 character at `i`; one when there is no valid character. */
function widthAt(bytes: Buffer, i: number, end: number): number {
  if (KINDS[bytes[i]!] !== SEVERAL) return 1;
  const width = bytes[i] === 0xc2 ? 2 : 3;
  for (let k = 1; k < width; k++) if (i + k >= end || (bytes[i + k]! & 0xc0) !== 0x80) return 1;
  return width;
}

function kindOfSeveral(bytes: Buffer, i: number): number {
  const code = bytes[i] === 0xc2 ? bytes[i + 1]! : codeOfThree(bytes, i);
  if (SPACES.has(code)) return SPACE;
  if (MASKS.has(code)) return MASKED;
  return LETTERS.has(code) || code >= 0xf000 ? LETTER : OTHER;
}

function codeOfThree(bytes: Buffer, i: number): number {
  return ((bytes[i]! & 0xf) << 12) | ((bytes[i + 1]! & 0x3f) << 6) | (bytes[i + 2]! & 0x3f);
}

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

// Hard and thin spaces, hyphens, dashes and the minus; control characters, joiners, directions and marks that are not displayed.
const WRITTEN = [0xa0, 0xad, 0x202f, 0x205f, 0x2212, ...from(0x2000, 0x200b), ...from(0x2010, 0x2015)];
const UNSEEN = [0xfeff, ...from(0x80, 0x9f), ...from(0x200c, 0x200f), ...from(0x202a, 0x202e), ...from(0x2060, 0x206f)];
const SPACES: ReadonlySet<number> = new Set([...WRITTEN, ...UNSEEN]);
const MASKS: ReadonlySet<number> = new Set([0xb7, 0x2022, 0x2217, 0x2219, 0x22c5, 0x25cf, 0x25cb, 0x2605, 0x2731]);
const LETTERS: ReadonlySet<number> = new Set([0xaa, 0xb5, 0xba]);

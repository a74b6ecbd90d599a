/** Overwrites card numbers in the bytes of a text, in every character set that has the ASCII digits. */
import { isUtf8 } from 'node:buffer';
import { asciiOf } from './cardMask.ts';
import { isDigit, masksIn, NO_GAP, type Row, rowsIn, STAR, WIDE, weigh } from './digitRows.ts';
import {
  isOfIssuer,
  isOfScheme,
  isPaymentCard,
  isShortMaestro,
  LONGEST,
  SCHEME_LENGTHS,
  SHORTEST,
  SHORTEST_MAESTRO,
} from './issuers.ts';

export { STAR } from './digitRows.ts';

/**
 * Masks card numbers in `bytes[at..end)` up to their last four digits, also partly masked numbers and numbers in groups, and
 * the rest of a track after them. Returns true when the bytes can be a text, which has no control characters.
 */
export function maskCardBytes(bytes: Buffer, at: number, end: number): boolean {
  const { places, isText, otherDigits } = weigh(bytes, at, end);
  if (otherDigits >= SHORTEST_MAESTRO) hideOtherDigits(bytes, at, end);
  if (places < SHORTEST_MAESTRO) return isText;
  rowsIn(bytes, at, end, { least: SHORTEST_MAESTRO, dotted: false }, row => {
    for (const part of narrowParts(bytes, row)) hideRow(bytes, part, end);
    hideGroups(bytes, row, end);
  });
  if (masksIn(bytes, at, end) >= SHOWN)
    rowsIn(bytes, at, end, { least: SHORTEST, dotted: true }, row => hideDotted(bytes, row));
  return isText;
}

/** Overwrites full-width digits and digits of other scripts, in all their bytes. */
function hideOtherDigits(bytes: Buffer, at: number, end: number): void {
  const text = bytes.subarray(at, end);
  if (!isUtf8(text)) return;
  const signs = [...text.toString('utf8')];
  const read = Buffer.from(signs.map(sign => asciiOf(sign.codePointAt(0)!)));
  const shown = Buffer.from(read);
  maskCardBytes(shown, 0, shown.length);
  let place = at;
  for (const [index, sign] of signs.entries()) {
    const width = Buffer.byteLength(sign);
    if (shown[index] !== read[index]) bytes.fill(STAR, place, place + width);
    place += width;
  }
}

/** The parts of a row between its wide gaps, without leading zeros. */
function narrowParts(bytes: Buffer, { places, gaps }: Row): readonly Row[] {
  const parts: Row[] = [];
  let first = 0;
  for (let i = 1; i <= places.length; i++) {
    if (i < places.length && gaps[i] !== WIDE) continue;
    while (first < i && bytes[places[first]!] === 0x30) first++;
    if (i - first >= SHORTEST_MAESTRO) parts.push({ places: places.slice(first, i), gaps: gaps.slice(first, i) });
    first = i;
  }
  return parts;
}

/** Masks the card numbers in one row without wide gaps. */
function hideRow(bytes: Buffer, row: Row, end: number): void {
  const { places, gaps } = row;
  if (digitsIn(bytes, places, 0, places.length) <= 4) return; // no more than the last four digits of a number
  const found = findPan(bytes, row) ?? findGlued(bytes, row);
  if (!found) return;
  hide(bytes, places, found.first, found.last - 4);
  hide(bytes, places, found.last, places.length); // an expiry date in the same row
  hideTrackTail(bytes, places.at(-1)! + 1, end);
  if (found.first < SHORTEST_MAESTRO) return;
  hideRow(bytes, { places: places.slice(0, found.first), gaps: gaps.slice(0, found.first) }, end);
}

function hide(bytes: Buffer, places: readonly number[], first: number, last: number): void {
  // A character of several bytes stands for a masked digit already.
  for (let i = first; i < last; i++) if (bytes[places[i]!]! < 0x80) bytes[places[i]!] = STAR;
}

// `=` or `D` after a card number begins the rest of track 2, `^` the rest of track 1: name, expiry, service code and more.
function hideTrackTail(bytes: Buffer, at: number, end: number): void {
  const all = bytes[at] === 0x5e;
  if (!all && bytes[at] !== 0x3d && bytes[at] !== 0x44) return;
  for (let i = at + 1; i < end && (all ? bytes[i] !== 0x3f : isDigit(bytes, i)); i++) bytes[i] = STAR;
}

interface Span {
  readonly first: number;
  readonly last: number;
}

/** Card numbers begin and end where a group of digits does; other positions would match reference numbers by chance. */
function findPan(bytes: Buffer, row: Row): Span | undefined {
  const count = row.places.length;
  for (let first = 0; first + SHORTEST_MAESTRO <= count; first++) {
    if (!isEdge(bytes, row, first)) continue;
    for (let last = Math.min(first + LONGEST, count); last >= first + SHORTEST_MAESTRO; last--)
      if (isEdge(bytes, row, last) && isPan(bytes, row.places, first, last)) return { first, last };
  }
  return undefined;
}

/** A number glued to other digits, for example to its expiry date. */
function findGlued(bytes: Buffer, { places }: Row): Span | undefined {
  for (let first = 0; first + SHORTEST < places.length; first++) {
    for (const length of SCHEME_LENGTHS) {
      const isNumber = first + length <= places.length && digitsIn(bytes, places, first, first + length) === length;
      if (isNumber && isOfScheme(length, index => bytes[places[first + index]!]! - 0x30))
        return { first, last: first + length };
    }
  }
  return undefined;
}

// A group begins or ends at a gap, and between a digit and a mask.
function isEdge(bytes: Buffer, { places, gaps }: Row, index: number): boolean {
  if (index === 0 || index === places.length) return true;
  return gaps[index] !== NO_GAP || isDigit(bytes, places[index - 1]!) !== isDigit(bytes, places[index]!);
}

function isPan(bytes: Buffer, places: readonly number[], first: number, last: number): boolean {
  const count = last - first;
  const digits = digitsIn(bytes, places, first, last);
  if (digits < count) return count >= SHORTEST && count - digits >= 4 && digits > 4;
  const digit = (index: number) => bytes[places[first + index]!]! - 0x30;
  return isPaymentCard(count, digit) || isShortMaestro(count, digit);
}

function digitsIn(bytes: Buffer, places: readonly number[], first: number, last: number): number {
  let digits = 0;
  for (let i = first; i < last; i++) if (isDigit(bytes, places[i]!)) digits++;
  return digits;
}

/**
 * Masks numbers whose groups are further apart or separated by other characters. Dates, amounts and columns look alike, so the
 * groups must have the sizes of a card number.
 */
function hideGroups(bytes: Buffer, row: Row, end: number): void {
  const { places } = row;
  const starts = startsOf(row);
  for (let from = 0; from < starts.length - 1; from++) {
    // A number whose first digits are masked has been masked by the terminal or by this file.
    const to = isDigit(bytes, places[starts[from]!]!) ? lastGroup(bytes, row, starts, from) : undefined;
    if (to === undefined) continue;
    hide(bytes, places, starts[from]!, starts[to]! - 4);
    hideTrackTail(bytes, places[starts[to]! - 1]! + 1, end);
    from = to - 1;
  }
}

/** The index at which each group begins, and the end of the last group. */
function startsOf({ places, gaps }: Row): readonly number[] {
  const starts = [0];
  for (let i = 1; i < places.length; i++) if (gaps[i] !== NO_GAP) starts.push(i);
  return [...starts, places.length];
}

/** The end of the longest card number that begins with the group `from`, as an index into `starts`. */
function lastGroup(bytes: Buffer, { places, gaps }: Row, starts: readonly number[], from: number): number | undefined {
  const first = starts[from]!;
  const sizes: number[] = [];
  let isWide = false;
  let found: number | undefined;
  for (let to = from + 1; to < starts.length && starts[to]! - first <= LONGEST; to++) {
    sizes.push(starts[to]! - starts[to - 1]!);
    isWide ||= sizes.length > 1 && gaps[starts[to - 1]!] === WIDE;
    if (isWide && isGroupedLikeCard(sizes, bytes, places, first) && isPan(bytes, places, first, starts[to]!))
      found = to;
  }
  return found;
}

/** True for groups of four with a rest, for single digits, and for the groups of American Express and Diners. */
function isGroupedLikeCard(sizes: readonly number[], bytes: Buffer, places: readonly number[], first: number): boolean {
  const size = sizes[0]!;
  const last = sizes.at(-1)!;
  const isEven = (size === 4 || size === 1) && last <= size && sizes.slice(1, -1).every(one => one === size);
  if (isEven || sizes.length !== 3) return isEven;
  const begins = bytes.toString('latin1', places[first]!, places[first]! + 2);
  return OTHER_GROUPS[sizes.join()]?.test(begins) ?? false;
}

const OTHER_GROUPS: Readonly<Record<string, RegExp>> = { '4,6,5': /^3[47]/, '4,6,4': /^3[0689]/ };

/** Masks a number whose middle is dots, as in 411111......1111, but not a row of dots between two amounts. */
function hideDotted(bytes: Buffer, row: Row): void {
  const { places } = row;
  for (let first = 0; first + SHORTEST <= places.length; first++) {
    if (!isEdge(bytes, row, first) || !isDigit(bytes, places[first]!)) continue;
    const masks = runEnd(bytes, places, first, true);
    const tail = runEnd(bytes, places, masks, false);
    const last = tail + SHOWN;
    const count = last - first;
    const isShown = masks - first >= SHOWN && masks - first <= 2 * SHOWN && tail - masks >= SHOWN;
    const isWhole = count >= SHORTEST && count <= LONGEST && last <= places.length && isEdge(bytes, row, last);
    if (!isShown || !isWhole || runEnd(bytes, places, tail, true) < last) continue;
    if (isOfIssuer(count, index => bytes[places[first + index]!]! - 0x30)) hide(bytes, places, first, masks);
  }
}

const SHOWN = 4;

/** The end of the run of digits (or of masks), at most the length of a card number away. */
function runEnd(bytes: Buffer, places: readonly number[], first: number, digits: boolean): number {
  let end = first;
  while (end < places.length && end - first <= LONGEST && isDigit(bytes, places[end]!) === digits) end++;
  return end;
}

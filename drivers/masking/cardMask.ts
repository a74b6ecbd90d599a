/**
 * Masks payment card numbers in texts from people and programs, in every script and grouping: the last four digits stay. The
 * bytes of a terminal have stricter rules, in `byteMask.ts`.
 */
import { countrySpecs, isValidIBAN } from 'ibantools';
import { isIssued, LONGEST, SHORTEST_MAESTRO } from './issuers.ts';

/** True for the number of a loyalty card of the shop that looks like the number of a payment card. */
export type IsLoyaltyCard = (digits: string) => boolean;

const noLoyaltyCards: IsLoyaltyCard = () => false;

/** Recognises the loyalty cards of the shop by their first digits. */
export const loyaltyCardsBy =
  (prefixes: readonly string[]): IsLoyaltyCard =>
  digits =>
    prefixes.some(prefix => digits.startsWith(prefix));

/** Masks every card number in the text; returns the same text when there is none. */
export function maskCards(text: string, isLoyaltyCard: IsLoyaltyCard = noLoyaltyCards): string {
  if (text.length < SHORTEST_MAESTRO) return text;
  const masked = hasManyDigits(text) ? maskRows(text, isLoyaltyCard) : text;
  return isEncoded(masked) ? maskEncoded(masked, isLoyaltyCard) : masked;
}

/** False where no row has as many digits as the shortest card number, as in most texts. What is not ASCII may be a digit. */
function hasManyDigits(text: string): boolean {
  let count = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    const kind = unit < 128 ? ASCII[unit]! : 0;
    if (kind === BREAK) count = 0;
    else if (kind >= 0) count += 1;
    if (count >= SHORTEST_MAESTRO) return true;
  }
  return false;
}

/** Returns the decoded and masked text when an encoding, or an encoding of an encoding, hides a card number. */
function maskEncoded(text: string, isLoyaltyCard: IsLoyaltyCard): string {
  let read = text;
  for (let depth = 0; depth < MAX_ENCODINGS && isEncoded(read); depth += 1) {
    read = decoded(read);
    const masked = maskRows(read, isLoyaltyCard);
    if (masked !== read) return masked;
  }
  return text;
}

const MAX_ENCODINGS = 3;
const ENCODED = /%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|&#x?[0-9a-f]{2,6};/i;
/** Nearly no text has one of these three characters, and the search for them is faster than the expression. */
const isEncoded = (text: string): boolean =>
  (text.includes('%') || text.includes('\\') || text.includes('&')) && ENCODED.test(text);

const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const ESCAPE = /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))|&#(?:x([0-9a-f]{2,6})|(\d{2,6}));/gi;

function decoded(text: string): string {
  return text
    .replace(PERCENT, found => Buffer.from(found.replaceAll('%', ''), 'hex').toString('utf8'))
    .replace(ESCAPE, (_, unit, byte, hex, decimal) =>
      String.fromCodePoint(
        Math.min(0x10ffff, decimal === undefined ? Number.parseInt(unit ?? byte ?? hex, 16) : +decimal),
      ),
    );
}

/** True when the text is nothing but a masked card number, also with the masked rest of its track. */
export function isMaskedCard(text: string): boolean {
  if (!text.includes('*')) return false;
  const number = text.replace(/^[;%B]+/, '').replace(/[=^Dd]\**\??$/, '');
  return !/\p{L}/u.test(number) && /^0*\*{8,15}\p{Nd}{4}$/u.test(number.replace(/[^*\p{Nd}]/gu, ''));
}

/** The role of a character in a row of digits; digits are represented by their value. */
const BREAK = -1;
const GAP = -2;
const UNSEEN = -3;

const ASCII = Int8Array.from({ length: 128 }, (_, code) => asciiKind(code));

function asciiKind(code: number): number {
  const sign = String.fromCharCode(code);
  if (sign >= '0' && sign <= '9') return code - 0x30;
  if (" \t.-_/|:\\'·+".includes(sign)) return GAP;
  return code < 0x20 && code !== 0x0a && code !== 0x0d ? UNSEEN : code === 0x7f ? UNSEEN : BREAK;
}

const known = new Map<number, number>();

function kindOf(code: number): number {
  if (code < 128) return ASCII[code]!;
  const before = known.get(code);
  if (before !== undefined) return before;
  const kind = kindOfSign(code);
  if (known.size < 5000) known.set(code, kind);
  return kind;
}

/** The ASCII character with the same role in a row of digits. */
export function asciiOf(code: number): number {
  if (code < 128) return code;
  const kind = kindOf(code);
  return kind >= 0 ? 0x30 + kind : kind === GAP ? 0x20 : kind === UNSEEN ? 0x00 : 0x61;
}

const DIGIT_SIGN = /^\p{Nd}$/u;
const UNSEEN_SIGN = /^[\p{Cf}\p{Cc}\p{Mn}\p{Me}]$/u;
// Spaces, dashes, the minus, characters that look like a dot or a space, and characters that are not drawn.
const GAP_SIGN =
  /^[\p{Z}\p{Pd}\p{Pc}\u2212\u00b7\u2022\u2043\u2044\u2215\u2218\u2219\u2024\u2027\u22c5\u30fb\uff0e\uff0f\uff5c\u3002\u2800\u115f\u1160\u3164\uffa0\u2019]$/u;

function kindOfSign(code: number): number {
  const sign = String.fromCodePoint(code);
  if (DIGIT_SIGN.test(sign)) return digitValue(code);
  if (UNSEEN_SIGN.test(sign)) return UNSEEN;
  return GAP_SIGN.test(sign) ? GAP : BREAK;
}

/** In every script ten digits follow each other, beginning with zero. */
function digitValue(code: number): number {
  let zero = code;
  while (DIGIT_SIGN.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

const MAX_GAP = 4;

/** Before a code, as a scanner sends it (ISO/IEC 15424): its digit is none of the number behind it. */
const SYMBOLOGY = /(\][A-Za-z]\d)/;

/**
 * Elements of GS1 in one row of digits: a GTIN, elements of a fixed length, and the identifier of one of any length, such as a serial
 * number, in which somebody may have put the number of a card.
 */
const FIXED = String.raw`(?:1[1-9]\d{6}|20\d\d|3[1-6]\d{8})*`;
const IDENTIFIER = String.raw`(?:10|2[12]|235|24[0-3]|25[0-5]|30|37|39[0-5]\d|4[02]\d|71\d|[78]\d{3}|9\d)`;
const ELEMENTS = new RegExp(
  String.raw`((?:(?<!\p{Nd})0[12]\d{14}|[\u001d\u241d])${FIXED}${IDENTIFIER})(?=\d{12})`,
  'u',
);

function maskRows(text: string, isLoyaltyCard: IsLoyaltyCard): string {
  const mask = (part: string) => maskElements(maskPart(part, isLoyaltyCard), isLoyaltyCard);
  return text.includes(']') ? text.split(SYMBOLOGY).map(mask).join('') : mask(text);
}

const maskElements = (text: string, isLoyaltyCard: IsLoyaltyCard): string =>
  ELEMENTS.test(text)
    ? text
        .split(ELEMENTS)
        .map(part => maskPart(part, isLoyaltyCard))
        .join('')
    : text;

/** Masks row by row. A row is analysed only when it is long enough, which is rare. */
function maskPart(text: string, isLoyaltyCard: IsLoyaltyCard): string {
  const out: Masked = { pieces: [], written: 0 };
  let begin = 0;
  let digits = 0;
  let between = 0;
  const checks: CheckCount = { count: 0 };
  for (let i = 0; i <= text.length; i += 1) {
    const unit = i < text.length ? text.charCodeAt(i) : LINE_FEED;
    // A surrogate pair may be a digit.
    const kind = unit < 128 ? ASCII[unit]! : unit >= 0xd800 && unit < 0xe000 ? halfKind(text, i) : kindOf(unit);
    if (kind >= 0) {
      if (digits === 0) begin = i;
      digits += 1;
      between = 0;
    } else if (kind === GAP && digits > 0 && between < MAX_GAP) between += 1;
    else if (kind !== UNSEEN) {
      if (digits >= SHORTEST_MAESTRO && !isOtherNumber(text, begin, i, digits))
        maskRow(text, rowIn(text, begin, i, digits, checks), isLoyaltyCard, out);
      digits = 0;
      between = 0;
    }
  }
  if (out.written === 0) return text;
  out.pieces.push(text.slice(out.written));
  return out.pieces.join('');
}

/** The masked text as far as it is written. Pieces, because a text of ten thousand additions is slow to read. */
interface Masked {
  readonly pieces: string[];
  /** Offset in the text that was read. */
  written: number;
}

const LINE_FEED = 0x0a;

/** True for a short number in one group that no scheme issues, most often a product code; such numbers are frequent. */
const isOtherNumber = (text: string, begin: number, end: number, digits: number): boolean =>
  digits < 15 && end - begin === digits && !isIssued(digits, index => kindOf(text.charCodeAt(begin + index)));

function halfKind(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 ? UNSEEN : kindOf(text.codePointAt(at) ?? unit);
}

/** A row of digits in a text. */
interface Row {
  readonly digits: Uint8Array;
  /** Offsets in the text at which each digit begins and ends. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Indexes of digits at which a group begins, and the end of the last group. */
  readonly edges: readonly number[];
  readonly checks: CheckCount;
}

/** Number of candidates in this text that were checked for belonging to another kind of number. */
interface CheckCount {
  count: number;
}

type Places = Pick<Row, 'digits' | 'starts' | 'ends'>;

const placesFor = (count: number): Places => ({
  digits: new Uint8Array(count),
  starts: new Uint32Array(count),
  ends: new Uint32Array(count),
});

/** A row is done with before the next one is read, and memory for each of ten thousand short rows takes longer than reading them. */
const SHORT_ROW = placesFor(64);

function rowIn(text: string, begin: number, end: number, count: number, checks: CheckCount): Row {
  const row = count <= SHORT_ROW.digits.length ? SHORT_ROW : placesFor(count);
  const edges: number[] = [];
  let place = 0;
  let apart = true;
  for (let i = begin; i < end; i += 1) {
    const unit = text.charCodeAt(i);
    const wide = unit >= 0xd800 && unit < 0xdc00;
    const kind = unit < 128 ? ASCII[unit]! : wide ? halfKind(text, i) : kindOf(unit);
    if (kind >= 0) {
      if (apart) edges.push(place);
      row.digits[place] = kind;
      row.starts[place] = i;
      row.ends[place] = i + (wide ? 2 : 1);
      place += 1;
      apart = false;
    } else apart ||= kind === GAP;
    if (wide) i += 1;
  }
  edges.push(count);
  return { ...row, edges: withRepeats(edges, row.digits), checks };
}

/** Splits a group that repeats a number: a card swiped twice into one field types its number twice. */
function withRepeats(edges: readonly number[], digits: Uint8Array): readonly number[] {
  if (!edges.some((begin, index) => (edges[index + 1] ?? begin) - begin > LONGEST)) return edges;
  return edges.flatMap((begin, index) => {
    const size = (edges[index + 1] ?? begin) - begin;
    const part = [2, 3].map(times => size / times).find(length => isRepeated(digits, begin, size, length));
    return part === undefined ? [begin] : Array.from({ length: size / part }, (_, turn) => begin + turn * part);
  });
}

/** True when the group consists of repetitions of its first `length` digits. */
function isRepeated(digits: Uint8Array, begin: number, size: number, length: number): boolean {
  if (size <= LONGEST || !Number.isInteger(length) || length < SHORTEST_MAESTRO || length > LONGEST) return false;
  for (let place = begin + length; place < begin + size; place += 1)
    if (digits[place] !== digits[place - length]) return false;
  return true;
}

/** Appends the text up to the last card of the row, masked. */
function maskRow(text: string, row: Row, isLoyaltyCard: IsLoyaltyCard, out: Masked): void {
  const { starts, ends } = row;
  for (const { first, last } of cardsIn(text, row, isLoyaltyCard)) {
    for (let place = first; place < last - SHOWN; ) {
      let next = place + 1;
      while (next < last - SHOWN && starts[next] === ends[next - 1]) next += 1;
      out.pieces.push(text.slice(out.written, starts[place]), '*'.repeat(next - place));
      out.written = ends[next - 1]!;
      place = next;
    }
    const behind = ends[last - 1]!;
    const [tail = ''] = TRACK_TAIL.exec(text.slice(behind, behind + LONGEST_TAIL)) ?? [];
    if (tail === '') continue;
    out.pieces.push(text.slice(out.written, behind + 1), '*'.repeat(tail.length - 1));
    out.written = behind + tail.length;
  }
}

const SHOWN = 4;

// The rest of a magnetic track after the number: `=` or `D`, expiry date and service code; `^` and the name before them.
const TRACK_TAIL = /^(?:[=Dd]\d{4,}|\^[^?\n]*)/;
const LONGEST_TAIL = 80;

interface Span {
  readonly first: number;
  /** Index after the last digit. */
  readonly last: number;
}

/** The card numbers of a row. They begin and end where a group does; other positions would match references by chance. */
function cardsIn(text: string, row: Row, isLoyaltyCard: IsLoyaltyCard): readonly Span[] {
  const { edges } = row;
  const found: Span[] = [];
  for (let from = 0; from < edges.length - 1; ) {
    const to = lastEdge(text, row, from, isLoyaltyCard);
    if (to !== null) found.push({ first: firstOf(row, from), last: edges[to]! });
    from = to ?? from + 1;
  }
  return found;
}

function lastEdge(text: string, row: Row, from: number, isLoyaltyCard: IsLoyaltyCard): number | null {
  const { edges, digits } = row;
  const digitAt = (index: number) => digits[first + index]!;
  const first = firstOf(row, from);
  let found: number | null = null;
  for (let to = from + 1; to < edges.length && edges[to]! - first <= LONGEST; to += 1) {
    const last = edges[to]!;
    if (last - first < SHORTEST_MAESTRO || !isIssued(last - first, digitAt)) continue;
    const sizes = edges.slice(from + 1, to + 1).map((edge, index) => edge - edges[from + index]!);
    if (isWrittenLikeCard(sizes, row, first) && isCard(text, row, { first, last }, isLoyaltyCard)) found = to;
  }
  return found;
}

/** The first digit of the number, without the zeros that fill a field in front of a long number. */
function firstOf({ digits, edges }: Row, from: number): number {
  const [begin, end] = [edges[from]!, edges[from + 1]!];
  let first = begin;
  while (first < end && digits[first] === 0) first += 1;
  return end - first >= 15 ? first : begin;
}

/** True for one group, for groups of one size with a rest, for six and the rest, and for the groups embossed on other cards. */
function isWrittenLikeCard(sizes: readonly number[], { digits }: Row, first: number): boolean {
  const [size = 0] = sizes;
  if (sizes.length === 1) return true;
  const rest = sizes.at(-1)!;
  const isEven = size <= 8 && rest <= size && sizes.slice(1, -1).every(one => one === size);
  const isDate = sizes.some((one, index) => one === 8 && isDay(digits, first + sum(sizes.slice(0, index))));
  if (isEven || (sizes.length === 2 && size === 6)) return !isDate;
  return OTHER_GROUPS[sizes.join()]?.includes(10 * digits[first]! + digits[first + 1]!) ?? false;
}

const OTHER_GROUPS: Readonly<Record<string, readonly number[]>> = {
  '4,6,5': [34, 37],
  '4,6,4': [30, 36, 38, 39],
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** True for YYYYMMDD in the 20th and 21st century. */
function isDay(digits: Uint8Array, at: number): boolean {
  const number = (from: number, count: number) => Number(digits.slice(at + from, at + from + count).join(''));
  const [year, month, day] = [number(0, 4), number(4, 2), number(6, 2)];
  return year >= 1900 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function isCard(text: string, row: Row, { first, last }: Span, isLoyaltyCard: IsLoyaltyCard): boolean {
  let number = '';
  for (let place = first; place < last; place += 1) number += row.digits[place];
  if (isLoyaltyCard(number) || (number.length === 14 && isMoment(number))) return false;
  return !isPartOfOther(text, row.starts[first]!, row.ends[last - 1]!, number.length, row.checks);
}

/** True for DDMMYYYYhhmmss, as tills write a time. */
function isMoment(number: string): boolean {
  return /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(number);
}

/** True when the digits belong to a telephone number, an id, a hash, a fraction or a bank account. */
function isPartOfOther(text: string, start: number, end: number, count: number, checks: CheckCount): boolean {
  checks.count += 1;
  if (checks.count > MAX_CHECKS) return false;
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  if (count <= 15 && /\+\s?$/.test(before)) return true;
  if (/(?:^|[^\d.,])0[.,]0*$/.test(before)) return true;
  const around = before + text.slice(start, end) + after;
  if (!/[A-Za-z-]/.test(around)) return false;
  const covers = ({ index, 0: { length } }: RegExpExecArray) =>
    index <= before.length && index + length >= before.length + (end - start);
  return (
    [...around.matchAll(IDS)].some(covers) ||
    [...around.matchAll(IBAN)].some(({ index, 1: country = '' }) => {
      const written = lengthFrom(around, index, countrySpecs[country.toUpperCase()]?.chars ?? 0);
      return (
        written !== null &&
        index <= before.length &&
        index + written.length >= before.length + (end - start) &&
        isValidIBAN(written.replace(/[^A-Za-z0-9]/g, '').toUpperCase())
      );
    })
  );
}

/** A text full of such numbers would take too long: candidates beyond this number count as cards. */
const MAX_CHECKS = 500;

const AROUND = 70;

// Object ids, UUIDs and hashes. The rest of a magnetic track is excluded: it has only digits after its letter.
const IDS =
  /(?<![A-Za-z0-9])(?:[A-Z]{3}_[A-Z0-9]{30}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?!\d+D\d+F?(?![0-9a-f]))(?=\d*[a-f])(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32}))(?![A-Za-z0-9])/gi;

const IBAN = /(?<![A-Za-z0-9])([A-Za-z]{2})\d{2}/g;

/** The text from there that contains `count` letters and digits, in groups or not. */
function lengthFrom(text: string, from: number, count: number): string | null {
  if (count === 0) return null;
  let letters = 0;
  for (let i = from; i < text.length; i += 1) {
    if (/[A-Za-z0-9]/.test(text[i]!)) letters += 1;
    if (letters === count) return text.slice(from, i + 1);
  }
  return null;
}

/**
 * Payment card numbers in texts of any kind, cut to their last four digits whatever they are written with: the rule of
 * every door by which texts come in. The bytes of a terminal have stricter rules of their own in `cardNumbers.ts`.
 */
import { countrySpecs, isValidIBAN } from 'ibantools';
import { isIssued, LONGEST, SHORTEST_MAESTRO } from './issuers.ts';

/** Is this the number of a loyalty card of the shop, although an issuer's begin alike? */
export type IsOwnCard = (digits: string) => boolean;

const noneIsOwn: IsOwnCard = () => false;

/** The shop's own loyalty cards by their first digits. */
export const loyaltyCardsBy =
  (prefixes: readonly string[]): IsOwnCard =>
  digits =>
    prefixes.some(prefix => digits.startsWith(prefix));

/** The text with every card number in it cut; the same text where there is none. */
export function maskCards(text: string, isOwn: IsOwnCard = noneIsOwn): string {
  if (text.length < SHORTEST_MAESTRO) return text;
  const shown = cutRows(text, isOwn);
  return isEncoded(shown) ? cutEncoded(shown, isOwn) : shown;
}

/** Of what an encoding hides, the text without the encoding is shown; encodings of encodings are looked at, too. */
function cutEncoded(text: string, isOwn: IsOwnCard): string {
  let read = text;
  for (let depth = 0; depth < DEEPEST_ENCODING && isEncoded(read); depth += 1) {
    read = decoded(read);
    const shown = cutRows(read, isOwn);
    if (shown !== read) return shown;
  }
  return text;
}

const DEEPEST_ENCODING = 3;
const ENCODED = /%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|&#x?[0-9a-f]{2,6};/i;
/** Nearly no text has one of these signs, and to look for them is quicker than to look for what begins so. */
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

/** Is this a card number that has been cut, also within its track, and nothing else? */
export function isMaskedCard(text: string): boolean {
  if (!text.includes('*')) return false;
  const number = text.replace(/^[;%B]+/, '').replace(/[=^Dd]\**\??$/, '');
  return !/\p{L}/u.test(number) && /^0*\*{8,15}\p{Nd}{4}$/u.test(number.replace(/[^*\p{Nd}]/gu, ''));
}

/** What a character is to a row of digits. */
const BREAK = -1;
const GAP = -2;
const UNSEEN = -3;
// Digits are their value.

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

/** The ASCII sign that says the same to a row of digits. */
export function asciiOf(code: number): number {
  if (code < 128) return code;
  const kind = kindOf(code);
  return kind >= 0 ? 0x30 + kind : kind === GAP ? 0x20 : kind === UNSEEN ? 0x00 : 0x61;
}

const DIGIT_SIGN = /^\p{Nd}$/u;
const UNSEEN_SIGN = /^[\p{Cf}\p{Cc}\p{Mn}\p{Me}]$/u;
// Spaces, dashes, the minus, what stands for a dot or a space, and what is drawn as nothing.
const GAP_SIGN =
  /^[\p{Z}\p{Pd}\p{Pc}\u2212\u00b7\u2022\u2043\u2044\u2215\u2218\u2219\u2024\u2027\u22c5\u30fb\uff0e\uff0f\uff5c\u3002\u2800\u115f\u1160\u3164\uffa0\u2019]$/u;

function kindOfSign(code: number): number {
  const sign = String.fromCodePoint(code);
  if (DIGIT_SIGN.test(sign)) return digitValue(code);
  if (UNSEEN_SIGN.test(sign)) return UNSEEN;
  return GAP_SIGN.test(sign) ? GAP : BREAK;
}

/** The digits of every script stand in tens, zero first. */
function digitValue(code: number): number {
  let zero = code;
  while (DIGIT_SIGN.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

const MOST_BETWEEN = 4;

/** Cuts row by row. Nearly all texts have no row that is long enough, so what it consists of is looked up only then. */
function cutRows(text: string, isOwn: IsOwnCard): string {
  let shown = '';
  let written = 0;
  let begin = 0;
  let digits = 0;
  let between = 0;
  const looked: Looked = { times: 0 };
  for (let i = 0; i <= text.length; i += 1) {
    const unit = i < text.length ? text.charCodeAt(i) : LINE_FEED;
    // Halves of a pair may be a digit.
    const kind = unit < 128 ? ASCII[unit]! : unit >= 0xd800 && unit < 0xe000 ? halfKind(text, i) : kindOf(unit);
    if (kind >= 0) {
      if (digits === 0) begin = i;
      digits += 1;
      between = 0;
    } else if (kind === GAP && digits > 0 && between < MOST_BETWEEN) between += 1;
    else if (kind !== UNSEEN) {
      if (digits >= SHORTEST_MAESTRO && !isOtherNumber(text, begin, i, digits))
        [shown, written] = cutRow(text, rowIn(text, begin, i, digits, looked), isOwn, shown, written);
      digits = 0;
      between = 0;
    }
  }
  return written === 0 ? text : shown + text.slice(written);
}

const LINE_FEED = 0x0a;

/** A short number in one piece, most often a product code: told without looking further. */
const isOtherNumber = (text: string, begin: number, end: number, digits: number): boolean =>
  digits < 15 && end - begin === digits && !isIssued(digits, index => kindOf(text.charCodeAt(begin + index)));

function halfKind(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 ? UNSEEN : kindOf(text.codePointAt(at) ?? unit);
}

/** A run of digits with nothing between them, as places in the row. */
interface Row {
  readonly digits: Uint8Array;
  /** Where each digit begins, and where it ends. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Places at which a group begins, and the end of the last one. */
  readonly edges: readonly number[];
  readonly looked: Looked;
}

/** How often it was looked in this text whether digits belong to something else. */
interface Looked {
  times: number;
}

function rowIn(text: string, begin: number, end: number, count: number, looked: Looked): Row {
  const row = { digits: new Uint8Array(count), starts: new Uint32Array(count), ends: new Uint32Array(count) };
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
  return { ...row, edges: withRepeats(edges, row.digits), looked };
}

/** A card that is swiped twice types its number twice, with nothing between. */
function withRepeats(edges: readonly number[], digits: Uint8Array): readonly number[] {
  return edges.flatMap((begin, index) => {
    const size = (edges[index + 1] ?? begin) - begin;
    const part = [2, 3].map(times => size / times).find(length => isRepeated(digits, begin, size, length));
    return part === undefined ? [begin] : Array.from({ length: size / part }, (_, turn) => begin + turn * part);
  });
}

/** Is the group nothing but its first `length` digits, again and again? */
function isRepeated(digits: Uint8Array, begin: number, size: number, length: number): boolean {
  if (size <= LONGEST || !Number.isInteger(length) || length < SHORTEST_MAESTRO || length > LONGEST) return false;
  for (let place = begin + length; place < begin + size; place += 1)
    if (digits[place] !== digits[place - length]) return false;
  return true;
}

/** What is shown of the text up to the end of the row, and how far that is. */
function cutRow(
  text: string,
  row: Row,
  isOwn: IsOwnCard,
  before: string,
  from: number,
): [shown: string, written: number] {
  let [shown, written] = [before, from];
  for (const { first, last } of cardsIn(text, row, isOwn)) {
    for (let place = first; place < last - SHOWN; place += 1) {
      shown += `${text.slice(written, row.starts[place])}*`;
      written = row.ends[place]!;
    }
    const behind = row.ends[last - 1]!;
    const [tail = ''] = TRACK_TAIL.exec(text.slice(behind, behind + LONGEST_TAIL)) ?? [];
    if (tail === '') continue;
    shown += `${text.slice(written, behind + 1)}${'*'.repeat(tail.length - 1)}`;
    written = behind + tail.length;
  }
  return [shown, written];
}

const SHOWN = 4;

// Behind the number of a magnetic track: `=` or `D` with expiry date and service code, `^` with the name before them.
const TRACK_TAIL = /^(?:[=Dd]\d{4,}|\^[^?\n]*)/;
const LONGEST_TAIL = 80;

interface Span {
  readonly first: number;
  /** Behind the last place. */
  readonly last: number;
}

/** A card number begins and ends where a group does; anything else would hit references by chance. */
function cardsIn(text: string, row: Row, isOwn: IsOwnCard): readonly Span[] {
  const { edges } = row;
  const found: Span[] = [];
  for (let from = 0; from < edges.length - 1; ) {
    const to = lastEdge(text, row, from, isOwn);
    if (to !== null) found.push({ first: firstOf(row, from), last: edges[to]! });
    from = to ?? from + 1;
  }
  return found;
}

function lastEdge(text: string, row: Row, from: number, isOwn: IsOwnCard): number | null {
  const { edges, digits } = row;
  const digitAt = (index: number) => digits[first + index]!;
  const first = firstOf(row, from);
  let found: number | null = null;
  for (let to = from + 1; to < edges.length && edges[to]! - first <= LONGEST; to += 1) {
    const last = edges[to]!;
    if (last - first < SHORTEST_MAESTRO || !isIssued(last - first, digitAt)) continue;
    const sizes = edges.slice(from + 1, to + 1).map((edge, index) => edge - edges[from + index]!);
    if (isWrittenLikeCard(sizes, row, first) && isCard(text, row, { first, last }, isOwn)) found = to;
  }
  return found;
}

/** Zeros in front of a long number fill a field. */
function firstOf({ digits, edges }: Row, from: number): number {
  const [begin, end] = [edges[from]!, edges[from + 1]!];
  let first = begin;
  while (first < end && digits[first] === 0) first += 1;
  return end - first >= 15 ? first : begin;
}

/** In one; in groups alike with a rest; six and the rest; and as those cards are embossed that have other groups. */
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

/** YYYYMMDD of these two centuries. */
function isDay(digits: Uint8Array, at: number): boolean {
  const number = (from: number, count: number) => Number(digits.slice(at + from, at + from + count).join(''));
  const [year, month, day] = [number(0, 4), number(4, 2), number(6, 2)];
  return year >= 1900 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function isCard(text: string, row: Row, { first, last }: Span, isOwn: IsOwnCard): boolean {
  const number = row.digits.slice(first, last).join('');
  if (isOwn(number) || (number.length === 14 && isMoment(number))) return false;
  return !isPartOfOther(text, row.starts[first]!, row.ends[last - 1]!, number.length, row.looked);
}

/** DDMMYYYYhhmmss, as registers write it. */
function isMoment(number: string): boolean {
  return /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(number);
}

/** Digits within something that is known by its looks: a telephone number, an id, a hash, a fraction, a bank account. */
function isPartOfOther(text: string, start: number, end: number, count: number, looked: Looked): boolean {
  looked.times += 1;
  if (looked.times > MOST_LOOKED) return false;
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

/** A text of nothing else but such numbers would hold everybody up; from there on each of them counts as a card. */
const MOST_LOOKED = 500;

const AROUND = 70;

// Object ids, UUIDs, and hashes; the rest of a magnetic track has digits alone behind its letter.
const IDS =
  /(?<![A-Za-z0-9])(?:[A-Z]{3}_[A-Z0-9]{30}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?!\d+D\d+F?(?![0-9a-f]))(?=\d*[a-f])(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32}))(?![A-Za-z0-9])/gi;

const IBAN = /(?<![A-Za-z0-9])([A-Za-z]{2})\d{2}/g;

/** So many letters and digits from there, in groups or not. */
function lengthFrom(text: string, from: number, count: number): string | null {
  if (count === 0) return null;
  let letters = 0;
  for (let i = from; i < text.length; i += 1) {
    if (/[A-Za-z0-9]/.test(text[i]!)) letters += 1;
    if (letters === count) return text.slice(from, i + 1);
  }
  return null;
}

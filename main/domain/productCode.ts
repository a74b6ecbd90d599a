/**
 * Turns what was scanned or typed into the one code of an article. Whatever stores, imports, finds or compares codes does it by `key`:
 * an EAN-8, EAN-13, UPC-A, UPC-E, GTIN-14, ISBN, a symbol of GS1, a GS1 Digital Link, or any text of the shop's own. Pure.
 */
import { eanCheckDigit } from './checkDigits.ts';
import {
  bareElementsIn,
  bracketedElementsIn,
  type Elements,
  elementsIn,
  GS,
  linkedElementsIn,
} from './elementString.ts';

export interface ProductCode {
  /** All spellings of a code have the same one: 8, 13 or 14 digits of a GTIN, else the text with its case folded. */
  readonly key: string;
  readonly kind: 'gtin' | 'own';
  /** As people read it: a GTIN is its key, a code of the shop's own stays as it is written. */
  readonly shown: string;
  /** The symbol's own words about the packet, beside the GTIN; null where it has none. */
  readonly elements: Elements | null;
}

/** Digits that are no GTIN because the check digit is wrong: probably one was misread or lost. */
export const hasWrongCheckDigit = ({ key, kind }: ProductCode): boolean =>
  kind === 'own' && /^(?:\d{8}|\d{12,14})$/.test(key);

/** The key of a code in any spelling. */
export const codeKey = (text: string): string => readProductCode(text).key;

/** True where both are spellings of one code; an empty text is none. */
export const isSameCode = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one === other || codeKey(one) === codeKey(other));

/** The spellings of a code that people type: a GTIN with 8 to 14 digits and without zeros in front, a book with its ten signs. */
export function spellingsOf(text: string): readonly string[] {
  const { key, kind } = readProductCode(text);
  if (kind === 'own') return [text];
  const lengths = [14, 13, 12, 11].map(length => key.padStart(14, '0').slice(-length));
  const whole = lengths.filter(
    digits => Number(digits) === Number(key) && digits.length >= key.replace(/^0+/, '').length,
  );
  return [...new Set([key, ...(key.length === 8 ? [] : whole), ...isbn10Of(key)])];
}

/**
 * Codes that digits may stand for which are none by themselves: a UPC-A that is typed without its zero, or as it is printed without its
 * check digit. Most likely first.
 */
export function meantCodes(text: string): readonly string[] {
  const digits = text.replaceAll(' ', '');
  if (!/^\d{11}$/.test(digits)) return [];
  return [`0${digits}`, `${digits}${eanCheckDigit(digits)}`].filter(code => readProductCode(code).kind === 'gtin');
}

/** Reads any text. */
export function readProductCode(text: string): ProductCode {
  const written = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('\u241d', GS)
    .trim();
  const { code, isMarked } = withoutSymbology(written);
  const elements = readElements(code, isMarked);
  const gtin = elements?.gtin ?? gtinIn(code);
  if (gtin !== null) {
    const key = shortened(gtin);
    return { key, kind: 'gtin', shown: key, elements };
  }
  const plain = code.replace(/\s+/g, ' ').trim();
  return { key: folded(plain), kind: 'own', shown: plain, elements: null };
}

// Symbology identifiers (ISO/IEC 15424): a bracket, the symbology, and how it was read. GS1 data is in these.
// A keyboard with its capitals locked turns the case; only `E` and `e` mean two things.
const OF_GS1 = /^\](?:[Cc]1|[Dd]2|e[0-3]|[Qq]3|[Jj]1)/;
const OF_ANY = /^\][A-Za-z][0-9A-Za-z](?=.)/;
/** EAN-13 with the two or five digits beside it. */
const WITH_ADDITION = /^\]E3(\d{13})\d{2,5}$/;

/** A text without the identifier that a scanner puts in front: codes of cards and vouchers have the same scanners. */
export const withoutIdentifier = (text: string): string => text.trim().replace(OF_ANY, '');

function withoutSymbology(text: string): { readonly code: string; readonly isMarked: boolean } {
  if (OF_GS1.test(text)) return { code: text.slice(3), isMarked: true };
  const [, main] = WITH_ADDITION.exec(text) ?? [];
  if (main !== undefined) return { code: main, isMarked: false };
  const code = OF_ANY.test(text) ? text.slice(3) : text;
  return { code, isMarked: code.startsWith(GS) };
}

const readElements = (code: string, isMarked: boolean): Elements | null =>
  bracketedElementsIn(code) ?? linkedElementsIn(code) ?? (isMarked ? elementsIn(code) : bareElementsIn(code));

/** 14 digits; null where the text is no GTIN. */
function gtinIn(text: string): string | null {
  const isbn = isbnIn(text);
  if (isbn !== null) return isbn.padStart(14, '0');
  const digits = /^[\d ]+$/.test(text) ? text.replaceAll(' ', '') : '';
  if (digits.length === 8) {
    // A UPC-E begins with 0 or 1, and its check digit is that of the UPC-A. Of a code that could be both, 1 means EAN-8: GS1 gives
    // such numbers out, while 0 is left to shops.
    const expanded = expandedUpcE(digits);
    const isEan8 = isRight(digits);
    if (expanded !== null && isRight(expanded) && (digits.startsWith('0') || !isEan8))
      return expanded.padStart(14, '0');
    return isEan8 ? digits.padStart(14, '0') : null;
  }
  return digits.length >= 12 && digits.length <= 14 && isRight(digits) ? digits.padStart(14, '0') : null;
}

const isRight = (digits: string): boolean => eanCheckDigit(digits.slice(0, -1)) === Number(digits.at(-1));

/** The shortest of 8, 13 and 14 digits that is read as this GTIN again: eight digits may be those of a UPC-E. */
function shortened(gtin: string): string {
  const short = gtin.slice(6);
  if (gtin.startsWith('000000') && gtinIn(short) === gtin) return short;
  return gtin.startsWith('0') ? gtin.slice(1) : gtin;
}

/** The UPC-A of a UPC-E (GS1 General Specifications, 5.2.2.4.2); null for eight digits that begin otherwise. */
function expandedUpcE(digits: string): string | null {
  const [, system = '', body = '', check = ''] = /^([01])(\d{6})(\d)$/.exec(digits) ?? [];
  if (system === '') return null;
  const last = Number(body[5]);
  const first = body.slice(0, 5);
  if (last <= 2) return `${system}${body.slice(0, 2)}${last}0000${body.slice(2, 5)}${check}`;
  if (last === 3) return `${system}${body.slice(0, 3)}00000${body.slice(3, 5)}${check}`;
  if (last === 4) return `${system}${body.slice(0, 4)}00000${body[4]}${check}`;
  return `${system}${first}0000${last}${check}`;
}

/** 13 digits of an ISBN, with or without the word, hyphens and blanks; null for another text. */
function isbnIn(text: string): string | null {
  const [, written = ''] = /^(?:ISBN(?:-1[03])?:? ?)?(\d[\d \u2010-\u2015-]{7,15}[\dX])$/i.exec(text) ?? [];
  const signs = written.replace(/[^\dX]/gi, '').toUpperCase();
  const groups = written.split(/[^\dX]+/i).length;
  // Hyphens stand between all parts of an ISBN; digits with one hyphen are a code of the shop's own.
  if (groups !== 1 && groups !== (signs.length === 13 ? 5 : 4)) return null;
  if (signs.length === 13) return /^97[89]\d{10}$/.test(signs) && isRight(signs) ? signs : null;
  if (!/^\d{9}[\dX]$/.test(signs)) return null;
  const sum = [...signs].reduce((total, sign, at) => total + (10 - at) * (sign === 'X' ? 10 : Number(sign)), 0);
  const twelve = `978${signs.slice(0, 9)}`;
  return sum % 11 === 0 ? `${twelve}${eanCheckDigit(twelve)}` : null;
}

function isbn10Of(key: string): readonly string[] {
  const [, nine] = /^978(\d{9})\d$/.exec(key) ?? [];
  if (nine === undefined) return [];
  const sum = [...nine].reduce((total, digit, at) => total + (10 - at) * Number(digit), 0);
  const check = (11 - (sum % 11)) % 11;
  return [`${nine}${check === 10 ? 'X' : check}`];
}

/** Letters of one sound are one letter, also where a letter becomes two: `ß` and `SS`. */
const folded = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');

/**
 * Element strings of GS1: what a GS1-128, DataMatrix, DataBar or QR symbol, a GS1 Digital Link or a person with brackets says about a
 * packet. Source: GS1 General Specifications, chapter 3 (application identifiers), and the GS1 Digital Link URI syntax. Pure.
 */
import { eanCheckDigit } from './checkDigits.ts';

/** FNC1 as scanners send it between two elements: the sign GS. */
export const GS = '\u001d';

/** FNC1 as scanners that cannot send GS are set to write it: signs that no element may hold, and names in brackets. */
const FNC1 = /[<{[](?:GS|FNC1)[>}\]]|\\x1d|\\u001d|%1d|[\^|~#]/gi;
const withGs = (text: string): string => text.replace(FNC1, GS);

export interface Elements {
  /** 14 digits with the right check digit. */
  readonly gtin: string;
  /** YYYY-MM-DD: last day of use (17), else best before (15). */
  readonly expires: string | null;
  readonly lot: string | null;
  readonly serial: string | null;
  /** Net weight (310n), whole grams. */
  readonly grams: number | null;
  /** Amount to pay for this packet (392n, 393n): digits, how many of them are decimals, and with 393n the number of the currency (ISO 4217). */
  readonly price: { readonly digits: string; readonly decimals: number; readonly currency?: string } | null;
}

interface Row {
  readonly identifier: RegExp;
  /** Signs of the value. Where `isFixed` is left out: at most so many, up to the next GS. */
  readonly length: number;
  readonly isFixed?: true;
}

const ROWS: readonly Row[] = [
  { identifier: /^00/, length: 18, isFixed: true },
  { identifier: /^0[12]/, length: 14, isFixed: true },
  { identifier: /^1[1-9]/, length: 6, isFixed: true },
  { identifier: /^20/, length: 2, isFixed: true },
  { identifier: /^3[1-6]\d\d/, length: 6, isFixed: true },
  { identifier: /^41\d/, length: 13, isFixed: true },
  { identifier: /^(?:10|2[12])/, length: 20 },
  { identifier: /^(?:3[07])/, length: 8 },
  { identifier: /^(?:235|24\d|25\d|40\d|42\d|710|71\d)/, length: 30 },
  { identifier: /^39[0-5]\d/, length: 18 },
  { identifier: /^[78]\d{3}/, length: 70 },
  { identifier: /^9\d/, length: 90 },
];

type Pair = readonly [identifier: string, value: string];

/** Elements behind FNC1 or behind the identifier of a GS1 symbol. What follows a torn element is left out; null without a right GTIN. */
export const elementsIn = (text: string): Elements | null => elementsOf(pairsIn(withGs(text)).pairs);

/** A lot or a serial number that ends with FNC1 before the GTIN. */
const BEFORE_GTIN = new RegExp(`^(?:10|21)[^${GS}]{1,20}${GS}01\\d{14}`);

/** Elements of a text that nothing marks as such: every sign of it must fit, beginning with the GTIN, or with dates or a lot before it. */
export function bareElementsIn(written: string): Elements | null {
  const text = withGs(written).replace(new RegExp(`^${GS}`), '');
  if (!/^(?:1[1-9]\d{6}){0,3}01\d{14}/.test(text) && !BEFORE_GTIN.test(text)) return null;
  const { pairs, isWhole } = pairsIn(text);
  return isWhole ? elementsOf(pairs) : null;
}

/** Elements with brackets around the identifiers, as they are printed below a symbol. */
export function bracketedElementsIn(text: string): Elements | null {
  if (!/^\(\d{2,4}\)/.test(text)) return null;
  return elementsOf(
    [...text.matchAll(/\((\d{2,4})\)([^(]*)/g)].map(([, identifier = '', value = '']) => [identifier, value.trim()]),
  );
}

const LINK =
  /^(?:https?:\/\/[^/?#\s]+|(?:[a-z0-9-]+\.)+[a-z]{2,})(?:\/[^?#]*?)?\/(?:01|gtin)\/(\d{8,14})((?:\/[^/?#]+\/[^/?#]+)*)\/?(?:\?([^#]*))?(?:#.*)?$/i;

/** Elements of a GS1 Digital Link, whatever domain resolves it. */
export function linkedElementsIn(text: string): Elements | null {
  const [found, gtin = '', path = '', query = ''] = LINK.exec(text) ?? [];
  if (found === undefined) return null;
  const parts = path.split('/').filter(Boolean);
  const inPath = parts.flatMap((part, at): Pair[] => (at % 2 === 0 ? [[part, decoded(parts[at + 1] ?? '')]] : []));
  const inQuery = [...new URLSearchParams(query)].filter(([name]) => /^\d{2,4}$/.test(name));
  return elementsOf([['01', gtin.padStart(14, '0')], ...inPath, ...inQuery]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function pairsIn(text: string): { readonly pairs: readonly Pair[]; readonly isWhole: boolean } {
  const pairs: Pair[] = [];
  let rest = text;
  while (rest !== '') {
    if (rest.startsWith(GS)) {
      rest = rest.slice(1);
      continue;
    }
    const row = ROWS.find(({ identifier }) => identifier.test(rest));
    const [identifier = ''] = row?.identifier.exec(rest) ?? [];
    const value = row === undefined ? '' : valueIn(rest.slice(identifier.length), row);
    if (row === undefined || value === '') return { pairs, isWhole: false };
    pairs.push([identifier, value]);
    rest = rest.slice(identifier.length + value.length);
  }
  return { pairs, isWhole: true };
}

/** Empty where the value is torn. */
function valueIn(rest: string, { length, isFixed }: Row): string {
  // Only as far as a value reaches: a text of any length is read in one pass.
  const [whole = ''] = rest.slice(0, length + 1).split(GS);
  if (!isFixed) return whole.length > length ? '' : whole;
  const value = whole.slice(0, length);
  return value.length === length && /^\d+$/.test(value) ? value : '';
}

function elementsOf(pairs: readonly Pair[]): Elements | null {
  const pairOf = (identifier: RegExp) => pairs.find(([name]) => identifier.test(name)) ?? null;
  const [, gtin = ''] = pairOf(/^01$/) ?? [];
  if (!/^\d{14}$/.test(gtin) || eanCheckDigit(gtin.slice(0, -1)) !== Number(gtin.at(-1))) return null;
  const weight = pairOf(/^310[0-5]$/);
  const [, day = ''] = pairOf(/^17$/) ?? pairOf(/^15$/) ?? [];
  return {
    gtin,
    expires: dayOf(day, new Date().getUTCFullYear()),
    lot: pairOf(/^10$/)?.[1] ?? null,
    serial: pairOf(/^21$/)?.[1] ?? null,
    grams:
      weight && /^\d{6}$/.test(weight[1]) ? Math.round(Number(weight[1]) * 10 ** (3 - Number(weight[0][3]))) : null,
    price: priceOf(pairOf(/^39[23][0-3]$/)),
  };
}

function priceOf(pair: Pair | null): Elements['price'] {
  const [identifier = '', value = ''] = pair ?? [];
  const isWithCurrency = identifier.startsWith('393');
  const [, currency = '', digits = ''] = (isWithCurrency ? /^(\d{3})(\d{1,15})$/ : /^()(\d{1,15})$/).exec(value) ?? [];
  return digits === '' ? null : { digits, decimals: Number(identifier[3]), ...(isWithCurrency ? { currency } : {}) };
}

/** YYMMDD; day 00 is the last one of its month. Null for no day of the calendar. */
function dayOf(text: string, thisYear: number): string | null {
  const [found, year = '', month = '', day = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (found === undefined) return null;
  const moment = new Date(
    Date.UTC(centuryOf(Number(year), thisYear) + Number(year), Number(month) - (day === '00' ? 0 : 1), Number(day)),
  );
  const written = moment.toISOString().slice(0, 10);
  return written.slice(2, 7) === `${year}-${month}` ? written : null;
}

/** The century in which the year is at most 50 years ahead, and less than 50 past (GS1 General Specifications, 7.12). */
function centuryOf(year: number, thisYear: number): number {
  const century = thisYear - (thisYear % 100);
  const ahead = year - (thisYear % 100);
  if (ahead > 50) return century - 100;
  return ahead < -49 ? century + 100 : century;
}

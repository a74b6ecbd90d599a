/** Amounts as people write them in files: `2,90`, `2.90`, `€ 1.234,50`. Read into minor units without ever guessing. */
import { exponentOf } from './currencies.ts';
import { ratio } from './money.ts';

export type WrittenAmount =
  | { readonly ok: true; readonly amount: number }
  | { readonly ok: false; readonly texts: { readonly de: string; readonly en: string } };

const NUMBER = /^(-?)(\d{1,3}(?:([.,' ])\d{3})(?:\3\d{3})*|\d+)(?:([.,])(\d+))?$/;
/** More is a slip of the finger. */
const MOST_DIGITS = 12;

/** `rounds`: what has more decimals than the currency is rounded half away from zero, in the place of a refusal. */
export function readWrittenAmount(text: string, currency: string, rounds = false): WrittenAmount {
  const plain = text
    .replace(/\s/gu, ' ')
    .replace(new RegExp(`^(?:€|${currency})\\s*|\\s*(?:€|${currency})$`, 'gi'), '')
    .replace(/^\u2212/, '-')
    .replace(/[\u2019\u02bc`\u00b4]/g, "'")
    // `12,-` and `12.–`: no cents.
    .replace(/(\d)[.,][-\u2013\u2014]{1,2}$/, '$1')
    .trim();
  if (/^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(plain))
    return refused(text, 'die Tabellenkalkulation hat die Zahl gekürzt', 'the spreadsheet has shortened the number');
  const match = NUMBER.exec(plain);
  if (!match) return refused(text, 'so sieht kein Betrag aus', 'this is not an amount');
  const [, sign = '', whole = '', group, point, fraction = ''] = match;
  if (group !== undefined && group === point) return refused(text, 'so sieht kein Betrag aus', 'this is not an amount');
  const exponent = exponentOf(currency);
  // One sign with three digits behind it: thousands in one language, a fraction in the other.
  const isAmbiguous =
    group !== undefined && point === undefined && /^[.,]$/.test(group) && whole.split(group).length === 2;
  // A currency with three decimals is always written with them, so three digits are those.
  if (isAmbiguous && exponent === 3) return minorUnits(sign, ...(whole.split(group) as [string, string]), exponent);
  // `0,087`: nobody writes thousands behind a zero.
  if (isAmbiguous && rounds && whole.startsWith('0')) return rounded(sign, whole.replace(/\D/g, ''), 3, exponent);
  if (isAmbiguous)
    return refused(
      text,
      'das kann mit oder ohne Tausender gemeint sein; bitte ohne Tausenderzeichen schreiben',
      'this may be meant with or without thousands; please write no sign for thousands',
    );
  const digits = whole.replace(/\D/g, '');
  if (digits.length + exponent > MOST_DIGITS) return refused(text, 'der Betrag ist zu hoch', 'the amount is too high');
  const cents = fraction.replace(/0+$/, '');
  if (cents.length > exponent && rounds && digits.length + cents.length <= MOST_DIGITS)
    return rounded(sign, `${digits}${cents}`, cents.length, exponent);
  if (cents.length > exponent)
    return refused(text, `${currency} hat ${exponent} Nachkommastellen`, `${currency} has ${exponent} decimals`);
  return minorUnits(sign, digits, cents, exponent);
}

/** Signs, codes and words of currencies, before or behind the digits. */
const SIGN =
  '(?:us\\$|ca\\$|\\p{Sc}|s?fr\\.?|kr\\.?|zł|kč|ft|lei|лв\\.?|円|元|euros?|franken|usd|eur|gbp|chf|pln|czk|sek|dkk|nok|huf|ron|cad|aud|jpy|kwd)';
const SIGNS = new RegExp(`^(-?)${SIGN}\\s*(?=[-+.,\\d])|(?<=[\\d.,–-])\\s*${SIGN}$`, 'giu');

const FREE = /^(?:kostenlos|gratis|umsonst|kostenfrei|free(?: of charge)?|gratuit|gratuito)$/i;
const NOTHING = /^(?:-+|[–—]|n\.?\s?\/?\s?a\.?|k\.\s?a\.?|keine? angabe|null|nil|none)$/i;

/** True for a cell that says in words or by a dash that it holds no amount. */
export const saysNothing = (text: string): boolean => text.trim() === '' || NOTHING.test(text.trim());

/** `(3,00)`, `3,00-`, `- 3,00` and `−3,00` as bookkeepers write what is below zero. */
const withSignInFront = (text: string): string =>
  text
    .replace(/^\(([^()]+)\)$/, '-$1')
    .replace(/^(.*\d)\s*[-\u2212]$/, '-$1')
    .replace(/^[\u2212\u2010-\u2013-]\s*(?=\S)/, '-');

/** An amount of a list: it has one currency, that of the shop, whatever sign a program puts beside its amounts. */
export const readListedAmount = (text: string, currency: string): WrittenAmount => listedAmount(text, currency, false);

/** The same, with decimals beyond those of the currency rounded: purchase prices have them. */
export const readRoundedAmount = (text: string, currency: string): WrittenAmount => listedAmount(text, currency, true);

const listedAmount = (text: string, currency: string, rounds: boolean): WrittenAmount =>
  readWrittenAmount(
    withSignInFront(withSignInFront(text.trim()).replace(SIGNS, '$1'))
      .replace(FREE, '0')
      // `5€50`, and `.50` without its zero.
      .replace(/^(\d+)€(\d{2})$/, '$1.$2')
      .replace(/^(-?)(?=[.,]\d)/, '$10')
      .replace(/^\+\s*(?=\d)/, ''),
    currency,
    rounds,
  );

/** `digits` with so many decimals, in minor units. */
function rounded(sign: string, digits: string, decimals: number, exponent: number): WrittenAmount {
  const amount = ratio(Number(digits), 10 ** exponent, 10 ** decimals);
  return { ok: true, amount: sign === '-' && amount !== 0 ? -amount : amount };
}

function minorUnits(sign: string, digits: string, cents: string, exponent: number): WrittenAmount {
  const amount = Number(`${digits}${cents.padEnd(exponent, '0')}`);
  return { ok: true, amount: sign === '-' && amount !== 0 ? -amount : amount };
}

const refused = (text: string, de: string, en: string): WrittenAmount => ({
  ok: false,
  texts: { de: `${shown(text)}: ${de}.`, en: `${shown(text)}: ${en}.` },
});

const shown = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;

/** In major units, with a comma, which a spreadsheet never takes for a day. */
export function writtenAmount(amount: number, currency: string): string {
  const exponent = exponentOf(currency);
  if (exponent === 0) return String(amount);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -exponent)},${digits.slice(-exponent)}`;
}

/** Converts amounts in the smallest unit to text and typed text to amounts; formats times. */

import { type NumberForm, readNumber } from './number.ts';
import { shopZone } from './zone.ts';

export type Language = 'de' | 'en';

export const LOCALES = { de: 'de-DE', en: 'en-GB' } as const satisfies Record<Language, string>;

/** `1.234,50 €` in German, `€1,234.50` in English. `minor` is in the smallest unit of the currency. */
export const formatMoney = (minor: number, currency: string, language: Language): string =>
  withMinus(formatterOf(currency, language).format((minor || 0) / 10 ** decimalsOf(currency)));

/**
 * A formatted figure with the minus of typography (U+2212) before it. A hyphen is shorter than the signs of a figure, and screen readers
 * leave it out. Fields keep the hyphen of the keyboard, and paper that of the printers, whose code pages have no other.
 */
export const withMinus = (figure: string | number): string => `${figure}`.replace('-', '−');

/** The amount in the form of an input field: `12,50` or `12.50`, without currency and thousands separators. */
export function editableMoney(minor: number, currency: string, language: Language): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  const fraction = decimals > 0 ? (language === 'de' ? ',' : '.') + digits.slice(cut) : '';
  return (minor < 0 ? '-' : '') + digits.slice(0, cut) + fraction;
}

/** The field of an amount in this currency: its decimals, and the largest amount that is exact. */
export const moneyForm = (currency: string): NumberForm => ({
  decimals: decimalsOf(currency),
  most: Number.MAX_SAFE_INTEGER,
});

/**
 * The typed amount in the smallest unit, with comma or point before the decimals. Null for other characters, too many
 * decimals, or an amount too large to be exact.
 */
export const parseMoney = (text: string, currency: string): number | null =>
  readNumber(text, moneyForm(currency)).value;

/** A tax rate: `19 %`, `8,1 %` in German, `8.1 %` in English. */
export const formatRate = (rate: number, language: Language): string => `${rateText(rate, language)} %`;

/** The rate in the form of an input field, and within a sentence. */
export const rateText = (rate: number, language: Language): string =>
  language === 'de' ? String(rate).replace('.', ',') : String(rate);

/** Wall-clock time of a moment in milliseconds since 1970: `14:05`. */
export const formatTime = (moment: number, language: Language): string => clock(language).format(moment);

/** Day and time of a moment in milliseconds since 1970: `21.11.26, 14:05`. */
export const formatMoment = (moment: number, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'short', timeStyle: 'short', timeZone: shopZone() }).format(
    moment,
  );

/** A duration in milliseconds as `m:ss`. */
export const formatElapsed = (elapsed: number): string => {
  const seconds = Math.max(0, Math.floor(elapsed / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const formatters = new Map<string, Intl.NumberFormat>();
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter takes a hundred times longer than using it, so each formatter is made once. */
function formatterOf(currency: string, language: Language): Intl.NumberFormat {
  const key = language + currency;
  const known = formatters.get(key);
  if (known) return known;
  const decimals = decimalsOf(currency);
  const made = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formatters.set(key, made);
  return made;
}

function clock(language: Language): Intl.DateTimeFormat {
  const timeZone = shopZone();
  const key = language + timeZone;
  const known = clocks.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(LOCALES[language], { hour: '2-digit', minute: '2-digit', timeZone });
  clocks.set(key, made);
  return made;
}

const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2;

/** Currencies for which ISO 4217 has other than two decimals. Browsers use the decimals of everyday writing, which differ, for example, for the forint. */
const DECIMALS: Readonly<Record<string, number>> = {
  ...decimals('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
  ...decimals('BHD IQD JOD KWD LYD OMR TND', 3),
  ...decimals('CLF UYW', 4),
};

function decimals(codes: string, count: number): Readonly<Record<string, number>> {
  return Object.fromEntries(codes.split(' ').map(code => [code, count]));
}

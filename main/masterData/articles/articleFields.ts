/** Checks of single members of an article, wherever they come from: a form, a client or a file. Each throws `ArticleFault`. */
import { isEan } from '../../domain/checkDigits.ts';
import { cardTexts } from '../csvFile.ts';
import { faultAt } from './articleFault.ts';

/** Largest price, in minor units: what is more is a slip of the finger. */
export const LARGEST_PRICE = 99_999_999;
export const LONGEST_NAME = 255;
export const LONGEST_NUMBER = 50;
export const LARGEST_PLACE = 999;

const LABELS: Readonly<Record<string, readonly [de: string, en: string]>> = {
  number: ['Die Artikelnummer', 'The article number'],
  name: ['Der Name', 'The name'],
  name_en: ['Der englische Name', 'The English name'],
  'name.de': ['Der Name', 'The name'],
  'name.en': ['Der englische Name', 'The English name'],
  group: ['Die Gruppe', 'The group'],
  deposit: ['Der Pfandartikel', 'The deposit article'],
};
const labelOf = (path: string) => LABELS[path] ?? [path, path];

/** The text with single blanks. */
export function textOf(path: string, text: string, longest: number): string {
  const [de, en] = labelOf(path);
  const plain = text.trim().replace(/\s+/g, ' ');
  if (plain === '') throw faultAt(path, `${de} fehlt.`, `${en} is missing.`);
  if (plain.length > longest)
    throw faultAt(path, `${de} ist länger als ${longest} Zeichen.`, `${en} is longer than ${longest} characters.`);
  // Among them the signs that a wrong character set makes (U+0080 to U+009F), and those of a damaged file (U+FFFD).
  if (/[\p{Cc}\ufffd]/u.test(plain) || !plain.isWellFormed())
    throw faultAt(path, `${de} enthält Zeichen, die kein Text sind.`, `${en} holds characters that are no text.`);
  return plain;
}

const isShortened = (text: string): boolean => /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(text);

/** Refuses a number that a spreadsheet has shortened to `4,00E+12`: its digits are lost. */
export function refuseShortened(path: string, text: string): void {
  if (!isShortened(text)) return;
  throw faultAt(
    path,
    `"${text}" ist keine Nummer mehr: Die Tabellenkalkulation hat sie gekürzt. Bitte die Spalte als Text formatieren und die Nummer neu eingeben.`,
    `"${text}" is no number any more: the spreadsheet has shortened it. Please format the column as text and enter the number again.`,
  );
}

export function numberOf(text: string, path = 'number'): string {
  refuseShortened(path, text);
  return textOf(path, text, LONGEST_NUMBER);
}

/** A UPC-A is the EAN-13 with 0 in front. A code of another length is one of the shop's own. */
export function eanOf(text: string, path = 'ean'): string {
  refuseShortened(path, text);
  // A number that looks like a payment card was cut before it came here.
  if (/^\*+\d{4}$/.test(text)) {
    const { de, en } = cardTexts(text);
    throw faultAt(path, de, en);
  }
  if (!/^\d{1,14}$/.test(text))
    throw faultAt(
      path,
      `"${cut(text)}" ist keine EAN: Sie hat 1 bis 14 Ziffern.`,
      `"${cut(text)}" is no EAN: it has digits only, 1 to 14 of them.`,
    );
  const ean = text.length === 12 ? `0${text}` : text;
  if ((ean.length === 13 || ean.length === 8) && !isEan(ean))
    throw faultAt(path, `Die Prüfziffer der EAN ${text} stimmt nicht.`, `The check digit of the EAN ${text} is wrong.`);
  return ean;
}

/** Every code once. */
export function eansOf(texts: readonly string[], path: (index: number) => string): readonly string[] {
  const eans = texts.map((text, index) => eanOf(text.trim(), path(index)));
  const twice = eans.findIndex((ean, index) => eans.indexOf(ean) < index);
  if (twice >= 0)
    throw faultAt(
      path(twice),
      `Die EAN ${eans[twice]} steht zweimal da.`,
      `The EAN ${eans[twice]} stands there twice.`,
    );
  return eans;
}

/** Minor units. */
export function checkPrice(price: number, path = 'price', written = String(price)): number {
  if (!Number.isSafeInteger(price))
    throw faultAt(path, `Der Preis ${written} ist keine ganze Zahl.`, `The price ${written} is no whole number.`);
  if (price < 0) throw faultAt(path, 'Der Preis ist negativ.', 'The price is negative.');
  if (price > LARGEST_PRICE)
    throw faultAt(path, `Der Preis ${written} ist zu hoch.`, `The price ${written} is too high.`);
  return price;
}

/** A day that the calendar has. */
export function dayOf(text: string, path: string): string {
  const day = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime());
  if (!isDay || day.toISOString().slice(0, 10) !== text)
    throw faultAt(path, `"${cut(text)}" ist kein Tag (JJJJ-MM-TT).`, `"${cut(text)}" is no day (YYYY-MM-DD).`);
  return text;
}

export const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

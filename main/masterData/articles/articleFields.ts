/** Checks of single members of an article, wherever they come from: a form, a client or a file. Each throws `ArticleFault`. */
import { hasWrongCheckDigit, isSameCode, readProductCode } from '../../domain/productCode.ts';
import { numberInCode } from '../../domain/receiptCode.ts';
import { BETWEEN_CODES, type PackCode, packsIn } from '../../wire/articleCodes.ts';
import { cardTexts } from '../csvFile.ts';
import { faultAt } from './articleFault.ts';
import { isDayOfSpreadsheet, isShortened } from './spreadsheetCell.ts';

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
  // Signs that turn the direction of all that follows would tear a price beside the name.
  const plain = text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .replace(/\s+/g, ' ');
  if (plain === '') throw faultAt(path, `${de} fehlt.`, `${en} is missing.`);
  if (plain.length > longest)
    throw faultAt(path, `${de} ist länger als ${longest} Zeichen.`, `${en} is longer than ${longest} characters.`);
  // Among them the signs that a wrong character set makes (U+0080 to U+009F), and those of a damaged file (U+FFFD).
  if (/[\p{Cc}\ufffd]/u.test(plain) || !plain.isWellFormed())
    throw faultAt(path, `${de} enthält Zeichen, die kein Text sind.`, `${en} holds characters that are no text.`);
  return plain;
}

/** `4006381333931,00`, `4.006.381.333.931` */
const isAmount = (text: string): boolean => /^\d{7,}[.,]0+$|^\d{1,3}([.,'’]\d{3}){2,}([.,]0+)?$/.test(text);

/** Refuses a number that a spreadsheet has shortened to `4,00E+12`, or written as an amount: its digits are lost, or changed. */
export function refuseShortened(path: string, text: string): void {
  if (isAmount(text))
    throw faultAt(
      path,
      `"${cut(text)}" ist eine Zahl und keine Nummer: Die Tabellenkalkulation hat sie als Betrag geschrieben. Bitte die Spalte als Text formatieren und die Nummer neu eingeben.`,
      `"${cut(text)}" is an amount and no number: the spreadsheet has written it so. Please format the column as text and enter the number again.`,
    );
  if (isDayOfSpreadsheet(text))
    throw faultAt(
      path,
      `"${text}" ist ein Tag und keine Nummer: Die Tabellenkalkulation hat ihn daraus gemacht, etwa aus 1-2. Bitte die Spalte als Text formatieren und die Nummer neu eingeben.`,
      `"${text}" is a day and no number: the spreadsheet has made it of one, such as 1-2. Please format the column as text and enter the number again.`,
    );
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

export const LONGEST_CODE = 80;

/** A code of goods as it is kept: a GTIN in its usual length, else the text of the shop's own. */
export function codeOf(text: string, path = 'ean'): string {
  refuseShortened(path, text.trim());
  // A number that looks like a payment card was cut before it came here.
  if (/\*{8,}\d{4}/.test(text)) {
    const { de, en } = cardTexts(text);
    throw faultAt(path, de, en);
  }
  const code = readProductCode(text);
  const { shown } = code;
  const short = cut(shown);
  if (shown === '') throw faultAt(path, 'Der Code fehlt.', 'The code is missing.');
  if (shown.length > LONGEST_CODE)
    throw faultAt(
      path,
      `Der Code "${short}" ist länger als ${LONGEST_CODE} Zeichen.`,
      `The code "${short}" is longer than ${LONGEST_CODE} characters.`,
    );
  if (/[\p{Cc}\ufffd]/u.test(shown) || !shown.isWellFormed() || BETWEEN_CODES.test(shown))
    throw faultAt(
      path,
      `Der Code "${short}" enthält Zeichen, die in keinem Code stehen können: Komma, Semikolon, Strich oder nicht druckbare.`,
      `The code "${short}" holds signs that no code can have: comma, semicolon, bar, or signs that are not printed.`,
    );
  if (hasWrongCheckDigit(code))
    throw faultAt(
      path,
      `Die Prüfziffer der EAN ${short} stimmt nicht.`,
      `The check digit of the EAN ${short} is wrong.`,
    );
  if (hasLetterInDigits(shown))
    throw faultAt(
      path,
      `"${short}" ist keine EAN: Darin steht ein Buchstabe statt einer Ziffer (O statt 0, l statt 1).`,
      `"${short}" is no EAN: a letter stands in it in the place of a digit (O for 0, l for 1).`,
    );
  if (numberInCode(shown) !== null)
    throw faultAt(
      path,
      `${short} hat die Form der Codes auf Kassenbons, die damit nicht mehr gefunden würden.`,
      `${short} has the form of the codes on receipts, which would not be found any more.`,
    );
  return shown;
}

/** True for a text that would be a GTIN with digits in the place of letters that look like them. */
function hasLetterInDigits(text: string): boolean {
  const digits = text.replace(/o/gi, '0').replace(/[il]/gi, '1');
  return digits !== text && /^\d+$/.test(digits) && readProductCode(digits).kind === 'gtin';
}

/** Every code once. */
export function eansOf(texts: readonly string[], path: (index: number) => string): readonly string[] {
  const eans = texts.map((text, index) => codeOf(text, path(index)));
  for (const [index, ean] of eans.entries()) refuseTwice(ean, eans.slice(0, index), path(index));
  return eans;
}

function refuseTwice(code: string, before: readonly string[], path: string): void {
  if (before.some(other => isSameCode(code, other)))
    throw faultAt(path, `Die EAN ${code} steht zweimal da.`, `The EAN ${code} stands there twice.`);
}

const MOST_PIECES = 9999;

/** `eans`: the codes of a single piece, none of which is one of a pack. */
export function packsOf(packs: readonly PackCode[], eans: readonly string[], path: string): PackCode[] {
  const read = packs.map(({ code, pieces }) => ({ code: codeOf(code, path), pieces }));
  for (const [index, { code, pieces }] of read.entries()) {
    refuseTwice(code, [...eans, ...read.slice(0, index).map(other => other.code)], path);
    if (!Number.isInteger(pieces) || pieces < 2 || pieces > MOST_PIECES)
      throw faultAt(
        path,
        `In der Packung ${code} sind 2 bis ${MOST_PIECES} Stück.`,
        `The pack ${code} holds 2 to ${MOST_PIECES} pieces.`,
      );
  }
  return read;
}

/** The cell of a file. */
export function writtenPacksOf(text: string, path: string): PackCode[] {
  const packs = packsIn(text);
  if (packs) return packsOf(packs, [], path);
  throw faultAt(
    path,
    `"${cut(text)}" sind keine Packungen: bitte Code = Stück, etwa 14006381333938 = 6.`,
    `"${cut(text)}" are no packs: please write code = pieces, for example 14006381333938 = 6.`,
  );
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

/**
 * Codes that seem to have lost their leading zeros: a spreadsheet takes a code for a number. Nobody but a person can say whether
 * `36000291452` was `0036000291452`, so it is asked, and never guessed.
 */
import { isSameCode, readProductCode } from '../../domain/productCode.ts';
import type { MasterArticle, ZerosChoice } from '../../wire/articles.ts';
import { faultAt } from './articleFault.ts';
import type { FileArticle } from './articleFile.ts';
import { isWithoutZeros } from './spreadsheetCell.ts';

/** Zeros that are looked for in front of an article number. */
const MOST_ZEROS = 6;

export class LostZeros {
  /** Lines with such a code. */
  lines = 0;
  readonly #find: (number: string) => Pick<MasterArticle, 'eans'> | null;
  readonly #choice: ZerosChoice;

  /** `find`: the article of the shop that has this number. */
  constructor(find: (number: string) => Pick<MasterArticle, 'eans'> | null, choice: ZerosChoice) {
    this.#find = find;
    this.#choice = choice;
  }

  /** The article with its zeros, or as it is. Throws `ArticleFault` while nobody has said which. */
  settled(article: FileArticle): FileArticle {
    const number = this.wholeNumber(article.number);
    const known = this.#find(number);
    const had = known?.eans.length === 1 ? (known.eans[0] ?? '') : '';
    // Ten digits that are left of a code may be those of a book, too.
    const isHad = article.eans.length === 1 && isWithoutZeros(had, article.writtenEans);
    const eans = isHad
      ? [had]
      : article.eans.map(ean => (known?.eans.some(one => isSameCode(one, ean)) ? ean : eanWithZeros(ean)));
    const lost = eans.findIndex((ean, index) => ean !== article.eans[index]);
    const { deposit } = article.options;
    const whole = deposit ? this.wholeNumber(deposit) : deposit;
    if (number === article.number && lost < 0 && whole === deposit) return article;
    this.lines += 1;
    if (this.#choice === 'keep') return article;
    if (this.#choice === 'ask') {
      if (number !== article.number) throw asked('number', article.number, number);
      if (lost >= 0) throw asked('ean', isHad ? article.writtenEans : (article.eans[lost] ?? ''), eans[lost] ?? '');
      throw asked('deposit', deposit ?? '', whole ?? '');
    }
    const options = whole === undefined ? article.options : { ...article.options, deposit: whole };
    return { ...article, number, eans, options };
  }

  /** The shop has an article with zeros in front, and none without. */
  wholeNumber(number: string): string {
    if (!/^[1-9]\d*$/.test(number) || this.#find(number)) return number;
    for (let zeros = 1; zeros <= MOST_ZEROS; zeros += 1) {
      const whole = `${'0'.repeat(zeros)}${number}`;
      if (this.#find(whole)) return whole;
    }
    return number;
  }
}

/**
 * Digits that a code of a length still has without its zeros: EAN-8 and UPC-E, ISBN, UPC-A and EAN-13. Shorter codes are numbers of
 * the shop itself, and right by chance.
 */
const LOST: readonly { readonly digits: RegExp; readonly length: number }[] = [
  { digits: /^[1-9]\d{6}$/, length: 8 },
  { digits: /^[1-9]\d{7,8}[\dX]$|^[1-9]\d{7}X$/i, length: 10 },
  { digits: /^[1-9]\d{8,10}$/, length: 13 },
];

function eanWithZeros(code: string): string {
  if (readProductCode(code).kind === 'gtin') return code;
  for (const { digits, length } of LOST) {
    const whole = code.padStart(length, '0');
    if (digits.test(code) && whole !== code && readProductCode(whole).kind === 'gtin') return whole;
  }
  return code;
}

const asked = (column: string, code: string, whole: string) =>
  faultAt(
    column,
    `${code} war vielleicht ${whole}: Eine Tabellenkalkulation lässt Nullen am Anfang weg. Bitte wählen: Nullen ergänzen (zeros=restore) oder so übernehmen (zeros=keep).`,
    `${code} may have been ${whole}: a spreadsheet drops zeros in front. Please choose: restore the zeros (zeros=restore) or take it as it is (zeros=keep).`,
  );

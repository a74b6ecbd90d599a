/** Numbers and codes of articles that a spreadsheet seems to have taken for quantities. */
import { isSameCode, readProductCode } from '../../domain/productCode.ts';
import type { MasterArticle } from '../../wire/articles.ts';
import { askedRounded, askedZeros, type DigitChoices, isRounded, wholeNumber } from '../listedNumbers.ts';
import { ArticleFault } from './articleFault.ts';
import type { FileArticle } from './articleFile.ts';
import { isWithoutZeros } from './spreadsheetCell.ts';

export class LostDigits {
  /** Lines with such a code. */
  zeros = 0;
  rounded = 0;
  readonly #find: (number: string) => Pick<MasterArticle, 'eans'> | null;
  readonly #choices: DigitChoices;

  /** `find`: the article of the shop that has this number. */
  constructor(find: (number: string) => Pick<MasterArticle, 'eans'> | null, choices: DigitChoices) {
    this.#find = find;
    this.#choices = choices;
  }

  /** The article with its zeros, or as it is. Throws `ArticleFault` while nobody has said which. */
  settled(article: FileArticle): FileArticle {
    this.#askRounded(article);
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
    this.zeros += 1;
    if (this.#choices.zeros === 'keep') return article;
    if (this.#choices.zeros === 'ask') {
      if (number !== article.number) throw asked('number', article.number, number);
      if (lost >= 0) throw asked('ean', isHad ? article.writtenEans : (article.eans[lost] ?? ''), eans[lost] ?? '');
      throw asked('deposit', deposit ?? '', whole ?? '');
    }
    const options = whole === undefined ? article.options : { ...article.options, deposit: whole };
    return { ...article, number, eans, options };
  }

  /** The shop has an article with zeros in front, and none without. */
  wholeNumber = (number: string): string => wholeNumber(number, one => this.#find(one) !== null);

  #askRounded({ number, eans }: FileArticle): void {
    const known = this.#find(number);
    const column = known === null && isRounded(number) ? 'number' : 'ean';
    const rounded = [known === null ? number : '', ...eans].find(
      code => isRounded(code) && !known?.eans.some(one => isSameCode(one, code)),
    );
    if (rounded === undefined) return;
    this.rounded += 1;
    if (this.#choices.rounded === 'ask') throw new ArticleFault({ path: column, texts: askedRounded(rounded) });
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

const asked = (path: string, code: string, whole: string) => new ArticleFault({ path, texts: askedZeros(code, whole) });

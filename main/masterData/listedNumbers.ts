/**
 * Numbers that a spreadsheet took for quantities: it drops their zeros in front, and of more than fifteen digits it makes the others
 * zeros. Nobody but a person can say whether `36000291452` was `0036000291452`, so it is asked, and never guessed.
 */
import type { RoundedChoice, ZerosChoice } from '../wire/listFiles.ts';
import type { LineProblem } from './fileHead.ts';

/** A person's word on such numbers. */
export interface DigitChoices {
  readonly zeros: ZerosChoice;
  readonly rounded: RoundedChoice;
}

/** Zeros that are looked for in front of a number. */
const MOST_ZEROS = 6;

/** The known number with zeros in front where there is none without. */
export function wholeNumber(number: string, isKnown: (number: string) => boolean): string {
  if (!/^[1-9]\d*$/.test(number) || isKnown(number)) return number;
  for (let zeros = 1; zeros <= MOST_ZEROS; zeros += 1) {
    const whole = `${'0'.repeat(zeros)}${number}`;
    if (isKnown(whole)) return whole;
  }
  return number;
}

/** True for a number that has as many digits as a spreadsheet keeps, and zeros behind them. */
export const isRounded = (number: string): boolean => /^[1-9]\d{14}0+$/.test(number);

export const askedZeros = (number: string, whole: string): LineProblem['texts'] => ({
  de: `${number} war vielleicht ${whole}: Eine Tabellenkalkulation lässt Nullen am Anfang weg. Bitte wählen: Nullen ergänzen (zeros=restore) oder so übernehmen (zeros=keep).`,
  en: `${number} may have been ${whole}: a spreadsheet drops zeros in front. Please choose: restore the zeros (zeros=restore) or take it as it is (zeros=keep).`,
});

export const askedRounded = (number: string): LineProblem['texts'] => ({
  de: `${number} ist vielleicht gerundet: Eine Tabellenkalkulation behält fünfzehn Ziffern und macht die übrigen zu Nullen. Bitte mit der Karte oder dem alten System vergleichen; stimmen die Nummern, so übernehmen (rounded=keep), sonst die Spalte neu ausgeben, als Text.`,
  en: `${number} may be rounded: a spreadsheet keeps fifteen digits and makes the others zeros. Please compare it with the card or the old system; where the numbers are right take them (rounded=keep), else export the column again, as text.`,
});

const twiceRounded = (number: string): LineProblem['texts'] => ({
  de: `${number} steht mehrmals da und ist gerundet: Aus verschiedenen Nummern wurde eine. Bitte die Spalte neu ausgeben, als Text.`,
  en: `${number} stands there more than once and is rounded: different numbers became one. Please export the column again, as text.`,
});

const TOTAL = /^(?:(?:gesamt|end|zwischen)?summe|(?:ins)?gesamt(?:betrag|guthaben)?|(?:sub|grand )?totals?|sum)$/i;

/** True for the first word of a line with the sums of a list: taken for a number, it would give away the balances of all others. */
export const isTotal = (number: string): boolean => TOTAL.test(number.replace(/[\s:-]+/g, ' ').trim());

export const totalLine = (number: string): readonly [de: string, en: string] => [
  `${number} ist wohl eine Summe der Liste und keine Nummer: bitte diese Zeile weglassen.`,
  `${number} seems to be a total of the list and no number: please leave this line out.`,
];

/** Numbers of the shop that begin with zeros. */
export interface NumberShape {
  readonly prefix: string;
  readonly length: number;
}

/** The numbers of one column of a list: what most of them look like says which of them have lost something. */
export class ListedNumbers {
  /** Lines with a number that seems to have lost its zeros, and those with one that seems to be rounded. */
  zeros = 0;
  rounded = 0;
  readonly #isKnown: (number: string) => boolean;
  readonly #choices: DigitChoices;
  readonly #shapes: readonly NumberShape[];
  readonly #lengths = new Map<number, number>();
  readonly #rounded = new Map<string, number>();

  /** `isKnown`: the shop has a thing with just this number. */
  constructor(
    isKnown: (number: string) => boolean,
    choices: DigitChoices,
    shapes: readonly NumberShape[] = [],
    column: Iterable<string> = [],
  ) {
    this.#isKnown = isKnown;
    this.#choices = choices;
    this.#shapes = shapes.filter(({ prefix }) => prefix.startsWith('0'));
    for (const number of column) this.#note(number);
  }

  #note(number: string): void {
    if (!/^\d+$/.test(number)) return;
    this.#lengths.set(number.length, (this.#lengths.get(number.length) ?? 0) + 1);
    if (isRounded(number)) this.#rounded.set(number, (this.#rounded.get(number) ?? 0) + 1);
  }

  /** The number as a person wants it, or the question about it. */
  settled(number: string): { readonly number: string } | { readonly texts: LineProblem['texts'] } {
    if (!/^[1-9]\d*$/.test(number) || this.#isKnown(number)) return { number };
    if (isRounded(number)) {
      this.rounded += 1;
      if ((this.#rounded.get(number) ?? 0) > 1) return { texts: twiceRounded(number) };
      if (this.#choices.rounded === 'ask') return { texts: askedRounded(number) };
    }
    const whole = this.#whole(number);
    if (whole === number) return { number };
    this.zeros += 1;
    if (this.#choices.zeros === 'ask') return { texts: askedZeros(number, whole) };
    return { number: this.#choices.zeros === 'restore' ? whole : number };
  }

  #whole(number: string): string {
    const known = wholeNumber(number, this.#isKnown);
    if (known !== number) return known;
    const shaped = this.#shapes.map(({ prefix, length }) => [number.padStart(length, '0'), prefix] as const);
    const [fitting = number] = shaped.find(([whole, prefix]) => whole.startsWith(prefix)) ?? [];
    return fitting === number ? number.padStart(this.#usualLength(number.length), '0') : fitting;
  }

  /** The length that most numbers of the column have, where this one may have lost zeros. */
  #usualLength(own: number): number {
    const all = [...this.#lengths.values()].reduce((sum, count) => sum + count, 0);
    const [usual = own, count = 0] = [...this.#lengths].reduce<readonly [number, number] | readonly []>(
      (most, one) => (one[1] > (most[1] ?? 0) ? one : most),
      [],
    );
    return count * 2 >= all && count > 1 && usual - own <= MOST_ZEROS ? usual : own;
  }
}

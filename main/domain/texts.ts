/** A text for people in both languages. */

export interface Texts {
  readonly de: string;
  readonly en: string;
}

/** Two sentences, one behind the other. */
export const inSequence = (first: Texts, second: Texts): Texts => ({
  de: `${ended(first.de)} ${second.de}`,
  en: `${ended(first.en)} ${second.en}`,
});

const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

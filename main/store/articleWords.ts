/** The words by which an article is found: those of its names, its number and its codes. */
import type { MasterArticle } from '../wire/articles.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** More would only be typed by accident. */
const LONGEST = 40;

/** In small letters, each with and without accents, and each once. */
export function wordsOf({ name, number, eans }: Pick<MasterArticle, 'name' | 'number' | 'eans'>): readonly string[] {
  const texts = [...wordsIn(name.de), ...wordsIn(name.en), ...wordsIn(number), number, ...eans];
  return [...new Set(texts.map(folded).flatMap(word => [word, plain(word)]))];
}

const wordsIn = (text: string): readonly string[] => text.match(WORD) ?? [];
const folded = (text: string): string => text.normalize('NFC').toLowerCase().slice(0, LONGEST);
const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss');

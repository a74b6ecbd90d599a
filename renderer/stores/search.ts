/** Article search by typed words: a lower-case index that is made once, and a ranked list with a limit. */

import type { Article } from '../../main/wire/catalogue.ts';

export interface SearchIndex {
  readonly articles: readonly Article[];
  /** One text for each article: names, numbers and groups in lower case without accents. */
  readonly texts: readonly string[];
}

export const indexOf = (articles: readonly Article[]): SearchIndex => ({ articles, texts: articles.map(textOf) });

/** Articles that contain every word, at most `limit`. Articles whose name or number begins with the first word come first. */
export function search(index: SearchIndex, query: string, limit: number): readonly Article[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const first: Article[] = [];
  const others: Article[] = [];
  for (let at = 0; at < index.texts.length && first.length < limit; at += 1) {
    const text = index.texts[at]!;
    if (!words.every(word => text.includes(word))) continue;
    if (begins(text, words[0]!)) first.push(index.articles[at]!);
    else if (others.length < limit) others.push(index.articles[at]!);
  }
  return [...first, ...others].slice(0, limit);
}

/** Separates the names and numbers of one article; no keyboard types this character. */
const MARK = '\u0001';

const begins = (text: string, word: string): boolean => text.includes(MARK + word);

const textOf = ({ desc, descEn, articleNumber, ean, eans = [], group }: Article): string =>
  folded(
    [desc, descEn, articleNumber, ean, ...eans].map(part => MARK + part).join('') +
      group.map(g => ` ${g.desc} ${g.descEn}`).join(''),
  );

/** Lower case without accents, so that `cafe` finds `Café`. */
const folded = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** The articles of the till, prepared for scanning, searching and the quick keys. */

import { createStore } from 'zustand/vanilla';
import type { Article, Catalogue } from '../../main/wire/catalogue.ts';
import { indexOf, type SearchIndex } from './search.ts';

export interface Section {
  readonly id: string;
  readonly name: Readonly<Record<'de' | 'en', string>>;
  readonly articles: readonly Article[];
}

export interface CatalogueState {
  readonly version: string | null;
  readonly byEan: ReadonlyMap<string, Article>;
  readonly byNumber: ReadonlyMap<string, Article>;
  readonly index: SearchIndex;
  /** Quick keys by main group, each at its place. */
  readonly sections: readonly Section[];
}

const empty: CatalogueState = {
  version: null,
  byEan: new Map(),
  byNumber: new Map(),
  index: indexOf([]),
  sections: [],
};

export type CatalogueStore = ReturnType<typeof createCatalogue>;

export function createCatalogue() {
  const store = createStore<CatalogueState>(() => empty);
  return { ...store, load: (catalogue: Catalogue) => store.setState(prepared(catalogue)) };
}

export const prepared = ({ version, articles }: Catalogue): CatalogueState => ({
  version,
  byEan: new Map(articles.flatMap(article => codesOf(article).map(code => [code, article] as const))),
  byNumber: new Map(articles.map(article => [article.articleNumber, article])),
  index: indexOf(articles),
  sections: sectionsOf(tilesOf(articles)),
});

/** Where nobody has chosen quick keys yet, as in a new shop, the first articles are tiles. */
function tilesOf(articles: readonly Article[]): readonly Article[] {
  const chosen = articles.filter(({ quickKey }) => quickKey);
  return chosen.length > 0 ? chosen : articles.slice(0, FIRST_TILES);
}

const FIRST_TILES = 24;

const codesOf = ({ ean, eans = [] }: Article): readonly string[] => [ean, ...eans].filter(code => code !== '');

/** By place; those without a place come after, in the order of the catalogue. */
const byPlace = (a: Article, b: Article): number => (a.place ?? Infinity) - (b.place ?? Infinity) || 0;

function sectionsOf(articles: readonly Article[]): readonly Section[] {
  const sections = new Map<string, Section & { articles: Article[] }>();
  for (const article of articles) {
    const { id, desc, descEn } = article.group.find(({ level }) => level === 1) ?? NO_GROUP;
    if (!sections.has(id)) sections.set(id, { id, name: { de: desc, en: descEn || desc }, articles: [] });
    sections.get(id)!.articles.push(article);
  }
  for (const section of sections.values()) section.articles.sort(byPlace);
  return [...sections.values()];
}

const NO_GROUP = { id: '', desc: '', descEn: '' } as const;

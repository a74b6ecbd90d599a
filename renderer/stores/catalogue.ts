/** The articles of the till, prepared for scanning, searching and the tiles. */

import { createStore } from 'zustand/vanilla';
import type { Article, Catalogue } from '../../main/wire/catalogue.ts';
import type { Tile, TileAction } from '../../main/wire/tiles.ts';
import { indexOf, type SearchIndex } from './search.ts';

/** A main group with all its articles: quick keys first, each at its place. */
export interface Section {
  readonly id: string;
  readonly name: Readonly<Record<'de' | 'en', string>>;
  readonly articles: readonly Article[];
}

/** A tile with what it needs to be drawn. `group`: the place of its main group, which gives the tile its colour. */
export type SaleTile =
  | { readonly kind: 'article'; readonly article: Article; readonly group: number }
  | { readonly kind: 'folder'; readonly folder: TileFolder; readonly group: number }
  | { readonly kind: 'action'; readonly action: TileAction };

export interface TileFolder {
  readonly name: Readonly<Record<'de' | 'en', string>>;
  readonly articles: readonly Article[];
}

export interface CatalogueState {
  readonly version: string | null;
  readonly byEan: ReadonlyMap<string, Article>;
  readonly byNumber: ReadonlyMap<string, Article>;
  readonly index: SearchIndex;
  /** The favourites: as a manager arranged them, else the quick keys. */
  readonly tiles: readonly SaleTile[];
  readonly groups: readonly Section[];
}

const empty: CatalogueState = {
  version: null,
  byEan: new Map(),
  byNumber: new Map(),
  index: indexOf([]),
  tiles: [],
  groups: [],
};

export type CatalogueStore = ReturnType<typeof createCatalogue>;

export function createCatalogue() {
  const store = createStore<CatalogueState>(() => empty);
  return { ...store, load: (catalogue: Catalogue) => store.setState(prepared(catalogue)) };
}

export function prepared({ version, tiles, articles }: Catalogue): CatalogueState {
  const groups = groupsOf(articles);
  const byNumber = new Map(articles.map(article => [article.articleNumber, article]));
  return {
    version,
    byEan: new Map(articles.flatMap(article => codesOf(article).map(code => [code, article] as const))),
    byNumber,
    index: indexOf(articles),
    tiles: tilesOf(tiles ?? quickKeysOf(groups), groups, byNumber),
    groups,
  };
}

const quickKeysOf = (groups: readonly Section[]): readonly Tile[] =>
  groups.flatMap(({ articles }) =>
    articles.filter(({ quickKey }) => quickKey).map(({ articleNumber }) => ({ article: articleNumber })),
  );

/** Leaves out articles that are not sold now, and folders that are empty without them. */
function tilesOf(
  tiles: readonly Tile[],
  groups: readonly Section[],
  byNumber: CatalogueState['byNumber'],
): readonly SaleTile[] {
  const places = new Map(groups.map(({ id }, at) => [id, at]));
  const groupOf = (article: Article) => places.get(mainGroup(article).id) ?? 0;
  const sold = (numbers: readonly string[]) => numbers.flatMap(number => byNumber.get(number) ?? []);
  return tiles.flatMap((tile): readonly SaleTile[] => {
    if ('action' in tile) return [{ kind: 'action', action: tile.action }];
    if ('article' in tile)
      return sold([tile.article]).map(article => ({ kind: 'article', article, group: groupOf(article) }));
    const articles = sold(tile.folder.articles);
    const [first] = articles;
    return first ? [{ kind: 'folder', folder: { name: tile.folder.name, articles }, group: groupOf(first) }] : [];
  });
}

const codesOf = ({ ean, eans = [] }: Article): readonly string[] => [ean, ...eans].filter(code => code !== '');

/** Quick keys first, by place; the rest comes after, in the order of the catalogue. */
const byPlace = (a: Article, b: Article): number =>
  Number(b.quickKey) - Number(a.quickKey) || (a.place ?? Infinity) - (b.place ?? Infinity) || 0;

const mainGroup = (article: Article) => article.group.find(({ level }) => level === 1) ?? NO_GROUP;

function groupsOf(articles: readonly Article[]): readonly Section[] {
  const groups = new Map<string, Section & { articles: Article[] }>();
  for (const article of articles) {
    const { id, desc, descEn } = mainGroup(article);
    if (!groups.has(id)) groups.set(id, { id, name: { de: desc, en: descEn || desc }, articles: [] });
    groups.get(id)!.articles.push(article);
  }
  for (const group of groups.values()) group.articles.sort(byPlace);
  return [...groups.values()];
}

const NO_GROUP = { id: '', desc: '', descEn: '' } as const;

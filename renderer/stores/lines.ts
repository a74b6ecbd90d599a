/** The lines of a basket as the screen keeps them, and what may be done to them. Pure; amounts in the smallest unit. */

import type { Article } from '../../main/wire/catalogue.ts';
import type { BasketItem, BasketItemInput } from '../../main/wire/transactions.ts';

export interface Line {
  /** Travels as `reference_id`, so that the line keeps its identity over a reload. */
  readonly key: string;
  readonly name: { readonly de: string; readonly en: string };
  readonly quantity: number;
  readonly priceOne: number;
  readonly articleNumber: string;
  /** The sum of a line that stands for others below it; null for ordinary lines. */
  readonly total: number | null;
  /** What the bridge keeps of the line beyond quantity and identity; sent back as it came. */
  readonly item: BasketItemInput;
}

export const largestQuantity = 9999;

/** More than this at once is a slip of the hand more often than a wish. */
const USUAL = 99;

/** Nobody needs to be asked: few pieces, or fewer than there are. */
export const isUsual = (wanted: number, before: number): boolean =>
  wanted <= USUAL || (wanted < before && wanted <= largestQuantity);

/** Lines that the bridge puts in for the loyalty card are marked so; the screen never sends them. */
export const isBonus = (item: Pick<BasketItem, 'reference_id'>): boolean =>
  item.reference_id?.startsWith('bonus:') ?? false;

/** One more of an article: its line counts up, or a new line is added at the end. Returns the line's key, too. */
export function withArticle(lines: readonly Line[], article: Article): { lines: readonly Line[]; key: string } {
  const known = lines.find(line => isSameArticle(line, article));
  if (known) return { lines: withQuantity(lines, known.key, known.quantity + 1), key: known.key };
  const line = lineOf(article, nextKey(lines));
  return { lines: [...lines, line], key: line.key };
}

/** Sets a quantity, at most `largestQuantity`; zero takes the line out. Other lines stay the same objects. */
export function withQuantity(lines: readonly Line[], key: string, quantity: number): readonly Line[] {
  if (quantity <= 0) return lines.filter(line => line.key !== key);
  const wanted = Math.min(largestQuantity, quantity);
  return lines.map(line => (line.key === key ? { ...line, quantity: wanted } : line));
}

export const totalOfLine = (line: Line): number => line.total ?? line.quantity * line.priceOne;

export const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + totalOfLine(line), 0);

/** The lines of a sale that the bridge keeps, without those it put in itself. */
export function linesFrom(products: readonly BasketItem[], known: ReadonlyMap<string, Article>): readonly Line[] {
  const lines: Line[] = [];
  for (const item of products.filter(product => !isBonus(product))) {
    const key = item.reference_id ?? nextKey(lines);
    const name = { de: item.desc, en: item.desc };
    const total = item.item_type === 'sub_transaction' ? item.sum : null;
    const { quantity, priceOne, articleNumber } = item;
    lines.push(named({ key, name, quantity, priceOne, articleNumber, total, item }, known));
  }
  return lines;
}

/** The line with its English name, if the catalogue knows the article by the same German one. */
export function named(line: Line, known: ReadonlyMap<string, Article>): Line {
  const article = known.get(line.articleNumber);
  if (!article?.descEn || article.desc !== line.name.de || article.descEn === line.name.en) return line;
  return { ...line, name: { de: article.desc, en: article.descEn } };
}

/** What goes to the bridge. Position numbers are its business. */
export const itemsFrom = (lines: readonly Line[]): BasketItemInput[] =>
  lines.map(({ key, quantity, item }) => {
    const { id: _, ...kept } = item;
    return { ...kept, quantity, reference_id: key };
  });

const isSameArticle = (line: Line, article: Article): boolean =>
  line.articleNumber === article.articleNumber && line.priceOne === article.price && !line.item.serialNumber;

function lineOf(article: Article, key: string): Line {
  const { articleNumber, ean, desc, descEn, price, tax, group } = article;
  const groups = group.map(({ id, desc, level }) => ({ id, desc, level }));
  const item = { articleNumber, ean, desc, priceOne: price, tax, group: groups, item_type: 'article' };
  return {
    key,
    name: { de: desc, en: descEn || desc },
    quantity: 1,
    priceOne: price,
    articleNumber,
    total: null,
    item,
  };
}

/** Keys only have to differ within one basket. */
const nextKey = (lines: readonly Line[]): string =>
  `line:${1 + lines.reduce((highest, { key }) => Math.max(highest, Number(/^line:(\d+)$/.exec(key)?.[1] ?? 0)), 0)}`;

/** Lines of the basket on the screen, and the functions that change them. Pure; amounts in the smallest unit. */

import type { Article } from '../../main/wire/catalogue.ts';
import type { BasketItem, BasketItemInput } from '../../main/wire/transactions.ts';

export interface Line {
  /** Sent as `reference_id`, so that the line keeps its identity after a reload. */
  readonly key: string;
  readonly name: { readonly de: string; readonly en: string };
  readonly quantity: number;
  readonly priceOne: number;
  readonly articleNumber: string;
  /** Sum of a line that groups other lines; null for ordinary lines. */
  readonly total: number | null;
  /** All other members of the bridge's line, sent back unchanged. */
  readonly item: BasketItemInput;
}

export const largestQuantity = 9999;

/** A larger quantity is usually a typing error. */
const USUAL_QUANTITY = 99;

/** True for a quantity that needs no confirmation: a small one, or a smaller one than before. */
export const isUsualQuantity = (wanted: number, before: number): boolean =>
  wanted <= USUAL_QUANTITY || (wanted < before && wanted <= largestQuantity);

/** True for goods that come back, and their discounts: only the bridge changes them. */
export const isReturned = ({ item }: Pick<Line, 'item'>): boolean => 'return_of' in item && item.return_of != null;

/** True for a line that the bridge added for the loyalty card. The screen never sends such lines. */
export const isBonus = (item: Pick<BasketItem, 'reference_id'>): boolean =>
  item.reference_id?.startsWith('bonus:') ?? false;

/** True for bonus that was on the card, which the bridge takes off before anybody pays. */
export const isFromBalance = ({ articleNumber }: Pick<BasketItem, 'articleNumber'>): boolean =>
  articleNumber === 'balance';

/** Sums of the bonus lines: discounts of campaigns and coupons, and bonus of the card; zero or negative. */
export function takenOff(bonus: readonly BasketItem[]): { readonly discount: number; readonly bonus: number } {
  const sum = (items: readonly BasketItem[]) =>
    items.reduce((total, { quantity, priceOne }) => total + quantity * priceOne, 0);
  return { discount: sum(bonus.filter(item => !isFromBalance(item))), bonus: sum(bonus.filter(isFromBalance)) };
}

/** An article of the catalogue, with the weight that was entered where it has no label of the scale. */
export type Goods = Article & { readonly grams?: number };

/** Price of so many grams by the price of a kilogram, half a cent rounded up, as the bridge works it out. */
export const priceOfGrams = (grams: number, pricePerKilogram: number): number =>
  Math.floor((2 * grams * pricePerKilogram + 1000) / 2000);

/** Pieces that are sold: the code of a pack stands for all of its pieces. */
export const wantedOf = (typed: { readonly quantity: number | null }, { pieces = 1 }: Goods): number =>
  (typed.quantity ?? 1) * pieces;

/** Pieces of an article that still fit into its line. */
export const roomFor = (lines: readonly Line[], article: Goods): number =>
  largestQuantity - (lines.find(line => isSameArticle(line, article))?.quantity ?? 0);

/**
 * Adds pieces of an article: counts its line up, or adds a line at the end, with the line of its deposit below it. Also
 * returns the key of the line.
 */
export function withArticle(
  lines: readonly Line[],
  article: Goods,
  deposit: Article | null = null,
  quantity = 1,
): { lines: readonly Line[]; key: string } {
  const known = lines.find(line => isSameArticle(line, article));
  if (known) return { lines: withQuantity(lines, known.key, known.quantity + quantity), key: known.key };
  const line = { ...lineOf(article, nextKey(lines)), quantity };
  const below = deposit ? [{ ...lineOf(deposit, `${line.key}${DEPOSIT}`), quantity }] : [];
  return { lines: [...lines, line, ...below], key: line.key };
}

/** Adds empties that the customer brings: a line with a negative quantity at the price of the deposit. */
export function withEmpties(
  lines: readonly Line[],
  deposit: Article,
  quantity: number,
): { lines: readonly Line[]; key: string } {
  const known = lines.find(line => isEmpties(line) && line.articleNumber === deposit.articleNumber);
  if (known) return { lines: withQuantity(lines, known.key, known.quantity - quantity), key: known.key };
  const line = lineOf(deposit, nextKey(lines));
  const empties = { ...line, quantity: -quantity, item: { ...line.item, item_type: 'empties' } };
  return { lines: [...lines, empties], key: line.key };
}

/** True for goods that were weighed or measured: their line is one piece, and more of them is another line. */
export const isMeasured = ({ item }: Pick<Line, 'item'>): boolean => item.measure != null;

/** True for empties that the customer brings. */
export const isEmpties = ({ item }: Pick<Line, 'item'>): boolean => item.item_type === 'empties';

/** The line with a note; an empty one takes it away. */
export const withNote = (lines: readonly Line[], key: string, note: string): readonly Line[] =>
  lines.map(line => {
    if (line.key !== key) return line;
    const { note: _, ...item } = line.item as Line['item'] & { note?: unknown };
    return { ...line, item: note === '' ? item : { ...item, note } };
  });

/** The line with another price of the catalogue. */
export const withPrice = (lines: readonly Line[], key: string, priceOne: number): readonly Line[] =>
  lines.map(line => {
    if (line.key !== key) return line;
    const { manual_price: _, ...item } = line.item as Line['item'] & { manual_price?: unknown };
    return { ...line, priceOne, item: { ...item, priceOne } };
  });

export const noteOf = ({ item }: Pick<Line, 'item'>): string => {
  const { note } = item as { note?: unknown };
  return typeof note === 'string' ? note : '';
};

interface PriceMark {
  readonly from: number;
  readonly units: number;
}

/** A price that was set by hand: the price before, and the pieces that it is for. */
export const priceByHand = ({ item }: Pick<Line, 'item'>): PriceMark | null =>
  (item as { manual_price?: PriceMark }).manual_price ?? null;

interface DiscountMark {
  /** Pieces that the line had, and what the discount took off all of them. */
  readonly units: number;
  readonly full: number;
}

const discountMark = ({ item }: Pick<Line, 'item'>): DiscountMark | null =>
  (item as { manual_discount?: DiscountMark }).manual_discount ?? null;

/** True for a discount that was given by hand; it stands below its line. */
export const isDiscountByHand = ({ key }: Pick<Line, 'key'>): boolean => key.startsWith('manual:');

/** True where more comes back than is sold: goods, or empties that are worth more than what is sold with them. */
export const paysOut = (lines: readonly Line[]): boolean =>
  lines.some(isReturned) || (lines.some(isEmpties) && sumOf(lines) < 0);

/** True for goods, whose price can be changed and which can have a note. */
export const isAdjustable = (line: Line): boolean =>
  line.item.item_type === 'article' && !isDeposit(line) && line.quantity > 0 && line.priceOne >= 0;

/** Key of the line that a discount by hand belongs to. */
export const discountedLine = (key: string): string | null =>
  // Asked of each line at each scan, and an expression takes long.
  (isDiscountByHand({ key }) && /^manual:[^:]*:(.*)$/s.exec(key)?.[1]) || null;

/** The discount for the pieces that are left; the bridge counts alike. */
function discountFor(line: Line, quantity: number): Line {
  const mark = discountMark(line);
  if (!mark) return line;
  const share = quantity >= mark.units ? mark.full : Math.floor((mark.full * quantity) / mark.units);
  return { ...line, priceOne: -share, item: { ...line.item, priceOne: -share } };
}

/** Ends the key of a line that is the deposit of the line above it. */
const DEPOSIT = ':deposit';

/** True for the deposit of another line; its quantity follows that line. */
export const isDeposit = ({ key }: Pick<Line, 'key'>): boolean => key.endsWith(DEPOSIT);

/**
 * Sets a quantity, at most `largestQuantity`; zero removes the line, and a measured line has no other quantity. A line and its deposit have one quantity; only the deposit
 * can be taken away alone, for a customer who brings the empties. Other lines stay the same objects.
 */
export function withQuantity(lines: readonly Line[], key: string, quantity: number): readonly Line[] {
  if (lines.some(line => line.key === key && isReturned(line))) return lines;
  const owner = key.endsWith(DEPOSIT) ? key.slice(0, -DEPOSIT.length) : key;
  const line = lines.find(one => one.key === key);
  const isGone = line && isEmpties(line) ? quantity >= 0 : quantity <= 0;
  if (isGone)
    return lines.filter(
      one => ![one.key, discountedLine(one.key)].some(own => own === key || own === `${key}${DEPOSIT}`),
    );
  if (line && isMeasured(line)) return lines;
  const wanted = Math.max(-largestQuantity, Math.min(largestQuantity, quantity));
  const deposit = `${owner}${DEPOSIT}`;
  return lines.map(one => {
    if (one.key === owner || one.key === deposit) return { ...one, quantity: wanted };
    return discountedLine(one.key) === owner ? discountFor(one, wanted) : one;
  });
}

/** Pieces of goods: no deposits, discounts or empties. */
export const piecesOf = (lines: readonly Line[]): number =>
  lines.reduce(
    (sum, line) =>
      sum + (isDeposit(line) || isDiscountByHand(line) || isEmpties(line) ? 0 : Math.max(0, line.quantity)),
    0,
  );

export const totalOfLine = (line: Line): number => line.total ?? line.quantity * line.priceOne;

export const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + totalOfLine(line), 0);

/** Lines of a sale of the bridge, without the bonus lines. */
export function linesFrom(products: readonly BasketItem[], known: ReadonlyMap<string, Article>): readonly Line[] {
  const lines: Line[] = [];
  for (const item of products.filter(product => !isBonus(product))) {
    const key = item.reference_id ?? nextKey(lines);
    const name = { de: item.desc, en: item.desc_en || item.desc };
    const total = item.item_type === 'sub_transaction' ? item.sum : null;
    const { quantity, priceOne, articleNumber } = item;
    lines.push(withEnglishName({ key, name, quantity, priceOne, articleNumber, total, item }, known));
  }
  return lines;
}

/** Adds the English name when the catalogue has the article under the same German name. */
export function withEnglishName(line: Line, known: ReadonlyMap<string, Article>): Line {
  const article = known.get(line.articleNumber);
  if (!article?.descEn || article.desc !== line.name.de || article.descEn === line.name.en) return line;
  return { ...line, name: { de: article.desc, en: article.descEn } };
}

/** Lines as the bridge takes them, without position numbers: the bridge assigns those. */
export const itemsFrom = (lines: readonly Line[]): BasketItemInput[] =>
  lines
    .filter(line => !isReturned(line))
    .map(({ key, quantity, item }) => {
      const { id: _, ...kept } = item;
      return { ...kept, quantity, reference_id: key };
    });

const isSameArticle = (line: Line, article: Goods): boolean =>
  line.articleNumber === article.articleNumber &&
  line.priceOne === article.price &&
  !line.item.serialNumber &&
  !isReturned(line) &&
  !isMeasured(line) &&
  !isWeighed(article) &&
  !isDeposit(line) &&
  !isEmpties(line) &&
  !priceByHand(line) &&
  noteOf(line) === (article.note ?? '') &&
  // Two pieces of another weight may cost the same.
  (!article.carried || line.name.de === article.desc);

function lineOf(article: Goods, key: string): Line {
  const { articleNumber, ean, tax, group, carried, minimumAge, serialNumber, note } = article;
  const measure = weighed(article);
  // The weight stands below the name then.
  const { desc, descEn } = measure && carried ? carried : article;
  const groups = group.map(({ id, desc, level }) => ({ id, desc, level }));
  const item = {
    ...{ articleNumber, ean, desc, priceOne: priceOf(article), tax, group: groups, item_type: 'article' },
    ...(descEn && descEn !== desc ? { desc_en: descEn } : {}),
    ...(carried ? { carried } : {}),
    ...(note ? { note, ...(serialNumber ? { serialNumber } : {}) } : {}),
    ...(measure ? { measure } : {}),
    // It becomes a line once the cashier has confirmed the age.
    ...(minimumAge ? { age_confirmed: { minimum: minimumAge } } : {}),
  };
  return {
    key,
    name: { de: desc, en: descEn || desc },
    quantity: 1,
    priceOne: item.priceOne,
    articleNumber,
    total: null,
    item,
  };
}

const priceOf = ({ price, grams, carried }: Goods): number =>
  grams === undefined || carried ? price : priceOfGrams(grams, price);

/** Weight and price of a kilogram of goods whose weight stands in their code or was entered; null for all others. */
export function weighed({
  carried,
  grams,
  price,
}: Pick<Goods, 'carried' | 'grams' | 'price'>): NonNullable<BasketItem['measure']> | null {
  if (!carried && grams !== undefined) return { value: grams, decimals: 3, unit: 'kg', priceOne: price };
  if (!carried?.grams || carried.pricePerKilogram === null) return null;
  return { value: carried.grams, decimals: 3, unit: 'kg', priceOne: carried.pricePerKilogram };
}

/** True for one pack of goods that were weighed: another pack is another line. */
export const isWeighed = (article: Pick<Goods, 'carried' | 'grams' | 'price'>): boolean => weighed(article) !== null;

/** Key for a new line; unique within one basket. */
const nextKey = (lines: readonly Line[]): string =>
  `line:${1 + lines.reduce((highest, line) => Math.max(highest, numberOf(line)), 0)}`;

/** Number in the key of a line; 0 in a key of somebody else. */
export const numberOf = ({ key }: Pick<Line, 'key'>): number =>
  (key.startsWith('line:') && Number.parseInt(key.slice(5), 10)) || 0;

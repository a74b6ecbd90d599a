/**
 * The basket: its lines are the specification's documents and keep its member names; here they are made complete,
 * numbered and added up. Amounts are integers in the smallest unit.
 *
 * Lines that the bridge put in itself (campaign discounts, bonus balance) are coupons whose `reference_id` begins with
 * `bonus:`. By that mark they are found again: taken out when the basket changes, put in exactly once. The prefix is
 * reserved; a line that a caller sends with it is taken for an echo of ours.
 */

import { isJsonObject } from './jsonObject.ts';
import { addUp, isAmount, isRate, LARGEST_AMOUNT, type Language, priceOfMeasure, times } from './money.ts';

export interface ArticleGroup {
  readonly id: string;
  readonly desc: string;
  /** 1 is the main group. */
  readonly level: number;
}

/** Further members of a caller are kept without meaning. */
export interface BasketItem {
  readonly id: number;
  readonly parent: number | null;
  readonly articleNumber: string;
  readonly ean: string;
  readonly desc: string;
  /** `desc` in English; left out where `desc` is for both languages. */
  readonly desc_en?: string;
  readonly quantity: number;
  readonly priceOne: number;
  /** Percent, contained in the price. */
  readonly tax: number;
  readonly group: readonly ArticleGroup[];
  readonly serialNumber: string | null;
  /**
   * `article`, `coupon`, `sub_transaction`, `shipping` or a type of the caller: the specification has no closed list.
   */
  readonly item_type: string;
  readonly reference_id: string | null;
  readonly contract_id: string | null;
  /** Total of the lines below a `sub_transaction`, otherwise null. */
  readonly sum: number | null;
  readonly sub_basket?: readonly BasketItem[];
  /** Only of a line that brings goods back; the bridge alone writes it. */
  readonly return_of?: ReturnOf;
  /** The measure of weighed or measured goods: `quantity` is 1 then, and `priceOne` the price of all of it. */
  readonly measure?: Measure;
}

/** How much of something one line sells. */
export interface Measure {
  /** An integer above 0; 532 with 3 decimals is 0.532. */
  readonly value: number;
  /** 0 to 4. */
  readonly decimals: number;
  /** For example `kg`, `l`, `m`. */
  readonly unit: string;
  /** Price of one unit, minor units. */
  readonly priceOne: number;
}

/** The goods that a line with a negative amount brings back. */
export interface ReturnOf {
  /** STX_… of the sale; null: without a receipt. */
  readonly sale: string | null;
  readonly receipt_number: number | null;
  /** Position number in that sale. */
  readonly line: number | null;
  /** Tax contained in the line, as its sale shares it out; null: the rate says it. Minor units, with the sign of the line. */
  readonly tax_amount: number | null;
}

/** A line that may still lack its position number. */
export type UnnumberedItem = Omit<BasketItem, 'id' | 'sub_basket'> & {
  readonly id: number | null;
  readonly sub_basket?: readonly UnnumberedItem[];
};

/** The reason for which a basket is refused; `path` names the field, as in `products[2].priceOne`. */
export interface BasketProblem {
  readonly path: string;
  readonly wants:
    | 'object'
    | 'list'
    | 'text'
    | 'integer'
    | 'position'
    | 'percent'
    | 'groups'
    | 'smallerTotal'
    | 'oneLevel'
    | 'measure'
    | 'one'
    | 'measuredPrice';
}

export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: BasketProblem };

export const BONUS_MARK = 'bonus:';

/**
 * Kinds of lines that sell no goods: they load the loyalty card, take money off it, sell a voucher that pays later, or
 * pay out in cash the sum of a discharge.
 */
export type CardArticle = 'charge' | 'discharge' | 'voucher' | 'payOut';

/** By EAN or article number. The specification has two of the first two; the others are the bridge's own. */
const CARD_ARTICLES: ReadonlyMap<string, CardArticle> = new Map([
  ['2900000000018', 'charge'],
  ['2900000000025', 'charge'],
  ['2900000000117', 'discharge'],
  ['2900000000124', 'discharge'],
  ['2900000000216', 'voucher'],
  ['2900000000315', 'payOut'],
]);

/** Reads `basket.products` as a caller sent it: complete, numbered, without lines of ours, total within safe bounds. */
export function readBasket(products: unknown): Reading<readonly BasketItem[]> {
  const read = readList(products, 'products', normaliseItem);
  if (!read.ok) return read;
  const items = soldItems(withoutBonus(numberItems(read.value)));
  const isTooLarge =
    magnitude(items) > Number.MAX_SAFE_INTEGER || items.some(item => Math.abs(lineTotal(item)) > LARGEST_AMOUNT);
  if (isTooLarge) return refuse('products', 'smallerTotal');
  return { ok: true, value: items.map(withSum) };
}

/**
 * One line with every member in place: numeric strings become integers, missing members and nulls their default. Only a
 * line of the basket itself may hold a `sub_basket`.
 */
export function normaliseItem(raw: unknown, path = 'item'): Reading<UnnumberedItem> {
  const read = readLine(raw, path);
  const below = isJsonObject(raw) ? (raw.sub_basket ?? null) : null;
  if (!read.ok || below === null) return read;
  const lines = readList(below, `${path}.sub_basket`, readLine);
  return lines.ok ? { ok: true, value: { ...read.value, sub_basket: lines.value } } : lines;
}

/** Gives the free position numbers, from 1 on, to lines without one and to lines that repeat an earlier one's. */
export function numberItems(items: readonly UnnumberedItem[]): readonly BasketItem[] {
  const given = new Set(items.map(item => item.id));
  const used = new Set<number>();
  let free = 0;
  const nextFree = () => {
    do free += 1;
    while (given.has(free));
    return free;
  };
  return items.map(({ sub_basket, ...item }) => {
    const id = item.id === null || used.has(item.id) ? nextFree() : item.id;
    used.add(id);
    return sub_basket ? { ...item, id, sub_basket: numberItems(sub_basket) } : { ...item, id };
  });
}

/**
 * The total of the basket. Throws a RangeError beyond the safe integers, which a basket from `readBasket` never
 * reaches.
 */
export const basketTotal = (items: readonly BasketItem[]): number => addUp(items.map(lineTotal));

/** The part of one line in the total: for a sub-transaction the lines below it, otherwise quantity × unit price. */
export const lineTotal = (item: BasketItem): number =>
  item.item_type === 'sub_transaction'
    ? item.sub_basket?.length
      ? basketTotal(item.sub_basket)
      : (item.sum ?? 0)
    : times(item.quantity, item.priceOne);

/** True for a line that the bridge itself put in. */
export const isBonusItem = (item: BasketItem): boolean =>
  item.item_type === 'coupon' && (item.reference_id?.startsWith(BONUS_MARK) ?? false);

/** Goods that come back have a type of their own, so that no campaign counts them as sold. */
export const RETURN_TYPE = 'return';

/** True for a line that brings goods back. */
export const isReturnItem = (item: Pick<BasketItem, 'return_of'>): boolean => isJsonObject(item.return_of);

/** True for empties that a customer brings: a deposit goes back. */
export const isEmptiesItem = (item: BasketItem): boolean => item.item_type === 'empties' && lineTotal(item) < 0;

/** True where the money that a basket pays out is that of empties alone: whatever else is in it costs nothing or more. */
export const isPaidOutForEmpties = (items: readonly BasketItem[]): boolean =>
  items.some(isEmptiesItem) && basketTotal(items.filter(item => !isEmptiesItem(item))) >= 0;

/** The lines that are sold, without those that bring goods back. */
export const soldItems = (items: readonly BasketItem[]): readonly BasketItem[] =>
  items.filter(item => !isReturnItem(item));

/** The basket without the lines of the bridge. */
export const withoutBonus = (items: readonly BasketItem[]): readonly BasketItem[] =>
  items.filter(item => !isBonusItem(item));

/** A discount of `amount` on the lines of one tax rate; `source` is the campaign's id, or `balance` for the card's bonus. */
export function bonusItem(
  id: number,
  source: string,
  { desc, desc_en = '' }: LineName,
  tax: number,
  amount: number,
): BasketItem {
  const nothing = { parent: null, ean: '', group: [], serialNumber: null, contract_id: null, sum: null };
  const reference_id = `${BONUS_MARK}${source}:${tax}`;
  const item_type = 'coupon';
  const names = desc_en === '' || desc_en === desc ? { desc } : { desc, desc_en };
  const line = { ...nothing, id, articleNumber: source, ...names };
  return { ...line, quantity: 1, priceOne: -amount, tax, item_type, reference_id };
}

/** The text of a line in both languages. */
export type LineName = Pick<BasketItem, 'desc' | 'desc_en'>;

/** The text of a line in the language of a slip or a screen. */
export const nameIn = ({ desc, desc_en = '' }: LineName, language: Language): string =>
  (language === 'en' && desc_en) || desc;

/** The first position number after all that are in use. */
export const nextId = (items: readonly BasketItem[]): number =>
  items.reduce((highest, item) => Math.max(highest, item.id), 0) + 1;

/**
 * Null for a line that sells something. The others are no revenue and earn no discount.
 */
export const cardArticle = (item: Pick<BasketItem, 'ean' | 'articleNumber'>): CardArticle | null =>
  CARD_ARTICLES.get(item.ean) ?? CARD_ARTICLES.get(item.articleNumber) ?? null;

/** Total of the lines of one kind; of `payOut` a negative amount. */
export const cardTotal = (items: readonly BasketItem[], kind: CardArticle): number =>
  basketTotal(items.filter(item => cardArticle(item) === kind));

/** The revenue: the total without lines that only move money on the card. */
export const revenue = (items: readonly BasketItem[]): number =>
  basketTotal(items.filter(item => cardArticle(item) === null));

/** True for an article of this group at any level. */
export const inGroup = (item: BasketItem, groupId: string): boolean => item.group.some(group => group.id === groupId);

const integer = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^[+-]?\d{1,16}$/.test(value) ? Number(value) : value;
  return isAmount(number) ? addUp([number]) : undefined;
};

/** Bounded, so that a next position number always exists. */
const position = (value: unknown): number | undefined => {
  const number = integer(value);
  return number !== undefined && number >= 0 && number < 2 ** 31 ? number : undefined;
};

/** Per cent with at most two decimals; also from text. */
const percent = (value: unknown): number | undefined => {
  const rate = typeof value === 'string' && /^\d{1,15}([.]\d{1,2}0*)?$/.test(value) ? Number(value) : value;
  return typeof rate === 'number' && isRate(rate) ? rate : undefined;
};

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const groups = (value: unknown): readonly ArticleGroup[] | undefined => {
  const read = readList(value, '', readGroup);
  return read.ok ? read.value : undefined;
};

function readGroup(raw: unknown, path: string): Reading<ArticleGroup> {
  if (!isJsonObject(raw)) return refuse(path, 'groups');
  const [id, desc, level] = [text(raw.id), text(raw.desc ?? ''), integer(raw.level ?? 1)];
  if (id === undefined || desc === undefined || level === undefined) return refuse(path, 'groups');
  return { ok: true, value: { ...raw, id, desc, level } };
}

const FIELDS = {
  id: { wants: 'position', read: position, absent: null },
  parent: { wants: 'position', read: position, absent: null },
  articleNumber: { wants: 'text', read: text, absent: '' },
  ean: { wants: 'text', read: text, absent: '' },
  desc: { wants: 'text', read: text, absent: '' },
  quantity: { wants: 'integer', read: integer, absent: 1 },
  priceOne: { wants: 'integer', read: integer, absent: 0 },
  tax: { wants: 'percent', read: percent, absent: 0 },
  group: { wants: 'groups', read: groups, absent: [] },
  serialNumber: { wants: 'text', read: text, absent: null },
  item_type: { wants: 'text', read: text, absent: 'article' },
  reference_id: { wants: 'text', read: text, absent: null },
  contract_id: { wants: 'text', read: text, absent: null },
  sum: { wants: 'integer', read: integer, absent: null },
} as const satisfies Record<
  Exclude<keyof BasketItem, 'sub_basket' | 'return_of' | 'measure' | 'desc_en'>,
  { wants: BasketProblem['wants']; read: (value: unknown) => unknown; absent: unknown }
>;

/** Listed once: a report reads many lines. */
const FIELD_LIST = Object.entries(FIELDS);

/** The members of one line, without its sub-basket. */
function readLine(sent: unknown, path: string): Reading<UnnumberedItem> {
  if (!isJsonObject(sent)) return refuse(path, 'object');
  const priced = isMeasured(sent) ? withMeasure(sent, path) : { ok: true as const, value: sent };
  if (!priced.ok) return priced;
  const { sub_basket: below = null, measure, desc_en = null, ...rest } = priced.value;
  const english = desc_en === null ? undefined : text(desc_en);
  if (desc_en !== null && english === undefined) return refuse(`${path}.desc_en`, 'text');
  const members = {
    ...rest,
    ...((measure ?? null) === null ? {} : { measure }),
    ...(english ? { desc_en: english } : {}),
  };
  if (below !== null && path.includes('.sub_basket[')) return refuse(`${path}.sub_basket`, 'oneLevel');
  const line: Record<string, unknown> = members;
  for (const [name, field] of FIELD_LIST) {
    const value = (line[name] ?? null) === null ? field.absent : field.read(line[name]);
    if (value === undefined) return refuse(`${path}.${name}`, field.wants);
    line[name] = value;
  }
  return { ok: true, value: line as unknown as UnnumberedItem };
}

/** True for a weighed or measured line. Returned goods keep the price that they were sold for. */
const isMeasured = ({ measure, return_of: of }: Readonly<Record<string, unknown>>): boolean =>
  measure !== null && measure !== undefined && !isJsonObject(of);

const MOST_DECIMALS = 4;
const LONGEST_UNIT = 10;
const LARGEST_MEASURE = 1_000_000_000;

/** One piece at the price of what was measured; a price that the caller sends, too, must be that price. */
function withMeasure(
  line: Readonly<Record<string, unknown>>,
  path: string,
): Reading<Readonly<Record<string, unknown>>> {
  const measure = readMeasure(line.measure);
  if (!measure) return refuse(`${path}.measure`, 'measure');
  if ((integer(line.quantity ?? 1) ?? 0) !== 1 || line.sub_basket) return refuse(`${path}.quantity`, 'one');
  const priceOne = priceOfMeasure(measure.value, measure.decimals, measure.priceOne);
  if (integer(line.priceOne ?? priceOne) !== priceOne) return refuse(`${path}.priceOne`, 'measuredPrice');
  return { ok: true, value: { ...line, measure, quantity: 1, priceOne } };
}

/** The measure; null where it cannot be read or lies beyond the bounds. */
export function readMeasure(raw: unknown): Measure | null {
  if (!isJsonObject(raw)) return null;
  const [value, decimals, priceOne] = [integer(raw.value), integer(raw.decimals ?? 0), integer(raw.priceOne)];
  const unit = text(raw.unit);
  if (value === undefined || value < 1 || value > LARGEST_MEASURE) return null;
  if (decimals === undefined || decimals < 0 || decimals > MOST_DECIMALS) return null;
  if (priceOne === undefined || priceOne < 0 || priceOne > LARGEST_MEASURE) return null;
  if (unit === undefined || unit.trim() === '' || unit.length > LONGEST_UNIT) return null;
  return { value, decimals, unit, priceOne };
}

/** `0,532 kg`: the measure in words, with all its decimals. */
export function measureText({ value, decimals, unit }: Measure, language: Language): string {
  const digits = String(value).padStart(decimals + 1, '0');
  const fraction = decimals > 0 ? (language === 'de' ? ',' : '.') + digits.slice(-decimals) : '';
  return `${digits.slice(0, digits.length - decimals)}${fraction} ${unit}`;
}

function readList<T>(
  raw: unknown,
  path: string,
  read: (entry: unknown, path: string) => Reading<T>,
): Reading<readonly T[]> {
  if (!Array.isArray(raw)) return refuse(path, 'list');
  const value: T[] = [];
  for (const [index, entry] of raw.entries()) {
    const one = read(entry, `${path}[${index}]`);
    if (!one.ok) return one;
    value.push(one.value);
  }
  return { ok: true, value };
}

const refuse = (path: string, wants: BasketProblem['wants']) => ({ ok: false, problem: { path, wants } }) as const;

/** Sizes of all lines and quantities together: while that is safe, any sum of some of them is safe too. */
const magnitude = (items: readonly BasketItem[]): number =>
  items.reduce((total, { sum, quantity, priceOne, sub_basket = [] }) => {
    const line = Math.abs(quantity) * Math.max(1, Math.abs(priceOne));
    return total + Math.abs(sum ?? 0) + line + magnitude(sub_basket);
  }, 0);

const withSum = (item: BasketItem): BasketItem =>
  item.item_type === 'sub_transaction' ? { ...item, sum: lineTotal(item) } : item;

/** The lines of a basket as reports count them: what was sold, what discounts took off, and what only moved value on a card. */

import {
  type BasketItem,
  cardArticle,
  isBonusItem,
  isReturnItem,
  lineTotal,
  type Measure,
  measureText,
  normaliseItem,
  numberItems,
  readMeasure,
  type UnnumberedItem,
} from './basket.ts';
import { isJsonObject } from './jsonObject.ts';
import { times } from './money.ts';
import { fixedTax, taxOfLines } from './tax.ts';

export interface FigureLine {
  readonly position: number;
  /** Position number in the basket; null of a line within another one, and of none. */
  readonly line: number | null;
  /** Of a discount, the line that it was given on; null: it is of the whole receipt. */
  readonly parent: number | null;
  /** Article number, else EAN, else the text. */
  readonly article: string;
  /** Without the weight of the pack. */
  readonly name: string;
  /** Id and name of the main group; empty where there is none. */
  readonly group: string;
  readonly groupName: string;
  /** Per cent, contained in the amount. */
  readonly tax: number;
  /** Pieces; of goods by weight or measure packs. */
  readonly quantity: number;
  /** How much goods by weight or measure weigh, in steps of `MEASURE_DECIMALS` and with the sign of the quantity; 0 of pieces. */
  readonly measured: number;
  /** For example `kg`; empty of pieces. */
  readonly unit: string;
  /** Price of one unit, minor units; 0 of pieces. */
  readonly unitPrice: number;
  /** Gross, minor units. */
  readonly amount: number;
  /** The `item_type`; `deposit` of the deposit on something, wherever it goes. */
  readonly type: string;
  /** The giver of a discount, empty where nobody gave it (a campaign); null of any other line. */
  readonly givenBy: string | null;
  /** Only of what comes back: its tax as it was sold. */
  readonly taxAmount?: number;
}

export interface FigureTax {
  readonly tax: number;
  readonly gross: number;
  /** The tax within it, half up for each receipt and rate. */
  readonly amount: number;
}

/** Types of lines that are no return although their amount is negative: discounts, deposits, and what basket and sum differ by. */
export const notReturned: readonly string[] = ['coupon', 'deposit', 'empties', 'difference'];

/** Types of lines that take a deposit or give it back. */
export const depositTypes: readonly string[] = ['deposit', 'empties'];

/** Value on a loyalty card that a line of the basket moves. */
export interface CardLine {
  readonly account: 'cash' | 'bonus';
  readonly issued: number;
  readonly redeemed: number;
  /** Empty where no campaign caused it. */
  readonly campaign: string;
}

export interface ReadLines {
  readonly lines: readonly FigureLine[];
  readonly card: readonly CardLine[];
  /** Sum that coupon and bonus lines took off, minor units. */
  readonly discount: number;
  /** Sum that top-ups and discharges add to the basket, minor units. */
  readonly liability: number;
}

/** The record cannot be counted: `path` names the member. */
export class FigureProblem extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`${path} cannot be read`);
    this.path = path;
  }
}

/** Steps of a unit in which figures add up what was weighed or measured: a measure has four decimals at the most. */
export const MEASURE_DECIMALS = 4;

/** Columns that are parts of a key hold this many characters. */
const LONGEST_KEY = 100;
const LONGEST_NAME = 200;
const LARGEST_QUANTITY = 2 ** 31 - 1;

/** The facts of the record about lines of the basket. */
export interface LineContext {
  /** The seller; empty where nobody is named. */
  readonly cashier: string;
  /** Article numbers that were deposits when the sale was recorded. */
  readonly deposits: readonly string[];
}

/** Reads `basket.products`. Throws FigureProblem where a line cannot be read, RangeError where an amount is not safe. */
export function readLines(products: unknown, context: LineContext): ReadLines {
  if (products !== undefined && products !== null && !Array.isArray(products))
    throw new FigureProblem('basket.products');
  const found = itemsOf(products ?? []);
  const items = found.map(({ item }) => item);
  const sold = items.filter(item => cardArticle(item) === null);
  const moved = items.filter(item => cardArticle(item) !== null);
  return {
    lines: found
      .filter(({ item }) => cardArticle(item) === null)
      .map(({ item, line }, index) => ({ ...figureLine(item, index, context), line, parent: boundTo(item, sold) })),
    // Vouchers are cards of their own: the record of the sale names what was booked on each.
    card: [...moved.filter(isOnCard).map(movedLine), ...sold.filter(isBonusItem).map(bonusLine)],
    discount: -total(sold.filter(isDiscount)) || 0,
    liability: total(moved),
  };
}

/** A discount that comes back with its goods has the other sign. */
const isDiscount = (item: BasketItem): boolean =>
  item.item_type === 'coupon' && (lineTotal(item) < 0 || isReturnItem(item));

/** A discount by hand names its person; what the bridge put in is nobody's; a coupon line of a caller is the seller's. */
function giverOf(item: BasketItem, { cashier }: LineContext): string | null {
  if (!isDiscount(item)) return null;
  const { manual_discount: byHand } = item as { manual_discount?: unknown };
  if (isJsonObject(byHand) && typeof byHand.by === 'string') return byHand.by;
  return isBonusItem(item) || item.return_of ? '' : cashier;
}

/** A discount names its line, or comes back with goods of the same line. */
function boundTo(discount: BasketItem, items: readonly BasketItem[]): number | null {
  const { item_type, parent, return_of: of } = discount;
  if (item_type !== 'coupon') return null;
  if (!of) return parent;
  const isSame = ({ return_of: other }: BasketItem) => other?.sale === of.sale && other?.line === of.line;
  return items.find(item => item.item_type !== 'coupon' && isSame(item))?.id ?? null;
}

/** A sub-transaction counts with the lines below it. */
const itemsOf = (
  products: readonly unknown[],
): readonly { readonly item: BasketItem; readonly line: number | null }[] =>
  numberItems(
    products.map((product, index): UnnumberedItem => {
      const read = normaliseItem(product, `basket.products[${index}]`);
      if (!read.ok) throw new FigureProblem(read.problem.path);
      return read.value;
    }),
  ).flatMap((item): { item: BasketItem; line: number | null }[] =>
    item.item_type === 'sub_transaction' && item.sub_basket?.length
      ? item.sub_basket.map(below => ({ item: below, line: null }))
      : [{ item, line: item.id }],
  );

function figureLine(item: BasketItem, index: number, context: LineContext): Omit<FigureLine, 'line' | 'parent'> {
  const fixed = fixedTax(item);
  const [group] = [...item.group].sort((a, b) => a.level - b.level);
  const { name, measure } = weighedOnce(item);
  if (Math.abs(item.quantity) > LARGEST_QUANTITY) throw new FigureProblem(`basket.products[${index}].quantity`);
  return {
    position: index + 1,
    article: (item.articleNumber || item.ean || name).slice(0, LONGEST_KEY),
    name: name.slice(0, LONGEST_NAME),
    group: (group?.id ?? '').slice(0, LONGEST_KEY),
    groupName: (group?.desc ?? '').slice(0, LONGEST_NAME),
    tax: item.tax,
    quantity: item.quantity,
    measured: measure ? times(item.quantity, measure.value * 10 ** (MEASURE_DECIMALS - measure.decimals)) : 0,
    unit: measure?.unit ?? '',
    unitPrice: measure?.priceOne ?? 0,
    amount: lineTotal(item),
    type: context.deposits.includes(item.articleNumber) ? 'deposit' : item.item_type.slice(0, LONGEST_KEY),
    givenBy: giverOf(item, context),
    ...(fixed === null ? {} : { taxAmount: fixed }),
  };
}

/**
 * The name and the measure of one piece. Lines that were sold before they had a measure say it in their text, as the label of the
 * scale gave it: `Äpfel 0,456 kg × 2,99 €/kg`, with `carried` beside it.
 */
function weighedOnce(item: BasketItem): { readonly name: string; readonly measure: Measure | null } {
  const measure = readMeasure(item.measure);
  const { carried } = item as { carried?: unknown };
  if (measure || !isJsonObject(carried)) return { name: item.desc, measure };
  const { grams: value, pricePerKilogram: priceOne } = carried;
  const weighed = readMeasure({ value, decimals: 3, unit: 'kg', priceOne });
  const at = weighed ? item.desc.lastIndexOf(` ${measureText(weighed, 'de')} × `) : -1;
  return at > 0 ? { name: item.desc.slice(0, at), measure: weighed } : { name: item.desc, measure: null };
}

const isOnCard = (item: BasketItem): boolean => ['charge', 'discharge'].includes(cardArticle(item) ?? '');

function movedLine(item: BasketItem): CardLine {
  const amount = lineTotal(item);
  const isCharge = cardArticle(item) === 'charge';
  return { account: 'cash', issued: isCharge ? amount : 0, redeemed: isCharge ? 0 : amount, campaign: '' };
}

/** A bonus of a campaign is issued and redeemed at once; the bonus balance was issued before. */
function bonusLine(item: BasketItem): CardLine {
  const amount = -lineTotal(item);
  const [, source = ''] = (item.reference_id ?? '').split(':');
  return source === 'balance'
    ? { account: 'bonus', issued: 0, redeemed: amount, campaign: '' }
    : { account: 'bonus', issued: amount, redeemed: amount, campaign: source.slice(0, LONGEST_KEY) };
}

/** Gross and contained tax for each rate, lowest first. */
export function taxesOf(lines: readonly FigureLine[]): readonly FigureTax[] {
  const byRate = new Map<number, { readonly amount: number; readonly fixed: number | null }[]>();
  for (const { tax, amount, taxAmount: fixed = null } of lines)
    byRate.set(tax, [...(byRate.get(tax) ?? []), { amount, fixed }]);
  return [...byRate]
    .sort(([a], [b]) => a - b)
    .map(([tax, own]) => ({
      tax,
      gross: own.reduce((sum, { amount }) => sum + amount, 0),
      amount: taxOfLines(own, tax),
    }));
}

const total = (items: readonly BasketItem[]): number => items.reduce((sum, item) => sum + lineTotal(item), 0) || 0;

/**
 * Prices and discounts that a person gives by hand. A discount is a coupon line for each line that it takes something off, so
 * every line keeps its tax rate, and its share stands in the document and is never shared anew. Pure; amounts in minor units.
 *
 * Order of what lowers a basket: prices by hand, discounts by hand, campaigns on what these leave, bonus balance of the card.
 */
import { type BasketItem, cardArticle, lineTotal, type UnnumberedItem } from './basket.ts';
import { distribute, type Language, percentOf } from './money.ts';

/** The part of a discount that one line has. */
export interface DiscountShare {
  /** `reference_id` of the line. */
  readonly line: string;
  /** The quantity that the line had. */
  readonly units: number;
  /** Sum that the discount takes off all its lines, above 0. */
  readonly amount: number;
}

interface Given {
  readonly id: string;
  readonly reason: string;
  /** Name of the person. */
  readonly by: string;
  /** A manager has approved it, so it counts towards no limit. */
  readonly approved: boolean;
}

/** A discount given by hand. */
export interface DiscountGrant extends Given {
  readonly kind: 'discount';
  /** Null: an amount. Per cent with two decimals at the most. */
  readonly percent: number | null;
  readonly scope: 'line' | 'basket';
  readonly shares: readonly DiscountShare[];
}

/** A price set by hand. */
export interface PriceGrant extends Given {
  readonly kind: 'price';
  readonly line: string;
  readonly articleNumber: string;
  /** Price of one piece before. */
  readonly from: number;
  readonly price: number;
  /** The quantity that it was given for. */
  readonly units: number;
}

export type BasketGrant = DiscountGrant | PriceGrant;

/** The adjustment that a person asks for; `line` null is the whole basket. */
export type AdjustmentRequest =
  | { readonly kind: 'price'; readonly line: string; readonly price: number }
  | { readonly kind: 'discount'; readonly line: string | null; readonly amount: number }
  | { readonly kind: 'discount'; readonly line: string | null; readonly percent: number };

export type PlannedGrant = Omit<DiscountGrant, keyof Given> | Omit<PriceGrant, keyof Given>;

export type AdjustmentRefusal =
  /** No such line, or a line without a name of its own. */
  | 'line'
  /** A deposit, a voucher, a top-up, a tip, empties or a line that comes back. */
  | 'kind'
  /** A price of goods that are weighed or measured, which is measure times price. */
  | 'measured'
  /** More than what is left of the lines. */
  | 'more'
  /** It changes nothing. */
  | 'nothing';

export type Planned =
  /** `value`: what it gives away, or what a higher price adds; 0 where it is the price of before. */
  | { readonly ok: true; readonly grant: PlannedGrant; readonly value: number }
  | { readonly ok: false; readonly why: AdjustmentRefusal };

const MARK = 'manual:';

/** The name of a line for a person. The lines of a basket may be numbered anew, and it stays. */
const keyOf = (item: Pick<BasketItem, 'reference_id'>): string => item.reference_id ?? '';

/** True for a line of a discount by hand. */
export const isManualDiscount = ({
  reference_id,
  item_type,
}: Pick<BasketItem, 'reference_id' | 'item_type'>): boolean =>
  item_type === 'coupon' && (reference_id?.startsWith(MARK) ?? false);

/** Id of the grant and key of the line that a discount line belongs to; null for any other line. */
export function discountOf(item: Pick<BasketItem, 'reference_id' | 'item_type'>): {
  readonly grant: string;
  readonly line: string;
} | null {
  if (!isManualDiscount(item)) return null;
  const [, grant = '', line = ''] = /^manual:([^:]*):(.*)$/s.exec(item.reference_id ?? '') ?? [];
  return grant === '' ? null : { grant, line };
}

/**
 * True for a line that may become cheaper: goods, and nothing that moves value on a card, no deposit, no empties. `isDeposit`
 * says it of an article number.
 */
export const isAdjustable = (item: BasketItem, isDeposit: (articleNumber: string) => boolean): boolean =>
  item.item_type === 'article' &&
  cardArticle(item) === null &&
  item.quantity > 0 &&
  item.priceOne >= 0 &&
  keyOf(item) !== '' &&
  (item as { return_of?: unknown }).return_of === undefined &&
  !isDeposit(item.articleNumber);

/** Plans an adjustment of this basket: the shares of a discount, or the price, and the value that it gives away. */
export function planAdjustment(
  items: readonly BasketItem[],
  request: AdjustmentRequest,
  isDeposit: (articleNumber: string) => boolean,
): Planned {
  const target = request.line === null ? null : items.find(item => keyOf(item) === request.line);
  if (target === undefined) return refuse('line');
  if (target !== null && !isAdjustable(target, isDeposit)) return refuse('kind');
  if (request.kind === 'price') return target === null ? refuse('line') : planPrice(items, target, request.price);
  const lines = target === null ? items.filter(item => isAdjustable(item, isDeposit)) : [target];
  const left = lines.map(line => leftOf(items, line));
  const total = left.reduce((sum, one) => sum + one, 0);
  if (total <= 0) return refuse(lines.length === 0 ? 'kind' : 'nothing');
  const percent = 'percent' in request ? request.percent : null;
  const amount = 'percent' in request ? percentOf(total, request.percent) : request.amount;
  if (amount <= 0) return refuse('nothing');
  if (amount > total) return refuse('more');
  const shares = distribute(amount, left)
    .map((share, index) => ({ line: keyOf(lines[index]!), units: lines[index]!.quantity, amount: share }))
    .filter(share => share.amount > 0);
  return { ok: true, grant: { kind: 'discount', percent, scope: target ? 'line' : 'basket', shares }, value: amount };
}

function planPrice(items: readonly BasketItem[], line: BasketItem, price: number): Planned {
  const from = priceBefore(line);
  // Another price would contradict what paper and records say of the measure; a discount is a line of its own.
  if (line.measure !== undefined) return refuse('measured');
  if (price === line.priceOne) return refuse('nothing');
  // A discount in euros was given on the price as it was.
  if (discountOn(items, line) > price * line.quantity) return refuse('more');
  const { articleNumber, quantity: units } = line;
  const grant = { kind: 'price', line: keyOf(line), articleNumber, from, price, units } as const;
  return { ok: true, grant, value: Math.abs(from - price) * units };
}

const refuse = (why: AdjustmentRefusal) => ({ ok: false, why }) as const;

/** The price of the line before a person set it. */
export function priceBefore(line: BasketItem): number {
  const from = (line as { manual_price?: { from?: unknown } | null }).manual_price?.from;
  return Number.isSafeInteger(from) ? (from as number) : line.priceOne;
}

/** Sum that discounts by hand take off a line now, 0 or more. */
export const discountOn = (items: readonly BasketItem[], line: Pick<BasketItem, 'reference_id'>): number =>
  0 -
    items
      .filter(item => discountOf(item)?.line === keyOf(line) && keyOf(line) !== '')
      .reduce((sum, item) => sum + lineTotal(item), 0) || 0;

const leftOf = (items: readonly BasketItem[], line: BasketItem): number =>
  Math.max(0, lineTotal(line) - discountOn(items, line));

/** A share for a quantity that became smaller: for fewer units in proportion, rounded down; more units get nothing more. */
export const shareNow = ({ units, amount }: Pick<DiscountShare, 'units' | 'amount'>, quantity: number): number =>
  quantity >= units ? amount : quantity <= 0 ? 0 : Number((BigInt(amount) * BigInt(quantity)) / BigInt(units));

/** True for a price above the one of before: nothing is given away, and the customer pays more. */
export const isRaise = (grant: Pick<PriceGrant, 'kind' | 'from' | 'price'> | Pick<DiscountGrant, 'kind'>): boolean =>
  grant.kind === 'price' && grant.price > grant.from;

/** The value of a grant for the lines as they are now: what it gives away, or what a raise adds; 0 where its line is gone. */
export function valueNow(grant: BasketGrant, items: readonly BasketItem[]): number {
  if (grant.kind === 'discount')
    return (
      0 - items.filter(item => discountOf(item)?.grant === grant.id).reduce((sum, item) => sum + lineTotal(item), 0) ||
      0
    );
  const line = items.find(item => keyOf(item) === grant.line && item.priceOne === grant.price);
  return line ? Math.abs(grant.from - grant.price) * line.quantity : 0;
}

/** The text of a discount line. */
export const discountText = ({ percent }: Pick<DiscountGrant, 'percent'>, language: Language): string => {
  const word = language === 'de' ? 'Rabatt' : 'Discount';
  if (percent === null) return word;
  const figure = String(percent);
  return `${word} ${language === 'de' ? figure.replace('.', ',') : figure} %`;
};

/**
 * The discount lines that stand below a line. Never more than the line costs. `text` is in the language of the receipt.
 */
export function discountLines(
  line: UnnumberedItem,
  grants: readonly DiscountGrant[],
  language: Language,
): readonly UnnumberedItem[] {
  let left = Math.max(0, line.quantity * line.priceOne);
  return grants.flatMap(grant => {
    const share = grant.shares.find(one => one.line === line.reference_id);
    const amount = share ? Math.min(left, shareNow(share, line.quantity)) : 0;
    if (!share || amount <= 0) return [];
    left -= amount;
    return [couponOf(line, grant, share, amount, language)];
  });
}

function couponOf(
  line: UnnumberedItem,
  grant: DiscountGrant,
  { units, amount: full }: DiscountShare,
  amount: number,
  language: Language,
): UnnumberedItem {
  const nothing = { parent: null, ean: '', group: line.group, serialNumber: null, contract_id: null, sum: null };
  const { id, reason, by, percent, scope } = grant;
  return {
    ...nothing,
    ...{
      id: null,
      articleNumber: '',
      desc: discountText(grant, language),
      desc_en: discountText(grant, 'en'),
      quantity: 1,
      priceOne: -amount,
      tax: line.tax,
    },
    item_type: 'coupon',
    reference_id: `${MARK}${id}:${line.reference_id}`,
    // The discount of all pieces stays with the line, so that a screen can show fewer of them.
    ...{ manual_discount: { reason, by, percent, scope, units, full } },
  } as UnnumberedItem;
}

/** Discount lines name their line by its position number, so that what is returned takes its own share along. */
export function withBoundDiscounts(items: readonly BasketItem[]): readonly BasketItem[] {
  if (!items.some(isManualDiscount)) return items;
  const places = new Map(items.filter(item => !isManualDiscount(item)).map(item => [keyOf(item), item.id]));
  return items.map(item => {
    const line = discountOf(item)?.line;
    const parent = line === undefined || line === '' ? undefined : places.get(line);
    return parent === undefined ? item : { ...item, parent };
  });
}

/** The lines of a sale for the upstream service: before our discounts where it gives its own, and as they were sold. */
import { type BasketItem, basketTotal, isBonusItem, measureText, withoutBonus } from '../../domain/basket.ts';
import { formatAmount } from '../../domain/money.ts';

/** A basket with its sum in minor units; without lines only the sum is known. */
export interface SentBasket {
  readonly basket?: { readonly type: string; readonly products: readonly object[] };
  readonly basket_info: { readonly sum: number; readonly currency: string; readonly gratuity?: number };
}

/** A discount of the bridge by tax rate, minor units (negative). */
export type Discounts = ReadonlyMap<number, number>;

export interface SoldBasket {
  readonly items: readonly BasketItem[];
  readonly sum: number;
  readonly currency: string;
  readonly type: string;
  /** Contained in the sum; minor units. */
  readonly gratuity: number;
}

/** Without the lines of campaigns, vouchers and bonus: preTransaction of the service adds its own. */
export function basketBefore(sold: SoldBasket): SentBasket {
  const lines = withoutBonus(sold.items);
  return sentBasket({ ...sold, items: lines, sum: sold.sum - basketTotal(sold.items.filter(isBonusItem)) });
}

/**
 * The basket as it was sold, with our discounts. Their `reference_id` loses the mark of the bridge: a service of the
 * same kind takes a marked line for an echo of its own and leaves it out.
 */
export const basketAsSold = (sold: SoldBasket): SentBasket =>
  sentBasket({ ...sold, items: sold.items.map(item => (isBonusItem(item) ? unmarked(item) : item)) });

const unmarked = (item: BasketItem): BasketItem => ({
  ...item,
  reference_id: `sold ${item.reference_id?.slice(item.reference_id.indexOf(':') + 1) ?? ''}`,
});

function sentBasket({ items, sum, currency, type, gratuity }: SoldBasket): SentBasket {
  const tip = gratuity > 0 && gratuity <= sum ? { gratuity } : {};
  const info = { basket_info: { sum, currency, ...tip } };
  return items.length === 0 ? info : { basket: { type, products: items.map(item => asSent(item, currency)) }, ...info };
}

/**
 * The service knows one text for a line. What a line brings back is said in a member of this bridge, which a service of the same kind lets nobody else write. What
 * was weighed goes as one piece with its price, and says in words how much it was: the service knows whole quantities only.
 */
const asSent = (
  { return_of: _, measure, desc_en: __, ...item }: BasketItem,
  currency: string,
): Omit<BasketItem, 'return_of'> =>
  measure
    ? {
        ...item,
        desc: `${item.desc} ${measureText(measure, 'de')} × ${formatAmount(measure.priceOne, currency, 'de')}/${measure.unit}`,
      }
    : item;

/** The discounts of the bridge by tax rate. */
export const discountsOf = (items: readonly BasketItem[]): Discounts => addUpByRate(items.filter(isBonusItem));

/** The same of `bonus_products` as a service answers them. */
export function discountsAnswered(lines: unknown): Discounts {
  const read = (Array.isArray(lines) ? lines : []) as { priceOne?: unknown; quantity?: unknown; tax?: unknown }[];
  return addUpByRate(
    read.map(({ priceOne, quantity = 1, tax }) => ({
      priceOne: Number(priceOne),
      quantity: Number(quantity),
      tax: Number(tax),
    })),
  );
}

export const sameDiscounts = (a: Discounts, b: Discounts): boolean =>
  a.size === b.size && [...a].every(([rate, amount]) => b.get(rate) === amount);

function addUpByRate(lines: readonly Pick<BasketItem, 'priceOne' | 'quantity' | 'tax'>[]): Discounts {
  const totals = new Map<number, number>();
  for (const { priceOne, quantity, tax } of lines) totals.set(tax, (totals.get(tax) ?? 0) + quantity * priceOne);
  return totals;
}

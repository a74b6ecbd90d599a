/**
 * The basket that a person sends from the screen of a till: discounts by hand are those that were granted, whatever the screen
 * says, and a cashier sends no price but that of the catalogue, one that the sale has already, or one that was granted.
 */
import {
  type BasketGrant,
  type DiscountGrant,
  discountLines,
  discountOf,
  isManualDiscount,
  type PriceGrant,
  withBoundDiscounts,
} from '../domain/adjustments.ts';
import { type BasketItem, cardArticle, numberItems, type UnnumberedItem } from '../domain/basket.ts';
import { isJsonObject } from '../domain/jsonObject.ts';
import { isAmount, type Language } from '../domain/money.ts';
import type { Article } from '../wire/catalogue.ts';
import { timestamp } from '../world/clock.ts';
import { screenClientId } from '../world/demoIds.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { SaleDocument } from '../world/sales.ts';
import type { World } from '../world/world.ts';

/** Largest price that is typed at the till, minor units. */
const LARGEST_PRICE = 99_999_999;

export type BasketCheck = (items: readonly BasketItem[], stored: SaleDocument | null) => readonly BasketItem[];

/** Null for a client of the API: a foreign till is the authority over its own prices. */
export function basketCheckFor(
  world: Pick<World, 'basketGrants' | 'clock' | 'settings' | 'soldArticles'>,
  { client, merchant, role, staff }: Principal,
): BasketCheck | null {
  if (client !== screenClientId || staff === null) return null;
  return (items, stored) => {
    const grants = stored ? world.basketGrants.ofSale(stored.id) : [];
    refuseRepeatedKeys(items);
    refuseUnknownDiscounts(items, grants);
    if (role === 'cashier') {
      const known = linesByKey(stored);
      for (const [index, item] of items.entries())
        if (!isManualDiscount(item)) checkLine(world.soldArticles, merchant, item, index, { grants, known });
    }
    const seen = { merchant, by: staff.name, stored };
    return withGrants(withPriceMarks(withAges(world, items, seen), grants), grants, world.settings.language);
  };
}

/** The age of the customer as a line keeps it. */
export interface AgeMark {
  /** Years that the article wants. */
  readonly minimum: number;
  readonly by: string;
  /** ISO 8601 */
  readonly at: string;
}

export const ageMarkOf = (item: BasketItem): AgeMark | null => {
  const { age_confirmed: mark } = item as { age_confirmed?: Partial<AgeMark> | null };
  return isAmount(mark?.minimum) && typeof mark?.by === 'string' ? (mark as AgeMark) : null;
};

/** The screen says that the age is confirmed; the bridge writes who said it, when, and for which limit. */
function withAges(
  world: Pick<World, 'clock' | 'soldArticles'>,
  items: readonly BasketItem[],
  seen: { readonly merchant: string; readonly by: string; readonly stored: SaleDocument | null },
): readonly BasketItem[] {
  if (!items.some(item => 'age_confirmed' in item)) return items;
  const known = linesByKey(seen.stored);
  return items.map(item => {
    if (!('age_confirmed' in item)) return item;
    const { age_confirmed: sent, ...plain } = item as BasketItem & { age_confirmed?: unknown };
    const before = item.reference_id ? known.get(item.reference_id) : undefined;
    const kept = before?.articleNumber === item.articleNumber ? ageMarkOf(before) : null;
    if (kept) return { ...plain, age_confirmed: kept };
    const minimum = world.soldArticles.byNumber(seen.merchant, item.articleNumber)?.minimumAge;
    if (minimum === undefined || !isJsonObject(sent) || sent.minimum !== minimum) return plain;
    return { ...plain, age_confirmed: { minimum, by: seen.by, at: timestamp(world.clock.now()) } };
  });
}

/** A grant of a person is for one line. */
function refuseRepeatedKeys(items: readonly BasketItem[]): void {
  const seen = new Set<string>();
  for (const [index, { reference_id: key }] of items.entries()) {
    if (key !== null && seen.has(key)) throw refusal(index, `reference_id ${key} stands there twice`);
    if (key !== null) seen.add(key);
  }
}

/** Only a granted price has the mark of a price by hand: from it follows what a further change gives away. */
function withPriceMarks(items: readonly BasketItem[], grants: readonly BasketGrant[]): readonly BasketItem[] {
  return items.map(item => {
    const { manual_price: sent, ...plain } = item as BasketItem & { manual_price?: unknown };
    const grant = priceGrantOf(item, grants);
    if (!grant) return sent === undefined ? item : plain;
    const { id, from, reason, by, units } = grant;
    return { ...plain, manual_price: { grant: id, from, reason, by, units } };
  });
}

const priceGrantOf = (item: BasketItem, grants: readonly BasketGrant[]): PriceGrant | null =>
  grants.findLast(
    (grant): grant is PriceGrant =>
      grant.kind === 'price' &&
      grant.line === item.reference_id &&
      grant.articleNumber === item.articleNumber &&
      grant.price === item.priceOne,
  ) ?? null;

/** The lines with the discounts that stand among them, each below its line; `added` is the id of a new one. */
export function withGrants(
  items: readonly BasketItem[],
  grants: readonly BasketGrant[],
  language: Language,
  added?: string,
): readonly BasketItem[] {
  const standing = new Set(items.flatMap(item => discountKey(item) ?? []));
  const discounts = grants.filter((grant): grant is DiscountGrant => grant.kind === 'discount');
  if (standing.size === 0 && added === undefined) return items;
  const lines = items
    .filter(item => !isManualDiscount(item))
    .flatMap((item): UnnumberedItem[] => {
      const own = discounts.filter(({ id }) => id === added || standing.has(`${id} ${item.reference_id}`));
      return own.length === 0 ? [item] : [item, ...discountLines(item, own, language)];
    });
  return withBoundDiscounts(numberItems(lines));
}

function discountKey(item: BasketItem): string | null {
  const found = discountOf(item);
  return found && `${found.grant} ${found.line}`;
}

function refuseUnknownDiscounts(items: readonly BasketItem[], grants: readonly BasketGrant[]): void {
  for (const [index, item] of items.entries()) {
    if (!isManualDiscount(item)) continue;
    const found = discountOf(item);
    const grant = grants.find(({ id }) => id === found?.grant);
    if (grant?.kind !== 'discount' || !grant.shares.some(({ line }) => line === found?.line))
      throw refusal(index, 'this discount was not given in this sale');
  }
}

interface Known {
  readonly grants: readonly BasketGrant[];
  /** Lines of the sale as it is stored. */
  readonly known: ReadonlyMap<string, BasketItem>;
}

function linesByKey(stored: SaleDocument | null): ReadonlyMap<string, BasketItem> {
  const products = (stored?.basket.products ?? []) as unknown as readonly BasketItem[];
  return new Map(products.flatMap(item => (item.reference_id ? [[item.reference_id, item] as const] : [])));
}

function checkLine(
  articles: World['soldArticles'],
  merchant: string,
  item: BasketItem,
  index: number,
  { grants, known }: Known,
): void {
  const price = priceGrantOf(item, grants);
  if (price && item.quantity > 0 && item.quantity <= price.units) return;
  if (isValueArticle(item)) return;
  const before = item.reference_id ? known.get(item.reference_id) : undefined;
  if (before && isUnchanged(item, before)) return;
  const carried = carriedCode(item);
  const article =
    carried === null ? articles.byNumber(merchant, item.articleNumber) : articles.carried(merchant, carried);
  if (!article || article.articleNumber !== item.articleNumber)
    throw refusal(index, `the catalogue has no article ${item.articleNumber}`);
  checkArticle(item, article, index, articles.isDeposit(merchant, article.articleNumber));
}

function checkArticle(item: BasketItem, article: Article, index: number, isDeposit: boolean): void {
  if (item.tax !== article.tax)
    throw refusal(index, `its tax is ${item.tax} %, and that of the article ${article.tax} %`);
  if (item.item_type !== 'article' && !(item.item_type === 'empties' && isDeposit))
    throw refusal(index, `item_type ${item.item_type} is not sold from the catalogue`);
  // Empties come back with the price of their deposit.
  const isEmpties = item.item_type === 'empties';
  if (isEmpties ? item.quantity >= 0 : item.quantity <= 0)
    throw refusal(index, `quantity ${item.quantity} of article ${item.articleNumber}`);
  // The price of goods by weight is for a kilogram, and the price of the line follows from both.
  const isByWeight = article.measure === 'kg' && !article.carried && item.measure?.unit === 'kg';
  const fits = article.openPrice
    ? item.priceOne >= 0 && item.priceOne <= LARGEST_PRICE
    : (isByWeight ? item.measure?.priceOne : item.priceOne) === article.price;
  if (!fits)
    throw refusal(index, `priceOne is ${item.priceOne}, and article ${item.articleNumber} costs ${article.price}`);
}

/** The same line as before, which was checked then: its article may cost something else now. */
const isUnchanged = (item: BasketItem, before: BasketItem): boolean =>
  item.articleNumber === before.articleNumber &&
  item.priceOne === before.priceOne &&
  item.tax === before.tax &&
  item.item_type === before.item_type &&
  (Math.abs(item.quantity) <= Math.abs(before.quantity)
    ? Math.sign(item.quantity) === Math.sign(before.quantity)
    : !('manual_price' in before) && item.item_type === 'article' && item.priceOne >= 0 && item.quantity > 0);

/** Top-ups, vouchers and what leaves a card have rules of their own; none of them lowers a sum but a pay-out. */
const isValueArticle = (item: BasketItem): boolean => {
  const kind = cardArticle(item);
  if (kind === null || item.item_type !== 'article') return false;
  return kind === 'payOut' || (item.quantity > 0 && item.priceOne >= 0 && item.priceOne <= LARGEST_PRICE);
};

function carriedCode(item: BasketItem): string | null {
  const { carried } = item as { carried?: { ean?: unknown } | null };
  return typeof carried?.ean === 'string' ? carried.ean : null;
}

const refusal = (index: number, why: string) =>
  new BridgeError('priceByHand', `basket.products[${index}]: ${why}; POST /bridge/v1/transactions/{id}/adjustments`, {
    extra: { member: `basket.products[${index}]` },
  });

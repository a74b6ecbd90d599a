/**
 * Lines that would be sold for nothing, or for another amount than the caller means, because a member is written under
 * another name. A line of the basket has to say its price (`priceOne`, 0 for what is free); what it says beyond is kept.
 */

import { isJsonObject } from './jsonObject.ts';

export interface MisreadLine {
  /** As in `products[2].priceOne`. */
  readonly path: string;
  readonly wants: 'price' | 'quantity' | 'noDiscount';
  /** The misspelled member in its place; null where no such member exists. */
  readonly found: string | null;
}

/** The first misread line in `basket.products` of a caller; null where every line has its price. */
export function misreadLine(products: unknown, path = 'products'): MisreadLine | null {
  if (!Array.isArray(products)) return null;
  for (const [index, line] of products.entries()) {
    const slip = isJsonObject(line) ? misreadMember(line) : null;
    if (slip) return { ...slip, path: `${path}[${index}].${slip.path}` };
    const below =
      isJsonObject(line) && line.sub_basket ? misreadLine(line.sub_basket, `${path}[${index}].sub_basket`) : null;
    if (below) return below;
  }
  return null;
}

type Line = Readonly<Record<string, unknown>>;

const isMissing = (line: Line, name: string): boolean => line[name] === null || line[name] === undefined;

function misreadMember(line: Line): MisreadLine | null {
  let others: readonly string[] = [];
  for (const name in line) if (!READ.has(name) && !isMissing(line, name)) others = [...others, name];
  const hasPrice = !isMissing(line, 'priceOne');
  // The usual case.
  if (hasPrice && others.length === 0) return null;
  const among = (names: ReadonlySet<string>) => others.find(name => names.has(plain(name))) ?? null;
  const isPricedElsewhere =
    PRICED_ELSEWHERE.has(String(line.item_type)) || Array.isArray(line.sub_basket) || !isMissing(line, 'measure');
  if (!hasPrice && !isPricedElsewhere) return { path: 'priceOne', wants: 'price', found: among(PRICES) };
  const quantity = isMissing(line, 'quantity') ? among(QUANTITIES) : null;
  if (quantity) return { path: 'quantity', wants: 'quantity', found: quantity };
  const discount = among(DISCOUNTS);
  return discount && Number(line[discount]) !== 0 ? { path: discount, wants: 'noDiscount', found: discount } : null;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** Members with a meaning of their own. */
const READ: ReadonlySet<string> = new Set([
  ...['id', 'parent', 'articleNumber', 'ean', 'desc', 'quantity', 'priceOne', 'tax', 'group', 'serialNumber'],
  ...['item_type', 'reference_id', 'contract_id', 'sub_basket', 'measure'],
]);

/** A sub-transaction has the price of the lines below it, and a subscription the price of its plan. */
const PRICED_ELSEWHERE: ReadonlySet<string> = new Set(['sub_transaction', 'subscription']);
const PRICES: ReadonlySet<string> = new Set([
  ...['price', 'unitprice', 'priceunit', 'oneprice', 'singleprice', 'itemprice', 'amount', 'sum', 'total', 'value'],
  ...['cost', 'preis', 'einzelpreis', 'betrag', 'priceone', 'totalprice', 'grossprice', 'gross', 'net'],
]);
const QUANTITIES: ReadonlySet<string> = new Set(['qty', 'count', 'pieces', 'units', 'menge', 'anzahl', 'quantities']);
const DISCOUNTS: ReadonlySet<string> = new Set(['discount', 'discountamount', 'rebate', 'rabatt', 'reduction']);

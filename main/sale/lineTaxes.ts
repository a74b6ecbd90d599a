/** Tax rates of lines that name none: that of the article, else of the line that a coupon belongs to, else of the sale. */
import { cardArticle } from '../domain/basket.ts';
import { isJsonObject } from '../domain/jsonObject.ts';

/** Rates in per cent; null where nothing is known. */
export interface KnownRates {
  /** By EAN or article number. */
  readonly ofArticle: (code: string) => number | null;
  /** `tax_rate` of the sale. */
  readonly ofSale: number | null;
}

type Line = Readonly<Record<string, unknown>>;

interface Taxed {
  readonly products: unknown;
  /**
   * Paths of `tax` that nobody knows, as in `basket.products[0].tax`, whose lines are sold at 0 %, or that the line says
   * otherwise under a name that is not read.
   */
  readonly untaxed: readonly string[];
}

/** `products` as a caller sent it, with the rates that are known. What is no list of lines stays as it is. */
export function withTaxes(products: unknown, rates: KnownRates, path = 'basket.products'): Taxed {
  if (!Array.isArray(products)) return { products, untaxed: [] };
  const untaxed: string[] = [];
  const taxed = products.map((line: unknown, index) => {
    if (!isJsonObject(line)) return line;
    const below = withTaxes(line.sub_basket, rates, `${path}[${index}].sub_basket`);
    untaxed.push(...below.untaxed);
    const whole = Array.isArray(line.sub_basket) ? { ...line, sub_basket: below.products } : line;
    if (!needsRate(line)) return whole;
    const tax = ownRate(line, rates) ?? ownRate(parentOf(products, line), rates) ?? rates.ofSale;
    if (tax === null || saysOther(line, tax)) untaxed.push(`${path}[${index}].tax`);
    return tax === null ? whole : { ...whole, tax };
  });
  return { products: taxed, untaxed };
}

/** Names under which clients send a rate. */
const RATES: ReadonlySet<string> = new Set([
  ...['tx', 'taxes', 'taxrate', 'vat', 'vatrate', 'mwst', 'mwstsatz', 'ust', 'steuer', 'steuersatz'],
]);

const saysOther = (line: Line, tax: number): boolean =>
  Object.entries(line).some(
    ([name, value]) =>
      RATES.has(name.toLowerCase().replace(/[^a-z]/g, '')) && !isMissing(value) && Number(value) !== tax,
  );

const isMissing = (value: unknown): boolean => value === undefined || value === null;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** An item that costs nothing has no tax; lines below have their own; a plan has its own; money on a card is no turnover. */
function needsRate(line: Line): boolean {
  if (!isMissing(line.tax) || Array.isArray(line.sub_basket) || line.item_type === 'subscription') return false;
  const price = line.item_type === 'sub_transaction' ? line.sum : line.priceOne;
  const isFree = Number(price ?? 0) === 0 && isMissing(line.measure);
  return !isFree && cardArticle({ ean: textOf(line.ean), articleNumber: textOf(line.articleNumber) }) === null;
}

function ownRate(line: Line | null, { ofArticle }: KnownRates): number | null {
  if (line === null) return null;
  if (!isMissing(line.tax)) return Number(line.tax);
  const codes = [line.ean, line.articleNumber].map(textOf).filter(code => code !== '');
  return codes.map(ofArticle).find(rate => rate !== null) ?? null;
}

const parentOf = (lines: readonly unknown[], { parent }: Line): Line | null =>
  isMissing(parent) ? null : (lines.filter(isJsonObject).find(({ id }) => Number(id) === Number(parent)) ?? null);

/** Codes of 13 digits that carry a weight or a price: they are read by a table of beginnings, which differs by country. Pure. */
import { isEan } from './checkDigits.ts';
import { exponentOf, numberOfCurrency } from './currencies.ts';
import type { Elements } from './elementString.ts';

export interface CarryingPrefix {
  readonly prefix: string;
  readonly kind: 'weight' | 'price';
  readonly itemDigits: number;
  readonly valueDigits: number;
  /** Decimals of the value: kilograms, or units of the currency. */
  readonly decimals: number;
  /** A check digit that stands before the value. */
  readonly innerCheck: 'none' | 'ignored' | 'checked';
}

export interface CarriedValue {
  /** Codes by which the article may be known, the most exact one first. */
  readonly items: readonly string[];
  /** Grams, or minor units of the currency. */
  readonly value: number;
  readonly kind: CarryingPrefix['kind'];
}

const LENGTH = 13;

/** Digits that a row of the table describes, without the last check digit. */
export const digitsOf = ({ prefix, itemDigits, valueDigits, innerCheck }: CarryingPrefix): number =>
  prefix.length + itemDigits + valueDigits + (innerCheck === 'none' ? 0 : 1);

/** True where the row describes all of 13 digits. */
export const isWhole = (row: CarryingPrefix): boolean => digitsOf(row) === LENGTH - 1;

/** Null where no row of the table fits the code, or a check digit is wrong. The longest beginning counts. */
export function readCarried(code: string, table: readonly CarryingPrefix[], currency: string): CarriedValue | null {
  if (code.length !== LENGTH || !isEan(code)) return null;
  const row = [...table]
    .sort((a, b) => b.prefix.length - a.prefix.length)
    .find(one => code.startsWith(one.prefix) && isWhole(one));
  if (!row) return null;
  const { prefix, itemDigits, kind, decimals, innerCheck } = row;
  const itemEnd = prefix.length + itemDigits;
  const item = code.slice(prefix.length, itemEnd);
  const digits = code.slice(itemEnd + (innerCheck === 'none' ? 0 : 1), LENGTH - 1);
  if (innerCheck === 'checked' && valueCheckDigit(digits) !== Number(code[itemEnd])) return null;
  const places = kind === 'weight' ? 3 : exponentOf(currency);
  const value = Number(digits) * 10 ** (places - decimals);
  if (!Number.isInteger(value) || value === 0) return null;
  const short = item.replace(/^0+/, '');
  const items = [code.slice(0, itemEnd), item, ...(short === '' || short === item ? [] : [short])];
  return { items, value, kind };
}

/**
 * Price or weight of the packet by the elements of its symbol: the price counts before the weight, which only goods by the kilogram have.
 * Null where they say nothing, and for a price that the currency cannot express.
 */
export function carriedByElements(
  { price, grams }: Pick<Elements, 'price' | 'grams'>,
  isByWeight: boolean,
  currency: string,
): Pick<CarriedValue, 'kind' | 'value'> | null {
  if (price && (price.currency === undefined || price.currency === numberOfCurrency(currency))) {
    const value = Number(price.digits) * 10 ** (exponentOf(currency) - price.decimals);
    if (Number.isSafeInteger(value) && value > 0) return { kind: 'price', value };
  }
  return isByWeight && grams !== null && grams > 0 ? { kind: 'weight', value: grams } : null;
}

// Weights of GS1 for the check digit of a price; a sign says whether the tens of the product are added or taken away.
const TWO_MINUS = [0, 2, 4, 6, 8, 9, 1, 3, 5, 7] as const;
const THREE = [0, 3, 6, 9, 2, 5, 8, 1, 4, 7] as const;
const FIVE_PLUS = [0, 5, 1, 6, 2, 7, 3, 8, 4, 9] as const;
const FIVE_MINUS = [0, 5, 9, 4, 8, 3, 7, 2, 6, 1] as const;

/**
 * Check digit of a value of 4 or 5 digits (GS1 General Specifications, "Price or weight check digit"); null for any
 * other length.
 */
export function valueCheckDigit(digits: string): number | null {
  const sum = (weights: readonly (readonly number[])[]) =>
    weights.reduce((total, weight, index) => total + (weight[Number(digits[index])] ?? 0), 0);
  if (digits.length === 4) return (sum([TWO_MINUS, TWO_MINUS, THREE, FIVE_MINUS]) * 3) % 10;
  if (digits.length === 5) {
    const rest = (10 - (sum([FIVE_PLUS, TWO_MINUS, FIVE_MINUS, FIVE_PLUS, TWO_MINUS]) % 10)) % 10;
    return FIVE_MINUS.indexOf(rest as never);
  }
  return null;
}

/** The price of a weight: half a cent is rounded up. Grams, minor units for a kilogram. */
export const priceOfWeight = (grams: number, perKilogram: number): number =>
  Math.floor((grams * perKilogram + 500) / 1000);

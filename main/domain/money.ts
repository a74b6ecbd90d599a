/** Money is an integer in the smallest unit of its currency; this is the only file that divides it. */
import { exponentOf } from './currencies.ts';

export type Language = 'de' | 'en';

/** A value that may stand for money: an integer that loses nothing when it is computed with. */
export const isAmount = (value: unknown): value is number => Number.isSafeInteger(value);

/** No till takes more for one sale or in one movement, and no back office counts more; minor units. */
export const LARGEST_AMOUNT = 99_999_999_999;

/** The sum of amounts. Throws a RangeError rather than return a figure that lost its last digits. */
export const addUp = (amounts: Iterable<number>): number => {
  let total = 0;
  for (const amount of amounts) total = safe(total + amount);
  return total;
};

/** `quantity` times `priceOne`. Throws a RangeError when the product is no safe integer. */
export const times = (quantity: number, priceOne: number): number => safe(quantity * priceOne);

/**
 * The price of `value` / 10^`decimals` units at `priceOne` each, rounded commercially: 532 with 3 decimals is 0.532 kg.
 */
export const priceOfMeasure = (value: number, decimals: number, priceOne: number): number =>
  ratio(priceOne, value, 10 ** decimals);

/** `percent` of an amount, rounded commercially (half away from zero). Percent may have two decimals. */
export const percentOf = (amount: number, percent: number): number => ratio(amount, Math.round(percent * 100), 10_000);

/** True for a rate in per cent whose hundredths are whole; 8.1 is one although it is no binary fraction. */
export const isRate = (rate: number): boolean => rate >= 0 && rate <= 100 && Math.round(rate * 100) / 100 === rate;

/**
 * The share of the units from `first` to `last` of `count` equal units in a total. However the units are divided, all
 * shares add up to the total. Throws a RangeError where there are no such units.
 */
export function shareOf(total: number, count: number, first: number, last: number): number {
  if (!(first >= 1 && last >= first && last <= count)) throw new RangeError(`no units ${first} to ${last} of ${count}`);
  const size = BigInt(safe(Math.abs(total)));
  const upTo = (unit: number) => (size * BigInt(unit)) / BigInt(count);
  const part = Number(upTo(last) - upTo(first - 1));
  return safe(total < 0 ? -part : part);
}

/**
 * Splits an amount in proportion to weights (integers, none negative) so that the parts add up to it exactly: the
 * units left over after rounding down go to the largest remainders, among equals to the first. A part never exceeds
 * its weight unless the amount exceeds the sum of the weights. Throws a RangeError when there is nothing to split over.
 */
export function distribute(amount: number, weights: readonly number[]): readonly number[] {
  if (amount < 0) return distribute(-amount, weights).map(part => (part === 0 ? 0 : -part));
  const whole = BigInt(safe(addUp(weights)));
  if (amount === 0) return weights.map(() => 0);
  if (whole === 0n || weights.some(weight => weight < 0)) throw new RangeError('no weights to split the amount over');
  const shares = weights.map(weight => BigInt(safe(amount)) * BigInt(weight));
  const parts = shares.map(share => Number(share / whole));
  for (const index of largestRemainders(shares, whole).slice(0, amount - addUp(parts))) parts[index]! += 1;
  return parts;
}

/**
 * The amount as receipts print it: `7,96 EUR` in German, `7.96 EUR` in English, decimals as the currency has them and
 * no grouping of thousands, so that the text can be read back.
 */
export function formatAmount(amount: number, currency: string, language: Language): string {
  return `${formatNumber(amount, currency, language)} ${currency}`;
}

/** The same without the currency: `7,96`. */
export function formatNumber(amount: number, currency: string, language: Language): string {
  const exponent = exponentOf(currency);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0');
  const cut = digits.length - exponent;
  const fraction = exponent > 0 ? (language === 'de' ? ',' : '.') + digits.slice(cut) : '';
  return (amount < 0 ? '-' : '') + digits.slice(0, cut) + fraction;
}

/** amount × numerator / denominator, half away from zero; in bigint, because the product may be beyond 2⁵³. */
export function ratio(amount: number, numerator: number, denominator: number): number {
  const product = BigInt(safe(amount)) * BigInt(numerator);
  const size = product < 0n ? -product : product;
  const rounded = Number((2n * size + BigInt(denominator)) / (2n * BigInt(denominator)));
  return safe(product < 0n && rounded !== 0 ? -rounded : rounded);
}

function largestRemainders(shares: readonly bigint[], whole: bigint): readonly number[] {
  const remainders = shares.map((share, index) => ({ index, rest: share % whole }));
  return remainders
    .sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
    .map(r => r.index);
}

function safe(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError('amount is no integer within the safe range');
  return amount === 0 ? 0 : amount; // never -0, which JSON and comparisons treat differently
}

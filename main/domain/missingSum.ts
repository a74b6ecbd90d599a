/** The missing sum of a sale, and the tenders that close it. Amounts are integers in the smallest unit. */

/** One payment method and its part of the sale; `loyalty` is the cash balance of the card. */
export interface Tender {
  readonly method: string;
  readonly amount: number;
}

/**
 * The specification's `missing_sum`: the whole sum before preTransaction (`cashUsed` null), afterwards what the card's
 * cash balance leaves open. Never negative.
 */
export const missingSum = (sum: number, cashUsed: number | null): number => Math.max(0, sum - (cashUsed ?? 0));

/**
 * The tenders of a sale that is closed with `method`: the card pays what preTransaction reserved, the method the rest.
 * They always add up to `sum`. Null when this cannot be: a sum below zero, or `loyalty` although something is missing.
 */
export function tenders(method: string, sum: number, cashUsed: number | null): readonly Tender[] | null {
  const rest = missingSum(sum, cashUsed);
  if (sum < 0 || (method === 'loyalty' && rest > 0)) return null;
  return [
    { method: 'loyalty', amount: sum - rest },
    { method, amount: rest },
  ].filter(tender => tender.amount > 0);
}

/**
 * The tenders of a sale that is paid in parts: the card pays what they leave. Null where the parts are more than the sale.
 */
export function partTenders<T extends Tender>(sum: number, parts: readonly T[]): readonly (T | Tender)[] | null {
  const byCard = sum - parts.reduce((total, { amount }) => total + amount, 0);
  if (byCard < 0) return null;
  return byCard > 0 ? [{ method: 'loyalty', amount: byCard }, ...parts] : parts;
}

/** Cash that customers hand over, and their change: likely amounts, and what is unusual. Amounts in the smallest unit. */

/** The cash that goes back; below 0, what is missing. */
export const changeDue = (given: number, amount: number): number => given - amount;

/** Coins and notes in whole units of the currency; amounts are rounded up to their multiples. */
const STEPS = [1, 5, 10, 20, 50, 100] as const;

/** Amounts above the exact amount that customers are likely to hand over, smallest first. `unit`: one whole unit of the currency. */
export function likelyAmounts(missing: number, unit: number, count = 5): readonly number[] {
  const rounded = STEPS.map(step => Math.ceil(missing / (step * unit)) * step * unit);
  const notes = STEPS.map(step => step * unit);
  const sums = [...rounded, ...notes].filter(sum => sum > missing);
  return [...new Set(sums)].sort((a, b) => a - b).slice(0, count);
}

/** Change of at least this many whole units is more than any common note. */
const ODD_CHANGE = 100;

export interface UnusualCash {
  /** The typed digits with the last two as cents, where that covers the amount; otherwise null. */
  readonly meant: number | null;
}

/**
 * Null for usual cash. Unusual are change that no common note gives, and digits without a decimal mark that cover the amount
 * as cents too: the cashier who types 2000 for 20.00 is asked before the drawer opens.
 */
export function unusualCash(typed: string, given: number, missing: number, unit: number): UnusualCash | null {
  const change = changeDue(given, missing);
  if (change <= 0) return null;
  if (unit === 1) return change >= ODD_CHANGE * WITHOUT_DECIMALS ? { meant: null } : null;
  const cents = /^\d{3,}$/.test(typed.trim()) ? Number(typed.trim()) : 0;
  const meant = cents >= missing && cents < given ? cents : null;
  return meant !== null || change >= ODD_CHANGE * unit ? { meant } : null;
}

/** Notes of currencies without decimals have two more digits. */
const WITHOUT_DECIMALS = 100;

/** Cash as customers hand it over: the sums to expect, and change nobody expects. Pure; amounts in the smallest unit. */

/** Sums are rounded up to these, in whole units of the currency: coins and notes that people have. */
const STEPS = [1, 5, 10, 20, 50, 100] as const;

/** What customers are likely to hand over for this amount beside the exact sum, smallest first; `unit`: one of the currency. */
export function likelySums(missing: number, unit: number, count = 5): readonly number[] {
  const rounded = STEPS.map(step => Math.ceil(missing / (step * unit)) * step * unit);
  const notes = STEPS.map(step => step * unit);
  const sums = [...rounded, ...notes].filter(sum => sum > missing);
  return [...new Set(sums)].sort((a, b) => a - b).slice(0, count);
}

/** Change from here on is more than any note that is common. */
const ODD_CHANGE = 100;

export interface OddCash {
  /** The same digits read with their last two as cents, where that covers the amount; null where it does not. */
  readonly meant: number | null;
}

/**
 * Null where nothing is odd. Odd is change that no common note would give, and digits without a mark that pay the amount as
 * cents just as well: who types 2000 for 20.00 gets asked before the drawer opens.
 */
export function oddCash(typed: string, given: number, missing: number, unit: number): OddCash | null {
  const change = given - missing;
  if (change <= 0) return null;
  if (unit === 1) return change >= ODD_CHANGE * WITHOUT_DECIMALS ? { meant: null } : null;
  const cents = /^\d{3,}$/.test(typed.trim()) ? Number(typed.trim()) : 0;
  const meant = cents >= missing && cents < given ? cents : null;
  return meant !== null || change >= ODD_CHANGE * unit ? { meant } : null;
}

/** Notes of currencies without decimals have two digits more. */
const WITHOUT_DECIMALS = 100;

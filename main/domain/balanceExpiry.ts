/**
 * Expiry of the value on a loyalty card. Every credit lives for some months; spending uses the oldest credit first.
 * Days are business days of the shop (`YYYY-MM-DD`). Pure.
 */
import type { DayOf } from './businessDay.ts';
import type { Account, Balances } from './loyalty.ts';

export interface ExpiryRule {
  /** Months that a credit lives; null: it does not expire. */
  readonly cash: number | null;
  readonly bonus: number | null;
  readonly points: number | null;
  /** `day`: to the day. `yearEnd`: then to the end of that calendar year. */
  readonly until: 'day' | 'yearEnd';
}

/**
 * The rule of a group whose balances expire and that names none: a balance lives as long as a claim does by German law.
 */
export const DEFAULT_EXPIRY: ExpiryRule = { cash: 36, bonus: 36, points: 36, until: 'yearEnd' };

/** The unspent rest of one credit. */
export interface Lot {
  /** ms since 1970 */
  readonly at: number;
  /** Minor units or points, above 0. */
  readonly amount: number;
}

export interface AccountHistory {
  /** Oldest first. */
  readonly credits: readonly Lot[];
  /** Everything that was ever taken off, above or equal 0. */
  readonly taken: number;
}

/** The credits that are still there: what was taken comes off the oldest first. */
export function remainingLots({ credits, taken }: AccountHistory): readonly Lot[] {
  let left = taken;
  const lots: Lot[] = [];
  for (const { at, amount } of credits) {
    const used = Math.min(left, amount);
    left -= used;
    if (amount > used) lots.push({ at, amount: amount - used });
  }
  return lots;
}

/** The first business day on which a credit of this day is gone. */
export function expiryDay(credited: string, months: number, until: ExpiryRule['until']): string {
  const [year = 0, month = 1, day = 1] = credited.split('-').map(Number);
  const end = year * 12 + (month - 1) + months;
  const [endYear, endMonth] = [Math.floor(end / 12), end % 12];
  if (until === 'yearEnd') return written(endYear + 1, 0, 1);
  const lastOfMonth = new Date(Date.UTC(endYear, endMonth + 1, 0)).getUTCDate();
  return written(endYear, endMonth, Math.min(day, lastOfMonth) + 1);
}

/** `month` from 0; a day behind the end of a month is the first of the next one. */
const written = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

const ACCOUNTS = ['cash', 'bonus', 'points'] as const satisfies readonly Account[];

export type CardHistory = Readonly<Record<Account, AccountHistory>>;

/** Sums that have expired on this business day and have not been booked yet. */
export function expiredOn(rule: ExpiryRule, history: CardHistory, day: string, dayOf: DayOf): Balances {
  const sums = { cash: 0, bonus: 0, points: 0 };
  for (const account of ACCOUNTS) {
    const months = rule[account];
    if (months === null) continue;
    for (const { at, amount } of remainingLots(history[account]))
      if (expiryDay(dayOf(at), months, rule.until) <= day) sums[account] += amount;
  }
  return sums;
}

/** Sums that expire next, where nothing is spent before. */
export interface NextExpiry extends Balances {
  /** The business day at whose beginning it is gone. */
  readonly day: string;
}

/** Null where nothing on the card will expire. */
export function nextExpiry(rule: ExpiryRule, history: CardHistory, dayOf: DayOf): NextExpiry | null {
  const days = new Map<string, { cash: number; bonus: number; points: number }>();
  for (const account of ACCOUNTS) {
    const months = rule[account];
    if (months === null) continue;
    for (const { at, amount } of remainingLots(history[account])) {
      const day = expiryDay(dayOf(at), months, rule.until);
      const sums = days.get(day) ?? { cash: 0, bonus: 0, points: 0 };
      days.set(day, { ...sums, [account]: sums[account] + amount });
    }
  }
  const [first] = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
  return first ? { day: first[0], ...first[1] } : null;
}

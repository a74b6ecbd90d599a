/** The target of a month divided among its days, by what the weekdays sold in the four weeks before the month. Pure. */
import { addDays } from './days.ts';

export interface MonthTarget {
  /** `YYYY-MM` */
  readonly month: string;
  /** Minor units. */
  readonly amount: number;
  /** Turnover of Monday to Sunday in the four weeks before the first day of the month. */
  readonly weekdays: readonly number[];
}

/** The days on which the four weeks before a month sold are the measure of its days. */
export const DAYS_BEFORE = 28;

/** By day, all days of the month; they add up to the target. Evenly where nothing was sold before. */
export function dayTargets({ month, amount, weekdays }: MonthTarget): ReadonlyMap<string, number> {
  const days = daysOf(month);
  const sold = days.map(day => Math.max(0, weekdays[weekdayOf(day)] ?? 0));
  const weights = sold.some(weight => weight > 0) ? sold : days.map(() => 1);
  // Two amounts multiplied are beyond what a number holds exactly.
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const parts = weights.map(weight => BigInt(amount) * BigInt(weight));
  const shares = parts.map(part => Number(part / whole));
  const left = amount - shares.reduce((sum, share) => sum + share, 0);
  const byRest = [...parts.keys()].sort(
    (one, other) => Number((parts[other] ?? 0n) % whole) - Number((parts[one] ?? 0n) % whole) || one - other,
  );
  const rounded = new Set(byRest.slice(0, left));
  return new Map(days.map((day, index) => [day, (shares[index] ?? 0) + (rounded.has(index) ? 1 : 0)]));
}

/** Monday is 0. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

function daysOf(month: string): readonly string[] {
  const first = `${month}-01`;
  return Array.from({ length: 31 }, (_, index) => addDays(first, index)).filter(day => day.startsWith(month));
}

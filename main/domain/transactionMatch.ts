/** The comparison of two reports of a terminal: are they about the same transaction? */
import type { TransactionReport } from './evidence.ts';

export type TransactionMatch = 'certain' | 'likely' | 'perhaps' | 'no';

/**
 * Are both reports about the same transaction? `likely`: all members agree, but they are only its number, or its amount and its
 * time. `perhaps`: no member distinguishes two transactions of the same amount.
 */
export function matchOf(a: TransactionReport, b: TransactionReport): TransactionMatch {
  const pairs = [
    [a.receipt, b.receipt],
    [a.trace, b.trace],
    [a.amount, b.amount],
    [shortDate(a), shortDate(b)],
    [a.time, b.time],
  ] as const;
  const bothKnown = (index: number) => pairs[index]?.every(value => value !== null) ?? false;
  if (pairs.some(([one, other], index) => bothKnown(index) && one !== other)) return 'no';
  const [RECEIPT, TRACE, AMOUNT, DATE, TIME] = [0, 1, 2, 3, 4] as const;
  if (bothKnown(RECEIPT) ? bothKnown(TRACE) || bothKnown(TIME) : bothKnown(TRACE) && bothKnown(TIME)) return 'certain';
  if (a.reference != null && b.reference != null) return a.reference === b.reference ? 'certain' : 'no';
  if (bothKnown(RECEIPT)) return 'likely';
  if (a.receipt !== null || b.receipt !== null) return 'no';
  if (bothKnown(TRACE) || (bothKnown(AMOUNT) && bothKnown(DATE) && bothKnown(TIME))) return 'likely';
  return bothKnown(AMOUNT) && a.approved === b.approved ? 'perhaps' : 'no';
}

/** Some terminals report the year in one message and not in another. */
const shortDate = ({ date }: TransactionReport): string | null => date?.slice(-5) ?? null;

/** True for the same receipt whose sum is now greater by exactly `amount`. */
export const hasGrownBy = (before: TransactionReport, now: TransactionReport, amount: number): boolean =>
  before.receipt !== null &&
  before.receipt === now.receipt &&
  before.amount !== null &&
  now.amount === before.amount + amount;

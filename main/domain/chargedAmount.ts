/** The amount of a payment at the terminal, where customer or cashier may add a tip. */
import type { OpenCase, TransactionReport } from './evidence.ts';

/** The members of an open case that decide about its amount. */
export type ChargedCommand = Pick<OpenCase, 'kind' | 'amount' | 'confirmed'>;

/**
 * The amount that counts as asked for, by the terminal's report, minor units: more than the till sent where the terminal
 * reports the difference as the tip, or where the till has confirmed exactly that amount. A smaller amount pays no sale, and an
 * unexplained difference stays a difference: for both the amount of the command counts.
 */
export function chargedAmount(
  { kind, amount, confirmed }: ChargedCommand,
  report: Pick<TransactionReport, 'amount' | 'tip'> | null,
): number {
  if (kind !== 'payment' || report?.amount == null || report.amount <= amount) return amount;
  return report.tip === report.amount - amount || report.amount === confirmed ? report.amount : amount;
}

/** What a payment comes to at the terminal, where customer or cashier may add a tip to it. */
import type { OpenCase, TransactionReport } from './evidence.ts';

/** Of an intent, what may change its amount. */
export type ChargedCommand = Pick<OpenCase, 'kind' | 'amount' | 'confirmed'>;

/**
 * The amount that counts as asked for once the terminal has told this of the command, minor units: more than the till sent
 * where the terminal names the difference as its tip, or where the till itself has confirmed exactly that amount. A part
 * of it pays no sale, and what nobody has explained stays a difference: of both the amount is as it was asked.
 */
export function chargedAmount(
  { kind, amount, confirmed }: ChargedCommand,
  told: Pick<TransactionReport, 'amount' | 'tip'> | null,
): number {
  if (kind !== 'payment' || told?.amount == null || told.amount <= amount) return amount;
  return told.tip === told.amount - amount || told.amount === confirmed ? told.amount : amount;
}

/** Questions about the status of a sale. Pure. */

import type { RunningPayment } from '../../main/wire/events.ts';
import type { SalePart, SaleStatus, SmartTransaction } from '../../main/wire/transactions.ts';

export const isPaid = (status: SaleStatus | undefined): boolean =>
  status === 'ok' || status === 'received' || status === 'collection';

/** Paid, or paid and taken back. A sale that was cancelled before any payment has nothing to show. */
export const isClosed = (sale: SmartTransaction | null): boolean =>
  isPaid(sale?.status) || (sale?.status === 'cancelled' && sale.receipt.length > 0);

/** Cancelled half: some of its parts have gone back, and others could not. */
export const isPartlyReversed = (sale: SmartTransaction | null): boolean =>
  sale?.status === 'pending' && sale.outcome.result === 'open' && sale.receipt.length > 0;

/** Result of the payment of this sale; null while the result is unknown. */
export function saleResultOf(sale: SmartTransaction): 'paid' | 'takenBack' | 'notPaid' | null {
  if (isPaid(sale.status)) return 'paid';
  if (sale.status === 'cancelled') return isClosed(sale) ? 'takenBack' : 'notPaid';
  return sale.status === 'failed' ? 'notPaid' : null;
}

/**
 * True when `next` may replace the sale that the screen knows. A paid sale can only become cancelled; an older document of
 * the same sale sometimes arrives late.
 */
export const mayReplace = (known: SmartTransaction | null, next: SmartTransaction): boolean =>
  known?.id !== next.id ||
  next.status === 'cancelled' ||
  (known.status !== 'cancelled' && !(isClosed(known) && !isClosed(next)));

/** The smaller approval that a person had decided about, once the terminal has taken it back. */
export const takenBackPart = (
  { parts = [] }: Pick<SmartTransaction, 'parts'>,
  payment: Pick<RunningPayment, 'evidence'> | null,
): SalePart | null => {
  const approved = payment?.evidence?.approved_part ?? null;
  const newest = parts.at(-1);
  return newest?.status === 'returned' && newest.amount === approved?.amount ? newest : null;
};

/** Cash that the Payment Transactions of a sale have given back while the sale stood: its cancellation gives back the rest. */
import { addUp } from '../domain/money.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';

/** Cash of the sale that its Payment Transactions gave back before it is cancelled, minor units. Goods that came back forbid a cancellation. */
export function refundedCash({ payments }: Pick<World, 'payments'>, { merchant, document }: Sale): number {
  const own = document.transactions.flatMap(({ object, id }) => {
    const payment = object === 'payment.transactions' ? payments.find(merchant, id) : null;
    return payment?.inner.order.method === 'cash' ? [payment.inner.money.refunded] : [];
  });
  return addUp(own);
}

/** A cancellation takes out of the drawer what a Payment Transaction has not given back before. */
export function withoutRefunded<T extends { readonly method: string; readonly amount: number }>(
  tenders: readonly T[],
  alreadyBack: number,
): readonly T[] {
  let left = alreadyBack;
  return tenders.map(tender => {
    const gone = tender.method === 'cash' ? Math.min(left, Math.max(0, tender.amount)) : 0;
    left -= gone;
    return gone === 0 ? tender : { ...tender, amount: tender.amount - gone };
  });
}

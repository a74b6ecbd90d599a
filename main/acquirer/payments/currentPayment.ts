/** The Payment Transaction that a sale names now. */
import { leftOf } from '../../domain/payment.ts';
import { next } from '../../domain/transaction.ts';
import type { Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

/** The current Payment Transaction of the sale; null where none exists. */
export function currentPayment(world: Pick<World, 'payments'>, sale: Sale) {
  const reference = sale.document.transactions.find(({ object }) => object === 'payment.transactions');
  return reference ? world.payments.find(sale.merchant, reference.id) : null;
}

const OPEN: ReadonlySet<string> = new Set(['authorised', 'challenged', 'waiting']);

/** True where the acquirer still holds, or waits for, money of this sale that can be voided or refunded. */
export function hasOpenPayment(world: Pick<World, 'payments'>, sale: Sale): boolean {
  const money = next(sale.state, 'void') ? currentPayment(world, sale)?.inner.money : null;
  return money != null && (OPEN.has(money.stage) || (money.stage === 'captured' && leftOf(money) > 0));
}

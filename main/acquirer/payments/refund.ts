/** A refund is a transaction of its own: negative, of the refund product, linked with the payment it gives back. */
import type { PaymentTransaction } from '../../wire/payments.ts';
import type { PaymentOperation } from '../../world/paymentOrder.ts';
import type { World } from '../../world/world.ts';
import { insertLinkedPayment } from './linkedPayment.ts';
import { refundProduct } from './products.ts';
import type { PaymentRecord } from './record.ts';
import { recallShares } from './stakeholders.ts';

/** Inside the job that ends a refund: the refund's own transaction, and the shares that are taken back with it. */
export function insertRefund(
  world: World,
  operation: PaymentOperation,
  payment: PaymentRecord,
): readonly PaymentTransaction[] {
  const { amount, facts } = operation;
  const product = refundProduct(payment.inner.order.method);
  const reason = typeof facts.reason === 'string' ? facts.reason : null;
  const refund = insertLinkedPayment(world, payment, { amount: -amount, product, as: 'refund', purpose: reason });
  return [refund, ...(facts.reduceStakeholders === true ? recallShares(world, payment, amount) : [])];
}

/** A refund is a transaction of its own: negative, of the refund product, linked with the payment it gives back. */
import type { PaymentTransaction } from '../wire/payments.ts';
import type { Operation } from '../world/order.ts';
import type { World } from '../world/world.ts';
import { linked } from './linked.ts';
import { refundProduct } from './products.ts';
import type { PaymentRecord } from './record.ts';
import { recalled } from './stakeholders.ts';

/** Inside the job that ends a refund: the refund's own transaction, and the shares that are taken back with it. */
export function refunded(world: World, operation: Operation, payment: PaymentRecord): readonly PaymentTransaction[] {
  const { amount, facts } = operation;
  const product = refundProduct(payment.inner.order.method);
  const reason = typeof facts.reason === 'string' ? facts.reason : null;
  const refund = linked(world, payment, { amount: -amount, product, as: 'refund', purpose: reason });
  return [refund, ...(facts.reduceStakeholders === true ? recalled(world, payment, amount) : [])];
}

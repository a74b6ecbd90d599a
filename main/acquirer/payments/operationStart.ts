/** Opens payments and operations inside a job, so that the intent is on disk before the request leaves. */

import { movable, type PaymentMove } from '../../domain/payment.ts';
import type { AcquirerRequest } from '../../world/acquirer.ts';
import { BridgeError } from '../../world/errors.ts';
import { newKey } from '../../world/ids.ts';
import type { PaymentOperation, PaymentOrder } from '../../world/paymentOrder.ts';
import { requireProcessor } from '../../world/processor.ts';
import { noteMoneyRequested } from '../../world/requestContext.ts';
import type { World } from '../../world/world.ts';
import { subscriptionOf } from '../subscriptions/reference.ts';
import { refuseCounterPayment } from './counterPayments.ts';
import type { LinkedPaymentWorld } from './linkedPayment.ts';
import { checkOrder } from './orderRules.ts';
import { pushPayment, savePayment } from './paymentStep.ts';
import { newPayment, type PaymentRecord } from './record.ts';

/** Members of the world that open a payment. */
export type NewPaymentWorld = LinkedPaymentWorld & Pick<World, 'subscriptions' | 'wallet'>;

/**
 * Writes a Payment Transaction (status 1) and its first operation. Throws by the error table for an order that is not
 * allowed.
 */
export function openPayment(world: NewPaymentWorld, order: PaymentOrder): PaymentOperation {
  requireProcessor(world, order.method);
  checkOrder(world, order);
  const record = insertPayment(world, order);
  const kind = order.action === 'sale' ? 'sale' : 'authorise';
  return writeOperation(world, record, kind, order.amount, {}, {});
}

function insertPayment(world: NewPaymentWorld, order: PaymentOrder): PaymentRecord {
  const record = newPayment(world, order);
  world.payments.insert(order.merchant, record.document, record.inner);
  if (order.customer !== null) world.wallet.customers.markUsed(order.merchant, order.customer);
  if (order.container !== null) world.wallet.containers.markUsed(order.merchant, order.container);
  const subscription = subscriptionOf(world, record);
  if (!subscription) return record;
  // The push address hears of a new subscription payment at once (specification, "Events for payments").
  const reference = { object: 'payment.subscriptions', id: subscription.id };
  const begun = savePayment(world, record, { subscription: subscription.number }, { subscription: reference });
  pushPayment(world, begun);
  return begun;
}

/**
 * Opens a further operation on a payment. Throws where the money of the payment or another open operation forbids it.
 */
export function openOperation(
  world: Pick<World, 'acquirer' | 'clock' | 'payments'>,
  payment: { readonly id: string; readonly merchant: string },
  kind: PaymentMove,
  amount: number,
  more: { readonly facts?: PaymentOperation['facts']; readonly payer?: AcquirerRequest['payer'] } = {},
): PaymentOperation {
  const record = paymentOf(world, payment.merchant, payment.id);
  refuseCounterPayment(record);
  requireProcessor(world, record.inner.order.method);
  const busy = world.payments.operations.openOf(payment.id);
  if (busy) throw new BridgeError('paymentBusy', `a ${busy.kind} of ${payment.id} is under way`);
  if (!movable(kind, record.inner.money, amount)) throw forbidden(record, kind, amount);
  return writeOperation(world, record, kind, amount, more.facts ?? {}, more.payer ? { payer: more.payer } : {});
}

/** A Payment Transaction of this merchant. Throws `notFound`. */
export function paymentOf(world: Pick<World, 'payments'>, merchant: string, id: string): PaymentRecord {
  const record = world.payments.find(merchant, id);
  if (!record) throw new BridgeError('notFound', `there is no payment.transactions ${id}`);
  return record;
}

function writeOperation(
  world: Pick<World, 'clock' | 'payments'>,
  { document, inner }: PaymentRecord,
  kind: PaymentMove,
  amount: number,
  facts: PaymentOperation['facts'],
  more: Partial<AcquirerRequest>,
): PaymentOperation {
  noteMoneyRequested();
  const id = newKey();
  const operation: PaymentOperation = {
    id,
    payment: document.id,
    merchant: inner.order.merchant,
    kind,
    amount,
    currency: document.currency,
    request: { ...requestOf(inner), ...more, key: id, amount },
    facts,
    state: 'open',
    startedAt: world.clock.now(),
  };
  world.payments.operations.open(operation);
  return operation;
}

const requestOf = ({ order, key, instrument }: PaymentRecord['inner']) => ({
  method: order.method,
  sale: order.sale === null ? null : { merchant: order.merchant, id: order.sale },
  currency: order.currency,
  original: key,
  instrument,
  recurring: order.recurring,
  requestToken: order.requestToken,
  descriptor: order.descriptor,
});

function forbidden({ inner: { money } }: PaymentRecord, kind: PaymentMove, amount: number): BridgeError {
  return new BridgeError(
    'paymentMoveForbidden',
    `${kind} of ${amount} is not possible: the payment is ${money.stage}, ${money.held} held, ` +
      `${money.captured} captured, ${money.refunded} refunded`,
  );
}

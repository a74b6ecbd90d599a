/** Subscriptions follow their payments, in the commit that records the ending of a payment. */

import type { OperationEnding, PaymentOperation } from '../../world/paymentOrder.ts';
import type { World } from '../../world/world.ts';
import { type PaymentStepWorld, savePayment } from '../payments/paymentStep.ts';
import type { PaymentRecord } from '../payments/record.ts';
import { newSubscription, type SubscriptionRecord, stepTo } from './document.ts';
import { namedSubscription } from './reference.ts';
import { subscribedItem } from './subscriptionItem.ts';

/** Inside the job that records the ending of an operation on a payment. */
export function followSubscription(
  world: PaymentStepWorld & Pick<World, 'ledger' | 'subscriptions'>,
  operation: PaymentOperation,
  { undelivered }: OperationEnding,
): void {
  const { merchant, payment: id } = operation;
  const payment = world.payments.find(merchant, id);
  if (!payment) return;
  const { subscription: number } = payment.inner;
  const subscription = number === null ? null : namedSubscription(world, { merchant, subscription: { id: number } });
  if (number === null) beginFromSale(world, payment);
  else if (subscription?.inner.first === id) followFirstPayment(world, subscription, payment);
  else if (subscription?.inner.charge === id) followCharge(world, subscription, payment, undelivered === true);
}

const isTaken = ({ inner: { money } }: PaymentRecord) => money.stage === 'waiting' || money.stage === 'captured';
const isGood = (payment: PaymentRecord) => isTaken(payment) || payment.inner.money.stage === 'authorised';
const isBad = ({ inner: { money } }: PaymentRecord) => money.stage === 'denied' || money.stage === 'voided';

/**
 * A sale with a plan in its basket begins a subscription once the money is taken; an authorisation may still be
 * voided.
 */
function beginFromSale(world: PaymentStepWorld & Pick<World, 'ledger' | 'subscriptions'>, payment: PaymentRecord) {
  const { sale: id, merchant } = payment.inner.order;
  const sale = id === null ? null : world.ledger.sale(merchant, id);
  if (!sale || !isTaken(payment) || sale.document.subscription) return;
  const item = subscribedItem(world, merchant, sale.document);
  if (!item) return;
  const now = world.clock.now();
  const later = item.start !== null && item.start > now;
  const { document } = newSubscription(world, payment, {
    purpose: item.plan.description,
    plan: item.plan.id,
    cycles: item.plan.billing_cycles,
    start: later && item.start !== null ? item.start : now,
    completed: later ? 0 : 1,
    begun: true,
  });
  const subscription = { object: document.object, id: document.id };
  savePayment(world, payment, { subscription: document.number }, { subscription });
  world.ledger.rewrite({ ...sale, document: { ...sale.document, subscription } });
}

/** Ends the subscription of a first payment that was refused or voided. */
function followFirstPayment(
  world: Pick<World, 'clock' | 'pushes' | 'subscriptions'>,
  subscription: SubscriptionRecord,
  payment: PaymentRecord,
) {
  const { inner, document } = subscription;
  if (isGood(payment) && !inner.begun) stepTo(world, subscription, { begun: true }, { status: 'active' });
  if (isBad(payment) && document.status !== 'cancelled') stepTo(world, subscription, {}, { status: 'cancelled' });
}

/**
 * A paid cycle is completed; a cycle that cannot be paid suspends the subscription until it has another container. A
 * request that never reached the acquirer leaves the cycle due.
 */
function followCharge(
  world: Pick<World, 'clock' | 'pushes' | 'subscriptions'>,
  subscription: SubscriptionRecord,
  payment: PaymentRecord,
  undelivered: boolean,
) {
  if (payment.inner.money.stage === 'captured')
    stepTo(world, subscription, { charge: null, completed: subscription.inner.completed + 1 });
  if (isBad(payment)) stepTo(world, subscription, { charge: null }, undelivered ? {} : suspension(subscription));
}

/** A subscription that was cancelled in between stays cancelled. */
const suspension = ({ document }: SubscriptionRecord) =>
  document.status === 'active' ? ({ status: 'suspended' } as const) : {};

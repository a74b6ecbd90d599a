/**
 * References to subscriptions: the first payment begins a subscription by its purpose, later payments name its number.
 */

import { BridgeError } from '../../world/errors.ts';
import type { PaymentOrder } from '../../world/paymentOrder.ts';
import type { World } from '../../world/world.ts';
import type { PaymentRecord } from '../payments/record.ts';
import { newSubscription, type SubscriptionRecord } from './document.ts';

/** Inside a job. The currency of a recurring payment cannot change (specification, "Subscription"). */
export function checkSubscription(world: Pick<World, 'subscriptions'>, order: PaymentOrder): void {
  if (order.subscription?.id === undefined) return;
  const known = namedSubscription(world, order)?.document;
  if (!known) throw new BridgeError('notFound', `there is no subscription ${order.subscription.id}`);
  if (known.currency !== order.currency)
    throw new BridgeError('recurringRefused', `subscription ${known.number}: its currency is ${known.currency}`);
}

export interface SubscriptionReference {
  /** The number that later payments name. */
  readonly number: number;
  /** SUB_… */
  readonly id: string;
}

/** Inside a job, after the payment was stored: the subscription that the payment begins or belongs to. */
export function subscriptionOf(
  world: Pick<World, 'clock' | 'ledger' | 'pushes' | 'subscriptions'>,
  payment: PaymentRecord,
): SubscriptionReference | null {
  const { order } = payment.inner;
  if (order.subscription?.id !== undefined) return namedSubscription(world, order)?.document ?? null;
  if (!order.subscription?.purpose) return null;
  return beginForPurpose(world, payment, order.subscription.purpose).document;
}

/** Inside the job that opens a payment with `subscription.purpose`: later payments are made by the caller. */
export function beginForPurpose(
  world: Pick<World, 'clock' | 'ledger' | 'pushes' | 'subscriptions'>,
  payment: PaymentRecord,
  purpose: string,
): SubscriptionRecord {
  const start = world.clock.now();
  return newSubscription(world, payment, { purpose, plan: null, cycles: [], start, completed: 0, begun: false });
}

/** The subscription that an order names by number or SUB_…; null where none fits. */
export function namedSubscription(
  world: Pick<World, 'subscriptions'>,
  { merchant, subscription }: Pick<PaymentOrder, 'merchant' | 'subscription'>,
): SubscriptionRecord | null {
  const id = subscription?.id === undefined ? null : world.subscriptions.idOf(merchant, subscription.id);
  return id === null ? null : world.subscriptions.find(merchant, id);
}

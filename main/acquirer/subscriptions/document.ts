/** The document of a subscription, and its steps. */

import { type BillingCycle, dueCycle, executions } from '../../domain/billing.ts';
import type { Subscription } from '../../wire/subscriptions.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId } from '../../world/ids.ts';
import type { Stored } from '../../world/records.ts';
import type { SubscriptionInner } from '../../world/subscriptions.ts';
import type { World } from '../../world/world.ts';
import type { PaymentRecord } from '../payments/record.ts';

export type SubscriptionRecord = Stored<Subscription, SubscriptionInner>;

export interface Beginning {
  readonly purpose: string | null;
  readonly plan: string | null;
  readonly cycles: readonly BillingCycle[];
  /** Time of the first cycle, ms since 1970. */
  readonly start: number;
  /** Number of cycles that the first payment has paid. */
  readonly completed: number;
  readonly begun: boolean;
}

/** Inside a job: stores the subscription that this payment begins. */
export function newSubscription(
  world: Pick<World, 'clock' | 'ledger' | 'pushes' | 'subscriptions'>,
  payment: PaymentRecord,
  beginning: Beginning,
): SubscriptionRecord {
  const { document, inner } = payment;
  const { order } = inner;
  const { purpose, plan, cycles, start, completed, begun } = beginning;
  const reference = (object: string, id: string | null) => (id === null ? null : { object, id });
  const blank: Subscription = {
    object: 'payment.subscriptions',
    id: newId('SUB'),
    created: timestamp(world.clock.now()),
    number: world.ledger.nextNumber('payment.subscriptions'),
    purpose,
    currency: order.currency,
    smart_transaction: reference('smart.transactions', order.sale),
    merchant: { object: 'general.merchants', id: order.merchant },
    contract: reference('general.contracts', inner.contract),
    customer: reference('payment.customers', order.customer),
    container: reference('payment.containers', order.container),
    plan: reference('payment.plans', plan),
    start_at: timestamp(start),
    status: begun ? 'active' : 'suspended',
    billing_cycles: { cycle_executions: [], next_billing_time: null },
    demo: order.demo,
  };
  const record = moved(
    {
      document: blank,
      inner: {
        cycles,
        start,
        completed,
        begun,
        due: null,
        first: document.id,
        initiated: order.recurring?.type === 'cit',
        charge: null,
        pushUrl: order.pushUrl,
      },
    },
    {},
  );
  world.subscriptions.insert(order.merchant, record.document, record.inner);
  pushSubscription(world, record, 'added');
  return record;
}

/** Inside a job: stores the subscription after a step and queues a push where the status has changed. */
export function stepTo(
  world: Pick<World, 'clock' | 'pushes' | 'subscriptions'>,
  before: SubscriptionRecord,
  changes: Partial<SubscriptionInner>,
  patch: Partial<Subscription> = {},
): SubscriptionRecord {
  const { document, inner } = moved(before, changes, patch);
  const after = { document: { ...document, updated: timestamp(world.clock.now()) }, inner };
  world.subscriptions.save(document.merchant.id, after.document, inner);
  if (document.status !== before.document.status) pushSubscription(world, after, 'changed');
  return after;
}

/** The subscription with this SUB_…. Throws `notFound`. */
export function subscriptionById(
  world: Pick<World, 'subscriptions'>,
  merchant: string,
  id: string,
): SubscriptionRecord {
  const found = world.subscriptions.find(merchant, id);
  if (!found) throw new BridgeError('notFound', `there is no payment.subscriptions ${id}`);
  return found;
}

/**
 * The record after a step: executed cycles, next billing time and the end follow from the number of completed cycles.
 */
function moved(
  before: SubscriptionRecord,
  changes: Partial<SubscriptionInner>,
  patch: Partial<Subscription> = {},
): SubscriptionRecord {
  const inner = { ...before.inner, ...changes };
  const next = dueCycle(inner.cycles, inner.start, inner.completed);
  const wanted = patch.status ?? before.document.status;
  const status = wanted === 'active' && inner.cycles.length > 0 && next === null ? 'completed' : wanted;
  const waits = status === 'active' || status === 'suspended' ? next : null;
  return {
    inner: { ...inner, due: status === 'active' && inner.charge === null ? (next?.time ?? null) : null },
    document: {
      ...before.document,
      ...patch,
      status,
      billing_cycles: {
        cycle_executions: executions(inner.cycles, inner.completed, inner.begun),
        next_billing_time: waits === null ? null : timestamp(waits.time),
      },
    },
  };
}

function pushSubscription(
  world: Pick<World, 'pushes'>,
  { document, inner }: SubscriptionRecord,
  type: 'added' | 'changed',
) {
  const merchant = document.merchant.id;
  const { object: target, id } = document;
  world.pushes.queue({ merchant, url: inner.pushUrl, target, type, id, event: `subscription.${type}` });
}

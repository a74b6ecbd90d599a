/** Stores a payment after a step and queues the push for it. */
import type { PaymentTransaction } from '../../wire/payments.ts';
import { paymentEvent } from '../../wire/pushEvents.ts';
import type { World } from '../../world/world.ts';
import { methodRow } from './products.ts';
import { changedPayment, type PaymentRecord, simpleOf, simpleTextOf } from './record.ts';

/** Members of the world that one step of a payment uses. */
export type PaymentStepWorld = Pick<World, 'acquirer' | 'agreements' | 'clock' | 'payments' | 'pushes'>;

/** Stores the payment after a step and queues a push where the simple status has changed. */
export function savePayment(
  world: PaymentStepWorld,
  before: PaymentRecord,
  changes: Partial<PaymentRecord['inner']>,
  patch: Partial<PaymentTransaction> = {},
): PaymentRecord {
  const after = changedPayment(world, before, changes, patch);
  world.payments.save(after.inner.order.merchant, after.document, after.inner);
  if (simpleOf(after.document.status) !== simpleOf(before.document.status)) pushPayment(world, after);
  return after;
}

/** Queues a push to the address of the payment, or else of its agreement (specification, "Events"). */
export function pushPayment(
  world: Pick<World, 'agreements' | 'pushes'>,
  { document, inner: { order, contract } }: PaymentRecord,
): void {
  const url = order.pushUrl ?? (contract === null ? null : pushUrlOf(world, order.merchant, contract));
  const target = methodRow(order.method)?.object ?? 'payment.transactions';
  const event = paymentEvent(simpleTextOf(document.status));
  world.pushes.queue({ merchant: order.merchant, url, target, type: 'changed', id: document.id, event });
}

/** The push address of an agreement, terminated or not: payments outlive their agreement. */
const pushUrlOf = (world: Pick<World, 'agreements'>, merchant: string, contract: string): string | null =>
  world.agreements.brief(merchant, contract)?.pushUrl ?? null;

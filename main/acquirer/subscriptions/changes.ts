/** Changes of a subscription: another container, or its end. */

import { containerFor } from '../../wallet/containers.ts';
import type { Subscription } from '../../wire/subscriptions.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { World } from '../../world/world.ts';
import { stepTo, subscriptionById } from './document.ts';

/**
 * POST /Smart/Transactions/{subscriptionId}/updatePaymentContainer: an existing container by id, or the details of a
 * new one. A suspended subscription becomes active, and its due cycle is charged.
 */
export const updateContainer = (
  world: Pick<World, 'agreements' | 'clock' | 'ledger' | 'pushes' | 'subscriptions' | 'wallet'>,
  { merchant }: Principal,
  id: string,
  input: Readonly<Record<string, unknown>>,
): Promise<SmartTransaction> =>
  world.ledger.write(() => {
    const subscription = subscriptionById(world, merchant, id);
    const { document, inner } = subscription;
    refuseEnded(document);
    const sale = document.smart_transaction && world.ledger.sale(merchant, document.smart_transaction.id);
    if (!sale) throw new BridgeError('subscriptionWithoutSale', `${id} was not begun by a Smart Transaction`);
    const sent = input.container ?? input;
    const container = containerFor(world, merchant, sent, document.customer?.id ?? null, { allowCard: false });
    if (!container) throw new BridgeError('badInput', 'container must be {id} or the details of a container');
    const reference = { object: 'payment.containers', id: container.id };
    const same = document.container?.id === container.id;
    const status = inner.begun ? 'active' : document.status;
    stepTo(world, subscription, { initiated: same && inner.initiated }, { container: reference, status });
    return sale.document;
  });

/** POST /Payment/Subscriptions/{id}/cancel: ends the charges. */
export const cancelSubscription = (
  world: Pick<World, 'clock' | 'ledger' | 'pushes' | 'subscriptions'>,
  { merchant }: Principal,
  id: string,
): Promise<Subscription> =>
  world.ledger.write(() => {
    const subscription = subscriptionById(world, merchant, id);
    refuseEnded(subscription.document);
    return stepTo(world, subscription, {}, { status: 'cancelled' }).document;
  });

function refuseEnded({ id, status }: Subscription) {
  if (status === 'cancelled' || status === 'completed')
    throw new BridgeError('subscriptionEnded', `the subscription ${id} is ${status}`);
}

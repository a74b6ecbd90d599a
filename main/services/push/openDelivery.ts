/** The delivery of notifications as the configuration wants it. */
import type { Config } from '../../world/config.ts';
import type { World } from '../../world/world.ts';
import { createDelivery, type Delivery, type DeliveryParts } from './delivery.ts';
import { createSender } from './send.ts';

export function openDelivery(
  { push, demo }: Config,
  world: Pick<World, 'ledger' | 'payments' | 'clock' | 'log'>,
  parts: Pick<DeliveryParts, 'store' | 'phrase' | 'onAttempt'> & { readonly version: string },
): Delivery {
  const { ledger, clock, log } = world;
  const { allowPrivate, allow, authorities } = push;
  const sender = createSender({
    rules: { allowPrivate, allow, loopback: demo },
    limit: push.limitSeconds * 1000,
    authorities,
    version: parts.version,
  });
  const settings = {
    repetition: { first: push.firstSeconds * 1000, factor: push.factor, horizon: push.horizonHours * 3_600_000 },
    aside: push.asideMinutes * 60_000,
    concurrency: push.concurrency,
    perHost: push.perHost,
  };
  return createDelivery({
    ...parts,
    sender,
    write: ledger.write,
    clock,
    log,
    settings,
    outcomeOf: (merchant, target, id) => outcomeOf(world, merchant, target, id),
  });
}

/** Of the sale itself, or of the one that a Payment Transaction pays. */
function outcomeOf(
  { ledger, payments }: Pick<World, 'ledger' | 'payments'>,
  merchant: string,
  target: string,
  id: string,
) {
  const isPayment = target.startsWith('payment.');
  const sale = isPayment ? payments.find(merchant, id)?.inner.order.sale : target === 'smart.transactions' ? id : null;
  return (sale && ledger.sale(merchant, sale)?.document.outcome) || null;
}

/** The delivery of notifications as the configuration wants it. */

import { systemClock } from '../../world/clock.ts';
import type { Config } from '../../world/config.ts';
import type { Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import type { AddressRules } from './addresses.ts';
import { createDelivery, type Delivery, type DeliveryParts, type Standing } from './delivery.ts';
import { createSender } from './send.ts';

interface Parts extends Pick<DeliveryParts, 'store' | 'secretsOf' | 'phrase' | 'onAttempt'> {
  readonly version: string;
  /** Simple status of a payment, as the wire calls it. */
  simpleStatus(status: number): string;
}

export function openDelivery(
  { push, demo }: Config,
  world: Pick<World, 'ledger' | 'payments' | 'subscriptions' | 'clock' | 'log'>,
  parts: Parts,
): Delivery {
  const { ledger, clock, log } = world;
  const sender = createSender({
    rules: addressRules({ push, demo }),
    limit: push.limitSeconds * 1000,
    authorities: push.authorities,
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
    machineClock: systemClock,
    log,
    settings,
    standingOf: (merchant, target, id) => standingOf(world, parts, merchant, target, id),
  });
}

/** State of a sale, of a payment with the sale it pays, and of a subscription; of anything else nothing is said. */
function standingOf(
  { ledger, payments, subscriptions }: Pick<World, 'ledger' | 'payments' | 'subscriptions'>,
  { simpleStatus }: Pick<Parts, 'simpleStatus'>,
  merchant: string,
  target: string,
  id: string,
): Standing {
  if (target === 'smart.transactions') {
    const sale = ledger.sale(merchant, id);
    return { client: sale?.client ?? null, members: sale ? { status: sale.document.status, ...moneyOf(sale) } : {} };
  }
  if (target === 'payment.subscriptions') {
    const status = subscriptions.find(merchant, id)?.document.status;
    return { client: null, members: status === undefined ? {} : { status } };
  }
  const payment = target.startsWith('payment.') ? payments.find(merchant, id) : null;
  if (!payment) return { client: null, members: {} };
  const paid = payment.inner.order.sale;
  const sale = paid === null ? null : ledger.sale(merchant, paid);
  const status = simpleStatus(payment.document.status);
  return { client: sale?.client ?? null, members: { status, ...(sale ? moneyOf(sale) : {}) } };
}

const moneyOf = ({ document: { outcome, payments } }: Sale) => ({
  ...(outcome ? { outcome } : {}),
  ...(payments ? { payments } : {}),
});

/** The addresses that pushes may go to with this configuration. */
export const addressRules = ({ push: { allowPrivate, allow }, demo }: Pick<Config, 'push' | 'demo'>): AddressRules => ({
  allowPrivate,
  allow,
  loopback: demo,
});

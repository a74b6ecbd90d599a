/** The delivery of notifications as the configuration wants it. */
import type { Config } from '../config.ts';
import type { World } from '../ports/world.ts';
import { createDelivery, type Delivery, type DeliveryParts } from './delivery.ts';
import { createSender } from './send.ts';

export function openDelivery(
  { push, demo }: Config,
  { ledger, clock, log }: World,
  parts: Pick<DeliveryParts, 'store' | 'phrase' | 'onAttempt'> & { readonly version: string },
): Delivery {
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
  return createDelivery({ ...parts, sender, write: ledger.write, clock, log, settings });
}

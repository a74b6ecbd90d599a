/** The delivery of notifications as the configuration wants it. */
import type { Config } from '../config.ts';
import type { World } from '../ports/world.ts';
import type { PushStore } from '../store/pushes.ts';
import { createDelivery, type Delivery, type DeliveryParts } from './delivery.ts';
import { createSender } from './send.ts';

export function openDelivery(
  { push, demo }: Config,
  { ledger, clock, log }: World,
  parts: { readonly store: PushStore; readonly version: string; readonly onAttempt: DeliveryParts['onAttempt'] },
): Delivery {
  const { allowPrivate, allow, authorities } = push;
  const { store, version, onAttempt } = parts;
  const sender = createSender({
    rules: { allowPrivate, allow, loopback: demo },
    limit: push.limitSeconds * 1000,
    authorities,
    version,
  });
  const settings = {
    repetition: { first: push.firstSeconds * 1000, factor: push.factor, horizon: push.horizonHours * 3_600_000 },
    aside: push.asideMinutes * 60_000,
    concurrency: push.concurrency,
    perHost: push.perHost,
  };
  return createDelivery({ store, sender, write: ledger.write, clock, log, settings, onAttempt });
}

/** The world as the steps see it, made of stores and terminals. */

import { followPayment } from '../acquirer/sale/paymentEnding.ts';
import { followSubscription } from '../acquirer/subscriptions/paymentEnding.ts';
import { sideOf } from '../domain/routing.ts';
import { payersOf } from '../records/wallet/containers.ts';
import { createCardCodes } from '../services/auth/cardCodes.ts';
import type { Hub } from '../services/push/hub.ts';
import { createRecovery } from '../terminal/payment/reconciliation/recovery.ts';
import { createRunningPayments } from '../terminal/payment/runningPayments.ts';
import type { Clock } from '../world/clock.ts';
import type { Config } from '../world/config.ts';
import type { PaymentProcessing } from '../world/paymentProcessing.ts';
import type { Pins } from '../world/secrets.ts';
import type { World } from '../world/world.ts';
import type { BridgeParts } from './parts.ts';
import type { Tables } from './tables.ts';
import type { Slots } from './terminals.ts';

/** The terminal's own limit: after it, a blocking call answers with what is known. */
const VERDICT_PATIENCE = 60_000;

/** Joins what the steps ask for; `address` is the bridge's own, known once the door is open. */
export function createWorld(
  config: Config,
  stores: Tables,
  outside: PaymentProcessing,
  slots: Slots,
  hub: Hub,
  parts: BridgeParts,
  clock: Clock,
  pins: Pins,
  address: () => string,
): World {
  const { sales, intents, loyalty, shop, devices, pushes, contracts } = stores;
  const world: World = {
    ledger: sales,
    intents,
    dayEnds: stores.dayEnds,
    dayEndChanged: (merchant, told) => hub.publish(merchant, 'dayEnd', told),
    loyalty,
    cardCodes: createCardCodes({ ledger: sales, clock, loyalty, pins }),
    mails: stores.mails,
    devices: {
      merchant: shop.merchant,
      slot: slots.slot,
      owned: (merchant, device) => devices.find(merchant, device) !== null,
      description: (merchant, device) => devices.find(merchant, device)?.description ?? null,
      terminalFor(merchant, device, named) {
        if (named !== undefined) return slots.named(merchant, named);
        const asking = device === null ? null : devices.find(merchant, device);
        if (!asking) return null;
        const terminals = sideOf(asking.type) === 'terminal' ? [asking.id] : devices.routedWith(asking.id);
        return terminals.map(slots.slot).find(slot => slot !== null) ?? null;
      },
    },
    acquirer: outside.acquirer,
    demoOutcomes: outside.chance,
    payments: stores.payments,
    payers: payersOf(stores.wallet),
    wallet: stores.wallet,
    followPayment(operation, ending) {
      const following = followPayment(world, operation, ending);
      followSubscription(world, operation, ending);
      return following;
    },
    address,
    pushes,
    agreements: contracts,
    shops: stores.stores,
    subscriptions: stores.subscriptions,
    clock,
    settings: {
      documents: config.documents,
      language: config.language,
      strictSums: config.strictSums,
      creditorId: config.creditorId,
      sandbox: outside.sandbox !== null,
      training: config.training,
      reservationMinutes: config.reservationMinutes,
      largestAmount: config.largestAmount,
      outcomeTimeout: parts.outcomeTimeout ?? VERDICT_PATIENCE,
      answerWithin: config.answerWithin * 1000,
      dayEnd: { at: config.dayEnd.at, zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    },
    running: createRunningPayments((merchant, device, payment) => {
      hub.publish(merchant, 'payment', { device, payment });
      return hub.listening(merchant);
    }, clock.now),
    recovery: createRecovery(() => world),
    log: parts.log,
  };
  return world;
}

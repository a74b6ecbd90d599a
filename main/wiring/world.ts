/** The world as the steps see it, made of stores and terminals. */
import { createCardCodes } from '../auth/cardCodes.ts';
import { followPayment } from '../checkout/acquirer/followPayment.ts';
import { createRecovery } from '../checkout/terminal/recover.ts';
import { createRunningPayments } from '../checkout/terminal/running.ts';
import { sideOf } from '../domain/routing.ts';
import { followSubscription } from '../payments/subscriptions/follow.ts';
import type { Hub } from '../push/hub.ts';
import { payersOf } from '../wallet/payers.ts';
import type { Clock } from '../world/clock.ts';
import type { Config } from '../world/config.ts';
import type { Outside } from '../world/outside.ts';
import type { Pins } from '../world/secrets.ts';
import type { World } from '../world/world.ts';
import type { Parts } from './parts.ts';
import type { Stores } from './stores.ts';
import type { Slots } from './terminals.ts';

/** The terminal's own limit: after it, a blocking call answers with what is known. */
const VERDICT_PATIENCE = 60_000;

/** Joins what the steps ask for; `address` is the bridge's own, known once the door is open. */
export function createWorld(
  config: Config,
  stores: Stores,
  outside: Outside,
  slots: Slots,
  hub: Hub,
  parts: Parts,
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
    chance: outside.chance,
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
    contracts,
    stores: stores.stores,
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
      verdictPatience: parts.verdictPatience ?? VERDICT_PATIENCE,
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

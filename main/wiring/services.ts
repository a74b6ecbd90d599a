/** What the routes are given, made of the world and the stores. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loyaltyCardsBy } from '../../drivers/masking/cardText.ts';
import { brandedJson } from '../api/brand.ts';
import type { Objects } from '../api/objectReader.ts';
import type { Services } from '../api/services.ts';
import { merchantDocument } from '../records/agreements/merchant.ts';
import { createApprovals } from '../services/auth/approvals.ts';
import { createKioskExit } from '../services/auth/kioskExit.ts';
import { createSignIn } from '../services/auth/signIn.ts';
import type { Control } from '../services/control/control.ts';
import { createMasking } from '../services/journal/masking.ts';
import { journalApprovals, journalAttempts, journalChanges, openJournal } from '../services/journal/openJournal.ts';
import type { Hub } from '../services/push/hub.ts';
import { openDelivery } from '../services/push/openDelivery.ts';
import type { Database } from '../store/database.ts';
import type { IntegrityView } from '../store/integrityView.ts';
import { createSearch } from '../terminal/setup/search.ts';
import type { QueueView } from '../wire/events.ts';
import type { Config } from '../world/config.ts';
import { screenClientId } from '../world/demoIds.ts';
import { newKey } from '../world/ids.ts';
import type { PaymentProcessing } from '../world/paymentProcessing.ts';
import type { Pins } from '../world/secrets.ts';
import { version } from '../world/version.ts';
import type { World } from '../world/world.ts';
import type { BridgeParts } from './parts.ts';
import type { Tables } from './tables.ts';
import type { Slots, TerminalOpeners } from './terminals.ts';

/** Nothing is sent upstream yet, so nothing waits for it. */
const NO_QUEUE: QueueView = { upstream: 'none', waiting: 0, parked: 0, oldest: null };

export function createServices(
  config: Config,
  db: Database,
  stores: Tables,
  world: World,
  slots: Slots,
  hub: Hub,
  parts: BridgeParts,
  openings: TerminalOpeners,
  control: Control | null,
  pins: Pins,
  integrityView: () => IntegrityView,
  { sandbox }: PaymentProcessing,
): Services {
  const { shop, accounts, events, sales, lists, approvalLog } = stores;
  const { clock } = world;
  const signIn = createSignIn({ ...stores, clock, readOnly: db.readOnly, pins });
  const currencyOf = (merchant: string) => shop.merchant(merchant).currency;
  const journal = openJournal(config, createMasking(db, loyaltyCardsBy(config.loyaltyPrefixes)), world.log);
  if (journal) journalChanges(journal, events, world.clock.now);
  if (journal) journalApprovals(journal, approvalLog);
  return {
    config,
    readOnly: db.readOnly,
    risks: db.risks,
    integrityView,
    pins,
    version,
    world,
    sales,
    lists,
    objects: objectsOf(stores),
    shop,
    events,
    hub,
    control,
    sandbox,
    terminalControl: parts.terminalControl ?? (() => null),
    pushes: stores.pushes,
    requestKeys: stores.requestKeys,
    journal,
    delivery: openDelivery(config, world, {
      store: stores.pushes,
      version,
      phrase: body => brandedJson(config.brand, body),
      onAttempt: journalAttempts(journal),
    }),
    devices: stores.devices,
    ...signIn,
    approvalLog,
    approvals: createApprovals({
      accounts,
      approvalLog,
      clock,
      limits: config.limits,
      person: signIn.person,
      currencyOf,
    }),
    exits: createKioskExit(clock),
    installation: installationOf(db),
    screen: parts.screen && existsSync(join(parts.screen, 'index.html')) ? parts.screen : null,
    screenClient: () => accounts.client(screenClientId),
    terminalView: slots.view,
    terminals: {
      registry: slots,
      store: stores.terminals,
      devices: stores.devices,
      world,
      search: createSearch(slots, hub, problem => world.log('error', 'the search for terminals failed', { problem })),
      ...openings,
    },
    queueView: () => NO_QUEUE,
  };
}

/** What `expand` can put in the place of a reference: one line for each kind of object. */
function objectsOf(opened: Tables): Objects {
  const { sales, contracts, stores, subscriptions, shop, devices, payments, wallet, loyalty } = opened;
  const merchant = (own: string, id: string) =>
    own === id ? JSON.stringify(merchantDocument({ devices: shop, shops: stores }, own)) : undefined;
  return {
    'general.merchants': { read: merchant },
    'payment.subscriptions': { read: subscriptions.bytes },
    'payment.plans': { read: subscriptions.plans.bytes },
    'services.identrequests': { read: contracts.identRequests.bytes },
    'smart.transactions': { read: sales.bytes },
    'general.contracts': { read: contracts.general.bytes },
    'payment.contracts': { read: contracts.payment.bytes },
    'general.stores': { read: stores.bytes },
    'smart.devices': { read: devices.devices.bytes },
    'smart.routings': { read: devices.routings.bytes },
    'payment.transactions': { read: payments.bytes },
    'payment.customers': { read: wallet.customers.bytes },
    'payment.containers': { read: wallet.containers.bytes },
    'loyalty.merchantcards': { read: loyalty.bytes },
    'loyalty.cards': { read: loyalty.cards.bytes },
    'loyalty.cardgroups': { read: loyalty.groups.bytes },
    'loyalty.customers': { read: loyalty.customers.bytes },
    'loyalty.transactions': { read: loyalty.bookingBytes },
  };
}

/** A name that tells this installation from another one on the same machine. */
function installationOf(db: Database): string {
  const known = db.prepare<string>("SELECT value FROM setting WHERE key = 'installation'").pluck().get();
  if (known !== undefined) return known;
  const name = newKey().slice(0, 12);
  db.prepare("INSERT INTO setting VALUES ('installation', ?)").run(name);
  return name;
}

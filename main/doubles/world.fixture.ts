/** The steps of a sale over real stores, without HTTP: for what happens when two of them meet in one turn. */

import type { PaymentTerminal } from '../../drivers/terminal.ts';
import { followPayment } from '../acquirer/sale/paymentEnding.ts';
import { followSubscription } from '../acquirer/subscriptions/paymentEnding.ts';
import { payersOf } from '../records/wallet/containers.ts';
import { openSandbox } from '../sandbox/sandbox.ts';
import { createCardCodes } from '../services/auth/cardCodes.ts';
import { sqlFunctions } from '../services/query/comparable.ts';
import { createAgreements } from '../store/agreements.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { createDayEnds } from '../store/dayEnds.ts';
import { createEventLog } from '../store/events.ts';
import { createIntents } from '../store/intents.ts';
import { createLoyalty } from '../store/loyaltyCards.ts';
import { createMails } from '../store/mails.ts';
import { createMerchants } from '../store/merchants.ts';
import { createPayments } from '../store/payments.ts';
import { createPushes } from '../store/pushes.ts';
import { createSaleStore } from '../store/sales.ts';
import { createShops } from '../store/shops.ts';
import { createSubscriptions } from '../store/subscriptions.ts';
import { createWallet } from '../store/wallet.ts';
import { createRecovery } from '../terminal/payment/reconciliation/recovery.ts';
import { createRunningPayments } from '../terminal/payment/runningPayments.ts';
import type { Acquirer } from '../world/acquirer.ts';
import { systemClock } from '../world/clock.ts';
import { demoIds } from '../world/demoIds.ts';
import type { TerminalSlot } from '../world/devices.ts';
import type { Principal } from '../world/people.ts';
import type { Ledger } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { demoDirectory } from './bridge.fixture.ts';
import { terminalDouble } from './terminalDouble.ts';
import { type TerminalMemory, terminalMemory } from './terminalMemory.ts';

export const cashier: Principal = {
  client: 'demo-client',
  merchant: demoIds.merchant,
  scope: new Set(),
  role: 'cashier',
  staff: null,
  device: demoIds.till,
  ownTill: demoIds.till,
};

export interface TestWorld {
  /** Directory of the database. */
  readonly data: string;
  readonly world: World;
  readonly db: Database;
  readonly memory: TerminalMemory;
}

export interface Changes {
  /** Stands between the steps and the ledger's `write`. */
  readonly write?: (write: Ledger['write']) => Ledger['write'];
  readonly acquirer?: (acquirer: Acquirer) => Acquirer;
  /** A directory there is already, for example what a crash left, and the terminal as it has gone on. */
  readonly data?: string;
  readonly memory?: TerminalMemory;
  /** Another terminal in the place of the twin. */
  readonly terminal?: PaymentTerminal;
  /** Of the terminal's place: who else works there, and whether goods are handed over. */
  readonly slot?: Partial<Pick<TerminalSlot, 'shared' | 'handOver'>>;
}

export async function testWorld(changes: Changes = {}): Promise<TestWorld> {
  const { write = same => same, acquirer = same => same, memory = terminalMemory() } = changes;
  const { terminal = terminalDouble(memory) } = changes;
  const data = changes.data ?? (await demoDirectory());
  const db = openDatabase(data, sqlFunctions);
  const shop = createMerchants(db);
  const outside = openSandbox(db);
  const sales = createSaleStore(db, createEventLog(db, Date.now), Date.now);
  const loyalty = createLoyalty(db, createEventLog(db, Date.now));
  const slot = { device: demoIds.terminal, description: 'twin', terminal, shared: false, ...changes.slot };
  const wallet = createWallet(db, createEventLog(db, Date.now));
  const world: World = {
    ledger: { ...sales, write: write(sales.write) },
    intents: createIntents(db),
    dayEnds: createDayEnds(db),
    dayEndChanged: () => undefined,
    loyalty,
    cardCodes: createCardCodes({ ledger: sales, clock: systemClock, loyalty }),
    mails: createMails(db, Date.now),
    devices: {
      merchant: shop.merchant,
      slot: () => slot,
      owned: () => true,
      description: (_merchant, device) => device,
      terminalFor: () => slot,
    },
    acquirer: acquirer(outside.acquirer),
    demoOutcomes: outside.chance,
    payments: createPayments(db, createEventLog(db, Date.now)),
    payers: payersOf(wallet),
    wallet,
    followPayment(operation, ending) {
      const following = followPayment(world, operation, ending);
      followSubscription(world, operation, ending);
      return following;
    },
    address: () => 'http://127.0.0.1',
    pushes: createPushes(db, Date.now),
    agreements: createAgreements(db, createEventLog(db, Date.now)),
    shops: createShops(db, createEventLog(db, Date.now)),
    subscriptions: createSubscriptions(db, createEventLog(db, Date.now)),
    clock: systemClock,
    settings: {
      documents: { most: 5000, megabytes: 1000 },
      language: 'de',
      strictSums: false,
      creditorId: 'DE98ZZZ09999999999',
      sandbox: true,
      training: false,
      reservationMinutes: 30,
      largestAmount: 9_999_999,
      outcomeTimeout: 1000,
      answerWithin: 60_000,
      dayEnd: { at: null, zone: 'Europe/Berlin' },
    },
    running: createRunningPayments(() => undefined, Date.now),
    recovery: createRecovery(() => world),
    log: () => undefined,
  };
  return { world, db, memory, data };
}

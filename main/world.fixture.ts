/** The steps of a sale over real stores, without HTTP: for what happens when two of them meet in one turn. */

import { temporaryDirectory } from './bridge.fixture.ts';
import { createRecovery } from './checkout/recover.ts';
import { createRunningPayments } from './checkout/running.ts';
import { type TwinMemory, terminalTwin, twinMemory } from './checkout/twin/terminal.ts';
import { demoIds } from './demo/ids.ts';
import { seedDemo } from './demo/seed.ts';
import { newHash } from './ids.ts';
import type { Acquirer } from './payments/acquirer.ts';
import { createVirtualAcquirer } from './payments/virtualAcquirer.ts';
import type { Ledger, Principal, World } from './ports.ts';
import { sqlFunctions } from './query/comparable.ts';
import { createAcquirerBooks } from './store/acquirerBooks.ts';
import { type Database, openDatabase } from './store/database.ts';
import { createEventLog } from './store/events.ts';
import { createIntents } from './store/intents.ts';
import { createLoyalty } from './store/loyaltyCards.ts';
import { createPushes } from './store/pushes.ts';
import { createSaleStore } from './store/sales.ts';
import { createShop } from './store/shop.ts';

export const cashier: Principal = {
  client: 'demo-client',
  merchant: demoIds.merchant,
  scope: new Set(),
  role: 'cashier',
  staff: null,
  device: demoIds.till,
};

export interface TestWorld {
  readonly world: World;
  readonly db: Database;
  readonly memory: TwinMemory;
}

export interface Changes {
  /** Stands between the steps and the ledger's `write`. */
  readonly write?: (write: Ledger['write']) => Ledger['write'];
  readonly acquirer?: (acquirer: Acquirer) => Acquirer;
}

export async function testWorld({ write = same => same, acquirer = same => same }: Changes = {}): Promise<TestWorld> {
  const db = openDatabase(temporaryDirectory(), sqlFunctions);
  const shop = createShop(db);
  await seedDemo(db, shop, Date.now());
  const sales = createSaleStore(db, createEventLog(db, Date.now), Date.now);
  const memory = twinMemory();
  const slot = { device: demoIds.terminal, description: 'twin', terminal: terminalTwin(memory) };
  const world: World = {
    ledger: { ...sales, write: write(sales.write) },
    intents: createIntents(db),
    loyalty: createLoyalty(db),
    devices: {
      merchant: shop.merchant,
      slot: () => slot,
      owned: () => true,
      terminalFor: () => slot,
    },
    acquirer: acquirer(createVirtualAcquirer(createAcquirerBooks(db), newHash)),
    pushes: createPushes(db, Date.now),
    clock: { now: Date.now },
    settings: { language: 'de', strictSums: false, reservationMinutes: 30, verdictPatience: 1000 },
    running: createRunningPayments(() => undefined),
    recovery: createRecovery(() => world),
    log: () => undefined,
  };
  return { world, db, memory };
}

/** A shop with a queue for tests: sells with the real steps over a real database, and delivers with the real worker. */

import { flow } from '../checkout/flow.ts';
import { scaledWaits } from '../domain/denialWait.ts';
import { demoDirectory, until } from '../doubles/bridge.fixture.ts';
import { terminalDouble } from '../doubles/terminalDouble.ts';
import { type TerminalMemory, terminalMemory } from '../doubles/terminalMemory.ts';
import { cashier } from '../doubles/world.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import type { PaymentBody } from '../sale/dueAmount.ts';
import { openSandbox } from '../sandbox/sandbox.ts';
import { plainPins } from '../services/auth/pins.ts';
import { createHub } from '../services/push/hub.ts';
import { type Database, openDatabase } from '../store/database.ts';
import type { SmartTransaction, SmartTransactionInput } from '../wire/transactions.ts';
import { openTables, type Tables } from '../wiring/tables.ts';
import { type OpenWorker, openUpstreamWorker } from '../wiring/upstream.ts';
import { createWorld } from '../wiring/world.ts';
import { type Clock, systemClock } from '../world/clock.ts';
import { configOf } from '../world/configReading.ts';
import { demoIds } from '../world/demoIds.ts';
import type { UpstreamSettings } from '../world/targetSettings.ts';
import type { World } from '../world/world.ts';
import type { DownSettings } from './down/downSync.ts';
import type { WorkerSettings } from './worker.ts';

export interface TestShop {
  readonly data: string;
  readonly db: Database;
  readonly tables: Tables;
  readonly world: World;
  readonly terminal: TerminalMemory;
  readonly log: string[];
  /** Opens a sale, applies its card where asked, and closes it. */
  sell(input: SmartTransactionInput, how?: Sold): Promise<SmartTransaction>;
  cancel(id: string): Promise<SmartTransaction>;
  /** A worker that delivers to this address. */
  deliverTo(address: string, settings?: WorkerChanges): OpenWorker;
  /** Waits until nothing waits any more. */
  drained(): Promise<void>;
  waiting(): readonly DeliveryRow[];
  cases(): readonly CaseRow[];
  close(): Promise<void>;
}

export interface Sold {
  readonly method?: string;
  readonly card?: boolean;
  readonly body?: PaymentBody;
}

export interface WorkerChanges extends Partial<WorkerSettings> {
  readonly answerLimit?: number;
  /** Left out: nothing flows down. */
  readonly down?: Partial<DownSettings>;
  /** ms */
  readonly lag?: number;
  readonly cardTypes?: Readonly<Record<string, string>>;
  readonly credentials?: Pick<UpstreamSettings, 'clientId' | 'clientSecret'>;
}

interface DeliveryRow {
  readonly number: number;
  readonly lane: string;
  readonly state: string;
  readonly attempts: number;
  readonly next_at: number;
  readonly reason: string | null;
}

interface CaseRow {
  readonly kind: string;
  readonly object: string;
  readonly amount: number | null;
  readonly facts: string;
}

const DEMO = { clientId: 'demo-client', clientSecret: 'demo-secret' } as const;

/** Shops that are open, with the workers that deliver for them. */
const open = new Set<TestShop>();

/** For `afterEach`. */
export async function closeShops(): Promise<void> {
  for (const shop of open) await shop.close();
}

export interface ShopChanges {
  readonly data?: string;
  readonly clock?: Clock;
  /** False: nothing is configured yet, and sales queue nothing for the service. */
  readonly configured?: boolean;
}

export async function testShop({ data, clock = systemClock, configured = true }: ShopChanges = {}): Promise<TestShop> {
  const directory = data ?? (await demoDirectory());
  const db = openDatabase(directory, sqlFunctions);
  const tables = openTables(db, clock, { upstream: configured });
  const terminal = terminalMemory();
  const log: string[] = [];
  const world = worldOf(db, tables, directory, terminal, clock, log);
  const workers: OpenWorker[] = [];
  const shop: TestShop = {
    ...{ data: directory, db, tables, world, terminal, log },
    sell: (input, how) => sell(world, input, how),
    cancel: id => flow.cancel(world, cashier, id),
    deliverTo(
      address,
      { answerLimit, credentials = DEMO, cardTypes = {}, lag = 30_000, down = { every: 0 }, ...settings } = {},
    ) {
      const upstream = {
        address,
        ...credentials,
        brand: null,
        from: null,
        offline: OFFLINE,
        cardTypes,
        lag,
        downEvery: 0,
      };
      const given = answerLimit ? { answerLimit } : {};
      const opened = openUpstreamWorker(upstream, {
        tables,
        world,
        version: 'test',
        settings: { parkAfter: 0, ...settings },
        downSettings: down,
        ...given,
      });
      workers.push(opened);
      opened.worker.begin();
      opened.down?.begin();
      return opened;
    },
    drained: async () => void (await until(() => shop.waiting().length === 0, 60_000)),
    waiting: () => db.prepare<DeliveryRow>('SELECT * FROM upstream_delivery ORDER BY number').all(),
    cases: () => db.prepare<CaseRow>('SELECT * FROM queue_case ORDER BY at').all(),
    async close() {
      if (!open.delete(shop)) return;
      for (const worker of workers) await worker.close();
      await db.close();
    },
  };
  open.add(shop);
  return shop;
}

const OFFLINE = { redeem: 'refuse', amount: 0, maxAgeHours: 72 } as const;

async function sell(world: World, input: SmartTransactionInput, how: Sold = {}): Promise<SmartTransaction> {
  const { id } = await flow.create(world, cashier, input, { userAgent: undefined });
  if (how.card) await flow.preTransaction(world, cashier, id, null);
  return flow.start(world, cashier, id, how.method ?? 'cash', how.body ?? null);
}

function worldOf(
  db: Database,
  tables: Tables,
  data: string,
  terminal: TerminalMemory,
  clock: Clock,
  log: string[],
): World {
  const slot = { device: demoIds.terminal, description: 'double', terminal: terminalDouble(terminal), shared: false };
  return createWorld({
    config: configOf({ data, demo: true }),
    tables,
    processing: openSandbox(db),
    terminals: { slot: () => slot, named: () => slot },
    hub: createHub(),
    clock,
    pins: plainPins,
    log: (level, message, facts) => void log.push(`${level} ${message} ${JSON.stringify(facts ?? {})}`),
    outcomeTimeout: 1000,
    waits: scaledWaits(0),
    address: () => 'http://127.0.0.1',
  });
}

/** A shop that delivers notifications over a real database, for the tests of the delivery. Closed after every test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { type Database, openDatabase } from '../../store/database.ts';
import { createPushes } from '../../store/pushes.ts';
import type { PushEntry } from '../../wire/pushes.ts';
import type { Clock } from '../../world/clock.ts';
import { createDelivery, type Delivery, type DeliverySettings } from './delivery.ts';
import { closeReceivers } from './receiver.fixture.ts';
import { createSender } from './send.ts';

export interface TestClock extends Clock {
  /** Lets time pass, in ms. */
  pass(ms: number): void;
}

export const minute = 60_000;
export const hour = 60 * minute;
export const merchant = 'MRC_1';

export interface Shop {
  readonly db: Database;
  readonly delivery: Delivery;
  readonly clock: TestClock;
  readonly log: string[];
  /** Queues a notification for each object, all in one commit. */
  queue(url: string, ...objects: readonly string[]): Promise<void>;
  entry(object: string): PushEntry;
  /** Ends the shop as a killed process would: without waiting for anything. */
  restart(): Promise<Shop>;
  close(): Promise<void>;
}

interface Options {
  readonly data?: string;
  readonly clock?: TestClock;
  readonly limit?: number;
  readonly loopback?: boolean;
  readonly settings?: Partial<DeliverySettings>;
  /** The secrets that sign, read at every try. */
  readonly secrets?: () => readonly string[];
}

const shops = new Set<Shop>();
const folders: string[] = [];

/** Ends what each test of the calling file has opened. Test files share this module, so each of them calls it. */
export function closeAfterEachTest(): void {
  afterEach(async () => {
    await Promise.all([...shops].map(shop => shop.close()));
    await closeReceivers();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
}

export async function openShop(options: Options = {}): Promise<Shop> {
  const { data = folder(), clock = stillClock(), limit = 5000, loopback = true, settings = {} } = options;
  const db = openDatabase(data);
  await db.write(() =>
    db
      .prepare("INSERT OR IGNORE INTO merchant (id, name, address, currency) VALUES ('MRC_1', 'Shop', '[]', 'EUR')")
      .run(),
  );
  const store = createPushes(db, clock.now);
  const log: string[] = [];
  const delivery = createDelivery({
    standingOf: () => ({ client: null, members: {} }),
    secretsOf: () => options.secrets?.() ?? [],
    store,
    sender: createSender({
      rules: { allowPrivate: false, allow: [], loopback },
      limit,
      authorities: null,
      version: 'test',
    }),
    write: db.write,
    clock,
    machineClock: clock,
    log: (_level, message) => void log.push(message),
    settings: {
      repetition: { first: 10_000, factor: 2, horizon: 24 * hour },
      aside: 3 * minute,
      concurrency: 64,
      perHost: 4,
      ...settings,
    },
    phrase: body => body,
    onAttempt: () => undefined,
  });
  delivery.begin('http://till.example');
  const text = db.prepare<string>('SELECT document FROM push WHERE query_object = ? ORDER BY number DESC').pluck();
  const shop: Shop = {
    db,
    delivery,
    clock,
    log,
    queue: (url, ...objects) =>
      db.write(() => {
        for (const id of objects)
          store.queue({ merchant, url, target: 'payment.transactions', type: 'changed', id, event: 'payment.changed' });
      }),
    entry: object => JSON.parse(text.get(object) ?? 'null'),
    async restart() {
      await shop.close();
      return openShop({ ...options, data, clock });
    },
    async close() {
      if (!shops.delete(shop)) return;
      await delivery.stop(0);
      await db.close();
    },
  };
  shops.add(shop);
  return shop;
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'tillbridge-delivery-'));
  folders.push(made);
  return made;
}

/** Waits until the notification about the object has ended. */
export const ended = (shop: Shop, object: string) => until(() => shop.entry(object).status !== 'waiting');
/** Waits until that many tries were made. */
export const tried = (shop: Shop, object: string, times: number) =>
  until(() => shop.entry(object).attempts.length === times);

/** A clock that moves only when a test lets time pass. */
export const stillClock = (): TestClock => clockOver(() => 1_800_000_000_000);
export const runningClock = (): TestClock => clockOver(Date.now);

function clockOver(below: () => number): TestClock {
  let ahead = 0;
  const move = (ms: number) => {
    ahead += ms;
  };
  return { now: () => below() + ahead, elapsed: () => below() + ahead, pass: move };
}

export const until = (fact: () => boolean, timeout = 10_000) => expect.poll(fact, { interval: 5, timeout }).toBe(true);

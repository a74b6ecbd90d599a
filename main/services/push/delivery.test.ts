/** Delivery over a real database and real receivers: order, repetition, slow and dead receivers, restart. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { specifies } from '../../doubles/specifies.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { createPushes } from '../../store/pushes.ts';
import type { PushEntry } from '../../wire/pushes.ts';
import type { Clock } from '../../world/clock.ts';
import { createDelivery, type Delivery, type DeliverySettings } from './delivery.ts';
import { closeReceivers, receiver } from './receiver.fixture.ts';
import { createSender } from './send.ts';

interface TestClock extends Clock {
  /** Lets time pass, in ms. */
  pass(ms: number): void;
}

const minute = 60_000;
const hour = 60 * minute;
const merchant = 'MRC_1';

interface Shop {
  readonly db: Database;
  readonly delivery: Delivery;
  readonly clock: TestClock;
  readonly log: string[];
  /** Queues one per object, all in one commit. */
  queue(url: string, ...objects: readonly string[]): Promise<void>;
  entry(object: string): PushEntry;
  /** Ends it as a killed process would: without waiting for anything. */
  restart(): Promise<Shop>;
  close(): Promise<void>;
}

interface Options {
  readonly data?: string;
  readonly clock?: TestClock;
  readonly limit?: number;
  readonly loopback?: boolean;
  readonly settings?: Partial<DeliverySettings>;
}

const shops = new Set<Shop>();
const folders: string[] = [];

afterEach(async () => {
  await Promise.all([...shops].map(shop => shop.close()));
  await closeReceivers();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function openShop(options: Options = {}): Promise<Shop> {
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
    outcomeOf: () => null,
    store,
    sender: createSender({
      rules: { allowPrivate: false, allow: [], loopback },
      limit,
      authorities: null,
      version: 'test',
    }),
    write: db.write,
    clock,
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
        for (const id of objects) store.queue({ merchant, url, target: 'payment.transactions', type: 'changed', id });
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

const ended = (shop: Shop, object: string) => until(() => shop.entry(object).status !== 'waiting');
const tried = (shop: Shop, object: string, times: number) => until(() => shop.entry(object).attempts.length === times);

describe('push delivery', () => {
  it('sends exactly the body of the specification, once it is committed', async () => {
    specifies({
      Conventions: 'evt_: identifiers of push events',
      Events: [
        'object is always event.pushes',
        'id is the push event with the prefix evt_',
        'created is the time of the event, a timestamp with a UTC offset',
        'target is the object type of the changed object',
        'type changed where something became different',
        'data holds related objects, normally one, each with object (same as target) and id',
        'the notification carries no details',
      ],
    });
    const shop = await openShop();
    const at = await receiver();
    await shop.queue(at.url, 'PCI_1');
    await ended(shop, 'PCI_1');
    const { id, created } = shop.entry('PCI_1');
    expect(at.received.map(({ body }) => body)).toEqual([
      {
        object: 'event.pushes',
        id,
        created,
        target: 'payment.transactions',
        type: 'changed',
        data: [{ object: 'payment.transactions', id: 'PCI_1' }],
      },
    ]);
    expect(id).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
  });

  it('a change that is rolled back is not told', async () => {
    const shop = await openShop();
    const at = await receiver();
    const store = createPushes(shop.db, shop.clock.now);
    const change = { merchant, url: at.url, target: 'x', type: 'changed', id: 'PCI_1' } as const;
    await shop.db
      .write(() => {
        store.queue(change);
        throw new Error('no');
      })
      .catch(() => undefined);
    await shop.queue(at.url, 'PCI_2');
    await ended(shop, 'PCI_2');
    expect(at.objects()).toEqual(['PCI_2']);
  });

  it('any other status is repeated at growing intervals until a 2xx comes', async () => {
    specifies({ Events: ['any other status causes repetition', 'repetition at increasing intervals'] });
    const shop = await openShop();
    const at = await receiver(500);
    await shop.queue(at.url, 'PCI_1');
    await tried(shop, 'PCI_1', 1);
    for (const [index, wait] of [10_000, 20_000, 40_000].entries()) {
      shop.clock.pass(wait - 1);
      shop.delivery.wake();
      await shop.queue(at.url, `PCI_other${index}`);
      await tried(shop, `PCI_other${index}`, 1);
      expect(shop.entry('PCI_1').attempts).toHaveLength(index + 1);
      shop.clock.pass(1);
      if (index === 2) at.answer(204);
      shop.delivery.wake();
      await tried(shop, 'PCI_1', index + 2);
    }
    expect(shop.entry('PCI_1')).toMatchObject({ status: 'delivered', next_attempt: null });
    expect(shop.entry('PCI_1').attempts.map(({ status }) => status)).toEqual([500, 500, 500, 204]);
  });

  it('is discarded after 24 hours and shown as such', async () => {
    specifies({
      Events: 'repetition ends after 24 hours, then the notification is discarded',
      Limits: 'push retry horizon: 24 hours, or two days by configuration',
    });
    const shop = await openShop();
    const at = await receiver(503);
    await shop.queue(at.url, 'PCI_1');
    let times = 1;
    await tried(shop, 'PCI_1', times);
    while (shop.entry('PCI_1').status === 'waiting') {
      shop.clock.pass(Math.max(1, Date.parse(shop.entry('PCI_1').next_attempt ?? '') + 1000 - shop.clock.now()));
      shop.delivery.wake();
      times += 1;
      await tried(shop, 'PCI_1', times);
    }
    const { status, attempts, created } = shop.entry('PCI_1');
    expect(status).toBe('discarded');
    const lasted = Date.parse(attempts.at(-1)?.at ?? '') - Date.parse(created);
    expect(lasted).toBeGreaterThanOrEqual(24 * hour);
    expect(lasted).toBeLessThan(24 * hour + minute);
  });

  it('the timer wakes it for the next repetition', async () => {
    const repetition = { first: 20, factor: 1, horizon: hour };
    const shop = await openShop({ clock: runningClock(), settings: { repetition } });
    const at = await receiver(500);
    await shop.queue(at.url, 'PCI_1');
    await until(() => at.received.length >= 3);
    at.answer(200);
    await ended(shop, 'PCI_1');
    expect(shop.entry('PCI_1').status).toBe('delivered');
  });

  it('keeps the order of the notifications about one object', async () => {
    specifies({ Events: 'the order of the notifications about one object is kept' });
    const shop = await openShop();
    const at = await receiver(500);
    await shop.queue(at.url, 'PCI_1');
    await tried(shop, 'PCI_1', 1);
    const first = shop.entry('PCI_1').id;
    await shop.queue(at.url, 'PCI_1', 'PCI_1', 'PCI_2');
    at.answer(200);
    await ended(shop, 'PCI_2');
    expect(at.received.map(({ body }) => body.id)).toEqual([first, shop.entry('PCI_2').id]);
    shop.clock.pass(10_000);
    shop.delivery.wake();
    await until(() => at.received.length === 5);
    const rows = shop.db.prepare<string>("SELECT id FROM push WHERE query_object = 'PCI_1' ORDER BY number").pluck();
    expect(at.objects()).toEqual(['PCI_1', 'PCI_2', 'PCI_1', 'PCI_1', 'PCI_1']);
    expect(at.received.slice(2).map(({ body }) => body.id)).toEqual(rows.all());
  });

  it('a slow receiver is set aside for minutes while others flow', async () => {
    specifies({
      Events: 'the domain of a slow receiver is blacklisted for minutes and its other events are delayed',
      Limits: 'push processing time: under 30 seconds',
    });
    const shop = await openShop({ limit: 60 });
    const [slow, quick] = [await receiver('silence'), await receiver()];
    await shop.queue(slow.url, 'PCI_1', 'PCI_2', 'PCI_3');
    await tried(shop, 'PCI_1', 1);
    expect(shop.entry('PCI_1').attempts[0]).toMatchObject({ status: null, error: 'no answer within 0.06 s' });
    slow.answer(200);
    shop.clock.pass(3 * minute - 1);
    await shop.queue(slow.url, 'PCI_4');
    await shop.queue(quick.url, 'PCI_5');
    await ended(shop, 'PCI_5');
    expect(slow.objects()).toEqual(['PCI_1']);
    shop.clock.pass(1);
    shop.delivery.wake();
    for (const object of ['PCI_1', 'PCI_2', 'PCI_3', 'PCI_4']) await ended(shop, object);
    expect(new Set(slow.objects())).toEqual(new Set(['PCI_1', 'PCI_2', 'PCI_3', 'PCI_4']));
    expect(shop.log).toEqual(['a receiver of pushes is too slow and is left alone for a while']);
  });

  it('an address that is not allowed is refused at delivery, and the refusal is logged', async () => {
    const shop = await openShop({ loopback: false });
    const at = await receiver();
    await shop.queue(at.url, 'PCI_1');
    await shop.queue('ftp://nowhere', 'PCI_2');
    await shop.queue('no URL at all', 'PCI_3');
    await shop.queue('https://someone:hidden@shop.example/push', 'PCI_4');
    for (const object of ['PCI_1', 'PCI_2', 'PCI_3', 'PCI_4']) {
      await ended(shop, object);
      const { status, attempts } = shop.entry(object);
      expect(status).toBe('refused');
      expect(attempts).toEqual([expect.objectContaining({ status: null, error: expect.any(String) })]);
    }
    expect(shop.entry('PCI_4').url).toBe('https://***@shop.example/push');
    expect(at.received).toEqual([]);
  });

  it('never sends more at a time than it may, to all and to one', async () => {
    const shop = await openShop({ settings: { concurrency: 5, perHost: 2 } });
    const hosts = await Promise.all(Array.from({ length: 6 }, () => receiver()));
    const watch = gate();
    for (const host of hosts) host.answer(watch.pass);
    await Promise.all(hosts.map((host, index) => shop.queue(host.url, ...ten(index))));
    await until(() => watch.inside() === 5);
    watch.open();
    for (let index = 0; index < 6; index += 1) for (const object of ten(index)) await ended(shop, object);
    expect(watch.most()).toBe(5);
    const second = gate();
    hosts[0]?.answer(second.pass);
    await shop.queue(hosts[0]?.url ?? '', ...ten(6));
    await until(() => second.inside() === 2);
    second.open();
    for (const object of ten(6)) await ended(shop, object);
    expect(second.most()).toBe(2);
  });

  it('what was under way is sent again after a restart, and nothing is lost', async () => {
    specifies({ Events: 'delivery at least once: what was under way is sent again after a restart' });
    const before = await openShop();
    const at = await receiver('silence');
    await before.queue(at.url, 'PCI_1', 'PCI_2');
    await until(() => at.received.length > 0);
    at.answer(200);
    const after = await before.restart();
    for (const object of ['PCI_1', 'PCI_2']) await ended(after, object);
    expect(new Set(at.objects())).toEqual(new Set(['PCI_1', 'PCI_2']));
    expect(after.entry('PCI_1').attempts).toHaveLength(1);
    const [first, second] = at.received.filter(({ body }) => body.data[0]?.id === 'PCI_1');
    expect(second?.body.id).toBe(first?.body.id);
  });

  it('is sent again by hand from the beginning, also when it was discarded', async () => {
    const shop = await openShop({ settings: { repetition: { first: 10, factor: 2, horizon: 0 } } });
    const at = await receiver(500);
    await shop.queue(at.url, 'PCI_1');
    await ended(shop, 'PCI_1');
    expect(shop.entry('PCI_1').status).toBe('discarded');
    at.answer(200);
    expect(await shop.delivery.resend(merchant, shop.entry('PCI_1').id)).toBe(true);
    await ended(shop, 'PCI_1');
    expect(shop.entry('PCI_1')).toMatchObject({ status: 'delivered', attempts: [{ status: 500 }, { status: 200 }] });
    expect(at.received[1]?.body.id).toBe(at.received[0]?.body.id);
    expect(await shop.delivery.resend('MRC_2', shop.entry('PCI_1').id)).toBe(false);
    expect(await shop.delivery.resend(merchant, 'evt_unknown')).toBe(false);
  });

  it('everything that waits is delivered now when that is asked for', async () => {
    const shop = await openShop({ limit: 50 });
    const [slow, failing] = [await receiver('silence'), await receiver(500)];
    await shop.queue(slow.url, 'PCI_1');
    await shop.queue(failing.url, 'PCI_2');
    await tried(shop, 'PCI_1', 1);
    await tried(shop, 'PCI_2', 1);
    for (const at of [slow, failing]) at.answer(200);
    await shop.delivery.deliverNow();
    for (const object of ['PCI_1', 'PCI_2']) await ended(shop, object);
    expect([slow.objects(), failing.objects()]).toEqual([
      ['PCI_1', 'PCI_1'],
      ['PCI_2', 'PCI_2'],
    ]);
  });

  it('a receiver that is dead keeps none of a thousand from the others', async () => {
    const shop = await openShop({ limit: 10_000 });
    const alive = await Promise.all(Array.from({ length: 40 }, () => receiver()));
    const dead = await Promise.all(Array.from({ length: 5 }, () => receiver()));
    await Promise.all(dead.map(one => one.close()));
    const silent = await Promise.all(Array.from({ length: 5 }, () => receiver('silence')));
    const all = [...dead, ...silent, ...alive];
    const thousand = Array.from({ length: 1000 }, (_none, index) => index);
    await Promise.all(thousand.map(index => shop.queue(all[index % 50]?.url ?? '', `PCI_${index}`)));
    const expected = alive.length * 20;
    await until(() => alive.reduce((sum, { received }) => sum + received.length, 0) === expected, 30_000);
    const perStatus = () =>
      shop.db
        .prepare<{ status: string; n: number }>('SELECT query_status AS status, count(*) AS n FROM push GROUP BY 1')
        .all();
    await until(() => perStatus().some(({ status, n }) => status === 'delivered' && n === expected), 30_000);
    expect(new Map(perStatus().map(({ status, n }) => [status, n]))).toEqual(
      new Map([
        ['delivered', expected],
        ['waiting', 1000 - expected],
      ]),
    );
    for (const { received } of alive) expect(new Set(received.map(({ body }) => body.id)).size).toBe(20);
  }, 60_000);

  it('what is due is found by index', async () => {
    const { db } = await openShop();
    const plan = (sql: string) =>
      db
        .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => detail)
        .join('\n');
    const open = "FROM push WHERE query_status = 'waiting'";
    expect(plan(`SELECT document ${open} AND behind = 0 AND host = 'a' AND next_at <= 1 ORDER BY next_at`)).toMatch(
      /^SEARCH push USING INDEX push_due \(host=\? AND next_at<\?\)$/,
    );
    expect(plan(`SELECT 1 ${open} AND query_object = 'a' AND url = 'b'`)).toContain('INDEX push_order');
    expect(plan('SELECT number FROM push WHERE ended_at < 1')).toContain('INDEX push_ended');
  });
});

const ten = (host: number) => Array.from({ length: 10 }, (_none, index) => `PCI_${host}_${index}`);

/** Holds all who come until it is opened, and knows how many were inside at once. */
function gate() {
  let [inside, most] = [0, 0];
  let open = () => {};
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  return {
    inside: () => inside,
    most: () => most,
    open: () => open(),
    async pass() {
      inside += 1;
      most = Math.max(most, inside);
      await opened;
      inside -= 1;
      return 200;
    },
  };
}

/** Stands still until it is told. */
const stillClock = (): TestClock => clockOver(() => 1_800_000_000_000);
const runningClock = (): TestClock => clockOver(Date.now);

function clockOver(below: () => number): TestClock {
  let ahead = 0;
  const move = (ms: number) => {
    ahead += ms;
  };
  return { now: () => below() + ahead, elapsed: () => below() + ahead, pass: move };
}

const until = (fact: () => boolean, timeout = 10_000) => expect.poll(fact, { interval: 5, timeout }).toBe(true);

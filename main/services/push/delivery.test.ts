/** Delivery over a real database and real receivers: order, limits, slow, dead and refused receivers. */
import { describe, expect, it } from 'vitest';
import { specifies } from '../../doubles/specifies.ts';
import { createPushes } from '../../store/pushes.ts';
import { closeAfterEachTest, ended, merchant, minute, openShop, tried, until } from './delivery.fixture.ts';
import { receiver } from './receiver.fixture.ts';

closeAfterEachTest();

describe('push delivery', () => {
  it('sends the body of the specification and what happened, once it is committed', async () => {
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
        event: 'payment.changed',
        data: [{ object: 'payment.transactions', id: 'PCI_1' }],
      },
    ]);
    expect(id).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
  });

  it('sends nothing for a change that is rolled back', async () => {
    const shop = await openShop();
    const at = await receiver();
    const store = createPushes(shop.db, shop.clock.now);
    const change = { merchant, url: at.url, target: 'x', type: 'changed', id: 'PCI_1', event: 'sale.paid' } as const;
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

  it('leaves a slow receiver alone for minutes while others get theirs', async () => {
    specifies({
      Events: 'the domain of a slow receiver is blacklisted for minutes and its other events are delayed',
      Limits: 'push processing time: under 30 seconds',
    });
    const shop = await openShop({ limit: 1000 });
    const [slow, quick] = [await receiver('silence'), await receiver()];
    await shop.queue(slow.url, 'PCI_1', 'PCI_2', 'PCI_3');
    await tried(shop, 'PCI_1', 1);
    expect(shop.entry('PCI_1').attempts[0]).toMatchObject({ status: null, error: 'no answer within 1 s' });
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

  it('one address that hangs holds up no other of its host while it has its time to answer', async () => {
    const shop = await openShop({ limit: 600_000 });
    const at = await receiver();
    at.answer(({ path }) => (path === '/hangs' ? 'silence' : 200));
    const hanging = at.url.replace('/push', '/hangs');
    await shop.queue(hanging, 'PCI_1', 'PCI_2', 'PCI_3', 'PCI_4', 'PCI_5');
    await until(() => at.received.length === 1);
    await shop.queue(at.url, 'PCI_6', 'PCI_7');
    for (const object of ['PCI_6', 'PCI_7']) await ended(shop, object);
    expect(at.objects()).toEqual(['PCI_1', 'PCI_6', 'PCI_7']);
    expect(shop.entry('PCI_1')).toMatchObject({ status: 'waiting', attempts: [] });
  });

  it('refuses an address that is not allowed at delivery, and logs the refusal', async () => {
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

  it('keeps the limits of tries at a time, to all receivers and to one', async () => {
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

  it('keeps a dead receiver from delaying a thousand notifications to others', async () => {
    const shop = await openShop({ limit: 10_000 });
    const alive = await Promise.all(Array.from({ length: 40 }, () => receiver()));
    const dead = await Promise.all(Array.from({ length: 5 }, () => receiver()));
    await Promise.all(dead.map(one => one.close()));
    const silent = await Promise.all(Array.from({ length: 5 }, () => receiver('silence')));
    const all = [...dead, ...silent, ...alive];
    const thousand = Array.from({ length: 1000 }, (_none, index) => index);
    await Promise.all(thousand.map(index => shop.queue(all[index % 50]?.url ?? '', `PCI_${index}`)));
    const expected = alive.length * 20;
    await until(() => alive.reduce((sum, { received }) => sum + received.length, 0) === expected);
    const perStatus = () =>
      shop.db
        .prepare<{ status: string; n: number }>('SELECT query_status AS status, count(*) AS n FROM push GROUP BY 1')
        .all();
    await until(() => perStatus().some(({ status, n }) => status === 'delivered' && n === expected));
    expect(new Map(perStatus().map(({ status, n }) => [status, n]))).toEqual(
      new Map([
        ['delivered', expected],
        ['waiting', 1000 - expected],
      ]),
    );
    for (const { received } of alive) expect(new Set(received.map(({ body }) => body.id)).size).toBe(20);
  });

  it('finds due notifications by index', async () => {
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

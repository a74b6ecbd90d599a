/** A service that fails in every way: each sale is there once, in its order, and nothing that works waits for what does not. */
import { afterEach, expect, it } from 'vitest';
import { cards, closeAll, item, sale, testClock, until } from '../doubles/bridge.fixture.ts';
import { closeStubs, type StubBehaviour, type StubRequest, upstreamStub } from '../doubles/upstreamStub.ts';
import { closeShops, type TestShop, testShop, type WorkerChanges } from './shop.fixture.ts';

afterEach(async () => {
  await closeShops();
  await closeStubs();
  await closeAll();
});

/** Waits that a test can sit through; their proportions are those of the product. */
const QUICK_BACKOFF = { first: 10, most: 200, mostAsked: 3_600_000 };
const QUICK: WorkerChanges = {
  backoff: QUICK_BACKOFF,
  lag: 60,
  answerLimit: 20_000,
  straySearchAfter: 300,
};

const paidAt = (sales: readonly { status: string; sum: number }[]) =>
  sales.filter(({ status }) => status === 'ok').map(({ sum }) => sum);

async function shopWith(sums: readonly number[]): Promise<TestShop> {
  const shop = await testShop();
  for (const sum of sums) await shop.sell(sale([item(sum)]));
  return shop;
}

/** Cuts the connection after each effect, once for every call of a kind and sale. */
function onceEach(fault: 'cutAfter' | 'cutBefore', calls: readonly string[]) {
  const done = new Set<string>();
  return ({ call, sale: concerned, body }: StubRequest) => {
    const about = `${call} ${concerned?.product ?? body.product}`;
    if (!calls.includes(call) || done.has(about)) return null;
    done.add(about);
    return fault;
  };
}

const kinds: readonly (readonly [string, StubBehaviour])[] = [
  ['without keys', {}],
  ['with keys', { keys: true }],
  ['with a list that lags', { lag: 40 }],
];
for (const [name, behaviour] of kinds)
  it(`makes one sale where the answers of create and start are lost after their effect, at a service ${name}`, async () => {
    const stub = await upstreamStub(behaviour);
    stub.faults(onceEach('cutAfter', ['create', 'start']));
    const shop = await shopWith([100, 200, 300, 400, 500]);
    shop.deliverTo(stub.url, QUICK);
    await shop.drained();
    expect(paidAt(stub.sales).sort()).toEqual([100, 200, 300, 400, 500]);
    expect(stub.sales.filter(({ status }) => status === 'created')).toEqual([]);
  });

it('does not wait for a day where somebody set the clock back by a day while the line was down', async () => {
  const stub = await upstreamStub();
  let isDown = true;
  stub.faults(() => (isDown ? 'cutBefore' : null));
  const clock = testClock();
  const shop = await testShop({ clock });
  await shop.sell(sale([item(100)]));
  const minute = { first: 60_000, most: 60_000, mostAsked: 3_600_000 };
  const { worker } = shop.deliverTo(stub.url, { ...QUICK, backoff: minute });
  await until(() => shop.tables.queueTargets.condition('upstream').state === 'down');
  isDown = false;
  clock.jump(-86_400_000);
  clock.pass(60_001);
  worker.wake();
  await shop.drained();
  expect(paidAt(stub.sales)).toEqual([100]);
});

it('does not wait for a day where the clock was set back between the two looks for a lost sale', async () => {
  const stub = await upstreamStub();
  stub.faults(onceEach('cutBefore', ['create']));
  const clock = testClock();
  const shop = await testShop({ clock });
  await shop.sell(sale([item(100)]));
  const { worker } = shop.deliverTo(stub.url, { ...QUICK, lag: 1000 });
  await until(() => {
    // The probe and the first look come after short pauses.
    clock.pass(200);
    worker.wake();
    return shop.waiting()[0]?.reason?.includes('answerAwaited') === true;
  });
  clock.jump(-86_400_000);
  await until(() => {
    clock.pass(200);
    worker.wake();
    return shop.waiting().length === 0;
  });
  expect(paidAt(stub.sales)).toEqual([100]);
});

it('believes no answer that is about another sale, or that names none', async () => {
  const stub = await upstreamStub();
  const wrong = [
    { id: 'STX_other', status: 'created', product: 'STX_somebody_else', basket_info: { sum: 100 } },
    { status: 'created' },
    { id: 7, status: 'created' },
  ];
  const swapped: Record<string, object> = {
    start: { id: 'STX_other', status: 'ok', receipt_number: 99, basket_info: { sum: 100 } },
    read: { id: 'STX_other', status: 'cancelled' },
  };
  let creates = 0;
  const once = new Set<string>();
  stub.faults(({ call }) => {
    if (call === 'create' && creates < wrong.length) return { status: 200, body: wrong[creates++] ?? {} };
    const body = swapped[call];
    if (!body || once.has(call)) return null;
    once.add(call);
    return { status: 200, body };
  });
  const shop = await shopWith([100]);
  shop.deliverTo(stub.url, QUICK);
  await shop.drained();
  expect(once.size).toBe(2);
  expect(paidAt(stub.sales)).toEqual([100]);
  const [sold] = shop.db.prepare<string>('SELECT object FROM queue_record').pluck().all();
  expect(shop.tables.upstream.object(sold ?? '')).toMatchObject({
    step: 'closed',
    upstream: stub.sales.find(({ status }) => status === 'ok')?.id,
  });
  expect(shop.cases()).toEqual([]);
});

it('tells sales with the same reference apart by their mark', async () => {
  const stub = await upstreamStub();
  stub.faults(onceEach('cutAfter', ['create', 'start']));
  const shop = await testShop();
  for (const sum of [100, 100, 100]) await shop.sell({ ...sale([item(sum)]), transactionRef: 'table 4' });
  shop.deliverTo(stub.url, QUICK);
  await shop.drained();
  expect(paidAt(stub.sales)).toEqual([100, 100, 100]);
});

it('parks a sale that it cannot tell from others with its reference where the service returns no mark', async () => {
  const stub = await upstreamStub({ echoes: false });
  stub.faults(onceEach('cutAfter', ['create']));
  const shop = await testShop();
  await shop.sell({ ...sale([item(100)]), transactionRef: 'table 4' });
  await shop.sell(sale([item(200)]));
  shop.deliverTo(stub.url, QUICK);
  await until(() => shop.waiting().length === 1 && shop.waiting()[0]?.state === 'parked');
  expect(shop.waiting()[0]?.reason).toContain('ambiguous');
  expect(paidAt(stub.sales)).toEqual([200]);
});

it('cancels a copy that a lagging list had hidden', async () => {
  let isHidden = true;
  const stub = await upstreamStub({ lag: () => isHidden });
  stub.faults(onceEach('cutAfter', ['create']));
  const shop = await shopWith([700]);
  shop.deliverTo(stub.url, QUICK);
  await shop.drained();
  isHidden = false;
  await until(() => stub.sales.filter(({ status }) => status === 'cancelled').length === 1);
  expect(paidAt(stub.sales)).toEqual([700]);
  expect(stub.sales).toHaveLength(2);
});

it('parks nothing in a bad minute of the service in which only some calls pass', async () => {
  const stub = await upstreamStub();
  let refusals = 0;
  const sumOf = ({ body }: StubRequest) => (body.basket_info as { sum?: number } | undefined)?.sum;
  const refused = { status: 500, body: { status: 'error', error: 'ProductInternalException', code: 1000 } };
  stub.faults(request => (sumOf(request) === 13 && refusals++ < 12 ? refused : null));
  const shop = await shopWith([13]);
  shop.deliverTo(stub.url, { ...QUICK, parkAfter: 600_000, backoff: { ...QUICK_BACKOFF, most: 20 } });
  // Others pass all the while.
  while (!paidAt(stub.sales).includes(13)) await shop.sell(sale([item(100)]));
  expect(refusals).toBeGreaterThan(12);
});

it('parks a record that the service never takes, and lets all others pass', async () => {
  const stub = await upstreamStub();
  const refused = { status: 500, body: { status: 'error', error: 'ProductInternalException', code: 1000 } };
  const wrong = {
    status: 500,
    body: { status: 'error', error: 'ProductFormatException', code: 1010, error_details: 'tax' },
  };
  const sumOf = ({ body }: StubRequest) => (body.basket_info as { sum?: number } | undefined)?.sum;
  stub.faults(request => (sumOf(request) === 13 ? refused : sumOf(request) === 14 ? wrong : null));
  const shop = await shopWith([100, 13, 14]);
  shop.deliverTo(stub.url, QUICK);
  await until(() => shop.waiting().some(({ state }) => state === 'parked'));
  expect(shop.waiting().find(({ state }) => state === 'parked')?.reason).toContain('tax');
  // Only while others pass is it the record that is at fault.
  for (let more = 0; more < 12; more += 1) {
    await shop.sell(sale([item(1000 + more)]));
    await until(() => paidAt(stub.sales).length === more + 2);
    await until(() => (shop.waiting()[0]?.next_at ?? 0) <= Date.now() || shop.waiting()[0]?.state === 'parked');
  }
  await until(() => shop.waiting().every(({ state }) => state === 'parked'));
  expect(shop.waiting()).toHaveLength(2);
  expect(paidAt(stub.sales)).toHaveLength(13);
});

it('parks nothing while the service refuses everything', async () => {
  const stub = await upstreamStub();
  stub.faults(({ call }) => (call === 'create' ? { status: 500 } : null));
  const shop = await shopWith([100, 200, 300]);
  shop.deliverTo(stub.url, QUICK);
  await until(() => stub.requests.filter(({ call }) => call === 'create').length >= 10);
  expect(shop.waiting()).toMatchObject([{ state: 'waiting', attempts: 0 }, { attempts: 0 }, { attempts: 0 }]);
  stub.faults(null);
  await shop.drained();
  expect(paidAt(stub.sales).sort()).toEqual([100, 200, 300]);
});

it('waits as long as the service asks', async () => {
  const stub = await upstreamStub();
  let asked = 0;
  stub.faults(({ call }) => {
    if (call !== 'create' || asked > 0) return null;
    asked = Date.now();
    return { status: 429, headers: { 'retry-after': '1' } };
  });
  const shop = await shopWith([100]);
  shop.deliverTo(stub.url, QUICK);
  await until(() => shop.tables.queueTargets.condition('upstream').state === 'down');
  expect(shop.tables.queueTargets.condition('upstream').nextTry).toBeGreaterThanOrEqual(asked + 1000);
  await shop.drained();
  expect(Date.now()).toBeGreaterThanOrEqual(asked + 1000);
});

it('stops where the credentials are refused, until somebody asks to try again', async () => {
  const stub = await upstreamStub();
  stub.faults(({ call }) => (call === 'token' ? { status: 401, body: { error: 'invalid_client' } } : null));
  const shop = await shopWith([100]);
  const { worker } = shop.deliverTo(stub.url, QUICK);
  await until(() => shop.tables.queueTargets.condition('upstream').state === 'refused');
  const { length } = stub.requests;
  await shop.sell(sale([item(200)]));
  expect(stub.requests).toHaveLength(length);
  stub.faults(null);
  await worker.tryNow();
  await shop.drained();
  expect(paidAt(stub.sales).sort()).toEqual([100, 200]);
});

it('asks a service that refuses the credentials once in a while, because nobody may stand at the till', async () => {
  const stub = await upstreamStub();
  let refusals = 0;
  stub.faults(({ call }) => (call === 'token' && refusals++ < 3 ? { status: 401, body: {} } : null));
  const shop = await shopWith([100]);
  shop.deliverTo(stub.url, { ...QUICK, refusedPause: 20 });
  await shop.drained();
  expect(stub.requests.filter(({ call }) => call === 'token')).toHaveLength(4);
  expect(shop.tables.queueTargets.condition('upstream')).toMatchObject({ state: 'up', nextTry: null });
});

it('is not stopped by the sign-in page of a guest network', async () => {
  const stub = await upstreamStub();
  let pages = 0;
  const page = (status: number) => ({ status, raw: '<html>Welcome to the guest network</html>' });
  const answers = [page(403), page(200), { status: 302, headers: { location: 'http://portal.example/login?x=1' } }];
  stub.faults(() => answers[pages++] ?? null);
  const shop = await shopWith([100]);
  shop.deliverTo(stub.url, QUICK);
  await shop.drained();
  expect(paidAt(stub.sales)).toEqual([100]);
  expect(stub.requests.map(({ call }) => call).slice(0, 4)).toEqual(['token', 'token', 'token', 'token']);
});

it('asks for a new token where the present one ended early', async () => {
  const stub = await upstreamStub();
  const shop = await shopWith([100]);
  let refused = 0;
  stub.faults(({ call }) => (call === 'start' && refused++ === 0 ? { status: 401 } : null));
  shop.deliverTo(stub.url, QUICK);
  await shop.drained();
  expect(paidAt(stub.sales)).toEqual([100]);
  expect(stub.requests.filter(({ call }) => call === 'token')).toHaveLength(2);
});

it('sends one call alone while the line is down, and counts nothing', async () => {
  const stub = await upstreamStub();
  const shop = await shopWith([100, 200, 300, 400]);
  stub.faults(() => 'cutBefore');
  shop.deliverTo(stub.url, QUICK);
  await until(() => stub.requests.length >= 5);
  expect(stub.busiest).toBe(1);
  expect(shop.waiting().map(({ attempts, state }) => [attempts, state])).toEqual(Array(4).fill([0, 'waiting']));
  stub.faults(null);
  await shop.drained();
  expect(paidAt(stub.sales).sort()).toEqual([100, 200, 300, 400]);
});

it('keeps the order of a card, and works at several lanes at once', async () => {
  const stub = await upstreamStub({ delay: 20 });
  const shop = await testShop();
  for (let turn = 1; turn <= 6; turn += 1) {
    await shop.sell(sale([item(turn)], cards.rich));
    await shop.sell(sale([item(100 * turn)]));
  }
  stub.faults(onceEach('cutAfter', ['create', 'start']));
  shop.deliverTo(stub.url, QUICK);
  await shop.drained();
  const ofCard = stub.sales.filter(({ sum }) => sum < 100).map(({ sum }) => sum);
  expect(ofCard).toEqual([1, 2, 3, 4, 5, 6]);
  expect(stub.busiest).toBeGreaterThan(1);
});

it('a parked head of a lane holds back its own lane alone', async () => {
  const stub = await upstreamStub();
  const wrong = { status: 500, body: { status: 'error', error: 'ProductFormatException', code: 1001 } };
  stub.faults(({ call, body }) =>
    (body.basket_info as { sum?: number })?.sum === 1 && call === 'create' ? wrong : null,
  );
  const shop = await testShop();
  await shop.sell(sale([item(1)], cards.rich));
  await shop.sell(sale([item(2)], cards.rich));
  await shop.sell(sale([item(3)], cards.empty));
  shop.deliverTo(stub.url, QUICK);
  await until(() => shop.waiting().length === 2 && shop.waiting()[0]?.state === 'parked');
  expect(paidAt(stub.sales)).toEqual([3]);
  await until(() => shop.waiting().length === 2);
  expect(shop.waiting().map(({ state }) => state)).toEqual(['parked', 'waiting']);
});

const NOT_JSON = 'The body is not valid JSON.';
it.each<readonly [string, object]>([
  [
    '1052 of another Tillbridge',
    { status: 'error', error: 'ProductFormatException', code: 1052, error_details: NOT_JSON },
  ],
  ['words of a gateway', { message: 'Unexpected token < in JSON at position 0' }],
])('sends a request again that the line has damaged (%s), and parks nothing', async (_name, body) => {
  const stub = await upstreamStub();
  const refusals = new Map<string, number>();
  stub.faults(({ call, body: { basket_info } }) => {
    const about = `${call} ${(basket_info as { sum?: number } | undefined)?.sum ?? ''}`;
    const count = (refusals.get(about) ?? 0) + 1;
    refusals.set(about, count);
    // More often than what parks a record, while others pass.
    return (about === 'create 1' && count <= 8) || (call === 'start' && count <= 2) ? { status: 400, body } : null;
  });
  const shop = await testShop();
  await shop.sell(sale([item(1)], cards.rich));
  await shop.sell(sale([item(2)], cards.rich));
  await shop.sell(sale([item(3)]));
  shop.deliverTo(stub.url, { ...QUICK, backoff: { ...QUICK_BACKOFF, most: 20 } });
  await until(() => shop.waiting().some(({ reason }) => reason?.includes('damaged')));
  expect(shop.waiting()[0]).toMatchObject({ state: 'waiting', attempts: 0 });
  await shop.drained();
  expect(paidAt(stub.sales).sort()).toEqual([1, 2, 3]);
});

it('a worker that lost its lease writes nothing, and its sale is still made once', async () => {
  const stub = await upstreamStub({ delay: 100 });
  const shop = await shopWith([100]);
  shop.deliverTo(stub.url, { ...QUICK, lease: 1000 });
  await until(() => stub.requests.some(({ call }) => call === 'create'));
  const other = 'UPDATE queue_target SET token = token + 1, leased_until = ? WHERE target = ?';
  shop.db.prepare(other).run(Number.MAX_SAFE_INTEGER, 'upstream');
  await until(() => shop.log.some(line => line.includes('another worker')));
  expect(
    shop.tables.upstream.object(shop.db.prepare<string>('SELECT object FROM queue_record').pluck().get() ?? ''),
  ).toMatchObject({ step: 'creating' });
  // The lease of the other one ends.
  shop.db.prepare("UPDATE queue_target SET leased_until = 0 WHERE target = 'upstream'").run();
  await shop.drained();
  expect(paidAt(stub.sales)).toEqual([100]);
});

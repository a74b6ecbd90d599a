/** Records of the queue as a running bridge writes them, and its state on the stream, in the metrics and before a sale. */
import { afterEach, expect, it } from 'vitest';
import { cards, closeAll, item, ok, sale, startBridge, type TestBridge, until } from '../doubles/bridge.fixture.ts';
import type { QueueView } from '../wire/events.ts';
import type { ReportAnswer } from '../wire/office/reports.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { demoIds } from '../world/demoIds.ts';

afterEach(closeAll);

/** Nobody listens there. */
const closedPort = 'http://127.0.0.1:9';

interface Row {
  readonly till: string;
  readonly sequence: number;
  readonly event: string;
  readonly object: string;
  readonly sum: number;
  readonly facts: string;
}
const records = (bridge: TestBridge) =>
  bridge.rows<Row>(
    "SELECT till, sequence, event, object, sum, facts FROM queue_record WHERE kind = 'sale' ORDER BY number",
  );
const events = (bridge: TestBridge, { id }: { readonly id: string }) =>
  records(bridge).flatMap(({ object, event }) => (object === id ? [event] : []));

it('writes one record for each event of a sale, with the facts of that moment', async () => {
  const bridge = await startBridge();
  const till = await bridge.client();
  const bought = await till.create(sale([item(1000)]));
  expect(records(bridge)).toEqual([]);
  ok(await till.post(`/${bought.id}/start/cash`));
  ok(await till.post(`/${bought.id}/cancel`));
  const [closed, cancelled, ...others] = records(bridge);
  expect(others).toEqual([]);
  expect([closed?.event, cancelled?.event, closed?.sequence, cancelled?.sequence]).toEqual([
    'closed',
    'cancelled',
    1,
    2,
  ]);
  expect(closed).toMatchObject({ object: bought.id, sum: 1000 });
  expect(JSON.parse(closed?.facts ?? '')).toMatchObject({
    state: 'closed',
    method: 'cash',
    tenders: [{ method: 'cash', amount: 1000 }],
    receipt_number: 1,
    transaction_ref: bought.transactionRef,
    played: false,
  });
});

it('keeps the purchase prices of the moment of the sale, for its cancellation and for what comes back, and no document has them', async () => {
  const bridge = await startBridge();
  const till = await bridge.client();
  const manager = await bridge.staff('manager');
  const path = '/bridge/v1/articles';
  const made = ok(
    await manager.ask<{ id: string }>('POST', path, {
      body: { number: 'EK-1', name: 'Vase', price: 1190, taxRate: 19, cost: 700 },
    }),
  );
  const vase = item(1190, { articleNumber: 'EK-1', ean: '', quantity: 2 });
  const sell = async (products: object[]) => {
    const bought = await till.create(sale(products));
    ok(await till.post(`/${bought.id}/start/cash`));
    return bought.id;
  };
  const first = await sell([vase, item(500, { articleNumber: 'nobody', ean: '' })]);
  const second = await sell([vase]);
  ok(await manager.ask('PUT', `${path}/${made.id}`, { body: { cost: 800 } }));
  ok(await till.post(`/${second}/cancel`));
  const back = ok(
    await manager.ask<SmartTransaction>('POST', '/bridge/v1/returns', {
      body: { lines: [{ sale: first, line: 1, quantity: 1 }], reason: 'defekt' },
    }),
  );
  ok(await manager.ask('POST', `/bridge/v1/returns/${back.id}/pay-out`, { body: {} }));
  await sell([vase]);
  expect(records(bridge).map(({ event, facts }) => [event, JSON.parse(facts).costs])).toEqual([
    ['closed', [{ line: 1, cost: 700 }]],
    ['closed', [{ line: 1, cost: 700 }]],
    ['cancelled', [{ line: 1, cost: 700 }]],
    ['closed', [{ line: 1, cost: 700 }]],
    ['closed', [{ line: 1, cost: 800 }]],
  ]);
  for (const { document } of bridge.rows<{ document: string }>('SELECT document FROM smart_transaction'))
    expect(document).not.toMatch(/"costs?"/);
  const report = (caller: typeof manager) => caller.ask<ReportAnswer>('GET', '/bridge/v1/reports/turnover?by=article');
  const { rows, total } = ok(await report(manager));
  // Two and two sold for 40.00 net, two cancelled and one back: two of 7.00 and eight, less one of 7.00 and one sale of 16.00.
  expect(rows.find(({ key }) => key === 'EK-1')).toMatchObject({
    cost: 2300,
    margin: 700,
    margin_share: 2333,
    cost_known: 10_000,
  });
  expect(total).toMatchObject({ cost: 2300, cost_known: 8772 });
  // A client that may not look after the articles reads the report without them.
  const { id, secret } = ok(
    await manager.ask<{ id: string; secret: string }>('POST', '/bridge/v1/clients', { body: { id: 'front-desk' } }),
  );
  const body = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
  const token = ok(await bridge.ask<{ access_token: string }>('POST', '/oauth/token', { body })).access_token;
  for (const one of ['?by=article', '?by=article&format=csv', '?by=day&compare=week', ''])
    expect((await bridge.ask('GET', `/bridge/v1/reports${one && `/turnover${one}`}`, { token })).text).not.toMatch(
      /margin|"cost_known|Wareneinsatz|Cost of goods/,
    );
});

it('says of a cancelled card payment what the terminal reported of the reversal, and which payment it reversed', async () => {
  const bridge = await startBridge();
  const till = await bridge.client();
  const bought = await till.create(sale([item(1000)]));
  ok(await till.post(`/${bought.id}/start/cashless`));
  ok(await till.post(`/${bought.id}/cancel`));
  const [closed, cancelled] = records(bridge).map(({ facts }) => JSON.parse(facts));
  expect(closed.tid).toEqual(expect.any(String));
  expect(cancelled).toMatchObject({
    tid: closed.tid,
    card_type: closed.card_type,
    original_receipt: closed.terminal_receipt,
    original_trace: closed.trace,
  });
  const [reversal] = bridge.rows<{ facts: string }>("SELECT facts FROM intent WHERE kind = 'reversal'");
  const { traceNumber, receiptNumber } = JSON.parse(reversal?.facts ?? '{}');
  expect(traceNumber).not.toBe(closed.trace);
  expect(cancelled).toMatchObject({ trace: traceNumber, terminal_receipt: receiptNumber });
});

it('says that an outcome is unknown, and what it turned out to be', async () => {
  const bridge = await startBridge();
  const till = await bridge.client();
  const card = async (ending: 'loseApproval' | 'loseNothing' | 'decline') => {
    bridge.terminal.endings.push(ending);
    const created = await till.create(sale([item(500)]));
    await till.post(`/${created.id}/start/cashless`);
    return until(async () => {
      const read = await till.read(created.id);
      return read.status === 'pending' ? null : read;
    });
  };
  const approved = await card('loseApproval');
  const lost = await card('loseNothing');
  const declined = await card('decline');
  expect(events(bridge, approved)).toEqual(['unknown', 'closed']);
  expect(events(bridge, lost)).toEqual(['unknown', 'notPaid']);
  expect(events(bridge, declined)).toEqual([]);
});

it('marks played sales, and lets none of them wait for the upstream service', async () => {
  const bridge = await startBridge({ config: { upstream: closedPort } });
  const till = await bridge.client();
  const real = await till.create(sale([item(100)]));
  ok(await till.post(`/${real.id}/start/cash`));
  const played = await till.create(sale([item(200)]));
  const { status } = await till.post<SmartTransaction>(`/${played.id}/start/demo`);
  expect(status).toBeLessThan(300);
  const facts = records(bridge).map(({ object, facts: text }) => [object, JSON.parse(text).played]);
  expect(facts).toContainEqual([real.id, false]);
  if (events(bridge, played).length > 0) expect(facts).toContainEqual([played.id, true]);
  expect(bridge.rows<{ lane: string }>('SELECT lane FROM upstream_delivery')).toEqual([{ lane: real.id }]);
});

it('keeps the sales of one loyalty card in one lane', async () => {
  const bridge = await startBridge({ config: { upstream: closedPort } });
  const till = await bridge.client();
  for (const card of [cards.some, undefined]) {
    const created = await till.create(sale([item(1500)], card));
    if (card !== undefined) ok(await till.post(`/${created.id}/preTransaction`));
    ok(await till.post(`/${created.id}/start/cash`));
  }
  const lanes = bridge.rows<{ lane: string }>('SELECT lane FROM upstream_delivery ORDER BY number');
  expect(lanes.map(({ lane }) => lane.slice(0, 3))).toEqual(['MCD', 'STX']);
});

it('shows on the stream, in the metrics and in the health how much waits for which target', async () => {
  const bridge = await startBridge({ config: { upstream: closedPort, backoffice: closedPort } });
  const till = await bridge.client();
  const stop = new AbortController();
  const { body } = await fetch(`${bridge.url}/bridge/v1/events`, {
    headers: { authorization: `Bearer ${till.token}` },
    signal: stop.signal,
  });
  const created = await till.create(sale([item(1000)]));
  ok(await till.post(`/${created.id}/start/cash`));
  let text = '';
  const views = () =>
    [...text.matchAll(/event: queue\n(?:.*\n)*?data: (.*)\n/g)].map(([, data = '']): QueueView => JSON.parse(data));
  for await (const bytes of body ?? []) {
    text += Buffer.from(bytes).toString();
    if (views().some(({ waiting }) => waiting === 1)) break;
  }
  stop.abort();
  expect(views().at(-1)?.targets).toMatchObject({
    upstream: { address: closedPort, waiting: 1, sum: 1000, parked: 0 },
    office: { address: closedPort, waiting: 1, sum: 1000, parked: 0 },
  });
  const metrics = await (await fetch(`${bridge.url}/metrics`)).text();
  expect(metrics).toContain('tillbridge_upstream_waiting 1\n');
  expect(metrics).toContain('tillbridge_office_waiting_sum 1000\n');
  const health = (await (await fetch(`${bridge.url}/healthz`)).json()) as { queue: object };
  expect(health.queue).toMatchObject({ waiting: 1, parked: 0, cases: 0 });
});

it('shows that nothing is configured', async () => {
  const bridge = await startBridge();
  const till = await bridge.client();
  const { queue } = ok(await till.ask<{ queue: QueueView }>('GET', '/bridge/v1/till'));
  expect(queue).toMatchObject({ upstream: 'none', waiting: 0, targets: { upstream: null, office: null } });
});

it('refuses a new sale at the limit of the shop, before money moves, and lets an open one be paid', async () => {
  const queue = { stopRecords: 1 } as never;
  const bridge = await startBridge({ config: { upstream: closedPort, queue } });
  const till = await bridge.client();
  const [first, second] = [await till.create(sale([item(100)])), await till.create(sale([item(200)]))];
  ok(await till.post(`/${first.id}/start/cash`));
  const refused = await until(async () => {
    const answer = await till.post<{ code: number }>('', sale([item(300)]));
    return answer.status === 405 ? answer : null;
  });
  expect(refused.body).toMatchObject({ code: 1132 });
  expect(refused.text).toMatch(/1 records are waiting/);
  ok(await till.post(`/${second.id}/start/cash`));
  expect(bridge.terminal.commands).toEqual([]);
});

it('numbers the records of the till that sold', async () => {
  const bridge = await startBridge();
  const cashier = await bridge.staff('cashier');
  const created = await cashier.create(sale([item(100)]));
  ok(await cashier.post(`/${created.id}/start/cash`));
  const [row] = records(bridge);
  expect([demoIds.till, demoIds.merchant]).toContain(row?.till);
  expect(bridge.rows('SELECT till, store FROM queue_record')).toMatchObject([{ store: demoIds.store }]);
});

/** The queue on the API: lists, decisions with a manager, and the other merchant who sees nothing of it. */
import { afterEach, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, sale, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { Approval } from '../../wire/approvals.ts';
import type { QueueCaseList, QueuedRecordList, RecordDecided } from '../../wire/queue.ts';
import { demoIds } from '../../world/demoIds.ts';
import { approved, type Refusal } from '../approvals/approvals.fixture.ts';

afterEach(closeAll);

const path = '/bridge/v1/queue';
const because = { headers: { 'x-reason': encodeURIComponent('so entschieden') } };
const REASON = JSON.stringify({ code: 'badBasket', texts: { de: 'Summe falsch', en: 'Sum is wrong' } });

interface Shop {
  readonly bridge: TestBridge;
  readonly manager: Client;
  /** Three sales: the first one is parked upstream. */
  readonly sold: readonly string[];
}

async function shop(): Promise<Shop> {
  const bridge = await startBridge({ config: { upstream: 'http://127.0.0.1:9', backoffice: 'http://127.0.0.1:9' } });
  const manager = await bridge.staff('manager');
  const sold: string[] = [];
  for (const amount of [100, 200, 300]) {
    const { id } = await manager.create(sale([item(amount)]));
    ok(await manager.post(`/${id}/start/${amount === 100 ? 'cashless' : 'cash'}`));
    sold.push(id);
  }
  bridge.alter(`UPDATE upstream_delivery SET state = 'parked', attempts = 5, reason = '${REASON}' WHERE number = 1`);
  return { bridge, manager, sold };
}

const list = async (client: Client, query = '') =>
  ok(await client.ask<QueuedRecordList>('GET', `${path}/records${query}`));

it('lists what is parked before what waits, each with its reason, receipt number and amount', async () => {
  const { manager, sold } = await shop();
  const { count, data } = await list(manager);
  expect(count).toBe(6);
  expect(data.map(({ target, state, sum }) => [target, state, sum])).toEqual([
    ['upstream', 'parked', 100],
    ['upstream', 'waiting', 200],
    ['upstream', 'waiting', 300],
    ['office', 'waiting', 100],
    ['office', 'waiting', 200],
    ['office', 'waiting', 300],
  ]);
  expect(data[0]).toMatchObject({
    ...{ object: sold[0], receipt_number: 1, attempts: 5, title: { de: 'Verkauf' }, next_try: null },
    reason: { code: 'badBasket', texts: { de: 'Summe falsch', en: 'Sum is wrong' } },
  });
  expect(data[0]?.corrections.map(({ name }) => name)).toEqual(['transaction_ref', 'card_type', 'trace']);
  expect((await list(manager, '?target=upstream&state=waiting&count=1&offset=1')).data).toMatchObject([{ sum: 300 }]);
  expect(await list(manager, '?count=2&offset=5')).toMatchObject({ count: 6, data: [{ target: 'office', sum: 300 }] });
});

it('names the parked record that a waiting one stands behind', async () => {
  const { bridge, manager, sold } = await shop();
  const lane = bridge.rows<{ lane: string }>('SELECT lane FROM upstream_delivery WHERE number = 1')[0]?.lane;
  bridge.alter(`UPDATE upstream_delivery SET lane = '${lane}' WHERE number = 3`);
  const { data } = await list(manager, '?target=upstream');
  expect(data.map(({ behind }) => behind)).toEqual([
    null,
    null,
    {
      ...{ id: data[0]?.id, title: { de: 'Verkauf', en: 'Sale' }, receipt_number: 1 },
      reason: { code: 'badBasket', texts: { de: 'Summe falsch', en: 'Sum is wrong' } },
    },
  ]);
  expect(data[0]?.object).toBe(sold[0]);
});

it('shows nothing to another merchant, and no list to a cashier', async () => {
  const { bridge } = await shop();
  expect(await list(await bridge.client('other'))).toEqual({ count: 0, data: [] });
  const cashier = await bridge.staff('cashier');
  expect((await cashier.ask('GET', `${path}/records`)).status).toBe(403);
  expect((await cashier.ask('GET', path)).status).toBe(200);
});

it('sends a parked record again with the reason of a manager, which is kept', async () => {
  const { manager } = await shop();
  const [parked] = (await list(manager)).data;
  const call = `${path}/records/${parked?.id}/retry`;
  const body = { target: 'upstream' };
  const decided = ok(await manager.ask<RecordDecided>('POST', call, { body, ...because }));
  expect(decided.record).toMatchObject({ state: 'waiting', attempts: 0, reason: null });
  expect(decided.queue.parked).toBe(0);
  const { data } = ok(await manager.ask<{ data: Approval[] }>('GET', '/bridge/v1/approvals'));
  expect(data[0]).toMatchObject({ operation: 'queueDecision', subject: parked?.id, reason: 'so entschieden' });
});

it('lets a cashier decide with the PIN of a manager, once', async () => {
  const { bridge, manager } = await shop();
  const cashier = await bridge.staff('cashier');
  const [parked] = (await list(manager)).data;
  const call = (headers: object) =>
    cashier.ask<Refusal>('POST', `${path}/records/${parked?.id}/discard`, {
      body: { target: 'upstream' },
      headers: { ...headers },
    });
  const refused = await call({});
  expect(refused.body.needs).toMatchObject({ operation: 'queueDecision', by: 'manager' });
  const headers = await approved(cashier, refused);
  ok(await call(headers));
  expect((await call(headers)).status).toBeGreaterThanOrEqual(400);
  expect(bridge.rows('SELECT number FROM upstream_delivery ORDER BY number')).toEqual([{ number: 2 }, { number: 3 }]);
  expect((await list(manager, '?target=office')).count).toBe(3);
});

it('lets nobody discard what waits for the back office, because the numbers of a till have no gaps', async () => {
  const { bridge, manager } = await shop();
  const [waiting] = (await list(manager, '?target=office')).data;
  const discard = () =>
    manager.ask('POST', `${path}/records/${waiting?.id}/discard`, { body: { target: 'office' }, ...because });
  expect(await discard()).toMatchObject({ status: 405, body: { code: 1257 } });
  expect((await list(manager, '?target=office')).count).toBe(3);
  const [till, epoch, sequence] = String(waiting?.id).split('.');
  bridge.alter(`INSERT INTO office_refusal VALUES ('${till}', ${epoch}, ${sequence}, 1, '${REASON}');
    INSERT INTO office_delivery (till, epoch, confirmed, batch, hash) VALUES ('${till}', ${epoch}, ${sequence}, 1, '')`);
  ok(await discard());
  expect((await list(manager, '?target=office&state=parked')).count).toBe(0);
});

it('corrects what is sent and leaves the sale as it is', async () => {
  const { bridge, manager, sold } = await shop();
  const before = await manager.read(sold[0] ?? '');
  const [parked, cash] = (await list(manager)).data;
  const correct = (id: string | undefined, body: object) =>
    manager.ask<RecordDecided>('POST', `${path}/records/${id}/correct`, { body, ...because });
  expect((await correct(parked?.id, {})).status).toBe(500);
  expect((await correct(cash?.id, { card_type: 'girocard' })).status).toBe(500);
  const { record } = ok(await correct(parked?.id, { card_type: 'girocard', trace: 17 }));
  expect(record).toMatchObject({ state: 'waiting' });
  ok(await correct(parked?.id, { trace: 18 }));
  expect(
    bridge.rows<{ facts: string }>('SELECT facts FROM queue_correction').map(({ facts }) => JSON.parse(facts)),
  ).toEqual([{ card_type: 'girocard', trace: 18 }]);
  expect(await manager.read(sold[0] ?? '')).toEqual(before);
});

it('closes a case once, with the person and the reason', async () => {
  const { bridge, manager } = await shop();
  bridge.alter(`INSERT INTO queue_case (id, merchant, kind, object, at, amount, currency, facts)
    VALUES ('CAS_1', '${demoIds.merchant}', 'balanceGone', 'MCD_1', 1000, 500, 'EUR', '{"card":"9276"}')`);
  const cases = async (query = '') => ok(await manager.ask<QueueCaseList>('GET', `${path}/cases${query}`));
  expect(await cases()).toMatchObject({
    count: 1,
    data: [{ id: 'CAS_1', amount: 500, title: { en: 'The balance was spent elsewhere' }, closed: null }],
  });
  ok(await manager.ask('POST', `${path}/cases/CAS_1/close`, because));
  expect((await manager.ask('POST', `${path}/cases/CAS_1/close`, because)).status).toBe(404);
  expect((await cases()).count).toBe(0);
  expect((await cases('?open=false')).data).toMatchObject([{ closed: { reason: 'so entschieden' } }]);
});

it('lists fifty thousand waiting records by pages', async () => {
  const { bridge, manager } = await shop();
  bridge.alter(`INSERT INTO queue_record (till, epoch, sequence, merchant, business_day, at, kind, event, object, sum, currency, facts)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
    SELECT 'SDV_X', 1, i, '${demoIds.merchant}', '2026-01-01', i, 'sale', 'closed', 'STX_' || i, 100, 'EUR', '{}' FROM n;
    INSERT INTO upstream_delivery SELECT number, object, 'waiting', 0, 0, NULL FROM queue_record WHERE till = 'SDV_X';
    INSERT INTO queue_till VALUES ('SDV_X', '${demoIds.merchant}', NULL, 1, 50000)`);
  const begun = performance.now();
  const { count, data } = await list(manager, '?count=50&offset=99950');
  expect(count).toBe(100_006);
  expect(data).toHaveLength(50);
  expect(performance.now() - begun).toBeLessThan(5000);
});

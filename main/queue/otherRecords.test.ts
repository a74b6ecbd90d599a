/** Records of what is no sale: loyalty cards, terminal operations, ends of day. */
import { afterEach, expect, it } from 'vitest';
import { cards, closeAll, item, ok, sale, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import type { CardGroup } from '../wire/loyalty.ts';
import { demoIds } from '../world/demoIds.ts';

afterEach(closeAll);

const MERCHANT_CARDS = '/api/v2/Loyalty/MerchantCards';
const operations = `/bridge/v1/terminals/${demoIds.terminal}/operations`;

const records = (bridge: TestBridge) =>
  bridge
    .rows<{ kind: string; event: string; object: string; sum: number | null; facts: string }>(
      'SELECT kind, event, object, sum, facts FROM queue_record ORDER BY number',
    )
    .map(({ facts, ...row }) => ({ ...row, facts: JSON.parse(facts) }));

it('a booking on a card, its reversal, a new card, and a lock', async () => {
  const bridge = await startBridge({ config: { upstream: 'http://127.0.0.1:9' } });
  const till = await bridge.client();
  const card = { cardnumber: cards.rich };
  ok(
    await till.ask('POST', `${MERCHANT_CARDS}/me/transaction/me`, { body: { ...card, action: 'charge', amount: 700 } }),
  );
  ok(await till.ask('POST', `${MERCHANT_CARDS}/me/transaction/me`, { body: { ...card, action: 'cancel_last' } }));
  ok(
    await till
      .ask('POST', `${MERCHANT_CARDS}/me/lock`, { body: { ...card, reason: null } })
      .then(async answer =>
        answer.status === 200 ? answer : till.ask('POST', `${MERCHANT_CARDS}/${await idOf(bridge)}/lock`, { body: {} }),
      ),
  );
  const group: CardGroup['id'] = demoIds.baseGroup;
  ok(await till.ask('POST', `${MERCHANT_CARDS}/me/createMerchantcards/${group}`, { body: { cards_amount: 2 } }));
  expect(records(bridge).map(({ kind, event, sum }) => [kind, event, sum])).toEqual([
    ['cardOperation', 'booked', 700],
    ['cardOperation', 'booked', 700],
    ['cardOperation', 'changed', null],
    ['cardOperation', 'created', null],
    ['cardOperation', 'created', null],
  ]);
  const [charged, cancelled, locked] = records(bridge);
  expect(charged?.facts).toMatchObject({ action: 'charge', bookings: [{ account: 'cash', amount: 700 }] });
  expect(cancelled?.facts).toMatchObject({
    action: 'cancel',
    reverses: charged?.object,
    bookings: [{ account: 'cash', amount: -700 }],
  });
  expect(locked?.facts).toMatchObject({ change: 'locked' });
  const lanes = bridge.rows<{ lane: string }>('SELECT DISTINCT lane FROM upstream_delivery');
  expect(lanes).toHaveLength(3);
});

const idOf = async (bridge: TestBridge) =>
  bridge.rows<{ lane: string }>('SELECT lane FROM upstream_delivery LIMIT 1')[0]?.lane;

it('a terminal operation that was carried out, and none that was not sent', async () => {
  const bridge = await startBridge();
  const till = await bridge.client();
  ok(await till.ask('POST', operations, { body: { do: 'refund', amount: 1234 } }));
  bridge.terminal.endings.push('unreachable');
  await till.ask('POST', operations, { body: { do: 'refund', amount: 99 } });
  const [refund, ...others] = records(bridge);
  expect(others).toEqual([]);
  expect(refund).toMatchObject({ kind: 'terminalOperation', event: 'approved', sum: 1234 });
  expect(refund?.facts).toMatchObject({ operation: 'refund', trace: 1001, last_four: '4321' });
});

it('an end-of-day with the sums of terminal and journal, and no record of its Smart Transaction', async () => {
  const bridge = await startBridge();
  const till = await bridge.client();
  const { id } = await till.create(sale([item(1000)]));
  ok(await till.post(`/${id}/start/cashless`));
  ok(await till.ask('POST', `/bridge/v1/terminals/${demoIds.terminal}/day-end`));
  const [sold, dayEnd, ...others] = records(bridge);
  expect(others).toEqual([]);
  expect(sold).toMatchObject({ kind: 'sale', event: 'closed', object: id });
  expect(dayEnd).toMatchObject({ kind: 'dayEnd', event: 'ended', sum: 1000 });
  expect(dayEnd?.facts).toMatchObject({
    device: demoIds.terminal,
    state: 'agrees',
    journal: { count: 1, amount: 1000 },
  });
});

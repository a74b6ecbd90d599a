/** A loyalty card at a till whose upstream service owns the balances: held there while the line is up, limited while it is down. */
import { afterEach, expect, it } from 'vitest';
import {
  cards,
  closeAll,
  coffee,
  item,
  ok,
  type Settings,
  sale,
  startBridge,
  type TestBridge,
  testClock,
  until,
} from '../../doubles/bridge.fixture.ts';
import type { PreTransactionAnswer, SmartTransaction } from '../../wire/transactions.ts';
import { systemClock } from '../../world/clock.ts';
import type { Config } from '../../world/config.ts';
import { closeLines, type Line, lineTo } from './line.fixture.ts';

afterEach(async () => {
  await closeAll();
  await closeLines();
});

type Offline = { redeem: 'refuse' | 'amount' | 'lastBalance'; amount?: number; maxAgeHours?: number };

interface Pair {
  readonly service: TestBridge;
  readonly line: Line;
  readonly till: TestBridge;
}

const upstreamAt = (address: string, offline: Offline) =>
  ({
    upstream: {
      ...{ address, client_id: 'demo-client', client_secret: 'demo-secret', lagSeconds: 0.2 },
      offline: { amount: 0, maxAgeHours: 72, ...offline },
    },
  }) as Partial<Config>;

/** A machine under load takes longer than a customer would wait; the budget itself is asked for where the line is a black hole. */
const PATIENT = { holdBudget: 20_000 };

async function pair(offline: Offline = { redeem: 'refuse' }, parts: Settings['parts'] = PATIENT): Promise<Pair> {
  const service = await startBridge();
  const line = await lineTo(service.url);
  const till = await tillAt(line.url, offline, parts);
  return { service, line, till };
}

async function tillAt(address: string, offline: Offline = { redeem: 'refuse' }, parts: Settings['parts'] = PATIENT) {
  const till = await startBridge({ config: upstreamAt(address, offline), parts: { clock: systemClock, ...parts } });
  await isUp(till);
  return till;
}

const conditionOf = (till: TestBridge) =>
  till.rows<{ state: string }>("SELECT state FROM queue_target WHERE target = 'upstream'")[0]?.state;
const isUp = (till: TestBridge) => until(() => conditionOf(till) === 'up');
const waiting = (till: TestBridge) => till.rows('SELECT * FROM upstream_delivery').length;
const holds = (till: TestBridge) => till.rows<{ state: string }>('SELECT * FROM upstream_hold');
const drained = (till: TestBridge) => until(() => waiting(till) === 0 && holds(till).length === 0);
const casesAt = (till: TestBridge) =>
  till.rows<{ kind: string; amount: number; facts: string }>('SELECT kind, amount, facts FROM queue_case');

async function salesAt({ client }: TestBridge): Promise<readonly SmartTransaction[]> {
  const { ask } = await client();
  const { body } = await ask<{ data: SmartTransaction[] }>(
    'GET',
    '/api/v2/Smart/Transactions?count=1000&sort=created:asc',
  );
  return body.data;
}

type KnownCard = { id: string; cash_balance: number; bonus_balance: number; cash_balance_reserved: number };

async function knownCard({ client }: TestBridge, value: string) {
  const { ask } = await client();
  const path = '/api/v2/Smart/Idents/notused/validate';
  const { body } = await ask<{ merchantcard: KnownCard }[]>('POST', path, { body: [{ type: 'card', value }] });
  if (!body[0]) throw new Error(`${value} is not known`);
  return body[0].merchantcard;
}

/** The balances of the card as this bridge knows them. */
async function cardAt(bridge: TestBridge, value: string) {
  const { cash_balance, bonus_balance, cash_balance_reserved } = await knownCard(bridge, value);
  return { cash_balance, bonus_balance, cash_balance_reserved };
}

async function lockAt(bridge: TestBridge, value: string) {
  const { id } = await knownCard(bridge, value);
  const { ask } = await bridge.client();
  const { status } = await ask('POST', `/api/v2/Loyalty/MerchantCards/${id}/lock`, { body: { reason: '1' } });
  expect(status).toBe(200);
}

/** The clock of the bridge moves on, in ms. */
async function letPass({ client }: TestBridge, by: number) {
  const { ask } = await client();
  expect((await ask('PUT', '/bridge/v1/control/clock', { body: { by } })).status).toBe(200);
}

/** Opens a sale with a card and applies it. */
async function applied(bridge: TestBridge, input: object) {
  const client = await bridge.client();
  const { id } = await client.create(input);
  const begun = performance.now();
  const answer = await client.post<PreTransactionAnswer>(`/${id}/preTransaction`);
  return { id, client, answer, ms: performance.now() - begun };
}

async function spendAt(bridge: TestBridge, card: string, amount: number) {
  const { id, client } = await applied(bridge, sale([item(amount)], card));
  const { body } = await client.post(`/${id}/start/loyalty`);
  expect(body.status).toBe('ok');
  return id;
}

it('holds the card at the service and starts there on the same sale', async () => {
  const { service, till } = await pair();
  const { id, client, answer } = await applied(till, sale([coffee(1000), item(500, { tax: 7 })], cards.some));
  expect(answer.body.missing_sum).toBe(400);
  expect(answer.body.card_notice).toBeUndefined();
  expect(await cardAt(service, cards.some)).toMatchObject({ cash_balance: 700, cash_balance_reserved: 700 });
  const closed = await client.post(`/${id}/start/cash`);
  await drained(till);
  const there = await salesAt(service);
  expect(there).toHaveLength(1);
  expect(there[0]).toMatchObject({ status: 'ok', basket_info: closed.body.basket_info, tenders: closed.body.tenders });
  expect(await cardAt(service, cards.some)).toEqual(await cardAt(till, cards.some));
  expect(casesAt(till)).toEqual([]);
});

it('takes the balances of the service over, where something was spent elsewhere', async () => {
  const { service, till } = await pair();
  await spendAt(service, cards.rich, 3000);
  const { id, client, answer } = await applied(till, sale([item(5000)], cards.rich));
  expect(answer.body.missing_sum).toBe(3000);
  await client.post(`/${id}/start/cash`);
  await drained(till);
  expect(await cardAt(till, cards.rich)).toEqual(await cardAt(service, cards.rich));
  expect(await cardAt(till, cards.rich)).toMatchObject({ cash_balance: 0 });
  expect(casesAt(till)).toEqual([]);
});

it('lets two tills spend a card once', async () => {
  const { line, till } = await pair();
  const second = await tillAt(line.url);
  const first = await applied(till, sale([item(5000)], cards.rich));
  expect(first.answer.body.missing_sum).toBe(0);
  const other = await applied(second, sale([item(5000)], cards.rich));
  expect(other.answer.body.missing_sum).toBe(5000);
  await first.client.post(`/${first.id}/start/loyalty`);
  await other.client.post(`/${other.id}/start/cash`);
  await drained(till);
  await drained(second);
  expect([...casesAt(till), ...casesAt(second)]).toEqual([]);
});

it('refuses a card that is locked at the service, and leaves nothing held', async () => {
  const { service, till } = await pair();
  await lockAt(service, cards.rich);
  const { answer } = await applied(till, sale([item(500)], cards.rich));
  expect(answer).toMatchObject({ status: 405, body: { code: 41 } });
  await drained(till);
  expect((await salesAt(service)).map(({ status }) => status)).toEqual(['cancelled']);
});

it('releases the hold at the service when the sale is cancelled or its basket changes', async () => {
  const { service, till } = await pair();
  const first = await applied(till, sale([item(1000)], cards.rich));
  await first.client.post(`/${first.id}/cancel`);
  const second = await applied(till, sale([item(1000)], cards.rich));
  await second.client.ask('PUT', `/api/v2/Smart/Transactions/${second.id}`, { body: sale([item(700)], cards.rich) });
  await drained(till);
  expect(await cardAt(service, cards.rich)).toMatchObject({ cash_balance: 5000, cash_balance_reserved: 0 });
  const again = await second.client.post<PreTransactionAnswer>(`/${second.id}/preTransaction`);
  expect(again.body.missing_sum).toBe(0);
  await second.client.post(`/${second.id}/start/loyalty`);
  await drained(till);
  expect(await cardAt(service, cards.rich)).toMatchObject({ cash_balance: 4300, cash_balance_reserved: 0 });
});

it('answers within its budget when the line is a black hole, asks nobody again, and queues the release', async () => {
  const { service, line, till } = await pair({ redeem: 'refuse' }, {});
  line.faults(() => 'hang');
  const first = await applied(till, sale([item(500)], cards.rich));
  expect(first.answer.body).toMatchObject({ missing_sum: 500, card_notice: { redeem: 'refuse', limit: 0 } });
  const asked = line.requests.filter(text => text.startsWith('POST')).length;
  const second = await applied(till, sale([item(500)], cards.rich));
  expect(second.answer.body.missing_sum).toBe(500);
  expect(line.requests.filter(text => text.startsWith('POST')).length).toBe(asked);
  expect(first.ms).toBeLessThan(2000);
  // Nobody was asked: the second answer takes a small part of the first one's time-out.
  expect(second.ms).toBeLessThan(first.ms / 4);
  for (const { id, client } of [first, second]) await client.post(`/${id}/start/cash`);
  line.faults(() => null);
  const restarted = await till.restart();
  await drained(restarted);
  expect((await salesAt(service)).map(({ status, basket_info: { sum } }) => [status, sum])).toEqual([
    ['ok', 500],
    ['ok', 500],
  ]);
  expect(await cardAt(service, cards.rich)).toMatchObject({ cash_balance: 5000, cash_balance_reserved: 0 });
});

it('releases a hold whose answer was lost, before the sale itself is sent', async () => {
  const { service, line, till } = await pair({ redeem: 'lastBalance' });
  await spendAt(till, cards.rich, 100);
  line.faults(text => (text.includes('preTransaction') ? 'cutAfter' : null));
  const { id, client, answer } = await applied(till, sale([item(4000)], cards.rich));
  expect(answer.body).toMatchObject({ missing_sum: 0, card_notice: { redeem: 'lastBalance' } });
  line.faults(() => null);
  await client.post(`/${id}/start/loyalty`);
  await drained(till);
  expect(casesAt(till)).toEqual([]);
  expect(await cardAt(service, cards.rich)).toMatchObject({ cash_balance: 900, cash_balance_reserved: 0 });
});

it('finds and cancels a draft whose id never came back', async () => {
  const { service, line, till } = await pair();
  line.faults(text => (text === 'POST /api/v2/Smart/Transactions' ? 'cutAfter' : null));
  const { answer } = await applied(till, sale([item(400)], cards.rich));
  expect(answer.body.missing_sum).toBe(400);
  line.faults(() => null);
  await drained(till);
  expect((await salesAt(service)).map(({ status }) => status)).toEqual(['cancelled']);
});

it('starts on the held sale after the line was cut between preTransaction and start, and after a restart', async () => {
  const { service, line, till } = await pair();
  const { id } = await applied(till, sale([item(2000)], cards.rich));
  line.faults(() => 'cutBefore');
  const restarted = await till.restart();
  const closed = await (await restarted.client()).post(`/${id}/start/loyalty`);
  expect(closed.body.status).toBe('ok');
  line.faults(() => null);
  await drained(restarted);
  const there = await salesAt(service);
  expect(there.map(({ status }) => status)).toEqual(['ok']);
  expect(await cardAt(service, cards.rich)).toMatchObject({ cash_balance: 3000, cash_balance_reserved: 0 });
  expect(casesAt(restarted)).toEqual([]);
});

it('makes a case of what was spent elsewhere while the hold had expired at the service', async () => {
  const { service, till } = await pair();
  const { id, client } = await applied(till, sale([item(5000)], cards.rich));
  await letPass(service, 31 * 60_000);
  await until(async () => (await cardAt(service, cards.rich)).cash_balance_reserved === 0);
  await spendAt(service, cards.rich, 2000);
  await client.post(`/${id}/start/loyalty`);
  await drained(till);
  expect(casesAt(till)).toMatchObject([{ kind: 'balanceGone', amount: 5000 }]);
  expect(JSON.parse(casesAt(till)[0]?.facts ?? '')).toMatchObject({ card: cards.rich, account: 'cardLoss' });
  expect(await cardAt(service, cards.rich)).toMatchObject({ cash_balance: 3000 });
  // The next sale reads what is left there; the loss stays a case.
  const next = await applied(till, sale([item(5000)], cards.rich));
  expect(next.answer.body.missing_sum).toBe(2000);
});

it('pays at most the amount of a card and day while the line is down, and collects always', async () => {
  const { line, till } = await pair({ redeem: 'amount', amount: 1000 });
  line.faults(() => 'cutBefore');
  const first = await applied(till, sale([item(700)], cards.rich));
  expect(first.answer.body).toMatchObject({ missing_sum: 0, card_notice: { redeem: 'amount', limit: 1000 } });
  await first.client.post(`/${first.id}/start/loyalty`);
  const second = await applied(till, sale([item(700)], cards.rich));
  expect(second.answer.body).toMatchObject({ missing_sum: 400, card_notice: { limit: 300 } });
  await second.client.post(`/${second.id}/cancel`);
  const third = await applied(till, sale([item(200)], cards.rich));
  expect(third.answer.body).toMatchObject({ missing_sum: 0, card_notice: { limit: 300 } });
});

it('counts the limit of a day by the business day of the shop, also after midnight', async () => {
  const line = await lineTo((await startBridge()).url);
  const clock = testClock(Date.parse('2027-06-12T23:30:00+02:00'));
  const till = await startBridge({
    config: upstreamAt(line.url, { redeem: 'amount', amount: 1000 }),
    parts: { clock },
  });
  line.faults(() => 'cutBefore');
  const manager = await till.staff('manager');
  const { headers } = await manager.ask('GET', '/bridge/v1/shop');
  const body = { timeZone: 'Europe/Berlin', dayStart: '04:00' };
  ok(await manager.ask('PUT', '/bridge/v1/shop', { body, headers: { 'if-match': headers.get('etag') ?? '' } }));
  const first = await applied(till, sale([item(700)], cards.rich));
  await first.client.post(`/${first.id}/start/loyalty`);
  clock.pass(2 * 3_600_000);
  const second = await applied(till, sale([item(700)], cards.rich));
  expect(second.answer.body).toMatchObject({ missing_sum: 400, card_notice: { limit: 300 } });
  await second.client.post(`/${second.id}/cancel`);
  clock.pass(3 * 3_600_000);
  const third = await applied(till, sale([item(700)], cards.rich));
  expect(third.answer.body).toMatchObject({ missing_sum: 0, card_notice: { limit: 1000 } });
});

it('discharges no card while the line is down, unless its balance was read lately', async () => {
  const { line, till } = await pair({ redeem: 'amount', amount: 1000 });
  line.faults(() => 'cutBefore');
  await applied(till, sale([item(100)], cards.rich));
  const client = await till.client();
  const discharge = { articleNumber: '2900000000117', ean: '2900000000117', desc: 'Entladung', quantity: 1, tax: 0 };
  const { id } = await client.create(sale([{ ...discharge, priceOne: 500 }], cards.rich));
  expect(await client.post(`/${id}/start/loyalty`)).toMatchObject({ status: 405, body: { code: 1134 } });
  const { id: card } = await knownCard(till, cards.rich);
  const path = `/api/v2/Loyalty/MerchantCards/${card}/transaction/${card}`;
  const byHand = await client.ask('POST', path, { body: { action: 'discharge', amount: 500 } });
  expect(byHand).toMatchObject({ status: 405, body: { code: 1134 } });
  expect(await cardAt(till, cards.rich)).toMatchObject({ cash_balance: 5000 });
});

it('takes no voucher while the line is down', async () => {
  const { line, till } = await pair();
  line.faults(() => 'cutBefore');
  const idents = [
    { type: 'card', value: cards.rich },
    { type: 'voucher', value: '4711' },
  ];
  const { answer } = await applied(till, { ...sale([item(700)]), idents });
  expect(answer).toMatchObject({ status: 405, body: { code: 1133 } });
});

it('lets a balance that was never read at the service pay nothing', async () => {
  const { line, till } = await pair({ redeem: 'lastBalance' });
  line.faults(() => 'cutBefore');
  const { answer } = await applied(till, sale([item(700)], cards.rich));
  expect(answer.body).toMatchObject({ missing_sum: 700, card_notice: { redeem: 'lastBalance', limit: 0 } });
});

it('touches nothing by an answer that belongs to another request, and says so when that goes on', async () => {
  const { service, line, till } = await pair({ redeem: 'amount', amount: 100_000 });
  const foreign = await spendAt(service, cards.some, 200);
  const there = (await salesAt(service)).find(({ id }) => id === foreign);
  line.answers(request => (request === 'POST /api/v2/Smart/Transactions' ? (there ?? null) : null));
  for (let count = 0; count < 3; count += 1) {
    const { id, client, answer } = await applied(till, sale([item(100)], cards.rich));
    expect(answer.body).toMatchObject({ missing_sum: 0, card_notice: { redeem: 'amount' } });
    expect((await client.post(`/${id}/start/loyalty`)).status).toBe(200);
  }
  const reason = () =>
    till.rows<{ reason: string | null }>("SELECT reason FROM queue_target WHERE target = 'upstream'")[0]?.reason;
  await until(() => reason()?.includes('foreignAnswer'));
  line.answers(() => null);
  const { ask } = await till.client();
  await ask('POST', '/bridge/v1/queue/try');
  await drained(till);
  expect(line.requests.filter(request => request.includes(foreign))).toEqual([]);
  const paid = (await salesAt(service)).filter(({ status }) => status === 'ok');
  expect(paid).toHaveLength(4);
  expect(paid.find(one => one.id === foreign)).toEqual(there);
});

it('releases no sale that is not its own, whatever id was kept', async () => {
  const { service, line, till } = await pair();
  const foreign = await spendAt(service, cards.some, 200);
  const { id, client } = await applied(till, sale([item(1000)], cards.rich));
  till.alter(`UPDATE upstream_hold SET upstream = '${foreign}'`);
  await client.post(`/${id}/cancel`);
  await drained(till);
  expect(line.requests).not.toContain(`POST /api/v2/Smart/Transactions/${foreign}/cancel`);
  const statuses = (await salesAt(service)).map(one => [one.id === foreign, one.status]);
  expect(statuses).toEqual([
    [true, 'ok'],
    [false, 'cancelled'],
  ]);
});

it('releases a hold though the 404 of another request says, again and again, that it is gone', async () => {
  const { service, line, till } = await pair();
  const { id, client } = await applied(till, sale([item(1000)], cards.rich));
  const [held] = await salesAt(service);
  let foreign = 6;
  line.faults(request => {
    const isRead = request === `GET /api/v2/Smart/Transactions/${held?.id}`;
    return isRead && foreign-- > 0 ? 'notFound' : null;
  });
  await client.post(`/${id}/cancel`);
  await drained(till);
  expect(foreign).toBeLessThan(0);
  expect((await salesAt(service)).map(({ status }) => status)).toEqual(['cancelled']);
});

it.each([
  ['ids of sales', 'smart.transactions', undefined],
  ['cards', 'loyalty.merchantcards', 'active'],
])(
  'does not take a list of %s, which another request asked for, for the sale that it searches',
  async (_, object, status) => {
    const { service, line, till } = await pair();
    const foreign = await spendAt(service, cards.some, 200);
    let searches = 0;
    line.answers(request => {
      if (!request.includes('?q=transactionRef')) return null;
      searches += 1;
      return searches === 1 ? { count: 17, data: [{ object, id: foreign, status }] } : null;
    });
    line.faults(request => (request === 'POST /api/v2/Smart/Transactions' && searches === 0 ? 'cutAfter' : null));
    const client = await till.client();
    const { id } = await client.create(sale([item(300)]));
    await client.post(`/${id}/start/cash`);
    await drained(till);
    expect(searches).toBeGreaterThan(1);
    const [row] = till.rows<{ upstream: string }>(`SELECT upstream FROM upstream_object WHERE object = '${id}'`);
    const paid = (await salesAt(service)).filter(one => one.status === 'ok' && one.id !== foreign);
    expect(paid.map(one => [one.id, one.basket_info.sum])).toEqual([[row?.upstream, 300]]);
  },
);

/** Payments that need somebody outside, in a live shop whose upstream service settles them: the payer's page is that of the service. */
import { afterEach, expect, it } from 'vitest';
import { answerChallenge } from '../../checkout/payments.fixture.ts';
import { closeAll, item, ok, sale, startBridge, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import { liveSignIn, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { systemClock } from '../../world/clock.ts';
import { closeLines, lineTo } from './line.fixture.ts';

afterEach(async () => {
  await closeAll();
  await closeLines();
});

async function shopWithService() {
  const service = await startBridge();
  const line = await lineTo(service.url);
  const upstream = {
    ...{ address: line.url, client_id: 'demo-client', client_secret: 'demo-secret', lagSeconds: 0.2 },
    offline: { redeem: 'refuse' as const, amount: 0, maxAgeHours: 72 },
  };
  const shop = await startLiveShop({ config: { upstream }, parts: { clock: systemClock } });
  await until(() => conditionOf(shop) === 'up');
  return { service, line, shop, till: await liveSignIn(shop) };
}

const conditionOf = (shop: TestBridge) =>
  shop.rows<{ state: string }>("SELECT state FROM queue_target WHERE target = 'upstream'")[0]?.state;
const waiting = (shop: TestBridge) => shop.rows('SELECT * FROM upstream_delivery').length;

async function salesAt({ client }: TestBridge): Promise<readonly SmartTransaction[]> {
  const { ask } = await client();
  return (await ask<{ data: SmartTransaction[] }>('GET', '/api/v2/Smart/Transactions?count=100')).body.data;
}

it('sends the payer to the page of the service, and closes the sale once both sides are paid', async () => {
  const { service, shop, till } = await shopWithService();
  const { id } = await till.create(sale([item(1200)]));
  const prepared = ok(await till.post(`/${id}/prepare/paypal`));
  expect(prepared.iframe_url).toMatch(new RegExp(`^${service.url}/challenge/`));
  await answerChallenge(prepared.iframe_url, 'accept');
  await until(async () => (await till.read(id)).iframe_url === undefined);
  expect(ok(await till.post(`/${id}/start`))).toMatchObject({ status: 'ok', payment_method: 'paypal' });
  await until(() => waiting(shop) === 0);
  const there = await salesAt(service);
  expect(there).toMatchObject([{ status: 'ok', payment_method: 'paypal', basket_info: { sum: 1200 } }]);
  expect(shop.rows('SELECT * FROM queue_case')).toEqual([]);
});

it('carries back that the payer refused, and the sale is paid in cash', async () => {
  const { service, shop, till } = await shopWithService();
  const { id } = await till.create(sale([item(700)]));
  const prepared = ok(await till.post(`/${id}/prepare/sofort`));
  await answerChallenge(prepared.iframe_url, 'refuse');
  await until(async () => (await till.read(id)).status === 'failed');
  ok(await till.post(`/${id}/start/cash`));
  await until(() => waiting(shop) === 0);
  const paid = (await salesAt(service)).filter(({ status }) => status === 'ok');
  expect(paid).toMatchObject([{ payment_method: 'cash', basket_info: { sum: 700 } }]);
});

it('gives the money back at the service when the sale is cancelled', async () => {
  const { service, till } = await shopWithService();
  const { id } = await till.create(sale([item(900)]));
  const prepared = ok(await till.post(`/${id}/prepare/paypal`, { auto_capture: true }));
  await answerChallenge(prepared.iframe_url, 'accept');
  await until(async () => (await till.read(id)).status === 'ok');
  expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
  expect((await salesAt(service)).map(({ status }) => status)).toEqual(['cancelled']);
});

it('finds out after a lost answer what became of the payment', async () => {
  const { service, line, till } = await shopWithService();
  const { id } = await till.create(sale([item(500)]));
  line.faults(text => (text.includes('/prepare/') ? 'cutAfter' : null));
  expect(await till.post(`/${id}/prepare/paypal`)).toMatchObject({ body: { code: 1041 } });
  line.faults(() => null);
  // The next step looks the open operation up.
  await till.post(`/${id}/start`);
  const shown = await till.read(id);
  expect(shown.iframe_url).toMatch(new RegExp(`^${service.url}/challenge/`));
  expect(await salesAt(service)).toHaveLength(1);
});

it('refuses the method before anything is booked while the line is down, and what nobody offers always', async () => {
  const { line, shop, till } = await shopWithService();
  const { id } = await till.create(sale([item(500)]));
  expect(await till.post(`/${id}/start/prepaid`)).toMatchObject({ status: 405, body: { code: 1120 } });
  line.faults(() => 'cutBefore');
  const { id: other } = await till.create(sale([item(100)]));
  ok(await till.post(`/${other}/start/cash`));
  await until(() => conditionOf(shop) === 'down');
  expect(await till.post(`/${id}/prepare/paypal`)).toMatchObject({ status: 405, body: { code: 1122 } });
  expect(await till.read(id)).toMatchObject({ status: 'created', transactions: [] });
  expect(shop.rows("SELECT * FROM payment_transaction WHERE inner ->> '$.order.method' = 'paypal'")).toEqual([]);
});

/** Push notifications of a whole bridge: the delivery log, sending again by hand, restart and kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  closeAll,
  demoDirectory,
  item,
  ok,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import { HEADLESS, TERMINAL_AWAY } from '../../doubles/programs.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { closeReceivers, receiver } from '../../services/push/receiver.fixture.ts';
import type { PushEntry } from '../../wire/pushes.ts';

const path = '/bridge/v1/pushes';
let bridge: TestBridge;
let manager: Client;

beforeAll(async () => {
  bridge = await startBridge();
  manager = await bridge.staff('manager');
});
afterEach(closeReceivers);
afterAll(closeAll);

const sale = (url: string) => ({
  basket: { products: [item(500)] },
  application_context: { return_urls: { url_push: url } },
});

/** A paid sale; its payment is pushed to `url`. */
async function pay(url: string, client?: Client, prepare = 'debit'): Promise<string> {
  const shop = client ?? (await bridge.client());
  const { id } = await shop.create(sale(url));
  ok(await shop.post(`/${id}/prepare/${prepare}`, DEBIT));
  return id;
}

const ACCOUNT = { owner: 'Test', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
const MANDATE = { callback_urls: { success: 'https://shop.example/ok', failure: 'https://shop.example/no' } };
const DEBIT = {
  container: { type: 'bank_account', private: ACCOUNT },
  customer: { contact: { surname: 'Muster' } },
  ...MANDATE,
};

const list = async (q: string, client = manager) =>
  ok(await client.ask<{ count: number; data: PushEntry[] }>('GET', `${path}?q=${encodeURIComponent(q)}&count=100`));

it('a push is signed by the clock of the machine while the clock of the demo is days ahead', async () => {
  const demo = await startBridge();
  const at = await receiver();
  const body = { by: 3 * 24 * 3_600_000 };
  ok(await (await demo.client()).ask('PUT', '/bridge/v1/control/clock', { body }));
  await pay(at.url, await demo.client());
  const [push] = await until(() => (at.received.length > 0 ? at.received : null));
  const away = Math.abs(Number(push?.headers['webhook-timestamp']) - Date.now() / 1000);
  expect([push?.headers['webhook-signature'], away < 300]).toEqual([expect.stringMatching(/^v1,/), true]);
});

describe('the delivery log', () => {
  it('shows every attempt of a notification with status, time and the receiver’s words', async () => {
    const shop = await receiver({ status: 200, text: 'thank you' });
    await pay(shop.url);
    const found = await until(async () => {
      const { data } = await list('status:delivered');
      return data.length > 0 ? data : null;
    });
    const [entry] = found;
    expect(shop.received.map(({ body }) => body.id)).toContain(entry?.id);
    expect(entry).toMatchObject({
      object: 'event.pushes',
      type: 'changed',
      url: shop.url,
      status: 'delivered',
      attempts: [{ status: 200, answer: 'thank you', error: null }],
    });
    expect(entry?.supportId).toMatch(/^[0-9a-f]{10}-\d+$/);
    const one = ok(await manager.ask<PushEntry>('GET', `${path}/${entry?.id}`));
    expect(one).toEqual(entry);
    expect((await list(`data.id:${entry?.data[0]?.id}`)).count).toBeGreaterThan(0);
  });

  it('sends one again by hand', async () => {
    const shop = await receiver();
    await pay(shop.url);
    const entry = await until(async () => (await list('status:delivered')).data.find(({ url }) => url === shop.url));
    const before = shop.received.length;
    ok(await manager.ask<PushEntry>('POST', `${path}/${entry.id}/resend`));
    await until(() => shop.received.length > before);
    expect(shop.received.at(-1)?.body.id).toBe(entry.id);
    await until(async () => ok(await manager.ask<PushEntry>('GET', `${path}/${entry.id}`)).attempts.length === 2);
  });

  it('is for managers and integrators of the same merchant', async () => {
    const shop = await receiver();
    await pay(shop.url);
    const entry = await until(async () => (await list('status:delivered')).data[0]);
    const [cashier, other] = [await bridge.staff('cashier'), await bridge.client('other')];
    expect((await cashier.ask('GET', path)).status).toBe(403);
    expect((await cashier.ask('POST', `${path}/${entry.id}/resend`)).status).toBe(403);
    expect((await bridge.ask('GET', path)).status).toBe(401);
    expect((await list('status:delivered', other)).count).toBe(0);
    expect((await other.ask('GET', `${path}/${entry.id}`)).status).toBe(404);
    expect((await other.ask('POST', `${path}/${entry.id}/resend`)).status).toBe(404);
    expect((await manager.ask('POST', `${path}/evt_unknown/resend`)).status).toBe(404);
  });

  it('an address that is not allowed any more when it is sent to is in the log with the reason', async () => {
    const shop = await receiver();
    await pay(shop.url);
    const { id } = await until(async () => (await list('status:delivered')).data.find(({ url }) => url === shop.url));
    bridge.alter(`UPDATE push SET url = 'http://169.254.169.254/latest/meta-data' WHERE id = '${id}'`);
    ok(await manager.ask<PushEntry>('POST', `${path}/${id}/resend`));
    const entry = await until(async () => (await list('status:refused')).data[0]);
    expect(entry.attempts.at(-1)).toMatchObject({
      status: null,
      error: 'the address 169.254.169.254 is not a public one',
    });
  });
});

describe('after the bridge has ended', () => {
  it('a restart sends what still waits', async () => {
    const own = await startBridge();
    const shop = await receiver('silence');
    await pay(shop.url, await own.client());
    await until(() => shop.received.length > 0);
    const waiting = own.rows<{ id: string }>("SELECT id FROM push WHERE query_status = 'waiting'");
    shop.answer(200);
    const again = await own.restart();
    await until(() => again.rows("SELECT 1 FROM push WHERE query_status = 'waiting'").length === 0);
    for (const { id } of waiting) expect(shop.received.map(({ body }) => body.id)).toContain(id);
    await again.close();
  });

  it('a kill in the middle of deliveries loses none', async () => {
    specifies({ Events: 'delivery at least once: a kill loses none' });
    const data = await demoDirectory('demo');
    const shop = await receiver('silence');
    const first = await startProcess(data);
    const ids = new Set<string>();
    for (let count = 0; count < 10; count += 1) ids.add(await payOver(first.url, shop.url));
    await until(() => shop.received.length > 0);
    first.child.kill('SIGKILL');
    await first.ended;
    shop.answer(200);
    const second = await startProcess(data);
    const received = () => new Set(shop.received.map(({ body }) => body.data[0]?.id));
    await until(() => [...ids].every(id => received().has(id)));
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });
});

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

async function startProcess(data: string) {
  const child = spawn(process.execPath, [...HEADLESS, '--demo', '--port', '0', '--data', data], {
    env: { ...process.env, ...TERMINAL_AWAY, TILLBRIDGE_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  let out = '';
  child.stdout.on('data', part => {
    out += part;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const url = await until(() => /ready (\S+)/.exec(out)?.[1]);
  return { child, url, ended };
}

/** A paid sale of a bridge in another process; gives the payment that is pushed. */
async function payOver(url: string, push: string): Promise<string> {
  const ask = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return JSON.parse(text);
  };
  const client = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
  const { access_token: token } = await ask('/oauth/token', client);
  const { id } = await ask('/api/v2/Smart/Transactions', sale(push), token);
  const prepared = await ask(`/api/v2/Smart/Transactions/${id}/prepare/debit`, DEBIT, token);
  return prepared.transactions[0].id;
}

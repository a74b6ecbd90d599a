/** Receivers of every push of a merchant: real pushes without an address in the sale, for a while, and for those who may. */
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PUSH_SECRET } from '../../demo/signIns.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import { closeReceivers, receiver } from '../../services/push/receiver.fixture.ts';
import type { PushEntry } from '../../wire/pushes.ts';

const path = '/bridge/v1/pushes/receivers';
let bridge: TestBridge;
let client: Client;
beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterEach(closeReceivers);
afterAll(closeAll);

interface Shown {
  readonly id: string;
  readonly url: string;
  readonly until: string;
}

const register = (url: string, seconds = 60, by = client) => by.ask<Shown>('POST', path, { body: { url, seconds } });
const end = (id: string, by = client) => by.ask('DELETE', `${path}/${id}`);

async function paid(by = client): Promise<string> {
  const { id } = await by.create(sale([item(500)]));
  ok(await by.post(`/${id}/start/cash`));
  return id;
}

describe('a receiver', () => {
  it('gets every push of its merchant in order, signed for who registered it, until it ends', async () => {
    const at = await receiver();
    const { id } = ok(await register(at.url));
    const [own, others] = [await paid(), await paid(await bridge.client('other'))];
    ok(await client.post(`/${own}/cancel`));
    const ofSale = () => at.received.filter(({ body }) => body.data[0]?.id === own);
    await until(() => ofSale().length === 2);
    expect(ofSale().map(({ body }) => body.event)).toEqual(['sale.paid', 'sale.cancelled']);
    const [{ text, headers, body }] = ofSale() as [(typeof at.received)[number]];
    expect(new Webhook(DEMO_PUSH_SECRET).verify(text, headers as Record<string, string>)).toEqual(body);
    ok(await end(id));
    const later = await paid();
    const { data } = ok(await client.ask<{ data: PushEntry[] }>('GET', `/bridge/v1/pushes?q=data.id:${later}`));
    expect(data).toEqual([]);
    expect(at.objects()).not.toContain(others);
  });

  it('ends by itself; what waits for it is given up, and what waits for an address of a sale is not', async () => {
    const at = await receiver(500);
    const { id } = ok(await register(at.url, 60));
    const sold = await client.create({
      ...sale([item(500)]),
      application_context: { return_urls: { url_push: at.url } },
    });
    ok(await client.post(`/${sold.id}/start/cash`));
    const states = async () =>
      ok(await client.ask<{ data: PushEntry[] }>('GET', `/bridge/v1/pushes?q=data.id:${sold.id}&count=10`))
        .data.map(({ status }) => status)
        .toSorted();
    expect(await states()).toEqual(['waiting', 'waiting']);
    ok(await end(id));
    expect(await states()).toEqual(['discarded', 'waiting']);
    const short = ok(await register(at.url, 1));
    bridge.clock.pass(1001);
    expect((await client.ask('PUT', `${path}/${short.id}`, { body: { seconds: 60 } })).status).toBe(404);
    expect(ok(await client.ask<{ data: Shown[] }>('GET', path)).data).toEqual([]);
  });

  it('is refused where no push can go, where there are many, and for those who may not listen', async () => {
    expect((await register('http://10.0.0.1/')).status).toBe(500);
    const at = await receiver();
    const many = await Promise.all(Array.from({ length: 10 }, () => register(at.url)));
    expect((await register(at.url)).status).toBe(500);
    const [{ body: one }] = many as [(typeof many)[number]];
    const [cashier, other] = [await bridge.staff('cashier'), await bridge.client('other')];
    expect((await register(at.url, 60, cashier)).status).toBe(403);
    expect((await cashier.ask('GET', path)).status).toBe(403);
    expect([(await end(one.id, other)).status, (await end(one.id, cashier)).status]).toEqual([404, 403]);
    expect((await other.ask('PUT', `${path}/${one.id}`, { body: {} })).status).toBe(404);
    for (const { body } of many) ok(await end(body.id));
  });
});

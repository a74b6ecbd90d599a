/** Customer displays over HTTP: pairing, their right, what they follow, and their end. */
import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  coffee,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  testClock,
  until,
} from '../../doubles/bridge.fixture.ts';
import type { Display, DisplayCode, Displays, DisplayView, PairedDisplay } from '../../wire/displays.ts';
import type { ReceiptLink } from '../../wire/printers.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';

const OWN = '/bridge/v1/display';
const ALL = '/bridge/v1/displays';
const SALES = '/api/v2/Smart/Transactions';

const clock = testClock();
let bridge: TestBridge;
let client: Client;
const streams: AbortController[] = [];

beforeAll(async () => {
  bridge = await startBridge({ clock });
  client = await bridge.client();
});
afterAll(async () => {
  for (const stream of streams) stream.abort();
  await closeAll();
});

const newCode = async (body?: object) =>
  ok(await client.ask<DisplayCode>('POST', `${ALL}/codes`, body ? { body } : {}));
const pair = (code: string) =>
  bridge.ask<PairedDisplay & { code: number }>('POST', `${OWN}/pairing`, { body: { code } });
const paired = async () => ok(await pair((await newCode()).code));

async function follow(token: string) {
  const controller = new AbortController();
  streams.push(controller);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${bridge.url}${OWN}/events`, { headers, signal: controller.signal });
  const views: DisplayView[] = [];
  const parser = createParser({ onEvent: ({ data }) => void views.push(JSON.parse(data)) });
  const ended = (async () => {
    try {
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) parser.feed(part);
    } catch {
      // It was ended from here or there.
    }
  })();
  await until(() => views.length > 0);
  return { views, ended, last: () => views.at(-1)! };
}

describe('pairing', () => {
  it('takes a code once, however it is typed, and gives a right to the own view alone', async () => {
    const { code, till } = await newCode({ name: 'Tresen links', language: 'en' });
    const display = ok(await pair(` ${code.toLowerCase().replace('-', ' ')} `));
    expect(display).toMatchObject({ till: till.name, language: 'en' });
    expect((await pair(code)).body.code).toBe(1230);
    expect(ok(await bridge.ask<DisplayView>('GET', OWN, { token: display.token }))).toMatchObject({
      state: 'idle',
      language: 'en',
    });
    const others = [
      ['GET', '/bridge/v1/till'],
      ['GET', '/bridge/v1/events'],
      ['GET', '/bridge/v1/catalogue'],
      ['GET', ALL],
      ['POST', `${ALL}/codes`],
      ['PUT', '/bridge/v1/session/pin'],
      ['GET', SALES],
      ['GET', '/api/v2/General/Merchants/me'],
      ['POST', '/api/v2/General/Contracts/me/getAvailablePaymentMethods'],
    ] as const;
    for (const [method, at] of others) {
      const body = method === 'PUT' ? { body: { pin: '1', new_pin: '2' } } : {};
      expect([at, (await bridge.ask(method, at, { token: display.token, ...body })).status]).toEqual([
        at,
        at.startsWith('/bridge') ? 403 : 404,
      ]);
    }
    expect((await bridge.ask('GET', OWN, { token: client.token })).status).toBe(403);
  });

  it('forgets a code after ten minutes, and slows down those who guess', async () => {
    const { code } = await newCode();
    clock.pass(600_001);
    expect((await pair(code)).body.code).toBe(1230);
    const codes = [];
    for (let guess = 0; guess < 8; guess += 1) codes.push((await pair(`BCDFG${guess + 2}`)).status);
    expect(codes.at(-1)).toBe(429);
    clock.pass(400_000);
    ok(await pair((await newCode()).code));
  });

  it('refuses a till of nobody, and a body that is none', async () => {
    const unknown = await client.ask('POST', `${ALL}/codes`, { body: { till: `SDV_${'9'.repeat(30)}` } });
    expect(unknown.status).toBe(404);
    for (const body of [{ till: 5 }, { name: '' }, { name: 'x'.repeat(61) }, { language: 'fr' }, { code: 'x' }])
      expect((await client.ask('POST', `${ALL}/codes`, { body })).status, JSON.stringify(body)).toBe(500);
    for (const body of [{}, { code: 5 }, { code: '' }, { code: 'x'.repeat(41) }])
      expect((await bridge.ask('POST', `${OWN}/pairing`, { body })).status).toBe(500);
  });

  it('keeps no token: neither in the database nor in the journal', async () => {
    const { token } = await paired();
    const texts = bridge
      .rows<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .map(({ name }) => JSON.stringify(bridge.rows(`SELECT * FROM "${name}"`)));
    texts.push((await client.ask('GET', '/bridge/v1/journal?count=200')).text, bridge.log.join());
    expect(texts.filter(text => text.includes(token))).toEqual([]);
  });
});

describe('a display', () => {
  it('follows a foreign till from the first article to the thanks', async () => {
    const { token } = await paired();
    const { views, last } = await follow(token);
    const { id } = ok(await client.ask<SmartTransaction>('POST', SALES, { body: sale([coffee(3000)], cards.some) }));
    await until(() => last().state === 'basket');
    expect(last().sale).toMatchObject({ sum: 3000, missing: 3000, tenders: [] });
    ok(await client.ask('POST', `${SALES}/${id}/preTransaction`, {}));
    await until(() => (last().sale?.card?.pays ?? 0) > 0);
    ok(await client.ask('POST', `${SALES}/${id}/start/cashless`, {}));
    await until(() => last().state === 'paid');
    expect(views.some(({ state }) => state === 'terminal')).toBe(true);
    expect(last().sale?.tenders.map(({ method }) => method)).toEqual(['loyalty', 'card']);
    expect(JSON.stringify(views)).not.toMatch(/cashier|staff|STX_|demo-client/);
  });

  it('follows the screen of its till, and never shows a sale again that was left', async () => {
    const body = { username: 'manager@demo.example', pin: '9999' };
    const { access_token } = ok(await bridge.ask<{ access_token: string }>('POST', '/bridge/v1/session', { body }));
    const screen = {
      ask: <T>(method: 'POST' | 'PUT', at: string, more: object = {}) =>
        bridge.ask<T>(method, at, { token: access_token, ...more }),
    };
    const { token } = await paired();
    const { last } = await follow(token);
    const { id } = ok(await screen.ask<SmartTransaction>('POST', SALES, { body: sale([coffee(1234)]) }));
    expect(last().sale?.sum).not.toBe(1234);
    ok(await screen.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
    await until(() => last().sale?.sum === 1234);
    ok(await screen.ask('PUT', '/bridge/v1/till', { body: { transaction: null } }));
    await until(() => last().sale?.sum !== 1234);
    ok(await screen.ask('PUT', `${SALES}/${id}`, { body: sale([coffee(4321)]) }));
    expect(ok(await bridge.ask<DisplayView>('GET', OWN, { token })).sale?.sum).not.toBe(4321);
  });

  it('is renamed, and removed at once: its stream ends and its right is gone', async () => {
    const { id, token } = await paired();
    const { ended } = await follow(token);
    const cashier = await bridge.staff('cashier');
    expect((await cashier.ask('POST', `${ALL}/${id}/revoke`)).status).toBe(403);
    const renamed = ok(await client.ask<Display>('PUT', `${ALL}/${id}`, { body: { name: 'Theke', language: 'en' } }));
    expect(renamed).toMatchObject({ name: 'Theke', language: 'en' });
    await ended;
    const again = await follow(token);
    expect(again.last().language).toBe('en');
    ok(await client.ask('POST', `${ALL}/${id}/revoke`));
    await again.ended;
    expect((await bridge.ask('GET', OWN, { token })).status).toBe(401);
    expect(ok(await client.ask<Displays>('GET', ALL)).data.some(one => one.id === id)).toBe(false);
    expect((await client.ask('POST', `${ALL}/${id}/revoke`)).status).toBe(404);
    const other = await bridge.client('other');
    expect(ok(await other.ask<Displays>('GET', ALL)).count).toBe(0);
  });
});

it('draws the link to the receipt once the customer wants it on her phone, and no sooner', async () => {
  const manager = await bridge.staff('manager');
  ok(await manager.ask('PUT', '/bridge/v1/printing/receipt-links', { body: { is_on: true } }));
  const stream = await follow((await paired()).token);
  const { id } = await client.create(sale([item(340)]));
  ok(await client.post(`/${id}/start/cash`));
  await until(() => stream.last().state === 'paid');
  expect(stream.views.filter(({ receipt }) => receipt !== null)).toEqual([]);
  const body = { consent: true };
  const link = ok(await client.ask<ReceiptLink>('POST', `/bridge/v1/sales/${id}/receipt-link`, { body }));
  await until(() => stream.last().receipt !== null);
  const { url, expires } = stream.last().receipt!;
  expect(url).toBe(link.receipt_url);
  expect(Date.parse(expires) - Date.parse(link.expires)).toBeLessThan(1000);
  expect((await fetch(url)).headers.get('content-type')).toBe('application/pdf');
  // The next customer sees nothing of it.
  await client.create(sale([item(500)]));
  await until(() => stream.last().sale?.sum === 500);
  expect(stream.last().receipt).toBeNull();
});

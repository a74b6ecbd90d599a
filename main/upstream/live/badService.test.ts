/**
 * A service that answers anything: the sale of a customer with a card goes on within the budget, by the offline policy, and a
 * payment outside is refused in words or stays open until it is known. One till and one stub serve all tests.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { account } from '../../checkout/payments.fixture.ts';
import { type Client, closeAll, item, ok, sale, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import { liveCard, liveSignIn, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import type { PreTransactionAnswer } from '../../wire/transactions.ts';
import { systemClock } from '../../world/clock.ts';

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};
const failing =
  (status: number, body: unknown): Behaviour =>
  (_, response) =>
    json(response, status, body);

/** A sale as it was sent, with members of its own. */
const created =
  (more: object = {}): Behaviour =>
  async (request, response) => {
    let sent = '';
    for await (const chunk of request) sent += chunk;
    const { transactionRef, product } = JSON.parse(sent || '{}') as Record<string, unknown>;
    const sold = { id: 'STX_X', status: 'created', basket_info: { sum: 10, missing_sum: 10 }, idents: [] };
    json(response, 200, { ...sold, transactionRef, product, ...more });
  };

/** Byte by byte, for ever. */
const drip: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
};
const huge: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(1024 * 1024, 0x20);
  const fill = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', fill);
  };
  fill();
};

/** A service that is up, and behaves for one kind of request. */
let bad: { readonly on: RegExp; readonly how: Behaviour } | null = null;
let server: Server;
let shop: TestBridge;
let till: Client;
let manager: Client;

beforeAll(async () => {
  server = createServer((request, response) => {
    const asked = `${request.method} ${request.url}`;
    if (bad?.on.test(asked)) return bad.how(request, response);
    if (asked.startsWith('POST /oauth/token')) return json(response, 200, { access_token: 'a', expires_in: 1000 });
    if (asked.startsWith('GET')) return json(response, 200, { count: 0, data: [] });
    json(response, 404, { error: 'ProductNotFoundException', code: 1002, error_details: 'nothing here' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream = {
    ...{ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, client_id: 'a', client_secret: 'b' },
    ...{ lagSeconds: 0.2, offline: { redeem: 'amount' as const, amount: 100_000, maxAgeHours: 72 } },
  };
  shop = await startLiveShop({ config: { upstream }, parts: { clock: systemClock } });
  till = await liveSignIn(shop);
  manager = await liveSignIn(shop, 'manager');
  await isUp();
});
afterEach(async () => {
  bad = null;
  server.closeAllConnections();
  ok(await manager.ask('POST', '/bridge/v1/queue/try'));
  await isUp();
});
afterAll(async () => {
  await closeAll();
  server.closeAllConnections();
  server.close();
});

const isUp = () =>
  until(
    () => shop.rows<{ state: string }>("SELECT state FROM queue_target WHERE target = 'upstream'")[0]?.state === 'up',
  );

const SERVICE: readonly (readonly [string, Behaviour])[] = [
  ['nothing that is JSON', failing(200, '<html>')],
  ['an empty object', failing(200, {})],
  ['a list', failing(200, [])],
  ['null', failing(200, 'null')],
  ['another sum', created({ basket_info: { sum: 9 } })],
  ['the sale of another till', created({ product: 'STX_ANOTHER/hold.1', transactionRef: 'STX_ANOTHER' })],
  ['no mark and no reference', created({ product: undefined, transactionRef: undefined })],
  ['an id that is a number', created({ id: 7 })],
  ['500 with a name', failing(500, { error: 'ProductInternalException', code: 0, error_details: 'oh' })],
  ['500 without a body', failing(500, '')],
  ['401 for ever', failing(401, { error: 'ProductSecurityException', code: 2001 })],
  ['429', failing(429, { error: 'ProductNotAllowedException', code: 1021 })],
  ['byte by byte', drip],
  ['a body without end', huge],
];

describe('a card, where the service answers a create with', () => {
  it.each(SERVICE.filter((_, at) => process.env.LONG || at % 2 === 1))('%s', async (_, how) => {
    bad = { on: /^POST \/api\/v2\/Smart\/Transactions/, how };
    const { id } = await till.create(sale([item(10)], liveCard));
    const begun = performance.now();
    const answer = ok(await till.post<PreTransactionAnswer>(`/${id}/preTransaction`));
    expect(performance.now() - begun).toBeLessThan(2200);
    expect(answer).toMatchObject({ missing_sum: 0, card_notice: { redeem: 'amount' } });
    ok(await till.post(`/${id}/cancel`));
  });
});

/** preTransaction answers this, and create is right. */
const HELD: readonly (readonly [string, unknown])[] = [
  ['no missing sum', {}],
  ['a missing sum below zero', { missing_sum: -1 }],
  ['a missing sum above the sale', { missing_sum: 11 }],
  ['half a cent', { missing_sum: 0.5 }],
  ['a discount above the sale', { missing_sum: 0, bonus_products: [{ quantity: 1, priceOne: -50, tax: 19 }] }],
  ['a line that costs something', { missing_sum: 10, bonus_products: [{ quantity: 1, priceOne: 50, tax: 19 }] }],
  ['more than the card holds', { missing_sum: '' }],
];

describe('a card, where the service answers preTransaction with', () => {
  it.each(HELD)('%s', async (_, body) => {
    bad = {
      on: /^POST \/api\/v2\/Smart\/Transactions/,
      how(request, response) {
        if (request.url?.endsWith('/preTransaction')) return json(response, 200, body);
        void created()(request, response);
      },
    };
    const { id } = await till.create(sale([item(10)], liveCard));
    const answer = await till.post<PreTransactionAnswer>(`/${id}/preTransaction`);
    // An empty text counts as 0: the card pays all of it, which it holds.
    expect(answer.body.missing_sum).toBe(0);
    ok(await till.post(`/${id}/start/loyalty`));
  });
});

describe('a payment outside, where the service answers a create with', () => {
  it.each(SERVICE.filter((_, at) => process.env.LONG || at % 2 === 0))('%s', async (_, how) => {
    bad = { on: /^POST \/api\/v2\/Smart\/Transactions/, how };
    const { id } = await till.create(sale([item(10)]));
    const begun = performance.now();
    const refused = await till.post(`/${id}/start/debit`, account);
    expect(performance.now() - begun).toBeLessThan(7000);
    expect(refused).toMatchObject({ status: 405, body: { outcome: { paid: 0 } } });
    expect(ok(await till.post(`/${id}/start/cash`)).status).toBe('ok');
  });
});

/** After the create, so that nobody knows whether money moved. */
describe('a payment outside, where the service answers the start with', () => {
  it.each([
    ['nothing that is JSON', failing(200, '<html>')],
    ['an empty object', failing(200, {})],
    ['a page that is no web address', created({ iframe_url: 'javascript:alert(1)', transactions: [] })],
    ['500 without a body', failing(500, '')],
  ] as const)('%s: it stays open, and is never asked for again', async (_, how) => {
    let starts = 0;
    bad = {
      on: /Smart\/Transactions/,
      how(request, response) {
        if (request.url?.includes('/start/debit')) {
          starts += 1;
          return how(request, response);
        }
        if (request.url?.includes('STX_X')) return json(response, 200, { id: 'STX_X', status: 'weird' });
        if (request.method === 'GET') return json(response, 200, { count: 0, data: [] });
        void created()(request, response);
      },
    };
    const { id } = await till.create(sale([item(10)]));
    // A connection that the test before has cut may be noticed only now; nothing is booked while the line is down.
    await until(async () => {
      const { body } = await till.post<{ code?: number }>(`/${id}/start/debit`, account);
      return body.code === 1041;
    });
    await isUp();
    expect(await till.post(`/${id}/start/cash`)).toMatchObject({ body: { code: 1041 } });
    expect((await till.read(id)).status).toBe('pending');
    expect(starts).toBe(1);
    // The service says what became of it.
    bad = {
      on: /STX_X/,
      how: failing(200, { id: 'STX_X', status: 'ok', payment_method: 'debit', receipt_number: 1, transactions: [] }),
    };
    await until(async () => (await till.read(id)).status === 'ok');
  });
});

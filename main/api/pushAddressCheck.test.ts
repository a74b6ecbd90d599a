/** Addresses that no push can go to, refused wherever a caller names one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  closeAll,
  item,
  startBridge,
  type TestBridge,
  temporaryDirectory,
} from '../doubles/bridge.fixture.ts';
import { demoIds } from '../world/demoIds.ts';

let bridge: TestBridge;
let client: Client;
beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeAll);

interface Refusal {
  readonly code?: number;
  readonly error_details?: string;
}

const sales = '/api/v2/Smart/Transactions';
const sale = (url_push: unknown) => ({
  basket: { products: [item(500)] },
  application_context: { return_urls: { url_push } },
});
const ask = (path: string, body: object, by = client) => by.ask<Refusal>('POST', path, { body });

const WRONG = [
  ['no URL', 'not a url', /return_urls\.url_push: the push URL is not a URL/],
  ['another scheme', 'ftp://shop.example/', /the scheme ftp: is not http or https/],
  ['credentials', 'https://user:secret@shop.example/', /holds credentials/],
  ['a line break inside', 'https://shop.example/\r\nX-Evil: 1', /control characters/],
  ['a private address', 'http://10.1.2.3/push', /10\.1\.2\.3 is not a public one; the setting push\.allow/],
  ['cloud metadata', 'http://169.254.169.254/latest', /169\.254\.169\.254 is not a public one/],
] as const;

describe('a sale', () => {
  it.each(WRONG)('is not created with %s as its push address, and not stored', async (_name, url, details) => {
    const refused = await ask(sales, sale(url));
    expect(refused).toMatchObject({ status: 500, body: { code: 1178, fault: 'client' } });
    expect(refused.body.error_details).toMatch(details);
    expect(refused.body.error_details).not.toContain('secret');
  });

  it('is created without an address where it is empty or null, and with spaces around it', async () => {
    for (const url of ['', null, 'https://shop.example/push', ' https://shop.example/push ', 'http://127.0.0.1:9009/'])
      expect((await ask(sales, sale(url))).status, String(url)).toBe(200);
    // Where nobody reads it, nothing is refused; strict mode names it.
    const body = { ...sale(null), url_push: 'not a url' };
    expect((await client.ask('POST', sales, { body, headers: { 'tillbridge-strict': 'off' } })).status).toBe(200);
  });
});

describe('every other place that takes an address', () => {
  const PAYOUT = {
    ...{ amount: 1, purpose: 'p', customer: { object: 'payment.customers', id: demoIds.payer } },
    transaction_list: [{ name: 'x', total: 1 }],
  };
  const account = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Demo' } };
  it.each([
    ['container.notification_url', sales, { container: { notification_url: 'x' } }],
    [
      'payment_context.container_instructions.notification_url',
      sales,
      { payment_context: { container_instructions: { notification_url: 'x' } } },
    ],
    ['notification_url', '/api/v2/Payment/Containers', { ...account, notification_url: 'x' }],
    ['redirect_url.url_push', '/api/v2/Payment/Transactions', { amount: 1, redirect_url: { url_push: 'x' } }],
    ['container.notification_url', '/api/v2/Payment/Transactions', { amount: 1, container: { notification_url: 'x' } }],
    ['redirect_url.url_push', '/api/v2/Payment/Svcpayout', { ...PAYOUT, redirect_url: { url_push: 'x' } }],
    [
      'url_push',
      '/api/v2/Payment/Contracts/me/clone',
      { contract_id: 'me', project: 'p', url_push: 'http://10.0.0.1/' },
    ],
  ])('%s of %s', async (member, path, body) => {
    const refused = await ask(path, body);
    expect(refused.body.error_details).toMatch(new RegExp(`^${member}: `));
    expect(refused.body.code).toBe(1178);
  });
});

describe('outside of the demo', () => {
  it('this machine is taken only where a setting names it', async () => {
    const strict = await startBridge({ data: temporaryDirectory(), config: { demo: false, training: true } });
    const till = await strict.client();
    for (const url of ['http://127.0.0.1:9000/', 'http://localhost:9000/', 'http://[::1]:9000/'])
      expect((await ask(sales, sale(url), till)).body.error_details).toMatch(/push\.allow/);
    expect((await ask(sales, sale('https://shop.example/'), till)).status).toBe(200);
  });
});

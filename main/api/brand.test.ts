/** Clients that write their brand where the specification writes `svc`. */
import { afterAll, expect, it } from 'vitest';
import { closeAll, item, ok, startBridge, until } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import { closeReceivers, receiver } from '../services/push/receiver.fixture.ts';
import { rewriteBrand } from './brand.ts';

afterAll(closeAll);
afterAll(closeReceivers);

it.each([
  ['/api/v2/Payment/Acmeprepays/PCI_1', '/api/v2/Payment/svcprepays/PCI_1'],
  ['//api/v2//payment/acmePAYOUT', '//api/v2//payment/svcPAYOUT'],
  ['/api/v2/Payment/Transactions?q=acme', '/api/v2/Payment/Transactions?q=acme'],
  ['/api/v2/Payment/acme', '/api/v2/Payment/acme'],
  ['/bridge/v1/acmeprepays', '/bridge/v1/acmeprepays'],
])('%s', (url, expected) => {
  expect(rewriteBrand('acme')(url)).toBe(expected);
  expect(rewriteBrand(null)(url)).toBe(url);
});

it('a client reads its own word in answers', async () => {
  specifies({ Conventions: 'svc may be another word where existing clients write one' });
  const bridge = await startBridge({ config: { brand: 'acme' } });
  const client = await bridge.client();
  const made = ok(
    await client.ask<{ id: string }>('POST', '/api/v2/Payment/Acmeprepays', {
      body: { amount: 1000, currency: 'EUR', purpose: 'order 1' },
    }),
  );
  const answer = await fetch(`${bridge.url}/api/v2/Payment/Acmeprepays/${made.id}`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  expect(await answer.json()).toMatchObject({ object: 'payment.acmeprepays', id: made.id });
});

it('and in the notifications it is sent', async () => {
  const bridge = await startBridge({ config: { brand: 'acme' } });
  const client = await bridge.client();
  const shop = await receiver();
  const { id } = await client.create({
    basket: { products: [item(500)] },
    application_context: { return_urls: { url_push: shop.url } },
  });
  const container = { type: 'bank_account', private: { owner: 'Test', iban: 'DE89370400440532013000' } };
  const callback_urls = { success: 'https://shop.example/ok', failure: 'https://shop.example/no' };
  ok(
    await client.post(`/${id}/prepare/debit`, {
      container,
      customer: { contact: { surname: 'Muster' } },
      callback_urls,
    }),
  );
  const { body } = await until(() => shop.received[0]);
  expect(body.target).toMatch(/^payment\.acme/);
  expect(body.data[0]?.object).toBe(body.target);
});

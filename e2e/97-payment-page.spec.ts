/** A payer confirms or refuses a payment on the page behind `iframe_url`, framed by a shop of another origin. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from './accessible.ts';
import { expect, type Till, test } from './till.ts';

/** A web shop: `/checkout?page=…` frames the payer's page, every other path is a page of the shop. */
async function openShop(): Promise<{ url: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
    response.setHeader('content-type', 'text/html');
    const frame = `<iframe title="Zahlung" src="${searchParams.get('page')}" width="600" height="700"></iframe>`;
    response.end(`<!doctype html><title>Shop</title>${pathname === '/checkout' ? frame : `<h1>Shop ${pathname}</h1>`}`);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function payment(till: Till, shop: string) {
  const redirect_url = { url_success: `${shop}/ok`, url_failure: `${shop}/no` };
  const body = { amount: 1500, payment_methods: ['twint'], purpose: 'Kaffee', redirect_url };
  const { body: made } = await till.call('POST', '/api/v2/Payment/Transactions', body);
  return { id: made.id as string, page: made.redirect_url.iframe_url as string };
}

const statusOf = async (till: Till, id: string) =>
  (await till.call('GET', `/api/v2/Payment/Transactions/${id}/checkStatus`)).body.status_simple_text;

test.describe('without scripts, in a frame of a shop', () => {
  test.use({ javaScriptEnabled: false });

  test('returns to the shop with what the payer chose', async ({ page, till }) => {
    const shop = await openShop();
    for (const [button, path, status] of [
      ['Zahlung bestätigen', '/ok', 'accepted'],
      ['Ablehnen', '/no', 'denied'],
    ] as const) {
      const made = await payment(till, shop.url);
      await page.goto(`${shop.url}/checkout?page=${encodeURIComponent(made.page)}`);
      const frame = page.frameLocator('iframe');
      await expect(frame.getByText('15,00 EUR')).toBeVisible();
      await frame.getByRole('button', { name: button }).click();
      await expect(frame.getByRole('heading', { name: `Shop ${path}` })).toBeVisible();
      expect(await statusOf(till, made.id)).toBe(status);
    }
    shop.close();
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-GB' });

  test('is accessible, works with the keyboard alone, and is valid once', { tag: '@long' }, async ({ page, till }) => {
    const shop = await openShop();
    const made = await payment(till, shop.url);
    await page.goto(made.page);
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Confirm the payment' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Shop /ok' })).toBeVisible();
    await page.goto(made.page);
    await expect(page.getByRole('status')).toContainText('The payment is confirmed.');
    await expectAccessible(page);
    expect(await statusOf(till, made.id)).toBe('accepted');
    shop.close();
  });
});

/** A new integrator gets a token in every way there is, and pays once in each of the ways web shops and tills need. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type Till, test } from './till.ts';

interface Tokens {
  readonly access_token: string;
  readonly expires_in: number;
  readonly token_type: string;
  readonly scope: string | null;
  readonly refresh_token?: string;
}

const client = { client_id: 'demo-client', client_secret: 'demo-secret' } as const;

const root = join(import.meta.dirname, '..');
/** The shell blocks of the integrator's page, as a person would paste them. */
const [grants = '', commands = ''] = [
  ...readFileSync(join(root, 'docs', 'integrator.md'), 'utf8').matchAll(/```bash\n([\s\S]*?)```/g),
].map(([, block]) => block);

const curl = (...options: string[]) =>
  JSON.parse(execFileSync('curl', ['-sS', '--fail-with-body', ...options], { encoding: 'utf8' }));

async function token<T = Tokens>(till: Till, fields: Record<string, string>): Promise<{ status: number; body: T }> {
  const answer = await fetch(`${till.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, body: (await answer.json()) as T };
}

const opens = async (till: Till, { access_token }: Tokens) => {
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await fetch(`${till.url}/api/v2/Smart/Devices/me`, { headers })).status).toBe(200);
};

test('every grant gives a token that opens the API', async ({ page, till }) => {
  const url = `${till.url}/oauth/token`;

  const byForm = curl(
    url,
    ...['-d', 'grant_type=client_credentials', '-d', 'client_id=demo-client', '-d', 'client_secret=demo-secret'],
  ) as Tokens;
  const byHeader = curl(url, '-u', 'demo-client:demo-secret', '-d', 'grant_type=client_credentials') as Tokens;
  for (const tokens of [byForm, byHeader]) {
    expect(tokens).toMatchObject({ expires_in: 1200, token_type: 'bearer', scope: expect.any(String) });
    await opens(till, tokens);
  }

  const person = { username: 'cashier@demo.example', password: '1111', device: '/vendor/demo/till/1' };
  const { body: byPerson } = await token(till, { ...client, ...person, grant_type: 'appuser' });
  expect(byPerson).toMatchObject({ expires_in: 1200, token_type: 'bearer', scope: null });
  await opens(till, byPerson);

  const refresh_token = byPerson.refresh_token ?? '';
  const { body: refreshed } = await token(till, { ...client, grant_type: 'refresh_token', refresh_token });
  expect(refreshed.access_token).not.toBe(byPerson.access_token);
  await opens(till, refreshed);

  await opens(till, await byDevice(page, till));
});

interface Codes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_url: string;
  readonly interval: number;
}

/** The till shows the code and polls every `interval` seconds; a person signs in and types the code. */
async function byDevice(page: Page, till: Till): Promise<Tokens> {
  const device = { ...client, grant_type: 'device' };
  const { body: codes } = await token<Codes>(till, { ...device, uuid: '/vendor/demo/till/1' });
  const waiting = await token<{ error: string }>(till, { ...device, code: codes.device_code });
  expect([waiting.status, waiting.body.error]).toEqual([401, 'authorization_pending']);
  await page.goto(codes.verification_url);
  await page.getByLabel('Benutzername').fill('cashier@demo.example');
  await page.getByLabel('PIN oder Passwort').fill('1111');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByLabel('Code').fill(codes.user_code);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByRole('button', { name: 'Ja, anmelden' }).click();
  await expect(page.getByRole('status')).toHaveText('Das Gerät ist angemeldet');
  // By the clock of the bridge, so that nobody waits.
  await till.call('PUT', '/bridge/v1/control/clock', { by: codes.interval * 1000 });
  const { status, body } = await token(till, { ...device, code: codes.device_code });
  expect(status).toBe(200);
  return body;
}

test('a loyalty card pays a part, the terminal the rest', async ({ till }) => {
  const { body: sale } = await till.call('POST', '/api/v2/Smart/Transactions', {
    transactionRef: 'bon-1',
    basket: { products: [{ desc: 'Brot', quantity: 4, priceOne: 450, tax: 7 }] },
    idents: [{ type: 'card', value: '9276004000000026' }],
  });
  const { body: missing } = await till.call('POST', `/api/v2/Smart/Transactions/${sale.id}/preTransaction`);
  expect(missing).toMatchObject({ missing_sum: 800, bonus_products: expect.any(Array), outcome: { open: 800 } });
  const { body: paid } = await till.call('POST', `/api/v2/Smart/Transactions/${sale.id}/start/cashless`);
  expect([paid.status, paid.payment_method]).toEqual(['ok', 'cashless']);
  expect([paid.basket_info.missing_sum, paid.outcome.result, paid.outcome.final]).toEqual([0, 'paid', true]);
  const q = encodeURIComponent('transactionRef:bon-? AND status:ok AND basket_info.sum:[1000 TO *]');
  const { body: found } = await till.call('GET', `/api/v2/Smart/Transactions?q=${q}&count=1&fields=id,status`);
  expect(found).toEqual({ count: 1, data: [{ object: 'smart.transactions', id: sale.id, status: 'ok' }] });
});

const sales = '/api/v2/Smart/Transactions';
const bread = { desc: 'Brot', quantity: 1, priceOne: 1000, tax: 7 };

test('slips of an integrator are refused before they cost money, and name what is right', { tag: '@long' }, async ({
  till,
}) => {
  const wrong = [
    [{ basket: { products: [{ desc: 'Brot', quantity: 2, price: 290 }] } }, 1154, 'price'],
    [{ basket: { products: [{ desc: 'Brot', quantity: 2 }] } }, 1154, 'priceOne'],
    [{ baskets: { products: [bread] } }, 1155, 'basket'],
    [{ amount: 1000 }, 1150, 'basket_info.sum'],
  ] as const;
  for (const [body, code, named] of wrong) {
    const refused = await till.call('POST', sales, body);
    expect(refused.body.code).toBe(code);
    expect(refused.body.error_details).toContain(named);
  }
  const { body: sale } = await till.call('POST', sales, { basket: { products: [bread] } });
  const part = await till.call('POST', `${sales}/${sale.id}/start/cash`, { amount: 300 });
  expect([part.status, part.body.code, part.body.outcome.result]).toEqual([405, 1150, 'open']);
  const { body: paid } = await till.call('POST', `${sales}/${sale.id}/start/cashless`);
  expect(paid.outcome).toMatchObject({ result: 'paid', final: true, paid: 1000, open: 0, next: null });
  const back = await till.call('POST', `${sales}/${sale.id}/cancel`, { amount: 300 });
  expect([back.status, back.body.code, back.body.outcome.paid]).toEqual([405, 1150, 1000]);
  // The call that the refusal names gives back the part.
  const refund = await till.call('POST', back.body.next.path, { do: 'refund', amount: 300 });
  expect([refund.status, refund.body.state]).toEqual([200, 'approved']);
  const again = await till.call('POST', `${sales}/${sale.id}/start/cash`);
  expect([again.body.code, again.body.outcome.result, again.body.outcome.final]).toEqual([1181, 'paid', true]);
});

test.describe('a terminal that approves a part', () => {
  test.use({ behaviour: 'partial:50' });

  test('200 is not paid: the answer, the sale and the next payment name the call that decides', async ({ till }) => {
    const create = async () => (await till.call('POST', sales, { basket: { products: [bread] } })).body.id;
    const id = await create();
    const { status, body } = await till.call('POST', `${sales}/${id}/start/cashless`);
    expect([status, body.status, body.outcome.result]).toEqual([200, 'pending', 'unknown']);
    const verdict = `/bridge/v1/transactions/${id}/verdict`;
    await expect
      .poll(async () => (await till.call('GET', `${sales}/${id}`)).body.outcome.next.path, { timeout: 30_000 })
      .toBe(verdict);
    const blocked = await till.call('POST', `${sales}/${await create()}/start/cashless`);
    expect([blocked.body.code, blocked.body.unsettled.transaction, blocked.body.next.path]).toEqual([
      1017,
      id,
      verdict,
    ]);
    const refused = await till.call('POST', verdict, { paid: false });
    expect([refused.status, refused.body.code, refused.body.approved.amount]).toEqual([405, 1269, 950]);
    const { body: kept } = await till.call('POST', verdict, { part: 'keep' });
    expect(kept.outcome).toMatchObject({ result: 'open', paid: 950, open: 50 });
  });
});

test.describe('a customer who takes time', () => {
  test.use({ behaviour: 'manual' });

  test('abort of the sale asks the terminal to stop; cancel says so', async ({ till }) => {
    const { body: sale } = await till.call('POST', sales, { basket: { products: [bread] } });
    const paying = till.call('POST', `${sales}/${sale.id}/start/cashless`);
    await expect
      .poll(async () => (await till.call('GET', '/bridge/v1/till')).body.payment?.step, { timeout: 30_000 })
      .toBe('prompt');
    const cancel = await till.call('POST', `${sales}/${sale.id}/cancel`);
    expect([cancel.status, cancel.body.outcome.next.path]).toEqual([405, `${sales}/${sale.id}/abort`]);
    const stopped = await till.call('POST', cancel.body.outcome.next.path);
    expect([stopped.status, stopped.body.outcome.abort_requested]).toEqual([200, true]);
    const { body } = await paying;
    expect([body.code, body.outcome.result, body.outcome.next.path]).toEqual([
      1006,
      'not_paid',
      `${sales}/${sale.id}/start/cashless`,
    ]);
  });
});

test.describe('a terminal that asks for the signature', () => {
  test.use({ behaviour: 'signature', terminalOptions: { questions: true } });

  test('takes the payment of a till that knows nothing of questions; the slip says that it is to be signed', async ({
    till,
  }) => {
    const { body: sale } = await till.call('POST', sales, { basket: { products: [bread] } });
    const { body: paid } = await till.call('POST', `${sales}/${sale.id}/start/cashless`);
    expect([paid.status, paid.outcome.result, paid.receipt_merchant_print]).toEqual(['ok', 'paid', true]);
    expect(JSON.stringify(paid.receipt_merchant)).toMatch(/unterschrift/i);
  });
});

test('the commands of the integrator’s page do what it says', { tag: '@long' }, async ({ till }) => {
  const script = grants.replace(/^B=.*$/m, `B=${till.url}`);
  const output = execFileSync('bash', ['-euo', 'pipefail', '-c', script], { encoding: 'utf8' });
  const answers = output
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(answers).toMatchObject([{ scope: expect.any(String) }, { scope: null }, { user_code: expect.any(String) }]);

  const control = commands.replaceAll(
    'npm run control --',
    `"${process.execPath}" main/run.mjs main/control/cli.ts --url ${till.url}`,
  );
  expect(commands.trim().split('\n')).toHaveLength(7);
  execFileSync('bash', ['-euo', 'pipefail', '-c', control], { cwd: root });
  const { body: view } = await till.call('GET', '/bridge/v1/control');
  expect(view).toMatchObject({ clock: { offset: 0 }, faults: [], snapshots: ['before'] });
  expect((await till.call('GET', '/api/v2/Smart/Transactions')).body.count).toBe(6);
});

const contact = {
  forename: 'Erika',
  surname: 'Muster',
  email: 'erika@shop.example',
  address: { street: 'Weg', street_number: '1', postal_code: '10115', city: 'Berlin', country: 'DE' },
};

const card = {
  owner: 'Erika Muster',
  pan: '400000XXXXXX3220',
  expiration_date: '2030-12-31T00:00:00+01:00',
  issuer: 'visa',
  transact_container: 'x',
  transact_skey_pubkey: 'x',
  transact_skey_keyname: 'x',
  transact_hash: 'x',
};

test('a web shop: the payer confirms at iframe_url, and refuses the next payment with the stored card', async ({
  page,
  till,
}) => {
  const shop = createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Shop</title><h1>${request.url}</h1>`);
  });
  await new Promise<void>(resolve => shop.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const callback_urls = { success_url: `${address}/thanks`, failure_url: `${address}/sorry` };
  const { body: customer } = await till.call('POST', '/api/v2/Payment/Customers', { contact });

  const order = async (amount: number) => {
    const body = { basket_info: { sum: amount }, payment_context: { auto_capture: true } };
    return (await till.call('POST', '/api/v2/Smart/Transactions', body)).body.id as string;
  };
  const prepare = async (id: string, container: object) =>
    (
      await till.call('POST', `/api/v2/Smart/Transactions/${id}/prepare/creditcard`, {
        container,
        customer: { id: customer.id },
        callback_urls,
      })
    ).body;

  const id = await order(2900);
  const prepared = await prepare(id, { type: 'credit_card', private: card });
  expect(prepared).toMatchObject({ status: 'created', iframe_url: expect.stringContaining(till.url) });
  await page.goto(prepared.iframe_url);
  await expect(page.getByText('29,00 EUR')).toBeVisible();
  await page.getByRole('button', { name: 'Zahlung bestätigen' }).click();
  await expect(page.getByRole('heading', { name: '/thanks' })).toBeVisible();
  const { body: paid } = await till.call('GET', `/api/v2/Smart/Transactions/${id}`);
  expect(paid).toMatchObject({ status: 'ok', payment_method: 'creditcard', customer: { id: customer.id } });
  expect(paid.iframe_url).toBeUndefined();

  const { body: stored } = await till.call('GET', `/api/v2/Payment/Containers?q=customer.id:${customer.id}`);
  expect(stored.data.map(({ id: container }: { id: string }) => container)).toEqual([paid.container.id]);
  const refused = await prepare(await order(3000), { id: paid.container.id });
  await page.goto(refused.iframe_url);
  await page.getByRole('button', { name: 'Ablehnen' }).click();
  await expect(page.getByRole('heading', { name: '/sorry' })).toBeVisible();
  const q = encodeURIComponent('status:failed AND basket_info.sum:3000');
  expect((await till.call('GET', `/api/v2/Smart/Transactions?q=${q}`)).body.count).toBe(1);
  shop.close();
});

/** The page a payer passes: accept, refuse, time out; good once, and followed by the payment (specification, "iframe_url"). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHALLENGE_TIME } from '../../acquirer/payments/operationEnd.ts';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';

const path = '/api/v2/Payment/Transactions';
const redirect_url = {
  url_success: 'https://shop.example/ok?order=1',
  url_failure: 'https://shop.example/no',
  url_push: 'http://127.0.0.1:9009/push',
};

let bridge: TestBridge;
let client: Client;
beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeAll);

const create = async (more: object = {}) =>
  ok(await client.ask<PaymentTransaction>('POST', path, { body: { amount: 1000, redirect_url, ...more } }));
const read = async (id: string) => ok(await client.ask<PaymentTransaction>('GET', `${path}/${id}`));
const page = async (url: string, language = 'de') => {
  const response = await fetch(url, { headers: { 'accept-language': language } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const answer = (url: string, word: string) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: bridge.url },
    body: `answer=${word}`,
  });
const pageOf = ({ redirect_url: { iframe_url } }: PaymentTransaction) => iframe_url ?? '';

describe('the page of a payment', () => {
  it('shows who asks for how much, in German and English, and runs no script', async () => {
    const made = await create({ purpose: 'Kaffee <b>' });
    const german = await page(pageOf(made));
    expect(german.status).toBe(200);
    for (const part of ['lang="de"', 'Demo-Café', '10,00 EUR', 'Kaffee &lt;b&gt;', 'Zahlung bestätigen', 'Ablehnen'])
      expect(german.text).toContain(part);
    expect((await page(pageOf(made), 'en')).text).toContain('10.00 EUR');
    const policy = german.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('form-action');
    expect(german.text).not.toContain('<script');
  });

  it('may stand in a frame of any shop, and leads back to the addresses of the caller', async () => {
    const { headers } = await page(pageOf(await create()));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('frame-ancestors');
    expect(headers.get('x-frame-options')).toBe(null);
    expect(policy).toMatch(/form-action 'self' https:\/\/shop\.example/);
  });

  it.each([
    "https://shop.example;script-src'unsafe-inline'/ok",
    'https://x;style-src*/ok',
    "https://a,b'c/ok",
    'https://*/ok',
    'https://shop.example@evil.example/ok',
    'javascript:alert(1)',
    'data:text/html,hello',
    'https://shop.example\r\nx-evil: 1/ok',
    'blob:https://shop.example/1',
  ])('is led nowhere by %s, which writes nothing into the policy or a header', async url_success => {
    const made = await create({ redirect_url: { ...redirect_url, url_success } });
    const { headers } = await page(pageOf(made));
    const policy = headers.get('content-security-policy') ?? '';
    const [rules] = /form-action[^;]*/.exec(policy) ?? [];
    expect(['unsafe', '*', 'evil', 'script-src', 'javascript', 'data:'].filter(sign => policy.includes(sign))).toEqual(
      [],
    );
    expect(rules).toBe("form-action 'self' https://shop.example");
    expect(policy.split(';').length).toBe(4);
    const ended = await answer(pageOf(made), 'accept');
    expect(ended.headers.get('x-evil')).toBeNull();
    expect(ended.headers.get('location')).toMatch(/^\/challenge\//);
  });

  it('accepted: the payment is completed, and the payer is led to url_success', async () => {
    specifies({ 'Payment Transaction': 'payment_action sale takes the money at once' });
    const made = await create();
    const back = await answer(pageOf(made), 'accept');
    expect([back.status, back.headers.get('location')]).toEqual([303, redirect_url.url_success]);
    expect(await read(made.id)).toMatchObject({ status: 111, redirect_url: { iframe_url: null } });
    expect((await page(pageOf(made))).text).toContain('Die Zahlung ist bestätigt');
  });

  it('accepted with payment_action authorization: the payment is authorised and can be captured', async () => {
    const made = await create({ payment_action: 'authorization' });
    await answer(pageOf(made), 'accept');
    expect((await read(made.id)).details).toMatchObject({ status_simple: 2 });
    expect((await client.ask('POST', `${path}/${made.id}/capture`)).status).toBe(200);
  });

  it('refused: the payment is denied, and the payer is led to url_failure', async () => {
    const made = await create();
    const back = await answer(pageOf(made), 'refuse');
    expect([back.status, back.headers.get('location')]).toEqual([303, redirect_url.url_failure]);
    expect((await read(made.id)).details).toMatchObject({ status_simple: 3, amount: 0 });
  });

  it('is good once: a second answer changes nothing', async () => {
    const made = await create();
    await answer(pageOf(made), 'refuse');
    const second = await answer(pageOf(made), 'accept');
    expect(second.status).toBe(200);
    expect(await second.text()).toContain('abgelehnt');
    expect((await read(made.id)).details.status_simple).toBe(3);
    const [both, once] = [await create(), await create()];
    const answers = await Promise.all(['accept', 'accept', 'refuse'].map(word => answer(pageOf(both), word)));
    expect(answers.filter(({ headers }) => headers.get('location')?.startsWith('https://shop.example'))).toHaveLength(
      1,
    );
    expect((await read(once.id)).status).toBe(1);
  });

  it('runs out of time by the clock of the bridge', async () => {
    const made = await create();
    bridge.clock.pass(CHALLENGE_TIME + 1000);
    const late = await answer(pageOf(made), 'accept');
    expect(await late.text()).toContain('Die Zeit ist abgelaufen');
    expect((await read(made.id)).details.status_simple).toBe(3);
    expect((await page(pageOf(made))).text).toContain(redirect_url.url_failure);
  });

  it('can no longer be answered once the merchant has cancelled', async () => {
    const made = await create();
    ok(await client.ask('POST', `${path}/${made.id}/cancel`));
    expect(await (await answer(pageOf(made), 'accept')).text()).toContain('storniert');
    expect((await read(made.id)).status).toBe(905);
  });

  it('tells the push address, once for every ending', async () => {
    specifies({
      'Payment Transaction': ['redirect_url.url_push is the push address', 'redirect_url also takes url_push'],
      Events: 'url_push of a Payment Transaction is redirect_url.url_push',
    });
    const made = await create();
    await answer(pageOf(made), 'accept');
    const rows = bridge.rows(
      "SELECT document ->> 'target' AS target, document ->> 'type' AS type FROM push WHERE query_object = ?",
      made.id,
    );
    expect(rows).toEqual([{ target: 'payment.transactions', type: 'changed' }]);
  });

  it('leads nowhere but to pages of the web', async () => {
    const made = await create({ redirect_url: { url_success: 'javascript:alert(1)' } });
    const back = await answer(pageOf(made), 'accept');
    expect(back.headers.get('location')).toMatch(/^\/challenge\//);
    expect((await page(pageOf(made))).text).not.toContain('javascript');
  });

  it('is not found under an unknown or broken address, and ignores words it does not know', async () => {
    expect((await page(`${bridge.url}/challenge/${'0'.repeat(32)}`)).status).toBe(404);
    expect((await page(`${bridge.url}/challenge/%27`)).status).toBe(404);
    expect((await answer(`${bridge.url}/challenge/nothing`, 'accept')).status).toBe(404);
    const made = await create();
    expect((await answer(pageOf(made), 'perhaps')).status).toBe(200);
    expect((await read(made.id)).status).toBe(1);
  });

  it('refuses an answer that another page sends', async () => {
    const made = await create();
    const response = await fetch(pageOf(made), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      body: 'answer=accept',
    });
    expect(response.status).toBe(403);
    expect((await read(made.id)).status).toBe(1);
  });
});

/** The journal of a whole bridge: found by supportId, without secrets, bounded, and only for those who may read it. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  temporaryDirectory,
  until,
} from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { closeReceivers, receiver } from '../../services/push/receiver.fixture.ts';
import { openSegments } from '../../store/segments.ts';
import type { JournalEntry, JournalStory } from '../../wire/journal.ts';

const path = '/bridge/v1/journal';
const sales = '/api/v2/Smart/Transactions';
let bridge: TestBridge;
let shop: Client;
let manager: Client;

beforeAll(async () => {
  bridge = await startBridge();
  shop = await bridge.client();
  manager = await bridge.staff('manager');
});
afterEach(closeReceivers);
afterAll(closeAll);

interface Page {
  readonly count: number;
  readonly data: readonly JournalEntry[];
}

const search = async (q: string, client = manager, more = '') =>
  ok(await client.ask<Page>('GET', `${path}?q=${encodeURIComponent(q)}${more}`));
const story = async (supportId: string) => ok(await manager.ask<JournalStory>('GET', `${path}/${supportId}`));

/** Everything the journal has on disk. */
async function onDisk(own = bridge): Promise<string> {
  await search('kind:request', await own.client(), '&count=1');
  const folder = join(own.data, 'journal');
  return readdirSync(folder)
    .map(file => readFileSync(join(folder, file), 'utf8'))
    .join('');
}

const linesWith = (text: string, secret: string) => text.split('\n').filter(line => line.includes(secret));

const debit = {
  container: { type: 'bank_account', private: { owner: 'Test', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' } },
  customer: { contact: { surname: 'Muster' } },
  callback_urls: { success: 'https://shop.example/ok', failure: 'https://shop.example/no' },
};

describe('the journal', () => {
  it('finds a refusal by the supportId of its answer', async () => {
    specifies({ Errors: 'supportId finds the request in the journal' });
    const refused = await shop.ask<{ supportId: string; error_details: string }>('POST', sales, {
      body: { basket: 1 },
    });
    const { data } = await search(refused.body.supportId);
    expect(data).toEqual([
      expect.objectContaining({
        kind: 'request',
        supportId: refused.body.supportId,
        method: 'POST',
        url: sales,
        status: 500,
        body: { basket: 1 },
        answer: refused.body,
        client: 'demo-client',
      }),
    ]);
    const other = await search(`supportId:${refused.body.supportId}`);
    expect(other.data).toEqual(data);
  });

  it('finds a refusal of somebody who is not signed in', async () => {
    specifies({ Errors: 'HTTP 401 has a supportId that is found, too' });
    const refused = await bridge.ask<{ supportId: string }>('GET', `${sales}?q=merchantRef:x`, { token: 'wrong' });
    expect(refused.status).toBe(401);
    expect((await story(refused.body.supportId)).request).toMatchObject({ status: 401, merchant: null, url: sales });
  });

  it('tells with a request what it changed and what was pushed for it', async () => {
    const at = await receiver();
    const { id } = await shop.create({
      ...sale([item(500)]),
      application_context: { return_urls: { url_push: at.url } },
    });
    ok(await shop.post(`/${id}/prepare/debit`, debit));
    await until(() => at.received.length > 0);
    const found = await until(async () => {
      const { data } = await search(`kind:request AND url:*${id}*`);
      const one = data[0]?.supportId ? await story(data[0].supportId) : null;
      return one && one.pushes.length > 0 ? one : null;
    });
    expect(found.request).toMatchObject({ method: 'POST', url: `${sales}/${id}/prepare/debit`, status: 200 });
    expect(found.changes.map(({ object }) => object)).toContain('smart.transactions');
    expect(found.changes.filter(change => change.id === id).at(-1)?.state).toBe((await shop.read(id)).status);
    expect(found.pushes[0]).toMatchObject({ state: 'delivered', url: at.url, attempt: { status: 200 } });
    expect(at.received.map(({ body }) => body.id)).toContain(found.pushes[0]?.id);
  });

  it('is searched like every list, newest first', async () => {
    for (const ref of ['first', 'second', 'third']) await shop.create({ transactionRef: `journal-${ref}` });
    const { count, data } = await search('kind:request AND body.transactionRef:journal-*');
    expect(count).toBe(3);
    expect(data.map(entry => 'body' in entry && (entry.body as { transactionRef: string }).transactionRef)).toEqual([
      'journal-third',
      'journal-second',
      'journal-first',
    ]);
    const page = await search('kind:request AND body.transactionRef:journal-*', manager, '&count=1&offset=1');
    expect(page).toEqual({ count: 3, data: [data[1]] });
    expect((await manager.ask('GET', `${path}?q=${encodeURIComponent('status:[')}`)).status).toBe(500);
    expect((await manager.ask('GET', `${path}?count=many`)).status).toBe(500);
  });

  it('gives a request as a curl command that can be run again, without the token', async () => {
    specifies({ 'Beyond the specification: requests': 'a request can be repeated as a curl command' });
    const ref = "O'Neil $HOME `id`";
    await shop.create({ transactionRef: ref });
    const [entry] = (await search('kind:request AND method:POST', manager, '&count=1')).data;
    const answer = await manager.ask('GET', `${path}/${entry?.supportId}/curl`);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.text).toContain('Authorization: Bearer $TOKEN');
    expect(answer.text).not.toContain(shop.token);
    const { stdout } = await promisify(execFile)('sh', ['-c', answer.text.replace('curl -i', 'curl -s')], {
      env: { ...process.env, TOKEN: shop.token },
    });
    expect(JSON.parse(stdout)).toMatchObject({ object: 'smart.transactions', transactionRef: ref });
  });

  it('shows nobody what persons of another merchant typed in when they signed in', async () => {
    const signIn = { grant_type: 'appuser', username: 'mistyped-secret', password: '1', device: 'x' };
    const basic = (client: string) => ({ authorization: `Basic ${btoa(`${client}:demo-secret`)}` });
    const ask = (to: string, body: Record<string, string>, headers = {}) =>
      fetch(bridge.url + to, { method: 'POST', body: new URLSearchParams(body), headers });
    await ask('/oauth/token', { ...signIn, client_id: 'nobody', client_secret: 'x' });
    await ask('/oauth/token', signIn, basic('demo-client'));
    await ask('/device/login', { username: 'mistyped-secret', pin: '1' });
    await bridge.ask('POST', '/bridge/v1/session', { body: { username: 'mistyped-secret', pin: '1' } });
    const typed = async (client: Client) =>
      (await search('kind:request AND method:POST', client, '&count=100')).data.filter(entry =>
        JSON.stringify(entry).includes('mistyped-secret'),
      );
    expect(await typed(await bridge.client('other'))).toEqual([]);
    expect(await typed(manager)).toMatchObject([{ client: null, url: '/oauth/token' }]);
    expect(await search('body.client_id:nobody')).toMatchObject({ count: 1 });
  });

  it('is for managers and integrators, each of their own merchant', async () => {
    const refused = await shop.ask<{ supportId: string }>('POST', sales, { body: { basket: 1 } });
    const [cashier, other] = [await bridge.staff('cashier'), await bridge.client('other')];
    expect((await cashier.ask('GET', path)).status).toBe(403);
    expect((await bridge.ask('GET', path)).status).toBe(401);
    expect((await search(refused.body.supportId, other)).count).toBe(0);
    expect((await other.ask('GET', `${path}/${refused.body.supportId}`)).status).toBe(404);
    expect((await other.ask('GET', `${path}/${refused.body.supportId}/curl`)).status).toBe(404);
  });
});

describe('secrets', () => {
  it('are in none of its files, wherever they were sent', async () => {
    specifies({ 'Beyond the specification: requests': 'the journal holds no secrets' });
    const canary = 'canary-7f3a91';
    const card = '4111111111111111';
    const iban = 'DE89370400440532013000';
    const secrets = { password: canary, PIN: canary, client_secret: canary, cvc: canary, refresh_token: canary };
    const at = await receiver({ status: 200, text: `{"access_token":"${canary}"} ${card} ${iban}` });
    const ask = (method: string, to: string, body?: unknown, headers = {}) =>
      shop.ask(method, to, { ...(body === undefined ? {} : { body }), headers });
    await bridge.ask('POST', '/oauth/token', {
      body: { grant_type: 'client_credentials', ...secrets, client_id: 'x' },
    });
    await bridge.ask('POST', '/oauth/token', { body: { grant_type: 'device', code: canary, uuid: '/a', ...secrets } });
    await fetch(`${bridge.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'appuser', password: canary, username: 'a' }),
    });
    await fetch(`${bridge.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`demo-client:${canary}`)}` },
      body: 'grant_type=client_credentials',
    });
    await ask('POST', sales, { market: { deep: [secrets] }, product: `${card} ${iban}`, ...secrets });
    await ask('POST', sales, { cashier: `Karte 4111 1111 1111 1111, Konto DE89 3704 0044 0532 0130 00` });
    await ask('POST', sales, { filler: 'x'.repeat(20_000), ...secrets, product: card });
    await ask('POST', sales, { ...secrets, product: card, filler: 'x'.repeat(20_000) });
    await ask('POST', sales, `{"password": "${canary}", "product": "${card}", broken`);
    await ask('GET', `${sales}?q=product:${card}&access_token=${canary}&password=${canary}`);
    await ask('GET', `${sales}/${card}`);
    await ask('GET', `${sales}/${iban}`);
    await ask('GET', '/api/v2/nothing', undefined, { authorization: `Bearer ${canary}`, cookie: `session=${canary}` });
    await ask('GET', sales, undefined, { 'user-agent': `till ${card}`, 'x-secret': canary });
    const notified = await shop.create({
      ...sale([item(500)]),
      application_context: { return_urls: { url_push: `${at.url}?password=${canary}&card=${card}` } },
    });
    ok(await shop.post(`/${notified.id}/prepare/debit`, debit));
    await until(() => at.received.length > 0);
    await until(async () => (await search('kind:push AND state:delivered')).count > 0);
    const text = await onDisk();
    expect(text).toContain('"kind":"push"');
    for (const secret of [canary, btoa(`demo-client:${canary}`), shop.token, manager.token, 'demo-secret', '"9999"'])
      expect(linesWith(text, secret)).toEqual([]);
    const digits = text.replace(/(?<=[\dA-Z]) (?=\d)/g, '');
    for (const secret of [card, iban, iban.slice(4, 18)]) expect(linesWith(digits, secret)).toEqual([]);
  });

  it('a loyalty card number is none', async () => {
    const { id } = await shop.create(sale([item(500)], cards.rich));
    expect(ok(await shop.post(`/${id}/preTransaction`, {}))).toBeDefined();
    expect(await onDisk()).toContain(cards.rich);
  });
});

describe('its bounds', () => {
  it('keeps refusals alone where the configuration says so, and nothing where the journal is off', async () => {
    const errors = await startBridge({ config: { journal: 'errors' } });
    const client = await errors.client();
    await client.create({});
    const refused = await client.ask<{ supportId: string }>('POST', sales, { body: { basket: 1 } });
    const page = await search('', client);
    expect(page.data.map(({ supportId }) => supportId)).toEqual([refused.body.supportId]);
    await errors.close();
    const off = await startBridge({ config: { journal: 'off' } });
    expect((await (await off.client()).ask('GET', path)).status).toBe(404);
    expect(readdirSync(off.data)).not.toContain('journal');
    await off.close();
  });

  it('drops its oldest files when there are too many or they are too old', async () => {
    const folder = join(temporaryDirectory(), 'journal');
    const line = `${JSON.stringify({ text: 'x'.repeat(1000) })}\n`;
    const small = openSegments(folder, { size: 40_000, age: 3_600_000 });
    for (let count = 0; count < 200; count += 1) small.append(line);
    small.close();
    const sizes = readdirSync(folder).map(file => readFileSync(join(folder, file)).length);
    expect(sizes.length).toBeLessThanOrEqual(8);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
    const old = openSegments(folder, { size: 40_000, age: 0 });
    await new Promise(done => setTimeout(done, 5));
    old.append(line);
    old.append(line);
    old.close();
    expect(readdirSync(folder).length).toBeLessThanOrEqual(2);
  });

  it('reads what a crash has left, and goes on after a damaged line', async () => {
    const folder = join(temporaryDirectory(), 'journal');
    mkdirSync(folder);
    writeFileSync(join(folder, '00000001.jsonl'), '{"a":1}\n{"a":2}\n{"cut');
    const again = openSegments(folder, { size: 1_000_000, age: 3_600_000 });
    again.append('{"a":3}\n');
    const lines: string[] = [];
    for await (const some of again.newestFirst()) lines.push(...some);
    again.close();
    expect(lines).toEqual(['{"a":3}', '{"cut', '{"a":2}', '{"a":1}']);
  });
});

/** Checks of every request, refusals, the published description, and the first reads of a till. */
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { cards, item, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';
import { path, type Refusal, refusal, serverBridge } from './server.fixture.ts';

const { started, alive, raw } = serverBridge();

/** The PIN stands alone in quotes or in an element: a figure or a file's hash may hold the same digits by chance. */
const secrets = (names: string) => new RegExp(`${names}|pin_hash|(["'])1111\\1|>1111<|PIN\\W{0,3}1111`);

describe('the door', () => {
  const own = () => ({ authorization: `Bearer ${started.till.token}`, host: new URL(started.bridge.url).host });

  it.each([
    'evil.example',
    'evil.example:8640',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '[::2]',
    '10.0.0.1',
  ])('is shut for Host %s', async host => {
    const { status, text } = await raw({ ...own(), host });
    expect([status, JSON.parse(text).code]).toEqual([403, 2010]);
  });

  it.each(['localhost', 'LOCALHOST:1', '127.0.0.1:8640', '[::1]:8640'])('is open for Host %s', async host => {
    expect((await raw({ ...own(), host })).status).toBe(200);
  });

  it.each(['http://evil.example', 'null', 'http://localhost:1', 'file://'])('is shut for Origin %s', async origin => {
    const { status, text } = await raw({ ...own(), origin });
    expect([status, JSON.parse(text).code]).toEqual([403, 2011]);
  });

  it('is open for its own page, and guards pages without token as well', async () => {
    expect((await raw({ ...own(), origin: started.bridge.url })).status).toBe(200);
    for (const target of ['/healthz', '/docs/json', '/bridge/v1/screen', '/nothing'])
      expect((await raw({ host: 'evil.example' }, target)).status, target).toBe(403);
  });

  it('can be opened for further names and origins', async () => {
    const wide = await startBridge({
      config: { allowedHosts: ['till.shop'], allowedOrigins: ['https://shop.example'] },
    });
    const { hostname, port } = new URL(wide.url);
    const status = (headers: Record<string, string>) =>
      new Promise<number>(resolve =>
        httpRequest({ hostname, port, path: '/healthz', headers, setHost: false }, response => {
          response.resume();
          resolve(response.statusCode ?? 0);
        }).end(),
      );
    expect(await status({ host: 'till.shop:8640', origin: 'https://shop.example' })).toBe(200);
    expect(await status({ host: 'other.shop' })).toBe(403);
  });

  it.each([
    '/api/v2/Smart/Transactions',
    '/bridge/v1/till',
    '/api/v2/nothing',
    '//bridge/v1/till',
    '/%62ridge/v1/till',
  ])('lets no browser keep, guess, run or frame an answer: %s', async target => {
    const { headers } = await started.till.ask('GET', target);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.has('strict-transport-security')).toBe(false);
  });

  it('limits the rate per caller', async () => {
    const slow = await startBridge({ config: { requestsPerMinute: 5 } });
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) statuses.push((await fetch(`${slow.url}/metrics`)).status);
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(statuses[6]).toBe(429);
    await slow.close();
  });

  it.each([
    'GARBAGE\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ])('survives what is no HTTP', async bytes => {
    const { hostname, port } = new URL(started.bridge.url);
    const answered = await new Promise<string>(resolve => {
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.end(bytes));
      socket.on('data', part => {
        text += part;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', () => resolve(text));
    });
    expect(answered).not.toMatch(/node_modules|\.ts:/);
    await alive();
  });
});

describe('refusals', () => {
  it.each([
    ['de', 'Nicht gefunden'],
    ['en', 'Not found'],
    ['en-GB,en;q=0.9,de;q=0.1', 'Not found'],
    ['fr, de;q=0.3, en;q=0.5', 'Not found'],
    ['fr', 'Nicht gefunden'],
    [';;;,q=', 'Nicht gefunden'],
  ])('speak the language of the caller: %s', async (language, words) => {
    const body = refusal(await started.till.ask('GET', `${path}/STX_1`, { headers: { 'accept-language': language } }));
    expect(body.error_user).toContain(words);
    expect(body.error_user).toContain(`(${body.code})`);
  });

  it('are found in the journal by their supportId, each with its own', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => refusal(await started.till.ask('GET', `${path}/STX_1`)).supportId),
    );
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(started.bridge.log.some(line => line.includes(id))).toBe(true);
  });

  it.each([
    '/api/v2/Smart/Transactions/%zz',
    '/%00',
    `/api/v2/Smart/Transactions/${'x'.repeat(1000)}`,
    '/api/v2/..%2f..%2fetc',
    '/nothing',
  ])('of the path %s', async target => {
    const answer = await started.till.ask('GET', target);
    expect([404, 401]).toContain(answer.status);
    refusal(answer);
  });

  it.each(['DELETE', 'PATCH'])('of a method that is not there: %s', async method => {
    refusal(await started.till.ask(method, path));
  });

  it('a failure inside tells nothing of the inside', async () => {
    const broken = await startBridge();
    const client = await broken.client();
    broken.alter('ALTER TABLE counter RENAME TO gone');
    const { id } = await client.create(sale([item(100)]));
    const answer = await client.post<never>(`/${id}/start/cash`);
    expect(answer.status).toBe(500);
    const { supportId } = refusal(answer);
    expect(answer.text).not.toMatch(/counter|SQL/i);
    expect(broken.log.some(line => line.startsWith('error') && line.includes(supportId))).toBe(true);
    expect((await client.read(id)).status).toBe('created');
  });
});

describe('what is published', () => {
  it.each(['/healthz', '/metrics', '/bridge/v1/screen', '/'])('%s needs no token and tells no secret', async target => {
    const answer = await started.bridge.ask('GET', target);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(secrets('demo-secret'));
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('/docs needs no token, and shows no secret but that of the API client of the demo', async () => {
    const answer = await started.bridge.ask('GET', '/docs');
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(secrets('other-secret|nocontract-secret'));
  });

  it.each([
    '/api/v2/Smart/Transactions',
    '/api/v2/Smart/Devices',
    '/bridge/v1/catalogue',
    '/bridge/v1/articles/1',
    `/bridge/v1/cards/${cards.rich}`,
    '/bridge/v1/till',
    '/bridge/v1/events',
  ])('%s needs a token', async target => {
    expect((await started.bridge.ask('GET', target)).status).toBe(401);
  });
});

describe('what a till reads', () => {
  it('its view carries the sale exactly as the sale itself reads', async () => {
    const { id } = await started.till.create(sale([item(1500, { extra: { kept: true } })], cards.some));
    await started.till.post(`/${id}/preTransaction`);
    ok(await started.till.post(`/${id}/start/cashless`));
    ok(await started.till.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
    const view = ok(await started.till.ask<{ transaction: object }>('GET', '/bridge/v1/till'));
    expect(view.transaction).toEqual(await started.till.read(id));
    const other = await started.bridge.client('other');
    expect((await other.ask('PUT', '/bridge/v1/till', { body: { transaction: id } })).status).toBe(404);
    ok(await started.till.ask('PUT', '/bridge/v1/till', { body: { transaction: null } }));
  });

  it('the catalogue comes once, then only when it changes', async () => {
    const first = await started.till.ask<{ articles: { ean: string }[] }>('GET', '/bridge/v1/catalogue');
    expect(first.body.articles.length).toBeGreaterThanOrEqual(200);
    const etag = first.headers.get('etag') ?? '';
    // A proxy that packs answers marks the tag as weak, and a cache names all that it has.
    for (const had of [etag, `W/${etag}`, `"other", ${etag}`])
      for (const path of ['catalogue', 'catalogue/pages'])
        expect([
          had,
          (await started.till.ask('GET', `/bridge/v1/${path}`, { headers: { 'if-none-match': had } })).status,
        ]).toEqual([had, 304]);
    const ean = first.body.articles.find(article => article.ean !== '')?.ean;
    expect((await started.till.ask<{ ean: string }>('GET', `/bridge/v1/articles/${ean}`)).body.ean).toBe(ean);
    expect((await started.till.ask<Refusal>('GET', '/bridge/v1/articles/nothing')).body.code).toBe(3002);
    const other = await started.bridge.client('other');
    expect((await other.ask<{ articles: unknown[] }>('GET', '/bridge/v1/catalogue')).body.articles).toEqual([]);
  });

  it.each([
    [cards.rich, 200, null],
    [cards.locked, 200, 'locked'],
    [cards.expired, 200, 'expired'],
    [cards.unknown, 404, undefined],
  ])('the card %s', async (number, status, refused) => {
    const answer = await started.till.ask<{ refusal?: string | null }>('GET', `/bridge/v1/cards/${number}`);
    expect([answer.status, answer.body.refusal]).toEqual([status, refused]);
    expect((await (await started.bridge.client('other')).ask('GET', `/bridge/v1/cards/${number}`)).status).toBe(404);
  });

  it('the devices: the terminal first, and none of another merchant', async () => {
    const { count, data } = ok(
      await started.till.ask<{ count: number; data: { type: string; tid: string | null }[] }>(
        'GET',
        '/api/v2/Smart/Devices',
      ),
    );
    expect([count, data[0]?.type, data[0]?.tid]).toEqual([2, 'zvt', '60001234']);
    expect(
      (await started.till.ask<{ data: unknown[] }>('GET', '/api/v2/Smart/Devices?count=1&offset=1')).body.data,
    ).toHaveLength(1);
    refusal(await started.till.ask('GET', '/api/v2/Smart/Devices?count=-1'));
  });
});

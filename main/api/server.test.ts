/** The door of the API: who may knock, and what happens to input that is hostile, huge or merely wrong. */
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../doubles/bridge.fixture.ts';
import { SmartTransactionInput } from '../wire/transactions.ts';

interface Refusal {
  readonly status: string;
  readonly error: string;
  readonly error_details: string;
  readonly error_user: string;
  readonly code: number;
  readonly supportId: string;
}

const path = '/api/v2/Smart/Transactions';
let bridge: TestBridge;
let till: Client;

beforeAll(async () => {
  bridge = await startBridge({ config: { bodyLimit: 100_000 } });
  till = await bridge.client();
});
afterAll(closeAll);

/** Every refusal has the one shape, and none tells how the program is built. */
function refusal(answer: Answer<unknown>): Refusal {
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const body = answer.body as Refusal;
  expect(body).toMatchObject({ status: 'error' });
  for (const member of ['error', 'error_details', 'error_user', 'supportId'] as const)
    expect(body[member], member).toBeTypeOf('string');
  expect(body.code).toBeTypeOf('number');
  expect(answer.text).not.toMatch(/\.ts:|node_modules|\bat [\w.]+ \(|stack/);
  return body;
}

const alive = async () => expect((await bridge.ask('GET', '/healthz')).status).toBe(200);

/** Headers that `fetch` will not send. */
function raw(headers: Record<string, string>, target = path): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(bridge.url);
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ hostname, port, path: target, headers, setHost: false }, response => {
      let text = '';
      response.on('data', part => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('the door', () => {
  const own = () => ({ authorization: `Bearer ${till.token}`, host: new URL(bridge.url).host });

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
    expect((await raw({ ...own(), origin: bridge.url })).status).toBe(200);
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

  it('limits the rate per caller', async () => {
    const slow = await startBridge({ config: { requestsPerMinute: 5 } });
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) statuses.push((await fetch(`${slow.url}/healthz`)).status);
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(statuses[6]).toBe(429);
    await slow.close();
  });

  it.each([
    'GARBAGE\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ])('survives what is no HTTP', async bytes => {
    const { hostname, port } = new URL(bridge.url);
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

describe('bodies', () => {
  const send = (body: string, type = 'application/json') =>
    till.ask<Refusal>('POST', path, { body, headers: { 'content-type': type } });

  it.each(['{', '{"a":}', '{"a":1}x', 'nonsense', '\u0000', "{'a':1}"])('malformed JSON: %j', async body => {
    const { code, error } = refusal(await send(body));
    expect([code, error]).toEqual([1001, 'ProductFormatException']);
  });

  it.each(['[]', '"text"', '5', 'true'])('JSON that is no object: %s', async body => {
    expect(refusal(await send(body)).code).toBe(1001);
  });

  it.each([
    ['no body and no type', {}],
    ['a type without a body', { headers: { 'content-type': 'application/json' } }],
    ['an empty object', { body: {} }],
    ['null', { body: 'null' }],
  ])('%s makes an empty transaction', async (_what, request) => {
    expect(ok(await till.ask('POST', path, request)).status).toBe('created');
  });

  it.each(['text/plain', 'application/xml', 'multipart/form-data'])('%s is not taken', async type => {
    expect(refusal(await send('{}', type)).code).toBe(1020);
  });

  it('too large', async () => {
    const answer = await send(JSON.stringify({ market: 'x'.repeat(200_000) }));
    expect(answer.status).toBe(413);
    refusal(answer);
    await alive();
  });

  it('deeply nested members of one record do not spoil the lists of all others', async () => {
    const nested = (depth: number) => `{"unknown":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    for (const depth of [900, 1500, 20_000]) {
      const answer = await send(nested(depth));
      if (answer.status !== 200) refusal(answer);
      const list = await till.ask('GET', `${path}?q=market:x&sort=market:asc`);
      expect(list.status, `${depth} levels: ${list.text.slice(0, 200)}`).toBe(200);
    }
  });

  it('keys that would change JavaScript itself are left out, everything else is kept', async () => {
    const body =
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"mine":{"a":[1,{"b":null}]}}';
    const made = ok(await till.ask<Record<string, unknown>>('POST', path, { body }));
    expect(made.mine).toEqual({ a: [1, { b: null }] });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(made)).not.toContain('__proto__');
  });

  it('keeps every text as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 50 }), async text => {
        const made = ok(
          await till.ask<Record<string, unknown>>('POST', path, {
            body: { market: text, extra: { [`k${text}`]: text } },
          }),
        );
        expect(made.market).toBe(text);
        expect(made.extra).toEqual({ [`k${text}`]: text });
        const read = await till.ask<Record<string, unknown>>('GET', `${path}/${String(made.id)}`);
        expect(read.body).toEqual(made);
      }),
      { numRuns: 30 },
    );
  });

  it('what the bridge writes itself cannot be sent', async () => {
    const made = ok(
      await till.ask('POST', path, {
        body: {
          id: 'STX_MINE',
          object: 'x',
          status: 'ok',
          receipt_number: 7,
          transactions: [{ id: 'PCI_1' }],
          receipt: ['x'],
        },
      }),
    );
    expect(made).toMatchObject({
      object: 'smart.transactions',
      status: 'created',
      transactions: [],
      receipt: [],
      payment_method: null,
    });
    expect(made.id).toMatch(/^STX_[A-Z0-9]{30}$/);
  });
});

describe('wrong types', () => {
  interface Schema {
    readonly type?: string;
    readonly anyOf?: readonly Schema[];
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
  }
  const NOTHING_FITS = { type: 'nothing' };

  /** Every place of the input, as the way to it, with the types it takes. */
  function places(
    schema: Schema,
    way: readonly (string | number)[] = [],
  ): [way: readonly (string | number)[], types: string[]][] {
    const forms = schema.anyOf ?? [schema];
    const own: [readonly (string | number)[], string[]] = [way, forms.map(({ type }) => type ?? NOTHING_FITS.type)];
    const below = forms.flatMap(form => [
      ...Object.entries(form.properties ?? {}).flatMap(([name, member]) => places(member, [...way, name])),
      ...(form.items ? places(form.items, [...way, 0]) : []),
    ]);
    return [...(way.length > 0 ? [own] : []), ...below];
  }

  const wrong: Readonly<Record<string, unknown>> = {
    string: {},
    object: 'x',
    array: 'x',
    boolean: 'yes',
    integer: 'x1',
  };
  const build = (way: readonly (string | number)[], value: unknown): unknown => {
    const [first, ...rest] = way;
    if (first === undefined) return value;
    return typeof first === 'number' ? [build(rest, value)] : { type: 'card', value: '1', [first]: build(rest, value) };
  };
  const cases = places(SmartTransactionInput as Schema)
    .filter(([, types]) => !types.includes(NOTHING_FITS.type))
    .map(
      ([way, types]) =>
        [
          way.join('.'),
          build(way, types.includes('string') && types.includes('object') ? 5 : wrong[types[0] ?? '']),
          way,
        ] as const,
    );

  it('covers the whole input', () => {
    expect(cases.length).toBeGreaterThan(40);
  });

  it.each(cases)('%s', async (_name, body, way) => {
    const { error, error_details } = refusal(await till.ask('POST', path, { body }));
    expect(error).toBe('ProductFormatException');
    expect(error_details).toContain(String(way[0]));
  });

  it.each([
    ['quantity', { quantity: 1.5 }],
    ['priceOne beyond all bounds', { priceOne: 1e300 }],
    ['tax of 101 per cent', { tax: 101 }],
    ['a product that is no product', null],
  ])('%s', async (_what, product) => {
    refusal(await till.ask('POST', path, { body: { basket: { products: [product] } } }));
  });

  it('a total beyond 2^53', async () => {
    const line = item(Number.MAX_SAFE_INTEGER, { quantity: 2 });
    expect(refusal(await till.ask('POST', path, { body: sale([line]) })).error_details).toContain('2^53');
  });

  it('a negative total', async () => {
    expect(refusal(await till.ask('POST', path, { body: sale([item(-100)]) })).code).toBe(1010);
    expect(refusal(await till.ask('POST', path, { body: { basket_info: { sum: -1 } } })).code).toBe(1010);
  });

  it('an application_context that changes', async () => {
    const made = await till.create({ application_context: { return_urls: { url_push: 'http://a' } } });
    const put = (url: string) =>
      till.ask('PUT', `${path}/${made.id}`, { body: { application_context: { return_urls: { url_push: url } } } });
    expect((await put('http://a')).status).toBe(200);
    expect(refusal(await put('http://b')).error_details).toContain('application_context');
  });
});

describe('tolerance', () => {
  it('a sum that is not that of the lines is kept and marked', async () => {
    const made = await till.create({ basket: { products: [{ priceOne: 250 }] }, basket_info: { sum: 300 } });
    expect(made.basket_info).toMatchObject({ sum: 300, missing_sum: 300, sum_differs: true });
  });

  it('a web till that is named may call from its own origin, another one may not', async () => {
    const named = await startBridge({ config: { allowedOrigins: ['https://till.example'] } });
    const ask = (origin: string) =>
      fetch(`${named.url}/api/v2/Smart/Transactions`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      });
    const answer = await ask('https://till.example');
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, 'https://till.example']);
    expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('numbers in quotes are numbers in the answer', async () => {
    const made = await till.create({
      basket: { products: [{ priceOne: '250', quantity: '2', tax: '7', id: '5' }] },
      basket_info: { sum: '500', gratuity: '10' },
      tax_amount: '33',
    });
    expect(made.basket.products[0]).toMatchObject({ priceOne: 250, quantity: 2, tax: 7, id: 5 });
    expect(made.basket_info).toEqual({ sum: 500, currency: 'EUR', gratuity: 10, missing_sum: 500 });
    expect((made as unknown as { tax_amount: number }).tax_amount).toBe(33);
  });

  it('members without a value are null, empty or their default', async () => {
    const made = await till.create({ basket: { products: [{ priceOne: 1 }] }, transactionRef: null });
    expect(made).toMatchObject({ transactionRef: null, merchantRef: null, intent: null });
    expect(made.basket.products[0]).toEqual({
      id: 1,
      parent: null,
      articleNumber: '',
      ean: '',
      desc: '',
      quantity: 1,
      priceOne: 1,
      tax: 0,
      group: [],
      serialNumber: null,
      item_type: 'article',
      reference_id: null,
      contract_id: null,
      sum: null,
    });
  });

  it('path words in any case, with doubled and trailing slashes; ids keep theirs', async () => {
    const { id } = await till.create(sale([item(100)], cards.rich));
    expect((await till.ask('GET', `//api//v2/smart/TRANSACTIONS//${id}/`)).body).toMatchObject({ id });
    expect((await till.ask('POST', `/API/V2/Smart/Transactions/${id}/PRETRANSACTION/`)).status).toBe(200);
    expect(ok(await till.ask('POST', `${path}/${id}/Start/Cash/`)).status).toBe('ok');
    expect((await till.ask('GET', `${path}/${id.toLowerCase()}`)).status).toBe(404);
  });

  it('me is the own device', async () => {
    const me = await till.ask<{ id: string; type: string }>('GET', '/api/v2/Smart/Devices/me');
    expect(me.body.type).toBe('cashier');
    expect((await till.ask('GET', '/api/v2/Smart/Devices/ME')).body).toEqual(me.body);
  });

  it('a sum without a basket can be paid', async () => {
    const { id } = await till.create({ basket_info: { sum: 990 } });
    expect(ok(await till.post(`/${id}/start/cash`)).basket_info.sum).toBe(990);
  });

  it('a sum that disagrees with the basket is kept, and refused only where it is told so', async () => {
    const input = { ...sale([item(100)]), basket_info: { sum: 150 } };
    expect((await till.create(input)).basket_info.sum).toBe(150);
    const strict = await startBridge({ config: { strictSums: true } });
    const answer = await (await strict.client()).post<never>('', input);
    expect(refusal(answer).error_details).toMatch(/150.*100/);
  });

  it('PUT without a basket removes it and resets basket_info', async () => {
    const { id } = await till.create({ ...sale([item(100)]), transactionRef: 'A-1' });
    const put = ok(await till.ask('PUT', `${path}/${id}`, { body: { merchantRef: 'B' } }));
    expect(put).toMatchObject({
      transactionRef: 'A-1',
      merchantRef: 'B',
      basket_info: { sum: 0, missing_sum: 0, currency: 'EUR' },
    });
    expect(put.basket).toMatchObject({ products: [], texts: [], type: 'default' });
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
    const body = refusal(await till.ask('GET', `${path}/STX_1`, { headers: { 'accept-language': language } }));
    expect(body.error_user).toContain(words);
    expect(body.error_user).toContain(`(${body.code})`);
  });

  it('are found in the journal by their supportId, each with its own', async () => {
    const ids = await Promise.all([1, 2].map(async () => refusal(await till.ask('GET', `${path}/STX_1`)).supportId));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(bridge.log.some(line => line.includes(id))).toBe(true);
  });

  it.each([
    '/api/v2/Smart/Transactions/%zz',
    '/%00',
    `/api/v2/Smart/Transactions/${'x'.repeat(1000)}`,
    '/api/v2/..%2f..%2fetc',
    '/nothing',
  ])('of the path %s', async target => {
    const answer = await till.ask('GET', target);
    expect([404, 401]).toContain(answer.status);
    refusal(answer);
  });

  it.each(['DELETE', 'PATCH'])('of a method that is not there: %s', async method => {
    refusal(await till.ask(method, path));
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
  it('describes itself in valid OpenAPI 3.1', async () => {
    const description = (await bridge.ask<Record<string, unknown>>('GET', '/docs/json')).body;
    const checked = await new Validator().validate(description);
    expect(checked.errors ?? []).toEqual([]);
    expect(checked.valid).toBe(true);
    expect(Object.keys(description.paths ?? {}).length).toBeGreaterThan(15);
  });

  it.each(['/docs', '/healthz', '/metrics', '/bridge/v1/screen', '/'])(
    '%s needs no token and tells no secret',
    async target => {
      const answer = await bridge.ask('GET', target);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toMatch(/demo-secret|pin_hash|1111/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it.each([
    '/api/v2/Smart/Transactions',
    '/api/v2/Smart/Devices',
    '/bridge/v1/catalogue',
    '/bridge/v1/articles/1',
    `/bridge/v1/cards/${cards.rich}`,
    '/bridge/v1/till',
    '/bridge/v1/events',
  ])('%s needs a token', async target => {
    expect((await bridge.ask('GET', target)).status).toBe(401);
  });
});

describe('what a till reads', () => {
  it('its view carries the sale exactly as the sale itself reads', async () => {
    const { id } = await till.create(sale([item(1500, { extra: { kept: true } })], cards.some));
    await till.post(`/${id}/preTransaction`);
    ok(await till.post(`/${id}/start/cashless`));
    ok(await till.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
    const view = ok(await till.ask<{ transaction: object }>('GET', '/bridge/v1/till'));
    expect(view.transaction).toEqual(await till.read(id));
    const other = await bridge.client('other');
    expect((await other.ask('PUT', '/bridge/v1/till', { body: { transaction: id } })).status).toBe(404);
    ok(await till.ask('PUT', '/bridge/v1/till', { body: { transaction: null } }));
  });

  it('the catalogue comes once, then only when it changes', async () => {
    const first = await till.ask<{ articles: { ean: string }[] }>('GET', '/bridge/v1/catalogue');
    expect(first.body.articles.length).toBeGreaterThanOrEqual(200);
    const etag = first.headers.get('etag') ?? '';
    expect((await till.ask('GET', '/bridge/v1/catalogue', { headers: { 'if-none-match': etag } })).status).toBe(304);
    const ean = first.body.articles.find(article => article.ean !== '')?.ean;
    expect((await till.ask<{ ean: string }>('GET', `/bridge/v1/articles/${ean}`)).body.ean).toBe(ean);
    expect((await till.ask<Refusal>('GET', '/bridge/v1/articles/nothing')).body.code).toBe(3002);
    const other = await bridge.client('other');
    expect((await other.ask<{ articles: unknown[] }>('GET', '/bridge/v1/catalogue')).body.articles).toEqual([]);
  });

  it.each([
    [cards.rich, 200, null],
    [cards.locked, 200, 'locked'],
    [cards.expired, 200, 'expired'],
    [cards.unknown, 404, undefined],
  ])('the card %s', async (number, status, refused) => {
    const answer = await till.ask<{ refusal?: string | null }>('GET', `/bridge/v1/cards/${number}`);
    expect([answer.status, answer.body.refusal]).toEqual([status, refused]);
    expect((await (await bridge.client('other')).ask('GET', `/bridge/v1/cards/${number}`)).status).toBe(404);
  });

  it('the devices: the terminal first, and none of another merchant', async () => {
    const { count, data } = ok(
      await till.ask<{ count: number; data: { type: string; tid: string | null }[] }>('GET', '/api/v2/Smart/Devices'),
    );
    expect([count, data[0]?.type, data[0]?.tid]).toEqual([2, 'zvt', '60001234']);
    expect(
      (await till.ask<{ data: unknown[] }>('GET', '/api/v2/Smart/Devices?count=1&offset=1')).body.data,
    ).toHaveLength(1);
    refusal(await till.ask('GET', '/api/v2/Smart/Devices?count=-1'));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LARGEST_AMOUNT } from '../domain/money.ts';
import { anyText } from '../doubles/anyText.ts';
import { type Client, cards, item, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import { type SmartTransaction, SmartTransactionInput } from '../wire/transactions.ts';
import { path, type Refusal, refusal, serverBridge } from './server.fixture.ts';

const { started, alive } = serverBridge();

describe('bodies', () => {
  const send = (body: string, type = 'application/json') =>
    started.till.ask<Refusal>('POST', path, { body, headers: { 'content-type': type } });

  it.each(['{', '{"a":}', '{"a":1}x', 'nonsense', '\u0000', "{'a':1}"])('malformed JSON: %j', async body => {
    const { code, error } = refusal(await send(body));
    expect([code, error]).toEqual([1052, 'ProductFormatException']);
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
    expect(ok(await started.till.ask('POST', path, request)).status).toBe('created');
  });

  it.each(['text/plain', 'application/xml', 'multipart/form-data'])('%s is not taken', async type => {
    specifies({ Errors: 'other statuses: 415 for what is no JSON, 429, 409' });
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
      const list = await started.till.ask('GET', `${path}?q=market:x&sort=market:asc`);
      expect(list.status, `${depth} levels: ${list.text.slice(0, 200)}`).toBe(200);
    }
  });

  it('keys that would change JavaScript itself are left out, everything else is kept', async () => {
    const body =
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"mine":{"a":[1,{"b":null}]}}';
    const made = ok(await started.till.ask<Record<string, unknown>>('POST', path, { body }));
    expect(made.mine).toEqual({ a: [1, { b: null }] });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(made)).not.toContain('__proto__');
  });

  it('keeps every text as it is', async () => {
    await fc.assert(
      fc.asyncProperty(anyText(50), async text => {
        const made = ok(
          await started.till.ask<Record<string, unknown>>('POST', path, {
            body: { market: text, extra: { [`k${text}`]: text } },
          }),
        );
        expect(made.market).toBe(text);
        expect(made.extra).toEqual({ [`k${text}`]: text });
        const read = await started.till.ask<Record<string, unknown>>('GET', `${path}/${String(made.id)}`);
        expect(read.body).toEqual(made);
      }),
      { numRuns: 30 },
    );
  });

  it('what the bridge writes itself cannot be sent', async () => {
    const made = ok(
      await started.till.ask('POST', path, {
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
    const { error, error_details } = refusal(await started.till.ask('POST', path, { body }));
    expect(error).toBe('ProductFormatException');
    expect(error_details).toContain(String(way[0]));
  });

  it.each([
    ['quantity', { quantity: 1.5 }],
    ['priceOne beyond all bounds', { priceOne: 1e300 }],
    ['tax of 101 per cent', { tax: 101 }],
    ['a product that is no product', null],
  ])('%s', async (_what, product) => {
    refusal(await started.till.ask('POST', path, { body: { basket: { products: [product] } } }));
  });

  it.each<[string, object]>([
    ['a total beyond 2^53', sale([item(Number.MAX_SAFE_INTEGER, { quantity: 2 })])],
    ['a total that no back office counts', sale([item(LARGEST_AMOUNT + 1)])],
    ['lines that come to one together', sale([item(LARGEST_AMOUNT), item(1)])],
    ['a line that counts only with what is taken off', sale([item(LARGEST_AMOUNT + 1), item(-1)])],
    ['a sum that no back office counts', { basket_info: { sum: LARGEST_AMOUNT + 1 } }],
  ])('%s', async (_what, body) => {
    const { error_details } = refusal(await started.till.ask('POST', path, { body }));
    expect(error_details).toContain(String(LARGEST_AMOUNT));
  });

  it('not the greatest sum that counts', async () => {
    for (const body of [sale([item(LARGEST_AMOUNT)]), { basket_info: { sum: LARGEST_AMOUNT } }])
      expect(ok(await started.till.ask<SmartTransaction>('POST', path, { body })).basket_info.sum).toBe(LARGEST_AMOUNT);
  });

  it('a negative total', async () => {
    expect(refusal(await started.till.ask('POST', path, { body: sale([item(-100)]) })).code).toBe(1010);
    expect(refusal(await started.till.ask('POST', path, { body: { basket_info: { sum: -1 } } })).code).toBe(1010);
  });

  it('an application_context that changes', async () => {
    const made = await started.till.create({ application_context: { return_urls: { url_push: 'http://a' } } });
    const put = (url: string) =>
      started.till.ask('PUT', `${path}/${made.id}`, {
        body: { application_context: { return_urls: { url_push: url } } },
      });
    expect((await put('http://a')).status).toBe(200);
    expect(refusal(await put('http://b')).error_details).toContain('application_context');
  });
});

describe('tolerance', () => {
  it('a sum that is not that of the lines is kept and marked in a shop, and refused in a demo', async () => {
    const shop = await startBridge({ config: { strictSums: false } });
    const input = { basket: { products: [{ priceOne: 250, tax: 7 }] }, basket_info: { sum: 300 } };
    const made = await (await shop.client()).create(input);
    expect(made.basket_info).toMatchObject({ sum: 300, missing_sum: 300, sum_differs: true });
    await shop.close();
    // A demo is where mistakes are found.
    expect((await started.till.post<object>('', input)).body).toMatchObject({ code: 1158, member: 'basket_info.sum' });
  });

  it('a request may lift the check of sums in a demo, as it lifts that of members, and not in a shop that wants it', async () => {
    const input = { basket: { products: [{ priceOne: 250, tax: 7 }] }, basket_info: { sum: 300 } };
    const ask = (till: Client, method: string, to = '', strict = 'off') =>
      till.ask<SmartTransaction>(method, path + to, { body: input, headers: { 'tillbridge-strict': strict } });
    const made = ok(await ask(started.till, 'POST'));
    expect(made.basket_info).toMatchObject({ sum: 300, missing_sum: 300, sum_differs: true });
    expect(ok(await ask(started.till, 'PUT', `/${made.id}`)).basket_info).toMatchObject({ sum_differs: true });
    expect((await ask(started.till, 'PUT', `/${made.id}`, 'all')).body).toMatchObject({ code: 1158 });
    const shop = await startBridge({ config: { demo: false, strictSums: true } });
    expect((await ask(await shop.client(), 'POST')).body).toMatchObject({ code: 1158 });
    await shop.close();
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
    specifies({ Conventions: 'integers may come as text' });
    const made = await started.till.create({
      basket: { products: [{ priceOne: '250', quantity: '2', tax: '7', id: '5' }] },
      basket_info: { sum: '500', gratuity: '10' },
      tax_amount: '33',
    });
    expect(made.basket.products[0]).toMatchObject({ priceOne: 250, quantity: 2, tax: 7, id: 5 });
    expect(made.basket_info).toEqual({ sum: 500, currency: 'EUR', gratuity: 10, missing_sum: 500 });
    expect((made as unknown as { tax_amount: number }).tax_amount).toBe(33);
  });

  it('members without a value are null, empty or their default', async () => {
    specifies({ Conventions: 'members without a value are null' });
    const made = await started.till.create({ basket: { products: [{ priceOne: 1, tax: 0 }] }, transactionRef: null });
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
    const { id } = await started.till.create(sale([item(100)], cards.rich));
    expect((await started.till.ask('GET', `//api//v2/smart/TRANSACTIONS//${id}/`)).body).toMatchObject({ id });
    expect((await started.till.ask('POST', `/API/V2/Smart/Transactions/${id}/PRETRANSACTION/`)).status).toBe(200);
    expect(ok(await started.till.ask('POST', `${path}/${id}/Start/Cash/`)).status).toBe('ok');
    expect((await started.till.ask('GET', `${path}/${id.toLowerCase()}`)).status).toBe(404);
  });

  it('me is the own device', async () => {
    const me = await started.till.ask<{ id: string; type: string }>('GET', '/api/v2/Smart/Devices/me');
    expect(me.body.type).toBe('cashier');
    expect((await started.till.ask('GET', '/api/v2/Smart/Devices/ME')).body).toEqual(me.body);
  });

  it('a sum without a basket can be paid', async () => {
    const { id } = await started.till.create({ basket_info: { sum: 990 } });
    expect(ok(await started.till.post(`/${id}/start/cash`)).basket_info.sum).toBe(990);
  });

  it('PUT without a basket removes it and resets basket_info', async () => {
    const { id } = await started.till.create({ ...sale([item(100)]), transactionRef: 'A-1' });
    const put = ok(await started.till.ask('PUT', `${path}/${id}`, { body: { merchantRef: 'B' } }));
    expect(put).toMatchObject({
      transactionRef: 'A-1',
      merchantRef: 'B',
      basket_info: { sum: 0, missing_sum: 0, currency: 'EUR' },
    });
    expect(put.basket).toMatchObject({ products: [], texts: [], type: 'default' });
  });
});

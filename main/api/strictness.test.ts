/** Unknown members: ignored, named or refused, by setting and by header, and never at the cost of a key or of money. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, sale, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import type { JournalStory } from '../wire/journal.ts';
import { configOf } from '../world/configReading.ts';

const sales = '/api/v2/Smart/Transactions';
const UNKNOWN = 'tillbridge-unknown-members';

interface Refused {
  readonly code: number;
  readonly fault: string;
  readonly error_details: string;
  readonly member: string;
  readonly meant: string | null;
  readonly supportId: string;
  readonly unknown: readonly { readonly path: string; readonly meant: string | null }[];
}

let bridge: TestBridge;
let live: TestBridge;
let till: Client;
let register: Client;

beforeAll(async () => {
  [bridge, live] = [await startBridge(), await startBridge({ config: { strict: 'off' } })];
  [till, register] = [await bridge.client(), await live.client()];
});
afterAll(closeAll);

const strict = (mode: string) => ({ 'tillbridge-strict': mode });
const countOf = async (client: Client) => ok(await client.ask<{ count: number }>('GET', sales)).count;

const misspelt: readonly (readonly [string, object, string, string])[] = [
  ['', { transaction_ref: 'x' }, 'transaction_ref', 'transactionRef'],
  ['', { ...sale([item(100)]), baskt_info: {} }, 'baskt_info', 'basket_info'],
  [
    '',
    { basket: { products: [{ priceOne: 100, tax: 7, articelNumber: '1' }] } },
    'basket.products[0].articelNumber',
    'basket.products[0].articleNumber',
  ],
  ['', { ...sale([item(100)]), auto_capture: true }, 'auto_capture', 'payment_context.auto_capture'],
  [
    '',
    { ...sale([item(100)]), customer: { contact: { forname: 'A' } } },
    'customer.contact.forname',
    'customer.contact.forename',
  ],
  [
    '',
    { ...sale([item(100)]), idents: [{ type: 'card', value: '1', passcod: '1' }] },
    'idents[0].passcod',
    'idents[0].passcode',
  ],
  [
    '',
    { ...sale([item(100)]), application_context: { return_url: {} } },
    'application_context.return_url',
    'application_context.return_urls',
  ],
];

describe('a member that is probably misspelt', () => {
  it.each(misspelt)('is refused: POST %s %j', async (path, body, member, meant) => {
    const before = await countOf(till);
    const headers = { 'idempotency-key': `strict ${member}` };
    const answer = await till.ask<Refused>('POST', sales + path, { body, headers });
    expect([answer.status, answer.body.code, answer.body.fault]).toEqual([500, 1175, 'client']);
    expect(answer.body).toMatchObject({ member, meant });
    expect(answer.body.error_details).toContain(`did you mean ${meant}?`);
    expect(answer.body.error_details).toContain('Tillbridge-Strict: off');
    expect(answer.headers.get(UNKNOWN)).toContain(`"${member}";meant="${meant}"`);
    expect(await countOf(till)).toBe(before);
    // The key is free, and the same body goes through on purpose.
    ok(await till.ask('POST', sales + path, { body, headers: { ...headers, ...strict('off') } }));
  });

  it('is no matter where the request was carried out already: its answer is given again', async () => {
    const body = { ...sale([item(100)]), wishes: 'carried out' };
    const headers = { 'idempotency-key': 'strict later' };
    const first = await till.ask('POST', sales, { body, headers });
    const again = await till.ask('POST', sales, { body, headers: { ...headers, ...strict('all') } });
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([200, 'true', first.text]);
  });

  it('is ignored where the setting is off, with the same answer as ever', async () => {
    for (const [path, body] of misspelt) {
      const answer = await register.ask<object>('POST', sales + path, { body });
      expect([answer.status, answer.headers.get(UNKNOWN)]).toEqual([200, null]);
    }
  });

  it('is refused where the setting is off and the request wants to know', async () => {
    const body = { transaction_ref: 'x' };
    const answer = await register.ask<Refused>('POST', sales, { body, headers: strict('misspelt') });
    expect([answer.status, answer.body.code]).toEqual([500, 1175]);
  });

  it('is refused before money moves', async () => {
    const { id } = await till.create(sale([item(700)]));
    const answer = await till.post<Refused>(`/${id}/start/cash`, { part: { amout: 100 } });
    expect([answer.body.code, answer.body.member, answer.body.meant]).toEqual([1175, 'part.amout', 'part.amount']);
    expect((await till.read(id)).outcome).toMatchObject({ result: 'open', paid: 0 });
  });

  it('of a query is refused', async () => {
    const answer = await till.ask<Refused>('GET', `${sales}?cont=3&offset=0`);
    expect([answer.body.code, answer.body.member, answer.body.meant]).toEqual([1175, '?cont', 'count']);
    ok(await till.ask('GET', `${sales}?sort[created]=desc&aggregate[group_by_prop]=status&geo[lat]=1&_=17`));
  });

  it.each([
    ['sort=creatd:desc', '?sort=creatd', 'created'],
    ['sort[basket_info.summ]=asc', '?sort=basket_info.summ', 'basket_info.sum'],
    ['fields=id,basket.product.desc', '?fields=basket.product.desc', 'basket.products.desc'],
  ])('of a property in %s is refused', async (query, member, meant) => {
    const answer = await till.ask<Refused>('GET', `${sales}?${query}`);
    expect([answer.status, answer.body.code, answer.body.member, answer.body.meant]).toEqual([
      500,
      1175,
      member,
      meant,
    ]);
    expect(answer.body.error_details).toContain(`did you mean ${meant}?`);
    ok(await register.ask('GET', `${sales}?${query}`));
  });

  it.each([
    ['q=transactionref:ORDER-7', '?q=transactionref', 'transactionRef'],
    ['q=statsu:ok', '?q=statsu', 'status'],
    ['q=NOT (market:x OR basket.products.eann:4) AND status:ok', '?q=basket.products.eann', 'basket.products.ean'],
    ['q=_exists_:recept_number', '?q=recept_number', 'receipt_number'],
    ['aggregate={"group_by_prop":"statsu"}', '?aggregate=statsu', 'status'],
    ['aggregate[sum_by_prop]=basket_info.summ', '?aggregate=basket_info.summ', 'basket_info.sum'],
    ['aggregate[timestamp_prop]=creatd', '?aggregate=creatd', 'created'],
  ])(
    'of a property in %s is refused in a shop, too: its empty answer would be a false one',
    async (query, member, meant) => {
      for (const client of [till, register]) {
        const answer = await client.ask<Refused>('GET', `${sales}?${query}`);
        expect([answer.status, answer.body.code, answer.body.member, answer.body.meant]).toEqual([
          ...[500, 1175],
          ...[member, meant],
        ]);
        ok(await client.ask('GET', `${sales}?${query}`, { headers: strict('off') }));
      }
    },
  );

  it('of a reference in expand is refused', async () => {
    const answer = await till.ask<Refused>('GET', `${sales}?expand=transaction`);
    expect([answer.body.code, answer.body.meant]).toEqual([1175, 'transactions']);
  });

  it('of the token endpoint is refused in the shape of that endpoint', async () => {
    const ask = (fields: Record<string, string>, mode?: string) =>
      fetch(`${bridge.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: mode ? strict(mode) : {},
      });
    const fields = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
    const refused = await ask({ ...fields, grant_type: '', grantType: 'client_credentials' });
    expect(refused.status).toBe(400);
    const { error, error_description } = (await (await ask({ grantType: 'x' })).json()) as Record<string, string>;
    expect([error, error_description]).toEqual([
      'invalid_request',
      expect.stringContaining('did you mean grant_type?'),
    ]);
    expect((await ask({ ...fields, 'deviceinfo[name]': 'till', scope: 'x' }, 'all')).status).toBe(200);
    expect((await ask({ ...fields, colour: 'red' }, 'all')).status).toBe(400);
    expect((await ask({ ...fields, colour: 'red' })).status).toBe(200);
  });
});

describe('an unknown member that resembles none', () => {
  it.each(['sort=nothing', 'fields=nothing', 'q=nothing'])(
    'in %s is named, and refused by the mode all alone',
    async query => {
      const asked = query === 'q=nothing' ? 'q=nothing:1' : query;
      const named = await till.ask('GET', `${sales}?${asked}`);
      expect([named.status, named.headers.get(UNKNOWN)]).toEqual([200, `"?${query}"`]);
      const refused = await till.ask<Refused>('GET', `${sales}?${asked}`, { headers: strict('all') });
      expect([refused.status, refused.body.code, refused.body.member]).toEqual([500, 1175, `?${query}`]);
      expect((await register.ask('GET', `${sales}?${asked}`)).headers.get(UNKNOWN)).toBeNull();
    },
  );

  it('does not stand for what can be listed: members, what is declared beside them, and what is expanded', async () => {
    const headers = strict('all');
    for (const query of [
      'sort=created:desc,status,basket_info.sum',
      'fields=id,basket.products.desc,tenders.amount,outcome.next.path',
      'fields=customer.contact.surname&expand=customer',
    ])
      ok(await till.ask('GET', `${sales}?${query}`, { headers }));
  });

  it('is named and kept', async () => {
    const body = { ...sale([{ ...item(100), colour: 'red' }]), wishes: { wrapped: true } };
    const answer = await till.ask<Record<string, unknown>>('POST', sales, { body });
    expect(answer.headers.get(UNKNOWN)).toBe('"basket.products[0].colour", "wishes"');
    expect(ok(answer).wishes).toEqual({ wrapped: true });
  });

  it('is refused where every one is to be', async () => {
    const body = { ...sale([item(100)]), wishes: 1 };
    const answer = await till.ask<Refused>('POST', sales, { body, headers: strict('all') });
    expect(answer.body).toMatchObject({ code: 1175, member: 'wishes', meant: null });
  });

  it('stands in the journal', async () => {
    const answer = await till.ask<Refused>('POST', sales, { body: { wishes: 1 }, headers: strict('all') });
    const manager = await bridge.staff('manager');
    const story = ok(await manager.ask<JournalStory>('GET', `/bridge/v1/journal/${answer.body.supportId}`));
    expect(story.request).toMatchObject({ unknown_members: ['wishes'], headers: { 'tillbridge-strict': 'all' } });
  });

  it('is named by its own shape, without card numbers, and shortly', async () => {
    const names = ['a"b\\c', 'größe', 'x\r\nSet-Cookie: a=b', '4111 1111 1111 1111', '💶'];
    const body = Object.fromEntries(names.map(name => [name, 1]));
    const header = (await till.ask('POST', sales, { body })).headers.get(UNKNOWN) ?? '';
    expect(header).toContain('gr%C3%B6%C3%9Fe');
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(header).not.toContain('4111 1111 1111 1111');
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`${'long '.repeat(20)}${index}`, 1]));
    const answer = await till.ask('POST', sales, { body: many });
    expect(answer.status).toBe(200);
    expect(answer.headers.get(UNKNOWN)?.length).toBeLessThan(2100);
    expect(answer.headers.get(UNKNOWN)).toMatch(/, "\+\d+"$/);
  });

  it.each([
    '{"__proto__": {"a": 1}}',
    '{"constructor": {"prototype": 1}}',
    '[]',
    '[[1]]',
    '"text"',
    'null',
    '{"a":1,"a":2}',
  ])('in %s harms nothing', async body => {
    const answer = await till.ask('POST', sales, { body, headers: strict('misspelt') });
    expect([200, 500]).toContain(answer.status);
    expect(answer.text).not.toContain('ProductInternalException');
  });
});

describe('what is refused in every mode', () => {
  it.each(['off', 'misspelt', 'all'])('has its own refusal with %s', async mode => {
    const codeOf = async (path: string, body: object) =>
      (await till.ask<Refused>('POST', sales + path, { body, headers: strict(mode) })).body.code;
    expect(await codeOf('', sale([{ desc: 'Brot', price: 290 }]))).toBe(1154);
    expect(await codeOf('', { baskets: sale([item(100)]).basket })).toBe(1155);
    expect(await codeOf('', { products: [item(100)] })).toBe(1155);
    expect(await codeOf('', { ...sale([item(100)]), amount: 300 })).toBe(1150);
    const { id } = await till.create(sale([item(1000)]));
    expect(await codeOf(`/${id}/start/cash`, { amount: 300 })).toBe(1150);
    expect(await codeOf(`/${id}/start/cash`, { tip: 300 })).toBe(1152);
    ok(await till.post(`/${id}/start/cash`));
    expect(await codeOf(`/${id}/cancel`, { amount: 300 })).toBe(1150);
    expect((await till.read(id)).outcome).toMatchObject({ result: 'paid', paid: 1000 });
  });

  it('does not let a second basket pass, nor lines beside a sum or in another call', async () => {
    const asked = async (path: string, body: object, mode = 'misspelt') =>
      (await till.ask<Refused>('POST', sales + path, { body, headers: strict(mode) })).body;
    const { basket } = sale([item(100)]);
    expect(await asked('', { basket, products: [item(1)] }, 'all')).toMatchObject({ code: 1175, member: 'products' });
    const beside = { basket_info: { sum: 100 }, products: [item(100)] };
    expect(await asked('', beside)).toMatchObject({ code: 1175, meant: 'basket.products' });
    const { id } = await till.create(sale([item(1000)]));
    expect(await asked(`/${id}/start/cash`, { products: [item(1)] }, 'all')).toMatchObject({ code: 1175 });
    expect((await till.read(id)).outcome.result).toBe('open');
  });

  it('is a mode that does not exist', async () => {
    const answer = await till.ask<Refused>('GET', sales, { headers: strict('mispelt') });
    expect([answer.status, answer.body.code]).toEqual([500, 1001]);
    expect(answer.body.error_details).toContain('did you mean misspelt?');
  });
});

describe('a document that was read', () => {
  it('may be sent back, however strict', async () => {
    const { id } = await till.create(sale([item(1000)]));
    const document = await till.read(id);
    ok(await till.ask('PUT', `${sales}/${id}`, { body: document, headers: strict('all') }));
    ok(await till.ask('POST', sales, { body: document, headers: strict('all') }));
  });
});

describe('the setting', () => {
  it.each([
    [{}, 'off'],
    [{ demo: true }, 'misspelt'],
    [{ demo: true, training: true }, 'off'],
    [{ demo: true, strict: 'off' }, 'off'],
    [{ strict: 'all' }, 'all'],
  ] as const)('of %j is %s', (settings, mode) => {
    expect(configOf(settings).strict).toBe(mode);
  });
});

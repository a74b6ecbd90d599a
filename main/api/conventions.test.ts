/** Conventions that hold at every resource: ids, members, lists, refusals and addresses. */
import { describe, expect, it } from 'vitest';
import { type Answer, ok } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import { api, CARD, CONTACT, everyResource, type Json, type List, MOMENT } from './conventions.fixture.ts';

const { started, first } = everyResource();

/** Type, list and prefix of the ids of every resource that is listed. */
const RESOURCES = [
  ['smart.transactions', '/Smart/Transactions', 'STX'],
  ['smart.devices', '/Smart/Devices', 'SDV'],
  ['smart.routings', '/Smart/Routings', 'SRT'],
  ['smart.checkins', '/Smart/Checkins', 'CHI'],
  ['payment.transactions', '/Payment/Transactions', 'PCI'],
  ['payment.svcprepays', '/Payment/Svcprepays', 'PCI'],
  ['payment.svcdebits', '/Payment/Svcdebits', 'PCI'],
  ['payment.svccreditcards', '/Payment/Svccreditcards', 'PCI'],
  ['payment.svcinvoices', '/Payment/Svcinvoices', 'PCI'],
  ['payment.svcpayout', '/Payment/Svcpayout', 'PCI'],
  ['payment.payouts', '/Payment/Payouts', 'PPO'],
  ['payment.customers', '/Payment/Customers', 'PCU'],
  ['payment.containers', '/Payment/Containers', 'PCT'],
  ['payment.contracts', '/Payment/Contracts', 'PCR'],
  ['payment.plans', '/Payment/Plans', 'PLN'],
  ['payment.subscriptions', '/Payment/Subscriptions', 'SUB'],
  ['general.contracts', '/General/Contracts', 'GCR'],
  ['general.stores', '/General/Stores', 'STO'],
  ['services.identrequests', '/Services/Identrequests', 'SIR'],
  ['loyalty.cards', '/Loyalty/Cards', 'CRD'],
  ['loyalty.merchantcards', '/Loyalty/MerchantCards', 'MCD'],
  ['loyalty.cardgroups', '/Loyalty/Cardgroups', 'CRG'],
  ['loyalty.customers', '/Loyalty/Customers', 'CUS'],
  ['loyalty.transactions', '/Loyalty/Transactions', 'LTX'],
] as const;

describe('every resource', () => {
  it.each(RESOURCES)('%s of %s has object and id with the prefix %s', async (object, path, prefix) => {
    specifies({
      Conventions: [
        'object types payment.svcprepays, payment.svcinvoices, payment.svcpayout',
        'PCR_ and 30 letters or digits name a Payment Contract',
        'GCR_ and 30 letters or digits name a General Contract',
        'STO_ and 30 letters or digits name a store',
        'SIR_ and 30 letters or digits name an identification request',
        'object and id of everything that is listed',
      ],
      'Payment Container': 'object payment.containers and id',
      Errors: 'HTTP 200: success, with the resource',
    });
    const listed = await first(path);
    const read = ok(await started.client.ask<Json>('GET', `${api}${path}/${listed.id}`));
    for (const one of [listed, read]) {
      expect(one.object).toBe(object);
      expect(one.id).toMatch(new RegExp(`^${prefix}_[A-Z0-9]{30}$`));
    }
  });

  it('has object and id where it is no list: merchant, user, document', async () => {
    specifies({ Conventions: ['USR_ and 30 letters or digits name a user', 'object and id of what is no list'] });
    const merchant = ok(await started.client.ask<Json>('GET', `${api}/General/Merchants/me`));
    expect([merchant.object, merchant.id]).toEqual(['general.merchants', expect.stringMatching(/^MRC_[A-Z0-9]{30}$/)]);
    expect([started.upload.object, started.upload.id]).toEqual([
      'document.uploads',
      expect.stringMatching(/^DUP_[A-Z0-9]{30}$/),
    ]);
    const { data } = ok(
      await started.client.ask<List>('GET', `${api}/Payment/Transactions?q=_exists_:customer.id&count=1`),
    );
    const { customer } = data[0] as unknown as { customer: Json };
    expect([customer.object, customer.id]).toEqual(['general.users', expect.stringMatching(/^USR_[A-Z0-9]{30}$/)]);
  });
});

describe('members of every answer', () => {
  it.each(RESOURCES)(
    'of %s: moments have a UTC offset, amounts are integers, currencies three letters',
    async (_o, path) => {
      specifies({
        Conventions: [
          'timestamps of every resource are ISO 8601 with a UTC offset',
          'amounts are integers in every answer',
        ],
      });
      const { data } = ok(await started.client.ask<List>('GET', `${api}${path}?count=20`));
      for (const { created = null } of data) if (created !== null) expect(created).toMatch(MOMENT);
      const members = data.flatMap(document => [...leaves(document)]);
      expect(members.length).toBeGreaterThan(3);
      for (const [name, value] of members) {
        if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) expect(value, name).toMatch(MOMENT);
        if (typeof value === 'number') expect(Number.isSafeInteger(value), `${name}: ${value}`).toBe(true);
        if (name === 'currency') expect(value).toMatch(/^[A-Z]{3}$/);
      }
    },
  );

  it.each(RESOURCES)('of %s: the answer is JSON, a list is {count, data}', async (_object, path) => {
    specifies({
      Conventions: 'bodies and answers are application/json',
      'Common list parameters': 'list response: data, array of resources',
    });
    const answer = await started.client.ask<List>('GET', api + path);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Object.keys(answer.body)).toEqual(['count', 'data']);
    expect(answer.body.count).toBeGreaterThanOrEqual(answer.body.data.length);
  });
});

describe('the list of every resource', () => {
  it.each(RESOURCES)('of %s takes every list parameter', async (object, path, prefix) => {
    specifies({ 'Common list parameters': 'every list endpoint takes them' });
    const ask = async <T = List>(query: string) => ok(await started.client.ask<T>('GET', `${api}${path}?${query}`));
    const one = await ask(
      `q=${encodeURIComponent(`id:${prefix}_* AND NOT id:x`)}&sort=id:desc&count=1&offset=0&fields=id`,
    );
    expect(one).toEqual({ count: expect.any(Number), data: [{ object, id: expect.any(String) }] });
    expect(one.count).toBeGreaterThan(0);
    expect((await ask(`q=id:${one.data[0]?.id}&expand=all`)).count).toBe(1);
    expect((await ask(`q=id:x OR created:[2000-01-01 TO *]&offset=${one.count}`)).data).toEqual([]);
    expect(await ask<Json>('q=(((&validate=1')).toMatchObject({ result: false, parameter: 'q' });
    expect(await ask<Json>('q=id:x&validate=1')).toEqual({ result: true });
    expect(await ask<Json>('meta=only')).toHaveProperty('meta');
    expect(await ask<Json>('aggregate={"group_by_prop":"object"}')).toMatchObject({ type: 'group', lookup: [object] });
    expect((await ask('preset=nothing')).count).toBe(one.count);
    const { scroll_id = '' } = await ask<{ scroll_id?: string }>('scroll_expire=1m&count=1');
    expect((await ask(`scroll_id=${scroll_id}&count=1000`)).data).toHaveLength(one.count - 1);
  });
});

/** Every member that is no object or list, with its name. */
function* leaves(value: unknown, name = ''): Generator<readonly [name: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) yield [name, value];
  else for (const [key, member] of Object.entries(value)) yield* leaves(member, Array.isArray(value) ? name : key);
}

interface Refusal {
  readonly error: string;
  readonly error_details: string;
  readonly error_user: string;
  readonly code: number;
  readonly supportId: string;
}

type More = Readonly<Partial<Record<'outcome' | 'payments' | 'errors' | 'meant' | 'methods', unknown>>>;

/** The body of the specification, and what every refusal adds to it. */
function refusal(answer: Answer<unknown>, http: number): Refusal {
  expect(answer.status, answer.text).toBe(http);
  // Some refusals say more: the outcome of the sale, each wrong member, and the name that was meant.
  const { outcome: _o, payments: _p, errors: _e, meant: _m, methods: _ms, ...body } = answer.body as Refusal & More;
  expect(body).toEqual({
    fault: http === 500 || http === 401 ? 'client' : expect.stringMatching(/^(client|state)$/),
    error_code: expect.stringMatching(/^[a-zA-Z]+$/),
    money: 'not_moved',
    cause: expect.stringMatching(/.{20}/),
    cure: expect.stringMatching(/.{20}/),
    doc_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/docs\/errors#\d+/),
    status: 'error',
    error: expect.stringMatching(/^Product\w+Exception$/),
    error_details: expect.any(String),
    error_user: expect.stringMatching(/\(\d+\)$/),
    code: expect.any(Number),
    supportId: expect.stringMatching(/.+/),
  });
  expect(answer.headers.get('x-support-id')).toBe(body.supportId);
  return body;
}

describe('refusals at every resource', () => {
  it.each(RESOURCES)(
    '%s: 401 without a token and with a wrong one, for the list and for one',
    async (_object, path) => {
      specifies({ Errors: 'HTTP 401 at every resource' });
      const { id } = await first(path);
      for (const target of [path, `${path}/${id}`])
        for (const token of [null, 'wrong']) refusal(await started.client.ask('GET', api + target, { token }), 401);
    },
  );

  it.each(RESOURCES)('%s: 403 for a client without a contract', async (_object, path) => {
    specifies({ Errors: 'HTTP 403 at every resource' });
    refusal(await (await started.bridge.client('nocontract')).ask('GET', api + path), 403);
  });

  it.each(RESOURCES)('%s: 404 for an id nobody has and for one of another merchant', async (_object, path, prefix) => {
    specifies({ Errors: 'HTTP 404 at every resource, for what is not there or belongs to another' });
    const { id } = await first(path);
    refusal(await started.client.ask('GET', `${api}${path}/${prefix}_${'9'.repeat(30)}`), 404);
    refusal(await started.other.ask('GET', `${api}${path}/${id}`), 404);
  });

  it('405 says that the method of payment is not available, 500 what is wrong with the input', async () => {
    specifies({ Errors: 'body: status, error, error_details, error_user, code, supportId' });
    const { id } = await started.client.create({ basket_info: { sum: 100 } });
    refusal(await started.client.post(`/${id}/prepare/nothing`), 405);
    const { error_details } = refusal(await started.client.post('', { tax_amount: 'x' }), 500);
    expect(error_details).toContain('tax_amount');
  });

  it('error_user is German or English, as Accept-Language asks', async () => {
    specifies({ Errors: 'error_user is meant for the user' });
    const texts = [];
    for (const language of ['de', 'en', 'de-AT,en;q=0.5', 'fr,en;q=0.9']) {
      const headers = { 'accept-language': language };
      texts.push(refusal(await started.client.ask('GET', `${api}/General/Stores/x`, { headers }), 404).error_user);
    }
    expect(texts).toEqual([
      'Nicht gefunden. (3001)',
      'Not found. (3001)',
      'Nicht gefunden. (3001)',
      'Not found. (3001)',
    ]);
  });

  it('never say of another merchant’s object more than of one that is not there', async () => {
    const { id } = await first('/Payment/Customers');
    const foreign = refusal(await started.other.ask('GET', `${api}/Payment/Customers/${id}`), 404);
    const nobody = refusal(await started.other.ask('GET', `${api}/Payment/Customers/PCU_${'9'.repeat(30)}`), 404);
    expect(foreign.error_details.replace(id, '')).toBe(nobody.error_details.replace(`PCU_${'9'.repeat(30)}`, ''));
    expect([foreign.error, foreign.code, foreign.error_user]).toEqual([nobody.error, nobody.code, nobody.error_user]);
  });
});

it('a GET may carry all headers that existing clients send', async () => {
  specifies({ Endpoints: 'GET /Payment/Transactions with the headers Accept, Content-Type and Accept-Charset utf-8' });
  const headers = {
    accept: 'application/json',
    'accept-charset': 'utf-8',
    'content-type': 'application/json',
  };
  const { body } = await started.client.ask<List>('GET', `${api}/Payment/Transactions?count=1`, { headers });
  expect(body.data).toHaveLength(1);
});

describe('addresses', () => {
  it('stand below {base_url}/api/v2, the token endpoint below {base_url}', async () => {
    specifies({
      Conventions: [
        'resource paths stand below {base_url} and /api/v2',
        'the token endpoint is {base_url}/oauth/token',
      ],
      Versioning: 'the interface version is 2.0.0, carried in the path prefix /api/v2',
    });
    ok(await started.client.ask('GET', '/api/v2/General/Stores'));
    for (const path of ['/General/Stores', '/api/v1/General/Stores', '/api/v2/oauth/token'])
      expect((await started.client.ask('GET', path)).status, path).toBe(404);
    const form = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
    ok(await started.client.ask('POST', '/oauth/token', { token: null, body: form }));
  });

  it('creating by POST answers 200, not 201', async () => {
    specifies({ Conventions: 'POST answers 200' });
    const made = await started.client.ask('POST', `${api}/Payment/Customers`, { body: { contact: CONTACT } });
    expect(made.status).toBe(200);
  });

  it.each(['/payment/customers', '/PAYMENT/CUSTOMERS', '//Payment//Customers//', '/Payment/Customers/'])(
    '%s is the list of customers: path words in any case, with trailing and doubled slashes',
    async path => {
      specifies({ Conventions: 'path words in any case, with trailing and doubled slashes' });
      const { body } = await started.client.ask<List>('GET', `${api}${path}`);
      expect(body.data[0]?.object).toBe('payment.customers');
    },
  );

  it.each([
    ['/General/Merchants/me', 'general.merchants'],
    ['/General/Contracts/me', 'general.contracts'],
    ['/Payment/Contracts/me', 'payment.contracts'],
    ['/Smart/Devices/me', 'smart.devices'],
  ])('%s is the own one', async (path, object) => {
    specifies({ Conventions: 'me in the place of an id' });
    expect(ok(await started.client.ask<Json>('GET', api + path)).object).toBe(object);
  });
});

it('notifications are of the types changed, added and display', async () => {
  specifies({ Events: 'type is changed, added or display' });
  const { components } = (await (await fetch(`${started.bridge.url}/docs/json`)).json()) as {
    components: { schemas: Record<string, { properties: { type: { enum: string[] } } }> };
  };
  expect(components.schemas.PushEntry?.properties.type.enum).toEqual(['changed', 'added', 'display']);
});

describe('what version 2.0.0 does not have yet', () => {
  it('payment_action collection, announced for later, is refused with the name of the field', async () => {
    specifies({ Versioning: 'payment_action collection is announced, not there yet' });
    const body = { amount: 100, payment_methods: ['twint'], purpose: 'x', payment_action: 'collection' };
    const refused = refusal(await started.client.ask('POST', `${api}/Payment/Transactions`, { body }), 500);
    expect(refused.error_details).toContain('payment_action');
  });

  it('POST /Services/UploadIdents, of which only a change is announced, is not there', async () => {
    specifies({ Versioning: 'the announced parameters of UploadIdents: the path is no part of version 2' });
    refusal(await started.client.ask('POST', `${api}/Services/UploadIdents`, { body: {} }), 404);
  });
});

it('iframe_url stands below the address that was asked', async () => {
  specifies({
    Versioning: 'no other iframe address for the sandbox: iframe_url stands below the address of the bridge',
  });
  const { id } = await started.client.create({ basket_info: { sum: 100 } });
  const container = { ...CARD, private: { ...CARD.private, pan: '400000XXXXXX3220', transact_hash: 'test-challenge' } };
  const { iframe_url = '' } = ok(await started.client.post(`/${id}/prepare/creditcard`, { container }));
  expect(iframe_url.startsWith(`${started.bridge.url}/`)).toBe(true);
  expect((await fetch(iframe_url)).status).toBe(200);
});

/** Payment containers over HTTP: what is taken, what is shown, archiving, deleting, other merchants. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { PaymentContainer } from '../../wire/containers.ts';
import type { ErrorBody } from '../../wire/errorBody.ts';
import { demoIds } from '../../world/demoIds.ts';

const CONTAINERS = '/api/v2/Payment/Containers';
const IBAN = 'DE89370400440532013000';
const bank = { type: 'bank_account', private: { iban: IBAN, owner: 'Erika Muster' } };
const token = {
  version: 'EC_v1',
  data: 'b64data',
  signature: 'b64signature',
  header: { ephemeralPublicKey: 'key', publicKeyHash: 'hash', transactionId: 'c0ffee' },
};

let bridge: TestBridge;
let client: Client;
let other: Client;

beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
  other = await bridge.client('other');
});
afterAll(closeAll);

const store = async (input: object) => ok(await client.ask<PaymentContainer>('POST', CONTAINERS, { body: input }));
const read = async (id: string) => ok(await client.ask<PaymentContainer>('GET', `${CONTAINERS}/${id}`));
const refused = async (method: string, path: string, body?: unknown, by = client) => {
  const { status, body: error } = await by.ask<ErrorBody>(method, path, body === undefined ? {} : { body });
  return { status, code: error.code, details: error.error_details };
};
/** A customer without instruments. */
const payer = async () => {
  const address = { street: 'W', street_number: '1', postal_code: '1', city: 'M', country: 'DE' };
  const contact = { forename: 'E', surname: 'M', email: 'e@demo.example', address };
  return ok(await client.ask<{ id: string }>('POST', '/api/v2/Payment/Customers', { body: { contact } })).id;
};

describe('a bank account', () => {
  it('is answered masked, with BIC and bank filled in', async () => {
    specifies({
      Conventions: 'PCT_ and 30 letters or digits name a Payment Container',
      'Payment Container': [
        'the representation is payment.containers with merchant, customer, type, private, public, mandate, created, token_status',
        'type bank_account: private holds the account, public its masked view',
      ],
      Endpoints: 'POST /Payment/Containers: container in, container out',
    });
    const customer = await payer();
    const view = {
      iban: 'DE89XXXXXXXXXXXXXX3000',
      bic: 'COBADEFFXXX',
      owner: 'Erika Muster',
      bankname: 'Commerzbank',
      purpose: null,
    };
    expect(await store({ ...bank, customer: { id: customer }, merchant: { id: demoIds.merchant } })).toEqual({
      object: 'payment.containers',
      id: expect.stringMatching(/^PCT_[A-Z0-9]{30}$/),
      merchant: { object: 'general.merchants', id: demoIds.merchant },
      contract: { object: 'payment.contracts', id: demoIds.paymentContract },
      customer: { object: 'payment.customers', id: customer },
      type: 'bank_account',
      private: view,
      public: view,
      mandate: null,
      created: expect.any(String),
      token_status: { status: 'not requested', created: null, last_modified: null, version: 0 },
    });
  });

  it('is stored once for a customer, in either form of the reference', async () => {
    specifies({ 'Payment Container': 'merchant may be named as {id}, and as merchant_id by older clients' });
    const customer = await payer();
    const first = await store({ ...bank, customer: { id: customer } });
    expect(await store({ ...bank, customer_id: customer, merchant_id: demoIds.merchant })).toEqual(first);
    expect((await store({ ...bank, customer_id: await payer() })).id).not.toBe(first.id);
  });

  it('is stored once however many ask at the same time', async () => {
    const customer = await payer();
    const all = await Promise.all(Array.from({ length: 8 }, () => store({ ...bank, customer_id: customer })));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  });

  it('shows its whole IBAN in no answer, list or log', async () => {
    const { id } = await store({ ...bank, customer_id: await payer() });
    const answers = await Promise.all([
      client.ask('GET', `${CONTAINERS}/${id}`),
      client.ask('GET', `${CONTAINERS}?count=100`),
      client.ask('GET', `${CONTAINERS}?q=${IBAN}`),
    ]);
    for (const { text } of answers) expect(text).not.toContain(IBAN);
    expect(bridge.log.join()).not.toContain(IBAN);
  });

  it.each([
    ['a wrong check digit', { iban: 'DE00370400440532013000' }, 1004, 'private.iban is not a valid IBAN'],
    ['no IBAN', { iban: undefined }, 1004, 'private.iban is not a valid IBAN'],
    ['a wrong BIC', { bic: 'NOBIC' }, 1004, 'private.bic is not a valid BIC'],
    ['no owner', { owner: null }, 1004, 'private.owner is missing'],
    ['a number for an IBAN', { iban: 5 }, 1001, 'private.iban must be text or null, not number of 1 characters'],
    ['an owner that is too long', { owner: 'x'.repeat(201) }, 1001, 'private.owner is longer than 200 characters'],
  ])('is refused for %s', async (_, more, code, details) => {
    expect(await refused('POST', CONTAINERS, { ...bank, private: { ...bank.private, ...more } })).toEqual({
      status: 500,
      code,
      details,
    });
  });
});

describe('applepay', () => {
  it('is taken with its data below token, or below private as older clients do', async () => {
    specifies({
      'Payment Container':
        'type applepay: token with version, data, signature and header with ephemeralPublicKey, publicKeyHash, transactionId',
    });
    const [customer_id, older] = [await payer(), await payer()];
    for (const input of [
      { token, customer_id },
      { private: token, customer_id: older },
    ])
      expect(await store({ type: 'applepay', ...input })).toMatchObject({
        type: 'applepay',
        private: null,
        public: null,
      });
  });

  it('is stored once for a customer', async () => {
    const customer_id = await payer();
    const first = await store({ type: 'applepay', token, customer_id });
    expect((await store({ type: 'applepay', private: token, customer_id })).id).toBe(first.id);
  });

  it.each(['data', 'signature', 'header'])('is refused without %s', async name => {
    const refusal = await refused('POST', CONTAINERS, { type: 'applepay', token: { ...token, [name]: undefined } });
    expect(refusal).toMatchObject({
      status: 500,
      code: 1001,
      details: expect.stringMatching(/^token\.\S+ is missing/),
    });
  });

  it('asks for a network token and tells its status', async () => {
    specifies({
      'Payment Container': 'token_status.status is requested once a network token is asked for',
      'Recurring credit card payments': 'container_instructions.request_token asks the card network for a token',
    });
    const customer_id = await payer();
    const input = { type: 'applepay', token: { ...token, data: 'more' }, customer_id, request_token: true };
    const { id, token_status } = await store({ ...input, notification_url: 'https://shop.example/token' });
    expect(token_status).toMatchObject({ status: 'requested', created: expect.any(String), version: 1 });
    expect(bridge.rows('SELECT id FROM push WHERE query_object = ?', id)).not.toHaveLength(0);
  });
});

it('has a network token that becomes active in the background', async () => {
  const input = { type: 'applepay', token: { ...token, data: 'becomes active' }, request_token: true };
  const { id } = await store(input);
  await until(async () => (await read(id)).token_status.status === 'active');
  expect((await read(id)).token_status).toMatchObject({ version: 2, last_modified: expect.any(String) });
});

it('takes googlepay', async () => {
  const input = { type: 'googlepay', private: { signature: 's', signedMessage: 'm', protocolVersion: 'ECv2' } };
  expect(await store(input)).toMatchObject({ type: 'googlepay', customer: null, private: null });
  expect(await refused('POST', CONTAINERS, { type: 'googlepay', private: { signature: 's' } })).toMatchObject({
    status: 500,
  });
});

describe('input', () => {
  it('is no card: those come in through prepare only', async () => {
    specifies({ 'Payment Container': 'credit_card is taken inside prepare only' });
    const input = { type: 'credit_card', private: { pan: 'XXXXXXXXXXXX1111', transact_hash: 'test-approved' } };
    expect(await refused('POST', CONTAINERS, input)).toEqual({
      status: 500,
      code: 1001,
      details: 'type credit_card is taken inside prepare only, not stored beforehand',
    });
  });

  it.each([
    [{}],
    [{ type: 'cheque' }],
    [{ type: 'paypal' }],
    [{ type: 5 }],
    [{ ...bank, private: [] }],
    [{ ...bank, request_token: 'yes' }],
  ])('is refused: %j', async input => {
    expect(await refused('POST', CONTAINERS, input)).toMatchObject({ status: 500, code: 1001 });
  });

  it.each([
    [{ customer: { id: demoIds.otherPayer } }],
    [{ customer_id: `PCU_${'0'.repeat(30)}` }],
    [{ merchant: { id: demoIds.other } }],
    [{ merchant_id: demoIds.other }],
  ])('does not find what belongs to another merchant or to nobody: %j', async more => {
    expect(await refused('POST', CONTAINERS, { ...bank, ...more })).toMatchObject({ status: 404, code: 3001 });
  });
});

it('keeps nothing of a card in any file, log or answer, whoever sends it by mistake', async () => {
  const alone = await startBridge();
  const till = await alone.client();
  const secrets = [
    '4539578763621486',
    '4539 5787 6362 1486',
    '2031-07',
    'ENCRYPTED-BY-THE-PAGE',
    'SIGNED-BY-THE-PHONE',
  ];
  const [pan, grouped, month, encrypted, signed] = secrets;
  const inputs = [
    { type: 'credit_card', private: { pan, expiration_date: `${month}-31`, transact_container: encrypted } },
    { type: 'bank_account', private: { ...bank.private, owner: grouped, purpose: pan } },
    { type: 'applepay', private: { ...token, data: encrypted } },
    { type: 'applepay', token: { ...token, data: encrypted } },
    { type: 'googlepay', private: { signature: 's', signedMessage: signed } },
  ];
  const answers = await Promise.all(inputs.map(body => till.ask('POST', CONTAINERS, { body })));
  expect(answers.map(({ status }) => status)).toEqual([500, 200, 200, 200, 200]);
  await alone.close();
  const kept = [...filesBelow(alone.data), alone.log.join(), ...answers.map(({ text }) => text)].join('\n');
  expect(kept).toContain('************1486');
  for (const secret of secrets) expect(kept.includes(secret ?? ''), secret).toBe(false);
});

describe('another merchant', () => {
  it.each([
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['PUT', '/archive'],
    ['POST', '/mandate'],
    ['POST', '/Uploadmandate'],
  ])('does not find a container by %s %s', async (method, action) => {
    const bodies: Record<string, unknown> = {
      PUT: {},
      '/mandate': { customer_id: demoIds.otherPayer, type: 'B2B' },
      '/Uploadmandate': { document_id: `DUP_${'0'.repeat(30)}` },
    };
    const refusal = await refused(
      method,
      `${CONTAINERS}/${demoIds.container}${action}`,
      bodies[action] ?? bodies[method],
      other,
    );
    expect(refusal).toMatchObject({ status: 404, code: 3001 });
  });
});

it('lists by customer, type and status of the token', async () => {
  specifies({ Endpoints: 'GET /Payment/Containers: list parameters' });
  const customer = await payer();
  const { id } = await store({ ...bank, customer_id: customer });
  for (const q of [
    `customer.id:${customer}`,
    `customer.id:${customer} AND type:bank_account AND token_status.status:"not requested"`,
  ]) {
    const page = ok(
      await client.ask<{ count: number; data: PaymentContainer[] }>('GET', `${CONTAINERS}?q=${encodeURIComponent(q)}`),
    );
    expect(page).toMatchObject({ count: 1, data: [{ id }] });
  }
});

describe('PUT', () => {
  it('changes what is said of an account, and leaves the account', async () => {
    specifies({ Endpoints: 'PUT /Payment/Containers/{paymentContainerId}' });
    const { id } = await store({ ...bank, customer_id: await payer() });
    const input = { private: { iban: 'DE89XXXXXXXXXXXXXX3000', owner: 'Erika Beispiel', purpose: 'Miete' } };
    const changed = ok(await client.ask<PaymentContainer>('PUT', `${CONTAINERS}/${id}`, { body: input }));
    const view = {
      iban: 'DE89XXXXXXXXXXXXXX3000',
      bic: 'COBADEFFXXX',
      owner: 'Erika Beispiel',
      bankname: 'Commerzbank',
      purpose: 'Miete',
    };
    expect(changed).toMatchObject({ private: view, public: view, updated: expect.any(String) });
    expect(await read(id)).toEqual(changed);
  });

  it('refuses another account', async () => {
    const { id } = await store({ ...bank, customer_id: await payer() });
    const input = { private: { iban: 'DE12500105170648489890' } };
    expect(await refused('PUT', `${CONTAINERS}/${id}`, input)).toMatchObject({ status: 500, code: 1004 });
  });

  it('asks for a network token', async () => {
    const { id } = await store({ type: 'googlepay', private: { signature: 's', signedMessage: 'put' } });
    const input = { request_token: true, notification_url: 'https://shop.example/token' };
    const changed = ok(await client.ask<PaymentContainer>('PUT', `${CONTAINERS}/${id}`, { body: input }));
    expect(changed.token_status.status).toBe('requested');
  });
});

describe('archive', () => {
  it('answers at once and is done in the background', async () => {
    specifies({
      Endpoints: 'PUT /Payment/Containers/{paymentContainerId}/archive',
      'Recurring credit card payments': 'archiving of the network token can be requested',
    });
    const { id } = await store({ type: 'googlepay', private: { signature: 's', signedMessage: 'archive' } });
    expect(ok(await client.ask('PUT', `${CONTAINERS}/${id}/archive`))).toEqual({ result: true });
    expect((await read(id)).token_status.status).toMatch(/^archive(Pending|d)$/);
    await until(async () => (await read(id)).token_status.status === 'archived');
    expect(ok(await client.ask('PUT', `${CONTAINERS}/${id}/archive`))).toEqual({ result: true });
  });

  it('ends the use of a container', async () => {
    const { id } = await store({ ...bank, customer_id: await payer() });
    ok(await client.ask('PUT', `${CONTAINERS}/${id}/archive`));
    expect(await refused('PUT', `${CONTAINERS}/${id}`, {})).toMatchObject({ status: 405, code: 1032 });
  });
});

describe('DELETE', () => {
  it('answers a list and removes a container nothing was paid with', async () => {
    specifies({ Endpoints: 'DELETE /Payment/Containers/{paymentContainerId} answers a list' });
    const container = await store({ ...bank, customer_id: await payer() });
    expect(ok(await client.ask('DELETE', `${CONTAINERS}/${container.id}`))).toEqual([container]);
    expect(await refused('GET', `${CONTAINERS}/${container.id}`)).toMatchObject({ status: 404 });
  });

  it('leaves of a container that was paid with its id alone, and its customer may then be forgotten', async () => {
    const customer = await payer();
    const { id } = await store({ ...bank, customer_id: customer });
    const sale = await client.create({ basket_info: { sum: 1200, currency: 'EUR' }, customer: { id: customer } });
    ok(await client.post(`/${sale.id}/start/debit`, { container: { id } }));
    ok(await client.ask('DELETE', `${CONTAINERS}/${id}`));
    expect(await read(id)).toMatchObject({ id, customer: null, private: null, public: null });
    expect(bridge.rows('SELECT 1 FROM payment_container WHERE id = ? AND instr(inner, ?)', id, IBAN)).toEqual([]);
    expect((await client.post(`/${sale.id}/cancel`)).status).toBe(200);
    ok(await client.ask('DELETE', `/api/v2/Payment/Customers/${customer}`));
    const forgotten = ok(await client.ask<{ contact: object }>('GET', `/api/v2/Payment/Customers/${customer}`));
    expect(forgotten.contact).toEqual({ address: {} });
  });

  it('is refused while a network token lives', async () => {
    const input = { type: 'googlepay', private: { signature: 's', signedMessage: 'delete' }, request_token: true };
    const { id } = await store(input);
    expect(await refused('DELETE', `${CONTAINERS}/${id}`)).toMatchObject({ status: 405, code: 1241 });
  });
});

describe('validateSingleIban', () => {
  const check = async (body: object) => ok(await client.ask('POST', `${CONTAINERS}/me/validateSingleIban`, { body }));

  it('tells the bank of a valid IBAN', async () => {
    specifies({ Endpoints: 'POST /Payment/Containers/me/validateSingleIban' });
    const answer = { id: 7, valid: true, iban: IBAN, bic: 'COBADEFFXXX', bankname: 'Commerzbank' };
    expect(await check({ id: 7, iban: 'de89 3704 0044 0532 0130 00' })).toEqual(answer);
    expect(await check({ id: '7', iban: IBAN })).toEqual(answer);
  });

  it('says of a wrong one that it is wrong', async () => {
    expect(await check({ iban: 'DE00' })).toEqual({ id: null, valid: false, iban: 'DE00', bic: null, bankname: null });
  });

  it('is refused without an IBAN', async () => {
    expect(await refused('POST', `${CONTAINERS}/me/validateSingleIban`, { id: 1 })).toMatchObject({
      status: 500,
      code: 1001,
    });
  });
});

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
}

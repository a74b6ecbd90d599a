import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { GeneralContract } from '../../wire/agreements.ts';
import { demoIds } from '../../world/demoIds.ts';

const path = '/api/v2/General/Contracts';
const own = `${path}/${demoIds.contract}`;
const account = { iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX', owner: 'Demo', bankname: 'Bank' };

let bridge: TestBridge;
let demo: Client;
let other: Client;

beforeAll(async () => {
  bridge = await startBridge();
  [demo, other] = [await bridge.client(), await bridge.client('other')];
});
afterAll(closeAll);

const get = async <T>(url: string) => ok(await demo.ask<T>('GET', url));
const send = (method: string, url: string, body?: unknown) =>
  demo.ask<GeneralContract>(method, url, body === undefined ? {} : { body });

describe('General Contracts', () => {
  it('are listed with their fields', async () => {
    specifies({
      'General Contract and Payment Contract': [
        'general.contracts: object and id GCR_',
        'id_old',
        'approved (boolean)',
        'created',
        'parent',
        'merchant (MRC_)',
        'pay_in_advance_account',
        'pay_in_account',
        'paypal_configuration',
        'easycredit_configuration',
        'checkout_configuration',
        'payment_link_options',
      ],
    });
    const { count, data } = await get<{ count: number; data: GeneralContract[] }>(path);
    expect(count).toBe(1);
    expect(data[0]).toMatchObject({
      object: 'general.contracts',
      id: demoIds.contract,
      id_old: 1,
      approved: true,
      parent: null,
      merchant: { object: 'general.merchants', id: demoIds.merchant },
      contract: { object: 'payment.contracts', id: demoIds.paymentContract },
      pay_in_advance_account: null,
      pay_in_account: null,
      paypal_configuration: null,
      easycredit_configuration: null,
      checkout_configuration: { notifications: { merchant_order_mail: true, customer_order_mail: true } },
      payment_link_options: { background: { enabled: false, image_url: null } },
    });
  });

  it('are read by id and as me', async () => {
    specifies({
      'Endpoints: General Contracts': 'GET /General/Contracts and GET /General/Contracts/{generalContractId}',
    });
    expect(await get<GeneralContract>(`${path}/me`)).toEqual(await get<GeneralContract>(own));
  });

  it('of another merchant do not exist, whatever is asked', async () => {
    specifies({ 'General Contract and Payment Contract': 'one merchant does not see the contracts of another' });
    for (const [method, url, body] of [
      ['GET', own, undefined],
      ['PUT', own, {}],
      ['PATCH', own, {}],
      ['POST', `${own}/savePaymentLinkConfiguration`, { background: {} }],
      ['GET', `${own}/IframeOptions`, undefined],
      ['GET', `${own}/AvailableCurrencies`, undefined],
      ['POST', `${own}/updateBankAccount`, account],
      ['POST', `${own}/terminate`, undefined],
      ['POST', `${own}/revokeAccrual`, undefined],
      ['POST', `${own}/getAvailablePaymentMethods`, { currency: 'EUR', is_demo: false }],
      ['GET', `${own}/ThirdPartyConfiguration`, undefined],
      ['DELETE', `${own}/ThirdPartyConfiguration`, undefined],
      ['GET', `${own}/transferBalance`, undefined],
    ] as const)
      expect((await other.ask(method, url, body === undefined ? {} : { body })).status, `${method} ${url}`).toBe(404);
  });

  it('are changed by managers and integrators, not by a cashier', async () => {
    const [cashier, manager] = [await bridge.staff('cashier'), await bridge.staff('manager')];
    expect((await cashier.ask('POST', `${own}/updateBankAccount`, { body: account })).status).toBe(404);
    expect((await cashier.ask('POST', `${own}/terminate`)).status).toBe(404);
    expect((await manager.ask('POST', `${own}/updateBankAccount`, { body: account })).status).toBe(200);
    const body = { currency: 'EUR', is_demo: false };
    expect((await cashier.ask('POST', `${own}/getAvailablePaymentMethods`, { body })).status).toBe(200);
  });
});

describe('the checkout configuration', () => {
  const notifications = async () => (await get<GeneralContract>(own)).checkout_configuration.notifications;
  const of = (names: object) => ({ checkout_configuration: { notifications: names } });

  it('PATCH changes what it names and PUT sets everything', async () => {
    specifies({ 'Endpoints: General Contracts': 'PUT and PATCH /General/Contracts/{generalContractId}' });
    ok(await send('PATCH', own, of({ merchant_order_mail: false })));
    expect(await notifications()).toEqual({ merchant_order_mail: false, customer_order_mail: true });
    ok(await send('PATCH', own, of({ customer_order_mail: false })));
    expect(await notifications()).toEqual({ merchant_order_mail: false, customer_order_mail: false });
    const put = ok(await send('PUT', own, of({ customer_order_mail: false })));
    expect(put.checkout_configuration.notifications).toEqual({ merchant_order_mail: true, customer_order_mail: false });
    expect(put.updated).toBeDefined();
  });

  it('refuses what is no boolean', async () => {
    expect((await send('PATCH', own, of({ merchant_order_mail: 'often' }))).status).toBe(500);
    expect((await send('PUT', own, [])).status).toBe(500);
  });
});

describe('savePaymentLinkConfiguration', () => {
  it('answers the updated contract', async () => {
    specifies({
      'Endpoints: General Contracts':
        'POST /General/Contracts/{generalContractId}/savePaymentLinkConfiguration: {background}, updated General Contract',
    });
    const background = { enabled: true, image_url: 'https://shop.example/background.png' };
    const answer = ok(await send('POST', `${own}/savePaymentLinkConfiguration`, { background }));
    expect(answer.payment_link_options).toEqual({ background });
    expect(await get<GeneralContract>(own)).toEqual(answer);
  });

  it('wants a background', async () => {
    expect((await send('POST', `${own}/savePaymentLinkConfiguration`, {})).status).toBe(500);
    expect((await send('POST', `${own}/savePaymentLinkConfiguration`, { background: 'blue' })).status).toBe(500);
  });
});

describe('what a contract offers', () => {
  it('IframeOptions has every field', async () => {
    specifies({
      'General Contract and Payment Contract': [
        'Iframe options: payment_hint_title',
        'Iframe options: project_title',
        'Iframe options: project_logo',
        'Iframe options: submit_button_title',
        'Iframe options: primary_colour',
        'Iframe options: language',
        'Iframe options: basket_title',
        'Iframe options: is_basket_shown',
        'Iframe options: language_formality',
        'Iframe options: payment_config',
      ],
      'Endpoints: General Contracts': 'GET /General/Contracts/{generalContractId}/IframeOptions',
    });
    expect(await get(`${own}/IframeOptions`)).toEqual({
      payment_hint_title: null,
      project_title: 'Demo-Café & Markt',
      project_logo: null,
      submit_button_title: null,
      primary_colour: null,
      language: 'de_DE',
      basket_title: null,
      is_basket_shown: true,
      language_formality: 'formal',
      payment_config: { Googlepay: {}, Applepay: {} },
    });
  });

  it('AvailableCurrencies is an array of currency codes', async () => {
    specifies({
      'Endpoints: General Contracts':
        'GET /General/Contracts/{generalContractId}/AvailableCurrencies: array of currency codes',
    });
    expect(await get(`${own}/AvailableCurrencies`)).toEqual(['EUR', 'CHF', 'GBP', 'USD']);
  });

  it('getAvailablePaymentMethods answers the methods for a currency', async () => {
    specifies({
      'Endpoints: General Contracts': 'POST /General/Contracts/{generalContractId}/getAvailablePaymentMethods',
    });
    const methods = async (currency: string) =>
      ok(await demo.ask('POST', `${own}/getAvailablePaymentMethods`, { body: { currency, is_demo: true } }));
    expect(await methods('CHF')).toEqual(['creditcard', 'paypal', 'sofort', 'twint']);
    expect(await methods('EUR')).toContain('debit');
    expect(await methods('JPY')).toEqual([]);
  });

  it('getAvailablePaymentMethods for a Smart Transaction leaves what that allows', async () => {
    const { id } = await demo.create({ payment_context: { payment_methods: ['debit', 'invoice', 'barter'] } });
    const body = { currency: 'EUR', is_demo: false };
    const url = `${own}/getAvailablePaymentMethods`;
    expect(ok(await demo.ask('POST', `${url}/${id}`, { body }))).toEqual(['debit', 'invoice']);
    expect((await demo.ask('POST', `${url}/STX_${'0'.repeat(30)}`, { body })).status).toBe(404);
  });

  it.each([
    [{}],
    [{ currency: 'EUR' }],
    [{ is_demo: false }],
    [{ currency: 'eur', is_demo: true }],
    [{ currency: 'EUR', is_demo: 'perhaps' }],
  ])('getAvailablePaymentMethods refuses %j', async body => {
    expect((await demo.ask('POST', `${own}/getAvailablePaymentMethods`, { body })).status).toBe(500);
  });

  it('transferBalance has an amount for every currency', async () => {
    expect(await get(`${path}/me/transferBalance`)).toEqual({
      id: demoIds.contract,
      balances: { EUR: expect.any(Number), CHF: 0, GBP: 0, USD: 0 },
    });
  });
});

describe('updateBankAccount', () => {
  it('answers {result: true} and keeps the account to itself', async () => {
    specifies({
      'General Contract and Payment Contract': 'bank details: iban, bic, owner, bankname, nullable',
      'Endpoints: General Contracts':
        'POST /General/Contracts/{generalContractId}/updateBankAccount: bank details, {result}',
    });
    expect(ok(await send('POST', `${path}/me/updateBankAccount`, account))).toEqual({ result: true });
    const [row] = bridge.rows<{ inner: string }>(`SELECT inner FROM general_contract WHERE id = '${demoIds.contract}'`);
    expect(JSON.parse(row?.inner ?? '').account).toEqual({ ...account, iban: expect.stringMatching(/^sealed1\./) });
    expect(JSON.stringify(await get(own))).not.toContain('0532013000');
  });

  it.each([
    [{ ...account, iban: 'DE89 3704 0044 0532 0130 01' }, 1004],
    [{ ...account, bic: 'NOBANK' }, 1004],
    [{ ...account, iban: 12 }, 1001],
    [{ ...account, owner: 'x'.repeat(201) }, 1001],
    [{ bic: 'COBADEFFXXX' }, 1001],
    [{ ...account, verification_document: 'DUP_1' }, 1001],
  ])('refuses %j', async (body, code) => {
    specifies({ 'Endpoints: General Contracts': 'updateBankAccount: wrong bank details are refused' });
    const answer = await demo.ask<{ code: number }>('POST', `${own}/updateBankAccount`, { body });
    expect([answer.status, answer.body.code]).toEqual([500, code]);
  });

  it('knows no document that was not uploaded', async () => {
    const body = { ...account, verification_document: `DUP_${'0'.repeat(30)}` };
    expect((await send('POST', `${own}/updateBankAccount`, body)).status).toBe(404);
  });
});

describe('ThirdPartyConfiguration', () => {
  const url = `${own}/ThirdPartyConfiguration`;
  const paypal_configuration = { live: { client_id: 'live-1' }, sandbox: { client_id: 'test-1' } };

  it('is set, changed and removed; secrets are not kept', async () => {
    specifies({
      'Endpoints: General Contracts':
        'GET, POST, PUT, PATCH and DELETE /General/Contracts/{generalContractId}/ThirdPartyConfiguration',
    });
    const secret = { live: { client_id: 'live-1', client_secret: 'hush' }, sandbox: { client_id: 'test-1' } };
    expect(ok(await send('POST', url, { paypal_configuration: secret }))).toEqual({
      paypal_configuration,
      easycredit_configuration: null,
    });
    const easycredit_configuration = { live: null, sandbox: { client_id: 'test-2' } };
    ok(await send('PATCH', url, { easycredit_configuration: { sandbox: { client_id: 'test-2' } } }));
    expect(await get(url)).toEqual({ paypal_configuration, easycredit_configuration });
    expect(await get(own)).toMatchObject({ paypal_configuration, easycredit_configuration });
    ok(await send('PUT', url, { easycredit_configuration }));
    expect(await get(url)).toEqual({ paypal_configuration: null, easycredit_configuration });
    expect(ok(await send('DELETE', url))).toEqual([{ paypal_configuration: null, easycredit_configuration }]);
    expect(await get(url)).toEqual({ paypal_configuration: null, easycredit_configuration: null });
    expect(bridge.rows("SELECT 1 FROM general_contract WHERE document || inner LIKE '%hush%'")).toEqual([]);
  });

  it('refuses what is no configuration', async () => {
    expect((await send('POST', url, { paypal_configuration: 'mine' })).status).toBe(500);
    expect((await send('POST', url, { paypal_configuration: { live: { client_id: 'x'.repeat(301) } } })).status).toBe(
      500,
    );
  });
});

describe('terminate', () => {
  it('ends a contract: it can be read and nothing more, and the last one takes the whole API with it', async () => {
    specifies({
      'Endpoints: General Contracts': 'POST /General/Contracts/{generalContractId}/terminate: {result}',
      Errors: 'HTTP 403: no contract any more, once the last one is terminated',
    });
    const mine = await startBridge();
    const client = await mine.client();
    expect(ok(await client.ask('POST', `${path}/me/terminate`))).toEqual({ result: true });
    expect((await client.ask('GET', path)).status).toBe(403);
    expect(mine.rows(`SELECT 1 FROM general_contract WHERE document ->> 'terminated' IS NOT NULL`)).toHaveLength(1);
    expect((await mine.client('other').then(one => one.ask('GET', path))).status).toBe(200);
  });

  it('of one contract of several leaves the others', async () => {
    const mine = await startBridge();
    const client = await mine.client();
    const clone = `/api/v2/Payment/Contracts/me/clone`;
    const { id } = ok(await client.ask<GeneralContract>('POST', clone, { body: { project: 'second' } }));
    ok(await client.ask('POST', `${path}/${demoIds.contract}/terminate`));
    expect(ok(await client.ask<GeneralContract>('GET', `${path}/me`)).id).toBe(id);
    expect(ok(await client.ask<GeneralContract>('GET', own)).terminated).toBeDefined();
    for (const action of ['terminate', 'revokeAccrual'])
      expect((await client.ask('POST', `${own}/${action}`)).status).toBe(405);
    expect((await client.ask('PATCH', own, { body: {} })).status).toBe(405);
    expect((await client.ask('GET', `${own}/AvailableCurrencies`)).status).toBe(405);
  });
});

describe('revokeAccrual', () => {
  it('answers 202, and the promise survives a restart until it is kept', async () => {
    const mine = await startBridge();
    const client = await mine.client();
    const answer = await client.ask('POST', `${path}/me/revokeAccrual`);
    expect([answer.status, answer.body]).toEqual([202, { result: true }]);
    const copy = await mine.crashCopy();
    await until(() => copy.rows('SELECT 1 FROM contract_job').length === 0);
  });
});

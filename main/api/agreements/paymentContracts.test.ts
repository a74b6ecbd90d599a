import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { GeneralContract, IdentRequest, NewContract, PaymentContract } from '../../wire/agreements.ts';
import { demoIds } from '../../world/demoIds.ts';

const path = '/api/v2/Payment/Contracts';
const own = `${path}/${demoIds.paymentContract}`;
const contact = { forename: 'Ada', surname: 'Muster', email: 'ada@shop.example' };
const account = { iban: 'DE89370400440532013000', bic: null, owner: 'Demo', bankname: null };

let bridge: TestBridge;
let demo: Client;
let other: Client;

beforeAll(async () => {
  bridge = await startBridge();
  [demo, other] = [await bridge.client(), await bridge.client('other')];
});
afterAll(closeAll);

const general = async (id: string) => ok(await demo.ask<GeneralContract>('GET', `/api/v2/General/Contracts/${id}`));
const clone = (body: object, id = demoIds.paymentContract) =>
  demo.ask<NewContract>('POST', `${path}/${id}/clone`, { body });
const requestId = (body: object) => demo.ask<NewContract>('POST', `${own}/requestId`, { body });

describe('deprecated Payment Contract operations', () => {
  it('list and read answer with a Deprecation header', async () => {
    specifies({
      'Endpoints: Payment Contracts': [
        'GET /Payment/Contracts (deprecated): list parameters, {count, data}',
        'GET /Payment/Contracts/{paymentContractId} (deprecated): expand, contract',
      ],
    });
    const list = await demo.ask<{ count: number; data: PaymentContract[] }>('GET', path);
    expect(list.headers.get('deprecation')).toBe('@1795478400');
    expect(ok(list).data.map(({ id }) => id)).toEqual([demoIds.paymentContract]);
    const one = await demo.ask<PaymentContract>('GET', own);
    expect(one.headers.get('deprecation')).toBe('@1795478400');
    expect(ok(one)).toMatchObject({
      object: 'payment.contracts',
      contract: { object: 'general.contracts', id: demoIds.contract },
      parent: null,
      approved: true,
      pay_in_account: null,
    });
  });

  it('a Payment Contract is read by PCR_, by GCR_ and as me', async () => {
    specifies({ 'General Contract and Payment Contract': 'addressed by PCR_ or GCR_' });
    const expected = ok(await demo.ask('GET', own));
    expect(ok(await demo.ask('GET', `${path}/${demoIds.contract}`))).toEqual(expected);
    expect(ok(await demo.ask('GET', `${path}/me`))).toEqual(expected);
  });

  it('paymentMethods is an array of strings', async () => {
    specifies({
      'Endpoints: Payment Contracts':
        'GET /Payment/Contracts/{paymentContractId}/paymentMethods (deprecated): array of strings',
    });
    const answer = await demo.ask('GET', `${own}/paymentMethods`);
    expect(answer.headers.get('deprecation')).toBe('@1795478400');
    expect(ok(answer)).toContain('creditcard');
    expect(ok(await other.ask('GET', `${path}/me/paymentMethods`))).toEqual(['creditcard', 'debit', 'prepaid']);
  });

  it('revokeAccrual answers 202', async () => {
    specifies({ Errors: 'HTTP 202: revoke accrual accepted, done in the background' });
    const answer = await demo.ask('POST', `${own}/revokeAccrual`);
    expect([answer.status, answer.headers.get('deprecation')]).toEqual([202, '@1795478400']);
  });

  it('updateBankAccount answers {result} and checks the IBAN', async () => {
    specifies({
      'Endpoints: Payment Contracts':
        'POST /Payment/Contracts/{paymentContractId}/updateBankAccount (deprecated): bank details, {result}',
    });
    const answer = await demo.ask('POST', `${own}/updateBankAccount`, { body: account });
    expect([ok(answer), answer.headers.get('deprecation')]).toEqual([{ result: true }, '@1795478400']);
    const wrong = { ...account, iban: 'DE00370400440532013000' };
    expect((await demo.ask('POST', `${own}/updateBankAccount`, { body: wrong })).status).toBe(500);
  });

  it('are described as deprecated, clone and requestId are not', async () => {
    specifies({
      Versioning:
        'operations marked deprecated: Payment Contracts list, read, paymentMethods, revokeAccrual, updateBankAccount',
    });
    const { body } = await bridge.ask<{ paths: Record<string, Record<string, { deprecated?: boolean }>> }>(
      'GET',
      '/docs/json',
    );
    const deprecated = Object.entries(body.paths).flatMap(([url, operations]) =>
      url.startsWith(path)
        ? Object.entries(operations).map(([method, { deprecated: is }]) => `${method} ${url} ${is === true}`)
        : [],
    );
    expect(deprecated.toSorted()).toEqual([
      `get ${path} true`,
      `get ${path}/{id} true`,
      `get ${path}/{id}/paymentMethods true`,
      `post ${path}/{id}/clone false`,
      `post ${path}/{id}/requestId false`,
      `post ${path}/{id}/revokeAccrual true`,
      `post ${path}/{id}/updateBankAccount true`,
    ]);
  });

  it('of another merchant do not exist', async () => {
    expect((await other.ask('GET', own)).status).toBe(404);
    expect((await other.ask('GET', `${own}/paymentMethods`)).status).toBe(404);
    expect((await other.ask('POST', `${own}/revokeAccrual`)).status).toBe(404);
    expect((await other.ask('POST', `${own}/clone`, { body: { project: 'theirs' } })).status).toBe(404);
    expect((await other.ask('POST', `${own}/requestId`, { body: { project: 'theirs', contact } })).status).toBe(404);
  });
});

describe('clone', () => {
  it('answers a new General Contract, approved at once, with its apikey', async () => {
    specifies({
      'Endpoints: Payment Contracts':
        'POST /Payment/Contracts/{paymentContractId}/clone: contract_id, project, payment_data, payin_account; new General Contract with apikey, without identification',
    });
    const contract = ok(
      await clone({ contract_id: demoIds.contract, project: 'Sommerfest', payment_data: account, payin_account: true }),
    );
    expect(contract).toMatchObject({
      object: 'general.contracts',
      project: 'Sommerfest',
      approved: true,
      parent: { object: 'general.contracts', id: demoIds.contract },
      payin_account: true,
    });
    expect(contract.pay_in_advance_account?.iban).toMatch(/^DE\d{20}$/);
    expect(contract.apikey).toMatch(/^[0-9a-f]{32}$/);
  });

  it('tells the apikey once and keeps its hash only', async () => {
    specifies({ 'General Contract and Payment Contract': 'apikey, a secret, returned on clone' });
    const { id, apikey } = ok(await clone({ project: 'Herbstfest' }));
    expect(await general(id)).not.toHaveProperty('apikey');
    const rows = bridge.rows<{ inner: string }>(`SELECT inner || document AS inner FROM general_contract`);
    expect(rows.some(({ inner }) => inner.includes(apikey))).toBe(false);
  });

  it('gives the contract a Payment Contract of its own', async () => {
    const { id, contract } = ok(await clone({ project: 'Winterfest' }));
    expect(ok(await demo.ask('GET', `${path}/${contract.id}`))).toMatchObject({ contract: { id } });
  });

  it('wants a project that is not taken, whatever its case', async () => {
    specifies({ 'Endpoints: Payment Contracts': 'clone: project is unique' });
    ok(await clone({ project: 'Frühlingsfest' }));
    const again = await clone({ project: 'FRÜHLINGSFEST' });
    expect([again.status, (again.body as unknown as { error: string }).error]).toEqual([
      500,
      'ProductDuplicateException',
    ]);
    expect(ok(await other.ask('POST', `${path}/me/clone`, { body: { project: 'Frühlingsfest' } }))).toBeDefined();
  });

  it('makes the project searchable', async () => {
    specifies({ Versioning: 'the project name stored by requestId is searchable' });
    const { id } = ok(await clone({ project: 'Projekt Neptun' }));
    const found = ok(
      await demo.ask<{ data: GeneralContract[] }>(
        'GET',
        `/api/v2/General/Contracts?q=${encodeURIComponent('project:"projekt neptun"')}`,
      ),
    );
    expect(found.data.map(contract => contract.id)).toEqual([id]);
    const made = ok(await requestId({ project: 'Projekt Uranus', contact }));
    const here = `${path}?q=${encodeURIComponent('project:"projekt uranus"')}`;
    expect(ok(await demo.ask<{ data: PaymentContract[] }>('GET', here)).data).toMatchObject([
      { project: 'Projekt Uranus', contract: { id: made.id } },
    ]);
  });

  it.each([
    [{}],
    [{ project: '' }],
    [{ project: 'x'.repeat(101) }],
    [{ project: 7 }],
    [{ project: 'a', payment_data: { iban: 'nonsense' } }],
    [{ project: 'a', payment_data: 'nonsense' }],
    [{ project: 'a', payin_account: 'yes' }],
    [{ project: 'a', url_push: 'ftp://shop.example' }],
  ])('refuses %j', async body => {
    expect((await clone(body)).status).toBe(500);
  });

  it('knows no parent of another merchant', async () => {
    specifies({ 'Endpoints: Payment Contracts': 'clone: the parent is a contract of the merchant' });
    expect((await clone({ project: 'b', contract_id: demoIds.otherContract })).status).toBe(404);
    expect((await clone({ project: 'b' }, `PCR_${'0'.repeat(30)}`)).status).toBe(404);
  });
});

describe('requestId', () => {
  const everything = {
    contract_id: demoIds.contract,
    contact,
    payout_account: account,
    payment_data: account,
    iframe_opts: { show_basket: false, basket_title: 'Korb', submit_button_title: 'Los', cession: 'personal' },
    payin_account: true,
    create_first_store: true,
    store_name: 'Neuer Laden',
    payout_purpose: "Auszahlung 1.,+-:?()/'",
    additional_data: { create_card: { app_language: 'de', card_type: 'base', identifier: '1' } },
    notes: 'Notiz',
    invoice_reference: 'R-1',
    tid: '60001111',
    merchant_category: '2',
    account_statement_text: 'DEMO SHOP',
    merchant_id: demoIds.merchant,
    pricing: [{ product_id: 16, disagio: 1.5, disagio_min: 10, fix: 5 }],
    funding_threshold: 100_000,
    project_url: 'https://shop.example/project',
    event_details: { event_date: '2026-12-24', event_description: 'Markt' },
  };

  it('answers the new contract with all that belongs to it', async () => {
    specifies({
      'Endpoints: Payment Contracts': [
        'POST /Payment/Contracts/{paymentContractId}/requestId: every field, new contract',
        'requestId: create_first_store and store_name make a store',
        'requestId: iframe_opts',
      ],
    });
    const contract = ok(await requestId({ ...everything, project: 'Alles' }));
    expect(contract).toMatchObject({
      object: 'general.contracts',
      approved: false,
      merchant: { id: demoIds.merchant },
      contract: { object: 'payment.contracts' },
      store: { object: 'general.stores' },
      payin_account: true,
      project: 'Alles',
      event_details: { event_date: '2026-12-24', event_description: 'Markt' },
    });
    expect(contract.apikey).toMatch(/^[0-9a-f]{32}$/);
    const store = ok(await demo.ask<{ name: string }>('GET', `/api/v2/General/Stores/${contract.store?.id}`));
    expect(store.name).toBe('Neuer Laden');
    const iframe = ok(await demo.ask('GET', `/api/v2/General/Contracts/${contract.id}/IframeOptions`));
    expect(iframe).toMatchObject({
      project_title: 'Alles',
      basket_title: 'Korb',
      submit_button_title: 'Los',
      is_basket_shown: false,
      language_formality: 'personal',
    });
  });

  it('starts an identification, which approves the contract when it ends, and pushes say so', async () => {
    specifies({
      'Endpoints: Payment Contracts': 'requestId: starts identification for new merchants',
      Events: 'activation of contracted merchants or projects',
    });
    const mine = await startBridge();
    const client = await mine.client();
    const body = { project: 'Neu', contact, url_push: 'https://shop.example/push' };
    const contract = ok(await client.ask<NewContract>('POST', `${own}/requestId`, { body }));
    const url = '/api/v2/Services/Identrequests';
    const [request] = ok(await client.ask<{ data: IdentRequest[] }>('GET', url)).data;
    expect(request).toMatchObject({ status: 'requested', contract: { id: contract.id }, contact });
    expect(ok(await client.ask('GET', `${url}/${request?.id}`))).toEqual(request);
    mine.clock.pass(60_000);
    const approved = await until(async () => {
      const now = ok(await client.ask<GeneralContract>('GET', `/api/v2/General/Contracts/${contract.id}`));
      return now.approved ? now : null;
    });
    expect(ok(await client.ask<PaymentContract>('GET', `${path}/${approved.contract.id}`)).approved).toBe(true);
    expect(
      mine.rows(
        "SELECT document ->> 'target' AS target, document ->> 'type' AS type, query_object AS object FROM push ORDER BY number",
      ),
    ).toEqual([
      { target: 'services.identrequests', type: 'added', object: request?.id },
      { target: 'services.identrequests', type: 'changed', object: request?.id },
      { target: 'general.contracts', type: 'changed', object: contract.id },
    ]);
    const known = { project: 'Noch eins', contact, identrequest: request?.id };
    expect(ok(await client.ask<NewContract>('POST', `${own}/requestId`, { body: known })).approved).toBe(true);
  });

  it('takes a signed contract that was uploaded', async () => {
    specifies({ 'Endpoints: Payment Contracts': 'requestId: signed_contract (DUP_)' });
    const upload = { content: Buffer.from('%PDF-1.4 signed').toString('base64') };
    const { id } = ok(await demo.ask<{ id: string }>('POST', '/api/v2/Document/Uploads', { body: upload }));
    expect(ok(await requestId({ project: 'Unterschrieben', contact, signed_contract: id })).project).toBe(
      'Unterschrieben',
    );
  });

  it.each([
    [{ contact: undefined }],
    [{ contact: {} }],
    [{ contact: { ...contact, email: 'nobody' } }],
    [{ project: undefined }],
    [{ payout_purpose: 'Miete & Strom' }],
    [{ payout_purpose: 'x'.repeat(141) }],
    [{ payout_account: { iban: 'DE1' } }],
    [{ merchant_category: 4711 }],
    [{ merchant_category: 'food' }],
    [{ identrequest: 'SIR_1' }],
    [{ signed_contract: 'DUP_1' }],
    [{ account_statement_text: 'x'.repeat(23) }],
    [{ account_statement_text: 'Ä' }],
    [{ create_first_store: 'yes' }],
    [{ additional_data: 'x' }],
    [{ iframe_opts: { cession: 'casual' } }],
    [{ tid: 'x'.repeat(51) }],
    [{ notes: 'x'.repeat(1001) }],
    [{ pricing: [{ disagio: 'much' }] }],
  ])('refuses %j', async change => {
    specifies({
      'Endpoints: Payment Contracts': [
        'requestId: payout_purpose allows digits, letters, space and . , + - : ? ( ) / and apostrophe',
        'requestId: merchant_category is an integer of the list',
        'requestId: account_statement_text',
      ],
    });
    expect((await requestId({ project: 'Falsch', contact, ...change })).status).toBe(500);
  });

  it.each([
    [{ contract_id: demoIds.otherContract }],
    [{ merchant_id: demoIds.other }],
    [{ identrequest: `SIR_${'0'.repeat(30)}` }],
    [{ signed_contract: `DUP_${'0'.repeat(30)}` }],
  ])('does not know %j', async change => {
    specifies({ 'Endpoints: Payment Contracts': 'requestId: identrequest (SIR_)' });
    expect((await requestId({ project: 'Fremd', contact, ...change })).status).toBe(404);
  });

  it('is not for cashiers', async () => {
    const cashier = await bridge.staff('cashier');
    expect((await cashier.ask('POST', `${own}/requestId`, { body: { project: 'x', contact } })).status).toBe(404);
  });
});

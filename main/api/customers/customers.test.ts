/** Payment customers over HTTP: rules of the contact, lists, other merchants, forgetting. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { PaymentCustomer } from '../../wire/customers.ts';
import type { ErrorBody } from '../../wire/errorBody.ts';
import { demoIds } from '../../world/demoIds.ts';

const CUSTOMERS = '/api/v2/Payment/Customers';
const address = { street: 'Musterweg', street_number: '7', postal_code: '12345', city: 'Musterstadt', country: 'DE' };
const person = { forename: 'Erika', surname: 'Muster', email: 'erika@demo.example', address };

let bridge: TestBridge;
let client: Client;
let other: Client;

beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
  other = await bridge.client('other');
});
afterAll(closeAll);

const store = async (more: object = {}) =>
  ok(await client.ask<PaymentCustomer>('POST', CUSTOMERS, { body: { contact: { ...person, ...more } } }));
const refused = async (method: string, path: string, body?: unknown, by = client) => {
  const { status, body: error } = await by.ask<ErrorBody>(method, path, body === undefined ? {} : { body });
  return { status, code: error.code, error: error.error, details: error.error_details };
};

describe('a stored customer', () => {
  it('is answered with its references, name and the forms of the specification', async () => {
    specifies({
      Conventions: 'PCU_ and 30 letters or digits name a Payment Customer',
      'Payment Customer': [
        'the representation is payment.customers with object, id, contract, merchant, contact, created',
        'salutation, for example Ms, is kept',
        'title is kept',
        'birthplace is kept',
        'address.type is optional',
      ],
      Endpoints: 'POST /Payment/Customers: contact in, customer out',
      Versioning:
        'what is announced for POST /Payment/Customers and /Payment/Containers is inside: they answer as before',
    });
    const contact = {
      ...person,
      salutation: 'Frau',
      title: 'Dr.',
      gender: 'f',
      phone: '030 123 45 67',
      mobile: '+49 171 1234567',
      fax: '+49 30 1234568',
      dob: '1985-04-12',
      url_website: 'https://demo.example',
      birthplace: 'Musterstadt',
      nationality: 'DE',
    };
    const customer = await store(contact);
    expect(customer).toEqual({
      object: 'payment.customers',
      id: expect.stringMatching(/^PCU_[A-Z0-9]{30}$/),
      contract: { object: 'payment.contracts', id: demoIds.paymentContract },
      merchant: { object: 'general.merchants', id: demoIds.merchant },
      contact: {
        ...contact,
        name: 'Erika Muster',
        dob: '1985-04-12T00:00:00+00:00',
        address: { ...address, country: 'Germany' },
      },
      created: expect.any(String),
    });
  });

  it('is read as the very text of its answer', async () => {
    specifies({ Endpoints: 'GET /Payment/Customers/{paymentCustomerId}: the customer' });
    const stored = await client.ask('POST', CUSTOMERS, { body: { contact: person } });
    const { id } = stored.body as unknown as PaymentCustomer;
    expect((await client.ask('GET', `${CUSTOMERS}/${id}`)).text).toBe(stored.text);
  });

  it('has updated only after an update, which replaces the contact', async () => {
    specifies({ 'Payment Customer': 'updated is there only after an update' });
    const { id, updated } = await store({ title: 'Dr.' });
    expect(updated).toBeUndefined();
    const contact = { ...person, surname: 'Beispiel' };
    const changed = ok(await client.ask<PaymentCustomer>('PUT', `${CUSTOMERS}/${id}`, { body: { contact } }));
    expect(changed.updated).toEqual(expect.any(String));
    expect(changed.contact.name).toBe('Erika Beispiel');
    expect(changed.contact).not.toHaveProperty('title');
    expect(ok(await client.ask<PaymentCustomer>('GET', `${CUSTOMERS}/${id}`))).toEqual(changed);
  });

  it('can be sent back as it was read', async () => {
    const stored = await store({ phone: '+49 30 1234567', dob: '1985-04-12' });
    const again = ok(await client.ask<PaymentCustomer>('PUT', `${CUSTOMERS}/${stored.id}`, { body: stored }));
    expect(again.contact).toEqual(stored.contact);
  });

  it('keeps an uploaded picture for good', async () => {
    specifies({ 'Payment Customer': 'picture is the id of an uploaded document' });
    const content = Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString('base64');
    const { id: picture } = ok(
      await client.ask<{ id: string }>('POST', '/api/v2/Document/Uploads', { body: { content } }),
    );
    const { contact } = await store({ picture });
    expect(contact.picture).toBe(picture);
    bridge.clock.pass(48 * 3_600_000);
    client = await bridge.client();
    other = await bridge.client('other');
    expect((await client.ask('GET', `/api/v2/Document/Uploads/${picture}`)).status).toBe(200);
  });
});

it('takes no picture that something else has taken, and lets its own go', async () => {
  const upload = async () =>
    ok(await client.ask<{ id: string }>('POST', '/api/v2/Document/Uploads', { body: { content: 'AAAA' } })).id;
  const [first, second] = [await upload(), await upload()];
  const { id } = await store({ picture: first });
  expect(await refused('POST', CUSTOMERS, { contact: { ...person, picture: first } })).toMatchObject({
    status: 405,
    code: 1034,
  });
  ok(await client.ask('PUT', `${CUSTOMERS}/${id}`, { body: { contact: { ...person, picture: second } } }));
  expect((await client.ask('GET', `/api/v2/Document/Uploads/${first}`)).status).toBe(404);
  ok(await client.ask('DELETE', `${CUSTOMERS}/${id}`));
  expect((await client.ask('GET', `/api/v2/Document/Uploads/${second}`)).status).toBe(404);
});

describe('mandatory and wrong members', () => {
  it.each(['forename', 'surname', 'email', 'address'])(
    'refuses a contact without %s, on create and on update',
    async name => {
      specifies({ 'Payment Customer': 'the mandatory members are sent on every create and update' });
      const { id } = await store();
      const contact = { ...person, [name]: undefined };
      for (const [method, path] of [
        ['POST', CUSTOMERS],
        ['PUT', `${CUSTOMERS}/${id}`],
      ] as const) {
        const refusal = await refused(method, path, { contact });
        expect(refusal).toMatchObject({ status: 500, code: 1001, error: 'ProductFormatException' });
        expect(refusal.details).toMatch(`contact.${name} is missing`);
      }
    },
  );

  it.each(['street', 'street_number', 'postal_code', 'city', 'country'])(
    'refuses an address without %s',
    async name => {
      const refusal = await refused('POST', CUSTOMERS, {
        contact: { ...person, address: { ...address, [name]: undefined } },
      });
      expect(refusal).toMatchObject({ status: 500, details: `contact.address.${name} is missing` });
    },
  );

  it('asks a company for its companyname', async () => {
    specifies({ 'Payment Customer': 'companyname is mandatory for a company only' });
    const refusal = await refused('POST', CUSTOMERS, { contact: { ...person, salutation: 'Company' } });
    expect(refusal).toMatchObject({ status: 500, details: 'contact.companyname is mandatory for a company' });
    expect((await store({ salutation: 'Company', companyname: 'Muster GmbH' })).contact.companyname).toBe(
      'Muster GmbH',
    );
  });

  it.each([
    ['an e-mail address', { email: 'erika' }, /^contact\.email must be/],
    ['blanks for a name', { forename: '  ' }, /^contact\.forename is mandatory/],
    ['a telephone number', { phone: 'call me' }, /^contact\.phone must be/],
    ['a mobile number', { mobile: '1' }, /^contact\.mobile must be/],
    ['a fax number', { fax: 'none' }, /^contact\.fax must be/],
    ['a date of birth', { dob: '31.12.1990' }, /^contact\.dob must be/],
    ['a country', { address: { ...address, country: 'XX' } }, /^contact\.address\.country must be/],
    ['a nationality', { nationality: 'XX' }, /^contact\.nationality must be/],
    ['an address of the web', { url_website: 'demo.example' }, /^contact\.url_website must be/],
    ['a number for a name', { surname: 4 }, /^contact\.surname must be text, not number 4/],
    ['a list for an address', { address: [] }, /^contact\.address must be an object, not array/],
    ['a name that is too long', { forename: 'x'.repeat(201) }, /^contact\.forename is longer than 200 characters$/],
    ['a picture', { picture: 'portrait.jpg' }, /^contact\.picture must be/],
  ])('refuses %s that is wrong', async (_, more, details) => {
    specifies({
      'Payment Customer': 'email is mandatory and an e-mail address',
      Errors: '500 for wrong members, with the path of the member',
    });
    const refusal = await refused('POST', CUSTOMERS, { contact: { ...person, ...more } });
    expect(refusal).toMatchObject({ status: 500, code: 1001 });
    expect(refusal.details).toMatch(details);
  });

  it('refuses a body that is no customer', async () => {
    for (const body of [{}, [], { contact: null }, { contact: 'Erika' }])
      expect(await refused('POST', CUSTOMERS, body)).toMatchObject({ status: 500, code: 1001 });
  });

  it('refuses a picture that was never uploaded, or belongs to another merchant', async () => {
    const { id } = ok(
      await other.ask<{ id: string }>('POST', '/api/v2/Document/Uploads', { body: { content: 'AAAA' } }),
    );
    for (const picture of [id, `DUP_${'0'.repeat(30)}`])
      expect(await refused('POST', CUSTOMERS, { contact: { ...person, picture } })).toMatchObject({
        status: 404,
        code: 3001,
      });
  });

  it('refuses another merchant and a contract it does not have', async () => {
    for (const more of [{ merchant: { id: demoIds.other } }, { contract: demoIds.otherPaymentContract }])
      expect(await refused('POST', CUSTOMERS, { contact: person, ...more })).toMatchObject({ status: 404 });
    const own = { contact: person, merchant: demoIds.merchant, contract: { id: demoIds.paymentContract } };
    ok(await client.ask('POST', CUSTOMERS, { body: own }));
  });
});

describe('the list', () => {
  it('holds 10 entries by default and counts all', async () => {
    specifies({
      Endpoints: 'GET /Payment/Customers: list parameters, 10 entries by default',
      Limits: 'a page of Payment Customers holds 10 entries by default',
    });
    for (let count = 0; count < 12; count += 1) await store({ surname: `Liste${count}` });
    const page = ok(await client.ask<{ count: number; data: PaymentCustomer[] }>('GET', CUSTOMERS));
    expect(page.data).toHaveLength(10);
    expect(page.count).toBeGreaterThan(12);
    expect(page.data[0]?.contact.surname).toBe('Liste11');
  });

  it('is searched by nested fields', async () => {
    await store({ surname: 'Gesucht', email: 'gesucht@demo.example' });
    for (const q of [
      'contact.surname:gesucht',
      'contact.email:gesucht@*',
      'contact.address.city:Musterstadt AND contact.surname:Ges*',
    ]) {
      const page = ok(await client.ask<{ count: number }>('GET', `${CUSTOMERS}?q=${encodeURIComponent(q)}`));
      expect(page.count, q).toBe(1);
    }
  });

  it('shows nothing of another merchant', async () => {
    const page = ok(await other.ask<{ data: PaymentCustomer[] }>('GET', CUSTOMERS));
    expect(page.data.map(({ id }) => id)).toEqual([demoIds.otherPayer]);
  });
});

describe('another merchant', () => {
  it.each(['GET', 'PUT', 'DELETE'])('does not find a customer by %s', async method => {
    specifies({ Errors: '404 for a customer or container of another merchant' });
    const { id } = await store();
    const body = method === 'PUT' ? { contact: person } : undefined;
    expect(await refused(method, `${CUSTOMERS}/${id}`, body, other)).toMatchObject({ status: 404, code: 3001 });
    expect((await client.ask('GET', `${CUSTOMERS}/${id}`)).status).toBe(200);
  });
});

describe('deleting', () => {
  it('answers a list and removes a customer nobody refers to', async () => {
    specifies({ Endpoints: 'PUT and DELETE /Payment/Customers/{paymentCustomerId}' });
    const customer = await store();
    expect(ok(await client.ask<PaymentCustomer[]>('DELETE', `${CUSTOMERS}/${customer.id}`))).toEqual([customer]);
    expect(await refused('GET', `${CUSTOMERS}/${customer.id}`)).toMatchObject({ status: 404 });
    expect(await refused('DELETE', `${CUSTOMERS}/${customer.id}`)).toMatchObject({ status: 404 });
  });

  it('is refused while payment instruments are stored', async () => {
    const { id } = await store();
    const bank = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'E' }, customer: { id } };
    const container = ok(await client.ask<{ id: string }>('POST', '/api/v2/Payment/Containers', { body: bank }));
    expect(await refused('DELETE', `${CUSTOMERS}/${id}`)).toMatchObject({ status: 405, code: 1033 });
    ok(await client.ask('DELETE', `/api/v2/Payment/Containers/${container.id}`));
    ok(await client.ask('DELETE', `${CUSTOMERS}/${id}`));
  });
});

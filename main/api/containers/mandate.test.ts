/** The business-to-business mandate over HTTP: the form, the signed form, the decision. */
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { PaymentContainer } from '../../wire/containers.ts';
import type { ErrorBody } from '../../wire/errorBody.ts';
import { demoIds } from '../../world/demoIds.ts';

const CONTAINERS = '/api/v2/Payment/Containers';
const IBAN = 'DE12500105170648489890';
const company = {
  salutation: 'Firma',
  companyname: 'Muster GmbH',
  forename: 'Max',
  surname: 'Muster',
  email: 'max@demo.example',
  address: { street: 'Werkstraße', street_number: '1', postal_code: '12345', city: 'Musterstadt', country: 'DE' },
};

let bridge: TestBridge;
let client: Client;
let manager: Client;

beforeAll(async () => {
  bridge = await startBridge();
  await signIn();
});
afterAll(closeAll);

async function signIn() {
  [client, manager] = [await bridge.client(), await bridge.staff('manager')];
}

interface Account {
  readonly customer: string;
  readonly id: string;
}

async function account(contact: object = company): Promise<Account> {
  const { id: customer } = ok(
    await client.ask<{ id: string }>('POST', '/api/v2/Payment/Customers', { body: { contact } }),
  );
  const body = { type: 'bank_account', private: { iban: IBAN, owner: 'Muster GmbH' }, customer: { id: customer } };
  return { customer, id: ok(await client.ask<{ id: string }>('POST', CONTAINERS, { body })).id };
}

const askMandate = (id: string, body: object) =>
  client.ask<{ mandate_url: string } & ErrorBody>('POST', `${CONTAINERS}/${id}/mandate`, { body });
const mandate = async ({ id, customer }: Account) =>
  ok(await askMandate(id, { customer_id: customer, type: 'B2B' })).mandate_url;
const read = async (id: string) => ok(await client.ask<PaymentContainer>('GET', `${CONTAINERS}/${id}`));
const upload = async (content: Buffer) =>
  ok(
    await client.ask<{ id: string }>('POST', '/api/v2/Document/Uploads', {
      body: { content: content.toString('base64') },
    }),
  ).id;
const sendBack = (id: string, document_id: string) =>
  client.ask<{ service_issue_id: number } & ErrorBody>('POST', `${CONTAINERS}/${id}/Uploadmandate`, {
    body: { document_id },
  });
const signed = () => upload(Buffer.from('%PDF-1.7 signed'));

describe('the form', () => {
  it('is a PDF of one page that opens without a token', async () => {
    specifies({
      Endpoints: 'POST /Payment/Containers/{paymentContainerId}/mandate: URL of the form, a PDF of one page',
    });
    const answer = await fetch(await mandate(await account()));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^inline; filename="PAM-\d+\.pdf"$/),
    });
    const file = await PDFDocument.load(await answer.arrayBuffer());
    expect(file.getPageCount()).toBe(1);
    expect(file.getTitle()).toMatch(/^SEPA-Firmenlastschrift-Mandat PAM\//);
  });

  it('puts the mandate on the container', async () => {
    specifies({
      'Payment Container': 'mandate holds sepa_mandate_id, iban, bic, type, status, identification, creditor_id',
    });
    const one = await account();
    await mandate(one);
    expect((await read(one.id)).mandate).toEqual({
      sepa_mandate_id: expect.stringMatching(/^\d+$/),
      iban: 'DE12XXXXXXXXXXXXXX9890',
      bic: 'INGDDEFFXXX',
      type: 'B2B',
      status: 'created',
      identification: expect.stringMatching(/^PAM\/\d{9}$/),
      creditor_id: 'DE98ZZZ09999999999',
    });
  });

  it('is of one page whatever its words are', async () => {
    const long = (words: string) => words.repeat(40).slice(0, 200);
    const address = {
      ...company.address,
      street: long('Straße '),
      city: long('Łódź '),
      additional_address_data: long('Zweiter Hof '),
    };
    const wide = await account({
      ...company,
      companyname: long('Ünternehmung'),
      forename: 'Ξένος',
      surname: 'Иванов',
      address,
    });
    const file = await PDFDocument.load(await (await fetch(await mandate(wide))).arrayBuffer());
    expect(file.getPageCount()).toBe(1);
  });

  it('asked for again is the same mandate at a new address', async () => {
    const one = await account();
    const first = await mandate(one);
    const { mandate: before } = await read(one.id);
    const second = await mandate(one);
    expect(second).not.toBe(first);
    expect((await read(one.id)).mandate).toEqual(before);
    expect((await fetch(first)).status).toBe(404);
    expect((await fetch(second)).status).toBe(200);
  });

  it('is at an address nobody can guess, stored as a hash only', async () => {
    const url = await mandate(await account());
    const secret = url.split('/').at(-1) ?? '';
    expect(secret).toHaveLength(43);
    expect((await fetch(`${url.slice(0, -1)}${url.endsWith('A') ? 'E' : 'A'}`)).status).toBe(404);
    expect(bridge.rows('SELECT 1 FROM payment_container WHERE instr(inner, ?)', secret)).toEqual([]);
  });

  it('is gone after fourteen days', async () => {
    const url = await mandate(await account());
    bridge.clock.pass(14 * 24 * 3_600_000);
    expect((await fetch(url)).status).toBe(404);
    await signIn();
  });

  it.each(['CORE', 'b2b', '', null, 5])('is refused for the type %j', async type => {
    specifies({ Endpoints: 'POST /Payment/Containers/{paymentContainerId}/mandate: type must be B2B' });
    const { id, customer } = await account();
    expect((await askMandate(id, { customer_id: customer, type })).status).toBe(500);
  });

  it("is refused for another customer, nobody, and another merchant's", async () => {
    const { id } = await account();
    const asked = async (customer_id: string) => (await askMandate(id, { customer_id, type: 'B2B' })).status;
    expect(await asked(demoIds.payer)).toBe(500);
    expect(await asked(demoIds.otherPayer)).toBe(404);
    expect(await asked(`PCU_${'0'.repeat(30)}`)).toBe(404);
  });

  it('is refused for an instrument that is no account', async () => {
    const body = { type: 'googlepay', private: { signature: 's', signedMessage: 'm' }, customer_id: demoIds.payer };
    const { id } = ok(await client.ask<{ id: string }>('POST', CONTAINERS, { body }));
    const { status, body: error } = await askMandate(id, { customer_id: demoIds.payer, type: 'B2B' });
    expect({ status, code: error.code }).toEqual({ status: 405, code: 1245 });
  });
});

describe('the signed form', () => {
  it('belongs to the container from then on, and a service case asks for its activation', async () => {
    specifies({
      Endpoints:
        'POST /Payment/Containers/{paymentContainerId}/Uploadmandate: the PDF is assigned and a service case is created',
    });
    const one = await account();
    await mandate(one);
    const document = await signed();
    const { service_issue_id } = ok(await sendBack(one.id, document));
    expect(Number.isInteger(service_issue_id)).toBe(true);
    expect((await read(one.id)).mandate?.status).toBe('uploaded');
    expect(bridge.rows('SELECT kind, object, document FROM service_issue WHERE number = ?', service_issue_id)).toEqual([
      { kind: 'mandate', object: one.id, document },
    ]);
    bridge.clock.pass(48 * 3_600_000);
    await signIn();
    expect((await client.ask('GET', `/api/v2/Document/Uploads/${document}`)).status).toBe(200);
  });

  it('is there with everything that follows from it after a crash', async () => {
    const one = await account();
    await mandate(one);
    const document = await signed();
    const { service_issue_id } = ok(await sendBack(one.id, document));
    const copy = await bridge.crashCopy();
    const survivor = await copy.client();
    expect((await survivor.ask('GET', `/api/v2/Document/Uploads/${document}`)).status).toBe(200);
    expect((await survivor.ask<PaymentContainer>('GET', `${CONTAINERS}/${one.id}`)).body.mandate?.status).toBe(
      'uploaded',
    );
    expect(copy.rows('SELECT object FROM service_issue WHERE number = ?', service_issue_id)).toEqual([
      { object: one.id },
    ]);
  });

  it('is refused when it is no PDF, no document, or too old', async () => {
    const one = await account();
    await mandate(one);
    const old = await signed();
    const picture = await upload(Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    expect((await sendBack(one.id, picture)).body.error_details).toBe(`document_id: ${picture} is not a PDF`);
    expect((await sendBack(one.id, `DUP_${'0'.repeat(30)}`)).status).toBe(404);
    bridge.clock.pass(24 * 3_600_000);
    await signIn();
    expect((await sendBack(one.id, old)).status).toBe(404);
  });

  it('is refused when another merchant uploaded it', async () => {
    const one = await account();
    await mandate(one);
    const other = await bridge.client('other');
    const content = Buffer.from('%PDF-1.7').toString('base64');
    const { id } = ok(await other.ask<{ id: string }>('POST', '/api/v2/Document/Uploads', { body: { content } }));
    expect((await sendBack(one.id, id)).status).toBe(404);
  });

  it('is taken once, and only where a form waits for it', async () => {
    const [one, two] = [await account(), await account()];
    const document = await signed();
    expect((await sendBack(one.id, document)).body.code).toBe(1243);
    await mandate(one);
    await mandate(two);
    ok(await sendBack(one.id, document));
    expect((await sendBack(two.id, document)).body.code).toBe(1034);
    expect((await sendBack(one.id, await signed())).body.code).toBe(1243);
    expect((await askMandate(one.id, { customer_id: one.customer, type: 'B2B' })).body.code).toBe(1242);
  });
});

describe('the decision', () => {
  const decide = (issue: number, accepted: unknown, by = manager) =>
    by.ask<PaymentContainer & ErrorBody>('POST', `/bridge/v1/serviceIssues/${issue}/decide`, { body: { accepted } });
  const uploaded = async () => {
    const one = await account();
    await mandate(one);
    return { ...one, issue: ok(await sendBack(one.id, await signed())).service_issue_id };
  };

  it('makes the mandate active', async () => {
    const { id, issue } = await uploaded();
    expect(ok(await decide(issue, true)).mandate?.status).toBe('active');
    expect((await read(id)).mandate?.status).toBe('active');
    expect((await decide(issue, true)).body.code).toBe(1244);
  });

  it('or asks for another signature', async () => {
    const one = await uploaded();
    expect(ok(await decide(one.issue, false)).mandate?.status).toBe('created');
    await mandate(one);
    ok(await sendBack(one.id, await signed()));
  });

  it('is not taken by a cashier, another merchant, or about nothing', async () => {
    const { issue } = await uploaded();
    expect((await decide(issue, true, await bridge.staff('cashier'))).status).toBe(403);
    expect((await decide(issue, true, await bridge.client('other'))).status).toBe(404);
    expect((await decide(999_999, true)).status).toBe(404);
    expect((await decide(issue, 'yes')).status).toBe(500);
  });
});

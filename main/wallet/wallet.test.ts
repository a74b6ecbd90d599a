/** Customers and instruments as payments ask for them, over a real store. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readContact, type StatedContact, statedContact } from '../domain/contact.ts';
import { closeAll } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import { testWorld } from '../doubles/world.fixture.ts';
import type { Database } from '../store/database.ts';
import { demoIds } from '../world/demoIds.ts';
import type { World } from '../world/world.ts';
import { contactForms } from './contactForms.ts';
import { archiveContainer, containerFor, deleteContainer, publicContainer } from './containers.ts';
import { customerFor, deleteCustomer } from './customers.ts';
import { recordTokenStatus } from './networkTokens.ts';

const merchant = demoIds.merchant;
const card = {
  type: 'credit_card',
  private: {
    owner: 'Erika Muster',
    pan: 'XXXXXXXXXXXX1111',
    expiration_date: '2031-07-31T00:00:00+00:00',
    issuer: 'visa',
    transact_container: 'encrypted',
    transact_skey_pubkey: 'key',
    transact_skey_keyname: 'name',
    transact_hash: 'test-approved',
  },
};
const bank = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };

let world: World;
let db: Database;

beforeAll(async () => {
  ({ world, db } = await testWorld());
});
afterAll(closeAll);

it('the contacts of the demo have the form that the libraries give to a contact', () => {
  const stored = db.prepare<string>('SELECT document FROM payment_customer').pluck().all();
  expect(stored.length).toBeGreaterThan(2);
  for (const text of stored) {
    const { contact } = JSON.parse(text) as { contact: StatedContact };
    const reading = readContact({ ...contact }, contactForms);
    expect(reading.ok && statedContact(reading.contact)).toEqual(contact);
    expect(contact.phone).toMatch(/^\+49 30 \d+$/);
  }
});

const customer = (input: unknown) => world.ledger.write(() => customerFor(world, merchant, input));
const container = (input: unknown, of: string | null = null, options: object = {}) =>
  world.ledger.write(() =>
    containerFor(world, merchant, input, of, { allowCard: true, path: 'container.', ...options }),
  );
const count = (object: string) =>
  db.prepare<number>('SELECT rows FROM row_count WHERE kind = ? AND merchant = ?').pluck().get(object, merchant) ?? 0;

describe('the customer of a sale', () => {
  it.each([[null], [undefined], [{}], [[]], [{ contact: {} }], [{ contact: null }], [{ contact: 'x' }], ['']])(
    'is null for %j',
    async input => {
      expect(await customer(input)).toBeNull();
    },
  );

  it('is the stored record of an id, in either form', async () => {
    for (const input of [
      demoIds.payer,
      { id: demoIds.payer },
      { object: 'payment.customers', id: demoIds.payer, contact: {} },
    ])
      expect((await customer(input))?.contact.name).toBe('Erika Muster');
  });

  it.each([demoIds.otherPayer, `PCU_${'Z'.repeat(30)}`, 'x'])('is refused as not found for %s', async id => {
    await expect(customer({ id })).rejects.toMatchObject({ key: 'notFound' });
  });

  it('is stored once from a contact, even an incomplete one', async () => {
    specifies({ 'Payment Customer': 'a customer inside a transaction may be incomplete' });
    const before = count('payment.customers');
    const contact = { forename: 'Nur', email: 'kein Format', address: { country: 'AT' } };
    const first = await customer({ contact });
    expect(first?.contact).toEqual({
      name: 'Nur',
      forename: 'Nur',
      email: 'kein Format',
      address: { country: 'Austria' },
    });
    expect((await customer({ contact }))?.id).toBe(first?.id);
    expect(count('payment.customers')).toBe(before + 1);
  });

  it('is never refused for its contact', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), async contact => {
        await customer({ contact });
      }),
      { numRuns: 50 },
    );
  });

  it('keeps its id and loses all other data when it is deleted', async () => {
    const stored = await customer({
      contact: { forename: 'Vergiss', surname: 'Mich', email: 'vergiss.mich@demo.example' },
    });
    const id = stored?.id ?? '';
    await world.ledger.write(() => deleteCustomer(world, merchant, id));
    expect(world.wallet.customers.find(merchant, id)?.document.contact).toEqual({ address: {} });
    await expect(customer({ id })).rejects.toMatchObject({ key: 'notFound' });
    const again = await customer({
      contact: { forename: 'Vergiss', surname: 'Mich', email: 'vergiss.mich@demo.example' },
    });
    expect(again?.id).not.toBe(id);
  });
});

describe('the instrument of a payment', () => {
  it.each([[null], [undefined], [{}], ['']])('is null for %j', async input => {
    expect(await container(input)).toBeNull();
  });

  it('is the stored record of an id, in either form', async () => {
    for (const input of [demoIds.container, { id: demoIds.container }, { id: demoIds.container, type: 'credit_card' }])
      expect((await container(input))?.type).toBe('bank_account');
  });

  it.each([demoIds.otherContainer, `PCT_${'Z'.repeat(30)}`, 'x'])('is refused as not found for %s', async id => {
    await expect(container({ id })).rejects.toMatchObject({ key: 'notFound' });
  });

  it('is shown on a Smart Transaction with type and token_status', async () => {
    const found = await container(demoIds.container);
    expect(found && publicContainer(found)).toEqual({
      object: 'payment.containers',
      id: demoIds.container,
      type: 'bank_account',
      token_status: { status: 'not requested', created: null, last_modified: null, version: 0 },
    });
  });

  it('is stored once for each customer', async () => {
    const [first, again, company] = [
      await container(card, demoIds.payer),
      await container(card, demoIds.payer),
      await container(card, demoIds.payingCompany),
    ];
    expect(again?.id).toBe(first?.id);
    expect(company?.id).not.toBe(first?.id);
    expect((await container(bank, demoIds.payer))?.id).toBe(demoIds.container);
    expect(
      (await container({ ...bank, private: { ...bank.private, iban: 'de89 3704 0044 0532 0130 00' } }, demoIds.payer))
        ?.id,
    ).toBe(demoIds.container);
  });

  it('is stored again for each unknown payer', async () => {
    expect((await container(card))?.id).not.toBe((await container(card))?.id);
  });

  it('shows owner, last four digits and issuer of a card', async () => {
    specifies({
      'Payment Container': 'type credit_card: private with owner, masked pan, issuer, transact_container and its keys',
    });
    const stored = await container(card, demoIds.payer);
    const view = { owner: 'Erika Muster', pan: 'XXXXXXXXXXXX1111', expiration_date: null, issuer: 'visa' };
    expect(stored).toMatchObject({ type: 'credit_card', private: view, public: view });
    expect(world.payers.container(merchant, stored?.id ?? '')).toEqual({
      type: 'credit_card',
      public: view,
      reference: 'test-approved',
    });
    expect(world.wallet.containers.find(merchant, stored?.id ?? '')?.inner.instrument).toEqual({
      type: 'credit_card',
      last4: '1111',
      reference: 'test-approved',
      issuer: 'visa',
    });
  });

  it('is refused as a card where cards are not allowed', async () => {
    await expect(container(card, null, { allowCard: false })).rejects.toMatchObject({
      key: 'badInput',
      message: 'container.type credit_card is taken inside prepare only, not stored beforehand',
    });
  });

  it.each([
    [{ private: {} }, 'badInput', /^container.type must be one of/],
    [{ type: 'cheque' }, 'badInput', /^container.type must be one of/],
    [{ type: 'constructor' }, 'badInput', /^container.type must be one of/],
    [{ type: 'credit_card' }, 'badInput', /^container.private.pan or .transact_hash is missing/],
    [
      { ...bank, private: { ...bank.private, iban: 'DE00370400440532013000' } },
      'badBankAccount',
      /^container.private.iban is not/,
    ],
    [{ ...bank, private: { ...bank.private, iban: { a: 1 } } }, 'badBankAccount', /^container.private.iban is not/],
    [{ ...bank, private: { ...bank.private, bic: 'X' } }, 'badBankAccount', /^container.private.bic is not/],
    [{ ...bank, private: { iban: bank.private.iban } }, 'badBankAccount', /^container.private.owner is missing/],
    [{ ...bank, merchant: { id: demoIds.other } }, 'notFound', /general.merchants/],
    [{ ...bank, customer: { id: demoIds.otherPayer } }, 'notFound', /payment.customers/],
  ])('is refused: %j', async (input, key, message) => {
    await expect(container(input)).rejects.toMatchObject({ key, message: expect.stringMatching(message) });
  });

  it('is refused when it is archived, and may be stored again', async () => {
    const stored = await container({ ...card, private: { ...card.private, pan: 'XXXXXXXXXXXX0004' } }, demoIds.payer);
    const id = stored?.id ?? '';
    await world.ledger.write(() => archiveContainer(world, merchant, id));
    await expect(container({ id })).rejects.toMatchObject({ key: 'containerArchived' });
    const anew = await container({ ...card, private: { ...card.private, pan: 'XXXXXXXXXXXX0004' } }, demoIds.payer);
    expect(anew?.id).not.toBe(id);
  });

  it('keeps its id and loses all other data when it is deleted', async () => {
    const stored = await container(
      { ...bank, private: { iban: 'DE12500105170648489890', owner: 'Geht Fort' } },
      demoIds.payer,
    );
    const id = stored?.id ?? '';
    await world.ledger.write(() => deleteContainer(world, merchant, id));
    const { document, inner } = world.wallet.containers.find(merchant, id) ?? {};
    expect(document).toMatchObject({
      private: null,
      public: null,
      customer: null,
      token_status: { status: 'archived' },
    });
    expect(inner?.account).toBeNull();
    await expect(container({ id })).rejects.toMatchObject({ key: 'containerArchived' });
  });
});

describe('the network token', () => {
  const pushes = (id: string) =>
    db
      .prepare<{ url: string; target: string; type: string }>(
        "SELECT url, document ->> '$.target' AS target, document ->> '$.type' AS type FROM push WHERE query_object = ?",
      )
      .all(id);
  const record = (id: string, status: Parameters<typeof recordTokenStatus>[2]) =>
    world.ledger.write(() => recordTokenStatus(world, id, status));
  const withToken = (last: string) =>
    container({ ...card, private: { ...card.private, pan: `XXXXXXXXXXXX${last}` } }, demoIds.payer, {
      notificationUrl: 'https://shop.example/token',
    });

  it('pushes every change to the notification address', async () => {
    specifies({
      'Payment Container': 'token_status.status is failed when the card network refuses',
      'Recurring credit card payments':
        'container_instructions.notification_url is told of status updates of the container',
    });
    const id = (await withToken('3220'))?.id ?? '';
    for (const status of ['requested', 'active', 'active', 'failed'] as const) await record(id, status);
    expect(pushes(id)).toEqual(
      [1, 2, 3].map(() => ({ url: 'https://shop.example/token', target: 'payment.containers', type: 'changed' })),
    );
    expect(world.wallet.containers.find(merchant, id)?.document.token_status).toMatchObject({
      status: 'failed',
      version: 3,
    });
  });

  it('does not come back from the archive after a late answer', async () => {
    const id = (await withToken('3155'))?.id ?? '';
    for (const status of ['requested', 'archivePending', 'active', 'archived', 'failed'] as const)
      await record(id, status);
    expect(world.wallet.containers.find(merchant, id)?.document.token_status.status).toBe('archived');
  });

  it('changes nothing for a removed container', async () => {
    await expect(record(`PCT_${'Z'.repeat(30)}`, 'active')).resolves.toBeUndefined();
  });
});

it('stores no card number, no expiry date and no encrypted data, from any member', async () => {
  specifies({ 'Payment Container': 'expiration_date of a card is taken and kept nowhere' });
  const pan = '4539578763621486';
  const grouped = '4539 5787 6362 1486';
  const secrets = ['NEVER-KEPT-1', 'NEVER-KEPT-2', 'NEVER-KEPT-3', 'NEVER-KEPT-4', '2031-07', '07/31'];
  const [data, signature, encrypted, key] = secrets;
  await container(
    {
      type: 'credit_card',
      private: {
        owner: `E. Muster ${grouped}`,
        pan,
        expiration_date: '2031-07-31T00:00:00+00:00',
        issuer: pan,
        transact_container: encrypted,
        transact_skey_pubkey: key,
        transact_hash: grouped,
        cvc: '07/31',
      },
    },
    demoIds.payer,
  );
  const token = { data, signature, header: { ephemeralPublicKey: key, publicKeyHash: 'h', transactionId: pan } };
  await container({ type: 'applepay', token }, demoIds.payer);
  await container({ type: 'applepay', private: { ...token, data: encrypted } }, demoIds.payer);
  await container({ type: 'googlepay', private: { signature, signedMessage: data } }, demoIds.payer);
  await container({ ...bank, private: { ...bank.private, purpose: pan, bankname: grouped } }, demoIds.payingCompany);
  const everything = stored();
  for (const secret of [pan, grouped, ...secrets]) expect(everything.includes(secret), secret).toBe(false);
  expect(everything).toContain('XXXXXXXXXXXX1486');
});

/** Every value in every table. */
function stored(): string {
  const tables = db.prepare<string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  return JSON.stringify(tables.map(name => db.prepare(`SELECT * FROM "${name}"`).all()));
}

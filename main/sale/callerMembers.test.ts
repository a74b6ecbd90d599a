/** Members of the caller in a Smart Transaction: kept as they were sent, completed in the answer, some fixed after creation. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import { demoIds } from '../world/demoIds.ts';
import { everything, product } from './callerMembers.fixture.ts';

interface Refusal {
  readonly code: number;
  readonly error_details: string;
}

let bridge: TestBridge;
let till: Client;

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterAll(closeAll);

const put = (id: string, body: object) => till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body });

/** Members that are null without a value (specification, and older clients); any other null is left out. */
const NULLABLE = new Set(['transactionRef', 'merchantRef', 'intent', 'trans_id', 'tax_amount', 'tax_rate']);
const DECLARED = new Set(['application_context', 'payment_context', 'delivery_options', 'checkin', 'checkout_links']);

const answered = (sent: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(sent)
      .filter(([name, value]) => value !== null || NULLABLE.has(name))
      .map(([name, value]) => [name, DECLARED.has(name) ? withoutNulls(value) : value]),
  );

const withoutNulls = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, below]) => below !== null)
          .map(([name, below]) => [name, withoutNulls(below)]),
      )
    : value;

describe('a sent member', () => {
  it('comes back in every field, at creation, when read, and after PUT', async () => {
    specifies({
      'Smart Transaction: fields': [
        'provider_contract as {object, id}',
        'transactionRef',
        'merchantRef',
        'tax_amount as an integer',
        'tax_rate in percent',
        'market as free text',
        'cashier as free text',
        'product as free text',
        'device_source as {object, id}',
        'trans_id as an integer',
        'contract as {id}',
        'last_visited_page',
        'shipping_address in the shape of a customer',
        'checkin',
        'is_demo',
        'checkout_links',
        'delivery_options, either shipping or collection',
        'payment_context',
        'application_context with return_urls.url_push',
      ],
      'Basket, basket info': ['texts is an array', 'parent is an integer or null', 'group is an array'],
      'Payment context': [
        'dynamic_descriptor {merchant_name, merchant_city}',
        'container_instructions',
        'merchant_initiated',
      ],
      Endpoints: [
        'POST /Smart/Transactions answers the created Smart Transaction',
        'GET /Smart/Transactions/{smartTransactionId}',
      ],
    });
    const input = { ...everything, basket: { products: [product], texts: [{ a: 1 }], type: 'default' } };
    const created = await till.create(input);
    expect(created).toMatchObject(everything);
    expect(created.basket).toEqual({ products: [product], texts: [{ a: 1 }], type: 'default' });
    expect(await till.read(created.id)).toEqual(created);
    const changed = {
      ...input,
      market: 'Süd',
      delivery_options: { type: 'shipping', tracking_code: 'T' },
      customer: {},
    };
    const { application_context, ...rest } = changed;
    expect(ok(await put(created.id, rest))).toMatchObject({ ...rest, application_context });
  });

  it('comes back whatever the values are', async () => {
    specifies({ 'Smart Transaction: fields': 'fields come back whatever their values are' });
    const value = fc.oneof(fc.string({ maxLength: 20 }), fc.constant(null));
    const flag = fc.oneof(fc.boolean(), fc.constant(null));
    // The door leaves out the names that would change JavaScript itself; what it does is proven there.
    const json = (maxDepth: number) =>
      fc.jsonValue({ maxDepth }).filter(made => !/"(__proto__|constructor)":/.test(JSON.stringify(made)));
    const part = <T extends Record<string, fc.Arbitrary<unknown>>>(members: T) =>
      fc.oneof(
        { weight: 5, arbitrary: fc.record(members, { requiredKeys: [] }) },
        { weight: 1, arbitrary: fc.constant(null) },
      );
    const input = fc.record(
      {
        transactionRef: value,
        merchantRef: value,
        market: value,
        product: value,
        last_visited_page: value,
        tax_amount: fc.oneof(fc.integer(), fc.constant(null)),
        is_demo: fc.boolean(),
        intent: fc.constantFrom('sale', 'order', null),
        checkin: part({ email: value, object: fc.string({ maxLength: 20 }) }),
        checkout_links: part({ url_checkout: value }),
        customer: part({ contact: part({ forename: value, any: json(2) }) }),
        shipping_address: part({ contact: part({ surname: value }) }),
        communications: fc.oneof(
          part({ action_type: value }),
          fc.array(fc.record({ template_id: value }), { maxLength: 3 }),
        ),
        delivery_options: fc.oneof(
          fc.constant(null),
          fc.record({ type: fc.constant('shipping'), shipped_by: value }),
          fc.record({ type: fc.constant('collection'), code: value, scheduled_slot: fc.constant({}) }),
        ),
        application_context: part({
          locks: part({ customer: flag }),
          return_urls: part({ url_push: fc.constantFrom('https://shop.example/p', '', null), url_abort: value }),
        }),
        payment_context: part({
          auto_capture: flag,
          payment_methods: fc.array(fc.string({ maxLength: 10 }), { maxLength: 3 }),
          mit_instructions: part({
            recurring_frequency: value.map(text => text),
            type: fc.constantFrom('cit', 'mit', null),
          }),
        }),
        extra: json(3),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(input, async body => {
        const sent = JSON.parse(JSON.stringify(body));
        const created = await till.create(sent);
        expect(await till.read(created.id)).toEqual(created);
        expect(created).toMatchObject(answered(sent));
        const { application_context: _, ...rest } = sent;
        const again = ok(await put(created.id, { ...rest, application_context: sent.application_context }));
        expect(again).toMatchObject(answered(sent));
      }),
      { numRuns: 60 },
    );
  });

  it('changes only the time when the document is sent back as it was read', async () => {
    specifies({ 'Smart Transaction: fields': 'created and updated are timestamps' });
    const created = await till.create({ ...everything, basket: { products: [product] } });
    const { updated: _, ...again } = ok(await put(created.id, created));
    expect(created).toMatchObject(again);
  });
});

describe('an answer', () => {
  it('is false where is_demo was sent as null', async () => {
    const { id, is_demo } = await till.create({ is_demo: null } as object);
    const changed = ok(await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: { is_demo: null } }));
    expect([is_demo, changed.is_demo]).toEqual([false, false]);
  });

  it('has null for a missing value, {} for an object and [] for a list', async () => {
    specifies({
      Conventions: [
        'every resource has object and id',
        'currency codes are ISO 4217 and EUR where none is sent',
        'STX_ and 30 letters or digits name a Smart Transaction',
        'MRC_ and 30 letters or digits name a merchant',
      ],
      'Smart Transaction: fields': [
        'all fields are optional',
        'basket_info',
        'status, payment_method, transactions and receipt of a new transaction',
        'receipt_number and iframe_url are there only where they mean something',
      ],
      'Basket, basket info': [
        'products is an array of items',
        'type, default where none is sent',
        'id is the position number, given where it is missing',
        'articleNumber, ean (may be empty) and desc',
        'serialNumber, reference_id and contract_id are text or null',
        'basket_info.sum is the basket total',
        'basket_info.currency',
        'basket_info.missing_sum equals sum before preTransaction',
      ],
    });
    const created = await till.create({ basket: { products: [{ desc: 'x', priceOne: 1, tax: 0 }] } });
    expect(created).toMatchObject({
      object: 'smart.transactions',
      status: 'created',
      merchant: { object: 'general.merchants', id: demoIds.merchant, companyname: 'Demo-Café & Markt' },
      transactionRef: null,
      merchantRef: null,
      intent: null,
      payment_method: null,
      trans_id: null,
      is_demo: false,
      idents: [],
      transactions: [],
      receipt: [],
      basket: { texts: [], type: 'default' },
      basket_info: { sum: 1, currency: 'EUR', gratuity: null, missing_sum: 1 },
    });
    expect(created.basket.products).toEqual([
      {
        id: 1,
        parent: null,
        articleNumber: '',
        ean: '',
        desc: 'x',
        quantity: 1,
        priceOne: 1,
        tax: 0,
        group: [],
        serialNumber: null,
        item_type: 'article',
        reference_id: null,
        contract_id: null,
        sum: null,
      },
    ]);
    expect(created).not.toHaveProperty('receipt_number');
    expect(created).not.toHaveProperty('iframe_url');
  });

  it('is JSON below /api/v2, and its timestamps are ISO 8601 with a UTC offset', async () => {
    specifies({
      Conventions: [
        'paths lie below /api/v2, bodies are application/json',
        'timestamps are ISO 8601 with a UTC offset',
      ],
    });
    const answer = await till.ask('POST', '/api/v2/Smart/Transactions', { body: {} });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    for (const moment of [answer.body.created, answer.body.updated])
      expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
  });

  it('takes an empty list for an empty object in every place', async () => {
    const created = await till.create({
      customer: [],
      shipping_address: { contact: [] },
      container: [],
      checkin: [],
      application_context: { return_urls: [], shop_details: [] },
      payment_context: { mit_instructions: [] },
      contract: [],
    });
    expect(created).toMatchObject({
      customer: {},
      shipping_address: { contact: {} },
      container: {},
      checkin: {},
      application_context: { return_urls: {}, shop_details: {} },
      payment_context: { mit_instructions: {} },
      contract: {},
    });
  });

  it('writes recurring_frequency as text, and integers that came as text as integers', async () => {
    specifies({
      'Basket, basket info': [
        'quantity and priceOne are integers, also where they came as text',
        'basket_info.gratuity is an integer or null',
      ],
      'Payment context': 'mit_instructions, with recurring_frequency as text',
    });
    const created = await till.create({
      payment_context: { mit_instructions: { recurring_frequency: 30 } },
      tax_amount: '19',
      basket: { products: [{ quantity: '2', priceOne: '150', tax: '7', id: '3' }] },
      basket_info: { sum: '300', gratuity: '20' },
    });
    expect(created).toMatchObject({
      payment_context: { mit_instructions: { recurring_frequency: '30' } },
      tax_amount: 19,
      basket: { products: [{ id: 3, quantity: 2, priceOne: 150, tax: 7 }] },
      basket_info: { sum: 300, gratuity: 20, missing_sum: 300 },
    });
  });

  it('fills the user agent of the shop from the request where it is missing', async () => {
    const headers = { 'user-agent': 'plugin/1.0' };
    const body = { application_context: { shop_details: { shop_system: 's' } } };
    const created = await till.ask<Record<string, unknown>>('POST', '/api/v2/Smart/Transactions', { body, headers });
    expect(created.body).toMatchObject({
      application_context: { shop_details: { shop_system: 's', user_agent: 'plugin/1.0' } },
    });
    // Another client may send the same context: the agent it comes with is no change.
    expect((await put(String(created.body.id), body)).status).toBe(200);
  });

  it('adds the object type to the id of a reference', async () => {
    const created = await till.create({ contract: { id: demoIds.contract }, store: { id: demoIds.store } });
    expect(created).toMatchObject({
      contract: { object: 'general.contracts', id: demoIds.contract },
      store: { object: 'general.stores', id: demoIds.store },
    });
  });
});

describe('merchant', () => {
  it.each([
    ['as text', demoIds.merchant],
    ['as an object', { object: 'general.merchants', id: demoIds.merchant }],
    ['me', 'me'],
    ['null', null],
  ])('%s names the calling merchant', async (_how, merchant) => {
    expect((await till.create({ merchant })).merchant.id).toBe(demoIds.merchant);
  });

  it.each([[demoIds.other], [{ id: demoIds.other }], ['MRC_nobody']])('%j does not exist', async merchant => {
    specifies({ 'Smart Transaction: fields': 'merchant: another one than the own does not exist' });
    expect((await till.post<Refusal>('', { merchant })).status).toBe(404);
    const { id } = await till.create({});
    expect((await put(id, { merchant })).status).toBe(404);
  });
});

describe('application_context', () => {
  const context = { return_urls: { url_push: 'https://shop.example/p', url_success: 'x' }, language: 'de' };

  it('may be sent again in any order, and stays when it is not sent', async () => {
    const { id } = await till.create({ application_context: context });
    const same = { language: 'de', return_urls: { url_success: 'x', url_push: 'https://shop.example/p' } };
    expect(ok(await put(id, { application_context: same }))).toMatchObject({ application_context: context });
    expect(ok(await put(id, {}))).toMatchObject({ application_context: context });
  });

  it.each([
    ['another value', { ...context, language: 'en' }],
    ['a member less', { language: 'de' }],
    ['a member more', { ...context, locks: {} }],
  ])('cannot be changed: %s', async (_what, application_context) => {
    specifies({
      'Smart Transaction: fields': 'application_context cannot be changed after creation',
      Versioning: 'application_context cannot change after creation',
    });
    const { id } = await till.create({ application_context: context });
    const refused = await till.ask<Refusal>('PUT', `/api/v2/Smart/Transactions/${id}`, {
      body: { application_context },
    });
    expect([refused.status, refused.body.code]).toEqual([500, 1001]);
    expect(refused.body.error_details).toContain('application_context');
  });
});

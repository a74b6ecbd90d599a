/** Every field of a Smart Transaction: what is sent comes back, what is wrong is refused, and what may not change stays. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import { demoIds } from '../world/demoIds.ts';
import { fixedId } from '../world/ids.ts';

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

/** Everything a caller may say, beside basket, idents and what is named by an id of another resource. */
const everything = {
  transactionRef: 'order-1',
  merchantRef: 'customer-1',
  tax_amount: 190,
  tax_rate: 19,
  market: 'Nord',
  cashier: 'Kasse 7',
  product: 'web',
  device_source: { object: 'smart.devices', id: demoIds.till },
  provider_contract: { object: 'general.contracts', id: demoIds.contract },
  contract: { object: 'payment.contracts', id: demoIds.paymentContract },
  store: { object: 'general.stores', id: demoIds.store },
  subscription: { object: 'payment.subscriptions', id: fixedId('SUB', 'one') },
  trans_id: 4711,
  last_visited_page: 'https://shop.example/cart',
  customer: { contact: { forename: 'A', address: { city: 'B' }, extra: [1] } },
  shipping_address: {},
  checkin: { object: 'smart.checkins', id: 'CHI_1', email: 'a@demo.example' },
  is_demo: true,
  intent: 'order',
  checkout_links: { url_checkout: 'https://shop.example/pay' },
  delivery_options: {
    type: 'collection',
    store_id: demoIds.store,
    delivered_at: '2026-05-01T10:00:00+02:00',
    code: 'A7',
    scheduled_slot: { start_date: '2026-05-01T10:00:00+02:00', end_date: '2026-05-01T11:00:00+02:00' },
  },
  communications: [{ action_type: 'execute', template_id: 'receipt' }],
  application_context: {
    locks: { customer: true, shipping_address: false },
    return_urls: {
      url_success: 'https://shop.example/ok',
      url_abort: 'https://shop.example/abort',
      url_error: 'https://shop.example/error',
      url_push: 'https://shop.example/push',
    },
    iframe_opts: {
      payment_hint_title: 'Hinweis',
      payment_hint: [{ type: 'space' }],
      project_title: 'Laden',
      submit_button_title: 'Zahlen',
      cancel_button_title: 'Zurück',
      language: 'de_DE',
      basket_title: 'Korb',
      hide_disclaimer: false,
      has_accepted_disclaimer: true,
    },
    shop_details: {
      shop_system: 'shop',
      shop_system_version: '1',
      shop_domain: 'shop.example',
      plugin_vendor: 'v',
      plugin_version: '2',
      user_agent: 'browser',
    },
    checkout_template: fixedId('COT', 'one'),
    language: 'en',
  },
  payment_context: {
    auto_capture: false,
    payment_methods: ['creditcard', 'debit'],
    creditcard_schemes: ['visa'],
    accrual: true,
    merchant_initiated: false,
    dynamic_descriptor: { merchant_name: 'Demo Shop', merchant_city: 'Musterstadt' },
    container_instructions: { request_token: true, notification_url: 'https://shop.example/token' },
    mit_instructions: {
      type: 'cit',
      standing_instruction: 'recurring',
      recurring_expiry: '2030-01-01',
      recurring_frequency: '30',
      cit_reference: fixedId('PCI', 'one'),
    },
  },
  unknown_member: { deep: [{ a: null }] },
};

const product = {
  id: 7,
  parent: null,
  articleNumber: '4711',
  ean: '2000000010069',
  desc: 'Ware',
  quantity: 2,
  priceOne: 500,
  tax: 19,
  group: [{ id: 'g', desc: 'Gruppe', level: 1 }],
  serialNumber: null,
  item_type: 'article',
  reference_id: 'line-1',
  contract_id: null,
  sum: null,
  colour: 'red',
};

describe('what is sent', () => {
  it('comes back in every field, at creation, when read, and after PUT', async () => {
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
          return_urls: part({ url_push: value, url_abort: value }),
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
        expect(created).toMatchObject(sent);
        const { application_context: _, ...rest } = sent;
        const again = ok(await put(created.id, { ...rest, application_context: sent.application_context }));
        expect(again).toMatchObject(sent);
      }),
      { numRuns: 60 },
    );
  });

  it('and sent back as it was read changes nothing but the time', async () => {
    const created = await till.create({ ...everything, basket: { products: [product] } });
    const { updated: _, ...again } = ok(await put(created.id, created));
    expect(created).toMatchObject(again);
  });
});

describe('an answer', () => {
  it('says false where is_demo was sent as null', async () => {
    const { id, is_demo } = await till.create({ is_demo: null } as object);
    const changed = ok(await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: { is_demo: null } }));
    expect([is_demo, changed.is_demo]).toEqual([false, false]);
  });

  it('has null for what has no value, {} for objects and [] for lists', async () => {
    const created = await till.create({ basket: { products: [{ desc: 'x', priceOne: 1 }] } });
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
    const answer = await till.ask('POST', '/api/v2/Smart/Transactions', { body: {} });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    for (const moment of [answer.body.created, answer.body.updated])
      expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
  });

  it('takes an empty list for an empty object, at every place where an object stands', async () => {
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

  it('names the type of what an id stands for', async () => {
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
  ])('%s is the own one', async (_how, merchant) => {
    expect((await till.create({ merchant })).merchant.id).toBe(demoIds.merchant);
  });

  it.each([[demoIds.other], [{ id: demoIds.other }], ['MRC_nobody']])('%j does not exist', async merchant => {
    expect((await till.post<Refusal>('', { merchant })).status).toBe(404);
    const { id } = await till.create({});
    expect((await put(id, { merchant })).status).toBe(404);
  });
});

describe('application_context', () => {
  const context = { return_urls: { url_push: 'https://shop.example/p', url_success: 'x' }, language: 'de' };

  it('may be sent again in any order, and is kept where it is not sent', async () => {
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
    const { id } = await till.create({ application_context: context });
    const refused = await till.ask<Refusal>('PUT', `/api/v2/Smart/Transactions/${id}`, {
      body: { application_context },
    });
    expect([refused.status, refused.body.code]).toEqual([500, 1001]);
    expect(refused.body.error_details).toContain('application_context');
  });
});

describe('customer and container', () => {
  const contact = {
    forename: 'Erste',
    surname: 'Kundschaft',
    email: 'erste@demo.example',
    address: { street: 'Weg', street_number: '1', postal_code: '12345', city: 'Ort', country: 'DE' },
  };

  it('named by id are shown in full, those of another merchant do not exist', async () => {
    const customer = ok(await till.ask<{ id: string }>('POST', '/api/v2/Payment/Customers', { body: { contact } }));
    const { id } = customer;
    const created = await till.create({ customer: { id }, shipping_address: { object: 'payment.customers', id } });
    expect(created).toMatchObject({ customer, shipping_address: customer });
    const other = await bridge.client('other');
    expect((await other.post<Refusal>('', { customer: { id } })).status).toBe(404);
    expect((await till.post<Refusal>('', { customer: { id: fixedId('PCU', 'nobody') } })).status).toBe(404);
  });

  it('a container with details is stored, and only what is masked stays in the sale', async () => {
    const iban = 'DE89370400440532013000';
    const created = await till.create({ container: { type: 'bank_account', private: { iban, owner: 'Erste' } } });
    const { container } = created as unknown as { container: { id: string } };
    expect(container).toMatchObject({ object: 'payment.containers', type: 'bank_account' });
    expect(container).toHaveProperty('token_status');
    expect(JSON.stringify(created)).not.toContain(iban);
    const named = await till.create({ container: { id: container.id } });
    expect(named).toMatchObject({ container });
    expect((await till.post<Refusal>('', { container: { id: fixedId('PCT', 'nobody') } })).status).toBe(404);
  });
});

describe('a basket', () => {
  it.each(['article', 'coupon', 'sub_transaction', 'stakeholder_payment', 'shipping'])(
    'holds lines of the type %s',
    async item_type => {
      const line = {
        ...product,
        item_type,
        priceOne: item_type === 'coupon' ? -5 : 100,
        contract_id: 'c',
        plan_id: null,
        start_at: 's',
      };
      const created = await till.create({ basket: { products: [item(5000), line] } });
      expect(created.basket.products[1]).toMatchObject({ item_type, contract_id: 'c', plan_id: null, start_at: 's' });
    },
  );

  it('holds a sub-basket, whose total is the sum of its line', async () => {
    const sub_basket = [item(300, { reference_id: 'a' }), item(200, { tax: 7, quantity: 2 })];
    const created = await till.create({
      basket: { products: [item(100), { item_type: 'sub_transaction', sub_basket }] },
    });
    const [, line] = created.basket.products;
    expect(line).toMatchObject({ item_type: 'sub_transaction', sum: 700 });
    expect(line?.sub_basket).toMatchObject(sub_basket);
    expect(created.basket_info.sum).toBe(800);
  });

  it('refuses a sub-basket below a sub-basket', async () => {
    const deep = [
      { item_type: 'sub_transaction', sub_basket: [{ item_type: 'sub_transaction', sub_basket: [item(1)] }] },
    ];
    const refused = await till.post<Refusal>('', { basket: { products: deep } });
    expect(refused.body.code).toBe(1001);
    expect(refused.body.error_details).toContain('sub_basket');
  });

  it('is removed by PUT without one, and basket_info is reset', async () => {
    const { id } = await till.create({
      basket: { products: [item(500)] },
      basket_info: { gratuity: 10, currency: 'CHF' },
    });
    const changed = ok(await put(id, { market: 'x' }));
    expect(changed.basket).toEqual({ products: [], texts: [], type: 'default' });
    expect(changed.basket_info).toEqual({ sum: 0, currency: 'EUR', gratuity: null, missing_sum: 0 });
  });

  it('may be missing where only the amount is known', async () => {
    expect((await till.create({ basket_info: { sum: 999 } })).basket_info).toMatchObject({
      sum: 999,
      missing_sum: 999,
    });
  });
});

describe('what is wrong is refused with the name of the field', () => {
  it.each([
    ['merchant', { merchant: 5 }],
    ['transactionRef', { transactionRef: { a: 1 } }],
    ['transactionRef', { transactionRef: 'x'.repeat(1001) }],
    ['merchantRef', { merchantRef: 7 }],
    ['basket', { basket: 'x' }],
    ['basket.products', { basket: { products: {} } }],
    ['basket.products[0].priceOne', { basket: { products: [{ priceOne: 1.5 }] } }],
    ['basket.products[0].quantity', { basket: { products: [{ quantity: 'many' }] } }],
    ['basket.products[0].tax', { basket: { products: [{ tax: 1900 }] } }],
    ['basket.products[0].group', { basket: { products: [{ group: 'g' }] } }],
    ['basket.products[0].sub_basket', { basket: { products: [{ sub_basket: 'x' }] } }],
    ['basket_info.currency', { basket_info: { currency: 'euro' } }],
    ['basket_info.sum', { basket_info: { sum: 1.5 } }],
    ['idents', { idents: {} }],
    ['idents[0]', { idents: [{ type: 'card' }] }],
    ['idents[0].value', { idents: [{ type: 'card', value: 'x'.repeat(101) }] }],
    ['tax_rate', { tax_rate: 'x' }],
    ['device_source', { device_source: 'x' }],
    ['contract', { contract: 5 }],
    ['trans_id', { trans_id: 'x' }],
    ['customer', { customer: 'x' }],
    ['customer.contact', { customer: { contact: 'x' } }],
    ['shipping_address', { shipping_address: 5 }],
    ['container', { container: 'x' }],
    ['checkin', { checkin: 'x' }],
    ['is_demo', { is_demo: 'yes' }],
    ['intent', { intent: 'rent' }],
    ['checkout_links', { checkout_links: 'x' }],
    ['delivery_options', { delivery_options: {} }],
    ['delivery_options', { delivery_options: { type: 'pigeon' } }],
    ['delivery_options.shipped_at', { delivery_options: { type: 'shipping', shipped_at: 'soon' } }],
    ['communications', { communications: 'x' }],
    ['application_context.locks', { application_context: { locks: 'x' } }],
    ['application_context.return_urls.url_push', { application_context: { return_urls: { url_push: 5 } } }],
    ['application_context.language', { application_context: { language: 'fr' } }],
    ['payment_context.auto_capture', { payment_context: { auto_capture: 'x' } }],
    ['payment_context.payment_methods', { payment_context: { payment_methods: 'x' } }],
    [
      'payment_context.dynamic_descriptor',
      { payment_context: { dynamic_descriptor: { merchant_name: 'x'.repeat(23) } } },
    ],
    ['payment_context.dynamic_descriptor', { payment_context: { dynamic_descriptor: { merchant_city: 'Köln' } } }],
    ['payment_context.mit_instructions.type', { payment_context: { mit_instructions: { type: 'x' } } }],
  ])('%s: %j', async (field, body) => {
    const refused = await till.post<Refusal>('', body);
    expect([refused.status, refused.body.code], refused.text).toEqual([500, 1001]);
    expect(refused.body.error_details).toContain(field);
  });
});

/** The document of a sale: customer, container and basket, and the refusal of wrong fields. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import { fixedId } from '../world/ids.ts';
import { product } from './callerMembers.fixture.ts';

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

describe('customer and container', () => {
  const contact = {
    forename: 'Erste',
    surname: 'Kundschaft',
    email: 'erste@demo.example',
    address: { street: 'Weg', street_number: '1', postal_code: '12345', city: 'Ort', country: 'DE' },
  };

  it('are shown in full by their id, and not found for another merchant', async () => {
    specifies({ 'Smart Transaction: fields': 'customer: named by its id it is shown in full' });
    const customer = ok(await till.ask<{ id: string }>('POST', '/api/v2/Payment/Customers', { body: { contact } }));
    const { id } = customer;
    const created = await till.create({ customer: { id }, shipping_address: { object: 'payment.customers', id } });
    expect(created).toMatchObject({ customer, shipping_address: customer });
    const other = await bridge.client('other');
    expect((await other.post<Refusal>('', { customer: { id } })).status).toBe(404);
    expect((await till.post<Refusal>('', { customer: { id: fixedId('PCU', 'nobody') } })).status).toBe(404);
  });

  it('a container with details is stored, and the sale keeps only masked data', async () => {
    specifies({ 'Smart Transaction: fields': 'container: {object, id, type, token_status}' });
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
      specifies({ 'Basket, basket info': ['priceOne of coupons is negative', 'item_type article, coupon and others'] });
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

  it('holds a sub-basket with its total as the sum of its line', async () => {
    specifies({
      'Smart Transaction: fields': 'basket: items, sub-baskets or subscription details',
      'Basket, basket info': 'sum of a line is an integer or null',
    });
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
    specifies({ 'Basket, basket info': 'a sub-basket is one level deep' });
    const deep = [
      { item_type: 'sub_transaction', sub_basket: [{ item_type: 'sub_transaction', sub_basket: [item(1)] }] },
    ];
    const refused = await till.post<Refusal>('', { basket: { products: deep } });
    expect(refused.body.code).toBe(1001);
    expect(refused.body.error_details).toContain('sub_basket');
  });

  it('is removed by PUT without one, and basket_info is reset', async () => {
    specifies({
      Endpoints:
        'PUT /Smart/Transactions/{smartTransactionId}: without basket the basket is removed and basket_info reset',
    });
    const { id } = await till.create({
      basket: { products: [item(500)] },
      basket_info: { gratuity: 10, currency: 'CHF' },
    });
    const changed = ok(await put(id, { market: 'x' }));
    expect(changed.basket).toEqual({ products: [], texts: [], type: 'default' });
    expect(changed.basket_info).toEqual({ sum: 0, currency: 'EUR', gratuity: null, missing_sum: 0 });
  });

  it('may be missing where only the sum is known', async () => {
    expect((await till.create({ basket_info: { sum: 999 } })).basket_info).toMatchObject({
      sum: 999,
      missing_sum: 999,
    });
  });
});

describe('a wrong field is refused by its name', () => {
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
    specifies({
      Conventions: 'MoneyAmount: integers in the smallest currency unit',
      'Smart Transaction: fields': [
        'a wrong type, a wrong pattern and a text too long are refused with the name of the field',
        'intent is sale or order',
      ],
      'Basket, basket info': 'tax in percent',
      'Payment context': 'merchant_name has 22 characters at most, merchant_city no other characters than allowed',
    });
    const refused = await till.post<Refusal>('', body);
    expect([refused.status, refused.body.code], refused.text).toEqual([500, 1001]);
    expect(refused.body.error_details).toContain(field);
  });
});

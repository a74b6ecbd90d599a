/** Payment Transactions over HTTP: created, listed and read. */
import { describe, expect, it } from 'vitest';
import { ok } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { PaymentTransaction, SpecificPayment } from '../../wire/payments.ts';
import { demoIds } from '../../world/demoIds.ts';
import { fixedId } from '../../world/ids.ts';
import { account, path, paymentsBridge } from './payments.fixture.ts';

const { started, post, read, specific, create } = paymentsBridge();

describe('POST /Payment/Transactions', () => {
  it('makes a TWINT payment that waits for its payer', async () => {
    specifies({
      Conventions: 'PCI_ and 30 letters or digits name a Payment Transaction',
      'Payment Transaction': [
        'amount and currency',
        'payment_methods is an array or null; value twint',
        'basket is an array of SvcBasketItem',
        'opt_data and experience are taken',
      ],
      Endpoints: 'POST /Payment/Transactions',
    });
    const answer = ok(
      await post(path, {
        amount: 1234,
        currency: 'EUR',
        purpose: 'Kaffee',
        payment_methods: ['twint'],
        order_id: 'A-1',
        basket: [{ item_type: 'article', name: 'Kaffee', quantity: 1, tax: '19', price: 1234, total: 1234 }],
        accrual: false,
        payment_action: 'sale',
        customer: {},
        redirect_url: { url_push: '', url_success: 'https://shop.example/ok', url_failure: 'https://shop.example/no' },
        contract: demoIds.contract,
        opt_data: { language: 'de_DE', has_accepted_disclaimer: true },
        demo: false,
        experience: { positive: 3, negative: 0 },
      }),
    );
    expect(answer).toMatchObject({
      object: 'payment.transactions',
      merchant: { object: 'general.merchants', id: demoIds.merchant },
      amount: 1234,
      currency: 'EUR',
      status: 1,
      details: { status_simple: 99, amount: 1234 },
      product_raw: 'TWINT',
      order_id: 'A-1',
      purpose: 'Kaffee',
      accrual: false,
      contract: { object: 'general.contracts', id: demoIds.contract },
    });
    expect(answer.id).toMatch(/^PCI_[A-Z0-9]{30}$/);
    expect(answer.redirect_url.iframe_url).toMatch(new RegExp(`^${started.bridge.url}/challenge/[0-9a-f]{32}$`));
    expect(answer.basket).toEqual([
      { item_type: 'article', name: 'Kaffee', quantity: 1, tax: '19', price: 1234, total: 1234 },
    ]);
  });

  it('takes amounts as digits and EUR as default, and null where clients send it', async () => {
    specifies({ Conventions: 'ISO 4217: a currency has three capital letters, default EUR' });
    const body = {
      amount: '1000',
      payment_methods: null,
      currency: null,
      order_id: null,
      customer: null,
      basket: null,
    };
    expect(ok(await post(path, body))).toMatchObject({ amount: 1000, currency: 'EUR', product_raw: 'TWINT' });
  });

  it.each([
    ['no amount', { payment_methods: ['twint'] }],
    ['an amount that is no integer', { amount: 10.5 }],
    ['an amount in words', { amount: 'ten' }],
    ['a negative amount', { amount: -5 }],
    ['an amount of nothing', { amount: 0 }],
    ['a currency in small letters', { amount: 1000, currency: 'eur' }],
    ['a currency that is not agreed', { amount: 1000, currency: 'JPY' }],
    ['an unknown payment_action', { amount: 1000, payment_action: 'collection' }],
    ['methods that are no list', { amount: 1000, payment_methods: 'twint' }],
    ['a purpose that is too long', { amount: 1000, purpose: 'x'.repeat(501) }],
    [
      'a card that did not come through prepare',
      { amount: 1000, container: { type: 'credit_card', private: { pan: '1' } } },
    ],
  ])('refuses %s with a validation error', async (_what, body) => {
    specifies({
      'Payment Transaction': 'currency matches ^[A-Z]{3}$',
      Errors: 'HTTP 500 for validation errors',
      Versioning: 'payment_action collection is announced and not there yet',
    });
    expect((await post(path, body)).status).toBe(500);
  });

  it('answers 405 for a method that the contract does not offer', async () => {
    specifies({ Errors: 'HTTP 405 when the payment method is not available' });
    const other = await started.bridge.client('other');
    for (const [as, method] of [
      [started.client, 'cashless'],
      [started.client, 'gold'],
      [other, 'twint'],
    ] as const) {
      const { status, body } = await post<{ code: number }>(path, { amount: 1000, payment_methods: [method] }, as);
      expect([status, body.code]).toEqual([405, 1008]);
    }
  });

  it('answers 404 for a customer, a container and a contract of another merchant', async () => {
    specifies({ 'Payment Transaction': 'contract and container are ids' });
    const made = await create();
    const other = await started.bridge.client('other');
    const customer = made.customer?.id.replace('USR_', 'PCU_');
    for (const more of [{ container: made.container?.id }, { contract: demoIds.contract }, { customer }]) {
      const body = { amount: 1000, payment_methods: ['prepaid'], ...more };
      expect((await post(path, body, other)).status).toBe(404);
    }
  });

  it('wants an order_id once where the contract says so', async () => {
    specifies({ 'Payment Transaction': 'order_id must be unique if the contract says so' });
    const other = await started.bridge.client('other');
    const body = { amount: 1000, payment_methods: ['prepaid'], order_id: 'once' };
    expect((await post(path, body, other)).status).toBe(200);
    expect((await post<{ error: string }>(path, body, other)).body.error).toBe('ProductDuplicateException');
    expect((await post(path, { ...body, order_id: 'twice' }, other)).status).toBe(200);
    const many = { amount: 1000, payment_methods: ['prepaid'], order_id: 'many' };
    expect([(await post(path, many)).status, (await post(path, many)).status]).toEqual([200, 200]);
  });

  it('answers 405 for a payment that was declined, and keeps it as denied', async () => {
    const { status, body } = await post<{ payment: { id: string } }>(path, {
      amount: 1005,
      payment_methods: ['debit'],
      container: account,
    });
    expect(status).toBe(405);
    expect(await read(body.payment.id)).toMatchObject({ status: 903, details: { status_simple: 3, amount: 0 } });
  });

  it('marks a payment as the first of a subscription, and follows it by its number', async () => {
    specifies({
      'Payment Transaction': 'subscription marks recurring payments',
      Subscription:
        'the first payment is marked as recurring and answers a Subscription ID that each further payment passes',
    });
    const first = await create({ subscription: { purpose: 'Zeitung' } });
    const detail = await specific('Svcdebits', first.id);
    const id = detail.subscription?.id ?? 0;
    expect(first.subscription?.id).toMatch(/^SUB_[A-Z0-9]{30}$/);
    expect(detail.subscription).toEqual({ purpose: 'Zeitung', id });
    expect((await create({ subscription: { id: String(id) } })).subscription).toEqual(first.subscription);
    const wrong = { amount: 1000, payment_methods: ['debit'], container: account, subscription: { id } };
    expect((await post(path, { ...wrong, currency: 'CHF' })).status).toBe(405);
    expect((await post(path, { ...wrong, subscription: { id: 999_999 } })).status).toBe(404);
  });
});

describe('GET /Payment/Transactions', () => {
  it('lists by the fields clients ask for', async () => {
    specifies({
      Conventions: 'USR_ and 30 letters or digits name the payer in a list entry',
      Endpoints: 'GET /Payment/Transactions',
    });
    const made = await create({ order_id: 'Suche-7', amount: 7001 });
    expect(made.customer?.id).toMatch(/^USR_[A-Z0-9]{30}$/);
    for (const q of [
      `id:${made.id}`,
      `trans_id:${made.trans_id}`,
      `transaction_hash:"${made.transaction_hash}"`,
      'order_id:"suche-7"',
      'amount:[7001 TO 7001]',
      `details.status_simple:1 AND order_id:Suche-7`,
      `status:111 AND trans_id:[${made.trans_id} TO *]`,
      `customer.surname:Muster AND order_id:Suche*`,
    ]) {
      const { data } = ok(
        await started.client.ask<{ data: PaymentTransaction[] }>(
          'GET',
          `${path}?q=${encodeURIComponent(q)}&sort=created:desc`,
        ),
      );
      expect(
        data.map(({ id }) => id),
        q,
      ).toContain(made.id);
    }
  });

  it('reads one by its id, by the older hash, and as the method-specific resource shows it', async () => {
    const made = await create();
    expect(await read(made.transaction_hash)).toEqual(made);
    const old = ok(await started.client.ask<SpecificPayment>('GET', `${path}/${made.transaction_hash}/OldFormat`));
    expect(old).toEqual(await specific('Svcdebits', made.id));
  });

  it('has no details of a payment at the counter', async () => {
    specifies({
      'Payment Transaction': 'only transactions created through the API can be read in detail',
      Endpoints: 'only payments made through the API have details',
    });
    const id = fixedId('PCI', 'pos');
    expect((await read(id)).details).toMatchObject({ status: 111, status_simple_text: 'accepted' });
    expect((await started.client.ask('GET', `${path}/${id}/OldFormat`)).status).toBe(404);
  });

  it('answers 404 to another merchant, for an unknown id and an unknown hash', async () => {
    specifies({ Errors: 'HTTP 404 for another merchant and unknown ids' });
    const made = await create();
    const other = await started.bridge.client('other');
    for (const reference of [made.id, made.transaction_hash])
      for (const below of ['', '/OldFormat', '/checkStatus'])
        expect((await other.ask('GET', `${path}/${reference}${below}`)).status).toBe(404);
    expect((await started.client.ask('GET', `${path}/PCI_${'0'.repeat(30)}`)).status).toBe(404);
    expect((await started.client.ask('GET', `${path}/nothing`)).status).toBe(404);
  });

  it('tells the status and what is left of the amount', async () => {
    const { id } = await create();
    const status = () => started.client.ask('GET', `${path}/${id}/checkStatus`).then(ok);
    expect(await status()).toMatchObject({
      status: 111,
      status_simple: 1,
      status_simple_text: 'accepted',
      amount: 1000,
    });
    ok(await post(`${path}/${id}/cancel`, { reduce_amount_by: 300 }));
    expect(await status()).toMatchObject({ amount: 700 });
    ok(await post(`${path}/${id}/cancel`));
    expect(await status()).toMatchObject({ status_simple: 7, amount: 0, currency: 'EUR' });
  });
});

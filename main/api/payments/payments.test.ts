/** Payment Transactions over HTTP: made, listed, read, captured, given back (specification, "Payment Transactions"). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { PaymentTransaction, SpecificPayment } from '../../wire/payments.ts';
import { demoIds } from '../../world/demoIds.ts';
import { fixedId } from '../../world/ids.ts';

const path = '/api/v2/Payment/Transactions';
const account = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };
const contact = {
  forename: 'Erika',
  surname: 'Muster',
  email: 'erika@muster.example',
  address: { street: 'Weg', street_number: '1', postal_code: '12345', city: 'Ort', country: 'DE' },
};

let bridge: TestBridge;
let client: Client;
beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeAll);

const post = <T = PaymentTransaction>(to: string, body?: unknown, as = client) =>
  as.ask<T>('POST', to, body === undefined ? {} : { body });
const read = async (id: string) => ok(await client.ask<PaymentTransaction>('GET', `${path}/${id}`));
const specific = async (word: string, id: string) =>
  ok(await client.ask<SpecificPayment>('GET', `/api/v2/Payment/${word}/${id}`));
const create = async (more: object = {}) =>
  ok(
    await post(path, { amount: 1000, payment_methods: ['debit'], container: account, customer: { contact }, ...more }),
  );
const authorised = (more: object = {}) => create({ payment_action: 'authorization', ...more });

describe('POST /Payment/Transactions', () => {
  it('makes a TWINT payment that waits for its payer', async () => {
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
    expect(answer.redirect_url.iframe_url).toMatch(new RegExp(`^${bridge.url}/challenge/[0-9a-f]{32}$`));
    expect(answer.basket).toEqual([
      { item_type: 'article', name: 'Kaffee', quantity: 1, tax: '19', price: 1234, total: 1234 },
    ]);
  });

  it('takes amounts as digits and EUR as default, and null where clients send it', async () => {
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
    expect((await post(path, body)).status).toBe(500);
  });

  it('answers 405 for a method that the contract does not offer', async () => {
    const other = await bridge.client('other');
    for (const [as, method] of [
      [client, 'cashless'],
      [client, 'gold'],
      [other, 'twint'],
    ] as const) {
      const { status, body } = await post<{ code: number }>(path, { amount: 1000, payment_methods: [method] }, as);
      expect([status, body.code]).toEqual([405, 1008]);
    }
  });

  it('answers 404 for a customer, a container and a contract of another merchant', async () => {
    const made = await create();
    const other = await bridge.client('other');
    const customer = made.customer?.id.replace('USR_', 'PCU_');
    for (const more of [{ container: made.container?.id }, { contract: demoIds.contract }, { customer }]) {
      const body = { amount: 1000, payment_methods: ['prepaid'], ...more };
      expect((await post(path, body, other)).status).toBe(404);
    }
  });

  it('wants an order_id once where the contract says so', async () => {
    const other = await bridge.client('other');
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
        await client.ask<{ data: PaymentTransaction[] }>('GET', `${path}?q=${encodeURIComponent(q)}&sort=created:desc`),
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
    const old = ok(await client.ask<SpecificPayment>('GET', `${path}/${made.transaction_hash}/OldFormat`));
    expect(old).toEqual(await specific('Svcdebits', made.id));
  });

  it('has no details of a payment at the counter', async () => {
    const id = fixedId('PCI', 'pos');
    expect((await read(id)).details).toMatchObject({ status: 111, status_simple_text: 'accepted' });
    expect((await client.ask('GET', `${path}/${id}/OldFormat`)).status).toBe(404);
  });

  it('answers 404 to another merchant, for an unknown id and an unknown hash', async () => {
    const made = await create();
    const other = await bridge.client('other');
    for (const reference of [made.id, made.transaction_hash])
      for (const below of ['', '/OldFormat', '/checkStatus'])
        expect((await other.ask('GET', `${path}/${reference}${below}`)).status).toBe(404);
    expect((await client.ask('GET', `${path}/PCI_${'0'.repeat(30)}`)).status).toBe(404);
    expect((await client.ask('GET', `${path}/nothing`)).status).toBe(404);
  });

  it('tells the status and what is left of the amount', async () => {
    const { id } = await create();
    const status = () => client.ask('GET', `${path}/${id}/checkStatus`).then(ok);
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

describe('a capture', () => {
  it('takes an authorised payment, in parts, and never more than was authorised', async () => {
    const { id, details } = await authorised();
    expect(details).toMatchObject({ status: 9, status_simple: 2, status_simple_text: 'authorized' });
    expect(ok(await post(`${path}/${id}/capture`, { amount: 400 })).details.status).toBe(111);
    expect((await post(`${path}/${id}/capture`, { amount: 601 })).status).toBe(405);
    const last = ok(await post(`${path}/${id}/capture`, { shipping_information: { invoice_number: 'R-1' } }));
    expect(last).toMatchObject({ invoice_number: 'R-1', details: { amount: 1000 } });
    expect((await post(`${path}/${id}/capture`)).status).toBe(405);
  });

  it('answers 405 where nothing is authorised', async () => {
    const { id } = await create();
    const { status, body } = await post<{ code: number }>(`${path}/${id}/capture`);
    expect([status, body.code]).toEqual([405, 1003]);
  });

  it('answers 405 when it fails, and leaves the payment authorised', async () => {
    const { id } = await authorised({ amount: 77_702 });
    const { status, body } = await post<{ code: number }>(`${path}/${id}/capture`);
    expect([status, body.code]).toEqual([405, 1005]);
    expect((await read(id)).status).toBe(9);
  });

  it('can be of more after IncreaseAmount, which is for authorised payments only', async () => {
    const { id } = await authorised();
    expect(ok(await post(`${path}/${id}/IncreaseAmount`, { amount: '200' })).amount).toBe(1200);
    expect(ok(await post(`${path}/${id}/capture`, { amount: 1200 })).details.amount).toBe(1200);
    expect((await post(`${path}/${id}/IncreaseAmount`, { amount: 200 })).status).toBe(405);
    expect((await post(`${path}/${id}/IncreaseAmount`, {})).status).toBe(500);
  });
});

describe('a cancellation', () => {
  it('of an authorisation gives it up without a refund', async () => {
    const { id } = await authorised();
    const [given] = ok(await post<PaymentTransaction[]>(`${path}/${id}/cancel`));
    expect(given).toMatchObject({
      id,
      status: 905,
      details: { status_simple: 5, amount: 0 },
      related_transactions: [],
    });
  });

  it('of a payment makes a refund of its own, negative and linked both ways', async () => {
    const paid = await create();
    const answer = ok(
      await post<PaymentTransaction[]>(`${path}/${paid.id}/cancel`, { reduce_amount_by: 250, reason: 'zu kalt' }),
    );
    expect(answer).toHaveLength(1);
    const [refund] = answer;
    expect(refund).toMatchObject({
      amount: -250,
      product_raw: 'PAYMENTGUARANTEE_DEBIT_REFUND',
      status: 6,
      purpose: 'zu kalt',
      parents: [{ id: paid.id, trans_id: paid.trans_id, ref_type_id: 19, hierarchy: 'parent' }],
    });
    expect((await post(`${path}/${refund?.id}/cancel`)).status).toBe(405);
    const { related_transactions } = await read(paid.id);
    expect(related_transactions).toMatchObject([{ id: refund?.id, ref_type_id: 19, hierarchy: 'child' }]);
    const q = `parents.trans_id:${paid.trans_id}`;
    const found = ok(await client.ask<{ data: PaymentTransaction[] }>('GET', `${path}?q=${q}`));
    expect(found.data.map(({ id }) => id)).toEqual([refund?.id]);
  });

  it('gives back what was taken and gives up what is held', async () => {
    const { id } = await authorised();
    ok(await post(`${path}/${id}/capture`, { amount: 400 }));
    const [refund] = ok(await post<PaymentTransaction[]>(`${path}/${id}/cancel`));
    expect(refund?.amount).toBe(-400);
    expect((await read(id)).details).toMatchObject({ status_simple: 7, amount: 0 });
  });

  it('never gives back more than is left, and says when the acquirer refuses', async () => {
    const { id } = await create();
    expect((await post(`${path}/${id}/cancel`, { reduce_amount_by: 1001 })).status).toBe(500);
    expect((await post(`${path}/${id}/cancel`, { reduce_amount_by: -1 })).status).toBe(500);
    expect((await post(`${path}/${id}/cancel`, { reason: 'x'.repeat(101) })).status).toBe(500);
    ok(await post(`${path}/${id}/cancel`));
    expect((await post(`${path}/${id}/cancel`)).status).toBe(405);
    const stuck = await create({ amount: 77_704 });
    expect((await post<{ code: number }>(`${path}/${stuck.id}/cancel`)).body.code).toBe(1044);
  });

  it('takes the shares of stakeholders back in proportion when asked to', async () => {
    const share = { item_type: 'stakeholder_payment', total: 300, contract_id: demoIds.contract, reference_id: 's1' };
    const paid = await create({ basket: [share] });
    const detail = await specific('Svcdebits', paid.id);
    expect(detail.sub_transactions).toMatchObject([{ reference_id: 's1' }, { reference_id: 's1' }]);
    const made = ok(
      await post<PaymentTransaction[]>(`${path}/${paid.id}/cancel`, {
        reduce_amount_by: 500,
        reduce_stakeholder_payment: true,
      }),
    );
    expect(made.map(({ product_id, amount }) => [product_id, amount])).toEqual([
      [9016, -500],
      [438, 150],
      [437, -150],
    ]);
    const children = ok(
      await client.ask<{ data: PaymentTransaction[] }>(
        'GET',
        `${path}?q=parents.trans_id:${paid.trans_id}&sort=trans_id:asc`,
      ),
    );
    expect(children.data.map(({ product_id, amount }) => [product_id, amount])).toEqual([
      [398, -300],
      [397, 300],
      [9016, -500],
      [438, 150],
      [437, -150],
    ]);
  });
});

describe('further calls on a payment', () => {
  it('revokeAccrual lifts the lock for payout', async () => {
    const { id, accrual, product_id } = await create({ accrual: true });
    expect([accrual, product_id]).toEqual([true, 309]);
    const before = ok(await client.ask<{ data: { amount: number }[] }>('GET', `${path}/me/CrowdFundingData/me`));
    expect(before.data).toEqual([{ currency: 'EUR', count: 1, amount: 1000 }]);
    expect(ok(await post(`${path}/${id}/revokeAccrual`)).accrual).toBe(false);
    const after = ok(await client.ask<{ data: object[] }>('GET', `${path}/me/CrowdFundingData/${demoIds.merchant}`));
    expect(after.data).toEqual([]);
    expect((await client.ask('GET', `${path}/me/CrowdFundingData/${demoIds.other}`)).status).toBe(404);
  });

  it('ShippingInformation is kept', async () => {
    const { id } = await create();
    const body = { carrier: 'Post', tracking_id: 'T1', invoice_number: 'R-9', shipped_at: '2026-11-21', order_id: 'A' };
    const answer = await client.ask('PUT', `${path}/${id}/ShippingInformation`, { body });
    expect(ok(answer)).toEqual({ result: true });
    expect(await read(id)).toMatchObject({ invoice_number: 'R-9', shipping_information: body });
  });

  it('getPaymentInstructions tells where a prepaid payer transfers to, and nothing for other methods', async () => {
    const { id, trans_id } = await create({ payment_methods: ['prepaid'] });
    expect(ok(await post<object>(`${path}/${id}/getPaymentInstructions`, { lang: 'en_GB' }))).toEqual({
      lang: 'en_GB',
      amount: '10.00',
      currency: 'EUR',
      payment_instructions: {
        iban: 'DE02120300000000202051',
        bic: 'BYLADEM1001',
        owner: expect.any(String),
        bankname: expect.any(String),
        purpose: `TA ${trans_id}`,
      },
    });
    const debit = await create();
    expect(ok(await post<object>(`${path}/${debit.id}/getPaymentInstructions`))).toMatchObject({
      lang: 'de_DE',
      amount: '10,00',
      payment_instructions: null,
    });
  });

  it('getRefundBankAccount names the account a refund would go to, masked', async () => {
    const { trans_id } = await create();
    const found = ok(await post<{ iban: string; owner: string }>(`${path}/me/getRefundBankAccount`, { trans_id }));
    expect(found).toMatchObject({ owner: 'Erika Muster' });
    expect(found.iban).toMatch(/^DE89X+3000$/);
    expect((await post(`${path}/me/getRefundBankAccount`, { trans_id: 999_999_999 })).status).toBe(404);
  });

  it('all refuse another merchant', async () => {
    const { id } = await create();
    const other = await bridge.client('other');
    for (const action of ['cancel', 'capture', 'revokeAccrual', 'getPaymentInstructions', 'assignTransferBalance'])
      expect((await post(`${path}/${id}/${action}`, undefined, other)).status, action).toBe(404);
    expect((await post(`${path}/${id}/IncreaseAmount`, { amount: 1 }, other)).status).toBe(404);
    expect((await post(`${path}/${id}/assignPayment/1`, undefined, other)).status).toBe(404);
    expect((await other.ask('PUT', `${path}/${id}/ShippingInformation`, { body: {} })).status).toBe(404);
  });
});

/** Payouts over HTTP (specification, "Payout transaction" and "Payouts"). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { PaymentTransaction, SpecificPayment } from '../../wire/payments.ts';
import { demoIds } from '../../world/demoIds.ts';

const path = '/api/v2/Payment/Svcpayout';
const direct = `${path}/me/PayoutWithoutCustomer`;
const account = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };
const contact = {
  forename: 'Erika',
  surname: 'Muster',
  email: 'erika@muster.example',
  address: { street: 'Weg', street_number: '1', postal_code: '12345', city: 'Ort', country: 'DE' },
};

let bridge: TestBridge;
let client: Client;
let customer: string;
let paid: PaymentTransaction;
beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
  customer = ok(await client.ask<{ id: string }>('POST', '/api/v2/Payment/Customers', { body: { contact } })).id;
  const body = { amount: 1000, payment_methods: ['debit'], container: account, customer };
  paid = ok(await client.ask<PaymentTransaction>('POST', '/api/v2/Payment/Transactions', { body }));
});
afterAll(closeAll);

interface Payout extends SpecificPayment {
  readonly transaction_list: readonly Record<string, unknown>[];
}

let number = 0;
const item = (more: object = {}) => {
  number += 1;
  return {
    item_type: 'transaction_payout',
    reference_id: `R-${number}`,
    name: 'Zins',
    total: 500,
    transaction_id: paid.id,
    ...more,
  };
};
const payout = (more: object = {}) => ({
  customer,
  amount: 500,
  currency: 'EUR',
  purpose: 'Zinsen',
  transaction_list: [item()],
  ...more,
});
const post = <T = Payout>(to: string, body: unknown, as = client) => as.ask<T>('POST', to, { body });

describe('POST /Payment/Svcpayout', () => {
  it('is authorised, and names the account to which the total is transferred', async () => {
    specifies({
      'Payout transaction': [
        'contract, demo and opt_data are taken',
        'payment.svcpayout: object, id, trans_id, status, amount, currency, purpose, order_id',
        'amount is the sum of all items and may be sent as a string',
        'transaction_list with item_type transaction_payout, name, total',
        'redirect_url.url_push is told of status changes',
        'contract is a General Contract ID',
        'demo is a boolean or a string',
        'opt_data is an object',
        'transaction_status is an integer, 25 while the total is awaited',
        'transfer_purpose and transfer_account receive the total amount',
      ],
      Endpoints: ['POST /Payment/Svcpayout', 'GET /Payment/Svcpayout/{paymentPayoutId}'],
    });
    const made = ok(
      await post(
        path,
        payout({
          amount: '500',
          order_id: 'P-1',
          demo: 'false',
          opt_data: { language: 'de_DE' },
          contract: demoIds.contract,
          redirect_url: { url_push: 'http://127.0.0.1:9009/p' },
        }),
      ),
    );
    expect(made).toMatchObject({
      object: 'payment.svcpayout',
      status: 'authorized',
      amount: 500,
      currency: 'EUR',
      purpose: 'Zinsen',
      order_id: 'P-1',
      transaction_status: 25,
      transfer_purpose: `TA ${made.trans_id}`,
      transfer_account: { iban: expect.any(String), bic: expect.any(String), account_owner: expect.any(String) },
      transaction_list: [{ item_type: 'transaction_payout', name: 'Zins', total: 500, transaction_id: paid.id }],
    });
    expect(ok(await client.ask('GET', `${path}/${made.id}`))).toEqual(made);
    expect(bridge.rows("SELECT document ->> 'target' AS target FROM push WHERE query_object = ?", made.id)).toEqual([
      { target: 'payment.svcpayout' },
    ]);
  });

  it('takes the customer as an id and as an object', async () => {
    specifies({ 'Payout transaction': 'customer is the id of a Payment Customer' });
    for (const named of [customer, { object: 'payment.customers', id: customer }])
      expect(ok(await post(path, payout({ customer: named }))).customer).toMatchObject({ id: customer });
  });

  it('takes a hash, an id or a container as the source of bank data', async () => {
    specifies({
      'Payout transaction': [
        'an item names transaction_hash',
        'an item names transaction_id',
        'an item names container_id',
      ],
    });
    const sources = [
      { transaction_hash: paid.transaction_hash },
      { transaction_id: paid.id },
      { container_id: paid.container?.id },
    ];
    for (const source of sources)
      expect(
        (await post(path, payout({ transaction_list: [item({ transaction_id: undefined, ...source })] }))).status,
      ).toBe(200);
  });

  it.each([
    ['an amount that is not the sum of the items', () => payout({ amount: 501 })],
    ['no customer', () => payout({ customer: undefined })],
    ['no purpose', () => payout({ purpose: undefined })],
    ['no items', () => payout({ transaction_list: [] })],
    ['an item without a name', () => payout({ transaction_list: [item({ name: undefined })] })],
    ['an item without a total', () => payout({ transaction_list: [item({ total: undefined })] })],
    ['an item of nothing', () => payout({ amount: 0, transaction_list: [item({ total: 0 })] })],
    [
      'an item without a reference to bank data',
      () => payout({ transaction_list: [item({ transaction_id: undefined })] }),
    ],
    ['a currency that is not agreed', () => payout({ currency: 'JPY' })],
  ])('refuses %s with a validation error', async (_what, body) => {
    specifies({
      'Payout transaction': 'customer, amount, purpose, name, total and one of the three references are required',
      Limits: 'a payout amount is the sum of item totals',
    });
    expect((await post(path, body())).status).toBe(500);
  });

  it('wants every reference_id once, in a payout and ever after', async () => {
    specifies({ 'Payout transaction': 'reference_id must be unique' });
    const used = item();
    ok(await post(path, payout({ transaction_list: [used] })));
    for (const list of [
      [used],
      [item({ reference_id: 'same', total: 200 }), item({ reference_id: 'same', total: 300 })],
    ])
      expect((await post<{ error: string }>(path, payout({ transaction_list: list }))).body.error).toBe(
        'ProductDuplicateException',
      );
  });

  it('answers 404 for references of another merchant', async () => {
    const other = await bridge.client('other');
    expect((await post(path, payout(), other)).status).toBe(404);
    expect(
      (await post(path, payout({ transaction_list: [item({ transaction_id: `PCI_${'9'.repeat(30)}` })] }))).status,
    ).toBe(404);
  });

  it('answers 405 while the contract does not pay out yet', async () => {
    specifies({ Endpoints: 'POST /Payment/Svcpayout answers 405 when the method is unavailable' });
    const before = bridge.rows<{ document: string }>(
      'SELECT document FROM general_contract WHERE id = ?',
      demoIds.contract,
    )[0];
    bridge.alter(
      `UPDATE general_contract SET document = json_set(document, '$.approved', json('false')) WHERE id = '${demoIds.contract}'`,
    );
    expect((await post(path, payout())).status).toBe(405);
    bridge.alter(
      `UPDATE general_contract SET document = '${before?.document.replaceAll("'", "''")}' WHERE id = '${demoIds.contract}'`,
    );
    expect((await post(path, payout())).status).toBe(200);
  });

  it('is completed when the total has arrived, and can be cancelled before', async () => {
    specifies({ Endpoints: 'cancelling a payout' });
    const first = ok(await post(path, payout()));
    const done = ok(await post(`${path}/${first.id}/TestChangedPaymentStatus`, { new_status_id: 6 }));
    expect(done).toMatchObject({ status: 'accepted', transaction_status: 6 });
    const second = ok(await post(path, payout()));
    ok(await post(`${path}/${second.id}/cancel`, {}));
    expect(ok(await client.ask<Payout>('GET', `${path}/${second.id}`)).status).toBe('void');
  });

  it('takes an external invoice as a PDF', async () => {
    specifies({ Endpoints: 'assigning an external invoice PDF' });
    const made = ok(await post(path, payout()));
    const content = Buffer.from('%PDF-1.4').toString('base64');
    const upload = ok(await client.ask<{ id: string }>('POST', '/api/v2/Document/Uploads', { body: { content } }));
    const answer = await post<{ document: { id: string } }>(
      `${path}/${made.id}/assignExternalInvoicePdf/${upload.id}`,
      {},
    );
    expect(ok(answer).document.id).toBe(upload.id);
  });
});

describe('POST /Payment/Svcpayout/me/PayoutWithoutCustomer', () => {
  const entry = (more: object = {}) => {
    number += 1;
    return {
      amount: 700,
      purpose: 'Gewinn',
      reference: `E-${number}`,
      bank_account: { iban: 'DE89 3704 0044 0532 0130 00', owner: 'E' },
      ...more,
    };
  };
  const body = (more: object = {}) => ({
    amount: 700,
    currency: 'EUR',
    contract_id: demoIds.contract,
    purpose: 'Gewinne',
    payout_list: [entry()],
    ...more,
  });

  it('pays to a bank account, a recipient or the payer of an earlier payment, each with its own trans_id', async () => {
    specifies({
      'Payout transaction': 'status is authorized, or pending until its date',
      Endpoints: 'POST /Payment/Svcpayout/me/PayoutWithoutCustomer',
    });
    const list = [
      entry(),
      entry({ bank_account: undefined, recipient: demoIds.merchant }),
      entry({ bank_account: undefined, origin_transaction: paid.trans_id }),
    ];
    const made = ok(await post(direct, body({ amount: 2100, execution_date: '2099-12-01', payout_list: list })));
    expect(made).toMatchObject({
      object: 'payment.svcpayout',
      status: 'pending',
      amount: 2100,
      execution_date: '2099-12-01',
    });
    expect(ok(await post(direct, body())).status).toBe('authorized');
    const numbers = made.transaction_list.map(({ trans_id }) => trans_id);
    expect(new Set(numbers).size).toBe(3);
    expect(made.transfer_account?.iban).toMatch(/^DE/);
    expect(JSON.stringify(made)).not.toContain('DE89370400440532013000');
  });

  it.each([
    ['an amount that is not the sum', () => body({ amount: 1 })],
    ['an IBAN that is wrong', () => body({ payout_list: [entry({ bank_account: { iban: 'DE00' } })] })],
    ['an entry that names nobody', () => body({ payout_list: [entry({ bank_account: undefined })] })],
    ['a list that is none', () => body({ payout_list: {} })],
  ])('refuses %s with a validation error', async (_what, input) => {
    expect((await post(direct, input())).status).toBe(500);
  });

  it('answers 404 for an unknown earlier payment', async () => {
    const list = [entry({ bank_account: undefined, origin_transaction: 999_999_999 })];
    expect((await post(direct, body({ payout_list: list }))).status).toBe(404);
  });
});

describe('GET /Payment/Payouts', () => {
  it('lists and reads the transfers to the merchant, and those of no other', async () => {
    const list = ok(
      await client.ask<{ count: number; data: { id: string; amount: number }[] }>(
        'GET',
        '/api/v2/Payment/Payouts?sort=date:desc',
      ),
    );
    expect(list.count).toBeGreaterThan(0);
    const [first] = list.data;
    const one = ok(await client.ask('GET', `/api/v2/Payment/Payouts/${first?.id}`));
    expect(one).toEqual(first);
    const other = await bridge.client('other');
    expect((await other.ask('GET', `/api/v2/Payment/Payouts/${first?.id}`)).status).toBe(404);
  });
});

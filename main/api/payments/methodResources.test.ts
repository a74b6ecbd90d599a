/** The method-specific resources and the status simulator (specification, "Payment Transactions"). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statuses } from '../../acquirer/payments/statuses.ts';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { liveSignIn, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { CancelResult, PaymentTransaction, SpecificPayment } from '../../wire/payments.ts';
import { demoIds } from '../../world/demoIds.ts';

const payment = '/api/v2/Payment';
const pushUrl = 'http://127.0.0.1:9009/push';
const account = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };

let bridge: TestBridge;
let client: Client;
beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeAll);

const post = <T = SpecificPayment>(to: string, body?: unknown, as = client) =>
  as.ask<T>('POST', `${payment}/${to}`, body === undefined ? {} : { body });
const put = (to: string, body: object) => client.ask<SpecificPayment>('PUT', `${payment}/${to}`, { body });
const get = <T = SpecificPayment>(to: string) => client.ask<T>('GET', `${payment}/${to}`);
const create = async (word: string, more: object = {}) => ok(await post(word, { amount: 1000, ...more }));
const pushes = (id: string) =>
  bridge
    .rows<{ target: string; type: string; url: string }>(
      "SELECT document ->> 'target' AS target, document ->> 'type' AS type, url FROM push WHERE query_object = ? ORDER BY number",
      id,
    )
    .map(({ target, type, url }) => [target, type, url]);

describe('the resources of single methods', () => {
  it('show a prepay in the words of the specification', async () => {
    specifies({
      'Payment Transaction': [
        'payment.svcprepays: object, id, trans_id, status as text, amount, currency',
        'purpose and order_id',
        'transaction_status and payment_action',
        'transfer_purpose',
        'transfer_account: iban, bic, accountnumber, bankcode, account_owner',
        'customer of the detail is the payment customer with contract and contact',
        'redirect_url: iframe_url, url_success, url_failure',
      ],
      Endpoints: 'GET /Payment/Svcprepays/{paymentTransactionId}',
    });
    const contact = {
      forename: 'Erika',
      surname: 'Muster',
      email: 'erika@muster.example',
      address: { street: 'Weg', street_number: '1', postal_code: '12345', city: 'Ort', country: 'DE' },
    };
    const made = await create('Svcprepays', {
      currency: 'EUR',
      purpose: 'Bestellung',
      order_id: 'V-1',
      payment_action: 'sale',
      customer: { contact },
      redirect_url: { url_success: 'https://shop.example/ok', url_failure: 'https://shop.example/no' },
    });
    expect(made).toMatchObject({
      object: 'payment.svcprepays',
      status: 'authorized',
      amount: 1000,
      currency: 'EUR',
      purpose: 'Bestellung',
      order_id: 'V-1',
      transaction_status: 25,
      payment_action: 'sale',
      transfer_purpose: `TA ${made.trans_id}`,
      transfer_account: {
        iban: 'DE02120300000000202051',
        bic: 'BYLADEM1001',
        accountnumber: '0000202051',
        bankcode: '12030000',
        account_owner: expect.any(String),
      },
      customer: {
        object: 'payment.customers',
        contact: { surname: 'Muster' },
        contract: { object: 'payment.contracts' },
      },
      redirect_url: {
        iframe_url: null,
        url_success: 'https://shop.example/ok',
        url_failure: 'https://shop.example/no',
      },
      iframe_url: null,
      sub_transactions: [],
    });
    expect(ok(await get(`Svcprepays/${made.id}`))).toEqual(made);
  });

  it('show the instrument of a debit masked, and never more of it', async () => {
    specifies({ 'Payment Transaction': 'used_payment_instrument: type, data: owner, iban (masked), bic, bankname' });
    const made = await create('Svcdebits', { container: account });
    expect(made.used_payment_instrument).toMatchObject({
      type: 'bank_account',
      data: { owner: 'Erika Muster', bic: 'COBADEFFXXX', bankname: expect.any(String) },
    });
    const text = JSON.stringify([made, ok(await get(`Transactions/${made.id}`))]);
    expect(text).not.toContain('370400440532');
    expect(text).toContain('DE89XXXX');
  });

  it.each([
    ['Svcprepays', {}, 25, 'authorized'],
    ['Svcdebits', { container: account }, 111, 'accepted'],
    ['Svcinvoices', {}, 85, 'accepted'],
    ['Svcsofort', {}, 1, 'internal_server_status'],
    ['Svccreditcards', {}, 1, 'internal_server_status'],
    ['Svcpaypals', {}, 1, 'internal_server_status'],
  ])('make a payment below /Payment/%s and list only their own', async (word, more, status, text) => {
    specifies({
      Conventions: [
        'the word svc stands for the brand in payment.svcinvoices and the like',
        'path segments Svcprepays and Svcpayout',
      ],
    });
    const made = await create(word, more);
    expect([made.object, made.transaction_status, made.status]).toEqual([
      `payment.${word.toLowerCase()}`,
      status,
      text,
    ]);
    const list = ok(await get<{ count: number; data: SpecificPayment[] }>(`${word}?q=trans_id:${made.trans_id}`));
    expect(list.data).toEqual([made]);
    const all = ok(await get<{ count: number; data: SpecificPayment[] }>(`${word.toUpperCase()}?count=100`));
    expect(new Set(all.data.map(({ object }) => object))).toEqual(new Set([made.object]));
    expect(all.count).toBe(all.data.length);
  });

  it('take the path word in any case, and know no payment of another method', async () => {
    const { id } = await create('svcPREPAYS');
    expect((await get(`SVCPrepays/${id}`)).status).toBe(200);
    expect((await get(`Svcdebits/${id}`)).status).toBe(404);
    expect((await post(`Svcdebits/${id}/cancel`)).status).toBe(404);
  });

  it('answer 404 to another merchant and for every unknown payment', async () => {
    const { id } = await create('Svcprepays');
    const other = await bridge.client('other');
    expect((await other.ask('GET', `${payment}/Svcprepays/${id}`)).status).toBe(404);
    for (const action of ['cancel', 'capture', 'assignExternalInvoicePdf/DUP_1'])
      expect((await post(`Svcprepays/${id}/${action}`, undefined, other)).status, action).toBe(404);
    expect((await get(`Svcprepays/PCI_${'1'.repeat(30)}`)).status).toBe(404);
  });
});

describe('what can be done with them', () => {
  it('cancel tells the new transaction and what remains', async () => {
    const { id, trans_id } = await create('Svcdebits', { container: account });
    const part = ok(
      await post<CancelResult>(`svcdebits/${id}/cancel`, { contract: demoIds.contract, reduce_amount_by: 400 }),
    );
    expect(part).toMatchObject({ demo: false, result: { remaining_amount: 600, refund_waiting_for_payment: false } });
    expect(part.new_trans_id).toBeGreaterThan(trans_id);
    const rest = ok(await post<CancelResult>(`Svcdebits/${id}/cancel`, { amount: '600' }));
    expect(rest.result.remaining_amount).toBe(0);
  });

  it('capture takes an authorised payment', async () => {
    const { id } = await create('Svcdebits', { container: account, payment_action: 'authorization' });
    const shipping_information = { carrier: 'Post', tracking_id: 'T', invoice_number: 'R-2' };
    const taken = ok(await post(`Svcdebits/${id}/capture`, { contract: demoIds.contract, shipping_information }));
    expect(taken).toMatchObject({ status: 'accepted', transaction_status: 111 });
    expect((await post(`Svcdebits/${id}/capture`)).status).toBe(405);
  });

  it('accrual, basket and shippingInformation are changed by PUT', async () => {
    const { id } = await create('Svcdebits', { container: account, accrual: true });
    expect(ok(await put(`Svcdebits/${id}/accrual`, { accrual: false })).accrual).toBe(false);
    const basket = [{ item_type: 'article', name: 'Brot', quantity: 1, total: 1000 }];
    expect(ok(await put(`Svcdebits/${id}/basket`, { contract: demoIds.contract, basket })).basket).toEqual(basket);
    expect((await put(`Svcdebits/${id}/shippingInformation`, { carrier: 'Post' })).status).toBe(200);
    expect((await put(`Svcdebits/${id}/basket`, { basket: 'none' })).status).toBe(500);
    ok(await post(`Svcdebits/${id}/cancel`));
    expect((await put(`Svcdebits/${id}/basket`, { basket })).status).toBe(405);
  });

  it('assignExternalInvoicePdf attaches an uploaded invoice once, and replaces it with update_existing', async () => {
    const { id } = await create('Svcinvoices');
    const upload = async (text: string) => {
      const content = Buffer.from(text).toString('base64');
      return ok(await client.ask<{ id: string }>('POST', '/api/v2/Document/Uploads', { body: { content } })).id;
    };
    const [invoice, picture] = [await upload('%PDF-1.4 invoice'), await upload('no invoice')];
    const { document } = ok(await post<{ document: object }>(`Svcinvoices/${id}/assignExternalInvoicePdf/${invoice}`));
    expect(document).toMatchObject({
      id: invoice,
      mime_type: 'application/pdf',
      size: 16,
      url: expect.stringContaining(invoice),
    });
    const again = (body: object) =>
      post<{ error: string }>(`Svcinvoices/${id}/assignExternalInvoicePdf/${invoice}`, body);
    expect((await again({ update_existing: false })).body.error).toBe('ProductDuplicateException');
    expect((await again({ update_existing: true })).status).toBe(200);
    expect((await post(`Svcinvoices/${id}/assignExternalInvoicePdf/${picture}`)).status).toBe(500);
    expect((await post(`Svcinvoices/${id}/assignExternalInvoicePdf/DUP_NONE`)).status).toBe(404);
    const { documents } = ok(await get<PaymentTransaction>(`Transactions/${id}`));
    expect(documents).toEqual([
      { url: expect.stringContaining(invoice), type: 'pdf', document_type: 'external_invoice' },
    ]);
  });
});

describe('the status simulator', () => {
  it('forces a status, moves the money where the status needs it, and pushes the change of the simple status', async () => {
    specifies({
      Events: [
        'target is the specific payment method object',
        'type changed, always, for payments',
        'a push is sent when the simple status changed, and only then',
      ],
    });
    const { id } = await create('Svcprepays', { redirect_url: { url_push: pushUrl } });
    const force = (new_status_id: unknown) => post(`Svcprepays/${id}/TestChangedPaymentStatus`, { new_status_id });
    const waiting = ['payment.svcprepays', 'changed', pushUrl];
    expect(pushes(id)).toEqual([waiting]);
    expect(ok(await force('6'))).toMatchObject({ transaction_status: 6, status: 'accepted' });
    expect(pushes(id)).toEqual([waiting, waiting]);
    expect(ok(await get<PaymentTransaction>(`Transactions/${id}`)).details).toMatchObject({
      cleared: 'cleared',
      amount: 1000,
    });
    ok(await force(17));
    expect(pushes(id)).toHaveLength(2);
    expect(ok(await force(69))).toMatchObject({ transaction_status: 69, status: 'issue' });
    expect(pushes(id)).toHaveLength(3);
  });

  it('reaches every status of the table', async () => {
    for (const status of Object.keys(statuses).map(Number)) {
      const { id } = await create('Svcdebits', { container: account });
      const forced = ok(await post(`Svcdebits/${id}/TestChangedPaymentStatus`, { new_status_id: status }));
      expect(forced.transaction_status).toBe(status);
    }
  });

  it('is there for payments without a resource of their own, too', async () => {
    const { id } = ok(await post<PaymentTransaction>('Transactions', { amount: 1000, payment_methods: ['twint'] }));
    const forced = await post<PaymentTransaction>(`Transactions/${id}/TestChangedPaymentStatus`, {
      new_status_id: 111,
    });
    expect(ok(forced)).toMatchObject({ status: 111, details: { amount: 1000 } });
  });

  it('refuses a status that is not in the table', async () => {
    const { id } = await create('Svcprepays');
    for (const new_status_id of [2, 'x', null, 1.5])
      expect((await post(`Svcprepays/${id}/TestChangedPaymentStatus`, { new_status_id })).status).toBe(500);
  });

  it('is not there in a live shop', async () => {
    const live = await liveSignIn(await startLiveShop());
    const answer = await live.ask('POST', `${payment}/Svcprepays/PCI_X/TestChangedPaymentStatus`, {
      body: { new_status_id: 6 },
    });
    expect(answer.status).toBe(404);
  });
});

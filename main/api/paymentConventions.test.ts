/** Conventions of Payment Transactions, and of paying one Smart Transaction by any method. */
import { describe, expect, it } from 'vitest';
import { item, ok } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import { demoIds } from '../world/demoIds.ts';
import { api, bankAccount, CARD, CONTACT, everyResource, type Json, type List, MOMENT } from './conventions.fixture.ts';

const { started } = everyResource();

describe('a Payment Transaction', () => {
  it('has every member of a list entry, each of its type', async () => {
    specifies({
      'Payment Transaction': [
        'payment.transactions: object, id, merchant (general.merchants), trans_id, created, updated',
        'product_id, product, product_raw',
        'zahlungsmittel_id and contract_id are integers',
        'description and description_raw',
        'details: cleared, status, status_text, status_simple, status_simple_text, amount, description, description_raw',
        'customer: general.users with companyname, title, salutation, forename, surname',
      ],
    });
    const input = { container: bankAccount, customer: { contact: { ...CONTACT, title: 'Dr.', companyname: 'Firma' } } };
    const { id } = await started.client.create({ basket_info: { sum: 300 } });
    const sale = ok(await started.client.post(`/${id}/start/debit`, input));
    const { data } = ok(
      await started.client.ask<List>('GET', `${api}/Payment/Transactions?q=id:${sale.transactions[0]?.id}`),
    );
    const status = { status: 111, status_text: expect.any(String) };
    expect(data).toEqual([
      expect.objectContaining({
        ...status,
        object: 'payment.transactions',
        merchant: { object: 'general.merchants', id: demoIds.merchant },
        trans_id: expect.any(Number),
        product_id: 16,
        product: 'Lastschrift',
        product_raw: 'PAYMENTGUARANTEE_DEBIT',
        zahlungsmittel_id: expect.any(Number),
        contract_id: expect.any(Number),
        amount: 300,
        currency: 'EUR',
        created: expect.stringMatching(MOMENT),
        updated: expect.stringMatching(MOMENT),
        description: expect.any(String),
        description_raw: expect.any(String),
        details: {
          ...status,
          cleared: expect.any(String),
          status_simple: 1,
          status_simple_text: 'accepted',
          amount: 300,
          description: expect.any(String),
          description_raw: expect.any(String),
        },
        customer: {
          object: 'general.users',
          id: expect.stringMatching(/^USR_/),
          companyname: 'Firma',
          title: 'Dr.',
          salutation: null,
          forename: 'Ada',
          surname: 'Muster',
        },
        incoming_payment_date: null,
        payout_date: null,
      }),
    ]);
  });

  it('can be made of an amount alone: EUR, an empty customer, a page for the payer', async () => {
    specifies({ 'Payment Transaction': 'customer defaults to an empty object' });
    const made = ok(await started.client.ask<Json>('POST', `${api}/Payment/Transactions`, { body: { amount: 100 } }));
    expect(made).toMatchObject({ currency: 'EUR', customer: null, amount: 100 });
  });

  it('is made in the background by start, and the sale names it with its trans_id and transaction_hash', async () => {
    specifies({
      'What the service does': 'prepare and start make the Payment Transaction in the background',
      'Smart Transaction: fields': 'transactions: object, id, trans_id, transaction_hash; empty until a payment exists',
    });
    const { id, transactions } = await started.client.create({ basket: { products: [item(500)] } });
    expect(transactions).toEqual([]);
    const sale = ok(
      await started.client.post(`/${id}/start/debit`, {
        container: bankAccount,
        customer: { contact: { surname: 'Muster' } },
      }),
    );
    expect(sale.payment_method).toBe('debit');
    const [named] = sale.transactions;
    expect(named).toEqual({
      object: 'payment.transactions',
      id: expect.stringMatching(/^PCI_[A-Z0-9]{30}$/),
      trans_id: expect.any(Number),
      transaction_hash: expect.stringMatching(/^[a-z0-9]{20}$/),
    });
    const payment = ok(await started.client.ask<Json>('GET', `${api}/Payment/Transactions/${named?.id}`));
    expect(payment).toMatchObject({
      amount: 500,
      trans_id: named?.trans_id,
      transaction_hash: named?.transaction_hash,
    });
  });

  it('made through the API can be read in detail as the object of its method, and by the older hash', async () => {
    specifies({ 'Payment Transaction': 'what was made through the API can be read in detail' });
    const body = { amount: 4200, purpose: 'Vorkasse', redirect_url: { url_push: 'https://shop.example/push' } };
    const made = ok(await started.client.ask<Json>('POST', `${api}/Payment/Svcprepays`, { body }));
    for (const id of [made.id, made.transaction_hash])
      expect(ok(await started.client.ask<Json>('GET', `${api}/Payment/Svcprepays/${id}`)).id).toBe(made.id);
    expect(ok(await started.client.ask<Json>('GET', `${api}/Payment/Transactions/${made.id}`)).object).toBe(
      'payment.transactions',
    );
  });

  it('of a payer who is known names the bank of the account it was paid from', async () => {
    specifies({ 'Payment Transaction': 'used_payment_instrument.data has owner, bic and bankname' });
    const { id } = await started.client.create({ basket_info: { sum: 300 } });
    const sale = ok(
      await started.client.post(`/${id}/start/debit`, { container: bankAccount, customer: { contact: CONTACT } }),
    );
    const detail = ok(await started.client.ask<Json>('GET', `${api}/Payment/Svcdebits/${sale.transactions[0]?.id}`));
    expect(detail.used_payment_instrument).toMatchObject({
      type: 'bank_account',
      data: { owner: 'Ada Muster', bic: 'COBADEFFXXX', bankname: expect.stringMatching(/.+/) },
    });
    expect(JSON.stringify(detail)).not.toContain('DE89370400440532013000');
  });
});

describe('the same Smart Transaction', () => {
  it.each([
    ['cash', {}],
    ['debit', { container: bankAccount, customer: { contact: { surname: 'Muster' } } }],
    ['loyalty', null],
    ['creditcard', null],
  ] as const)('is paid by %s: it is not tied to one payment method', async (method, body) => {
    specifies({
      'What the service does': [
        'a Smart Transaction is not tied to one payment method',
        'a payer pays only with credit card or direct debit',
      ],
      'Smart Transaction: fields': 'payment_method loyalty, debit, creditcard, cash',
      'Payment Container':
        'transact_container, transact_skey_pubkey, transact_skey_keyname and transact_hash are taken',
    });
    const idents = method === 'loyalty' ? [{ type: 'card', value: '9276004000000018' }] : [];
    const { id } = await started.client.create({ basket_info: { sum: 100 }, idents });
    if (method === 'loyalty') ok(await started.client.post(`/${id}/preTransaction`));
    if (method === 'creditcard') ok(await started.client.post(`/${id}/prepare/creditcard`, { container: CARD }));
    const paid = ok(
      await started.client.post(`/${id}/start${method === 'creditcard' ? '' : `/${method}`}`, body ?? undefined),
    );
    expect([paid.status, paid.payment_method]).toEqual(['ok', method]);
  });

  it('takes customer, container and email in the body of start', async () => {
    specifies({ 'Smart Transactions: rules': '5: start takes customer, container and email' });
    const { id } = await started.client.create({ basket_info: { sum: 100 } });
    const body = { container: bankAccount, customer: { contact: CONTACT }, email: 'bon@shop.example' };
    const paid = ok(await started.client.post(`/${id}/start/debit`, body));
    expect(paid).toMatchObject({ status: 'ok', customer: { contact: { surname: 'Muster' } } });
    for (const email of [7, 'x'.repeat(1001)]) {
      const next = await started.client.create({ basket_info: { sum: 100 } });
      expect((await started.client.post(`/${next.id}/start/debit`, { ...body, email })).status).toBe(500);
    }
  });
});

/** Calls on a Payment Transaction: captures, cancellations and further changes. */
import { describe, expect, it } from 'vitest';
import { ok } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import { demoIds } from '../../world/demoIds.ts';
import { path, paymentsBridge } from './payments.fixture.ts';

const { started, post, read, specific, create, authorised } = paymentsBridge();

describe('a capture', () => {
  it('takes an authorised payment, in parts, and never more than was authorised', async () => {
    specifies({
      'Payment Transaction': 'payment_action authorization is captured later by /capture',
      Endpoints: 'capturing a pre-authorised payment',
    });
    const { id, details } = await authorised();
    expect(details).toMatchObject({ status: 9, status_simple: 2, status_simple_text: 'authorized' });
    expect(ok(await post(`${path}/${id}/capture`, { amount: 400 })).details.status).toBe(111);
    expect((await post(`${path}/${id}/capture`, { amount: 601 })).status).toBe(405);
    const last = ok(await post(`${path}/${id}/capture`, { shipping_information: { invoice_number: 'R-1' } }));
    expect(last).toMatchObject({ invoice_number: 'R-1', details: { amount: 1000 } });
    expect((await post(`${path}/${id}/capture`)).status).toBe(405);
  });

  it('answers 405 where nothing is authorised', async () => {
    specifies({ Errors: 'HTTP 405 when a capture is not possible or failed' });
    const { id } = await create();
    const { status, body } = await post<{ code: number }>(`${path}/${id}/capture`);
    expect([status, body.code]).toEqual([405, 1246]);
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
    specifies({
      'What the service does': [
        'further Payment Transactions are linked to the original one',
        'further Payment Transactions are linked to the original',
      ],
      'Payment Transaction': 'further transactions are linked to the original one',
      Endpoints: 'cancelling a Payment Transaction',
    });
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
    const found = ok(await started.client.ask<{ data: PaymentTransaction[] }>('GET', `${path}?q=${q}`));
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
    specifies({
      'Payment Transaction': [
        'product 397 STAKEHOLDER_PAYMENT',
        'product 398 STAKEHOLDER_DEDUCTION',
        'product 437 STAKEHOLDER_REFUND',
        'product 438 STAKEHOLDER_RECALL',
      ],
    });
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
      await started.client.ask<{ data: PaymentTransaction[] }>(
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
    specifies({ Endpoints: 'revoking the accrual flag' });
    const { id, accrual, product_id } = await create({ accrual: true });
    expect([accrual, product_id]).toEqual([true, 309]);
    const before = ok(
      await started.client.ask<{ data: { amount: number }[] }>('GET', `${path}/me/CrowdFundingData/me`),
    );
    expect(before.data).toEqual([{ currency: 'EUR', count: 1, amount: 1000 }]);
    expect(ok(await post(`${path}/${id}/revokeAccrual`)).accrual).toBe(false);
    const after = ok(
      await started.client.ask<{ data: object[] }>('GET', `${path}/me/CrowdFundingData/${demoIds.merchant}`),
    );
    expect(after.data).toEqual([]);
    expect((await started.client.ask('GET', `${path}/me/CrowdFundingData/${demoIds.other}`)).status).toBe(404);
  });

  it('ShippingInformation is kept', async () => {
    const { id } = await create();
    const body = { carrier: 'Post', tracking_id: 'T1', invoice_number: 'R-9', shipped_at: '2026-11-21', order_id: 'A' };
    const answer = await started.client.ask('PUT', `${path}/${id}/ShippingInformation`, { body });
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
    const other = await started.bridge.client('other');
    for (const action of ['cancel', 'capture', 'revokeAccrual', 'getPaymentInstructions', 'assignTransferBalance'])
      expect((await post(`${path}/${id}/${action}`, undefined, other)).status, action).toBe(404);
    expect((await post(`${path}/${id}/IncreaseAmount`, { amount: 1 }, other)).status).toBe(404);
    expect((await post(`${path}/${id}/assignPayment/1`, undefined, other)).status).toBe(404);
    expect((await other.ask('PUT', `${path}/${id}/ShippingInformation`, { body: {} })).status).toBe(404);
  });
});

/**
 * Payments that need somebody outside, in a live shop whose upstream service settles them. The service is another Tillbridge;
 * one pair of bridges serves all tests, and each test has sales of its own.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { account, answerChallenge, IBAN } from '../../checkout/payments.fixture.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import { liveSignIn, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import type { PreTransactionAnswer, SmartTransaction } from '../../wire/transactions.ts';
import { systemClock } from '../../world/clock.ts';
import { closeLines, type Line, lineTo } from './line.fixture.ts';

let service: TestBridge;
let line: Line;
let shop: TestBridge;
let till: Client;
let there: Client;

beforeAll(async () => {
  service = await startBridge();
  line = await lineTo(service.url);
  const upstream = {
    ...{ address: line.url, client_id: 'demo-client', client_secret: 'demo-secret', lagSeconds: 0.2 },
    offline: { redeem: 'amount' as const, amount: 100_000, maxAgeHours: 72 },
  };
  // A machine under load takes longer for a card than a customer would wait.
  shop = await startLiveShop({ config: { upstream }, parts: { clock: systemClock, holdBudget: 20_000 } });
  there = await service.client();
  till = await liveSignIn(shop);
  await isUp();
});
afterEach(async () => {
  line.faults(() => null);
  await isUp();
});
afterAll(async () => {
  await closeAll();
  await closeLines();
});

const condition = () =>
  shop.rows<{ state: string }>("SELECT state FROM queue_target WHERE target = 'upstream'")[0]?.state;
const isUp = () => until(() => condition() === 'up');
const drained = () =>
  until(
    () => shop.rows('SELECT 1 FROM upstream_delivery').length + shop.rows('SELECT 1 FROM upstream_hold').length === 0,
  );
/** The shop and the demo of the service have different names, which is a case of its own (see `shopFacts.ts`). */
const cases = () => shop.rows("SELECT kind, object FROM queue_case WHERE kind <> 'settingDiffers'");

/** The card of the shop, made known to the service with as much on it. */
async function cardBoth(cash: number): Promise<string> {
  const known = await there.ask<{ data: { id: string }[] }>('GET', '/api/v2/Loyalty/Cardgroups');
  const bought = { articleNumber: '2900000000018', ean: '2900000000018', desc: 'Aufladung', quantity: 1, tax: 0 };
  const idents = [{ type: 'create_card', value: known.body.data[0]?.id ?? '' }];
  const { id } = await there.create({ ...sale([{ ...bought, priceOne: cash }]), idents });
  const made = ok(await there.post(`/${id}/start/cash`));
  const number = made.idents[0]?.merchantcard?.card.cardnumber ?? '';
  await until(async () => {
    const { idents: read } = await till.create(sale([item(1)], number));
    return read[0]?.valid === true;
  });
  return number;
}

/** Sales of this local sale at the service, oldest first. */
async function salesOf(id: string): Promise<readonly SmartTransaction[]> {
  const { body } = await there.ask<{ data: (SmartTransaction & { product?: string })[] }>(
    'GET',
    '/api/v2/Smart/Transactions?count=1000&sort=created:asc',
  );
  return body.data.filter(({ product }) => product?.startsWith(id));
}

const open = (amount: number, more: object = {}) => till.create({ ...sale([item(amount)]), ...more });
const customer = {
  contact: {
    forename: 'Erika',
    surname: 'Muster',
    email: 'erika@example.com',
    address: { street: 'Weg', street_number: '1', postal_code: '10115', city: 'Berlin', country: 'DE' },
  },
};

describe('a payment on a page of the service', () => {
  it('closes the sale once both sides are paid', async () => {
    const { id } = await open(1200);
    const prepared = ok(await till.post(`/${id}/prepare/paypal`));
    expect(prepared.iframe_url).toMatch(new RegExp(`^${service.url}/challenge/`));
    await answerChallenge(prepared.iframe_url, 'accept');
    await until(async () => (await till.read(id)).iframe_url === undefined);
    expect(ok(await till.post(`/${id}/start`))).toMatchObject({ status: 'ok', payment_method: 'paypal' });
    await drained();
    expect(await salesOf(id)).toMatchObject([{ status: 'ok', payment_method: 'paypal', basket_info: { sum: 1200 } }]);
    expect(cases()).toEqual([]);
  });

  it('carries back that the payer refused, and the sale is paid in cash', async () => {
    const { id } = await open(700);
    const prepared = ok(await till.post(`/${id}/prepare/sofort`));
    await answerChallenge(prepared.iframe_url, 'refuse');
    await until(async () => (await till.read(id)).status === 'failed');
    ok(await till.post(`/${id}/start/cash`));
    await drained();
    const paid = (await salesOf(id)).filter(({ status }) => status === 'ok');
    expect(paid).toMatchObject([{ payment_method: 'cash', basket_info: { sum: 700 } }]);
  });

  it('gives the money back at the service when the sale is cancelled', async () => {
    const { id } = await open(900);
    const prepared = ok(await till.post(`/${id}/prepare/paypal`, { auto_capture: true }));
    await answerChallenge(prepared.iframe_url, 'accept');
    await until(async () => (await till.read(id)).status === 'ok');
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    await drained();
    expect((await salesOf(id)).map(({ status }) => status)).toEqual(['cancelled']);
  });

  it('finds out after a lost answer what became of the payment', async () => {
    const { id } = await open(500);
    line.faults(text => (text.includes('/prepare/') ? 'cutAfter' : null));
    expect(await till.post(`/${id}/prepare/paypal`)).toMatchObject({ body: { code: 1041 } });
    line.faults(() => null);
    await isUp();
    // The next step looks the open operation up.
    await till.post(`/${id}/start`);
    const shown = await till.read(id);
    expect(shown.iframe_url).toMatch(new RegExp(`^${service.url}/challenge/`));
    expect(await salesOf(id)).toHaveLength(1);
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    await until(async () => (await salesOf(id))[0]?.status === 'cancelled');
  });

  it('asks a customer of easycredit on a page, too', async () => {
    const { id } = await open(30_000, { customer });
    const prepared = ok(await till.post(`/${id}/prepare/easycredit`));
    await answerChallenge(prepared.iframe_url, 'accept');
    await until(async () => (await till.read(id)).iframe_url === undefined);
    expect(ok(await till.post(`/${id}/start`))).toMatchObject({ status: 'ok', payment_method: 'easycredit' });
  });
});

describe('a payment with facts of the payer', () => {
  it('passes the bank account and the customer of a debit on, and keeps the account sealed', async () => {
    const { id } = await open(2500);
    const paid = ok(await till.post(`/${id}/start/debit`, { ...account, customer }));
    expect(paid).toMatchObject({ status: 'ok', payment_method: 'debit' });
    const [other] = await salesOf(id);
    expect(other).toMatchObject({ status: 'ok', payment_method: 'debit', basket_info: { sum: 2500 } });
    const payment = other?.transactions.find(({ object }) => object === 'payment.transactions')?.id;
    const { body } = await there.ask<PaymentTransaction>('GET', `/api/v2/Payment/Transactions/${payment}`);
    expect(body).toMatchObject({ amount: 2500, customer: { surname: 'Muster' } });
    expect(body.payment_data).toContain(IBAN.slice(-4));
    for (const table of ['payment_operation', 'upstream_object', 'payment_transaction'])
      expect(JSON.stringify(shop.rows(`SELECT * FROM ${table}`))).not.toContain(IBAN);
    await drained();
    expect(await salesOf(id)).toHaveLength(1);
    const delivery_options = { type: 'shipping' };
    ok(await till.post(`/${id}/setDelivery`, { delivery_options }));
    await drained();
    expect(await salesOf(id)).toMatchObject([{ delivery_options }]);
  });

  it('shows the account that the service names for an invoice', async () => {
    const { id } = await open(4400);
    const paid = ok(await till.post(`/${id}/start/invoice`, { customer }));
    const [other] = await salesOf(id);
    expect(paid).toMatchObject({ status: 'ok', payment_method: 'invoice' });
    expect(paid.payment_instructions).toEqual(other?.payment_instructions);
    expect(paid.payment_instructions).toMatchObject({ purpose: expect.stringMatching(/^TA \d+$/) });
  });

  it('waits for the transfer of a prepayment, and closes the sale when it has arrived at the service', async () => {
    const { id } = await open(1900);
    const waiting = ok(await till.post(`/${id}/start/prepaid`));
    expect(waiting.status).toBe('pending');
    const [other] = await salesOf(id);
    expect(waiting.payment_instructions).toEqual(other?.payment_instructions);
    const purpose = String((waiting.payment_instructions as { purpose: string }).purpose);
    ok(await there.ask('POST', '/bridge/v1/control/payments/transfers', { body: { amount: 1900, purpose } }));
    await until(async () => (await till.read(id)).status === 'ok');
    await drained();
    expect((await salesOf(id)).map(({ status }) => status)).toEqual(['ok']);
    expect(shop.rows("SELECT 1 FROM upstream_object WHERE step = 'waiting'")).toEqual([]);
  });

  it('follows a prepayment that was cancelled at the service', async () => {
    const { id } = await open(800);
    ok(await till.post(`/${id}/start/prepaid`));
    const [other] = await salesOf(id);
    ok(await there.post(`/${other?.id}/cancel`));
    await until(async () => (await till.read(id)).status === 'failed');
    ok(await till.post(`/${id}/start/cash`));
  });

  it('refuses a card without the reference of a card page, in words and before anything is asked', async () => {
    const { id } = await open(500);
    const container = { type: 'credit_card', private: { owner: 'Erika', pan: 'XXXXXXXXXXXX1111', issuer: 'visa' } };
    const refused = await till.post(`/${id}/prepare/creditcard`, { container });
    expect(refused).toMatchObject({ status: 405, body: { error_details: expect.stringContaining('transact_hash') } });
    expect(await salesOf(id)).toEqual([]);
  });
});

describe('a payment without a sale', () => {
  const path = '/api/v2/Payment/Transactions';
  const read = async (client: Client, id: string) =>
    ok(await client.ask<PaymentTransaction>('GET', `${path}/${id}`)) as PaymentTransaction;
  const upstreamOf = (id: string) =>
    shop.rows<{ upstream: string }>(`SELECT upstream FROM upstream_object WHERE object = '${id}'`)[0]?.upstream ?? '';
  const twint = (more: object = {}) =>
    till.ask<PaymentTransaction>('POST', path, {
      body: { amount: 1500, payment_methods: ['twint'], purpose: 'Kaffee', payment_action: 'authorization', ...more },
    });

  it('is a TWINT payment there, whose page, capture and refund of a part come through', async () => {
    const { id, redirect_url } = ok(await twint());
    expect(redirect_url.iframe_url).toMatch(new RegExp(`^${service.url}/challenge/`));
    await answerChallenge(String(redirect_url.iframe_url), 'accept');
    await until(async () => (await read(till, id)).status === 9);
    ok(await till.ask('POST', `${path}/${id}/capture`, { body: {} }));
    expect(await read(there, upstreamOf(id))).toMatchObject({ status: 111, details: { amount: 1500 } });
    ok(await till.ask('POST', `${path}/${id}/cancel`, { body: { reduce_amount_by: 400 } }));
    expect((await read(there, upstreamOf(id))).details.amount).toBe(1100);
    expect((await read(till, id)).details.amount).toBe(1100);
  });

  it('is found after its answer was lost, and is never made twice', async () => {
    line.faults(text => (text === `POST ${path}` ? 'cutAfter' : null));
    expect(await twint({ order_id: 'lost-1' })).toMatchObject({ body: { code: 1041 } });
    line.faults(() => null);
    const found = () => shop.rows<{ id: string }>("SELECT id FROM payment_transaction WHERE document LIKE '%lost-1%'");
    await until(async () => (await read(till, found()[0]?.id ?? '')).redirect_url.iframe_url !== null);
    const { body } = await there.ask<{ count: number }>('GET', `${path}?q=order_id:"lost-1"`);
    expect(body.count).toBe(1);
  });
});

describe('goods of a sale that the service was paid for', () => {
  const RETURNS = '/bridge/v1/returns';
  const payOut = (id: string) => till.ask<SmartTransaction>('POST', `${RETURNS}/${id}/pay-out`, { body: {} });

  async function halfBack({ id, basket }: SmartTransaction) {
    const lines = [{ sale: id, line: basket.products[0]?.id, quantity: 1 }];
    return ok(await till.ask<SmartTransaction>('POST', RETURNS, { body: { lines, reason: 'passt nicht' } })).id;
  }

  /** The payment of this sale as the service still has it. */
  async function leftThere(sold: string): Promise<number> {
    const [other] = await salesOf(sold);
    const payment = other?.transactions.find(({ object }) => object === 'payment.transactions')?.id;
    return ok(await there.ask<PaymentTransaction>('GET', `/api/v2/Payment/Transactions/${payment}`)).details.amount;
  }

  it('are refunded there in parts, and once where the answer was lost or the line was cut', async () => {
    const { id } = await till.create({ ...sale([item(700, { quantity: 3 })]) });
    const bought = ok(await till.post(`/${id}/start/debit`, { ...account, customer }));
    expect(ok(await payOut(await halfBack(bought)))).toMatchObject({ tenders: [{ method: 'debit', amount: -700 }] });
    expect(await leftThere(id)).toBe(1400);
    for (const [fault, left] of [
      ['cutAfter', 700],
      ['cutBefore', 0],
    ] as const) {
      const back = await halfBack(bought);
      line.faults(text => (text.startsWith('POST') && text.endsWith('/cancel') ? fault : null));
      expect(await payOut(back), fault).toMatchObject({ status: 500, body: { code: 1041 } });
      expect(await till.read(back)).toMatchObject({ outcome: { result: 'unknown' }, parts: [{ status: 'open' }] });
      line.faults(() => null);
      await isUp();
      await until(async () => (await payOut(back)).body.status === 'ok');
      expect(await leftThere(id), fault).toBe(left);
    }
    await drained();
    expect((await salesOf(id)).map(({ status }) => status)).toEqual(['ok']);
    expect(cases()).toEqual([]);
  });
});

describe('while the line is down', () => {
  it('refuses every method that goes through it before anything is booked', async () => {
    line.faults(() => 'cutBefore');
    const { id: other } = await open(100);
    ok(await till.post(`/${other}/start/cash`));
    await until(() => condition() === 'down');
    const { id } = await open(500, { customer });
    const calls = ['start/debit', 'start/invoice', 'start/prepaid', 'start/paypal', 'prepare/easycredit'];
    for (const call of [...calls, 'prepare/creditcard', 'prepare/sofort', 'prepare/giropay', 'prepare/eps'])
      expect(await till.post(`/${id}/${call}`, { ...account, customer })).toMatchObject({
        status: 405,
        body: { code: 1122, error_user: expect.stringContaining('kein Geld bewegt') },
      });
    expect(await till.read(id)).toMatchObject({ status: 'created', transactions: [] });
  });

  it('refuses a TWINT payment, too', async () => {
    line.faults(() => 'cutBefore');
    const { id } = await open(100);
    ok(await till.post(`/${id}/start/cash`));
    await until(() => condition() === 'down');
    const body = { amount: 100, payment_methods: ['twint'] };
    expect(await till.ask('POST', '/api/v2/Payment/Transactions', { body })).toMatchObject({ body: { code: 1122 } });
  });

  it('says so within seconds where the line has just become a black hole, and the sale is paid in cash', async () => {
    line.faults(() => 'hang');
    const { id } = await open(600);
    const begun = performance.now();
    expect(await till.post(`/${id}/prepare/paypal`)).toMatchObject({ status: 405, body: { code: 1122 } });
    expect(performance.now() - begun).toBeLessThan(8000);
    const { id: next } = await open(600);
    const second = performance.now();
    expect(await till.post(`/${next}/prepare/paypal`)).toMatchObject({ status: 405, body: { code: 1122 } });
    expect(performance.now() - second).toBeLessThan(1000);
    ok(await till.post(`/${id}/start/cash`));
  });

  it('a payment that nobody offers is refused always', async () => {
    const body = { amount: 100, payment_methods: ['payout'] };
    expect(await till.ask('POST', '/api/v2/Payment/Transactions', { body })).toMatchObject({ body: { code: 1120 } });
  });
});

describe('a payment beside a held card', () => {
  const applied = async (card: string, amount: number) => {
    const { id } = await till.create(sale([item(amount)], card));
    const { body } = await till.post<PreTransactionAnswer>(`/${id}/preTransaction`);
    return { id, missing: body.missing_sum };
  };
  const cardThere = async (value: string) => {
    const path = '/api/v2/Smart/Idents/notused/validate';
    const { body } = await there.ask<{ merchantcard: { cash_balance: number; cash_balance_reserved: number } }[]>(
      'POST',
      path,
      { body: [{ type: 'card', value }] },
    );
    return body[0]?.merchantcard;
  };

  it('is made on the same sale there, and closes with the card', async () => {
    const card = await cardBoth(500);
    const { id, missing } = await applied(card, 1200);
    expect(missing).toBe(700);
    const prepared = ok(await till.post(`/${id}/prepare/paypal`));
    await answerChallenge(prepared.iframe_url, 'accept');
    await until(async () => (await till.read(id)).iframe_url === undefined);
    const closed = ok(await till.post(`/${id}/start`));
    await drained();
    expect(await salesOf(id)).toMatchObject([{ status: 'ok', tenders: closed.tenders }]);
    expect(await cardThere(card)).toMatchObject({ cash_balance: 0, cash_balance_reserved: 0 });
    expect(cases()).toEqual([]);
  });

  it.each(['refused', 'given up'])('leaves the card held where it is %s, and cash pays the rest', async how => {
    const card = await cardBoth(500);
    const { id } = await applied(card, 900);
    const prepared = ok(await till.post(`/${id}/prepare/paypal`));
    if (how === 'refused') {
      await answerChallenge(prepared.iframe_url, 'refuse');
      await until(async () => (await till.read(id)).status === 'failed');
      expect(await cardThere(card)).toMatchObject({ cash_balance: 500, cash_balance_reserved: 500 });
    }
    const closed = ok(await till.post(`/${id}/start/cash`));
    expect(closed.tenders).toEqual([
      { method: 'loyalty', amount: 500 },
      { method: 'cash', amount: 400 },
    ]);
    await drained();
    expect(await salesOf(id)).toMatchObject([{ status: 'ok', payment_method: 'cash', tenders: closed.tenders }]);
    expect(await cardThere(card)).toMatchObject({ cash_balance: 0, cash_balance_reserved: 0 });
    expect(cases()).toEqual([]);
  });

  it('enters what the card paid without the line beside a payment that was made with it', async () => {
    const card = await cardBoth(500);
    line.faults(() => 'cutBefore');
    const { id, missing } = await applied(card, 1200);
    expect(missing).toBe(700);
    line.faults(() => null);
    await isUp();
    ok(await till.post(`/${id}/start/debit`, { ...account, customer }));
    await drained();
    const sums = (await salesOf(id)).map(({ status, payment_method, basket_info }) => [
      status,
      payment_method,
      basket_info.sum,
    ]);
    expect(sums.sort()).toEqual([
      ['ok', 'debit', 700],
      ['ok', 'loyalty', 500],
    ]);
    expect(await cardThere(card)).toMatchObject({ cash_balance: 0, cash_balance_reserved: 0 });
    expect(cases()).toEqual([]);
  });

  it('gives card and payment back where the sale is cancelled before and after it is paid', async () => {
    const card = await cardBoth(500);
    const first = await applied(card, 900);
    ok(await till.post(`/${first.id}/prepare/paypal`));
    ok(await till.post(`/${first.id}/cancel`));
    await drained();
    expect(await cardThere(card)).toMatchObject({ cash_balance: 500, cash_balance_reserved: 0 });
    const second = await applied(card, 900);
    ok(await till.post(`/${second.id}/start/debit`, { ...account, customer }));
    ok(await till.post(`/${second.id}/cancel`));
    await drained();
    expect((await salesOf(second.id)).map(({ status }) => status)).toEqual(['cancelled']);
    expect(await cardThere(card)).toMatchObject({ cash_balance: 500, cash_balance_reserved: 0 });
  });
});

/** prepare and start with the simulated acquirer, through the whole bridge. */
import { afterAll, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { account, acquirerBookings, IBAN, payer, type Refusal } from '../payments.fixture.ts';

afterAll(closeAll);

async function shop() {
  const bridge = await startBridge();
  return { bridge, till: await bridge.client() };
}

let shared: Promise<Client> | null = null;
/** For tests that look at their own sale alone: one shop serves them all. */
async function sharedTill(): Promise<Client> {
  shared ??= shop().then(({ till }) => till);
  return shared;
}

const payments = (bridge: TestBridge, id: string) =>
  bridge
    .rows<{ document: string }>(
      "SELECT document FROM payment_transaction WHERE inner ->> '$.order.sale' = ? ORDER BY number",
      id,
    )
    .map(({ document }) => JSON.parse(document) as { id: string; amount: number });

/** Bookings that took money: a capture after an authorisation, or both at once. */
const captured = (bridge: TestBridge) => acquirerBookings(bridge, 'capture', 'sale');

async function prepared(till: Client, amount: number) {
  const { id } = await till.create(sale([item(amount)]));
  return ok(await till.post(`/${id}/prepare/debit`, account));
}

describe('prepare and start', () => {
  it('keeps created, names the Payment Transaction, and start captures the same one', async () => {
    specifies({
      'Smart Transaction: states': [
        'a new transaction has status created and an empty list of transactions',
        'start of an authorised transaction leads to status ok with its Payment Transaction and receipt',
      ],
      Endpoints: 'POST /Smart/Transactions/{smartTransactionId}/start needs no body after prepare',
      'Smart Transactions: rules': '6: direct debit by payment data',
    });
    const { bridge, till } = await shop();
    const authorised = await prepared(till, 1200);
    expect(authorised).toMatchObject({ status: 'created', container: { type: 'bank_account' } });
    expect(authorised.transactions).toHaveLength(1);
    const closed = ok(await till.post(`/${authorised.id}/start`));
    expect(closed).toMatchObject({ status: 'ok', payment_method: 'debit', transactions: authorised.transactions });
    expect(payments(bridge, closed.id).map(({ amount }) => amount)).toEqual([1200]);
    expect(captured(bridge)).toHaveLength(1);
    expect((await till.post(`/${closed.id}/start`)).status).toBe(405);
  });

  it('needs only the container id of an earlier payment, in the body or in the sale', async () => {
    specifies({
      'Smart Transactions: rules': '6: direct debit by container id, or as set before',
      'Recurring credit card payments': '5: Recurring direct debit needs only the container id',
    });
    const { bridge, till } = await shop();
    const { container } = (await prepared(till, 1200)) as unknown as { container: { id: string } };
    const again = await till.create(sale([item(900)]));
    ok(await till.post(`/${again.id}/prepare/debit`, { container: { id: container.id } }));
    expect(ok(await till.post(`/${again.id}/start`)).status).toBe('ok');
    const inSale = await till.create({ ...sale([item(800)]), container: { id: container.id } });
    expect(ok(await till.post(`/${inSale.id}/start/debit`)).status).toBe('ok');
    expect(captured(bridge).map(({ amount }) => amount)).toEqual([900, 800]);
  });

  it('is found again by the id of the Payment Transaction', async () => {
    specifies({
      Endpoints:
        'GET /Smart/Transactions with q=transactions.id:<pci_id> and count=1 finds the sale of a Payment Transaction',
    });
    const { bridge, till } = await shop();
    const { id, transactions } = await prepared(till, 1200);
    const found = await till.ask<{ count: number; data: { id: string }[] }>(
      'GET',
      `/api/v2/Smart/Transactions?q=transactions.id:${transactions[0]?.id}&count=1`,
    );
    expect(found.body).toMatchObject({ count: 1, data: [{ id }] });
    const other = await bridge.client('other');
    const foreign = await other.ask('GET', `/api/v2/Smart/Transactions?q=transactions.id:${transactions[0]?.id}`);
    expect(foreign.body).toEqual({ count: 0, data: [] });
  });

  it.each([
    ['in the body of prepare', {}, { auto_capture: true }],
    ['in payment_context', { payment_context: { auto_capture: true } }, {}],
  ])('auto_capture %s makes start unnecessary', async (_where, context, body) => {
    specifies({ 'Smart Transactions: rules': '3: prepare with auto_capture makes start unnecessary' });
    const till = await sharedTill();
    const { id } = await till.create({ ...sale([item(1200)]), ...context });
    expect(ok(await till.post(`/${id}/prepare/debit`, { ...account, ...body })).status).toBe('ok');
  });

  it('start/debit alone authorises and captures the rest after the card', async () => {
    specifies({ 'Smart Transactions: rules': '2: otherwise another method pays the remainder' });
    const { bridge, till } = await shop();
    const { id } = await till.create(sale([item(1500)], cards.some));
    ok(await till.post(`/${id}/preTransaction`));
    const closed = ok(await till.post(`/${id}/start/debit`, account));
    expect(closed.transactions.map(({ object }) => object)).toEqual(['payment.transactions', 'loyalty.transactions']);
    expect(captured(bridge).map(({ amount }) => amount)).toEqual([500]);
  });

  it('declined: failed, and another method works', async () => {
    const till = await sharedTill();
    for (const step of ['prepare', 'start']) {
      const { id } = await till.create(sale([item(1205)]));
      expect((await till.post<Refusal>(`/${id}/${step}/debit`, account)).body.code, step).toBe(1005);
      expect((await till.read(id)).status).toBe('failed');
      expect(ok(await till.post(`/${id}/start/cash`)).status).toBe('ok');
    }
  });

  it('keeps only the masked account', async () => {
    const { bridge, till } = await shop();
    const { id } = await prepared(till, 1200);
    ok(await till.post(`/${id}/start`));
    const sales = JSON.stringify(bridge.rows('SELECT document FROM smart_transaction'));
    const documents = JSON.stringify(bridge.rows('SELECT document FROM payment_transaction'));
    expect(sales + documents + bridge.log.join()).not.toContain(IBAN);
    expect(documents).toContain('DE89');
  });

  it.each([
    ['no account', { customer: payer }, 1001],
    ['a wrong number', { ...account, container: { private: { iban: 'DE00370400440532013000', owner: 'x' } } }, 1004],
    ['a number that is not text', { ...account, container: { private: { iban: { a: 1 } } } }, 1004],
  ])('refuses %s', async (_what, body, code) => {
    specifies({ 'Smart Transactions: rules': '6: direct debit with neither is refused' });
    const till = await sharedTill();
    const { id } = await till.create(sale([item(1200)]));
    for (const step of ['prepare', 'start'])
      expect((await till.post<Refusal>(`/${id}/${step}/debit`, body)).body.code).toBe(code);
    expect((await till.read(id)).status).toBe('created');
  });

  it.each(['prepare/cash', 'prepare/bitcoin', 'start/bitcoin', 'start/__proto__', 'start/constructor', 'start'])(
    '%s is not available',
    async action => {
      const till = await sharedTill();
      const { id } = await till.create(sale([item(1200)]));
      expect((await till.post(`/${id}/${action}`, account)).status).toBe(405);
    },
  );
});

describe('the payer', () => {
  it('is named by the body, by the sale or by the stored container, or nothing is debited', async () => {
    specifies({ 'Smart Transactions: rules': '6: direct debit without a customer is refused' });
    const { bridge, till } = await shop();
    const { container } = account;
    for (const step of ['prepare', 'start']) {
      const { id } = await till.create(sale([item(1200)]));
      const refused = await till.post<Refusal>(`/${id}/${step}/debit`, { container });
      expect([refused.status, refused.body.code]).toEqual([500, 1001]);
      expect(refused.body.error_details).toContain('customer is missing');
      expect((await till.read(id)).status).toBe('created');
    }
    const nobodys = { ...container, private: { ...container.private, owner: 'Nobody' } };
    const stored = ok(await till.ask<{ id: string }>('POST', '/api/v2/Payment/Containers', { body: nobodys }));
    const { id } = await till.create(sale([item(1200)]));
    expect((await till.post(`/${id}/start/debit`, { container: { id: stored.id } })).status).toBe(500);
    expect(acquirerBookings(bridge)).toEqual([]);
    const own = await till.create({ ...sale([item(800)]), customer: payer });
    const paid = ok(await till.post(`/${own.id}/start/debit`, { container }));
    const { id: kept } = (paid as unknown as { container: { id: string } }).container;
    const later = await till.create(sale([item(700)]));
    expect(ok(await till.post(`/${later.id}/start/debit`, { container: { id: kept } })).status).toBe('ok');
    expect(captured(bridge).map(({ amount }) => amount)).toEqual([800, 700]);
  });
});

describe('a change after prepare', () => {
  it('voids the authorisation, and start captures the new amount', async () => {
    const { bridge, till } = await shop();
    const { id } = await prepared(till, 1200);
    const changed = ok(await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: sale([item(3400)]) }));
    expect(changed.status).toBe('created');
    const closed = ok(await till.post(`/${id}/start/debit`, account));
    const [named] = closed.transactions;
    expect(payments(bridge, id).find(payment => payment.id === named?.id)?.amount).toBe(3400);
    expect(captured(bridge).map(({ amount }) => amount)).toEqual([3400]);
  });
});

describe('start without a method', () => {
  it('captures the authorisation, and starts no terminal after a failed method', async () => {
    specifies({ 'Smart Transactions: rules': '8: 405 when nothing is authorised to capture' });
    const { bridge, till } = await shop();
    const { id } = await till.create(sale([item(1200)]));
    bridge.terminal.endings.push('decline');
    expect((await till.post(`/${id}/start/cashless`)).status).toBe(405);
    expect((await till.post(`/${id}/start`)).status).toBe(405);
    expect(bridge.terminal.commands).toHaveLength(1);
  });
});

describe('another way of paying after prepare', () => {
  it.each(['cashless', 'cash'])('%s: the sale names no voided payment', async method => {
    const till = await sharedTill();
    const { id } = await till.create(sale([item(1000)]));
    const prepared = ok(await till.post(`/${id}/prepare/debit`, account)).transactions[0]?.id;
    if (method === 'cash') ok(await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: sale([item(1000)]) }));
    const { transactions } = ok(await till.post(`/${id}/start/${method}`));
    expect(transactions).toMatchObject([{ object: 'payment.transactions' }]);
    expect(transactions[0]?.id).not.toBe(prepared);
  });
});

describe('cancel', () => {
  it('reverses at the acquirer first', async () => {
    specifies({
      'Smart Transaction: states': 'cancel leads to status cancelled',
      Endpoints: 'POST /Smart/Transactions/{smartTransactionId}/cancel without a body answers the updated transaction',
    });
    const { bridge, till } = await shop();
    const { id } = await prepared(till, 1200);
    ok(await till.post(`/${id}/start`));
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(acquirerBookings(bridge, 'refund').map(({ amount }) => amount)).toEqual([1200]);
  });

  it('ten at once reverse once', async () => {
    const { bridge, till } = await shop();
    const { id } = await prepared(till, 1200);
    ok(await till.post(`/${id}/start`));
    const answers = await Promise.all(Array.from({ length: 10 }, () => till.post(`/${id}/cancel`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 405)).toHaveLength(9);
    expect(acquirerBookings(bridge, 'refund')).toHaveLength(1);
  });
});

describe('after a crash', () => {
  it('answers that the ending is not stored, and finds it at the next start', async () => {
    const { bridge, till } = await shop();
    const { id } = await till.create(sale([item(1200)]));
    bridge.alter("CREATE TRIGGER broken BEFORE UPDATE ON payment_operation BEGIN SELECT RAISE(ABORT, 'disk'); END");
    const answer = await till.post<Refusal>(`/${id}/start/debit`, account);
    expect([answer.status, answer.body.code]).toEqual([500, 1022]);
    expect((await till.read(id)).status).toBe('pending');
    bridge.alter('DROP TRIGGER broken');
    const again = await bridge.restart();
    expect((await (await again.client()).read(id)).status).toBe('ok');
    expect(captured(again)).toHaveLength(1);
  });
});

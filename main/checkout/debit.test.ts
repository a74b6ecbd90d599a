/** prepare and start with the simulated acquirer, through the whole bridge. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, cards, closeAll, item, ok, sale, startBridge, type TestBridge } from '../bridge.fixture.ts';

afterEach(closeAll);

const IBAN = 'DE89370400440532013000';
const account = { container: { type: 'bank_account', private: { iban: IBAN, owner: 'Erika Muster' } } };

interface Refusal {
  readonly code: number;
  readonly error_details: string;
}

async function shop() {
  const bridge = await startBridge();
  return { bridge, till: await bridge.client() };
}

const payments = (bridge: TestBridge, id: string) =>
  bridge
    .rows<{ document: string }>('SELECT document FROM payment WHERE sale = ? ORDER BY number', id)
    .map(({ document }) => JSON.parse(document) as { id: string; amount: number });

const captured = (bridge: TestBridge) =>
  bridge.rows<{ amount: number }>("SELECT amount FROM virtual_acquirer WHERE operation = 'capture' AND approved = 1");

async function prepared(till: Client, amount: number) {
  const { id } = await till.create(sale([item(amount)]));
  return ok(await till.post(`/${id}/prepare/debit`, account));
}

describe('prepare and start', () => {
  it('keeps created, names the Payment Transaction, and start captures the same one', async () => {
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

  it('is found again by the id of the Payment Transaction', async () => {
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
    const { till } = await shop();
    const { id } = await till.create({ ...sale([item(1200)]), ...context });
    expect(ok(await till.post(`/${id}/prepare/debit`, { ...account, ...body })).status).toBe('ok');
  });

  it('start/debit alone authorises and captures the rest after the card', async () => {
    const { bridge, till } = await shop();
    const { id } = await till.create(sale([item(1500)], cards.some));
    ok(await till.post(`/${id}/preTransaction`));
    const closed = ok(await till.post(`/${id}/start/debit`, account));
    expect(closed.transactions.map(({ object }) => object)).toEqual(['payment.transactions', 'loyalty.transactions']);
    expect(captured(bridge).map(({ amount }) => amount)).toEqual([500]);
  });

  it('declined: failed, and another method works', async () => {
    const { till } = await shop();
    for (const step of ['prepare', 'start']) {
      const { id } = await till.create(sale([item(1205)]));
      expect((await till.post<Refusal>(`/${id}/${step}/debit`, account)).body.code, step).toBe(1005);
      expect((await till.read(id)).status).toBe('failed');
      expect(ok(await till.post(`/${id}/start/cash`)).status).toBe('ok');
    }
  });

  it('keeps of the account only what is masked', async () => {
    const { bridge, till } = await shop();
    const { id } = await prepared(till, 1200);
    ok(await till.post(`/${id}/start`));
    const everything = JSON.stringify(bridge.rows('SELECT document FROM smart_transaction')) + bridge.log.join();
    expect(everything).not.toContain(IBAN);
    expect(everything).toContain('DE89XXXXXXXXXXXXXX3000');
  });

  it.each([
    ['no account', {}, 1001],
    ['a wrong number', { container: { private: { iban: 'DE00370400440532013000', owner: 'x' } } }, 1004],
    ['a number that is not text', { container: { private: { iban: { a: 1 } } } }, 1004],
  ])('refuses %s', async (_what, body, code) => {
    const { till } = await shop();
    const { id } = await till.create(sale([item(1200)]));
    for (const step of ['prepare', 'start'])
      expect((await till.post<Refusal>(`/${id}/${step}/debit`, body)).body.code).toBe(code);
    expect((await till.read(id)).status).toBe('created');
  });

  it.each(['prepare/cash', 'prepare/bitcoin', 'start/bitcoin', 'start/__proto__', 'start/constructor', 'start'])(
    '%s is not available',
    async action => {
      const { till } = await shop();
      const { id } = await till.create(sale([item(1200)]));
      expect((await till.post(`/${id}/${action}`, account)).status).toBe(405);
    },
  );
});

describe('a change after prepare', () => {
  it('voids it: what is captured later is what its Payment Transaction says', async () => {
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
  it('captures what prepare authorised and nothing else: no terminal is started by a method that failed', async () => {
    const { bridge, till } = await shop();
    const { id } = await till.create(sale([item(1200)]));
    bridge.terminal.endings.push('decline');
    expect((await till.post(`/${id}/start/cashless`)).status).toBe(405);
    expect((await till.post(`/${id}/start`)).status).toBe(405);
    expect(bridge.terminal.commands).toHaveLength(1);
  });
});

describe('another way of paying after prepare', () => {
  it.each(['cashless', 'cash'])('%s: the transaction names no payment that took nothing', async method => {
    const { till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.post(`/${id}/prepare/debit`, account));
    if (method === 'cash') ok(await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: sale([item(1000)]) }));
    expect(ok(await till.post(`/${id}/start/${method}`)).transactions).toEqual([]);
  });
});

describe('cancel', () => {
  it('reverses at the acquirer first', async () => {
    const { bridge, till } = await shop();
    const { id } = await prepared(till, 1200);
    ok(await till.post(`/${id}/start`));
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    const [reversal] = bridge.rows<{ kind: string; state: string }>("SELECT * FROM intent WHERE kind = 'reversal'");
    expect(reversal?.state).toBe('approved');
  });

  it('ten at once reverse once', async () => {
    const { bridge, till } = await shop();
    const { id } = await prepared(till, 1200);
    ok(await till.post(`/${id}/start`));
    const answers = await Promise.all(Array.from({ length: 10 }, () => till.post(`/${id}/cancel`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 405)).toHaveLength(9);
    expect(bridge.rows("SELECT 1 FROM virtual_acquirer WHERE operation = 'reverse'")).toHaveLength(1);
  });
});

/** What a power cut leaves between an intent and its ending. */
describe('after a crash', () => {
  const cut = async (intentState: string, saleState: string, more = '') => {
    const { bridge, till } = await shop();
    const { id } = await prepared(till, 1200);
    ok(await till.post(`/${id}/start`));
    if (saleState === 'reversing') ok(await till.post(`/${id}/cancel`));
    await bridge.close();
    bridge.alter(`UPDATE intent SET state = '${intentState}', ended_at = NULL WHERE number = (SELECT max(number) FROM intent);
      UPDATE smart_transaction SET state = '${saleState}', receipt_number = NULL; ${more}`);
    const again = await bridge.restart();
    const tillAgain = await again.client();
    return { again, id, status: (await tillAgain.read(id)).status };
  };

  it('an ending that could not be written is told honestly, and found at the next start', async () => {
    const { bridge, till } = await shop();
    const { id } = await till.create(sale([item(1200)]));
    bridge.alter("CREATE TRIGGER broken BEFORE UPDATE ON intent BEGIN SELECT RAISE(ABORT, 'disk'); END");
    const answer = await till.post<Refusal>(`/${id}/start/debit`, account);
    expect([answer.status, answer.body.code]).toEqual([500, 1022]);
    expect((await till.read(id)).status).toBe('pending');
    bridge.alter('DROP TRIGGER broken');
    const again = await bridge.restart();
    expect((await (await again.client()).read(id)).status).toBe('ok');
    expect(captured(again)).toHaveLength(1);
  });

  it('a capture that arrived is found by its key', async () => {
    expect((await cut('open', 'paying')).status).toBe('ok');
  });

  it('a capture that never arrived is known not to have happened', async () => {
    expect((await cut('open', 'paying', "DELETE FROM virtual_acquirer WHERE operation = 'capture'")).status).toBe(
      'failed',
    );
  });

  it.each([
    ['arrived', ''],
    ['never arrived', "DELETE FROM virtual_acquirer WHERE operation = 'reverse'"],
  ])('a reversal that %s is asked for again', async (_what, more) => {
    const { again, status } = await cut('open', 'reversing', more);
    expect(status).toBe('cancelled');
    expect(again.rows("SELECT 1 FROM virtual_acquirer WHERE operation = 'reverse'")).toHaveLength(1);
  });
});

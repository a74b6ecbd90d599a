/** Several tenders pay one sale: cash, cards at the terminal, vouchers and a loyalty card, in any order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../doubles/bridge.fixture.ts';
import type { PaymentTransaction } from '../wire/payments.ts';
import type { SalePart, SmartTransaction } from '../wire/transactions.ts';
import type { Refusal } from './payments.fixture.ts';

let bridge: TestBridge;
let till: Client;

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterAll(closeAll);

const opened = async (amount: number, card?: string): Promise<string> =>
  (await till.create(sale([item(amount)], card))).id;
const start = (id: string, method: string, body?: object) =>
  till.post<SmartTransaction>(`/${id}/start/${method}`, body);
const pay = async (id: string, method: string, amount: number | null, more: object = {}) =>
  ok(await start(id, method, amount === null ? more : { part: { amount }, ...more }));
const refused = async (id: string, method: string, body?: object): Promise<Refusal> => {
  const { status, body: answer } = await till.post<Refusal>(`/${id}/${method}`, body);
  expect(status).toBe(405);
  return answer;
};
const state = (id: string) =>
  bridge.rows<{ state: string }>('SELECT state FROM smart_transaction WHERE id = ?', id)[0]?.state;
const shown = ({ parts = [] }: SmartTransaction) => parts.map(({ method, amount, status }) => [method, amount, status]);
/** Sum of all payments that the terminal still holds. */
const atTerminal = () => bridge.terminal.totals.amount;
const printed = ({ receipt }: SmartTransaction) =>
  receipt.flatMap(line => (line.type === 'name-value' ? [`${line.value.name}: ${line.value.value}`] : []));
const paymentsOf = async (document: SmartTransaction) =>
  Promise.all(
    document.transactions
      .filter(({ object }) => object === 'payment.transactions')
      .map(async ({ id }) => ok(await till.ask<PaymentTransaction>('GET', `/api/v2/Payment/Transactions/${id}`))),
  );

describe('a sale paid in parts', () => {
  it('is open until nothing is missing, and names every tender then', async () => {
    const id = await opened(2000, cards.some);
    ok(await till.post(`/${id}/preTransaction`));
    const missing = (await till.read(id)).basket_info.missing_sum;
    const first = await pay(id, 'cash', 300, { amount_given: 500 });
    expect(first).toMatchObject({
      status: 'processing',
      basket_info: { missing_sum: missing - 300 },
      outcome: { result: 'open', final: false, paid: 300, open: missing - 300 },
      parts: [{ method: 'cash', amount: 300, status: 'paid', given: 500, change: 200 }],
      transactions: [],
    });
    const second = await pay(id, 'cashless', 200);
    expect(second).toMatchObject({ status: 'processing', basket_info: { missing_sum: missing - 500 } });
    expect(second.receipt[0]).toMatchObject({ type: 'separator', value: { caption: 'Kartenzahlung' } });
    const third = await pay(id, 'voucher', 50, { text: 'City gift 4711' });
    expect(third.outcome).toMatchObject({ paid: 550, open: missing - 550 });
    const closed = await pay(id, 'cashless', null);
    expect(closed).toMatchObject({
      status: 'ok',
      payment_method: 'cashless',
      basket_info: { missing_sum: 0 },
      outcome: { result: 'paid', final: true, open: 0, paid: closed.basket_info.sum },
    });
    const loyalty = closed.basket_info.sum - missing;
    expect(closed.tenders?.map(({ method, amount }) => [method, amount])).toEqual([
      ...(loyalty > 0 ? [['loyalty', loyalty]] : []),
      ['cash', 300],
      ['cashless', 200],
      ['voucher', 50],
      ['cashless', missing - 550],
    ]);
    expect(closed.tenders?.reduce((sum, { amount }) => sum + amount, 0)).toBe(closed.basket_info.sum);
    const lines = printed(closed);
    expect(lines.filter(line => /^(Bar|Gegeben|Rückgeld|Gutschein|girocard)/.test(line))).toHaveLength(6);
    expect(lines).toContainEqual(expect.stringContaining('City gift 4711'));
    const payments = await paymentsOf(closed);
    expect(payments.map(({ details, status }) => [details.amount, status])).toEqual([
      [300, 111],
      [200, 111],
      [missing - 550, 111],
    ]);
    const [record] = bridge.rows<{ facts: string }>(
      "SELECT facts FROM queue_record WHERE object = ? AND event = 'closed'",
      id,
    );
    const facts = JSON.parse(record?.facts ?? '{}') as { tenders: { method: string; trace?: number }[]; tid?: string };
    expect(facts.tenders.filter(({ method }) => method === 'cashless').map(({ trace }) => typeof trace)).toEqual([
      'number',
      'number',
    ]);
    expect(facts.tid).toBeUndefined();
  });

  it('keeps what is paid when a card is declined, and goes on with another', async () => {
    const id = await opened(1000);
    await pay(id, 'cash', 400);
    bridge.terminal.endings.push('decline');
    const declined = await refused(id, 'start/cashless', { part: { amount: 100 } });
    expect(declined).toMatchObject({ outcome: { result: 'open', paid: 400, open: 600 } });
    expect(state(id)).toBe('partlyPaid');
    expect(shown(await pay(id, 'cashless', null))).toEqual([
      ['cash', 400, 'paid'],
      ['cashless', 100, 'declined'],
      ['cashless', 600, 'paid'],
    ]);
  });

  it('is failed as before where its only part is declined', async () => {
    const id = await opened(1000);
    bridge.terminal.endings.push('decline');
    await refused(id, 'start/cashless', { part: { amount: 100 } });
    expect((await till.read(id)).status).toBe('failed');
    expect(await pay(id, 'cash', null)).toMatchObject({ status: 'ok', tenders: [{ method: 'cash', amount: 1000 }] });
  });

  it('waits for a part whose ending is unknown, and settles it by asking the terminal', async () => {
    const id = await opened(1000);
    await pay(id, 'cash', 400);
    bridge.terminal.endings.push('loseApproval');
    expect(await pay(id, 'cashless', 100)).toMatchObject({ status: 'processing', outcome: { paid: 500, open: 500 } });
    bridge.terminal.endings.push('loseNothing');
    await refused(id, 'start/cashless', { part: { amount: 200 } });
    expect(state(id)).toBe('partlyPaid');
    bridge.terminal.endings.push('loseApproval');
    expect((await pay(id, 'cashless', null)).status).toBe('ok');
  });

  it.each([
    [{ part: { amount: 1001 } }, 1157],
    [{ part: { amount: 0 } }, 1157],
    [{ part: { amount: -5 } }, 1157],
    [{ part: { amount: 300 }, amount: 400 }, 1150],
    [{ amount: 300 }, 1150],
  ])('refuses %j before any money moves', async (body, code) => {
    const id = await opened(1000);
    const before = atTerminal();
    for (const method of ['cash', 'cashless']) expect((await refused(id, `start/${method}`, body)).code).toBe(code);
    expect([state(id), atTerminal()]).toEqual(['created', before]);
  });

  it('refuses everything that would change what is paid already', async () => {
    const id = await opened(1000, cards.rich);
    await pay(id, 'cash', 400);
    const put = await till.ask<Refusal>('PUT', `/api/v2/Smart/Transactions/${id}`, { body: sale([item(500)]) });
    expect([put.status, put.body.code]).toEqual([405, 1003]);
    for (const call of ['preTransaction', 'start/loyalty', 'start/invoice', 'start/demo', 'prepare/creditcard'])
      expect(await refused(id, call, { customer: { contact: { surname: 'E' } } }), call).toMatchObject({ code: 1003 });
    expect(await till.read(id)).toMatchObject({ basket_info: { missing_sum: 600 } });
  });

  it('is not paid twice by a call that is repeated with its reference', async () => {
    const id = await opened(1000);
    for (const _ of [1, 2])
      expect(ok(await start(id, 'cash', { part: { amount: 300, reference: 'a' } })).basket_info.missing_sum).toBe(700);
    for (const _ of [1, 2])
      expect(ok(await start(id, 'cashless', { part: { amount: 200, reference: 'b' } })).basket_info.missing_sum).toBe(
        500,
      );
    const both = await Promise.all([1, 2].map(() => start(id, 'cash', { part: { amount: 100, reference: 'c' } })));
    expect(both.map(answer => ok(answer).basket_info.missing_sum)).toEqual([400, 400]);
    bridge.terminal.endings.push('decline');
    await refused(id, 'start/cashless', { part: { amount: 400, reference: 'd' } });
    expect((await start(id, 'cashless', { part: { amount: 400, reference: 'd' } })).body.status).toBe('ok');
  });

  it('wants to know which voucher it is, and gives no change for it', async () => {
    const id = await opened(1000);
    const wrong = await start(id, 'voucher', { part: { amount: 300 } });
    expect(wrong.status).toBe(500);
    expect((await start(id, 'voucher', { part: { amount: 300 }, text: 'X', amount_given: 500 })).status).toBe(500);
    expect(shown(await pay(id, 'voucher', 300, { text: 'X' }))).toEqual([['voucher', 300, 'paid']]);
    expect((await pay(id, 'voucher', null, { text: 'Y' })).status).toBe('ok');
  });
});

describe('giving up', () => {
  it('gives every part back, the cards at their terminal', async () => {
    const before = atTerminal();
    const id = await opened(2000, cards.some);
    ok(await till.post(`/${id}/preTransaction`));
    await pay(id, 'cash', 100);
    await pay(id, 'cashless', 200);
    await pay(id, 'cashless', 150);
    expect(atTerminal()).toBe(before + 350);
    const cancelled = ok(await till.post<SmartTransaction>(`/${id}/cancel`));
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      outcome: { result: 'not_paid', paid: 0 },
      transactions: [],
    });
    expect(shown(cancelled).map(([, , status]) => status)).toEqual(['returned', 'returned', 'returned']);
    expect(atTerminal()).toBe(before);
    expect(JSON.stringify(cancelled.receipt_reversal)).toMatch(/Geld zurück/);
    expect(bridge.rows("SELECT 1 FROM reservation WHERE sale = ? AND state = 'held'", id)).toHaveLength(0);
  });

  it('stops at a terminal that refuses, names what is still held, and goes on when cancel is repeated', async () => {
    const before = atTerminal();
    const id = await opened(2000);
    await pay(id, 'cash', 100);
    await pay(id, 'cashless', 200);
    await pay(id, 'cashless', 300);
    bridge.terminal.endings.push('approve', 'decline');
    const answer = await refused(id, 'cancel');
    expect(answer).toMatchObject({ code: 1007, outcome: { result: 'open', paid: 300, open: 1700 } });
    expect([state(id), atTerminal()]).toEqual(['partlyPaid', before + 200]);
    const end = await till.post<Refusal & { blockers: { kind: string }[] }>('/me/endOfDay');
    expect([end.status, end.body.blockers]).toMatchObject([
      405,
      [{ kind: 'partlyPaid', next: { method: 'POST', path: `/api/v2/Smart/Transactions/${id}/cancel` } }],
    ]);
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(atTerminal()).toBe(before);
    // The back office finds both in the list of the terminal.
    const operations = bridge.rows<{ facts: string }>(
      "SELECT facts FROM queue_record WHERE kind = 'terminalOperation' ORDER BY number DESC LIMIT 4",
    );
    expect(operations.map(({ facts }) => (JSON.parse(facts) as { operation: string }).operation)).toEqual([
      'reversal',
      'payment',
      'reversal',
      'payment',
    ]);
  });

  it('may also go on with the sale', async () => {
    const id = await opened(1000);
    await pay(id, 'cashless', 300);
    bridge.terminal.endings.push('decline');
    await refused(id, 'cancel');
    expect((await pay(id, 'cash', null)).tenders).toMatchObject([
      { method: 'cashless', amount: 300 },
      { method: 'cash', amount: 700 },
    ]);
  });

  it('settles a return whose ending is unknown', async () => {
    const before = atTerminal();
    const id = await opened(1000);
    await pay(id, 'cashless', 300);
    bridge.terminal.endings.push('loseApproval');
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(atTerminal()).toBe(before);
  });
});

describe('the return of one part', () => {
  const giveBack = (id: string, part: string | undefined) =>
    till.ask<SmartTransaction & Refusal>('POST', `/bridge/v1/transactions/${id}/parts/${part}/return`);

  it('leaves the others paid, and the basket free when none is left', async () => {
    const before = atTerminal();
    const id = await opened(1000);
    await pay(id, 'cash', 100);
    const { parts = [] } = await pay(id, 'cashless', 300);
    for (const _ of [1, 2])
      expect(ok(await giveBack(id, parts[1]?.id))).toMatchObject({
        status: 'processing',
        basket_info: { missing_sum: 900 },
      });
    expect(atTerminal()).toBe(before);
    expect(ok(await giveBack(id, parts[0]?.id))).toMatchObject({
      status: 'created',
      basket_info: { missing_sum: 1000 },
    });
    const put = await till.ask<SmartTransaction>('PUT', `/api/v2/Smart/Transactions/${id}`, {
      body: sale([item(500)]),
    });
    expect(ok(put).basket_info.missing_sum).toBe(500);
    const closed = await pay(id, 'cash', null);
    expect(closed.tenders).toEqual([{ method: 'cash', amount: 500 }]);
    expect((await giveBack(id, 'nothing')).status).toBe(404);
  });

  it('of a closed sale is refused: the whole sale is cancelled', async () => {
    const id = await opened(1000);
    await pay(id, 'cash', 100);
    const { parts = [] } = await pay(id, 'cash', null);
    expect((await giveBack(id, parts[0]?.id)).body.code).toBe(1181);
  });
});

describe('cancelling a sale that was paid in parts', () => {
  it('gives every tender back where it came from', async () => {
    const before = atTerminal();
    const id = await opened(1000);
    await pay(id, 'cashless', 300);
    await pay(id, 'cash', 200);
    const closed = await pay(id, 'cashless', null);
    const cancelled = ok(await till.post<SmartTransaction>(`/${id}/cancel`));
    expect(cancelled).toMatchObject({ status: 'cancelled', outcome: { result: 'not_paid' } });
    expect(atTerminal()).toBe(before);
    expect((await paymentsOf(closed)).map(({ status }) => status)).toEqual([907, 907, 907]);
    expect(JSON.stringify(cancelled.receipt_reversal)).toMatch(/Stornobeleg/);
    const [record] = bridge.rows<{ facts: string }>(
      "SELECT facts FROM queue_record WHERE object = ? AND event = 'cancelled'",
      id,
    );
    const { tenders } = JSON.parse(record?.facts ?? '{}') as { tenders: { method: string; trace?: number }[] };
    const traces = closed.tenders?.filter(({ method }) => method === 'cashless').map(({ trace }) => trace) ?? [];
    for (const { trace } of tenders.filter(({ method }) => method === 'cashless')) expect(traces).not.toContain(trace);
  });

  it('says truly what went back and what did not', async () => {
    const before = atTerminal();
    const id = await opened(1000);
    await pay(id, 'cashless', 300);
    await pay(id, 'cash', 200);
    const closed = await pay(id, 'cashless', null);
    bridge.terminal.endings.push('approve', 'decline');
    const answer = await refused(id, 'cancel');
    expect(answer).toMatchObject({ code: 1007, outcome: { result: 'open', paid: 500, open: 0 } });
    expect([state(id), atTerminal()]).toEqual(['partlyReversed', before + 300]);
    expect((await till.read(id)).status).toBe('pending');
    expect((await paymentsOf(closed)).map(({ status }) => status)).toEqual([111, 111, 907]);
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect((await paymentsOf(closed)).map(({ status }) => status)).toEqual([907, 907, 907]);
  });
});

describe('a crash', () => {
  it('between two parts keeps what is paid and what the card holds', async () => {
    const id = await opened(2000, cards.some);
    ok(await till.post(`/${id}/preTransaction`));
    await pay(id, 'cash', 100);
    const before = await pay(id, 'cashless', 200);
    const copy = await bridge.crashCopy();
    const other = await copy.client();
    const after = await other.read(id);
    expect(after).toMatchObject({ status: 'processing', parts: before.parts, basket_info: before.basket_info });
    expect(ok(await other.post<SmartTransaction>(`/${id}/start/cash`)).status).toBe('ok');
    await copy.close();
  });
});

it('keeps parts and tenders of a caller out of its sale', async () => {
  const forged: Partial<SalePart> = { id: 'x', method: 'cash', amount: 900, status: 'paid' };
  const made = await till.create({
    ...sale([item(1000)]),
    parts: [forged],
    tenders: [{ method: 'cash', amount: 900 }],
  });
  expect([made.parts, made.tenders]).toEqual([undefined, undefined]);
});

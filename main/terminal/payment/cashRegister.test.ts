/** A cash register that knows only the specification, at the virtual ZVT terminal: every outcome names itself and the next call. */
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../drivers/index.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../../../drivers/simulator/zvt/start.ts';
import type { PaymentTerminal } from '../../../drivers/terminal.ts';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import { receiptText } from '../../domain/receipt.ts';
import type { NextCall, SaleOutcome } from '../../domain/saleOutcome.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  type Settings,
  sale,
  startBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import { terminalDouble } from '../../doubles/terminalDouble.ts';
import { terminalMemory } from '../../doubles/terminalMemory.ts';
import type { TillView } from '../../wire/till.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';

const virtuals: RunningVirtualTerminal[] = [];
afterEach(async () => {
  await closeAll();
  await Promise.all(virtuals.splice(0).map(virtual => virtual.close()));
});

/** Short, so that a line that is down is noticed at once. */
const TIMERS = { retryFirst: 20, retryMost: 100, settle: 200, stop: 300, drain: 50 };

async function counter(behaviour: string, settings: Settings = {}, options: object = {}) {
  const virtual = await startVirtualTerminal({ delay: 0, behaviour });
  virtuals.push(virtual);
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  const open = () => openTerminal({ protocol: 'zvt', connection, options: { timers: TIMERS, ...options } });
  const bridge = await startBridge({
    ...settings,
    parts: { openTerminal: open, outcomeTimeout: 50, ...settings.parts },
  });
  return { virtual, bridge, till: await bridge.client() };
}

type Refused = Refusal & {
  readonly outcome: SaleOutcome;
  readonly next?: NextCall;
  readonly unsettled?: { readonly transaction: string };
  readonly terminal?: { readonly id: string };
};
const opened = async (till: Client, amount = 1000) => (await till.create(sale([item(amount)]))).id;
const pay = (till: Client, id: string, body?: object) =>
  till.post<SmartTransaction & Refused>(`/${id}/start/cashless`, body);
const payment = async (till: Client) => (await till.ask<TillView>('GET', '/bridge/v1/till')).body.payment;
const call = <T = SmartTransaction>(till: Client, { method, path }: NextCall, body?: unknown) =>
  till.ask<T>(method, path, body === undefined ? {} : { body });

describe('a partial approval', () => {
  it('is answered as soon as it is known that a person has to decide', async () => {
    const { till } = await counter('partial:50', { parts: { outcomeTimeout: 60_000 } });
    const { outcome } = ok(await pay(till, await opened(till)));
    expect(outcome.next?.path).toMatch(/\/verdict$/);
  });

  it('is unknown, names the verdict, and so does every payment after it until that was called', async () => {
    const { bridge, till } = await counter('partial:50');
    const id = await opened(till);
    const first = ok(await pay(till, id));
    expect([first.status, first.outcome.result, first.outcome.final]).toEqual(['pending', 'unknown', false]);
    const { outcome } = await until(async () => {
      const read = await till.read(id);
      return read.outcome.next?.method === 'POST' ? read : null;
    });
    expect(outcome).toMatchObject({ result: 'unknown', paid: null, open: null });
    expect(outcome.next?.path).toBe(`/bridge/v1/transactions/${id}/verdict`);
    const other = await opened(till, 500);
    const { status, body } = await pay(till, other);
    expect([status, body.code, body.unsettled?.transaction]).toEqual([405, 1017, id]);
    expect(body.terminal?.id).toMatch(/^SDV_/);
    expect(body.next).toEqual(outcome.next);
    expect(body.outcome).toMatchObject({ result: 'open', open: 500, next: outcome.next });
    expect(body.error_details).toContain(`/bridge/v1/transactions/${id}/verdict`);
    // Asked once more, the terminal reports the same, and nothing is published again.
    const changes = () => bridge.rows("SELECT 1 FROM change WHERE id = ? AND type = 'changed'", id).length;
    const before = changes();
    ok(await till.ask('POST', '/bridge/v1/till/recover'));
    expect(changes()).toBe(before);
    for (const paid of [true, false]) {
      const refused = await call<Refused>(till, body.next as NextCall, { paid });
      expect([refused.status, refused.body.code]).toEqual([405, 1269]);
      expect(refused.body).toMatchObject({ approved: { amount: 950, receipt_number: 1 }, next: outcome.next });
    }
    const kept = ok(await call(till, body.next as NextCall, { part: 'keep' }));
    expect(kept.outcome).toMatchObject({ result: 'open', final: false, paid: 950, open: 50 });
    // Nothing stands in the way any more; the terminal approves a part again.
    expect((await pay(till, other)).body.outcome.result).toBe('unknown');
  });

  const atTerminal = ({ terminal }: RunningVirtualTerminal) => terminal.totals().amount;

  async function undecided(parts: object = {}) {
    const made = await counter('partial:50', parts);
    const id = await opened(made.till);
    ok(await pay(made.till, id));
    const { outcome } = await until(async () => {
      const read = await made.till.read(id);
      return read.outcome.next?.method === 'POST' ? read : null;
    });
    const decide = (part: 'keep' | 'take_back') => call<SmartTransaction & Refused>(made.till, outcome.next!, { part });
    return { ...made, id, decide };
  }

  it('names amount and receipt in the payments of the sale', async () => {
    const { till, id } = await undecided();
    const { payments, outcome } = await till.read(id);
    expect(payments).toMatchObject([{ status: 'unknown', amount: 1000, approved_amount: 950, receipt_number: 1 }]);
    expect(outcome.next?.why).toContain('950');
  });

  it('is kept as a part, and the rest is paid in cash', async () => {
    const { till, id, decide, virtual } = await undecided();
    expect(ok(await decide('keep')).payments).toMatchObject([
      { method: 'cashless', status: 'paid', amount: 950, receipt_number: 1 },
    ]);
    ok(await till.post(`/${id}/start/cash`));
    const sale = await till.read(id);
    expect(sale).toMatchObject({ status: 'ok', outcome: { result: 'paid', final: true, paid: 1000 } });
    expect(sale.payments?.map(({ method, amount }) => [method, amount])).toEqual([
      ['cashless', 950],
      ['cash', 50],
    ]);
    expect(atTerminal(virtual)).toBe(950);
  });

  it('is taken back at the terminal, and only then nothing is paid', async () => {
    const { till, id, decide, virtual } = await undecided();
    const back = ok(await decide('take_back'));
    expect(back.outcome).toMatchObject({ result: 'open', paid: 0, open: 1000 });
    expect((await till.read(id)).payments).toMatchObject([{ status: 'returned', amount: 950 }]);
    expect(atTerminal(virtual)).toBe(0);
    ok(await till.post(`/${id}/start/cash`));
    expect((await till.read(id)).outcome).toMatchObject({ result: 'paid', paid: 1000 });
  });

  it('stays paid where the terminal refuses to take it back, and may be given back later', async () => {
    const { till, id, decide, virtual } = await undecided();
    virtual.terminal.behaviour = 'busy';
    const refused = await decide('take_back');
    expect(refused.status).toBe(405);
    const sale = await till.read(id);
    expect(sale.outcome).toMatchObject({ result: 'open', paid: 950, open: 50 });
    expect(atTerminal(virtual)).toBe(950);
    virtual.terminal.behaviour = 'approve';
    const part = sale.payments?.[0]?.part;
    ok(await till.ask('POST', `/bridge/v1/transactions/${id}/parts/${part}/return`));
    expect((await till.read(id)).outcome).toMatchObject({ paid: 0, open: 1000 });
    expect(atTerminal(virtual)).toBe(0);
  });

  it('of a part of a sale is a smaller part', async () => {
    const { till, virtual } = await counter('partial:50');
    const id = await opened(till, 2000);
    ok(await till.post(`/${id}/start/cash`, { part: { amount: 500 } }));
    ok(await pay(till, id, { part: { amount: 1000 } }));
    const { outcome } = await until(async () => {
      const read = await till.read(id);
      return read.outcome.next?.path.endsWith('/verdict') ? read : null;
    });
    const kept = ok(await call(till, outcome.next!, { part: 'keep' }));
    expect(kept.outcome).toMatchObject({ result: 'open', paid: 1450, open: 550 });
    expect(atTerminal(virtual)).toBe(950);
  });

  it('waits for its decision after a restart, too', async () => {
    const { bridge, id } = await undecided();
    const again = await bridge.restart();
    const till = await again.client();
    const { outcome, payments } = await till.read(id);
    expect(payments).toMatchObject([{ status: 'unknown', approved_amount: 950 }]);
    expect(ok(await call(till, outcome.next!, { part: 'keep' })).outcome).toMatchObject({ paid: 950, open: 50 });
  });
});

describe('abort of a sale whose card payment runs', () => {
  it('asks the terminal to stop, and the paying call answers that nothing was paid', async () => {
    const { till } = await counter('manual');
    const id = await opened(till);
    const paying = pay(till, id);
    await until(async () => (await payment(till))?.step === 'prompt');
    const cancelled = await till.post<Refused>(`/${id}/cancel`);
    expect([cancelled.status, cancelled.body.code]).toEqual([405, 1182]);
    expect(cancelled.body.outcome.next).toMatchObject({
      method: 'POST',
      path: `/api/v2/Smart/Transactions/${id}/abort`,
    });
    const stopped = ok(await call(till, cancelled.body.outcome.next as NextCall));
    expect(stopped.outcome).toMatchObject({ result: 'unknown', final: false, abort_requested: true });
    const { status, body } = await paying;
    expect([status, body.code, body.outcome.result, body.outcome.open]).toEqual([405, 1006, 'not_paid', 1000]);
    expect(ok(await till.post(`/${id}/start/cash`)).outcome).toMatchObject({ result: 'paid', abort_requested: false });
  });

  it('an approval after the stop is paid and late, and names the call that the end-of-day waits for', async () => {
    const bridge = await startBridge();
    const till = await bridge.client();
    const id = await opened(till);
    bridge.terminal.endings.push('approveDespiteAbort');
    const paying = pay(till, id);
    await until(async () => (await payment(till))?.step === 'prompt');
    expect(ok(await till.post(`/${id}/abort`)).outcome.abort_requested).toBe(true);
    const { outcome } = ok(await paying);
    expect(outcome).toMatchObject({ result: 'paid', final: false, paid: 1000, late: true, abort_requested: true });
    expect(outcome.next?.path).toBe('/bridge/v1/till/late');
    expect((await till.post<Refused>('/me/endOfDay')).body.code).toBe(1080);
    ok(await call(till, outcome.next as NextCall, { keep: true, transaction: id, about: 'late' }));
    expect((await till.read(id)).outcome).toMatchObject({ result: 'paid', final: true, late: true, next: null });
    expect(ok(await till.post('/me/endOfDay')).status).toBe('ok');
  });

  it('once it is paid is refused as before', async () => {
    const { till } = await counter('approve');
    const id = await opened(till);
    ok(await pay(till, id));
    const { status, body } = await till.post<Refused>(`/${id}/abort`);
    expect([status, body.code, body.outcome.result]).toEqual([405, 1181, 'paid']);
  });
});

describe('a signature that the terminal asks the till about', () => {
  const slip = ({ receipt_merchant = [] }: SmartTransaction) =>
    receiptText(receipt_merchant as Parameters<typeof receiptText>[0]);

  it('is no reason to lose the payment of a register that knows nothing of it', async () => {
    const { virtual, till } = await counter('signature', {}, { questions: true });
    const begun = performance.now();
    const paid = ok(await pay(till, await opened(till)));
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(paid).toMatchObject({ status: 'ok', outcome: { result: 'paid' }, receipt_merchant_print: true });
    expect(slip(paid)).toMatch(/unterschrift/i);
    expect(virtual.terminal.totals().amount).toBe(1000);
  });

  it('is not shown where the register says that it answers none', async () => {
    const { till } = await counter('signature', {}, { questions: true });
    const begun = performance.now();
    expect(ok(await pay(till, await opened(till), { questions: false })).status).toBe('ok');
    expect(performance.now() - begun).toBeLessThan(2900);
  });

  it('waits for a register that answers', async () => {
    const { virtual, till } = await counter('signature', {}, { questions: true });
    const paying = pay(till, await opened(till), { questions: true });
    const question = await until(async () => (await payment(till))?.question);
    ok(await till.ask('POST', '/bridge/v1/till/answer', { body: { question: question.id, answer: 'no' } }));
    expect((await paying).status).toBe(405);
    expect(virtual.terminal.totals().amount).toBe(0);
  });
});

describe('a terminal that says nothing', () => {
  it('holds the call no longer than answerWithin; the sale says that it is unknown, and later how it ended', async () => {
    const { till } = await counter('manual', { config: { answerWithin: 1 } });
    const id = await opened(till);
    const begun = performance.now();
    const answer = ok(await pay(till, id));
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(answer).toMatchObject({ status: 'pending', outcome: { result: 'unknown', final: false } });
    expect(answer.outcome.next).toMatchObject({ method: 'GET', path: `/api/v2/Smart/Transactions/${id}` });
    ok(await till.post(`/${id}/abort`));
    const ended = await until(async () => {
      const read = ok(await call(till, answer.outcome.next as NextCall));
      return read.outcome.final ? read : null;
    });
    expect(ended.outcome.result).toBe('not_paid');
  });

  it('before anything was sent, nothing is sent after the caller was answered', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const memory = terminalMemory();
    const twin = terminalDouble(memory);
    const lastTransaction = () => promise.then(() => twin.lastTransaction());
    const slow: PaymentTerminal = Object.assign(Object.create(twin), { lastTransaction });
    const bridge = await startBridge({ config: { answerWithin: 0.3 }, parts: { openTerminal: async () => slow } });
    const till = await bridge.client();
    const id = await opened(till);
    const { status, body } = await pay(till, id);
    expect([status, body.code, body.outcome.result, body.outcome.open]).toEqual([405, 1156, 'open', 1000]);
    resolve();
    expect(ok(await pay(till, id)).status).toBe('ok');
    expect(memory.commands).toHaveLength(1);
  });

  it('holds a reversal, a refund and a diagnosis no longer', async () => {
    const bridge = await startBridge({ config: { answerWithin: 0.3 } });
    const till = await bridge.client();
    const id = await opened(till);
    ok(await pay(till, id));
    const { promise, resolve } = Promise.withResolvers<void>();
    bridge.terminal.during = () => promise;
    expect(ok(await till.post(`/${id}/cancel`))).toMatchObject({ status: 'pending', outcome: { result: 'unknown' } });
    resolve();
    await until(async () => (await till.read(id)).status === 'cancelled');
    const second = Promise.withResolvers<void>();
    bridge.terminal.during = () => second.promise;
    const refund = { do: 'refund', amount: 100 };
    const made = await till.ask<{ state: string }>('POST', '/bridge/v1/terminals/me/operations', { body: refund });
    expect(ok(made).state).toBe('open');
    second.resolve();
    const third = Promise.withResolvers<void>();
    bridge.terminal.during = () => third.promise;
    await until(async () => (await payment(till)) === null);
    expect(ok(await till.post('/me/diagnosis'))).toMatchObject({ status: 'pending', outcome: { result: 'unknown' } });
    third.resolve();
  });
});

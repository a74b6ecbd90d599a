/** An unknown outcome: reconciled with the terminal, left to a person, and never guessed; also after a crash. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../../checkout/payments.fixture.ts';
import { type Answer, type Client, closeAll, ok, until } from '../../../doubles/bridge.fixture.ts';
import { hold } from '../../../doubles/hold.ts';
import { specifies } from '../../../doubles/specifies.ts';
import { terminalDouble } from '../../../doubles/terminalDouble.ts';
import { bookTransaction, terminalMemory } from '../../../doubles/terminalMemory.ts';
import type { SmartTransaction } from '../../../wire/transactions.ts';
import { intents, open, pay, payments, shop, view } from '../cashless.fixture.ts';

afterEach(closeAll);

describe('unknown', () => {
  it('is found approved: ok, with the terminal’s receipt, and nothing is sent again', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('loseApproval');
    expect(ok(await pay(till, id))).toMatchObject({ status: 'ok', payment_method: 'cashless' });
    expect(JSON.stringify((await till.read(id)).receipt)).toContain('approved 1');
    expect(payments(terminal)).toHaveLength(1);
    expect(intents(bridge).map(({ state }) => state)).toEqual(['approved']);
    expect((await view(till)).payment).toBeNull();
  });

  it('is found not done: failed, and may be repeated', async () => {
    const { terminal, till } = await shop();
    ok(await pay(till, (await open(till, 300)).id));
    const { id } = await open(till);
    terminal.endings.push('loseNothing');
    const refused = await pay(till, id);
    expect(refused.status).toBe(405);
    expect((await till.read(id)).status).toBe('failed');
    expect((await view(till)).payment).toBeNull();
    expect(ok(await pay(till, id)).status).toBe('ok');
    expect(payments(terminal)).toHaveLength(3);
  });

  it('at a terminal whose memory is empty before and after is for a person: it may have lost the payment', async () => {
    const { terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('loseNothing');
    expect(ok(await pay(till, id)).status).toBe('pending');
    await until(async () => (await view(till)).payment?.step === 'person');
    expect((await till.read(id)).outcome).toMatchObject({ result: 'unknown', final: false });
  });

  it('after a payment of the same amount: the old receipt is not taken for the new receipt', async () => {
    const { bridge, terminal, till } = await shop();
    ok(await pay(till, (await open(till)).id));
    bridge.clock.pass(5000);
    const { id } = await open(till);
    terminal.endings.push('loseNothing');
    expect((await pay(till, id)).status).toBe(405);
    expect((await till.read(id)).status).toBe('failed');
  });

  it('stays pending while the terminal is away, blocks the next payment, and is decided when the terminal returns', async () => {
    specifies({ 'Smart Transaction: states': 'status pending: the ending at the terminal is not known' });
    const { bridge, terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    const { id } = await open(till);
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    expect(ok(await pay(till, id)).status).toBe('pending');
    expect((await view(till)).payment).toMatchObject({ transaction: id, step: 'deciding' });
    for (const action of ['start/cash', 'start/loyalty', 'preTransaction', 'cancel', 'start/cashless'])
      expect((await till.post(`/${id}/${action}`)).status, action).toBe(405);
    expect((await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: {} })).status).toBe(405);
    terminal.during = () => undefined;
    terminal.reachable = true;
    await until(async () => (await till.read(id)).status === 'ok');
    await until(async () => (await view(till)).payment === null);
    expect(bridge.log.some(line => line.includes('verdict'))).toBe(true);
    expect(ok(await pay(till, (await open(till)).id)).status).toBe('ok');
  });

  it('while the terminal is away the next payment is refused as soon as it has been asked once more', async () => {
    const { terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    const [first, next] = [await open(till), await open(till)];
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    expect(ok(await pay(till, first.id)).status).toBe('pending');
    terminal.asked.status = 0;
    const refused = await pay(till, next.id);
    expect([refused.status, refused.body.code]).toEqual([405, 1017]);
    expect(terminal.asked.status).toBeLessThanOrEqual(2);
    expect(payments(terminal)).toHaveLength(1);
    terminal.during = () => undefined;
    terminal.reachable = true;
    expect(ok(await pay(till, next.id)).status).toBe('ok');
    expect((await till.read(first.id)).status).toBe('ok');
  });

  it('with another amount in the terminal’s memory: only a manager decides', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('loseOtherAmount');
    const pending = pay(till, id);
    await until(async () => (await view(till)).payment?.step === 'person');
    expect(ok(await pending).status).toBe('pending');
    const verdict = (client: Client, paid: boolean) =>
      client.ask<SmartTransaction & Refusal>('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid } });
    const next = await pay(till, (await open(till)).id);
    expect([next.status, next.body.code]).toEqual([405, 1017]);
    expect((await verdict(await bridge.staff('cashier'), true)).status).toBe(403);
    expect((await verdict(await bridge.client('other'), true)).status).toBe(404);
    const decided = await Promise.all([1, 2, 3].map(async () => verdict(await bridge.staff('manager'), true)));
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 405, 405]);
    expect(await till.read(id)).toMatchObject({ status: 'ok', payment_method: 'cashless' });
    expect(bridge.rows<{ reason: string }>('SELECT reason FROM intent')[0]?.reason).toContain('manager@demo.example');
    expect((await view(till)).payment).toBeNull();
    expect(ok(await pay(till, (await open(till)).id)).status).toBe('ok');
  });

  it('of a terminal that never answers again: after five minutes a manager decides', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    expect(ok(await pay(till, id)).status).toBe('pending');
    const manager = await bridge.staff('manager');
    const decide = () => manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid: false } });
    expect((await decide()).status).toBe(405);
    // The clock of the machine, set by somebody, neither shortens nor lengthens that time.
    bridge.clock.jump(10 * 60_000);
    await till.ask('POST', '/bridge/v1/till/recover');
    expect((await view(till)).payment?.step).toBe('deciding');
    bridge.clock.jump(-20 * 60_000);
    bridge.clock.pass(6 * 60_000);
    await until(async () => (await view(till)).payment?.step === 'person');
    ok(await decide());
    expect((await till.read(id)).status).toBe('failed');
  });

  it('approved for another amount than asked for: only a person calls it paid', async () => {
    const { terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('approveOther');
    expect(ok(await pay(till, id)).status).toBe('pending');
    await until(async () => (await view(till)).payment?.step === 'person');
    expect(payments(terminal)).toHaveLength(1);
  });

  it('decided as not paid: failed, and another method works', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('loseOtherAmount');
    await pay(till, id);
    const manager = await bridge.staff('manager');
    ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid: false } }));
    expect((await till.read(id)).status).toBe('failed');
    expect(ok(await till.post(`/${id}/start/cash`)).status).toBe('ok');
  });

  it('refuses a decision after the terminal has answered', async () => {
    const { bridge, till } = await shop();
    const { id } = await open(till);
    ok(await pay(till, id));
    const manager = await bridge.staff('manager');
    const answer = await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid: false } });
    expect(answer.status).toBe(405);
    expect((await till.read(id)).status).toBe('ok');
  });

  it('a defect of the driver ends like a broken line: asked for, never left open', async () => {
    const { terminal, till } = await shop();
    ok(await pay(till, (await open(till, 300)).id));
    const { id } = await open(till);
    terminal.endings.push('throw');
    expect((await pay(till, id)).status).toBe(405);
    expect((await till.read(id)).status).toBe('failed');
    expect((await view(till)).payment).toBeNull();
    expect(ok(await pay(till, id)).status).toBe('ok');
  });

  it('an outcome that cannot be written is looked up until it can, and no answer says that no money moved', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    const broken = "CREATE TRIGGER broken BEFORE UPDATE ON intent BEGIN SELECT RAISE(ABORT, 'disk'); END";
    terminal.during = () => bridge.alter(broken);
    const answer = await pay(till, id);
    expect(answer.text).not.toMatch(/kein Geld|declined/);
    expect(answer.status === 200 ? answer.body.status : answer.body.code).not.toBe('ok');
    expect((await till.read(id)).status).toBe('pending');
    terminal.during = () => undefined;
    bridge.alter('DROP TRIGGER broken');
    await until(async () => (await till.read(id)).status === 'ok');
    await until(async () => (await view(till)).payment === null);
    expect(payments(terminal)).toHaveLength(1);
  });
});

describe('a terminal that keeps nothing, before and after', () => {
  const night = 8 * 60 * 60_000;

  it('may have closed its day since: a person decides about the first payment of that day', async () => {
    const { bridge, terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    const closeDay = () => Object.assign(terminal, { last: null, before: null, totals: { count: 0, amount: 0 } });
    for (const amount of [300, 400]) ok(await pay(till, (await open(till, amount)).id));
    closeDay();
    bridge.clock.pass(night);
    const morning = await bridge.client();
    const { id } = await open(morning);
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    expect(ok(await pay(morning, id)).status).toBe('pending');
    expect(terminal.totals).toEqual({ count: 1, amount: 1000 });
    bridge.clock.pass(night);
    closeDay();
    terminal.reachable = true;
    const evening = await bridge.client();
    await until(async () => (await view(evening)).payment?.step === 'person');
    expect((await evening.read(id)).status).toBe('pending');
    expect(bridge.rows<{ reason: string }>('SELECT reason FROM intent').at(-1)?.reason).toContain('Kassenschnitt');
  });

  it('and always answers so: that says nothing about the payment', async () => {
    const terminal = terminalMemory();
    terminal.features.delete('turnoverTotals');
    const openTerminal = async () => ({
      ...terminalDouble(terminal),
      lastTransaction: async () => ({ kind: 'none' }) as const,
    });
    const { bridge, till } = await shop({ terminal, parts: { openTerminal, outcomeTimeout: 50 } });
    ok(await pay(till, (await open(till, 300)).id));
    bridge.clock.pass(2 * 60_000);
    const { id } = await open(till);
    terminal.endings.push('loseApproval');
    ok(await pay(till, id));
    await until(async () => (await view(till)).payment?.step === 'person');
    expect((await till.read(id)).status).toBe('pending');
  });
});

describe('a terminal that was exchanged during an unknown outcome', () => {
  it('decides nothing: a person does, also where both know of no payment', async () => {
    const { bridge, terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    const { id } = await open(till);
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    ok(await pay(till, id));
    Object.assign(terminal, { terminalId: '60009999', last: null, receiptNumber: 0, reachable: true });
    Object.assign(terminal.totals, { count: 0, amount: 0 });
    await until(async () => (await view(till)).payment?.step === 'person');
    expect((await till.read(id)).status).toBe('pending');
    const [row] = bridge.rows<{ reason: string }>('SELECT reason FROM intent');
    expect(row?.reason).toContain('anderes Terminal');
  });
});

describe('after a crash', () => {
  const crashed = async (ending: 'approve' | 'loseNothing' | 'loseOtherAmount') => {
    const { bridge, terminal, till } = await shop();
    ok(await pay(till, (await open(till, 500)).id));
    const { id } = await open(till);
    const { arrived, release } = hold(terminal);
    const paying = pay(till, id);
    await arrived;
    const copied = bridge.crashCopy;
    // The terminal ends the payment while nobody listens.
    if (ending === 'approve') bookTransaction(terminal, 1000, bridge.clock.now());
    if (ending === 'loseOtherAmount') bookTransaction(terminal, 1, bridge.clock.now());
    const again = await copied();
    const tillAgain = await again.client();
    return {
      id,
      again,
      terminal,
      till: tillAgain,
      end: async (): Promise<Answer<unknown>> => {
        release();
        return paying;
      },
    };
  };

  it.each([
    ['approve', 'ok'],
    ['loseNothing', 'failed'],
    ['loseOtherAmount', 'pending'],
  ] as const)('the next start finds the ending: %s', async (ending, status) => {
    const { id, again, till, terminal, end } = await crashed(ending);
    await until(async () =>
      status === 'pending' ? (await view(till)).payment?.step === 'person' : (await till.read(id)).status !== 'pending',
    );
    expect((await till.read(id)).status).toBe(status);
    expect(payments(terminal)).toHaveLength(2);
    if (status === 'pending') {
      const restarted = await again.restart();
      const tillAgain = await restarted.client();
      expect((await view(tillAgain)).payment).toMatchObject({ transaction: id, step: 'person' });
    }
    await end();
  });

  it('a clean stop while the terminal is away leaves the question for the next start', async () => {
    const { bridge, terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    const { id } = await open(till);
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    expect(ok(await pay(till, id)).status).toBe('pending');
    terminal.during = () => undefined;
    const again = await bridge.restart();
    const tillAgain = await again.client();
    expect((await tillAgain.read(id)).status).toBe('pending');
    terminal.reachable = true;
    await until(async () => (await tillAgain.read(id)).status === 'ok');
    expect(payments(terminal)).toHaveLength(1);
  });
});

describe('decided by a person', () => {
  async function forPerson(ending: 'loseOtherAmount' | 'approveOther' = 'loseOtherAmount') {
    const made = await shop({ parts: { outcomeTimeout: 50 } });
    const { id } = await open(made.till);
    ok(await made.till.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
    made.terminal.endings.push(ending);
    expect(ok(await pay(made.till, id)).status).toBe('pending');
    await until(async () => (await view(made.till)).payment?.step === 'person');
    expect((await view(made.till)).decision).toBeNull();
    const manager = await made.bridge.staff('manager');
    const decide = async (paid: boolean) =>
      ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid } }));
    return { ...made, id, decide };
  }

  it.each([true, false])('paid: %s: the till sees who decided, when, and with which evidence', async paid => {
    const { bridge, till, decide } = await forPerson();
    await decide(paid);
    const { decision, payment } = await view(till);
    expect(payment).toBeNull();
    expect(decision).toMatchObject({
      happened: paid,
      by: 'manager@demo.example',
      at: bridge.clock.now(),
      evidence: {
        because: { de: expect.stringContaining('anderen Betrag'), en: expect.stringContaining('another amount') },
        last: { amount: 1001, receipt_number: 1, approved: true },
      },
    });
  });

  it('as not paid, and paid by card after that: the terminal’s answer counts again', async () => {
    const { till, id, decide } = await forPerson();
    await decide(false);
    ok(await pay(till, id));
    expect((await view(till)).decision).toBeNull();
  });

  it('of a bridge in English: in English', async () => {
    const { bridge, terminal, till } = await shop({ config: { language: 'en' }, parts: { outcomeTimeout: 50 } });
    const { id } = await open(till);
    terminal.endings.push('loseOtherAmount');
    ok(await pay(till, id));
    await until(async () => (await view(till)).payment?.step === 'person');
    ok(
      await (await bridge.staff('manager')).ask('POST', `/bridge/v1/transactions/${id}/verdict`, {
        body: { paid: true },
      }),
    );
    const [row] = bridge.rows<{ reason: string }>('SELECT reason FROM intent');
    expect(JSON.parse(row!.reason)).toEqual({
      de: 'manager@demo.example hat entschieden: ausgeführt',
      en: 'manager@demo.example decided: carried out',
    });
  });
});

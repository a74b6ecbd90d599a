/** The decision of a person and its later effects: cancelled by the shown receipt, overruled by a late discovery, or final. */
import { afterEach, describe, expect, it } from 'vitest';
import { flow } from '../../../checkout/flow.ts';
import type { Refusal } from '../../../checkout/payments.fixture.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  type Settings,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../../../doubles/bridge.fixture.ts';
import { terminalDouble } from '../../../doubles/terminalDouble.ts';
import { bookTransaction, type ScriptedOutcome, terminalMemory } from '../../../doubles/terminalMemory.ts';
import { cashier, testWorld } from '../../../doubles/world.fixture.ts';
import type { Operation } from '../../../wire/operations.ts';
import type { TillView } from '../../../wire/till.ts';
import type { SmartTransaction } from '../../../wire/transactions.ts';
import { demoIds } from '../../../world/demoIds.ts';

afterEach(closeAll);

async function shop(settings: Settings = {}) {
  const bridge = await startBridge({ ...settings, parts: { outcomeTimeout: 50, ...settings.parts } });
  return { bridge, terminal: bridge.terminal, till: await bridge.client() };
}

const OPERATIONS = `/bridge/v1/terminals/${demoIds.terminal}/operations`;
const open = async (till: Client, amount = 1000) => (await till.create(sale([item(amount)]))).id;
const pay = (till: Client, id: string) => till.post<SmartTransaction & Refusal>(`/${id}/start/cashless`);
const view = async (till: Client) => (await till.ask<TillView>('GET', '/bridge/v1/till')).body.payment;
const isCalled = (bridge: TestBridge) => until(() => bridge.rows('SELECT 1 FROM intent WHERE person = 1').length > 0);
const intents = (bridge: TestBridge) =>
  bridge.rows<{ state: string; late: string | null; receipt: number | null }>(
    "SELECT state, late, facts ->> 'receiptNumber' AS receipt FROM intent ORDER BY number",
  );

async function decide(bridge: TestBridge, id: string, body: object) {
  const manager = await bridge.staff('manager');
  return manager.ask<SmartTransaction & Refusal>('POST', `/bridge/v1/transactions/${id}/verdict`, { body });
}

/** A payment that the terminal approved before it went away: its outcome never arrives. */
async function silent(ending: ScriptedOutcome = 'loseApproval', settings: Settings = {}) {
  const made = await shop(settings);
  const { bridge, terminal, till } = made;
  ok(await pay(till, await open(till, 300)));
  const id = await open(till);
  terminal.endings.push(ending);
  terminal.during = () => {
    terminal.reachable = false;
  };
  ok(await pay(till, id));
  terminal.during = () => undefined;
  bridge.clock.pass(6 * 60_000);
  await till.ask('POST', '/bridge/v1/till/recover');
  await isCalled(bridge);
  return { ...made, id };
}

describe('called not paid, and the terminal comes back with exactly that payment', () => {
  const HOUR = 60 * 60_000;
  const notified = (bridge: TestBridge) =>
    bridge.log.filter(line => line.includes('carried out what was called not')).length;
  /** A payment that is not sent, because the terminal shows one that was called not paid. */
  const isRefused = async (till: Client, amount = 500) => {
    const refused = await pay(till, await open(till, amount));
    expect([refused.status, refused.body.code]).toEqual([405, 1265]);
  };

  /** Decided so long after it that no clock explains the difference. */
  async function comeBack(settings: Settings = {}) {
    const made = await silent('loseApproval', settings);
    made.bridge.clock.pass(2 * HOUR);
    ok(await decide(made.bridge, made.id, { paid: false }));
    made.terminal.reachable = true;
    return { ...made, till: await made.bridge.client() };
  }

  it('the sale is paid after all, and the till offers to keep it or to take it back', async () => {
    const { bridge, till, id, terminal } = await comeBack();
    await isRefused(till);
    expect(intents(bridge)).toEqual([
      { state: 'approved', late: null, receipt: 1 },
      { state: 'approved', late: 'open', receipt: 2 },
    ]);
    await isRefused(till);
    expect(await view(till)).toMatchObject({ transaction: id, step: 'late', amount: 1000 });
    expect(await till.read(id)).toMatchObject({ status: 'ok', payment_method: 'cashless' });
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: false } }));
    expect((await till.read(id)).status).toBe('cancelled');
    expect(terminal.commands.at(-1)).toMatchObject({ name: 'reverse', receiptNumber: 2 });
    ok(await pay(till, await open(till, 500)));
  });

  it('the refusal of the next payment is about its own sale, and so is the answer to its repetition', async () => {
    const { bridge, till, id } = await comeBack();
    const next = await open(till, 500);
    const key = (name: string) => ({ body: {}, headers: { 'idempotency-key': name } });
    const payNext = (name: string) =>
      till.ask<Refusal & SmartTransaction>('POST', `/api/v2/Smart/Transactions/${next}/start/cashless`, key(name));
    const refused = await payNext('first');
    expect(refused.body).toMatchObject({ code: 1265, outcome: { result: 'open', paid: 0, open: 500 } });
    expect((await till.read(id)).status).toBe('ok');
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: true, transaction: id } }));
    expect(ok(await payNext('second'))).toMatchObject({ id: next, status: 'ok' });
    expect(intents(bridge).map(({ state }) => state)).toEqual(['approved', 'approved', 'approved']);
  });

  it('with a reported tip: paid, and the charged amount goes back', async () => {
    const { bridge, id, terminal } = await silent('loseNothing');
    bookTransaction(terminal, 1100, bridge.clock.now(), 1100, { tip: 100 });
    bridge.clock.pass(2 * HOUR);
    ok(await decide(bridge, id, { paid: false }));
    terminal.reachable = true;
    const till = await bridge.client();
    await isRefused(till);
    expect(await view(till)).toMatchObject({ transaction: id, step: 'late', amount: 1100 });
    expect(JSON.stringify((await till.read(id)).receipt)).toContain('Trinkgeld');
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: false } }));
    ok(await pay(till, await open(till, 500)));
    expect(terminal.totals.amount).toBe(300 + 500);
  });

  it('but the sale was paid in cash since: it stays as it is, and a person keeps the money or takes it back', async () => {
    const { bridge, till, id, terminal } = await comeBack();
    ok(await till.post(`/${id}/start/cash`));
    terminalUnasked(bridge);
    await isRefused(till);
    const sale = await till.read(id);
    expect(sale).toMatchObject({ status: 'ok', payment_method: 'cash', outcome: { result: 'paid', final: false } });
    expect(sale.payments?.map(({ method, status }) => [method, status])).toEqual([
      ['cashless', 'unknown'],
      ['cash', 'paid'],
    ]);
    expect(await view(till)).toMatchObject({ transaction: id, step: 'late', lateBecause: 'surplus' });
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: false, transaction: id } }));
    expect(terminal.commands.at(-1)).toMatchObject({ name: 'reverse', receiptNumber: 2 });
    expect(await till.read(id)).toMatchObject({
      status: 'ok',
      payment_method: 'cash',
      outcome: { result: 'paid', final: true, paid: 1000 },
    });
    expect((await till.read(id)).payments?.map(({ status }) => status)).toEqual(['returned', 'paid']);
    expect(notified(bridge)).toBe(1);
    expect(await view(till)).toBeNull();
    ok(await pay(till, await open(till, 500)));
  });

  it('and a manager keeps it, to give the money back otherwise', async () => {
    const { bridge, till, id, terminal } = await comeBack();
    ok(await till.post(`/${id}/start/cash`));
    terminalUnasked(bridge);
    await isRefused(till);
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: true, transaction: id } }));
    expect(terminal.commands.filter(({ name }) => name === 'reverse')).toEqual([]);
    expect((await till.read(id)).outcome).toMatchObject({ result: 'paid', final: true });
    ok(await pay(till, await open(till, 500)));
  });

  it.each([
    ['after somebody said so, as far as the clocks tell, may be it', 3 * HOUR],
    ['at about that time may be another one', 30_000],
    ['a little before, by a clock that may have been set back, may be another one', -5 * 60_000],
  ])('what was paid %s: a person decides, and nothing is sent meanwhile', async (_what, since) => {
    const { bridge, id, terminal } = await silent('loseNothing');
    ok(await decide(bridge, id, { paid: false }));
    bookTransaction(terminal, 1000, bridge.clock.now() + since);
    bridge.clock.pass(4 * HOUR);
    terminal.reachable = true;
    const later = await bridge.client();
    const refused = await pay(later, await open(later, 500));
    expect(refused.body).toMatchObject({
      code: 1265,
      found: { transaction: id, amount: 1000, receipt_number: 2 },
      next: { path: `/bridge/v1/transactions/${id}/verdict` },
    });
    expect(await later.read(id)).toMatchObject({ status: 'pending', outcome: { result: 'unknown', final: false } });
    expect(await view(later)).toMatchObject({
      transaction: id,
      step: 'person',
      evidence: { last: { receipt_number: 2 } },
    });
    ok(await decide(bridge, id, { paid: true, receipt_number: 2 }));
    expect((await later.read(id)).status).toBe('ok');
    expect(notified(bridge)).toBe(1);
  });

  it('what a person looks at and calls not paid once more is not asked about again', async () => {
    const { bridge, id, terminal } = await silent('loseNothing');
    ok(await decide(bridge, id, { paid: false }));
    bookTransaction(terminal, 1000, bridge.clock.now() + 3 * HOUR);
    bridge.clock.pass(4 * HOUR);
    terminal.reachable = true;
    const later = await bridge.client();
    await isRefused(later);
    ok(await decide(bridge, id, { paid: false }));
    expect((await later.read(id)).status).toBe('failed');
    ok(await pay(later, await open(later, 500)));
    expect(notified(bridge)).toBe(1);
  });

  it('another amount belongs to another payment', async () => {
    const { bridge, till, terminal } = await comeBack();
    bookTransaction(terminal, 700, bridge.clock.now());
    ok(await pay(till, await open(till, 500)));
    expect(intents(bridge)[1]).toMatchObject({ state: 'declined', late: null });
  });

  it('whoever had that receipt on the screen has decided with it: nothing changes', async () => {
    const { bridge, terminal, till } = await shop();
    const id = await open(till);
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.totals.amount += 5;
    };
    ok(await pay(till, id));
    terminal.during = () => undefined;
    await isCalled(bridge);
    ok(await decide(bridge, id, { paid: false }));
    ok(await pay(till, await open(till, 500)));
    expect(intents(bridge)[0]).toEqual({ state: 'declined', late: null, receipt: null });
    expect(await view(till)).toBeNull();
  });

  it('an operation without a sale is unknown again, and a person decides', async () => {
    const { bridge, terminal, till } = await shop();
    ok(await pay(till, await open(till, 300)));
    const manager = await bridge.staff('manager');
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    const refund = { body: { do: 'refund', amount: 100 }, headers: { 'x-reason': 'complaint' } };
    const { id } = ok(await manager.ask<Operation>('POST', OPERATIONS, refund));
    terminal.during = () => undefined;
    bridge.clock.pass(6 * 60_000);
    await till.ask('POST', '/bridge/v1/till/recover');
    await isCalled(bridge);
    bridge.clock.pass(2 * HOUR);
    const later = await bridge.client();
    ok(await later.ask('POST', `${OPERATIONS}/${id}/verdict`, { body: { paid: false } }));
    terminal.reachable = true;
    expect((await pay(later, await open(later, 500))).status).toBe(405);
    const listed = ok(await later.ask<Operation>('GET', `${OPERATIONS}/${id}`));
    expect(listed).toMatchObject({ state: 'unknown', own_receipt_number: null });
    const verdict = { body: { paid: true, receipt_number: 2 } };
    expect(ok(await later.ask<Operation>('POST', `${OPERATIONS}/${id}/verdict`, verdict))).toMatchObject({
      state: 'approved',
      own_receipt_number: 2,
    });
    ok(await pay(later, await open(later, 500)));
  });
});

describe('a cancellation that a person called not carried out', () => {
  async function deniedCancel() {
    const made = await shop();
    const { bridge, terminal, till } = made;
    const id = await open(till);
    ok(await pay(till, id));
    terminal.endings.push('loseNothing');
    terminal.during = () => {
      terminal.reachable = false;
    };
    await till.post(`/${id}/cancel`);
    terminal.during = () => undefined;
    bridge.clock.pass(6 * 60_000);
    await till.ask('POST', '/bridge/v1/till/recover');
    await isCalled(bridge);
    ok(await decide(bridge, id, { paid: false }));
    expect((await till.read(id)).status).toBe('ok');
    terminal.reachable = true;
    return { ...made, id };
  }

  it('and that the terminal shows afterwards: a person decides, and nothing is sent meanwhile', async () => {
    const { bridge, terminal, till, id } = await deniedCancel();
    bookTransaction(terminal, 1000, bridge.clock.now(), -1000, { originalTraceNumber: 1001 });
    const sent = terminal.commands.length;
    const refused = await pay(till, await open(till, 500));
    expect([refused.status, refused.body.code]).toEqual([405, 1017]);
    expect(terminal.commands).toHaveLength(sent);
    expect((await till.read(id)).outcome).toMatchObject({
      result: 'unknown',
      next: { path: `/bridge/v1/transactions/${id}/verdict` },
    });
    ok(await decide(bridge, id, { paid: true }));
    expect((await till.read(id)).status).toBe('cancelled');
    ok(await pay(till, await open(till, 500)));
  });

  it.each([true, false])(
    'of one part of a sale that is not paid whole, and said to be carried out: %s',
    async happened => {
      const { bridge, terminal, till } = await shop();
      const id = await open(till);
      const part = { part: { amount: 400 } };
      const paid = ok(await till.post<{ parts: { id: string }[] }>(`/${id}/start/cashless`, part));
      const giveBack = () => till.ask('POST', `/bridge/v1/transactions/${id}/parts/${paid.parts[0]!.id}/return`);
      terminal.endings.push('loseNothing');
      terminal.during = () => {
        terminal.reachable = false;
      };
      await giveBack();
      terminal.during = () => undefined;
      bridge.clock.pass(6 * 60_000);
      await till.ask('POST', '/bridge/v1/till/recover');
      await isCalled(bridge);
      ok(await decide(bridge, id, { paid: false }));
      terminal.reachable = true;
      bookTransaction(terminal, 400, bridge.clock.now(), -400, { originalTraceNumber: 1001 });
      expect((await pay(till, await open(till, 500))).status).toBe(405);
      ok(await decide(bridge, id, { paid: happened }));
      const status = happened ? 'returned' : 'paid';
      expect((await till.read(id)).parts).toMatchObject([{ status }]);
      ok(await pay(till, await open(till, 500)));
    },
  );

  it('and that is called not carried out once more: the sale stays paid', async () => {
    const { bridge, terminal, till, id } = await deniedCancel();
    bookTransaction(terminal, 1000, bridge.clock.now(), -1000, { originalTraceNumber: 1001 });
    expect((await pay(till, await open(till, 500))).status).toBe(405);
    ok(await decide(bridge, id, { paid: false }));
    expect((await till.read(id)).outcome).toMatchObject({ result: 'paid' });
    ok(await pay(till, await open(till, 500)));
  });
});

/** The clock goes on, so that the terminal is asked before the next command. */
const terminalUnasked = (bridge: TestBridge) => bridge.clock.pass(2 * 60_000);

describe('called paid', () => {
  async function shown() {
    const made = await shop();
    const id = await open(made.till);
    made.terminal.endings.push('loseOtherAmount');
    ok(await pay(made.till, id));
    await isCalled(made.bridge);
    return { ...made, id };
  }

  it('by the receipt on the screen: it can be cancelled, and the money that the terminal took goes back', async () => {
    const { bridge, terminal, till, id } = await shown();
    ok(await decide(bridge, id, { paid: true, receipt_number: 1 }));
    expect(intents(bridge)).toEqual([{ state: 'approved', late: null, receipt: 1 }]);
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(terminal.commands.at(-1)).toMatchObject({ name: 'reverse', receiptNumber: 1 });
    expect(terminal.totals.amount).toBe(0);
  });

  it('by a number that was on no screen: refused, and the decision stays open', async () => {
    const { bridge, till, id } = await shown();
    const refused = await decide(bridge, id, { paid: true, receipt_number: 2 });
    expect([refused.status, refused.body.code]).toEqual([500, 1001]);
    expect((await till.read(id)).status).toBe('pending');
    expect((await decide(bridge, id, { paid: true, receipt_number: 10_000 })).status).toBe(500);
    ok(await decide(bridge, id, { paid: true }));
  });

  it('while the terminal shows the receipt of another sale: the receipt stays with that sale', async () => {
    const { bridge, terminal, till } = await shop();
    const first = await open(till);
    ok(await pay(till, first));
    const id = await open(till);
    terminal.endings.push('loseNothing');
    terminal.during = () => {
      terminal.totals.amount += 5;
    };
    ok(await pay(till, id));
    terminal.during = () => undefined;
    await isCalled(bridge);
    ok(await decide(bridge, id, { paid: true, receipt_number: 1 }));
    expect(intents(bridge).map(({ receipt }) => receipt)).toEqual([1, null]);
  });

  it('without a receipt: the next payment of the amount is not taken for it, nor it for the next', async () => {
    const { bridge, terminal, till, id } = await silent();
    ok(await decide(bridge, id, { paid: true }));
    terminal.features.delete('turnoverTotals');
    const next = await open(till);
    terminal.endings.push('loseNothing');
    const { lastTransaction: asked } = terminal.asked;
    // Not to be asked before, so only the number of an earlier receipt is known.
    terminal.reachable = true;
    terminal.occupied = true;
    terminal.during = () => {
      terminal.occupied = false;
    };
    ok(await pay(till, next));
    expect(terminal.asked.lastTransaction).toBeGreaterThan(asked);
    await isCalled(bridge);
    expect((await till.read(next)).status).toBe('pending');
  });
});

describe('a terminal that is not configured any more', () => {
  it('leaves its open payment to a person', async () => {
    const { bridge, terminal, till } = await shop();
    const id = await open(till);
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    ok(await pay(till, id));
    await bridge.close();
    const { data, clock } = bridge;
    const again = await startBridge({ data, clock, terminal: terminalMemory(), config: { terminals: [] } });
    expect(again.rows('SELECT person FROM intent')).toEqual([{ person: 1 }]);
    expect(ok(await decide(again, id, { paid: true })).status).toBe('ok');
    expect(again.rows('SELECT state, person FROM intent')).toEqual([{ state: 'approved', person: 0 }]);
  });
});

describe('a terminal that forgot everything', () => {
  it('and repeats no time: the same numbers are not taken for the earlier payment', async () => {
    const terminal = terminalMemory();
    terminal.features.delete('turnoverTotals');
    const openTerminal = async () => {
      const twin = terminalDouble(terminal);
      return {
        ...twin,
        async lastTransaction() {
          const last = await twin.lastTransaction();
          if (last.kind !== 'found') return last;
          const { date: _date, time: _time, ...facts } = last.facts;
          return { ...last, facts };
        },
      };
    };
    const { bridge, till } = await shop({ terminal, parts: { openTerminal } });
    ok(await pay(till, await open(till, 250)));
    Object.assign(terminal, { last: null, before: null, receiptNumber: 0 });
    terminalUnasked(bridge);
    const id = await open(till, 250);
    terminal.endings.push('loseApproval');
    ok(await pay(till, id));
    await isCalled(bridge);
    expect((await till.read(id)).status).toBe('pending');
  });
});

describe('a terminal that takes back an earlier payment while another outcome is unknown', () => {
  it('the earlier one is a case as soon as the other one is decided', async () => {
    const { bridge, terminal, till } = await shop();
    const earlier = await open(till, 300);
    ok(await pay(till, earlier));
    const id = await open(till);
    terminal.endings.push('loseNothing');
    terminal.during = () => {
      bookTransaction(terminal, 300, bridge.clock.now(), -300, { originalTraceNumber: 1001 });
    };
    await pay(till, id);
    terminal.during = () => undefined;
    if ((await till.read(id)).outcome.result === 'unknown') {
      await isCalled(bridge);
      ok(await decide(bridge, id, { paid: false }));
    }
    await until(async () => (await view(till))?.lateBecause === 'takenBack');
    expect((await till.read(earlier)).outcome).toMatchObject({ result: 'paid', final: false });
    expect((await view(till))?.transaction).toBe(earlier);
  });
});

describe('a terminal that takes back by itself a payment that it could not report', () => {
  it('and shows its reversal as the last transaction: not paid', async () => {
    const { bridge, terminal, till } = await shop();
    const id = await open(till);
    terminal.endings.push('loseNothing');
    terminal.during = () => {
      bookTransaction(terminal, 1000, bridge.clock.now());
      bookTransaction(terminal, 1000, bridge.clock.now(), -1000, { originalTraceNumber: 1001 });
    };
    expect((await pay(till, id)).status).toBe(405);
    expect((await till.read(id)).status).toBe('failed');
  });
});

describe('a manager who is faster than the terminal’s answer', () => {
  it('has decided: no person is called after that', async () => {
    const { world, memory, db } = await testWorld();
    const { id } = await flow.create(world, cashier, sale([item(1000)]));
    memory.endings.push('loseOtherAmount');
    await flow.start(world, cashier, id, 'cashless', {});
    await until(() => world.intents.unsettled(demoIds.terminal)?.needsPerson);
    const slot = world.devices.slot(demoIds.terminal)!;
    const { lastTransaction } = slot.terminal;
    let decided: Promise<unknown> | null = null;
    Object.assign(slot.terminal, {
      async lastTransaction() {
        const answer = await lastTransaction();
        decided ??= flow.decideByPerson(world, { ...cashier, role: 'manager' }, id, { happened: true });
        await decided;
        return answer;
      },
    });
    await world.recovery.askNow(slot);
    await until(() => decided);
    await world.recovery.settle(slot);
    const [intent] = world.intents.ofSale(id);
    expect(intent).toMatchObject({
      state: 'approved',
      needsPerson: false,
      reason: { de: expect.stringContaining('entschieden') },
    });
    world.recovery.stop();
    await db.close();
  });
});

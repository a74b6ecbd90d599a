/** An approval after the command has ended as declined: the outcome is unknown again, and the terminal is asked. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, type Settings, type TestBridge, until } from '../../../doubles/bridge.fixture.ts';
import { hold } from '../../../doubles/hold.ts';
import { bookTransaction, type ScriptedOutcome, type TerminalMemory } from '../../../doubles/terminalMemory.ts';
import type { Operation } from '../../../wire/operations.ts';
import { demoIds } from '../../../world/demoIds.ts';
import { open, pay, shop, view } from '../cashless.fixture.ts';

afterEach(closeAll);

const OPERATIONS = `/bridge/v1/terminals/${demoIds.terminal}/operations`;
const evidence = (bridge: TestBridge) =>
  bridge.rows("SELECT 1 FROM terminal_journal WHERE kind = 'evidence' AND data ->> 'event' = 'unsolicitedApproval'");

/** A payment of 10.00 that the terminal declined. */
async function declined(ending: ScriptedOutcome = 'decline', settings: Settings = {}, earlier = 300) {
  const made = await shop(settings);
  ok(await pay(made.till, (await open(made.till, earlier)).id));
  const { id } = await open(made.till);
  made.terminal.endings.push(ending);
  const paying = pay(made.till, id);
  if (ending === 'untilAborted') {
    await until(async () => (await view(made.till)).payment);
    ok(await made.till.ask('POST', '/bridge/v1/till/abort'));
  }
  expect((await paying).status).toBe(405);
  expect((await made.till.read(id)).outcome).toMatchObject({ result: 'not_paid', final: true });
  return { ...made, id };
}

/** The terminal sends an approval that is refused, and keeps the payment or takes it back. */
function approves(bridge: TestBridge, terminal: TerminalMemory, keeps: boolean, amount = 1000, moved = amount): void {
  const before = terminal.last;
  const { facts } = bookTransaction(terminal, amount, bridge.clock.now(), moved);
  if (!keeps) {
    terminal.last = before;
    terminal.totals.amount -= amount;
    terminal.totals.count -= 1;
  }
  for (const listener of terminal.unsolicited) listener(facts);
}

const paid = (till: Client, id: string) =>
  until(async () => {
    const sale = await till.read(id);
    return sale.outcome.result === 'paid' ? sale : null;
  });

describe('an approval after a decline', () => {
  it('that the terminal keeps: the sale is paid', async () => {
    const { bridge, terminal, till, id } = await declined();
    approves(bridge, terminal, true);
    expect(await paid(till, id)).toMatchObject({ status: 'ok', outcome: { final: true } });
    expect(terminal.commands).toHaveLength(2);
  });

  it.each([-10, 20])(
    'that the terminal keeps, while the clock is set by %s minutes: the sale is paid',
    async minutes => {
      const { bridge, terminal, id } = await declined();
      bridge.clock.jump(minutes * 60_000);
      approves(bridge, terminal, true);
      // By this clock the token of before may be over.
      expect(await paid(await bridge.client(), id)).toMatchObject({ status: 'ok', outcome: { final: true } });
    },
  );

  it('that the terminal keeps although the till had stopped it: late, and somebody decides', async () => {
    const { bridge, terminal, till, id } = await declined('untilAborted');
    approves(bridge, terminal, true);
    expect(await paid(till, id)).toMatchObject({ status: 'ok', outcome: { final: false, late: true } });
    await until(async () => (await view(till)).payment?.step === 'late');
  });

  it('that the terminal takes back: asked, not paid again, and asked about this receipt once', async () => {
    const { bridge, terminal, till, id } = await declined();
    const asked = terminal.asked.lastTransaction;
    approves(bridge, terminal, false);
    await until(() => evidence(bridge).length === 1);
    await until(async () => (await till.read(id)).outcome.result === 'not_paid');
    expect(terminal.asked.lastTransaction).toBeGreaterThan(asked);
    for (const listener of terminal.unsolicited) listener({ amount: 1000, receiptNumber: 2, traceNumber: 1002 });
    ok(await pay(till, id));
    expect([terminal.totals.amount, evidence(bridge).length]).toEqual([1300, 1]);
  });

  it('while the terminal is away: unknown, and no second payment is sent', async () => {
    const { bridge, terminal, till, id } = await declined('decline', { parts: { outcomeTimeout: 50 } });
    terminal.reachable = false;
    approves(bridge, terminal, true);
    await until(async () => (await till.read(id)).outcome.result === 'unknown');
    expect((await pay(till, id)).status).toBe(405);
    terminal.reachable = true;
    await paid(till, id);
    expect(terminal.commands).toHaveLength(2);
  });

  it('of a sale that was paid in cash since: a surplus that somebody keeps or takes back', async () => {
    const { bridge, terminal, till, id } = await declined();
    ok(await till.post(`/${id}/start/cash`));
    approves(bridge, terminal, true);
    await until(async () => (await view(till)).payment?.lateBecause === 'surplus');
    expect(await till.read(id)).toMatchObject({ status: 'ok', payment_method: 'cash', outcome: { result: 'paid' } });
  });

  it('of another amount, or of an earlier receipt, changes nothing', async () => {
    const { bridge, terminal, till, id } = await declined('decline', {}, 1000);
    const { facts } = terminal.last!;
    approves(bridge, terminal, true, 700);
    for (const listener of terminal.unsolicited) listener(facts);
    expect(evidence(bridge)).toEqual([]);
    expect((await till.read(id)).outcome).toMatchObject({ result: 'not_paid', final: true });
  });

  it('that comes while the next command runs is asked about when that has ended', async () => {
    const { bridge, terminal, till, id } = await declined();
    const { arrived, release } = hold(terminal);
    const next = await open(till, 500);
    terminal.endings.push('decline');
    const paying = pay(till, next.id);
    await arrived;
    approves(bridge, terminal, true);
    release();
    expect((await paying).status).toBe(405);
    await paid(till, id);
    expect((await till.read(next.id)).outcome.result).toBe('not_paid');
  });

  it('of a refund: the operation was carried out', async () => {
    const { bridge, terminal, till } = await shop();
    ok(await pay(till, (await open(till, 300)).id));
    terminal.endings.push('decline');
    const body = { do: 'refund', amount: 1000 };
    const refused = await till.ask<{ operation: Operation }>('POST', OPERATIONS, { body });
    expect(refused.status).toBe(405);
    approves(bridge, terminal, true, 1000, -1000);
    const ended = await until(async () => {
      const { body } = await till.ask<Operation>('GET', `${OPERATIONS}/${refused.body.operation.id}`);
      return body.state === 'approved' ? body : null;
    });
    expect(ended).toMatchObject({ own_receipt_number: 2 });
  });
});

/** Approvals that do not fit the command: another amount, another currency, or an earlier transaction. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import { bookTransaction } from '../../doubles/terminalMemory.ts';
import { demoIds } from '../../world/demoIds.ts';
import { open, pay, shop, view } from './cashless.fixture.ts';

afterEach(closeAll);

describe('an approval that does not fit the command', () => {
  it.each(['approveLess', 'approveOther', 'approveForeign'] as const)(
    '%s: a person decides, whatever the terminal can tell',
    async ending => {
      const { terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
      terminal.features.delete('turnoverTotals');
      const { id } = await open(till);
      terminal.endings.push(ending);
      expect(ok(await pay(till, id)).status).toBe('pending');
      await until(async () => (await view(till)).payment?.step === 'person');
      expect((await till.read(id)).status).toBe('pending');
      expect(terminal.commands).toHaveLength(1);
    },
  );

  it('but a receipt reported before, and a new one: the new one is the payment, and nobody is called', async () => {
    const { bridge, terminal, till } = await shop();
    const [first, second] = [await open(till), await open(till)];
    ok(await pay(till, first.id));
    terminal.endings.push('repeatAndApprove');
    expect(ok(await pay(till, second.id)).status).toBe('ok');
    expect(bridge.rows("SELECT facts ->> 'receiptNumber' AS receipt FROM intent ORDER BY number")).toEqual([
      { receipt: 1 },
      { receipt: 2 },
    ]);
  });

  it.each([
    ['at the end', 'repeatLast'],
    ['before the line broke', 'loseRepeated'],
  ] as const)('but a receipt reported before, %s: not paid, and it stays with its own sale', async (_, ending) => {
    const { bridge, terminal, till } = await shop();
    const [first, second] = [await open(till), await open(till)];
    ok(await pay(till, first.id));
    terminal.endings.push(ending);
    const refused = await pay(till, second.id);
    expect([refused.status, refused.body.code]).toEqual([405, 1005]);
    expect((await till.read(first.id)).status).toBe('ok');
    expect((await till.read(second.id)).status).toBe('failed');
    expect(bridge.rows("SELECT facts ->> 'receiptNumber' AS receipt FROM intent ORDER BY number")).toEqual([
      { receipt: 1 },
      { receipt: null },
    ]);
    expect(ok(await pay(till, second.id))).toMatchObject({ status: 'ok', receipt_number: expect.any(Number) });
  });

  it.each(['repeatLast', 'loseRepeated'] as const)(
    'but a receipt of somebody who pays at the keys of the terminal (%s): not paid',
    async ending => {
      const { bridge, terminal, till } = await shop();
      const { id } = await open(till);
      bookTransaction(terminal, 1000, bridge.clock.now());
      terminal.endings.push(ending);
      const refused = await pay(till, id);
      expect([refused.status, refused.body.code]).toEqual([405, 1005]);
      expect((await till.read(id)).status).toBe('failed');
      expect(bridge.rows("SELECT facts ->> 'receiptNumber' AS receipt FROM intent")).toEqual([{ receipt: null }]);
    },
  );
});

describe('a payment that the terminal approved twice', () => {
  const receipts = (bridge: TestBridge) =>
    bridge.rows(
      "SELECT state, surplus, late, facts ->> 'receiptNumber' AS receipt FROM intent WHERE kind = 'payment' ORDER BY number",
    );
  const decide = (till: Client, transaction: string, keep: boolean) =>
    till.ask('POST', '/bridge/v1/till/late', { body: { transaction, keep } });

  it('is paid by the first receipt, and the second is a case at once: taken back, the sale stays paid', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('approveTwice');
    expect(ok(await pay(till, id))).toMatchObject({
      status: 'ok',
      outcome: { result: 'paid', final: false, next: { path: '/bridge/v1/till/late' } },
      payments: [
        { status: 'paid', amount: 1000, receipt_number: 1 },
        { status: 'unknown', amount: 1000, receipt_number: 2 },
      ],
    });
    expect((await view(till)).payment).toMatchObject({
      transaction: id,
      step: 'late',
      lateBecause: 'twice',
      amount: 1000,
    });
    expect(receipts(bridge)).toEqual([
      { state: 'approved', surplus: 0, late: null, receipt: 1 },
      { state: 'approved', surplus: 1, late: 'open', receipt: 2 },
    ]);
    ok(await decide(till, id, false));
    expect(terminal.commands.at(-1)).toMatchObject({ name: 'reverse', receiptNumber: 2 });
    expect(await till.read(id)).toMatchObject({ status: 'ok', outcome: { result: 'paid', final: true, paid: 1000 } });
    expect(terminal.totals.amount).toBe(1000);
  });

  it('and cancelled gives back its own receipt, and the second stays a case', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('approveTwice');
    ok(await pay(till, id));
    ok(await till.post(`/${id}/cancel`));
    expect(terminal.commands.at(-1)).toMatchObject({ name: 'reverse', receiptNumber: 1 });
    expect(receipts(bridge)).toMatchObject([{ receipt: 1 }, { receipt: 2, late: 'open' }]);
    ok(await decide(till, id, false));
    expect(terminal.totals.amount).toBe(0);
  });

  it.each([true, false])(
    'before the line broke: a person is called at once with both, and says paid: %s',
    async paid => {
      const { bridge, terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
      const { id } = await open(till);
      terminal.endings.push('loseSecond');
      terminal.during = () => {
        terminal.reachable = false;
      };
      expect(ok(await pay(till, id))).toMatchObject({ status: 'pending', outcome: { result: 'unknown' } });
      const { payment } = await view(till);
      expect(payment).toMatchObject({ step: 'person', evidence: { last: { receipt_number: 2, amount: 1000 } } });
      for (const text of Object.values(payment!.evidence!.because!))
        expect(text).toMatch(/(Beleg|receipt) 1 .*10[.,]00 EUR.*(Beleg|receipt) 2 .*10[.,]00 EUR/);
      expect((await till.read(id)).outcome.next?.path).toContain('/verdict');
      const manager = await bridge.staff('manager');
      ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid } }));
      expect((await till.read(id)).status).toBe(paid ? 'ok' : 'failed');
      expect(receipts(bridge)).toEqual([
        { state: paid ? 'approved' : 'declined', surplus: 0, late: null, receipt: 1 },
        { state: 'approved', surplus: 1, late: 'open', receipt: 2 },
      ]);
      expect((await view(till)).payment).toMatchObject({ step: 'late', lateBecause: 'twice' });
    },
  );

  it('of which only the second has the amount is paid by that', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('approveOtherFirst');
    expect(ok(await pay(till, id)).status).toBe('ok');
    expect(receipts(bridge)).toMatchObject([
      { state: 'approved', surplus: 0, receipt: 2 },
      { state: 'approved', surplus: 1, receipt: 1 },
    ]);
  });

  it.each(['keep', 'take_back'] as const)(
    'for less than was asked for: a person decides about the first (%s), and the second is a case',
    async part => {
      const { bridge, terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
      ok(await pay(till, (await open(till, 300)).id));
      const { id } = await open(till);
      terminal.endings.push('approveLessTwice');
      ok(await pay(till, id));
      await until(async () => (await till.read(id)).outcome.next?.path.endsWith('/verdict'));
      const manager = await bridge.staff('manager');
      ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { part } }));
      expect(receipts(bridge).slice(1)).toMatchObject([
        { state: 'approved', surplus: 0, receipt: 2 },
        { state: 'approved', surplus: 1, late: 'open', receipt: 3 },
      ]);
      expect((await till.read(id)).outcome).toMatchObject({ paid: part === 'keep' ? 999 : 0 });
      expect((await view(till)).payment).toMatchObject({ transaction: id, step: 'late', lateBecause: 'twice' });
      ok(await decide(till, id, false));
      expect(terminal.totals.amount).toBe(300 + (part === 'keep' ? 999 : 0));
    },
  );

  it('is a refund: a person decides, since no sale can show the second', async () => {
    const { bridge, terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    terminal.endings.push('approveTwice');
    const path = `/bridge/v1/terminals/${demoIds.terminal}/operations`;
    expect(ok(await till.ask('POST', path, { body: { do: 'refund', amount: 1000 } }))).toMatchObject({
      state: 'unknown',
    });
    expect(bridge.rows("SELECT person, reason ->> 'en' AS reason FROM intent")).toMatchObject([
      { person: 1, reason: expect.stringContaining('receipt 2 of 10.00 EUR') },
    ]);
  });
});

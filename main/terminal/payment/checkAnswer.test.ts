/** Approvals that do not fit the command: another amount, another currency, or an earlier transaction. */
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, ok, until } from '../../doubles/bridge.fixture.ts';
import { bookTransaction } from '../../doubles/terminalMemory.ts';
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

  it('but two different receipts: a person is called at once, with both, and decides which one the sale keeps', async () => {
    const { bridge, terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    const { id } = await open(till);
    terminal.endings.push('approveTwice');
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
    ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid: true } }));
    expect(await till.read(id)).toMatchObject({ status: 'ok', receipt_number: expect.any(Number) });
    expect(bridge.rows("SELECT state, facts ->> 'receiptNumber' AS receipt FROM intent")).toEqual([
      { state: 'approved', receipt: 1 },
    ]);
  });

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

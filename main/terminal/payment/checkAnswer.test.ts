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

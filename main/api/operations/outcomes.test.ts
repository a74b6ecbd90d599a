/** Outcomes of terminal operations, and the journal of the terminal. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import { type Client, closeAll, item, ok, sale, until } from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import type { Operation, TerminalJournal } from '../../wire/operations.ts';
import { list, operate, path, payment, run, shop } from './operations.fixture.ts';

afterEach(closeAll);

describe('each ending', () => {
  it.each([
    ['decline', 1005, 'declined'],
    ['endOfDayRequired', 1090, 'declined'],
    ['unreachable', 1013, 'notSent'],
    ['held', 1070, 'notSent'],
  ] as const)('%s: 405 with the reason and the operation', async (ending, code, state) => {
    const { terminal, till } = await shop();
    terminal.endings.push(ending);
    const refused = await operate(till, { do: 'refund', amount: 100 });
    expect([refused.status, refused.body.code]).toEqual([405, code]);
    expect(refused.body.operation).toMatchObject({
      do: 'refund',
      state,
      reason: { de: expect.any(String), en: expect.any(String) },
    });
    expect((await list(till)).data[0]).toEqual(refused.body.operation);
    expect(await payment(till)).toBeNull();
  });

  it('lost and found done', async () => {
    const { terminal, till } = await shop();
    terminal.endings.push('loseApproval');
    expect(await run(till, { do: 'refund', amount: 100 })).toMatchObject({
      state: 'approved',
      own_receipt_number: 1,
      reason: { de: expect.stringContaining('neu'), en: expect.stringContaining('new') },
    });
  });

  it.each(['preAuthorisation', 'refund'] as const)(
    'lost, on a line that goes on breaking: %s is found done',
    async kind => {
      const { terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
      terminal.endings.push('loseApproval');
      // Both askings of the first try.
      terminal.during = () => {
        terminal.breaks = 2;
      };
      expect((await run(till, { do: kind, amount: 100 })).state).toBe('unknown');
      expect(await payment(till)).toMatchObject({ step: 'deciding' });
      await until(async () => (await list(till)).data[0]?.state === 'approved');
    },
  );

  it('lost, after a line that broke before it, too: a pre-authorisation is found done', async () => {
    const { terminal, till } = await shop();
    terminal.endings.push('loseApproval');
    for (const feature of ['turnoverTotals', 'lastTransaction'] as const) terminal.features.delete(feature);
    terminal.breaks = 1;
    expect((await run(till, { do: 'preAuthorisation', amount: 100 })).state).toBe('approved');
  });

  it('lost, at a terminal that tells the first pre-authorisation only: left to a person, never called not done', async () => {
    const { terminal, till } = await shop();
    for (const feature of ['turnoverTotals', 'lastTransaction'] as const) terminal.features.delete(feature);
    terminal.tellsFirst = true;
    await run(till, { do: 'preAuthorisation', amount: 100 });
    terminal.endings.push('loseApproval');
    expect((await run(till, { do: 'preAuthorisation', amount: 200 })).state).toBe('unknown');
    expect(await payment(till)).toMatchObject({ step: 'person' });
  });

  it('lost and found not done', async () => {
    const { terminal, till } = await shop();
    terminal.endings.push('loseNothing');
    const refused = await operate(till, { do: 'preAuthorisation', amount: 100 });
    expect([refused.status, refused.body.operation?.state]).toEqual([405, 'declined']);
  });

  it('unknown while the terminal is away: shown, blocking, and settled when it is back', async () => {
    const { terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    const unknown = await run(till, { do: 'refund', amount: 100 });
    expect(unknown.state).toBe('unknown');
    expect(await payment(till)).toMatchObject({
      transaction: null,
      operation: unknown.id,
      kind: 'refund',
      step: 'deciding',
    });
    terminal.during = () => undefined;
    terminal.reachable = true;
    await until(async () => (await list(till)).data[0]?.state === 'approved');
    await until(async () => (await payment(till)) === null);
  });

  it('only a person can tell: a manager decides, once', async () => {
    const { bridge, terminal, till } = await shop();
    terminal.endings.push('loseOtherAmount');
    const { id, state } = await run(till, { do: 'refund', amount: 100 });
    expect(state).toBe('unknown');
    const decide = (client: Client, at = id) =>
      client.ask<Operation & Refusal>('POST', `${path}/operations/${at}/verdict`, { body: { paid: true } });
    expect((await decide(await bridge.staff('cashier'))).status).toBe(403);
    expect((await decide(await bridge.client('other'))).status).toBe(404);
    expect((await decide(till, '0'.repeat(32))).status).toBe(404);
    const manager = await bridge.staff('manager');
    expect(ok(await decide(manager))).toMatchObject({
      state: 'approved',
      reason: { de: 'manager@demo.example hat entschieden: ausgeführt' },
      decided_by: 'manager@demo.example',
    });
    expect((await decide(manager)).status).toBe(405);
    expect(await payment(till)).toBeNull();
  });

  it('of a crash: the next start finds it', async () => {
    const { bridge, terminal, till } = await shop();
    const { arrived, release } = hold(terminal);
    const running = operate(till, { do: 'preAuthorisation', amount: 700 });
    await arrived;
    const copied = bridge.crashCopy;
    release();
    ok(await running);
    const again = await copied();
    const tillAgain = await again.client();
    await until(async () => (await list(tillAgain)).data[0]?.state !== 'unknown');
    expect((await list(tillAgain)).data[0]).toMatchObject({ do: 'preAuthorisation', state: 'approved' });
    expect(terminal.commands).toHaveLength(1);
  });
});

describe('the journal of a terminal', () => {
  const journal = (till: Client, query = '') =>
    till.ask<TerminalJournal>('GET', `${path}/journal${query}`).then(({ body }) => body);

  it('tells intent, wire, slips, result and verdict in their order, newest first', async () => {
    const { terminal, till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.post(`/${id}/start/cashless`));
    terminal.endings.push('loseNothing');
    await operate(till, { do: 'refund', amount: 300 });
    const { count, data } = await journal(till);
    expect(count).toBe(data.length);
    const rows = data.toReversed().map(({ kind, transaction }) => [kind, transaction !== null]);
    expect(rows.filter(([kind]) => kind !== 'wire')).toEqual([
      ['intent', true],
      ['slip', true],
      ['slip', true],
      ['result', true],
      ['intent', false],
      ['result', false],
      ['verdict', false],
    ]);
    expect(rows.filter(([kind]) => kind === 'wire')).toHaveLength(2);
    expect(data[0]).toMatchObject({
      kind: 'verdict',
      data: { kind: 'didNotHappen', because: { de: expect.any(String), en: expect.any(String) }, who: null },
    });
    expect((await journal(till, '?count=2&offset=1')).data).toEqual(data.slice(1, 3));
    expect((await till.ask('GET', `${path}/journal?count=many`)).status).toBe(500);
  });

  it('is never changed', async () => {
    const { bridge, till } = await shop();
    await run(till, { do: 'refund', amount: 300 });
    expect(() => bridge.alter("UPDATE terminal_journal SET data = '{}'")).toThrow('never changed');
    expect(() => bridge.alter('DELETE FROM terminal_journal')).toThrow('never shortened');
  });
});

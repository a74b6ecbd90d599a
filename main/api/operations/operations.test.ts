/** Terminal operations: each kind, a tip that is added later, and who may run and read them. */
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, item, ok, sale } from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import { bookTransaction } from '../../doubles/terminalMemory.ts';
import type { OpenPreAuthorisationList } from '../../wire/operations.ts';
import { demoIds } from '../../world/demoIds.ts';
import { list, operate, path, run, shop } from './operations.fixture.ts';

afterEach(closeAll);

describe('each kind', () => {
  it('a refund: written before, answered with the report of the terminal, and found again', async () => {
    const { bridge, terminal, till } = await shop();
    terminal.during = command => {
      expect(command).toEqual({ name: 'refund', amount: 1234, receiptNumber: null });
      expect(bridge.rows('SELECT kind, state, sale, amount FROM intent')).toEqual([
        { kind: 'refund', state: 'open', sale: null, amount: 1234 },
      ]);
    };
    const refund = await run(till, { do: 'refund', amount: '1234' });
    expect(refund).toMatchObject({
      device: demoIds.terminal,
      till: demoIds.till,
      do: 'refund',
      amount: 1234,
      currency: 'EUR',
      receipt_number: null,
      state: 'approved',
      reason: null,
      own_receipt_number: 1,
      trace_number: 1001,
      last_four: '4321',
    });
    expect(JSON.stringify(refund.receipt)).toContain('approved 1');
    expect(await list(till)).toEqual({ count: 1, data: [refund] });
    expect((await till.ask('GET', `${path}/operations/${refund.id}`)).body).toEqual(refund);
  });

  it('no reversal by number of a sale whose day is closed', async () => {
    const { terminal, till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.post(`/${id}/start/cashless`));
    ok(await till.ask('POST', `${path}/day-end`));
    const refused = await operate(till, { do: 'reversal', receipt_number: 1 });
    expect(refused.body.error_details).toContain(id);
    expect(terminal.commands.map(({ name }) => name)).not.toContain('reverse');
  });

  it('a pre-authorisation is open until it is booked or released', async () => {
    const { terminal, till } = await shop();
    const open = async () =>
      ok(await till.ask<OpenPreAuthorisationList>('GET', `${path}/pre-authorisations`)).data.map(one => [
        one.receipt_number,
        one.amount,
        one.operation,
      ]);
    const [first, second] = [
      await run(till, { do: 'preAuthorisation', amount: 5000 }),
      await run(till, { do: 'preAuthorisation', amount: 3000 }),
    ];
    // Made at the terminal by somebody else.
    terminal.held.set(77, 1);
    expect(await open()).toEqual([
      [1, 5000, first.id],
      [2, 3000, second.id],
      [77, null, null],
    ]);
    expect(await run(till, { do: 'booking', receipt_number: 1, amount: 4200 })).toMatchObject({
      amount: 4200,
      receipt_number: 1,
      own_receipt_number: 3,
    });
    expect(await run(till, { do: 'release', receipt_number: 2 })).toMatchObject({ amount: 0, state: 'approved' });
    expect((await open()).map(([receipt]) => receipt)).toEqual([77]);
    expect((await list(till)).data.map(one => one.do)).toEqual([
      'release',
      'booking',
      'preAuthorisation',
      'preAuthorisation',
    ]);
    expect((await list(till, '?count=1&offset=1')).data.map(one => one.do)).toEqual(['booking']);
    expect((await list(till, '?count=1&offset=9')).count).toBe(4);
  });

  it('a reversal of a refund, whole or in part, and a tip', async () => {
    const { terminal, till } = await shop();
    await run(till, { do: 'refund', amount: 900 });
    await run(till, { do: 'reversal', receipt_number: 1 });
    await run(till, { do: 'refund', amount: 900 });
    await run(till, { do: 'reversal', receipt_number: 3, amount: 400 });
    const paid = await till.create(sale([item(1000)]));
    ok(await till.post(`/${paid.id}/start/cashless`));
    await run(till, { do: 'tip', receipt_number: 5, amount: 100 });
    expect(terminal.commands.map(({ name, amount, receiptNumber }) => [name, amount, receiptNumber])).toEqual([
      ['refund', 900, null],
      ['reverse', 0, 1],
      ['refund', 900, null],
      ['reverse', 400, 3],
      ['pay', 1000, null],
      ['addTip', 100, 5],
    ]);
  });
});

describe('a tip that was added later', () => {
  const tipped = async (tipsKeepNumber = false) => {
    const made = await shop();
    Object.assign(made.terminal, { tipsKeepNumber });
    const { id } = await made.till.create(sale([item(1000)]));
    ok(await made.till.post(`/${id}/start/cashless`));
    await run(made.till, { do: 'tip', receipt_number: 1, amount: 150 });
    return { ...made, id };
  };

  it('goes back with the payment when the sale is cancelled', async () => {
    const { bridge, terminal, till, id } = await tipped();
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(terminal.commands.at(-1)).toEqual({ name: 'reverse', amount: 0, receiptNumber: 2 });
    expect(terminal.totals.amount).toBe(0);
    expect(bridge.rows("SELECT amount FROM intent WHERE kind = 'reversal'")).toEqual([{ amount: 1150 }]);
    const day = await till.ask<{ journal: object }>('GET', `${path}/day-end`);
    expect(ok(day).journal).toMatchObject({ count: 0, amount: 0 });
  });

  it.each([
    ['under a number of its own', false, [1, 2]],
    ['under the number of the payment', true, [1]],
  ])('%s is no way round the sale', async (_where, tipsKeepNumber, receipts) => {
    const { bridge, terminal, till, id } = await tipped(tipsKeepNumber);
    const given = bridge.rows<{ receipt: number }>("SELECT facts ->> 'receiptNumber' AS receipt FROM intent");
    expect(given.map(({ receipt }) => receipt)).toEqual([1, receipts.at(-1)]);
    const reverseAll = async () => {
      for (const receipt_number of receipts) {
        const { body } = await operate(till, { do: 'reversal', receipt_number, amount: 1150 });
        expect([body.code, body.error_details]).toEqual([1097, expect.stringContaining(id)]);
      }
    };
    await reverseAll();
    ok(await till.ask('POST', `${path}/day-end`));
    await reverseAll();
    expect(terminal.commands.map(({ name }) => name)).toEqual(['pay', 'addTip', 'endOfDay']);
  });

  it.each([
    ['under a number of its own', false, 2],
    ['under the number of the payment', true, 1],
  ])('%s is taken back alone, once, and the sale gives back the rest', async (_where, tipsKeepNumber, receipt) => {
    const { bridge, terminal, till, id } = await tipped(tipsKeepNumber);
    const back = { do: 'reversal', receipt_number: receipt } as const;
    await run(till, back);
    expect(terminal.totals.amount).toBe(1000);
    expect((await operate(till, back)).body.code).toBe(1097);
    const [record] = bridge.rows(
      "SELECT sum, facts ->> 'tip' AS tip FROM queue_record WHERE facts ->> 'operation' = 'reversal'",
    );
    expect(record).toEqual({ sum: 150, tip: 150 });
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(terminal.totals.amount).toBe(0);
  });

  it('to a receipt that is not known here is not held against the sale that had its number the day before', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.post(`/${id}/start/cashless`));
    ok(await till.ask('POST', `${path}/day-end`));
    terminal.receiptNumber = 0;
    bookTransaction(terminal, 700, bridge.clock.now());
    // The second amount is the tip alone.
    terminal.amounts.clear();
    await run(till, { do: 'tip', receipt_number: 1, amount: 150 });
    await run(till, { do: 'reversal', receipt_number: 2 });
    expect(terminal.commands.at(-1)).toMatchObject({ name: 'reverse', receiptNumber: 2 });
  });

  it('under the number of the payment goes back with it when the sale is cancelled', async () => {
    const { terminal, till, id } = await tipped(true);
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(terminal.commands.at(-1)).toEqual({ name: 'reverse', amount: 0, receiptNumber: 1 });
    expect(terminal.totals.amount).toBe(0);
  });
});

describe('who may', () => {
  it('a manager and an integrator; a cashier looks, and moves money with an approval; nobody of another shop', async () => {
    const { bridge, till } = await shop();
    const { id } = await run(till, { do: 'refund', amount: 100 });
    const cashier = await bridge.staff('cashier');
    const other = await bridge.client('other');
    for (const [client, status, seen] of [
      [cashier, 403, 200],
      [other, 404, 404],
    ] as const) {
      expect((await operate(client, { do: 'refund', amount: 1 })).status).toBe(status);
      for (const place of ['/operations', `/operations/${id}`, '/pre-authorisations'])
        expect((await client.ask('GET', path + place)).status, place).toBe(seen);
      expect((await client.ask('GET', `${path}/journal`)).status).toBe(status);
    }
    const said = { headers: { 'x-reason': 'complaint' } };
    ok(await operate(await bridge.staff('manager'), { do: 'refund', amount: 1 }, said));
    expect((await till.ask('GET', `${path}/operations/${'0'.repeat(32)}`)).status).toBe(404);
  });

  it('the same request under the same key is carried out once', async () => {
    const { terminal, till } = await shop();
    const headers = { 'idempotency-key': 'refund-1' };
    const [first, second] = [
      await operate(till, { do: 'refund', amount: 100 }, { headers }),
      await operate(till, { do: 'refund', amount: 100 }, { headers }),
    ];
    expect(ok(second)).toEqual(ok(first));
    expect(terminal.commands).toHaveLength(1);
    expect((await operate(till, { do: 'refund', amount: 200 }, { headers })).status).toBe(409);
  });

  it('also after a crash before the answer', async () => {
    const { bridge, terminal, till } = await shop();
    const headers = { 'idempotency-key': 'refund-2' };
    const { arrived, release } = hold(terminal);
    const running = operate(till, { do: 'refund', amount: 100 }, { headers });
    await arrived;
    const copied = bridge.crashCopy;
    release();
    ok(await running);
    const tillAgain = await (await copied()).client();
    const repeated = ok(await operate(tillAgain, { do: 'refund', amount: 100 }, { headers }));
    expect(repeated).toMatchObject({ do: 'refund', amount: 100 });
    expect(terminal.commands).toHaveLength(1);
  });
});

/** Money moved at a terminal without a sale: every kind, every ending, and who may do it. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  type Request,
  type Settings,
  sale,
  startBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import { bookTransaction } from '../../doubles/terminalMemory.ts';
import type {
  OpenPreAuthorisationList,
  Operation,
  OperationInput,
  OperationList,
  TerminalJournal,
} from '../../wire/operations.ts';
import type { TillView } from '../../wire/till.ts';
import { demoIds } from '../../world/demoIds.ts';

afterEach(closeAll);

async function shop(settings: Settings = {}) {
  const bridge = await startBridge(settings);
  return { bridge, terminal: bridge.terminal, till: await bridge.client() };
}

const path = `/bridge/v1/terminals/${demoIds.terminal}`;
const operate = (till: Client, body: unknown, more: Request = {}) =>
  till.ask<Operation & Refusal & { operation?: Operation }>('POST', `${path}/operations`, { body, ...more });
const list = (till: Client, query = '') =>
  till.ask<OperationList>('GET', `${path}/operations${query}`).then(({ body }) => body);
const run = async (till: Client, body: OperationInput) => ok(await operate(till, body));
const payment = async (till: Client) => (await till.ask<TillView>('GET', '/bridge/v1/till')).body.payment;

describe('each kind', () => {
  it('a refund: written before, answered with what the terminal told, and found again', async () => {
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

  it('unknown while the terminal is away: shown, blocking, and told when it is back', async () => {
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

describe('refused before anything is written', () => {
  it.each([
    ['an unknown kind', { do: 'payment', amount: 1 }],
    ['no kind', { amount: 1 }],
    ['no amount', { do: 'refund' }],
    ['an amount of nothing', { do: 'refund', amount: 0 }],
    ['a negative amount', { do: 'preAuthorisation', amount: -1 }],
    ['half a cent', { do: 'refund', amount: 1.5 }],
    ['an amount in words', { do: 'refund', amount: 'much' }],
    ['more than fits', { do: 'refund', amount: 1_000_000_000_000 }],
    ['no receipt number', { do: 'reversal' }],
    ['a receipt number of nothing', { do: 'booking', amount: 1, receipt_number: 0 }],
    ['a booking without an amount', { do: 'booking', receipt_number: 1 }],
  ])('%s', async (_what, body) => {
    const { bridge, terminal, till } = await shop();
    const refused = await operate(till, body);
    expect([refused.status, refused.body.code]).toEqual([500, 1001]);
    expect(terminal.commands).toEqual([]);
    expect(bridge.rows('SELECT 1 FROM intent')).toEqual([]);
  });

  it('more than is held', async () => {
    const { till } = await shop();
    await run(till, { do: 'preAuthorisation', amount: 500 });
    for (const kind of ['booking', 'release'] as const)
      expect((await operate(till, { do: kind, amount: 501, receipt_number: 1 })).body.code).toBe(1104);
  });

  it('what this terminal cannot do', async () => {
    const { bridge, terminal, till } = await shop();
    for (const feature of ['refund', 'preAuthorisation', 'tipLater', 'reverse'] as const)
      terminal.features.delete(feature);
    for (const body of [
      { do: 'refund', amount: 1 },
      { do: 'preAuthorisation', amount: 1 },
      { do: 'release', receipt_number: 1 },
      { do: 'tip', amount: 1, receipt_number: 1 },
      { do: 'reversal', receipt_number: 1 },
    ])
      expect((await operate(till, body)).body.code, body.do).toBe(1075);
    expect((await till.ask<Refusal>('GET', `${path}/pre-authorisations`)).body.code).toBe(1075);
    expect(bridge.rows('SELECT 1 FROM intent')).toEqual([]);
  });

  it('a part, where only the whole can be reversed', async () => {
    const { terminal, till } = await shop();
    terminal.features.delete('partialReversal');
    await run(till, { do: 'refund', amount: 900 });
    expect((await operate(till, { do: 'reversal', receipt_number: 1, amount: 1 })).body.code).toBe(1075);
    await run(till, { do: 'reversal', receipt_number: 1, amount: 900 });
  });

  it('the payment of a sale: that is cancelled', async () => {
    const { terminal, till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.post(`/${id}/start/cashless`));
    const refused = await operate(till, { do: 'reversal', receipt_number: 1 });
    expect([refused.status, refused.body.code]).toEqual([405, 1097]);
    expect(refused.body.error_details).toContain(id);
    expect(terminal.commands).toHaveLength(1);
  });

  it.each<[string, readonly OperationInput[], OperationInput]>([
    [
      'a pre-authorisation booked twice',
      [
        { do: 'preAuthorisation', amount: 500 },
        { do: 'booking', amount: 400, receipt_number: 1 },
      ],
      { do: 'booking', amount: 100, receipt_number: 1 },
    ],
    [
      'one released after it was booked',
      [
        { do: 'preAuthorisation', amount: 500 },
        { do: 'booking', amount: 400, receipt_number: 1 },
      ],
      { do: 'release', receipt_number: 1 },
    ],
    [
      'one reversed instead of released',
      [{ do: 'preAuthorisation', amount: 500 }],
      { do: 'reversal', receipt_number: 1 },
    ],
    [
      'a booking given back twice',
      [
        { do: 'preAuthorisation', amount: 500 },
        { do: 'booking', amount: 400, receipt_number: 1 },
        { do: 'reversal', receipt_number: 2 },
      ],
      { do: 'reversal', receipt_number: 2 },
    ],
    [
      'what was given back in parts',
      [
        { do: 'refund', amount: 500 },
        { do: 'reversal', amount: 200, receipt_number: 1 },
        { do: 'reversal', amount: 300, receipt_number: 1 },
      ],
      { do: 'reversal', amount: 1, receipt_number: 1 },
    ],
    ['a refund that gets a tip', [{ do: 'refund', amount: 500 }], { do: 'tip', amount: 1, receipt_number: 1 }],
    [
      'a reversal that is reversed',
      [
        { do: 'refund', amount: 500 },
        { do: 'reversal', receipt_number: 1 },
      ],
      { do: 'reversal', receipt_number: 2 },
    ],
  ])('%s', async (_what, before, last) => {
    const { terminal, till } = await shop();
    for (const one of before) await run(till, one);
    const refused = await operate(till, last);
    expect([refused.status, refused.body.code]).toEqual([405, 1097]);
    expect(terminal.commands).toHaveLength(before.length);
  });

  it('parts that come to more than was paid', async () => {
    const { terminal, till } = await shop();
    await run(till, { do: 'refund', amount: 500 });
    await run(till, { do: 'reversal', amount: 200, receipt_number: 1 });
    expect((await operate(till, { do: 'reversal', amount: 301, receipt_number: 1 })).body.code).toBe(1104);
    expect(await run(till, { do: 'reversal', receipt_number: 1 })).toMatchObject({ amount: 300 });
    expect(terminal.commands.at(-1)).toEqual({ name: 'reverse', amount: 300, receiptNumber: 1 });
  });

  it.each([
    { do: 'release', receipt_number: 1 },
    { do: 'booking', amount: 1, receipt_number: 1 },
  ] as const)('the payment of a sale, as if it were a pre-authorisation: %j', async body => {
    const { terminal, till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.post(`/${id}/start/cashless`));
    expect((await operate(till, body)).body.code).toBe(1097);
    ok(await till.post(`/${id}/cancel`));
    expect((await operate(till, { do: 'reversal', receipt_number: 1 })).body.code).toBe(1097);
    expect((await operate(till, { do: 'tip', amount: 1, receipt_number: 1 })).body.code).toBe(1097);
    expect(terminal.commands).toHaveLength(2);
  });

  it('two reversals of the same at once: one', async () => {
    const { terminal, till } = await shop();
    await run(till, { do: 'refund', amount: 500 });
    const both = await Promise.all([1, 2].map(() => operate(till, { do: 'reversal', receipt_number: 1 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 405]);
    expect(terminal.commands).toHaveLength(2);
  });

  it('open pre-authorisations of a terminal that is away: told as that, with what to do', async () => {
    const { terminal, till } = await shop();
    terminal.reachable = false;
    const { status, body } = await till.ask<Refusal & { error_user: string }>('GET', `${path}/pre-authorisations`);
    expect([status, body.code]).toEqual([405, 1013]);
    expect(body.error_user).toContain('nicht erreichbar');
    expect(body.error_user).toContain('Bitte Strom und Verbindung prüfen');
  });

  it('while something else runs', async () => {
    const { terminal, till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    const { arrived, release } = hold(terminal);
    const paying = till.post(`/${id}/start/cashless`);
    await arrived;
    expect((await operate(till, { do: 'refund', amount: 1 })).body.code).toBe(1016);
    expect((await till.ask<Refusal>('GET', `${path}/pre-authorisations`)).body.code).toBe(1016);
    release();
    ok(await paying);
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
        const { body } = await operate(till, { do: 'reversal', receipt_number });
        expect([body.code, body.error_details]).toEqual([1097, expect.stringContaining(id)]);
      }
    };
    await reverseAll();
    ok(await till.ask('POST', `${path}/day-end`));
    await reverseAll();
    expect(terminal.commands.map(({ name }) => name)).toEqual(['pay', 'addTip', 'endOfDay']);
  });

  it('to a receipt nobody here has heard of is not held against the sale that had its number the day before', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.post(`/${id}/start/cashless`));
    ok(await till.ask('POST', `${path}/day-end`));
    terminal.receiptNumber = 0;
    bookTransaction(terminal, 700, bridge.clock.now());
    // Of the tip it tells the tip alone.
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
  it('a manager and an integrator, not a cashier, and nobody of another shop', async () => {
    const { bridge, till } = await shop();
    const { id } = await run(till, { do: 'refund', amount: 100 });
    const cashier = await bridge.staff('cashier');
    const other = await bridge.client('other');
    for (const [client, status] of [
      [cashier, 403],
      [other, 404],
    ] as const) {
      expect((await operate(client, { do: 'refund', amount: 1 })).status).toBe(status);
      for (const place of ['/operations', `/operations/${id}`, '/pre-authorisations', '/journal'])
        expect((await client.ask('GET', path + place)).status, place).toBe(status);
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
    const told = data.toReversed().map(({ kind, transaction }) => [kind, transaction !== null]);
    expect(told.filter(([kind]) => kind !== 'wire')).toEqual([
      ['intent', true],
      ['slip', true],
      ['slip', true],
      ['result', true],
      ['intent', false],
      ['result', false],
      ['verdict', false],
    ]);
    expect(told.filter(([kind]) => kind === 'wire')).toHaveLength(2);
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

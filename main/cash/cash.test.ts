/** Shifts, movements and counts of a till, and its Z report, over the API of a whole bridge. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../doubles/bridge.fixture.ts';
import type { CashMovement, CountAnswer } from '../wire/cash.ts';
import type { ZReport } from '../wire/zReports.ts';
import { cashOf, piecesOf, type Refusal } from './cash.fixture.ts';

let bridge: TestBridge;
let manager: Client;
let cashier: Client;
beforeAll(async () => {
  bridge = await startBridge();
  manager = await bridge.staff('manager');
  cashier = await bridge.staff('cashier');
});
afterAll(closeAll);

const sell = async (amount: number, given = amount) => {
  const { id } = await cashier.create(sale([item(amount)]));
  return ok(await cashier.post(`/${id}/start/cash`, { amount_given: given }));
};

/** Ends whatever shift an earlier test has left, and the day with it. */
async function newDay(float: number) {
  const cash = cashOf(manager);
  const { shift } = await cash.current();
  if (shift) await cash.close(shift.id, (await cash.expected()) ?? 0);
  if ((await cash.next()).next === 'zReport') await cash.z();
  return (await cash.open(float)).shift;
}

describe('a shift', () => {
  it('expects counted opening, net cash of sales and movements at every moment, and books a difference as a movement', async () => {
    const cash = cashOf(manager);
    const shift = await newDay(10_000);
    await sell(1234, 2000);
    expect(await cash.expected()).toBe(11_234);
    await cash.move('bank', 'out', 5000);
    await cash.move('float', 'in', 2000);
    expect(await cash.expected()).toBe(8234);
    const counted = await cash.close(shift.id, 8200);
    expect(counted.count).toMatchObject({ expected: 8234, counted: 8200, difference: -34 });
    const { data } = ok(await cash.call<{ data: CashMovement[] }>('GET', 'cash-movements?count=3'));
    expect(data.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['difference', -34],
      ['float', 2000],
      ['bank', -5000],
    ]);
    expect(data.map(({ slip }) => slip)).toEqual([3, 2, 1].map(one => one + (data[2]?.slip ?? 1) - 1));
    expect(await cash.expected()).toBe(8200);
  });

  it('takes what a cancelled sale gave back out of the drawer, and holds what a part of a sale brought', async () => {
    const cash = cashOf(manager);
    await newDay(5000);
    const paid = await sell(700);
    expect(await cash.expected()).toBe(5700);
    ok(await manager.ask('POST', `/api/v2/Smart/Transactions/${paid.id}/cancel`, { headers: { 'x-reason': 'wrong' } }));
    expect(await cash.expected()).toBe(5000);
    const { id } = await cashier.create(sale([item(1000)]));
    ok(await cashier.post(`/${id}/start/cash`, { part: { amount: 400 } }));
    expect(await cash.expected()).toBe(5400);
    const { steps } = await cash.next();
    expect(steps[0]).toMatchObject({ step: 'openCases', state: 'todo', passable: false });
    // It never says that a report can be made which would be refused.
    expect(steps.at(-1)).toMatchObject({
      ...{ step: 'zReport', state: 'todo' },
      texts: { en: 'The Z report comes when the steps before it are done.' },
    });
    ok(await cashier.post(`/${id}/start/cash`, {}));
    expect(await cash.expected()).toBe(6000);
  });

  it('is counted blind: a cashier is told nothing before the count, and every coin has to be named', async () => {
    const shift = await newDay(3000);
    const cash = cashOf(cashier);
    for (const path of ['cash-movements/expected', 'z-reports/interim', 'z-reports', 'shifts', `shifts/${shift.id}`])
      expect((await cash.call('GET', path)).status, path).toBe(403);
    expect((await cash.current()).shift?.opening).toMatchObject({ expected: null, pieces: [] });
    const wrong = [
      piecesOf(3000).slice(1),
      [...piecesOf(3000), { value: 1, pieces: 1 }],
      piecesOf(3000).map(one => ({ ...one, value: one.value + 3 })),
    ];
    for (const pieces of wrong) {
      const refused = await cash.call('POST', `shifts/${shift.id}/close`, { pieces });
      expect([refused.body.code, refused.body.error_details]).toEqual([
        1202,
        expect.stringContaining('nothing was counted'),
      ]);
    }
    expect((await cash.call('POST', 'shifts', { pieces: piecesOf(1) })).body.code).toBe(1200);
    expect((await cash.close(shift.id, 3000)).count).toMatchObject({ expected: 3000, difference: 0 });
    expect((await cash.call('POST', `shifts/${shift.id}/close`, { pieces: piecesOf(1) })).body.code).toBe(1201);
  });

  it('is counted again by right alone, and no more once cash moved', async () => {
    const shift = await newDay(2000);
    await cashOf(cashier).close(shift.id, 1000);
    const path = `shifts/${shift.id}/recount`;
    const body = { pieces: piecesOf(2000), reason: 'a note lay below' };
    expect((await cashOf(cashier).call('POST', path, body)).body.code).toBe(2020);
    const cash = cashOf(manager);
    expect((await cash.call('POST', path, { ...body, reason: ' ' })).body.code).toBe(1209);
    const again = ok(await cash.call<CountAnswer>('POST', path, body));
    expect(again.count).toMatchObject({ why: 'recount', expected: 1000, difference: 1000 });
    await sell(100);
    expect((await cash.call('POST', path, body)).body.code).toBe(1203);
  });

  it.each([
    ['that shows the very moment of the report', 0],
    ['that was set back behind the report', -3_600_000],
  ])('is counted again until the next report, by a clock %s', async (_, jump) => {
    const cash = cashOf(manager);
    bridge.clock.jump(1000 - (bridge.clock.now() % 1000));
    // The first day may wait for a count, the second has its report at this moment.
    await newDay(0);
    await newDay(0);
    bridge.clock.jump(jump);
    const { shift } = await cash.current();
    const body = { pieces: piecesOf(100), reason: 'a coin lay below' };
    await cash.close(shift?.id ?? '', 0);
    const path = `shifts/${shift?.id}/recount`;
    expect(ok(await cash.call<CountAnswer>('POST', path, body)).count).toMatchObject({ counted: 100 });
    await cash.z();
    expect((await cash.call('POST', path, body)).body.code).toBe(1203);
    bridge.clock.jump(-jump);
  });

  // Somebody falls ill, and the till has to be closed: the right to count is that of every cashier, the names are those who did.
  it('of somebody else is closed by whoever counts, with both names in shift, slip and record', async () => {
    const shift = await newDay(1000);
    const closed = await cashOf(cashier).close(shift.id, 990);
    const { name } = closed.count.person;
    expect(closed.shift.person).toEqual(shift.person);
    expect(name).not.toBe(shift.person.name);
    const lines = JSON.stringify(closed.receipt);
    expect(lines).toContain(`"name":"Gezählt von","value":"${name}"`);
    expect(lines).toContain(`"name":"Schicht von","value":"${shift.person.name}"`);
    const { data } = ok(await cashOf(manager).call<{ data: CashMovement[] }>('GET', 'cash-movements?count=1'));
    expect(data[0]).toMatchObject({ kind: 'difference', amount: -10, person: { name } });
    const own = await newDay(1000);
    expect(JSON.stringify((await cashOf(manager).close(own.id, 1000)).receipt)).not.toContain('Schicht von');
  });

  it('is handed over with one count and the PIN of the person who takes it', async () => {
    const shift = await newDay(1000);
    const cash = cashOf(cashier);
    const path = `shifts/${shift.id}/hand-over`;
    const to = { pieces: piecesOf(990), username: 'cashier@demo.example', pin: '1111' };
    expect((await cash.call('POST', path, { ...to, pin: '0000' })).body.code).toBe(1211);
    const taken = ok(await cash.call<CountAnswer>('POST', path, to));
    expect(taken.shift).toMatchObject({ state: 'open', opening: { counted: 990, difference: -10 } });
    expect(taken.shift.id).not.toBe(shift.id);
    expect((await cash.call('POST', `shifts/${taken.shift.id}/hand-over`, to)).body.code).toBe(1206);
  });
});

describe('cash in and out', () => {
  it('is refused where it cannot be, and needs a manager above the limit of a cashier', async () => {
    await newDay(20_000);
    const cash = cashOf(cashier);
    const move = (change: object) =>
      cash.call('POST', 'cash-movements', {
        kind: 'expense',
        direction: 'out',
        amount: 100,
        reason: 'milk',
        ...change,
      });
    expect((await move({})).status).toBe(200);
    expect((await move({ amount: 5001 })).body.code).toBe(2020);
    expect((await move({ kind: 'wage', direction: 'in' })).body.code).toBe(1207);
    for (const bad of [
      { kind: 'difference' },
      { amount: 0 },
      { amount: -5 },
      { amount: 1.5 },
      { reason: '' },
      { more: 1 },
    ])
      expect((await move(bad)).status, JSON.stringify(bad)).toBe(500);
    expect((await move({ reason: '   ' })).body.code).toBe(1209);
    expect((await move({ till: `SDV_${'9'.repeat(30)}` })).status).toBe(404);
    const much = { kind: 'bank', direction: 'out', amount: 999_999, reason: 'safe' };
    expect((await cashOf(manager).call('POST', 'cash-movements', much)).body.code).toBe(1204);
    expect(await cashOf(manager).expected()).toBe(19_900);
  });

  it('opens the drawer without a sale only with a reason, and counts it in the report', async () => {
    const shift = await newDay(0);
    const cash = cashOf(manager);
    const alone = await cashOf(cashier).call('POST', 'drawer-openings', { reason: 'curious' });
    expect(alone.body.code).toBe(2020);
    expect((await cash.call('POST', 'drawer-openings', { reason: '  ' })).body.code).toBe(1209);
    ok(await cash.call('POST', 'drawer-openings', { reason: 'change for the baker' }));
    await cash.close(shift.id, 0);
    expect((await cashOf(manager).z()).drawer_openings).toMatchObject([{ reason: 'change for the baker' }]);
  });
});

describe('a Z report', () => {
  it('has the next number of its till, begins behind the one before, and is never made twice for the same day', async () => {
    const cash = cashOf(manager);
    const shift = await newDay(10_000);
    await sell(1070);
    const x = await cash.x();
    expect(x).toMatchObject({ kind: 'X', id: '', cash: { expected: 11_070, counted: null } });
    const refused = await cash.call<{ steps: { step: string }[] } & Refusal>('POST', 'z-reports', {});
    expect([refused.status, refused.body.code, refused.body.steps.map(({ step }) => step)]).toEqual([
      405,
      1205,
      ['cash'],
    ]);
    await cash.close(shift.id, 11_070);
    const z = await cash.z();
    expect(z).toMatchObject({
      ...{ kind: 'Z', number: x.number, turnover: { gross: 1070, sales: 1 } },
      cash: { opening: 10_000, sales: 1070, expected: 11_070, counted: 11_070, difference: 0 },
      lifetime: { after: x.lifetime.after },
    });
    expect(z.receipts).toMatchObject({ count: 1, missing: [] });
    expect(await cash.next()).toMatchObject({ next: null, nothing: true, number: z.number + 1 });
    const empty = await cash.z();
    expect(empty).toMatchObject({
      number: z.number + 1,
      turnover: { gross: 0 },
      cash: { carried: 11_070, counted: 11_070 },
    });
    expect(ok(await cash.call<ZReport>('GET', `z-reports/${z.id}`))).toEqual(z);
    expect(() => bridge.alter(`UPDATE z_report SET number = 99 WHERE id = '${z.id}'`)).toThrow('never changed');
  });

  it('asked twice at once has two numbers without a gap', async () => {
    const cash = cashOf(manager);
    const shift = await newDay(0);
    await sell(500);
    await cash.close(shift.id, 500);
    const made = await Promise.all([
      cash.call<ZReport>('POST', 'z-reports', {}),
      cash.call<ZReport>('POST', 'z-reports', {}),
    ]);
    const numbers = bridge
      .rows<{ number: number }>('SELECT number FROM z_report ORDER BY number')
      .map(one => one.number);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    const gross = made.map(one => (one.status === 200 ? one.body.turnover.gross : 0)).sort((a, b) => a - b);
    expect(gross).toEqual([0, 500]);
  });
});

describe('a day that is closed in spite of something', () => {
  it('needs a manager and a reason; an unknown result is named until it ends', async () => {
    const other = await startBridge({ parts: { outcomeTimeout: 50 } });
    const [lead, seller] = [await other.staff('manager'), await other.staff('cashier')];
    const cash = cashOf(lead);
    other.terminal.endings.push('loseOtherAmount');
    const { id } = await seller.create(sale([item(700)]));
    await seller.post(`/${id}/start/cashless`);
    await until(async () => ((await cash.next()).steps[0]?.state === 'todo' ? true : null));
    const { steps } = await cash.next();
    expect(steps[0]).toMatchObject({ step: 'openCases', passable: true, about: [{ id }] });
    const despite = { despite: ['openCases', 'terminals'] };
    expect((await cashOf(seller).call('POST', 'z-reports', { ...despite, reason: 'late' })).body.code).toBe(1212);
    expect((await cash.call('POST', 'z-reports', despite)).body.code).toBe(1209);
    expect((await cash.call('POST', 'z-reports', { ...despite, despite: ['cash'] })).status).toBe(500);
    const first = await cash.z({ ...despite, reason: 'the terminal is broken' });
    expect(first).toMatchObject({ number: 1, reason: 'the terminal is broken', turnover: { gross: 0 } });
    expect(first.unknown).toMatchObject([{ sale: id, amount: 700, end: null }]);
    expect(first.despite.length).toBeGreaterThan(0);
    ok(await lead.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid: true } }));
    const again = await other.restart();
    const second = cashOf(await again.staff('manager'));
    expect((await second.next()).steps[0]).toMatchObject({ state: 'done' });
    expect(await second.z({ despite: ['terminals'], reason: 'still broken' })).toMatchObject({
      ...{ number: 2, turnover: { gross: 700 }, lifetime: { after: 700 } },
      unknown: [{ sale: id, end: 'closed' }],
    });
  });

  it('has each end of day once, however many there are, and whatever the clock was set to', async () => {
    const cash = cashOf(manager);
    const { shift } = await cash.current();
    if (shift) await cash.close(shift.id, (await cash.expected()) ?? 0);
    const dayEnd = async () => ok(await manager.ask<{ id: string }>('POST', '/bridge/v1/terminals/me/day-end')).id;
    const listed = (report: ZReport) => report.terminals.map(({ day_end }) => day_end);
    await dayEnd();
    await cash.z();
    const MINUTE = 60_000;
    for (const jump of [0, -50, 60, -30]) {
      bridge.clock.jump(jump * MINUTE);
      const closed = await dayEnd();
      expect(listed(await cash.z()), `a clock set by ${jump} minutes`).toEqual([closed]);
    }
    bridge.clock.jump(20 * MINUTE);
    const many = [];
    for (let count = 0; count < 22; count += 1) many.push(await dayEnd());
    expect(listed(await cash.z())).toEqual(many);
    expect(listed(await cash.z())).toEqual([]);
  });

  it('is nobody else’s business: another merchant sees and books nothing', async () => {
    const stranger = cashOf(await bridge.client('other'));
    const mine = ok(await cashOf(manager).call<{ data: ZReport[] }>('GET', 'z-reports')).data[0];
    const till = mine?.till ?? '';
    const shift = ok(await cashOf(manager).call<{ data: { id: string }[] }>('GET', 'shifts')).data[0]?.id;
    const body = { kind: 'float', direction: 'in', amount: 1, reason: 'x', till };
    const asked: [string, string, object?][] = [
      ['GET', `z-reports/${mine?.id}`],
      ['GET', `z-reports/next?till=${till}`],
      ['GET', `shifts/${shift}`],
      ['GET', `cash-movements/expected?till=${till}`],
      ['POST', 'cash-movements', body],
      ['POST', 'z-reports', { till }],
      ['POST', `shifts/${shift}/close`, { pieces: piecesOf(1) }],
      ['POST', `shifts/${shift}/recount`, { pieces: piecesOf(1), reason: 'x' }],
    ];
    for (const [method, path, sent] of asked) expect((await stranger.call(method, path, sent)).status, path).toBe(404);
    expect(ok(await stranger.call<{ data: unknown[] }>('GET', `z-reports?till=${till}`)).data).toEqual([]);
    expect(ok(await stranger.call<{ data: unknown[] }>('GET', 'cash-movements')).data).toEqual([]);
  });
});

/**
 * Money commands that are no payment of a sale, and of which the terminal says something else later: each is a case for a person, at once,
 * on the screen and in the API, and the terminal takes no other command until it is decided.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { type Element, find, textOf } from '../../../../drivers/opi/codec/element.ts';
import { headOf } from '../../../../drivers/opi/codec/messages.ts';
import type { Wire } from '../../../../drivers/opi/scripted.fixture.ts';
import { flow } from '../../../checkout/flow.ts';
import { closeAll, ok, temporaryDirectory, until } from '../../../doubles/bridge.fixture.ts';
import { bookTransaction } from '../../../doubles/terminalMemory.ts';
import { cashier } from '../../../doubles/world.fixture.ts';
import { copyDirectory } from '../../../store/directoryCopy.fixture.ts';
import type { Operation } from '../../../wire/operations.ts';
import { demoIds } from '../../../world/demoIds.ts';
import { open, pay, shop, view } from '../cashless.fixture.ts';
import { APPROVAL, answerOf, type OpiShop, opiShop } from '../contradictionsOpi.fixture.ts';
import { operate } from '../operations.ts';
import { decideOperationById } from '../operationViews.ts';
import { decideByPerson } from './personDecision.ts';

const opened: OpiShop[] = [];
afterEach(async () => {
  for (const made of opened.splice(0)) await made.close();
  await closeAll();
});

interface Asked {
  readonly request: Element;
  readonly wire: Wire;
}

const MORE = { ...APPROVAL, TimeStamp: '2026-02-09T09:40:00-00:00' };
const approval = (request: Element, receipt = '42') =>
  answerOf(request, 'Success', receipt, MORE, textOf(find(request, 'TotalAmount')));
const decline = (request: Element) => answerOf(request, 'Failure', '42', { ActionCode: '5' });

/** A shop whose terminal approves everything under the next receipt number; gives what it was asked, oldest first. */
async function opiTill(data?: string) {
  const asked: Asked[] = [];
  const made = await opiShop(
    (request, wire, memory) => {
      asked.push({ request, wire });
      const answer = approval(request, String(41 + asked.length));
      memory.last = answer;
      wire.send(answer);
    },
    data === undefined ? {} : { data },
  );
  opened.push(made);
  const { world } = made;
  made.db
    .prepare('INSERT OR IGNORE INTO push_receiver (id, merchant, url, client, until) VALUES (?, ?, ?, ?, ?)')
    .run('PRC_1', demoIds.merchant, 'http://127.0.0.1:9/', 'demo-client', Date.now() + 1e9);
  const slot = world.devices.slot(demoIds.terminal)!;
  return {
    made,
    world,
    asked,
    refund: (amount = 1000) => operate(world, cashier, slot, { do: 'refund', amount }),
    unsettled: () => until(() => world.intents.unsettled(demoIds.terminal)),
    operation: (id: string) => world.intents.get(id)!,
    decide: (id: string, happened: boolean) => decideOperationById(world, cashier, demoIds.terminal, id, { happened }),
    counted: () => world.dayEnds.movements({ device: demoIds.terminal, after: 0, through: 999 }).map(one => one.kind),
    published: () =>
      made.db
        .prepare<{ event: string; operation: string }>(
          "SELECT event, facts ->> 'operation' AS operation FROM queue_record WHERE kind = 'terminalOperation' ORDER BY rowid",
        )
        .all()
        .map(({ event, operation }) => `${operation} ${event}`),
    pushed: () =>
      made.db
        .prepare<{ id: string }>(
          "SELECT document ->> '$.data[0].id' AS id FROM push WHERE document ->> 'event' = 'operation.changed'",
        )
        .all()
        .map(({ id }) => id),
  };
}

describe('a refund that is contradicted after its end', () => {
  it('is unknown again at once, shown, pushed, and no other command is sent', async () => {
    const till = await opiTill();
    const { id } = await till.refund();
    till.asked[0]!.wire.send(decline(till.asked[0]!.request));
    expect(await till.unsettled()).toMatchObject({ id, state: 'unknown', needsPerson: true });
    expect(till.world.running.view(demoIds.terminal)).toMatchObject({ operation: id, step: 'person' });
    expect(till.pushed()).toContain(id);
    await expect(till.refund(500)).rejects.toMatchObject({ key: 'terminalUnsettled' });
    expect(till.made.outcome(await till.made.pay())).toMatchObject({ result: 'open' });
    expect(till.asked).toHaveLength(1);
  });

  it.each([
    [true, ['refund approved'], ['refund']],
    [false, ['refund approved', 'payment approved'], []],
  ] as const)('decided as carried out: %s', async (happened, published, counted) => {
    const till = await opiTill();
    const { id } = await till.refund();
    till.asked[0]!.wire.send(decline(till.asked[0]!.request));
    await till.unsettled();
    await until(() => till.world.running.view(demoIds.terminal)?.evidence?.last);
    await till.decide(id, happened);
    expect(till.operation(id)).toMatchObject({ state: happened ? 'approved' : 'declined' });
    expect(till.published()).toEqual(published);
    expect(till.counted()).toEqual(counted);
    expect(till.world.running.view(demoIds.terminal)).toBeNull();
    // The terminal goes on repeating what the person has seen.
    expect(await till.refund(500)).toMatchObject({ state: 'approved' });
  });

  it('outlives a crash, and no word of the terminal decides it', async () => {
    const till = await opiTill();
    const { id } = await till.refund();
    till.asked[0]!.wire.send(decline(till.asked[0]!.request));
    await till.unsettled();
    const data = temporaryDirectory();
    copyDirectory(till.made.data, data);
    const again = await opiTill(data);
    again.made.opi.last = till.made.opi.last;
    await again.world.recovery.begin();
    await again.world.recovery.askNow(again.world.devices.slot(demoIds.terminal)!);
    expect(again.world.intents.unsettled(demoIds.terminal)).toMatchObject({ id, needsPerson: true });
  });

  it('twice in a row is decided twice', async () => {
    const till = await opiTill();
    const { id } = await till.refund();
    for (const happened of [true, false]) {
      till.asked[0]!.wire.send(decline(till.asked[0]!.request));
      await till.unsettled();
      await till.decide(id, happened);
    }
    expect(till.published()).toEqual(['refund approved', 'payment approved']);
  });
});

describe('a second approval of a refund', () => {
  it('after its end is a case of its own', async () => {
    const till = await opiTill();
    const { id } = await till.refund();
    till.asked[0]!.wire.send(approval(till.asked[0]!.request, '77'));
    const further = await till.unsettled();
    expect(further).toMatchObject({ kind: 'refund', needsPerson: true, facts: { receiptNumber: 77 } });
    expect(further!.id).not.toBe(id);
    expect(till.world.running.view(demoIds.terminal)).toMatchObject({ operation: further!.id, step: 'person' });
    await till.decide(further!.id, true);
    expect(till.published()).toEqual(['refund approved', 'refund approved']);
    expect(till.operation(id).state).toBe('approved');
  });

  it('under a name that no command has is a case, too', async () => {
    const till = await opiTill();
    await till.refund();
    const { request, wire } = till.asked[0]!;
    const foreign = approval(request, '78');
    wire.send({ ...foreign, attributes: { ...foreign.attributes, RequestID: '77777' } });
    const further = await till.unsettled();
    await till.decide(further!.id, false);
    expect(till.published()).toEqual(['refund approved', 'refund declined']);
  });

  it('three approvals in one command are three decisions', async () => {
    const asked: Asked[] = [];
    const made = await opiShop((request, wire, memory) => {
      asked.push({ request, wire });
      for (const receipt of ['42', '43', '44']) wire.send(approval(request, receipt));
      memory.last = approval(request, '44');
    });
    opened.push(made);
    const { world } = made;
    const slot = world.devices.slot(demoIds.terminal)!;
    await operate(world, cashier, slot, { do: 'refund', amount: 1000 });
    const receipts = new Set<unknown>();
    for (let count = 0; count < 3; count += 1) {
      const case_ = (await until(() => world.intents.unsettled(demoIds.terminal)))!;
      receipts.add(case_.facts?.receiptNumber);
      await decideOperationById(world, cashier, demoIds.terminal, case_.id, { happened: true });
    }
    expect([...receipts].sort()).toEqual([42, 43, 44]);
    expect(world.intents.unsettled(demoIds.terminal)).toBeNull();
  });
});

describe('the cancellation of a sale that is contradicted after its end', () => {
  async function cancelled() {
    const till = await opiTill();
    const id = await till.made.pay();
    await flow.cancel(till.world, cashier, id, null);
    expect(headOf(till.asked[1]!.request).requestType).toBe('PaymentReversal');
    till.asked[1]!.wire.send(decline(till.asked[1]!.request));
    await till.unsettled();
    return { ...till, id };
  }

  it('leaves the sale cancelled, and names the call that decides', async () => {
    const { made, id } = await cancelled();
    expect(made.outcome(id)).toMatchObject({
      result: 'not_paid',
      final: false,
      next: { path: `/bridge/v1/transactions/${id}/verdict` },
    });
  });

  it('is final again where the money went back', async () => {
    const { made, world, id } = await cancelled();
    await decideByPerson(world, cashier, id, { happened: true });
    expect(made.outcome(id)).toMatchObject({ result: 'not_paid', final: true, next: null });
    expect(world.intents.allOpenDecisions()).toEqual([]);
  });

  it('leaves money that the sale has no use for where it did not, and that is taken back', async () => {
    const { made, world, id, asked, published, counted } = await cancelled();
    await until(() => world.running.view(demoIds.terminal)?.evidence?.last);
    await decideByPerson(world, cashier, id, { happened: false });
    expect(made.outcome(id)).toMatchObject({
      result: 'not_paid',
      final: false,
      next: { path: '/bridge/v1/till/late' },
    });
    expect(world.running.view(demoIds.terminal)).toMatchObject({ step: 'late', lateBecause: 'surplus', amount: 1000 });
    expect(published()).toEqual(['payment approved']);
    expect(counted()).toEqual(['payment']);
    await flow.decideLateApproval(world, cashier, demoIds.terminal, false, { sale: id });
    expect(headOf(asked.at(-1)!.request).requestType).toBe('PaymentReversal');
    expect(made.outcome(id)).toMatchObject({ final: true });
    expect(published()).toEqual(['payment approved', 'reversal approved']);
    // The terminal contradicts that reversal, too.
    asked.at(-1)!.wire.send(decline(asked.at(-1)!.request));
    const reversal = await until(() => world.intents.unsettled(demoIds.terminal));
    await decideOperationById(world, cashier, demoIds.terminal, reversal!.id, { happened: false });
    expect(published().slice(2)).toEqual(['payment approved']);
    expect(made.outcome(id)).toMatchObject({ final: false, next: { path: '/bridge/v1/till/late' } });
  });
});

const OPERATIONS = `/bridge/v1/terminals/${demoIds.terminal}/operations`;

describe('an operation that the terminal takes back by itself later', () => {
  async function takenBack(kind: 'refund' | 'preAuthorisation' | 'tip' | 'booking') {
    const made = await shop();
    const manager = await made.bridge.staff('manager');
    const operateHere = async (body: object) => ok(await manager.ask<Operation>('POST', OPERATIONS, { body }));
    const paid = await open(made.till);
    ok(await pay(made.till, paid.id));
    if (kind === 'booking') await operateHere({ do: 'preAuthorisation', amount: 700 });
    const refers = { tip: 1, booking: 2, refund: undefined, preAuthorisation: undefined }[kind];
    const operation = await operateHere({ do: kind, amount: 400, ...(refers ? { receipt_number: refers } : {}) });
    made.bridge.clock.pass(2 * 60_000);
    const originalTraceNumber = operation.trace_number!;
    bookTransaction(made.terminal, 400, made.bridge.clock.now(), kind === 'refund' ? 400 : -400, {
      originalTraceNumber,
    });
    return { ...made, manager, operation, operateHere };
  }

  it.each(['refund', 'preAuthorisation', 'tip', 'booking'] as const)('%s: the next payment finds it', async kind => {
    const { bridge, till, operation, manager, terminal } = await takenBack(kind);
    const sent = terminal.commands.length;
    const refused = await pay(till, (await open(till, 500)).id);
    expect([refused.status, refused.body.code]).toEqual([405, 1017]);
    expect(refused.body).toMatchObject({
      unsettled: { operation: operation.id },
      next: { method: 'POST', path: `${OPERATIONS}/${operation.id}/verdict` },
    });
    expect(terminal.commands).toHaveLength(sent);
    expect((await view(till)).payment).toMatchObject({ operation: operation.id, step: 'person' });
    const present = ok(await manager.ask<Operation>('GET', `${OPERATIONS}/${operation.id}`));
    expect(present).toMatchObject({
      state: 'unknown',
      reason: { en: expect.stringContaining('taken it back by itself') },
    });
    const body = { paid: false, reason: 'it is not on its list' };
    const decided = ok(await manager.ask<Operation>('POST', `${OPERATIONS}/${operation.id}/verdict`, { body }));
    expect(decided).toMatchObject({ state: 'declined', reason: { en: expect.stringContaining(body.reason) } });
    expect(bridge.rows("SELECT document ->> 'reason' AS reason FROM audit_entry WHERE query_kind = 'verdict'")).toEqual(
      [{ reason: body.reason }],
    );
    // The reversal is still the last transaction of the terminal, and has been decided about.
    ok(await pay(till, (await open(till, 500)).id));
    expect((await view(till)).payment).toBeNull();
  });

  it('is not asked about again where the person says that it stands', async () => {
    const { till, operation, manager } = await takenBack('refund');
    expect((await pay(till, (await open(till, 500)).id)).status).toBe(405);
    ok(await manager.ask('POST', `${OPERATIONS}/${operation.id}/verdict`, { body: { paid: true } }));
    ok(await pay(till, (await open(till, 500)).id));
  });

  it('stops the end-of-day, which names the call that decides', async () => {
    const { manager, operation } = await takenBack('refund');
    const refused = await manager.ask<{ code: number }>('POST', `/bridge/v1/terminals/${demoIds.terminal}/day-end`, {
      body: {},
    });
    expect([refused.status, refused.body.code]).toEqual([405, 1080]);
    expect(refused.body).toMatchObject({
      blockers: [
        { kind: 'endingUnknown', about: [operation.id], next: { path: `${OPERATIONS}/${operation.id}/verdict` } },
      ],
    });
  });
});

describe('a receipt that was approved, and that the terminal repeats as declined', () => {
  const declines = ({ terminal }: Awaited<ReturnType<typeof shop>>) => {
    terminal.last = { ...terminal.last!, approved: false };
  };

  it('of a refund: a person decides, once', async () => {
    const made = await shop();
    const manager = await made.bridge.staff('manager');
    const { id } = ok(await manager.ask<Operation>('POST', OPERATIONS, { body: { do: 'refund', amount: 400 } }));
    made.bridge.clock.pass(2 * 60_000);
    declines(made);
    const refused = await pay(made.till, (await open(made.till, 500)).id);
    expect([refused.status, refused.body.code]).toEqual([405, 1017]);
    ok(await manager.ask('POST', `${OPERATIONS}/${id}/verdict`, { body: { paid: true } }));
    ok(await pay(made.till, (await open(made.till, 500)).id));
  });

  it('of a payment: it stays paid, and a person keeps it or takes it back, once', async () => {
    const made = await shop();
    const { id } = await open(made.till);
    ok(await pay(made.till, id));
    made.bridge.clock.pass(2 * 60_000);
    declines(made);
    const manager = await made.bridge.staff('manager');
    const refused = await manager.ask<{ code: number }>('POST', `/bridge/v1/terminals/${demoIds.terminal}/day-end`, {
      body: {},
    });
    expect([refused.status, refused.body.code]).toEqual([405, 1080]);
    expect((await view(made.till)).payment).toMatchObject({ transaction: id, lateBecause: 'contradicted' });
    ok(await made.till.ask('POST', '/bridge/v1/till/late', { body: { keep: true, transaction: id } }));
    made.bridge.clock.pass(2 * 60_000);
    ok(await manager.ask('POST', `/bridge/v1/terminals/${demoIds.terminal}/day-end`, { body: {} }));
  });
});

describe('an operation that was called not carried out, and that the terminal shows later', () => {
  it.each(['refund', 'preAuthorisation'] as const)('%s: a person decides', async kind => {
    const { bridge, terminal, till } = await shop();
    ok(await pay(till, (await open(till, 300)).id));
    const manager = await bridge.staff('manager');
    terminal.endings.push('loseNothing');
    const refused = await manager.ask<{ operation: Operation }>('POST', OPERATIONS, {
      body: { do: kind, amount: 400 },
    });
    expect(refused.status).toBe(405);
    const { id } = refused.body.operation;
    bridge.clock.pass(5000);
    bookTransaction(terminal, 400, bridge.clock.now(), kind === 'refund' ? -400 : 0);
    const next = await pay(till, (await open(till, 500)).id);
    expect(next.status).toBe(405);
    expect(next.body).toMatchObject({ next: { path: `${OPERATIONS}/${id}/verdict` } });
    expect((await view(till)).payment).toMatchObject({ operation: id, step: 'person' });
    ok(await manager.ask('POST', `${OPERATIONS}/${id}/verdict`, { body: { paid: true, receipt_number: 2 } }));
    expect(ok(await manager.ask<Operation>('GET', `${OPERATIONS}/${id}`))).toMatchObject({
      state: 'approved',
      own_receipt_number: 2,
    });
    ok(await pay(till, (await open(till, 500)).id));
  });
});

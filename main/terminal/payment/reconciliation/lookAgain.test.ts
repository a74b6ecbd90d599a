/** A terminal that says ready while it works: no word is final before another look, whatever the command. */
import { afterEach, describe, expect, it } from 'vitest';
import { scaledWaits, WAITS } from '../../../domain/denialWait.ts';
import { closeAll, ok, type Settings, type TestBridge, until } from '../../../doubles/bridge.fixture.ts';
import { bookTransaction } from '../../../doubles/terminalMemory.ts';
import { testWorld } from '../../../doubles/world.fixture.ts';
import type { Operation } from '../../../wire/operations.ts';
import { demoIds } from '../../../world/demoIds.ts';
import type { World } from '../../../world/world.ts';
import { intents, open, pay, payments, shop, view } from '../cashless.fixture.ts';
import { createRecovery } from './recovery.ts';

afterEach(closeAll);

const SECOND = 1000;
const OPERATIONS = `/bridge/v1/terminals/${demoIds.terminal}/operations`;

/** A shop with the waits of the product; the calls answer at once. */
const patient = (settings: Settings = {}) =>
  shop({ ...settings, parts: { outcomeTimeout: 20, waits: WAITS, ...settings.parts } });

type Shop = Awaited<ReturnType<typeof shop>>;

/** Lets time pass and looks again; resolves when the terminal has been asked. */
async function pass({ bridge, till }: Pick<Shop, 'bridge' | 'till'>, seconds: number) {
  bridge.clock.pass(seconds * SECOND);
  ok(await till.ask('POST', '/bridge/v1/till/recover'));
}

/** A payment whose line broke while the terminal waited for a card; the terminal says ready, and nothing is stored. */
async function broken(settings: Settings = {}) {
  const made = await patient(settings);
  ok(await pay(made.till, (await open(made.till, 300)).id));
  const { id } = await open(made.till);
  made.terminal.endings.push('loseNothing');
  expect(ok(await pay(made.till, id))).toMatchObject({
    status: 'pending',
    outcome: { result: 'unknown', final: false },
  });
  await until(async () => (await view(made.till)).payment?.waiting?.for === 'denial');
  return { ...made, id };
}

const shared = (others: 'others' | null): Settings => ({
  config: {
    terminals: [
      {
        protocol: 'twin',
        device: demoIds.terminal,
        connection: { type: 'tcp', host: '127.0.0.1', port: 1 },
        ...(others === null ? {} : { shared: others }),
      },
    ],
  } as NonNullable<Settings['config']>,
});

describe('a payment that a terminal denies while it may be at work', () => {
  it('is pending with the time left on the screen, and not paid after another look', async () => {
    const made = await broken();
    const { till, id } = made;
    const waiting = (await view(till)).payment?.waiting;
    expect(waiting).toMatchObject({
      for: 'denial',
      at_most: 45,
      texts: { de: expect.stringContaining('45 s'), en: expect.stringContaining('45 s') },
    });
    await pass(made, 40);
    expect((await till.read(id)).status).toBe('pending');
    await pass(made, 5);
    expect(await till.read(id)).toMatchObject({ status: 'failed', outcome: { result: 'not_paid', final: true } });
  });

  it.each([0.3, 6, 44])('is paid when the terminal books it %f s later, and nothing is sent again', async seconds => {
    const made = await broken();
    await pass(made, seconds);
    expect((await made.till.read(made.id)).status).toBe('pending');
    bookTransaction(made.terminal, 1000, made.bridge.clock.now());
    await pass(made, 1);
    await pass(made, 45);
    expect((await made.till.read(made.id)).status).toBe('ok');
    expect(payments(made.terminal)).toHaveLength(2);
  });

  it('holds up the next payment of another sale, which is told what is waited for', async () => {
    const made = await broken();
    const next = await pay(made.till, (await open(made.till, 500)).id);
    expect([next.status, next.body.code]).toEqual([405, 1017]);
    expect(payments(made.terminal)).toHaveLength(2);
  });

  it('goes on waiting while the terminal is busy, and ends soon after that', async () => {
    const made = await broken();
    made.terminal.occupied = true;
    await pass(made, 60);
    await until(async () => (await view(made.till)).payment?.waiting?.for === 'idle');
    expect((await made.till.read(made.id)).status).toBe('pending');
    made.terminal.occupied = false;
    await pass(made, 1);
    await until(async () => (await view(made.till)).payment?.waiting?.at_most === 10);
    await pass(made, 10);
    expect((await made.till.read(made.id)).status).toBe('failed');
  });

  it('asks the terminal once to give up, where nobody else pays there', async () => {
    const made = await broken();
    await pass(made, 10);
    await pass(made, 10);
    expect(made.terminal.asked.giveUp).toBe(1);
  });

  it.each(['others', null] as const)(
    'does not stop a payment of others (shared: %s), and waits longer',
    async others => {
      const made = await broken(shared(others));
      expect(made.terminal.asked.giveUp).toBe(0);
      await pass(made, 170);
      expect((await made.till.read(made.id)).status).toBe('pending');
      await pass(made, 10);
      expect((await made.till.read(made.id)).status).toBe('failed');
    },
  );

  it('waits no longer than the last word explains: a terminal that was away long enough is asked once', async () => {
    const made = await patient();
    ok(await pay(made.till, (await open(made.till, 300)).id));
    const { id } = await open(made.till);
    made.terminal.endings.push('loseNothing');
    made.terminal.during = () => {
      made.terminal.reachable = false;
    };
    expect(ok(await pay(made.till, id)).status).toBe('pending');
    made.bridge.clock.pass(200 * SECOND);
    made.terminal.reachable = true;
    ok(await made.till.ask('POST', '/bridge/v1/till/recover'));
    await until(async () => (await made.till.read(id)).status === 'failed');
  });

  it('that the terminal itself declined waits for nothing', async () => {
    const { terminal, till } = await patient();
    const { id } = await open(till);
    terminal.endings.push('decline');
    expect((await pay(till, id)).status).toBe(405);
    expect((await till.read(id)).status).toBe('failed');
  });
});

describe('a process that was killed', () => {
  it('leaves a payment that waits as long as the bytes may still arrive', async () => {
    const first = await patient();
    ok(await pay(first.till, (await open(first.till, 300)).id));
    const { id } = await open(first.till);
    first.terminal.endings.push('loseNothing');
    ok(await pay(first.till, id));
    const bridge = await first.bridge.crashCopy();
    const made = { ...first, bridge, till: await bridge.client() };
    // The double is no network: only the stages of the terminal are waited for, and it has been asked to give up.
    await until(async () => (await view(made.till)).payment?.waiting?.for === 'denial');
    await pass(made, 30);
    bookTransaction(made.terminal, 1000, bridge.clock.now());
    await pass(made, 1);
    await pass(made, 60);
    expect((await made.till.read(id)).status).toBe('ok');
  });
});

describe('a payment that was found paid by looking', () => {
  it('is paid after another look', async () => {
    const made = await patient();
    const { id } = await open(made.till);
    made.terminal.endings.push('loseApproval');
    expect(ok(await pay(made.till, id)).status).toBe('pending');
    await until(async () => (await view(made.till)).payment?.waiting?.for === 'confirmation');
    await pass(made, 15);
    expect((await made.till.read(id)).status).toBe('ok');
  });

  it('is not paid where the terminal takes it back by itself meanwhile', async () => {
    const made = await patient();
    const { id } = await open(made.till);
    made.terminal.endings.push('loseApproval');
    ok(await pay(made.till, id));
    await until(async () => (await view(made.till)).payment?.waiting?.for === 'confirmation');
    bookTransaction(made.terminal, 1000, made.bridge.clock.now(), -1000, { originalTraceNumber: 1001 });
    await pass(made, 15);
    await until(async () => (await made.till.read(id)).status === 'failed');
  });
});

describe('a terminal that once said ready while it was at work', () => {
  const learned = (bridge: TestBridge) => bridge.rows("SELECT 1 FROM terminal_journal WHERE kind = 'evidence'").length;

  it('is remembered, and its ready is not believed any more', async () => {
    const made = await broken();
    bookTransaction(made.terminal, 1000, made.bridge.clock.now());
    await pass(made, 1);
    await pass(made, 45);
    expect((await made.till.read(made.id)).status).toBe('ok');
    expect(learned(made.bridge)).toBe(1);
    const { id } = await open(made.till);
    made.terminal.endings.push('loseNothing');
    ok(await pay(made.till, id));
    made.terminal.occupied = true;
    await pass(made, 1);
    made.terminal.occupied = false;
    await pass(made, 1);
    await until(async () => ((await view(made.till)).payment?.waiting?.at_most ?? 0) > 10);
  });

  it('is not suspected where it had booked before it was asked', async () => {
    const made = await patient();
    const { id } = await open(made.till);
    made.terminal.endings.push('loseApproval');
    ok(await pay(made.till, id));
    await pass(made, 15);
    expect((await made.till.read(id)).status).toBe('ok');
    expect(learned(made.bridge)).toBe(0);
  });
});

describe('every other command that moves money', () => {
  /** Each kind of transaction that the terminal books late, and the sum that it adds to its totals. */
  const kinds = {
    refund: { amount: 400, moved: -400, more: {} },
    reversal: { amount: 700, moved: -700, more: { originalTraceNumber: 1001 } },
    preAuthorisation: { amount: 400, moved: 0, more: {} },
    booking: { amount: 300, moved: 300, more: {} },
    release: { amount: 500, moved: 0, more: { originalTraceNumber: 1002 } },
    tip: { amount: 800, moved: 100, more: {} },
  } as const;

  async function withOriginals() {
    const made = await patient();
    const manager = await made.bridge.staff('manager');
    const operate = (body: object) =>
      manager.ask<Operation>('POST', OPERATIONS, { body, headers: { 'x-reason': 'test' } });
    const read = async (id: string) => ok(await manager.ask<Operation>('GET', `${OPERATIONS}/${id}`));
    return { ...made, manager, operate, read };
  }

  it.each(['refund', 'preAuthorisation', 'booking', 'release', 'tip'] as const)(
    '%s that is carried out 6 s later is called carried out',
    async kind => {
      const made = await withOriginals();
      const { terminal, bridge, operate, read } = made;
      ok(await pay(made.till, (await open(made.till, 700)).id));
      ok(await operate({ do: 'preAuthorisation', amount: 500 }));
      const receipt_number = kind === 'tip' ? 1 : kind === 'booking' || kind === 'release' ? 2 : undefined;
      terminal.endings.push('loseNothing');
      const { amount, moved, more } = kinds[kind];
      const asked = kind === 'tip' ? 100 : amount;
      const answer = await operate({
        do: kind,
        ...(kind === 'release' ? {} : { amount: asked }),
        ...(receipt_number === undefined ? {} : { receipt_number }),
      });
      const { id, state } = ok(answer);
      expect(state).toBe('unknown');
      await pass(made, 6);
      expect((await read(id)).state).toBe('unknown');
      bookTransaction(terminal, amount, bridge.clock.now(), moved, more);
      if (kind === 'preAuthorisation') terminal.held.set(terminal.receiptNumber, amount);
      if (kind === 'booking' || kind === 'release') terminal.held.delete(2);
      await pass(made, 1);
      await pass(made, 60);
      await until(async () => (await read(id)).state === 'approved');
    },
  );

  it('the reversal of a cancelled sale that is carried out 6 s later cancels it', async () => {
    const made = await withOriginals();
    const { terminal, bridge, till } = made;
    const { id } = await open(till, 700);
    ok(await pay(till, id));
    terminal.endings.push('loseNothing');
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('pending');
    await pass(made, 6);
    expect((await till.read(id)).status).toBe('pending');
    const { amount, moved, more } = kinds.reversal;
    bookTransaction(terminal, amount, bridge.clock.now(), moved, more);
    await pass(made, 1);
    await pass(made, 60);
    await until(async () => (await till.read(id)).status === 'cancelled');
    expect(intents(bridge).map(({ kind, state }) => [kind, state])).toEqual([
      ['payment', 'approved'],
      ['reversal', 'approved'],
    ]);
  });
});

describe('a payment that the terminal books behind "not paid"', () => {
  /** A terminal works for 900 ms at most. */
  const soon = { parts: { outcomeTimeout: 20, waits: scaledWaits(0.005) } };

  async function denied() {
    const made = await shop(soon);
    ok(await pay(made.till, (await open(made.till, 300)).id));
    const { id } = await open(made.till);
    made.terminal.endings.push('loseNothing');
    expect(ok(await pay(made.till, id)).status).toBe('pending');
    await pass(made, 1);
    await until(async () => (await made.till.read(id)).outcome?.result === 'not_paid');
    return { ...made, id };
  }

  it('is found by itself, once the terminal cannot be at work any more', async () => {
    const { bridge, terminal, till, id } = await denied();
    bookTransaction(terminal, 1000, bridge.clock.now());
    await until(async () => (await till.read(id)).status === 'ok');
    expect((await view(till)).payment).toMatchObject({ transaction: id, step: 'late', lateBecause: 'denied' });
    expect(payments(terminal)).toHaveLength(2);
  });

  it('is found by the next process, too', async () => {
    const { bridge, terminal, id } = await denied();
    terminal.reachable = false;
    bookTransaction(terminal, 1000, bridge.clock.now());
    const again = await bridge.restart();
    terminal.reachable = true;
    const till = await again.client();
    await until(async () => (await till.read(id)).status === 'ok');
  });
});

it('an exception of a lookup that nobody waits for is logged, and ends nothing', async () => {
  const { world } = await testWorld();
  const intents = {
    ...world.intents,
    unsettled: () => {
      throw new Error('the database is closed');
    },
  };
  const logged: unknown[] = [];
  const log: World['log'] = (...line) => void logged.push(line);
  await createRecovery(() => ({ ...world, intents, log })).settle(world.devices.slot(demoIds.terminal)!);
  expect(JSON.stringify(logged)).toContain('the database is closed');
});

/** The disk is full from any write of a command on: nothing is charged without a row, and once there is room the books agree. */
import { afterAll, describe, expect, it } from 'vitest';
import { flow } from '../../checkout/flow.ts';
import { decideLateApproval } from '../../checkout/lateApproval.ts';
import { closeAll, item, sale, until } from '../../doubles/bridge.fixture.ts';
import type { ScriptedOutcome, TerminalMemory } from '../../doubles/terminalMemory.ts';
import { cashier, testWorld } from '../../doubles/world.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import { type BridgeError, errors } from '../../world/errors.ts';
import type { Ledger } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { operate } from './operations.ts';
import { askToStop } from './tillInput.ts';

afterAll(closeAll);

const slotOf = (world: World) => world.devices.slot(demoIds.terminal)!;
const create = async (world: World) => (await flow.create(world, cashier, sale([item(1000)]))).id;
const start = (world: World, id: string) => flow.start(world, cashier, id, 'cashless', {});
async function paid(world: World): Promise<string> {
  const id = await create(world);
  await start(world, id);
  return id;
}

async function late(world: World, memory: TerminalMemory): Promise<void> {
  const id = await create(world);
  memory.endings.push('approveDespiteAbort');
  memory.during = () => void askToStop(world, cashier, slotOf(world));
  await start(world, id);
  memory.during = () => undefined;
}

type Step = () => Promise<unknown>;
/** Each entry prepares a command while the disk has room, and gives the command that meets a full disk. */
const commands: Record<string, (world: World, memory: TerminalMemory) => Promise<Step>> = {
  async payment(world) {
    // A terminal without any transaction denies nothing.
    await paid(world);
    const id = await create(world);
    return () => start(world, id);
  },
  async reversal(world) {
    const id = await paid(world);
    return () => flow.cancel(world, cashier, id);
  },
  async 'late approval taken back'(world, memory) {
    await late(world, memory);
    return () => decideLateApproval(world, cashier, demoIds.terminal, false);
  },
  async refund(world) {
    await paid(world);
    return () => operate(world, cashier, slotOf(world), { do: 'refund', amount: 1000 });
  },
};

/** Every write behind `room` fails until `clear`, or the next few writes fail. */
function disk() {
  let room = Number.POSITIVE_INFINITY;
  let failing = 0;
  const write =
    (inner: Ledger['write']): Ledger['write'] =>
    async job => {
      if (room <= 0 || failing > 0) {
        failing = Math.max(0, failing - 1);
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      }
      room -= 1;
      return inner(job);
    };
  return {
    write,
    fill(writes: number) {
      room = writes;
    },
    fail(writes: number) {
      failing = writes;
    },
    clear() {
      room = Number.POSITIVE_INFINITY;
    },
  };
}

const SIGN = { payment: 1, reversal: -1, refund: -1 } as Readonly<Record<string, number>>;

async function fullAfter(writes: number, name: string, ending: ScriptedOutcome) {
  const full = disk();
  const { world, db, memory } = await testWorld({ write: full.write });
  try {
    const command = await commands[name]!(world, memory);
    memory.endings.push(ending);
    const rows = () => db.prepare<number>('SELECT count(*) FROM intent').pluck().get() ?? 0;
    memory.during = () => void expect(memory.commands.length).toBe(rows());
    full.fill(writes);
    const refused = await command().then(
      () => false,
      () => true,
    );
    full.clear();
    await until(() => world.intents.unsettled(demoIds.terminal) === null);
    const booked = db
      .prepare<{ kind: string; amount: number }>("SELECT kind, amount FROM intent WHERE state = 'approved'")
      .all();
    const sum = booked.reduce((all, { kind, amount }) => all + (SIGN[kind] ?? 0) * amount, 0);
    expect(memory.totals.amount, `${name}, ${ending}, room for ${writes}`).toBe(sum);
    return refused;
  } finally {
    world.recovery.stop();
    await db.close();
  }
}

const ENDINGS = ['approve', 'loseApproval', 'loseNothing'] as const satisfies readonly ScriptedOutcome[];
const cases = ENDINGS.flatMap(ending => [0, 1, 2, 3].map(room => ({ ending, room })));

/** In `npm test` every second one: each command meets every ending, and a full disk after each number of writes. */
const sampled = (name: string) =>
  cases.filter(
    (_, at) => process.env.LONG || (at + Math.floor(at / 4) + Object.keys(commands).indexOf(name)) % 2 === 0,
  );

describe.each(Object.keys(commands))('%s', name => {
  it.each(sampled(name))('with room for $room writes, $ending', async ({ ending, room }) => {
    const refused = await fullAfter(room, name, ending);
    // Without room for a single row nothing may be said to have been done.
    if (room === 0) expect(refused).toBe(true);
  });
});

/** A command whose disk is full from `full` on, when it is at the terminal; the refusal of its caller and what is known at the end. */
async function refusedAt(name: string, full: (writes: ReturnType<typeof disk>) => void, ending: ScriptedOutcome) {
  const writes = disk();
  const { world, db, memory } = await testWorld({ write: writes.write });
  try {
    const command = await commands[name]!(world, memory);
    const before = { ...memory.totals };
    memory.endings.push(ending);
    memory.during = () => full(writes);
    const refusal = await command().then(
      () => null,
      (error: BridgeError) => error,
    );
    writes.clear();
    await until(() => world.intents.unsettled(demoIds.terminal) === null);
    const id = db.prepare<string>('SELECT sale FROM intent ORDER BY started_at DESC, rowid DESC LIMIT 1').pluck().get();
    const document = id ? world.ledger.sale(cashier.merchant, id)?.document : undefined;
    return { refusal, document, before, totals: { ...memory.totals } };
  } finally {
    world.recovery.stop();
    await db.close();
  }
}

describe('a command whose slip the disk refuses', () => {
  const nextWrite = (writes: ReturnType<typeof disk>) => writes.fail(1);

  it('was not declined by anybody: its reason is our own disk', async () => {
    const { refusal, document, before, totals } = await refusedAt('payment', nextWrite, 'approve');
    expect(refusal).toMatchObject({ key: 'slipUnwritten', extra: { reason: { code: 'notWritten' } } });
    expect(document).toMatchObject({ status: 'failed', outcome: { result: 'not_paid' } });
    expect(totals.amount).toBe(before.amount);
  });

  it('and was declined before: the reason is the card', async () => {
    const { refusal, document } = await refusedAt('payment', nextWrite, 'decline');
    expect(refusal).toMatchObject({ key: 'declined', extra: { reason: { code: 'declined', result_code: 5 } } });
    expect(document?.payments).toMatchObject([{ reason: { code: 'declined' } }]);
  });

  it('is named in both languages, where it was a reversal; its sale stays paid', async () => {
    const { refusal, document } = await refusedAt('reversal', nextWrite, 'approve');
    expect(refusal).toMatchObject({ key: 'slipUnwritten', extra: { reason: { code: 'notWritten' } } });
    expect(document).toMatchObject({ status: 'ok', outcome: { result: 'paid' } });
  });

  it('is no payment that may be taken again, where it was a refund', async () => {
    const { refusal } = await refusedAt('refund', nextWrite, 'approve');
    expect(refusal?.key).toBe('slipUnwritten');
    expect(errors.slipUnwritten.en).not.toMatch(/payment/i);
    expect(errors.slipUnwritten.de).not.toMatch(/zahlung|kassieren/i);
  });

  it.each([
    ['approve', 'notWritten'],
    ['decline', 'declined'],
  ] as const)('keeps its reason until it can be written: %s, %s', async (ending, code) => {
    const { refusal, document } = await refusedAt('payment', writes => writes.fill(0), ending);
    expect(refusal?.key).toBe('endingUnwritten');
    expect(document?.outcome).toMatchObject({ result: 'not_paid', paid: 0 });
    expect(document?.payments).toMatchObject([{ status: 'declined', reason: { code } }]);
  });
});

describe('a command whose intent the disk refuses', () => {
  it.each(['payment', 'reversal', 'refund'])('says that nothing was sent to the terminal: %s', async name => {
    const writes = disk();
    const { world, db, memory } = await testWorld({ write: writes.write });
    const command = await commands[name]!(world, memory);
    const sent = memory.commands.length;
    writes.fill(0);
    await expect(command()).rejects.toMatchObject({ key: 'intentUnwritten' });
    expect(memory.commands).toHaveLength(sent);
    world.recovery.stop();
    await db.close();
  });
});

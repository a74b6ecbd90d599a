/** The disk is full from any write of a command on: nothing is charged without a row, and once there is room the books agree. */
import { afterAll, describe, expect, it } from 'vitest';
import { flow } from '../../checkout/flow.ts';
import { decideLateApproval } from '../../checkout/lateApproval.ts';
import { closeAll, item, sale, until } from '../../doubles/bridge.fixture.ts';
import type { ScriptedOutcome, TerminalMemory } from '../../doubles/terminalMemory.ts';
import { cashier, testWorld } from '../../doubles/world.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
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
/** What is done while there is room, and the command that meets a full disk. */
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
        throw new Error('SQLITE_FULL: database or disk is full');
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

describe.each(Object.keys(commands))('%s', name => {
  it.each(cases)('with room for $room writes, $ending', async ({ ending, room }) => {
    const refused = await fullAfter(room, name, ending);
    // Without room for a single row nothing may be said to have been done.
    if (room === 0) expect(refused).toBe(true);
  });
});

describe('a payment whose slip the disk refuses', () => {
  it('was not declined by anybody: its reason is our own disk', async () => {
    const full = disk();
    const { world, db, memory } = await testWorld({ write: full.write });
    const id = await create(world);
    // The intent is written already; the slip is the next write.
    memory.during = () => full.fail(1);
    const refused = await start(world, id).catch((error: unknown) => error);
    expect(refused).toMatchObject({ key: 'slipUnwritten', extra: { reason: { code: 'notWritten' } } });
    const { document } = world.ledger.sale(cashier.merchant, id)!;
    expect(document).toMatchObject({ status: 'failed', outcome: { result: 'not_paid' } });
    expect(memory.totals.amount).toBe(0);
    world.recovery.stop();
    await db.close();
  });
});

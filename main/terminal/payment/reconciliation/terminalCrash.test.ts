/** The bridge crashes at any commit of any command at the terminal: afterwards its books and those of the terminal agree. */
import { afterAll, describe, expect, it } from 'vitest';
import { flow } from '../../../checkout/flow.ts';
import { closeAll, item, sale, temporaryDirectory, until } from '../../../doubles/bridge.fixture.ts';
import type { ScriptedOutcome, TerminalMemory } from '../../../doubles/terminalMemory.ts';
import { cashier, testWorld } from '../../../doubles/world.fixture.ts';
import { copyDirectory } from '../../../store/directoryCopy.fixture.ts';
import type { OperationInput } from '../../../wire/operations.ts';
import { demoIds } from '../../../world/demoIds.ts';
import type { Ledger } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { operate } from '../operations.ts';

afterAll(closeAll);

const slotOf = (world: World) => world.devices.slot(demoIds.terminal)!;
const run = (world: World, input: OperationInput) => operate(world, cashier, slotOf(world), input);
async function paid(world: World): Promise<string> {
  const { id } = await flow.create(world, cashier, sale([item(1000)]));
  await flow.start(world, cashier, id, 'cashless', {});
  return id;
}

/** Each entry prepares a command, and gives the command whose commits are cut. */
const commands: Record<string, (world: World) => Promise<() => Promise<unknown>>> = {
  payment: async world => {
    await paid(world);
    return () => paid(world);
  },
  reversal: async world => {
    const id = await paid(world);
    return () => flow.cancel(world, cashier, id);
  },
  refund: async world => {
    await paid(world);
    return () => run(world, { do: 'refund', amount: 1000 });
  },
  preAuthorisation: async world => () => run(world, { do: 'preAuthorisation', amount: 1000 }),
  booking: async world => {
    const { own_receipt_number } = await run(world, { do: 'preAuthorisation', amount: 1000 });
    return () => run(world, { do: 'booking', amount: 1000, receipt_number: own_receipt_number! });
  },
  release: async world => {
    const { own_receipt_number } = await run(world, { do: 'preAuthorisation', amount: 1000 });
    return () => run(world, { do: 'release', receipt_number: own_receipt_number! });
  },
  tip: async world => {
    await paid(world);
    return () => run(world, { do: 'tip', amount: 100, receipt_number: 1 });
  },
};

/** Copies the directory after each commit, which is what a crash would leave. */
function copying() {
  const copies: string[] = [];
  let data = '';
  const write =
    (inner: Ledger['write']): Ledger['write'] =>
    async job => {
      const value = await inner(job);
      if (data !== '') {
        const copy = temporaryDirectory();
        copyDirectory(data, copy);
        copies.push(copy);
      }
      return value;
    };
  return {
    copies,
    write,
    from(directory: string) {
      data = directory;
    },
  };
}

interface Row {
  readonly kind: string;
  readonly state: string;
  readonly sale: string | null;
}

async function afterCrash(copy: string, memory: TerminalMemory) {
  const { world, db } = await testWorld({ data: copy, memory });
  await world.recovery.begin();
  await until(() => world.intents.allUnsettled().every(({ needsPerson: person }) => person));
  const intents = db.prepare<Row>('SELECT kind, state, sale FROM intent ORDER BY number').all();
  const rows = db.prepare<{ kind: string }>('SELECT kind FROM terminal_journal ORDER BY number').all();
  const last = intents.at(-1);
  const state = last?.sale ? world.ledger.sale(demoIds.merchant, last.sale)?.state : null;
  world.recovery.stop();
  await db.close();
  return { last, intents, state, rows };
}

const STATES: Record<string, readonly [done: string, not: string]> = {
  payment: ['closed', 'failed'],
  reversal: ['cancelled', 'closed'],
};

const ENDINGS = ['approve', 'decline', 'loseApproval', 'loseNothing'] as const satisfies readonly ScriptedOutcome[];
/** In `npm test` each command meets one ending that took money and one that took none; one of the two loses its answer. */
const sampled = (name: string) =>
  ENDINGS.filter((_, at) => process.env.LONG || (at % 3 === 0) === (Object.keys(commands).indexOf(name) % 2 === 0));

describe.each(Object.keys(commands))('%s', name => {
  it.each(sampled(name))('cut at every commit, %s', async ending => {
    const cut = copying();
    const { world, db, memory, data } = await testWorld({ write: cut.write });
    const command = await commands[name]!(world);
    const before = db.prepare<number>('SELECT count(*) FROM intent').pluck().get();
    memory.endings.push(ending);
    cut.from(data);
    await command().catch(() => undefined);
    const sent = memory.commands.length;
    expect(cut.copies.length).toBeGreaterThan(1);
    const happened = ending === 'approve' || ending === 'loseApproval';
    let seen = 0;
    for (const copy of cut.copies) {
      const { last, intents, state, rows } = await afterCrash(copy, memory);
      // Before the intent was on disk nothing had left.
      if (intents.length === before) continue;
      seen += 1;
      expect(last).toMatchObject({ kind: name, state: happened ? 'approved' : 'declined' });
      if (name in STATES) expect(state).toBe(STATES[name]?.[happened ? 0 : 1]);
      expect(rows.filter(({ kind }) => kind === 'intent')).toHaveLength(intents.length);
    }
    expect(seen).toBeGreaterThan(1);
    expect(memory.commands).toHaveLength(sent);
    await db.close();
  });
});

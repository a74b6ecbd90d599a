/** The bridge is killed at any commit of a sale that is paid in parts: afterwards its books and those of the terminal agree. */
import { afterAll, expect, it } from 'vitest';
import { heldOf, isMoving, missingWith } from '../domain/saleParts.ts';
import { closeAll, item, sale, temporaryDirectory, until } from '../doubles/bridge.fixture.ts';
import { type TerminalMemory, usedTerminalMemory } from '../doubles/terminalMemory.ts';
import { cashier, testWorld } from '../doubles/world.fixture.ts';
import { partsOf } from '../sale/paidParts.ts';
import { copyDirectory } from '../store/directoryCopy.fixture.ts';
import { demoIds } from '../world/demoIds.ts';
import type { World } from '../world/world.ts';
import { commitKills } from './commitKills.fixture.ts';
import { flow } from './flow.ts';

afterAll(closeAll);

const SUM = 1000;
const part = (amount: number) => ({ part: { amount } });

async function inParts(world: World, last: 'closed' | 'open'): Promise<string> {
  const { id } = await flow.create(world, cashier, sale([item(SUM)]));
  await flow.start(world, cashier, id, 'cash', part(100));
  await flow.start(world, cashier, id, 'cashless', part(200));
  await flow.start(world, cashier, id, 'cashless', last === 'closed' ? {} : part(300));
  return id;
}

const histories: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'paid whole, then cancelled': async world => flow.cancel(world, cashier, await inParts(world, 'closed')),
  'given up': async world => flow.cancel(world, cashier, await inParts(world, 'open')),
};

/** The sale after the next start has asked the terminal. */
async function started(data: string, memory: TerminalMemory) {
  const { world, db } = await testWorld({ data, memory });
  await world.recovery.begin();
  await until(() => world.intents.allUnsettled().length === 0);
  const [row] = db.prepare<{ id: string }>('SELECT id FROM smart_transaction').all();
  const read = () => (row ? world.ledger.sale(demoIds.merchant, row.id) : null);
  return {
    world,
    read,
    async stop() {
      world.recovery.stop();
      await db.close();
    },
  };
}

/** In `npm test` every second commit. */
const STEP = process.env.LONG ? 1 : 2;

it.each(Object.keys(histories))('%s, killed at any commit', async name => {
  const killed = commitKills();
  const { world, db, memory, data } = await testWorld({ write: killed.write, memory: usedTerminalMemory() });
  killed.from(data, memory);
  await histories[name]!(world);
  expect(memory.totals.amount).toBe(0);
  await db.close();
  expect(killed.kills.length).toBeGreaterThan(8);
  const reached = new Set<string>();
  for (const kill of killed.kills.filter((_, at) => at % STEP === 0)) {
    const [first, last = first] = [kill.memories[0]!, kill.memories.at(-1)!];
    for (const terminal of first.commands.length === last.commands.length ? [first] : [first, last]) {
      const copy = temporaryDirectory();
      copyDirectory(kill.data, copy);
      const commands = terminal.commands.length;
      const after = await started(copy, terminal);
      const present = after.read();
      if (!present) {
        await after.stop();
        continue;
      }
      const { state, document } = present;
      reached.add(state);
      const parts = partsOf(document);
      expect(terminal.commands, 'nothing is sent again').toHaveLength(commands);
      expect(parts.some(isMoving)).toBe(false);
      const held = parts.filter(({ method }) => method === 'cashless');
      expect(heldOf(held), `${state} ${JSON.stringify(parts)}`).toBe(terminal.totals.amount);
      if (state !== 'cancelled')
        expect(heldOf(parts) + document.basket_info.missing_sum).toBe(
          present.receiptNumber === null ? SUM : heldOf(parts),
        );
      expect(missingWith(SUM, parts)).toBeGreaterThanOrEqual(0);
      // One more cancel gives everything back, wherever the first one was cut.
      if (state !== 'cancelled') await flow.cancel(after.world, cashier, document.id);
      expect(after.read()?.state).toBe('cancelled');
      expect(terminal.totals.amount).toBe(0);
      await after.stop();
    }
  }
  expect([...reached]).toEqual(expect.arrayContaining(['partlyPaid', 'cancelled']));
});

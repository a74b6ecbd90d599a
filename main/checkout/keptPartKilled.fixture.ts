/**
 * A program that dies by SIGKILL between keeping a smaller approval as a part and reversing it at the terminal. Arguments: the data
 * directory, and a file for the memory of its terminal, which lives on.
 */
import { writeFileSync } from 'node:fs';
import { item, sale } from '../doubles/bridge.fixture.ts';
import { usedTerminalMemory } from '../doubles/terminalMemory.ts';
import { cashier, testWorld } from '../doubles/world.fixture.ts';
import { demoIds } from '../world/demoIds.ts';
import { flow } from './flow.ts';

/** The child reports this to its parent. */
export interface KeptPart {
  readonly sale: string;
  /** The members of a terminal's memory that are data. */
  readonly memory: Pick<ReturnType<typeof usedTerminalMemory>, 'receiptNumber' | 'last' | 'before' | 'totals'>;
  readonly amounts: readonly (readonly [number, number])[];
}

async function dieBehindTheKeeping(data: string, file: string): Promise<void> {
  const memory = usedTerminalMemory();
  let isDying = false;
  const { world } = await testWorld({
    data,
    memory,
    write: write => async job => {
      const done = await write(job);
      if (isDying) process.kill(process.pid, 'SIGKILL');
      return done;
    },
  });
  const { id } = await flow.create(world, cashier, sale([item(1000)]));
  memory.endings.push('approveLess');
  await flow.start(world, cashier, id, 'cashless', {});
  await world.recovery.settle(world.devices.slot(demoIds.terminal)!);
  const { receiptNumber, last, before, totals } = memory;
  const kept: KeptPart = { sale: id, memory: { receiptNumber, last, before, totals }, amounts: [...memory.amounts] };
  writeFileSync(file, JSON.stringify(kept));
  isDying = true;
  await flow.decidePart(world, cashier, id, 'take_back');
}

const [data = '', file = ''] = process.argv.slice(2);
if (import.meta.main) await dieBehindTheKeeping(data, file);

/** The memory of garbage in a process of its own, with and without its bounds. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Keeps 60,000 objects at a time, with a turn of the event loop between them; gives the greatest sizes of both spaces, MB. */
const program = (begin: string) => `
  import { setImmediate as turn } from 'node:timers/promises';
  import { getHeapSpaceStatistics } from 'node:v8';
  import { boundGarbage, youngMemory } from '${join(import.meta.dirname, 'garbage.ts')}';
  ${begin}
  let [kept, young, old] = [[], 0, 0];
  const oldMemory = () => getHeapSpaceStatistics().find(one => one.space_name === 'old_space').space_size;
  for (let round = 0; round < 600; round += 1) {
    for (let at = 0; at < 2000; at += 1) kept.push({ at, list: [round] });
    if (kept.length > 60_000) kept = kept.slice(30_000);
    young = Math.max(young, youngMemory());
    old = Math.max(old, oldMemory());
    await turn();
  }
  console.log(young / 1e6, old / 1e6);
`;
const greatest = (begin: string) => {
  const said = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', program(begin)]);
  const [young = Number.NaN, old = Number.NaN] = String(said).split(' ').map(Number);
  return { young, old };
};

it('grows no more once it is large enough', () => {
  const [bounded, free] = [greatest('boundGarbage();'), greatest('')];
  expect(bounded.young).toBeGreaterThan(4);
  expect(bounded.young).toBeLessThan(40);
  expect(free.young).toBeGreaterThan(bounded.young);
  expect(bounded.old).toBeLessThan(free.old * 0.7);
});

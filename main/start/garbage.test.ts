/** The memory of garbage in a process of its own, with and without its bounds. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Keeps 60,000 objects at a time, with a turn of the event loop between them; gives the greatest sizes of both spaces, MB. */
const program = (begin: string, end: string) => `
  import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
  import { getHeapSpaceStatistics } from 'node:v8';
  import { boundGarbage, youngMemory } from '${join(import.meta.dirname, 'garbage.ts')}';
  ${begin}
  const oldMemory = () => getHeapSpaceStatistics().find(one => one.space_name === 'old_space').space_size;
  const work = async rounds => {
    let [kept, young, old] = [[], 0, 0];
    for (let round = 0; round < rounds; round += 1) {
      for (let at = 0; at < 2000; at += 1) kept.push({ at, list: [round] });
      if (kept.length > 60_000) kept = kept.slice(30_000);
      young = Math.max(young, youngMemory());
      old = Math.max(old, oldMemory());
      await turn();
    }
    return [young / 1e6, old / 1e6];
  };
  ${end}
`;
const numbersOf = (begin: string, end: string, ...options: string[]) => {
  const script = ['--input-type=module-typescript', '-e', program(begin, end)];
  return String(execFileSync(process.execPath, [...options, ...script]))
    .split(' ')
    .map(Number);
};
const greatest = (begin: string) => {
  const [young = Number.NaN, old = Number.NaN] = numbersOf(begin, 'console.log(...(await work(600)));');
  return { young, old };
};

it('grows no more once it is large enough', () => {
  const [bounded, free] = [greatest('boundGarbage();'), greatest('')];
  expect(bounded.young).toBeGreaterThan(4);
  expect(bounded.young).toBeLessThan(40);
  expect(free.young).toBeGreaterThan(bounded.young);
  expect(bounded.old).toBeLessThan(free.old * 0.7);
});

it('gives the space for new objects back when it rests, and takes it again for work', () => {
  const end = `
    const [before] = await work(200);
    while (youngMemory() > 3e6) await pause(50);
    console.log(before, ...(await work(200)));`;
  const [before, after] = numbersOf('boundGarbage(100);', end, '--gc-memory-reducer-start-delay-ms=200');
  expect(before).toBeGreaterThan(4);
  expect(after).toBeGreaterThan(4);
});

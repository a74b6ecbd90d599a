/** The space for new objects in a process of its own, with and without its bound. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Keeps 60,000 objects at a time, with a turn of the event loop between them; gives the greatest size of the space, MB. */
const program = (begin: string) => `
  import { setImmediate as turn } from 'node:timers/promises';
  import { boundYoungMemory, youngMemory } from '${join(import.meta.dirname, 'youngMemory.ts')}';
  ${begin}
  let [kept, most] = [[], 0];
  for (let round = 0; round < 600; round += 1) {
    for (let at = 0; at < 2000; at += 1) kept.push({ at, list: [round] });
    if (kept.length > 60_000) kept = kept.slice(30_000);
    most = Math.max(most, youngMemory());
    await turn();
  }
  console.log(most / 1e6);
`;
const greatest = (begin: string) =>
  Number(
    execFileSync(process.execPath, ['--input-type=module-typescript', '-e', program(begin)], { encoding: 'utf8' }),
  );

it('grows no more once it is large enough', () => {
  const bounded = greatest('boundYoungMemory();');
  expect(bounded).toBeGreaterThan(4);
  expect(bounded).toBeLessThan(40);
  expect(greatest('')).toBeGreaterThan(bounded);
});

/** The simulation repeats itself, and holds with every plan that once found something. New seeds: `npm run simulate`. */
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { mutated, simulateMutated } from './mutating.ts';
import { type Mutation, mutations } from './mutations.ts';
import { drawPlan } from './plan.ts';
import type { Sort } from './seeds.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'tillbridge-plans-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** In a process of its own, because its time is virtual. Gives what it said; an exit code other than 0 throws with it. */
async function simulate(...options: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['main/run.mjs', 'e2e/simulation/simulate.ts', ...options],
    { cwd: root, maxBuffer: 2 ** 27 },
  );
  return stdout;
}

const hashIn = (said: string) => /^hash (\w+)$/m.exec(said)?.[1];
/** The course of each plan as it was said, by its first line. */
const coursesIn = (said: string) =>
  new Map(said.split(/^(?=plan )/m).map(course => [course.split('\n', 1)[0], course]));
const asked = (plans: readonly string[]) => plans.flatMap(plan => ['--plan', plan]);

/** The first seeds of each sort, and those of mutations that lie behind them. A process costs as much as thirty seeds. */
const SORTS: readonly (readonly [sort: Partial<Sort>, last: number, ...further: number[]])[] = [
  [{}, 13],
  [{ protocol: 'opi' }, 13],
  [{ protocol: 'zvtCalling' }, 5],
  [{ protocol: 'zvtSerial' }, 5, 51],
  [{ counter: 'register' }, 8],
  [{ counter: 'tills' }, 9],
  [{ counter: 'tills', protocol: 'opi' }, 4],
  [{ terminals: 'approvesPart' }, 1],
  [{ terminals: 'contradicts' }, 2],
];

/** `npm test` runs every sixth of each sort, counted from the end: the mutations that it tries are noticed by the last ones. */
const seedsOf = ([, last, ...further]: (typeof SORTS)[number]) =>
  [...Array.from({ length: last }, (_, at) => at + 1), ...further].filter(
    (_, at, all) => process.env.LONG || (all.length - 1 - at) % 6 === 0,
  );

/** A mutation, and a seed that notices it. All mutations: `mutate.ts`. */
const NOTICED = [
  ['a transaction that was there before is the new one', 13],
  ['the intent is written after the command has left', 1],
  ['an approval of less pays the whole', 1],
  ['an approval is forgotten after a second result', 2],
  ['O.P.I.: a reversal by the terminal itself is taken for the payment', 13],
  ['keys: a kept answer is not given again', 1],
  ['shared: a new payment of the same amount is ours', 9],
  ['serial: a damaged frame is taken', 1],
  ['serial: a port is closed, and what its system holds is not thrown away', 51],
] as const;

const sortOf = ({ protocol = 'zvt', terminals = 'honest', counter = 'cashier' }: Partial<Sort>) => ({
  protocol,
  terminals,
  counter,
});
const textOf = (sort: Partial<Sort>) => JSON.stringify(sortOf(sort));
const mutationOf = (name: string): Mutation => mutations.find(one => one.name === name)!;
const seedOptions = (sort: Partial<Sort>, seed: number): readonly string[] => [
  ...['--seeds', String(seed)],
  ...Object.entries(sortOf(sort)).flatMap(([option, value]) => [`--${option}`, value]),
];

describe('the simulated counter', { timeout: 240_000 }, () => {
  it('runs the same seeds of every sort the same way in every process, and finds nothing, also where it once did', async () => {
    const plans = SORTS.flatMap(row => seedsOf(row).map(seed => [row[0], seed] as const)).map(([sort, seed], at) => {
      const { terminals, protocol, counter } = sortOf(sort);
      const file = join(folder, `${at}.json`);
      writeFileSync(file, JSON.stringify(drawPlan(seed, terminals, protocol, counter)));
      return file;
    });
    const found = globSync('e2e/simulation/found/*.json', { cwd: root });
    expect(found.length).toBeGreaterThan(0);
    // The other process runs some of them, and what it ran before changes nothing.
    const repeated = plans.filter((_, at) => process.env.LONG || at % 4 === 0).toReversed();
    const [one, other] = await Promise.all([simulate(...asked([...plans, ...found])), simulate(...asked(repeated))]);
    expect(one.match(/^[\da-f]{16}$/gm)).toHaveLength(plans.length + found.length);
    expect(one).not.toContain('FOUND');
    const courses = coursesIn(one);
    expect(courses.size).toBe(plans.length + found.length);
    expect(coursesIn(other).size).toBe(repeated.length);
    for (const [plan, course] of coursesIn(other)) expect(course).toBe(courses.get(plan));
  });

  it.runIf(process.env.LONG)('draws the same plans from a range of seeds, and counts what they find', async () => {
    const options = ['--seeds', '1-3'];
    const [one, other] = await Promise.all([simulate(...options), simulate(...options)]);
    expect(hashIn(one)).toMatch(/^\w{16}$/);
    expect(one).toContain('"counted":{}');
    expect(hashIn(other)).toBe(hashIn(one));
  });

  it('knows mutations whose lines the product still has', () => {
    for (const mutation of mutations) expect(mutated(mutation), mutation.name).not.toBe('');
  });

  // So that its power cannot be lost unnoticed.
  it.each(NOTICED.filter((_, at) => process.env.LONG || at === 0))('notices that %s', async (name, seed) => {
    const mutation = mutationOf(name);
    const row = SORTS.find(([sort]) => textOf(sort) === textOf(mutation));
    // The product without the mutation: the first test has run this seed, and found nothing.
    expect(row ? seedsOf(row) : []).toContain(seed);
    expect(await simulateMutated(mutation, seedOptions(mutation, seed))).toMatch(new RegExp(`^seed ${seed}: `, 'm'));
  });
});

/** The simulation repeats itself, and holds with every plan that once found something. New seeds: `npm run simulate`. */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { mutated, simulateMutated } from './mutating.ts';
import { mutations } from './mutations.ts';

const root = join(import.meta.dirname, '..', '..');

/** In a process of its own, because its time is virtual. Gives what it said; an exit code other than 0 throws with it. */
async function simulate(...options: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['main/run.mjs', 'e2e/simulation/simulate.ts', ...options],
    { cwd: root },
  );
  return stdout;
}

const hashIn = (said: string) => /^hash (\w+)$/m.exec(said)?.[1];

describe('the simulated counter', { timeout: 240_000 }, () => {
  it('runs the same seed the same way in every process, and finds nothing at honest terminals', async () => {
    const [one, other] = [await simulate('--seeds', '1-12'), await simulate('--seeds', '1-12')];
    expect(hashIn(one)).toMatch(/^\w{16}$/);
    expect(hashIn(other)).toBe(hashIn(one));
    expect(one).toContain('"counted":{}');
  });

  it.each([
    ['O.P.I.', ['--protocol', 'opi', '--seeds', '1-12']],
    ['ZVT where the terminal calls the till', ['--protocol', 'zvtCalling', '--seeds', '1-5']],
    ['a cash register over HTTP', ['--counter', 'register', '--seeds', '1-8']],
    ['several tills at one terminal', ['--counter', 'tills', '--seeds', '1-8']],
    ['several tills at one O.P.I. terminal', ['--counter', 'tills', '--protocol', 'opi', '--seeds', '1-4']],
    ['ZVT over a serial line', ['--protocol', 'zvtSerial', '--seeds', '1-5']],
  ])('does the same with %s', async (_, options) => {
    const [one, other] = [await simulate(...options), await simulate(...options)];
    expect(hashIn(one)).toMatch(/^\w{16}$/);
    expect(hashIn(other)).toBe(hashIn(one));
    expect(one).toContain('"counted":{}');
  });

  it('holds where it once found something', async () => {
    const plans = globSync('e2e/simulation/found/*.json', { cwd: root });
    expect(plans.length).toBeGreaterThan(0);
    const said = await simulate(...plans.flatMap(plan => ['--plan', plan]));
    expect(said.match(/^plan /gm)).toHaveLength(plans.length);
    expect(said).not.toContain('FOUND');
  });

  it('knows mutations whose lines the product still has', () => {
    for (const mutation of mutations) expect(mutated(mutation), mutation.name).not.toBe('');
  });

  // So that its power cannot be lost unnoticed. All mutations: `mutate.ts`.
  it.each([
    ['a transaction that was there before is the new one', 13],
    ['the intent is written after the command has left', 1],
    ['an approval of less pays the whole', 1],
    ['an approval is forgotten after a second result', 2],
    ['O.P.I.: a reversal by the terminal itself is taken for the payment', 13],
    ['keys: a kept answer is not given again', 1],
    ['shared: a new payment of the same amount is ours', 9],
    ['serial: a damaged frame is taken', 1],
    ['serial: a port is closed, and what its system holds is not thrown away', 51],
  ])('notices that %s', async (name, seed) => {
    const found = mutations.find(one => one.name === name)!;
    const { protocol = 'zvt', terminals = 'honest', counter = 'cashier', ...change } = found;
    const sort = ['--protocol', protocol, '--terminals', terminals, '--counter', counter];
    const options = ['--seeds', String(seed), ...sort];
    expect(await simulateMutated(null, options)).toContain('"counted":{}');
    expect(await simulateMutated(change, options)).toMatch(new RegExp(`^seed ${seed}: `, 'm'));
  });
});

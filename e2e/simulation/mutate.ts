/**
 * Proof that the simulation sees: with each mutation it must find something within a number of seeds that the product itself does not
 * show.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Change, mutated, simulateMutated } from './mutating.ts';
import { type Mutation, mutations } from './mutations.ts';

const USAGE = `node main/run.mjs e2e/simulation/mutate.ts [options]
  --seeds FIRST-LAST  seeds to try (default 1-400)
  --workers N         mutations at a time (default 2)
  --only WORDS        mutations whose names contain this`;
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1-400' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean' },
  },
});
const [first = 0, last = 0] = values.seeds.split('-').map(Number);
if (values.help || !(first > 0 && last >= first)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const waiting = mutations.filter(({ name }) => name.includes(values.only));
for (const mutation of waiting) mutated(mutation);
const unseen: string[] = [];
await inTurns(waiting, async mutation => {
  const found = await firstOf(mutation);
  if (!found) unseen.push(mutation.name);
  process.stdout.write(`${found ? 'seen' : 'NOT SEEN'}: ${mutation.name}${found ? ` (${found.slice(0, 120)})` : ''}\n`);
});
process.stdout.write(`${waiting.length - unseen.length} of ${waiting.length} mutations were seen\n`);
process.exitCode = unseen.length > 0 || waiting.length === 0 ? 1 : 0;

/** So many at a time as there are workers. */
async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...all];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: Number(values.workers) }, next));
}

/** The first finding that the product itself does not show with the same seed. */
async function firstOf(mutation: Mutation): Promise<string | null> {
  if (mutation.plan) return foundByPlan(mutation, mutation.plan);
  for (let seed = first; seed <= last; seed += 1) {
    const found = await foundAt(mutation, mutation, `${seed}-${last}`);
    if (!found) return null;
    seed = Number(/^seed (\d+)/.exec(found)?.[1]);
    if (kindOf(await foundAt(null, mutation, String(seed))) !== kindOf(found)) return found;
  }
  return null;
}

/** The product itself passes the plan: that is a test. */
async function foundByPlan(change: Change, plan: string): Promise<string | null> {
  const said = await simulateMutated(change, ['--plan', join('e2e/simulation/found', `${plan}.json`)]);
  const found = said.split('\n').find(line => line.startsWith('FOUND ')) ?? null;
  return found && `plan ${plan}: ${found}`;
}

function kindOf(found: string | null): string | undefined {
  return found?.split(' ')[2];
}

/** The line of the first finding in this range. Null: there is none. */
async function foundAt(change: Change | null, at: Mutation, range: string): Promise<string | null> {
  const { protocol = 'zvt', terminals = 'honest', counter = 'cashier' } = at;
  const sort = ['--protocol', protocol, '--terminals', terminals, '--counter', counter];
  const options = ['--seeds', range, ...sort, '--first'];
  const said = await simulateMutated(change, options);
  const found = said.split('\n').find(line => line.startsWith('seed ')) ?? null;
  if (!found && !said.includes('"counted":{}')) throw new Error(`the simulation did not run: ${said.slice(-500)}`);
  return found;
}

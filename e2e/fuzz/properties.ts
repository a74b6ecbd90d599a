/** `npm run fuzz:properties -- [--runs N] [--seed N]`: the properties of `npm test` from N seeds, one after the other. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`npm run fuzz:properties -- [--runs N] [--seed N]
  the properties of the tests from N seeds (default 20), beginning with the one named (default 1)`);
  process.exit(0);
}
const root = join(import.meta.dirname, '../..');
const files = globSync('{drivers,main,renderer,e2e}/**/*.test.{ts,tsx}', { cwd: root }).filter(file =>
  readFileSync(join(root, file), 'utf8').includes("'fast-check'"),
);

const failed: number[] = [];
const first = Number(values.seed);
for (let seed = first; seed < first + Number(values.runs); seed++) {
  const { status } = spawnSync('vitest', ['run', '--reporter=dot', ...files], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PROPERTY_SEED: String(seed), MODEL_RUNS: '12', LONG: '1' },
  });
  if (status !== 0) failed.push(seed);
  console.log(`seed ${seed}: ${status === 0 ? 'all hold' : 'failed'}`);
}
if (failed.length > 0) console.log(`see why: PROPERTY_SEED=${failed[0]} npx vitest run`);
process.exitCode = failed.length > 0 ? 1 : 0;

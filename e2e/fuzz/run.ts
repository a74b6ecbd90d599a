/** `npm run fuzz -- [--requests N] [--seed N]`: the long run of the random requests that `npm test` runs a part of. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { requests: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  console.log(`npm run fuzz -- [--requests N] [--seed N]
  random requests made from the OpenAPI document (default 10000, seed 1)`);
  process.exit(0);
}

const { status } = spawnSync('vitest', ['run', 'e2e/fuzz'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_REQUESTS: values.requests ?? '10000', FUZZ_TRIES: '20', FUZZ_SEED: values.seed ?? '1' },
});
process.exitCode = status ?? 1;

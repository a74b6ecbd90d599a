/**
 * `npm run test:long [-- FILE …]`: the tests that `npm test` runs on a sample, with all their runs, cuts and lines. They are the
 * files that ask for `process.env.LONG`, and the models with `MODEL_RUNS`.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const SAMPLED = /process\.env\.(LONG|MODEL_RUNS)\b/;
const wanted = process.argv.slice(2);
const files = globSync('{drivers,main,renderer,e2e}/**/*.test.ts', { cwd: root }).filter(
  file =>
    SAMPLED.test(readFileSync(join(root, file), 'utf8')) &&
    (wanted.length === 0 || wanted.some(part => file.includes(part))),
);
const { status } = spawnSync('vitest', ['run', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { MODEL_RUNS: '20', ...process.env, LONG: '1' },
});
process.exitCode = status ?? 1;

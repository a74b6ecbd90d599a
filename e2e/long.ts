/** The tests that `npm test` runs on a sample: the files that ask for `process.env.LONG`, and the models with `MODEL_RUNS`. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = `npm run test:long -- [FILE …]

Runs the tests that npm test runs on a sample, with all their runs, cuts and lines. It takes an hour and more.

  FILE       a part of a test file's name; without it, all of them run
  --help     this text`;

const root = join(import.meta.dirname, '..');
const SAMPLED = /process\.env\.(LONG|MODEL_RUNS)\b/;
const { values, positionals: wanted } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
});
if (values.help) process.stdout.write(`${USAGE}\n`);
else process.exitCode = run();

function run(): number {
  const files = globSync('{drivers,main,renderer,e2e}/**/*.test.ts', { cwd: root }).filter(
    file =>
      SAMPLED.test(readFileSync(join(root, file), 'utf8')) &&
      (wanted.length === 0 || wanted.some(part => file.includes(part))),
  );
  if (files.length === 0) {
    process.stderr.write(`No file with samples has ${wanted.join(' or ')} in its name.\n`);
    return 2;
  }
  const { status } = spawnSync('vitest', ['run', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { MODEL_RUNS: '20', ...process.env, LONG: '1' },
  });
  return status ?? 1;
}

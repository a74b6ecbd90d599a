/**
 * The tests that `npm test` leaves out or runs on a sample: files that ask for `process.env.LONG`, for `MODEL_RUNS` or for both
 * databases of the back office, and stories with the tag `@long` or `@sampled`.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { obtainBrowser } from './browser.ts';

const USAGE = `npm run test:long -- [FILE …]

Runs the tests and stories that npm test leaves out or runs on a sample, with all their runs, cuts and lines. It takes two
hours and more.

  FILE       a part of a file's name; without it, all of them run
  --help     this text`;

const root = join(import.meta.dirname, '..');
const { values, positionals: wanted } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
});

function run(): number {
  const tests = sampled(
    '{drivers,main,renderer,e2e}/**/*.test.ts',
    /process\.env\.(LONG|MODEL_RUNS)\b|\bonEachDatabase\(/,
  );
  const stories = sampled('e2e/*.spec.ts', /'@(long|sampled)'/);
  if (tests.length + stories.length === 0) {
    process.stderr.write(`No file with samples has ${wanted.join(' or ')} in its name.\n`);
    return 2;
  }
  const checked = tests.length === 0 ? 0 : started(tests, 'vitest', 'run');
  if (stories.length === 0) return checked;
  obtainBrowser();
  // The stories look at the pages of these sources.
  const built = started([], 'npm', 'run', 'build');
  return Math.max(checked, built, started(stories, 'playwright', 'test', '-c', 'e2e', '--grep', '@long|@sampled'));
}

/** Files of a kind whose text says that `npm test` runs less of them. */
const sampled = (kind: string, says: RegExp): readonly string[] =>
  globSync(kind, { cwd: root }).filter(
    file =>
      says.test(readFileSync(join(root, file), 'utf8')) &&
      (wanted.length === 0 || wanted.some(part => file.includes(part))),
  );

function started(files: readonly string[], command: string, ...options: readonly string[]): number {
  const { status } = spawnSync(command, [...options, ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { MODEL_RUNS: '20', ...process.env, LONG: '1' },
  });
  return status ?? 1;
}

if (values.help) process.stdout.write(`${USAGE}\n`);
else process.exitCode = run();

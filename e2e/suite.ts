/** `npm test`: everything that CI runs, in order, and one line at the end that counts it all. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { obtainBrowser } from './browser.ts';

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** How long each file of tests took, ms; of stories the sum, because some run side by side. */
const times = new Map<string, number>();

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
obtainBrowser();

const total = [
  step('types, style, unused code', ['tsc', '-b'], ['biome', 'check'], ['knip']),
  // Before the tests: those that start the bridge as a process start the built one, in half the time.
  step('screen and bridge build', [process.execPath, 'main/build.ts'], [process.execPath, 'main/build.ts', '--bridge']),
  unit(),
  stories(),
].reduce(add);

console.log('\n== the slowest files');
for (const [file, time] of [...times].sort(([, a], [, b]) => b - a).slice(0, 10))
  console.log(`${(time / 1000).toFixed(1).padStart(7)} s  ${relative(root, file)}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Commands that either hold or do not: each counts as one. */
function step(title: string, ...commands: readonly (readonly string[])[]): Counts {
  console.log(`\n== ${title}`);
  return commands
    .map(command => (run(command) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }))
    .reduce(add);
}

function unit(): Counts {
  console.log('\n== unit and integration tests');
  const file = join(results, 'unit.json');
  const ended = run(['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report<{
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: readonly { name: string; startTime: number; endTime: number }[];
  }>(file);
  for (const { name, startTime, endTime } of testResults) times.set(name, endTime - startTime);
  return honest(ended, { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests });
}

function stories(): Counts {
  console.log('\n== stories in the browser');
  const ended = run(['playwright', 'test', '-c', 'e2e']);
  const { stats, suites } = report<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    suites: readonly Suite[];
  }>(join(results, 'e2e.json'));
  for (const suite of suites) times.set(join(import.meta.dirname, suite.file), timeOf(suite));
  return honest(ended, { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped });
}

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
}

function timeOf({ specs, suites = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results: runs }) => runs.map(({ duration }) => duration)));
  return [...own, ...suites.map(timeOf)].reduce((sum, time) => sum + time, 0);
}

/** A runner that failed without a failing test has still failed. */
function honest(ended: boolean, counts: Counts): Counts {
  return ended || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function run([command = '', ...options]: readonly string[]): boolean {
  const { status } = spawnSync(command, options, { cwd: root, stdio: 'inherit' });
  if (status !== 0) console.log(`-- ${command} ${options.join(' ')} failed`);
  return status === 0;
}

function report<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

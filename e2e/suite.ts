/** `npm test`: everything that CI runs, and one line at the end that counts it all. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, constants, getPriority, setPriority } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { obtainBrowser } from './browser.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const { PRIORITY_NORMAL, PRIORITY_BELOW_NORMAL } = constants.priority;
const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** How long each part of this run took, ms; some parts run side by side. */
const parts = new Map<string, number>();
/** How long each file of tests took, ms; of stories the sum, because some run side by side. */
const times = new Map<string, number>();

interface Failure {
  readonly name: string;
  readonly reason: string;
}

/** Failures with their reasons, said once more at the end, where a reader of the log's last lines finds them. */
const failures: Failure[] = [];
/** Stories that held at the second try only: no reason to stop, but one to look for what they depend on. */
const unsteady: Failure[] = [];

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
obtainBrowser();

process.env.TMPDIR = temporaryFolder();
process.env.MADE_ONCE = join(root, 'node_modules', '.cache', 'madeOnce');
rmSync(process.env.MADE_ONCE, { recursive: true, force: true });
mkdirSync(process.env.MADE_ONCE, { recursive: true });
// The compiler is written in Go: it collects less often, which is a tenth of its time, and holds a gigabyte more for it.
process.env.GOGC ??= '400';
// Node reads the stories itself: without this, Playwright transforms eight hundred files of the project first.
process.env.PW_DISABLE_TS_ESM ??= '1';

// Nothing waits for the checks: they run beside the tests, behind them, and use what those leave while they wait.
const checks = step(
  'types, style, unused code, arrows',
  PRIORITY_BELOW_NORMAL,
  // Several checkers look at the same types; on few cores one of them has half the work.
  ['tsc', '-b', '--checkers', '1'],
  ['biome', 'check'],
  ['knip'],
  [process.execPath, 'main/run.mjs', 'e2e/arrows/check.ts'],
);
// The builds are finished before the tests: those that start bridge or back office as a process start the built one, in half the time.
const builds = await step(
  'screens and bridge build',
  PRIORITY_NORMAL,
  [process.execPath, 'main/build.ts'],
  [process.execPath, 'main/build.ts', '--office'],
  [process.execPath, 'main/build.ts', '--bridge'],
  [process.execPath, 'main/build.ts', '--office-program'],
  [process.execPath, 'main/build.ts', '--types'],
);
// Side by side, because both wait much of their time. Their lines mix; what failed is said again at the end.
console.log('\n== unit and integration tests, and stories in the browser');
const tests = await Promise.all([checks, unit(), stories()]);
const statements = await step('statements of the specification', PRIORITY_NORMAL, [
  process.execPath,
  'main/run.mjs',
  'e2e/conformance/run.ts',
]);
const total = [builds, ...tests, statements].reduce(add);

console.log('\n== the parts');
for (const [part, time] of parts) console.log(`${(time / 1000).toFixed(1).padStart(7)} s  ${part}`);
console.log('\n== the slowest files');
for (const [file, time] of [...times].sort(([, a], [, b]) => b - a).slice(0, 10))
  console.log(`${(time / 1000).toFixed(1).padStart(7)} s  ${relative(root, file)}`);
const say = (what: string) => (failure: Failure) =>
  console.log(`\n== ${what}: ${failure.name}\n${stripVTControlCharacters(failure.reason)}`);
unsteady.forEach(say('held at the second try only'));
failures.forEach(say('failed'));
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Commands side by side that either hold or do not: each counts as one. None gets a higher priority than this program has. */
async function step(title: string, priority: number, ...commands: readonly (readonly string[])[]): Promise<Counts> {
  const begun = performance.now();
  const ended = await Promise.all(commands.map(([command = '', ...options]) => outputOf(command, options, priority)));
  parts.set(title, performance.now() - begun);
  console.log(`\n== ${title}`);
  return ended
    .map(({ name, output, held }) => {
      process.stdout.write(output);
      if (held) return { passed: 1, failed: 0, skipped: 0 };
      failures.push({ name, reason: output });
      return { passed: 0, failed: 1, skipped: 0 };
    })
    .reduce(add);
}

async function outputOf(command: string, options: readonly string[], priority: number) {
  const child = spawn(command, options, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid !== undefined) setPriority(child.pid, Math.max(getPriority(), priority));
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => void parts.push(part));
  const [status] = (await once(child, 'close')) as [number | null];
  return { name: [command, ...options].join(' '), output: parts.join(''), held: status === 0 };
}

async function unit(): Promise<Counts> {
  const file = join(results, 'unit.json');
  const ended = await run(
    'unit and integration tests',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  );
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report<{
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: readonly UnitFile[];
  }>(file);
  for (const { name, startTime, endTime, status, message, assertionResults } of testResults) {
    times.set(name, endTime - startTime);
    const failed = assertionResults.filter(test => test.status === 'failed');
    for (const { fullName, failureMessages } of failed)
      failures.push({ name: `${relative(root, name)} › ${fullName}`, reason: failureMessages.join('\n') });
    if (status === 'failed' && failed.length === 0) failures.push({ name: relative(root, name), reason: message });
  }
  return honest(
    ended,
    { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests },
    'vitest',
  );
}

async function stories(): Promise<Counts> {
  const ended = await run(
    'stories in the browser',
    'playwright',
    'test',
    '-c',
    'e2e',
    // `npm run test:long` runs these.
    '--grep-invert=@long',
    `--workers=${availableParallelism() + 1}`,
  );
  const { stats, suites } = report<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    suites: readonly Suite[];
  }>(join(results, 'e2e.json'));
  for (const suite of suites) {
    const played = storiesOf(suite);
    const runs = played.flatMap(story => story.results);
    times.set(
      join(import.meta.dirname, suite.file),
      runs.reduce((sum, { duration }) => sum + duration, 0),
    );
    for (const { name, status, results: tries } of played) {
      const reason = tries.flatMap(({ errors }) => errors.map(error => error.message ?? '')).join('\n');
      if (status === 'unexpected') failures.push({ name, reason });
      if (status === 'flaky') unsteady.push({ name, reason });
    }
  }
  return honest(
    ended,
    { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    'playwright',
  );
}

/** A file of tests as vitest reports it; a file that could not be loaded has a message and no tests. */
interface UnitFile {
  readonly name: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

/** A file of stories, or a `describe` in it, as Playwright reports it. */
interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly { readonly status: string; readonly results: readonly StoryRun[] }[];
  }[];
}

interface StoryRun {
  readonly duration: number;
  readonly errors: readonly { readonly message?: string }[];
}

interface Story {
  readonly name: string;
  readonly status: string;
  readonly results: readonly StoryRun[];
}

function storiesOf({ specs, suites = [] }: Suite): readonly Story[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests.map(({ status, results }) => ({ name: `e2e/${file}:${line} › ${title}`, status, results })),
  );
  return [...own, ...suites.flatMap(storiesOf)];
}

/** A runner that failed without a failing test has still failed. */
function honest(ended: boolean, counts: Counts, runner: string): Counts {
  if (ended || counts.failed > 0) return counts;
  failures.push({ name: runner, reason: 'it failed although none of its tests did; what it said stands above' });
  return { ...counts, failed: 1 };
}

async function run(title: string, command: string, ...options: readonly string[]): Promise<boolean> {
  const begun = performance.now();
  const [status] = (await once(spawn(command, options, { cwd: root, stdio: 'inherit' }), 'close')) as [number | null];
  parts.set(title, performance.now() - begun);
  return status === 0;
}

function report<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

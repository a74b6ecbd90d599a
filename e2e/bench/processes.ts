/** Programs under measurement run as processes of their own, pinned to one core; the load comes from the other. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** Where there is only one core, or no `taskset`, nothing is pinned. */
const PINNED = process.platform === 'linux' && availableParallelism() > 1;

const CORE = '0';
const OTHER_CORE = '1';

/** None outlives the benchmark, however that ends. */
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill();
});

export interface Running {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to its ready line, ms. */
  readonly readyAfter: number;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');

/** Builds the bridge; gives what starts it, with a terminal that nobody answers: that of the demo would be another process. */
export function builtBridge(): readonly [string, string] {
  execFileSync(process.execPath, [join(root, 'main', 'build.ts'), '--bridge'], { stdio: ['ignore', 2, 2] });
  process.env.TILLBRIDGE_TERMINALS = JSON.stringify([
    { protocol: 'zvt', connection: { type: 'tcp', host: '127.0.0.1', port: 9 } },
  ]);
  return [join(root, 'main', 'run.mjs'), 'main/headless.ts'];
}

/** The program of the packages; `builtBridge` builds it. */
export const packagedBridge = join(root, 'dist', 'bridge', 'headless.js');

/** Resident memory, MiB. */
export function residentOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Starts `node file …` and waits for a line `… ready ADDRESS` on its standard output. */
export function startServer(file: string, ...options: readonly string[]): Promise<Running> {
  return start(file, options, CORE);
}

/** The same on the other core, for what stands on a machine of its own in a shop. */
export function startElsewhere(file: string, ...options: readonly string[]): Promise<Running> {
  return start(file, options, OTHER_CORE);
}

/** The same in a group of its own: Ctrl-C in the window does not reach it, so its benchmark has to stop it. */
export function startApart(file: string, ...options: readonly string[]): Promise<Running> {
  return start(file, options, CORE, true);
}

function start(file: string, options: readonly string[], core: string, isApart = false): Promise<Running> {
  const begin = performance.now();
  // The package starts the bridge with one heap of the C library, so it is measured so; floors run as Node comes.
  const own = file.endsWith('run.mjs') || file === packagedBridge ? { MALLOC_ARENA_MAX: '1' } : {};
  const environment = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...own };
  const child = node(file, options, environment, core, isApart);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`${file} ended with ${code}`)));
    createInterface({ input: child.stdout! }).on('line', line => {
      const url = / ready (\S+)$/.exec(line)?.[1];
      if (url) resolve({ url, pid: child.pid!, readyAfter: performance.now() - begin, stop: () => stop(child) });
    });
  });
}

/** Starts a server of others on the same core, which says nothing that we know, and waits until it answers at its address. */
export async function startPeer(
  file: string,
  url: string,
  ...options: readonly string[]
): Promise<Pick<Running, 'url' | 'stop'>> {
  const child = node(file, options, {});
  child.stdout?.resume();
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) return { url, stop: () => stop(child) };
    await pause(LOOK_AGAIN);
  }
  throw new Error(`${file} ended with ${child.exitCode}`);
}

/** ms */
const LOOK_AGAIN = 50;

/** Runs `node file …` to its end and reads the number it prints last. */
export async function runForNumber(file: string, ...options: readonly string[]): Promise<number> {
  const [number = Number.NaN] = await runForNumbers(file, ...options);
  return number;
}

/** The same with all numbers of the last line. */
export function runForNumbers(file: string, ...options: readonly string[]): Promise<readonly number[]> {
  const child = node(file, options, {});
  return new Promise((resolve, reject) => {
    let last = '';
    createInterface({ input: child.stdout! }).on('line', line => {
      last = line;
    });
    child.once('error', reject);
    child.once('close', code =>
      code === 0 ? resolve(last.split(' ').map(Number)) : reject(new Error(`${file} ended with ${code}`)),
    );
  });
}

function node(
  file: string,
  options: readonly string[],
  environment: Record<string, string>,
  core = CORE,
  isApart = false,
): ChildProcess {
  const line = [process.execPath, file, ...options];
  const [command = '', ...rest] = PINNED ? ['taskset', '-c', core, ...line] : line;
  const env = { ...process.env, ...environment };
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'], env, detached: isApart });
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise(resolve => {
    child.removeAllListeners('exit').once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

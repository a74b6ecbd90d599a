/** The end of the real process, with real signals, under the Node of the system and under the one of the project. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from './doubles/bridge.fixture.ts';

const SYSTEM = '/usr/bin/node';
/** Older than the one of the project, so that one process waits for the other. */
const older = existsSync(SYSTEM) && Number(execFileSync(SYSTEM, ['-p', 'process.versions.node.split(".")[0]'])) < 22;

let folder: string;
const running = new Set<ChildProcess>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-stopping-'));
});
afterEach(() => {
  for (const child of running) endGroup(child);
  running.clear();
  rmSync(folder, { recursive: true, force: true });
});

const endGroup = ({ pid = 0 }: ChildProcess) => toGroup(pid, 'SIGKILL');

function toGroup(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

/** In a process group of its own, as a shell starts it. */
function start(node: string, options: readonly string[] = []) {
  const args = ['main/run.mjs', 'main/headless.ts', '--port', '0', '--data', join(folder, 'data'), ...options];
  const child = spawn(node, args, {
    cwd: join(import.meta.dirname, '..'),
    detached: true,
    env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const text = { out: '', err: '' };
  child.stdout.on('data', part => {
    text.out += part;
  });
  child.stderr.on('data', part => {
    text.err += part;
  });
  // Both have ended, the one that waits and the program: they share their output.
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }) as const);
  const pid = child.pid ?? 0;
  return {
    pid,
    text,
    ended,
    ready: () => until(() => text.out.startsWith('tillbridge ready ') || child.exitCode !== null, 30_000),
    /** `closed` is the last line of an end in order. */
    inOrder: () => text.err.includes('"msg":"closed"'),
    program: () => Number(readFileSync(join(folder, 'data', 'tillbridge.pid'), 'utf8')),
  };
}

describe.each([
  ['the Node of the system', SYSTEM, older],
  ['the Node of the project', process.execPath, true],
])('under %s', (_name, node, here) => {
  /** Without a process that waits, headless.test.ts holds the same. */
  const everywhere = here && (node === SYSTEM || !older || process.env.LONG !== undefined);

  /** Where one process waits for the other, the demo below holds the same, and more. */
  it.skipIf(!everywhere || (older && !process.env.LONG))(
    'a SIGTERM to the group ends it in order, every time',
    async () => {
      for (let count = 0; count < (process.env.LONG ? 5 : 1); count += 1) {
        const bridge = start(node);
        await bridge.ready();
        process.kill(-bridge.pid, 'SIGTERM');
        expect(await bridge.ended).toEqual({ code: 0, signal: null });
        expect(bridge.inOrder()).toBe(true);
      }
    },
  );

  it.skipIf(!everywhere)('neither a second SIGINT nor a SIGTERM behind it cuts the end', async () => {
    const bridge = start(node);
    await bridge.ready();
    for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) {
      toGroup(bridge.pid, signal);
      await pause(2);
    }
    expect(await bridge.ended).toEqual({ code: 0, signal: null });
    expect(bridge.inOrder()).toBe(true);
  });

  it.skipIf(!everywhere)('a signal while it starts ends it in order, too', async () => {
    const bridge = start(node);
    await until(() => existsSync(join(folder, 'data', 'tillbridge.pid')), 30_000);
    process.kill(-bridge.pid, 'SIGTERM');
    expect(await bridge.ended).toEqual({ code: 0, signal: null });
    expect(bridge.inOrder()).toBe(true);
  });

  it.skipIf(!everywhere)('the exit code is that of the program', async () => {
    expect(await start(node, ['--nothing']).ended).toEqual({ code: 2, signal: null });
    expect(await start(node, ['--help']).ended).toEqual({ code: 0, signal: null });
    const killed = start(node);
    await killed.ready();
    process.kill(killed.program(), 'SIGKILL');
    expect((await killed.ended).signal).toBe('SIGKILL');
  });
});

describe.skipIf(!older)('behind a process that waits for the program', () => {
  it('a SIGTERM to the group ends the demo with its virtual terminal in order', async () => {
    const bridge = start(SYSTEM, ['--demo']);
    await bridge.ready();
    process.kill(-bridge.pid, 'SIGTERM');
    expect(await bridge.ended).toEqual({ code: 0, signal: null });
    expect(bridge.inOrder()).toBe(true);
  });

  it('a signal to the first process alone ends it in order', async () => {
    const bridge = start(SYSTEM);
    await bridge.ready();
    process.kill(bridge.pid, 'SIGTERM');
    expect(await bridge.ended).toEqual({ code: 0, signal: null });
    expect(bridge.inOrder()).toBe(true);
  });

  it('a signal to the group counts once, however late the first process hands it on', async () => {
    const program = join(folder, 'counting.mjs');
    writeFileSync(
      program,
      `for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => console.log(signal));
setInterval(() => undefined, 1000);
console.log('ready');`,
    );
    const first = spawn(SYSTEM, ['main/run.mjs', program], { cwd: join(import.meta.dirname, '..'), detached: true });
    running.add(first);
    const lines: string[] = [];
    createInterface(first.stdout).on('line', line => void lines.push(line));
    await until(() => lines.length === 1, 30_000);
    const pid = first.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    toGroup(pid, 'SIGTERM');
    await until(() => lines.length === 2);
    process.kill(pid, 'SIGCONT');
    // Each of these goes to the first process alone; behind the second one the SIGTERM has been handed on for certain.
    for (const signal of ['SIGINT', 'SIGHUP'] as const) {
      process.kill(pid, signal);
      await until(() => lines.includes(signal));
    }
    expect(lines).toEqual(['ready', 'SIGTERM', 'SIGINT', 'SIGHUP']);
  });

  it('after a SIGKILL of the first process the next start takes the directory', async () => {
    const bridge = start(SYSTEM);
    await bridge.ready();
    expect(bridge.program()).not.toBe(bridge.pid);
    process.kill(bridge.pid, 'SIGKILL');
    await bridge.ended;
    expect(bridge.inOrder()).toBe(true);
    const next = start(SYSTEM);
    await next.ready();
    expect(next.text.out).toMatch(/^tillbridge ready http/);
    process.kill(next.pid, 'SIGTERM');
    expect(await next.ended).toEqual({ code: 0, signal: null });
  });
});

/**
 * The virtual terminal of the demo, as a process of its own. It outlives a killed bridge long enough to be found again,
 * as a real terminal would: its address stands in the data directory.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface DemoTerminal {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

const PROGRAM = join(import.meta.dirname, '..', '..', 'drivers', 'zvt', 'virtual', 'serve.ts');
/** How long it waits for a bridge to come back after its own was killed, s. */
const ORPHANED_AFTER = '30';

/** Finds the terminal of the run before, or starts one. */
export async function demoTerminal(data: string): Promise<DemoTerminal> {
  const note = join(data, 'virtual-terminal.json');
  const left = readNote(note);
  if (left && (await reachable(left.port))) return { ...left, stop: async () => endProcess(left.pid) };
  const child = spawn(
    process.execPath,
    [
      PROGRAM,
      '--port',
      '0',
      '--control',
      '0',
      '--state',
      join(data, 'virtual-terminal-state.json'),
      '--exit-when-orphaned',
      ORPHANED_AFTER,
    ],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    },
  );
  const port = await portOf(child);
  writeFileSync(note, JSON.stringify({ host: '127.0.0.1', port, pid: child.pid }));
  child.unref();
  return { host: '127.0.0.1', port, stop: () => ended(child) };
}

interface Note {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
}

function readNote(file: string): Note | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function reachable(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    const tell = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => tell(true));
    socket.once('error', () => tell(false));
  });
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`the virtual terminal ended with ${code}`)));
    createInterface({ input: child.stdout! }).on('line', line => {
      const port = /^terminal ready .*:(\d+)$/.exec(line)?.[1];
      if (port) resolve(Number(port));
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise(resolve => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function endProcess(pid: number) {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}

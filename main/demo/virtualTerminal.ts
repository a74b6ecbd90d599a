/**
 * The virtual terminal of the demo, as a process of its own. It outlives a killed bridge long enough for the next
 * bridge to find it, as a real terminal would; its address is in the data directory.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { StartDemoTerminal } from '../start/demoTerminal.ts';

/** It keeps what the program was compiled to, which halves the work of the next start. */
const RUN = join(import.meta.dirname, '..', 'run.mjs');
const PROGRAM = join(import.meta.dirname, '..', '..', 'drivers', 'simulator', 'zvt', 'serve.ts');
/** The same as an installed bridge has it, where there are no sources. */
const BUILT = join(import.meta.dirname, '..', '..', 'dist', 'bridge', 'simulator', 'terminal.js');
/** Time the terminal waits for a new bridge after its bridge was killed, s. */
const ORPHANED_AFTER = '30';

/** Finds the terminal of the last run, or starts a new terminal. */
export const demoTerminal: StartDemoTerminal = async (data, training) => {
  const note = join(data, 'virtual-terminal.json');
  const left = readNote(note);
  if (left && (await reachable(left.port))) return { ...left, stop: async () => endProcess(left.pid) };
  const control = await freePort();
  const child = spawn(
    process.execPath,
    [
      ...(existsSync(RUN) ? [RUN, PROGRAM] : [BUILT]),
      '--port',
      '0',
      '--control',
      String(control),
      '--state',
      join(data, 'virtual-terminal-state.json'),
      '--exit-when-orphaned',
      ORPHANED_AFTER,
      ...(training ? ['--training'] : []),
    ],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    },
  );
  const port = await portOf(child);
  const address = { host: '127.0.0.1', port, control: `http://127.0.0.1:${control}` };
  writeFileSync(note, JSON.stringify({ ...address, pid: child.pid }));
  child.unref();
  return { ...address, stop: () => ended(child) };
};

interface Note {
  readonly host: string;
  readonly port: number;
  readonly control: string;
  readonly pid: number;
}

function readNote(file: string): Note | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** A free port for the control address; the terminal announces only its own port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function reachable(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    const answer = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
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
    // The child process did not keep this process alive so far; now its exit is awaited.
    child.ref();
    child.kill('SIGTERM');
  });
}

function endProcess(pid: number) {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // The process has ended already.
  }
}

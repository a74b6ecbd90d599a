/**
 * A real network for the fault proofs: two network namespaces, one cable between them, and the systems' own TCP at both ends. Only
 * what it makes itself is touched, and nothing outside the namespaces can be reached from them.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Network {
  readonly tillAddress: string;
  readonly terminalAddress: string;
  /** Starts a script of this folder at one end, with a channel for messages. */
  start(end: 'till' | 'terminal', script: string): ChildProcess;
  /** Every packet is lost in both directions, and nobody is told. */
  lose(): Promise<void>;
  restore(): Promise<void>;
  /** The system of the till holds bytes that the terminal has not acknowledged. */
  holdsBytes(): Promise<boolean>;
  close(): Promise<void>;
}

/** The reason why there can be no such network here; null: there can be one. */
export async function networkObstacle(): Promise<string | null> {
  if (process.platform !== 'linux') return 'network namespaces are a thing of Linux';
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  try {
    await removeLeft();
    const network = await openNetwork();
    await network.lose().finally(() => network.close());
    return null;
  } catch (error) {
    return `no network namespaces here: ${(error as Error).message.split('\n').slice(0, 2).join(' ')}`;
  }
}

let opened = 0;

/** Removes what a run that was killed has left behind. */
async function removeLeft(): Promise<void> {
  const { stdout } = await run('ip', ['netns', 'list']);
  for (const [name, process] of stdout.matchAll(/^tbf(\d+)n\d+[ab]\b/gm))
    if (!existsSync(`/proc/${process}`)) await run('ip', ['netns', 'del', name]).catch(() => undefined);
}

/** Rejects with the words of `ip` or `iptables` where they are missing or not allowed. */
export async function openNetwork(): Promise<Network> {
  const name = `tbf${process.pid}n${opened++}`;
  const [till, terminal] = [`${name}a`, `${name}b`];
  const [tillAddress, terminalAddress] = ['10.213.0.1', '10.213.0.2'];
  const close = async () => {
    for (const namespace of [till, terminal]) await run('ip', ['netns', 'del', namespace]).catch(() => undefined);
  };
  const drop = (change: '-I' | '-D') =>
    Promise.all(
      (['INPUT', 'OUTPUT'] as const).map(chain =>
        run('ip', ['netns', 'exec', terminal, 'iptables', '-w', change, chain, ...DROPPED]),
      ),
    );
  try {
    for (const namespace of [till, terminal]) await run('ip', ['netns', 'add', namespace]);
    await run('ip', ['link', 'add', CABLE, 'netns', till, 'type', 'veth', 'peer', 'name', CABLE, 'netns', terminal]);
    for (const [namespace, address] of [
      [till, tillAddress],
      [terminal, terminalAddress],
    ] as const) {
      await run('ip', ['-n', namespace, 'addr', 'add', `${address}/30`, 'dev', CABLE]);
      for (const device of ['lo', CABLE]) await run('ip', ['-n', namespace, 'link', 'set', device, 'up']);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const namespaces = { till, terminal };
  return {
    tillAddress,
    terminalAddress,
    start: (end, script) =>
      spawn('ip', ['netns', 'exec', namespaces[end], process.execPath, script], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    lose: async () => void (await drop('-I')),
    restore: async () => void (await drop('-D')),
    async holdsBytes() {
      const { stdout } = await run('ip', ['netns', 'exec', till, 'cat', '/proc/net/tcp']);
      return stdout.split('\n').some(line => UNACKNOWLEDGED.test(line) && line.includes(asHex(terminalAddress)));
    },
    close,
  };
}

const CABLE = 'cable';
const DROPPED = ['-p', 'tcp', '-j', 'DROP'];

/** The state of a socket, and its queue of bytes that are sent or wait to be; a queue that is not empty. */
const UNACKNOWLEDGED = /: [0-9A-F]{8}:[0-9A-F]{4} [0-9A-F]{8}:[0-9A-F]{4} [0-9A-F]{2} (?!00000000)[0-9A-F]{8}:/;

/** As /proc/net/tcp writes it: the bytes of the address from the last to the first. */
const asHex = (address: string): string =>
  address
    .split('.')
    .toReversed()
    .map(part => Number(part).toString(16).padStart(2, '0').toUpperCase())
    .join('');

/** Looks again until it holds; rejects after `limit` ms. */
export async function until(holds: () => Promise<boolean> | boolean, limit: number): Promise<void> {
  const end = performance.now() + limit;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited ${limit} ms in vain for ${holds}`);
    await pause(20);
  }
}

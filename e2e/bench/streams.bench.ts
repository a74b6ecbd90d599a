/**
 * Event streams: the resident memory that a reader costs while it keeps up, while it stalls, and after it is gone. The same sales
 * are made without any reader first, so that what they cost by themselves does not count.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { absoluteRow, type Benchmark } from './frame.ts';
import { builtBridge, type Running, residentOf, startServer } from './processes.ts';
import { sale } from './sale.ts';

const READERS = 500;
const SALES = 800;
/** So that what a stalled reader misses is more than the system keeps for it. */
const LINES = 20;
const AT_ONCE = 10;
const products = Array.from({ length: LINES }, () => sale.basket!.products![0]!);
const BODY = JSON.stringify({ ...sale, basket: { products } });
/** Milliseconds after which connections are closed and garbage is collected. */
const REST = 10_000;
const LOOK_EVERY = 100;

interface Costs {
  /** Each in KiB a reader. */
  readonly keepingUp: number;
  readonly stalled: number;
  readonly gone: number;
}

export const streams: Benchmark = {
  name: 'streams',
  async run({ say }) {
    const directory = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
    say('building the bridge');
    const bridge = await startServer(...builtBridge(), '--port', '0', '--data', join(directory, 'data'), '--demo');
    try {
      const { keepingUp, stalled, gone } = await measured(bridge, say);
      const about = { goal: 'streams', unit: 'KiB' };
      const limit = { atMost: 64 };
      return [
        absoluteRow(
          { ...about, quantity: `a reader that keeps up, of ${READERS} of an event stream` },
          keepingUp,
          limit,
        ),
        absoluteRow({ ...about, quantity: 'a reader that stalls' }, stalled, limit),
        absoluteRow({ ...about, quantity: 'a reader that is gone' }, gone, limit),
      ];
    } finally {
      await bridge.stop();
      delete process.env.TILLBRIDGE_TERMINALS;
      rmSync(directory, { recursive: true });
    }
  },
};

async function measured(bridge: Running, say: (line: string) => void): Promise<Costs> {
  const token = await screenToken(bridge.url);
  const each = (bytes: number, before: number) => Math.max(0, ((bytes - before) * 1024) / READERS);
  say('selling without readers');
  await selling(bridge, token, SALES);
  await pause(REST);
  const before = await selling(bridge, token, SALES);
  say(`${READERS} readers that keep up`);
  const reading = await opened(bridge.url, token, socket => socket.resume());
  const most = await selling(bridge, token, SALES);
  for (const socket of reading) socket.destroy();
  await pause(REST);
  say(`${READERS} readers that stall`);
  const rested = residentOf(bridge.pid);
  const stalling = await opened(bridge.url, token, socket => socket.pause());
  const mostStalled = await selling(bridge, token, SALES);
  const cut = stalling.filter(socket => socket.destroyed).length;
  for (const socket of stalling) socket.destroy();
  await pause(REST);
  const after = await selling(bridge, token, SALES);
  say(`MiB: ${[before, most, rested, mostStalled, after].map(Math.round).join(', ')}; ${cut} cut`);
  return {
    keepingUp: each(most, before),
    stalled: each(mostStalled, Math.max(before, rested)),
    gone: each(after, before),
  };
}

/** Makes sales; gives the most resident memory meanwhile, MiB. */
async function selling({ url, pid }: Running, token: string, count: number): Promise<number> {
  let most = 0;
  const looking = setInterval(() => {
    most = Math.max(most, residentOf(pid));
  }, LOOK_EVERY);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sell = async () => {
    for (let made = 0; made < count / AT_ONCE; made += 1) {
      const answer = await fetch(`${url}/api/v2/Smart/Transactions`, {
        ...{ method: 'POST', headers, body: BODY },
      });
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, sell));
  } finally {
    clearInterval(looking);
  }
  return Math.max(most, residentOf(pid));
}

/** Opens the streams; each is given to `then` behind the head of its answer. */
async function opened(url: string, token: string, then: (socket: Socket) => void): Promise<readonly Socket[]> {
  const { port, hostname } = new URL(url);
  const open = async () => {
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET /bridge/v1/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    const head: string = await new Promise((done, failed) =>
      socket.once('data', bytes => done(bytes.toString())).once('error', failed),
    );
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(head);
    // A stream that is cut because its reader stalls is no fault here.
    socket.on('error', () => undefined);
    then(socket);
    return socket;
  };
  const sockets: Socket[] = [];
  for (let index = 0; index < READERS; index += 1) sockets.push(await open());
  return sockets;
}

/** Of a screen: a client of the API may have 128 streams, and screens of a whole shop sign in with one. */
async function screenToken(url: string): Promise<string> {
  const body = JSON.stringify({ username: 'manager@demo.example', pin: '9999' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/bridge/v1/session`, { method: 'POST', headers, body });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
}

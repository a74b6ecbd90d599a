/** A till and a virtual O.P.I. terminal that speak over real TCP; where a test wants it, through relays that cut. */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../doubles/freePort.ts';
import { openTerminal } from '../protocols.ts';
import { type RunningVirtualOpi, startVirtualOpi, type VirtualOpiOptions } from '../simulator/opi/start.ts';
import type { PaymentTerminal } from '../terminal.ts';
import type { TraceEntry } from '../trace.ts';

export const FAST = {
  card: 10_000,
  host: 10_000,
  short: 10_000,
  settle: 100,
  stop: 200,
  question: 500,
  slips: 0,
  connect: 5_000,
  retryFirst: 10,
  retryMost: 20,
  drain: 200,
};

export interface Pair {
  readonly terminal: PaymentTerminal;
  readonly virtual: RunningVirtualOpi;
  /** The entries of the driver's log. */
  readonly trace: readonly TraceEntry[];
  /** The way to the terminal and the way back, when they go through relays. */
  readonly relays: readonly [Relay, Relay] | undefined;
  close(): Promise<void>;
}

export interface PairOptions {
  readonly virtual?: Partial<VirtualOpiOptions>;
  readonly options?: Readonly<Record<string, unknown>> & {
    readonly timers?: Partial<typeof FAST> & { fresh?: number };
  };
  readonly relayed?: boolean;
}

/** The terminal is registered when this resolves. */
export async function openPair({ virtual = {}, options = {}, relayed = false }: PairOptions = {}): Promise<Pair> {
  const devicePort = await freePort();
  const back = relayed ? await openRelay(devicePort) : undefined;
  const twin = await startVirtualOpi({
    delay: 0,
    till: { host: '127.0.0.1', port: back?.port ?? devicePort },
    ...virtual,
  });
  const there = relayed ? await openRelay(twin.port) : undefined;
  const trace: TraceEntry[] = [];
  const terminal = await openTerminal(
    {
      protocol: 'opi',
      connection: { type: 'tcp', host: '127.0.0.1', port: there?.port ?? twin.port },
      options: { devicePort, deviceHost: '127.0.0.1', ...options, timers: { ...FAST, ...options.timers } },
    },
    { log: entry => trace.push(entry) },
  );
  await terminal.register();
  return {
    terminal,
    virtual: twin,
    trace,
    relays: there && back && [there, back],
    async close() {
      await terminal.close();
      await Promise.all([there?.close(), back?.close(), twin.close()]);
    },
  };
}

export interface Relay {
  readonly port: number;
  /** Bytes that went through since the last `cutAfter`, of the connecting side and of the listening side. */
  readonly passed: { readonly caller: number; readonly called: number };
  /** Lets so many more bytes of one side through, then hangs up on both; later connections are not cut again. */
  cutAfter(side: 'caller' | 'called', bytes: number): void;
  close(): Promise<void>;
}

export async function openRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let passed = { caller: 0, called: 0 };
  let cut: { side: 'caller' | 'called'; after: number } | undefined;
  const server = createServer({ noDelay: true }, caller => {
    const called = connect({ host: '127.0.0.1', port: target, noDelay: true });
    forward(caller, called, 'caller');
    forward(called, caller, 'called');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    get passed() {
      return passed;
    },
    cutAfter(side, after) {
      passed = { caller: 0, called: 0 };
      cut = { side, after };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };

  function forward(from: Socket, to: Socket, side: 'caller' | 'called'): void {
    sockets.add(from);
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('data', chunk => pass(chunk, from, to, side));
  }

  function pass(chunk: Buffer, from: Socket, to: Socket, side: 'caller' | 'called'): void {
    const left = cut?.side === side ? cut.after - passed[side] : Number.POSITIVE_INFINITY;
    passed[side] += Math.min(left, chunk.length);
    if (chunk.length < left) return void to.write(chunk);
    cut = undefined;
    from.removeAllListeners('data').removeAllListeners('close');
    to.end(chunk.subarray(0, left), () => from.destroy());
  }
}

/** Waits until `fact` holds, looking again every few milliseconds. */
export async function until(fact: () => unknown, limit = 20_000): Promise<void> {
  const end = Date.now() + limit;
  while (!(await fact())) {
    if (Date.now() > end) throw new Error(`waited ${limit} ms in vain for ${fact}`);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}

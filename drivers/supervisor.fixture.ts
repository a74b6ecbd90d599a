/** A terminal of either protocol behind a gate: the driver, its virtual terminal, and TCP connections that a test controls. */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './doubles/freePort.ts';
import { openTerminal } from './protocols.ts';
import { startVirtualOpi } from './simulator/opi/start.ts';
import { startVirtualTerminal } from './simulator/zvt/start.ts';
import type { SupervisorTimers } from './supervisor.ts';
import type { PaymentTerminal, Reason, TerminalState } from './terminal.ts';
import type { TraceEntry } from './trace.ts';
import type { TransportEnvironment } from './transport/opener.ts';

export const protocols = ['zvt', 'opi'] as const;
export type ProtocolName = (typeof protocols)[number];

export interface SupervisedOptions {
  readonly timers?: Partial<SupervisorTimers> & { readonly fresh?: number; readonly connect?: number };
  /** Instead of 127.0.0.1; its addresses are looked up by the environment. */
  readonly host?: string;
  readonly environment?: TransportEnvironment;
  /** The gate at the beginning; `open` by default. */
  readonly gate?: GateMode;
}

/** `open` lets everything through, `deaf` takes connections and lets nothing through, `closed` refuses connections. */
export type GateMode = 'open' | 'deaf' | 'closed';

export interface Supervised {
  readonly terminal: PaymentTerminal;
  /** Every published change of the state, from the opening on. */
  readonly states: readonly (readonly [TerminalState, Reason?])[];
  readonly trace: readonly TraceEntry[];
  readonly gate: Gate;
  /** A name that both virtual terminals know, such as `slow:200` or `lose-line-before-result`; `waits` for a customer. */
  behave(name: string): void;
  /** Amounts of the payments that the terminal has booked, in their order. */
  booked(): readonly number[];
  close(): Promise<void>;
}

/** Behaviours whose name differs between the virtual terminals. */
const BEHAVIOURS: Readonly<Record<ProtocolName, Readonly<Record<string, string>>>> = {
  zvt: { waits: 'manual' },
  opi: { waits: 'nobody' },
};

/** Opens the driver before anything is awaited of the terminal: the first connection has just begun. */
export async function openSupervised(
  protocol: ProtocolName,
  { timers = {}, host = '127.0.0.1', environment = {}, gate: mode = 'open' }: SupervisedOptions = {},
): Promise<Supervised> {
  const devicePort = await freePort();
  const virtual = await startVirtual(protocol, devicePort);
  const gate = await openGate(virtual.port, mode);
  const trace: TraceEntry[] = [];
  const states: (readonly [TerminalState, Reason?])[] = [];
  const terminal = await openTerminal(
    {
      protocol,
      connection: { type: 'tcp', host, port: gate.port },
      options: {
        ...(protocol === 'opi' ? { devicePort, deviceHost: '127.0.0.1', deviceFrom: '127.0.0.1' } : {}),
        timers: { connect: 5_000, retryFirst: 10, retryMost: 20, drain: 2_000, ...timers },
      },
    },
    { log: entry => trace.push(entry), ...environment },
  );
  terminal.onState((state, reason) => states.push(reason ? [state, reason] : [state]));
  return {
    terminal,
    states,
    trace,
    gate,
    behave: name => virtual.behave(BEHAVIOURS[protocol][name] ?? name),
    booked: virtual.booked,
    async close() {
      await terminal.close();
      await gate.close();
      await virtual.close();
    },
  };
}

interface Virtual {
  readonly port: number;
  behave(name: string): void;
  booked(): readonly number[];
  close(): Promise<void>;
}

async function startVirtual(protocol: ProtocolName, devicePort: number): Promise<Virtual> {
  const running =
    protocol === 'zvt'
      ? await startVirtualTerminal({ delay: 0 })
      : await startVirtualOpi({ delay: 0, till: { host: '127.0.0.1', port: devicePort } });
  return {
    port: running.port,
    behave(name) {
      running.terminal.behaviour = name;
    },
    booked: () => running.terminal.memory.bookings.map(({ amount }) => amount),
    close: () => running.close(),
  };
}

export interface Gate {
  readonly port: number;
  mode: GateMode;
  /** Connections that were attempted, also those that were refused. */
  readonly connections: number;
  /** Bytes of the till, also those that were not let through. */
  readonly received: number;
  /** Cuts every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** Stands between the till and its terminal. */
async function openGate(target: number, mode: GateMode): Promise<Gate> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, till => {
    gate.connections += 1;
    track(till);
    if (gate.mode === 'closed') return void till.destroy();
    till.on('data', chunk => {
      gate.received += chunk.length;
    });
    if (gate.mode === 'deaf') return;
    const terminal = track(connect({ host: '127.0.0.1', port: target, noDelay: true }));
    till.pipe(terminal).pipe(till);
    till.on('close', () => terminal.destroy());
    terminal.on('close', () => till.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gate = {
    port: (server.address() as { port: number }).port,
    mode,
    connections: 0,
    received: 0,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      gate.cut();
      server.close();
      await once(server, 'close');
    },
  };
  return gate;

  function track(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    return socket;
  }
}

/** Waits until `fact` holds, looking again every few milliseconds. */
export async function until(fact: () => boolean, limit = 20_000): Promise<void> {
  const end = performance.now() + limit;
  while (!fact()) {
    if (performance.now() > end) throw new Error(`waited ${limit} ms in vain for ${fact}`);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}

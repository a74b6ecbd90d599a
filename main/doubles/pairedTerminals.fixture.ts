/** A bridge that really opens what is paired, virtual terminals for it, and ways to reach them that can go away. */
import { connect, createServer, type Socket } from 'node:net';
import { introduceTerminal, openTerminal } from '../../drivers/index.ts';
import {
  type RunningVirtualTerminal,
  startVirtualTerminal,
  type VirtualTerminalOptions,
} from '../../drivers/simulator/zvt/start.ts';
import type { Terminal } from '../wire/terminals.ts';
import { closeAll, startBridge } from './bridge.fixture.ts';
import { terminalDouble } from './terminalDouble.ts';
import { terminalMemory } from './terminalMemory.ts';

export const TIMERS = { t3: 1000, short: 2000, connect: 1000, retryFirst: 20, retryMost: 50 };

/** Other tests own terminals at the same ports. */
export const realm = `terminals ${process.pid}`;

const virtuals: RunningVirtualTerminal[] = [];
const others: { close(): Promise<void> }[] = [];

/** Is closed before what was opened earlier. */
export const closeLater = (one: { close(): Promise<void> }): void => void others.unshift(one);

/** The virtual terminal that was started last. */
export const newestVirtual = (): RunningVirtualTerminal => virtuals.at(-1)!;

/** For `afterEach`. */
export async function closeTerminals(): Promise<void> {
  await closeAll();
  for (const one of [...others.splice(0), ...virtuals.splice(0)]) await one.close();
}

export async function virtualTerminal(options: VirtualTerminalOptions = {}): Promise<Terminal['connection']> {
  const virtual = await startVirtualTerminal({ delay: 0, ...options });
  virtuals.push(virtual);
  return { type: 'tcp', host: '127.0.0.1', port: virtual.port };
}

/** Its configured terminal is a twin in memory. */
export const realBridge = (settings: Parameters<typeof startBridge>[0] = {}) => {
  const twin = settings?.terminal ?? terminalMemory();
  const surroundings = { realm, owner: { program: 'Tillbridge', data: 'test' } };
  const timed = <T extends { protocol: string; options?: object }>(one: T) =>
    one.protocol === 'zvt' ? { ...one, options: { ...one.options, timers: TIMERS } } : one;
  return startBridge({
    ...settings,
    terminal: twin,
    parts: {
      openTerminal: async one =>
        one.protocol === 'twin' ? terminalDouble(twin) : openTerminal(timed(one), surroundings),
      introduceTerminal: (one, _heard, look) => introduceTerminal(timed(one), surroundings, look),
      ...settings.parts,
    },
  });
};

export interface Relay {
  readonly connection: Terminal['connection'];
  close(): Promise<void>;
}

/** An address that leads to the terminal at another one; `once`: until the terminal hangs up, then nobody is there. */
export async function relayTo({ connection, once = false }: { connection: object; once?: boolean }): Promise<Relay> {
  const { port } = connection as { port: number };
  const sockets = new Set<Socket>();
  const server = createServer(till => {
    const terminal = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [till, terminal],
      [terminal, till],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('data', bytes => other.write(bytes));
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    if (once) terminal.on('end', () => server.close());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const way = {
    connection: { type: 'tcp', host: '127.0.0.1', port: (server.address() as { port: number }).port } as const,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  closeLater(way);
  return way;
}

/** The program at one end of the real network: a till with its bridge, or a virtual terminal. It is told by messages what to do. */
import { openTerminal } from '../../drivers/index.ts';
import { startVirtualTerminal } from '../../drivers/simulator/zvt/start.ts';
import type { TcpAddress } from '../../drivers/transport/tcp.ts';
import { type Bridge, createBridge } from '../../main/bridge.ts';
import { scaledWaits } from '../../main/domain/denialWait.ts';
import { configOf } from '../../main/world/configReading.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import { type Answer, ask, type CounterTerminal, LOST, signIn } from './counter.ts';
import { type Book, opiBook, zvtBook } from './late.ts';
import { startOpi } from './opiCounter.ts';

export type Order =
  | { readonly do: 'openTill'; readonly data: string; readonly entry: object; readonly scale: number }
  | { readonly do: 'call'; readonly method: string; readonly path: string; readonly body?: unknown }
  | { readonly do: 'openTerminal'; readonly protocol: 'zvt' | 'opi'; readonly host: string; readonly till: TcpAddress }
  | { readonly do: 'behave'; readonly as: string }
  | { readonly do: 'book' };

/** The answer to each order. */
export interface Reports {
  readonly openTill: null;
  readonly call: Answer;
  readonly openTerminal: number;
  readonly behave: null;
  readonly book: Book & { readonly isBusy: boolean };
}

let bridge: Bridge | undefined;
let token: string | undefined;
let terminal: { readonly face: CounterTerminal; readonly book: () => Book } | undefined;

// Without the process that started it nobody gives orders.
process.once('disconnect', () => process.exit(1));
process.on('message', async ({ id, order }: { id: number; order: Order }) => {
  process.send?.({ id, report: await carriedOut(order) });
});

async function carriedOut(order: Order): Promise<Reports[Order['do']]> {
  switch (order.do) {
    case 'openTill':
      await openTill(order);
      return null;
    case 'call':
      // A till that has just been started again is not there yet.
      return bridge ? ask(bridge.url, token, order.method, order.path, order.body) : LOST;
    case 'openTerminal':
      return open(order);
    case 'behave':
      terminal!.face.behaviour = order.as;
      return null;
    case 'book':
      return { ...terminal!.book(), isBusy: terminal!.face.isBusy };
  }
}

async function openTill({ data, entry, scale }: Extract<Order, { do: 'openTill' }>): Promise<void> {
  const device = { device: demoIds.terminal, shared: 'no', ...entry } as ReturnType<
    typeof configOf
  >['terminals'][number];
  const config = configOf({ data, port: 0, demo: true, terminals: [device] });
  bridge = await createBridge(config, {
    log: () => undefined,
    openTerminal,
    outcomeTimeout: 2000,
    waits: scaledWaits(scale),
  });
  token = await signIn(bridge.url, '');
}

async function open({ protocol, host, till }: Extract<Order, { do: 'openTerminal' }>): Promise<number> {
  if (protocol === 'opi') {
    const started = await startOpi({ host, port: 0 }, till, 'approve');
    terminal = { face: started.terminal, book: () => opiBook(started.terminal) };
    return started.port;
  }
  const started = await startVirtualTerminal({ host, delay: 0, customerTimeout: 400 });
  terminal = { face: started.terminal, book: () => zvtBook(started.terminal) };
  return started.port;
}

/** A counter at a virtual O.P.I. terminal; both channels go through the line. The terminal keeps its book as long as it runs. */
import type { Booking } from '../../drivers/simulator/opi/memory.ts';
import { type VirtualOpi, virtualOpi } from '../../drivers/simulator/opi/terminal.ts';
import { listenTcp, type TcpAddress } from '../../drivers/transport/tcp.ts';
import type { Transport } from '../../drivers/transport/transport.ts';
import { openChaosLine } from './chaosLine.ts';
import { type Counter, type CounterSettings, type CounterTerminal, openCounterAt } from './counter.ts';

/** The terminal with its whole book: the memory of an O.P.I. terminal forgets the bookings of a day that is closed. */
export interface OpiTerminal extends CounterTerminal {
  readonly book: readonly Booking[];
  readonly daysClosed: number;
  readonly connections: number;
  /** RequestTypes in the order they came. */
  readonly received: readonly string[];
}

export const openOpiCounter = (settings: CounterSettings): Promise<Counter<OpiTerminal>> =>
  openCounterAt(
    {
      openLine: () => openChaosLine('opi'),
      start: ({ deviceEnd }, _, behaviour) => startOpi({ host: '127.0.0.1', port: 0 }, deviceEnd!.terminal, behaviour),
      entry: ({ connection, deviceEnd }) => ({
        protocol: 'opi',
        connection,
        options: { devicePort: deviceEnd!.till, deviceHost: '127.0.0.1', timers: settings.timers },
      }),
    },
    settings,
  );

/** `till`: where its channel 1 listens. */
export async function startOpi(address: TcpAddress, till: TcpAddress, behaviour: string) {
  const terminal = virtualOpi({
    ...{ behaviour, till, amountRules: true, needsLogin: true },
    ...{ pace: 0, slow: 400, customerTimeout: 400, terminalId: '60001234', currency: 'EUR' },
  });
  const book = wholeBook(terminal);
  const connections = new Set<Transport>();
  const server = await listenTcp(address, transport => {
    connections.add(transport);
    void transport.closed.then(() => connections.delete(transport));
    terminal.accept(transport);
  });
  return { ...server, terminal: faceOf(terminal, book, connections) };
}

function wholeBook({ memory }: VirtualOpi) {
  const former: Booking[] = [];
  const { closeDay } = memory;
  let daysClosed = 0;
  memory.closeDay = () => {
    former.push(...memory.bookings);
    daysClosed += 1;
    closeDay();
  };
  return {
    get all() {
      return [...former, ...memory.bookings];
    },
    get daysClosed() {
      return daysClosed;
    },
  };
}

function faceOf(
  terminal: VirtualOpi,
  book: ReturnType<typeof wholeBook>,
  connections: ReadonlySet<Transport>,
): OpiTerminal {
  return {
    get behaviour() {
      return terminal.behaviour;
    },
    set behaviour(next) {
      terminal.behaviour = next;
    },
    get isBusy() {
      return terminal.isBusy;
    },
    get book() {
      return book.all;
    },
    get daysClosed() {
      return book.daysClosed;
    },
    get connections() {
      return connections.size;
    },
    received: terminal.received,
  };
}

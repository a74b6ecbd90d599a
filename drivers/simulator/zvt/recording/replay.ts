/** Plays one side of a recorded conversation over TCP or a serial line: the terminal to a till, or the till to a terminal. */
import { openSerial, type SerialAddress } from '../../../transport/serial.ts';
import { connectTcp, listenTcp, type TcpAddress } from '../../../transport/tcp.ts';
import type { Transport } from '../../../transport/transport.ts';
import type { Link } from '../../../zvt/framing/link.ts';
import { serialLink } from '../../../zvt/framing/serialLink.ts';
import { tcpLink } from '../../../zvt/framing/tcpLink.ts';
import { Deviation, type RecordedSide, type RecordedSideOptions, recordedSide } from './recordedSide.ts';
import type { Turn } from './recording.ts';

export type ReplayResult =
  | { readonly kind: 'played'; readonly tolerated: readonly string[] }
  | { readonly kind: 'deviated'; readonly text: string; readonly tolerated: readonly string[] };

export interface ReplayingTerminal {
  /** `127.0.0.1:PORT`, or the path of the serial port. */
  readonly address: string;
  /** 0 on a serial port. */
  readonly port: number;
  readonly ended: Promise<ReplayResult>;
  close(): Promise<void>;
}

export interface ReplayTerminalOptions {
  /** On loopback, 0 = any free one. */
  readonly port?: number;
  /** A serial port instead of TCP. */
  readonly serial?: SerialAddress;
  readonly match?: RecordedSideOptions['match'];
}

const TIMERS = { t1: 200, t2: 5_000, t3: 5_000 };

/** Plays the terminal of a recording to one till at a time; it goes on where it was when the till comes back. */
export function replayTerminal(
  turns: readonly Turn[],
  { port = 0, serial, match = 'command' }: ReplayTerminalOptions = {},
): Promise<ReplayingTerminal> {
  const options = { side: 'terminal', match } as const;
  return serial
    ? replayOnPort(recordedSide(withoutHangUps(turns), options), serial)
    : replayOnNetwork(recordedSide(turns, options), port);
}

async function replayOnPort(terminal: RecordedSide, address: SerialAddress): Promise<ReplayingTerminal> {
  const line = await openSerial(address);
  const { promise: ended, resolve } = Promise.withResolvers<ReplayResult>();
  play(serialLink(line, TIMERS, 'terminal'), terminal, resolve);
  const close = () => {
    line.close();
    return line.closed;
  };
  return { address: address.path, port: 0, ended, close };
}

async function replayOnNetwork(terminal: RecordedSide, wantedPort: number): Promise<ReplayingTerminal> {
  const links = new Set<Link>();
  const { promise: ended, resolve } = Promise.withResolvers<ReplayResult>();
  const { port, close } = await listenTcp({ host: '127.0.0.1', port: wantedPort }, (transport: Transport) => {
    const link = tcpLink(transport, TIMERS);
    links.add(link);
    play(link, terminal, resolve, { down: () => links.delete(link) });
  });
  return {
    address: `127.0.0.1:${port}`,
    port,
    ended,
    async close() {
      for (const link of links) link.close();
      await close();
    },
  };
}

export interface ReplayTillOptions extends Partial<Omit<RecordedSideOptions, 'side'>> {
  /** Milliseconds of silence after which the replay fails. */
  readonly silenceTimeout?: number;
}

/** Plays the till of a recording. Rejects when the terminal cannot be reached, or falls silent. */
export async function replayTill(
  turns: readonly Turn[],
  address: TcpAddress | SerialAddress,
  { silenceTimeout = 120_000, ...options }: ReplayTillOptions = {},
): Promise<ReplayResult> {
  const isSerial = 'path' in address;
  const till = recordedSide(isSerial ? withoutHangUps(turns) : turns, { match: 'command', ...options, side: 'till' });
  const { promise, resolve, reject } = Promise.withResolvers<ReplayResult>();
  const link = isSerial
    ? serialLink(await openSerial(address), TIMERS)
    : tcpLink(await connectTcp(address, CONNECT_TIMEOUT), TIMERS);
  const silence = setTimeout(() => reject(new Error('the terminal fell silent')), silenceTimeout);
  const { send } = play(link, till, resolve, { received: () => silence.refresh() });
  send(till.begin());
  try {
    return await promise;
  } finally {
    clearTimeout(silence);
    link.close();
  }
}

const CONNECT_TIMEOUT = 10_000; // milliseconds

/** A serial line has no end that a side could hang up. */
const withoutHangUps = (turns: readonly Turn[]): readonly Turn[] => turns.filter(({ hex }) => hex !== '');

interface PlayListener {
  down?(): void;
  received?(): void;
}

/** Joins one side with a link: answers what arrives, and reports the end once the last message is delivered. */
function play(
  link: Link,
  side: RecordedSide,
  end: (result: ReplayResult) => void,
  { down, received }: PlayListener = {},
): { send(apdus: readonly Buffer[]): void } {
  const { tolerated } = side;
  let undelivered = 0;
  link.listen({
    apdu: apdu =>
      guarded(() => {
        received?.();
        send(side.receive(apdu));
        if (side.hangsUp) link.close();
      }),
    down() {
      undelivered = 0;
      down?.();
      if (!side.hangsUp) guarded(() => side.hungUp());
    },
  });
  return { send };

  function send(apdus: readonly Buffer[]): void {
    undelivered += apdus.length;
    for (const apdu of apdus) link.send(apdu, delivered);
  }

  function delivered(): void {
    undelivered--;
    settle();
  }

  function guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Deviation)) throw error;
      end({ kind: 'deviated', text: error.message, tolerated });
      link.close();
    }
    settle();
  }

  function settle(): void {
    if (side.isOver && undelivered === 0) end({ kind: 'played', tolerated });
  }
}

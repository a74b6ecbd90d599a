/** Plays one side of a recorded conversation, over TCP or a serial line: the terminal's to a till, or the till's to a terminal. */
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

/** A terminal that says what was recorded; one till at a time. Goes on where it was when the till comes back. */
export async function replayTerminal(
  turns: readonly Turn[],
  { port = 0, serial, match = 'command' }: ReplayTerminalOptions = {},
): Promise<ReplayingTerminal> {
  const { promise: ended, resolve } = Promise.withResolvers<ReplayResult>();
  if (serial) {
    const line = await openSerial(serial);
    follow(serialLink(line, TIMERS, 'terminal'), recordedSide(spoken(turns), { side: 'terminal', match }), resolve);
    const close = () => {
      line.close();
      return line.closed;
    };
    return { address: serial.path, port: 0, ended, close };
  }
  const terminal = recordedSide(turns, { side: 'terminal', match });
  const links = new Set<Link>();
  const server = await listenTcp({ host: '127.0.0.1', port }, (transport: Transport) => {
    const link = tcpLink(transport, TIMERS);
    links.add(link);
    follow(link, terminal, resolve, { gone: () => links.delete(link) });
  });
  return {
    address: `127.0.0.1:${server.port}`,
    port: server.port,
    ended,
    async close() {
      for (const link of links) link.close();
      await server.close();
    },
  };
}

/** Says to a terminal what the till said. Rejects when nobody can be reached, or nothing comes for `patience` ms. */
export async function replayTill(
  turns: readonly Turn[],
  address: TcpAddress | SerialAddress,
  { patience = 120_000, ...options }: Partial<Omit<RecordedSideOptions, 'side'>> & { readonly patience?: number } = {},
): Promise<ReplayResult> {
  const isSerial = 'path' in address;
  const till = recordedSide(isSerial ? spoken(turns) : turns, { match: 'command', ...options, side: 'till' });
  const { promise, resolve, reject } = Promise.withResolvers<ReplayResult>();
  const link = isSerial
    ? serialLink(await openSerial(address), TIMERS)
    : tcpLink(await connectTcp(address, 10_000), TIMERS);
  const silence = setTimeout(() => reject(new Error('the terminal fell silent')), patience);
  follow(link, till, resolve, { heard: () => silence.refresh() }).say(till.begin());
  try {
    return await promise;
  } finally {
    clearTimeout(silence);
    link.close();
  }
}

/** Nobody hangs up a serial line. */
const spoken = (turns: readonly Turn[]): readonly Turn[] => turns.filter(({ hex }) => hex !== '');

interface Following {
  gone?(): void;
  heard?(): void;
}

function follow(
  link: Link,
  played: RecordedSide,
  end: (ending: ReplayResult) => void,
  { gone, heard }: Following = {},
) {
  const { tolerated } = played;
  let undelivered = 0; // the last word has to arrive as well
  const settle = () => {
    if (played.isOver && undelivered === 0) end({ kind: 'played', tolerated });
  };
  const delivered = () => {
    undelivered--;
    settle();
  };
  const say = (apdus: readonly Buffer[]) => {
    undelivered += apdus.length;
    for (const apdu of apdus) link.send(apdu, delivered);
  };
  const guarded = (act: () => void) => {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Deviation)) throw error;
      end({ kind: 'deviated', text: error.message, tolerated });
      link.close();
    }
    settle();
  };
  link.listen({
    apdu: apdu =>
      guarded(() => {
        heard?.();
        say(played.hear(apdu));
        if (played.hangsUp) link.close();
      }),
    down() {
      undelivered = 0;
      gone?.();
      if (!played.hangsUp) guarded(() => played.gone());
    },
  });
  return { say };
}

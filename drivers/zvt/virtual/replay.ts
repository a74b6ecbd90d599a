/** Plays one side of a recorded conversation over TCP: the terminal's to a till, or the till's to a terminal. */
import { connectTcp, listenTcp, type TcpAddress } from '../../transport/tcp.ts';
import type { Transport } from '../../transport/transport.ts';
import type { Link } from '../framing/link.ts';
import { tcpLink } from '../framing/tcpLink.ts';
import { Deviation, type Player, type PlayerOptions, player } from './player.ts';
import type { Turn } from './recording.ts';

export type Replayed =
  | { readonly kind: 'played'; readonly tolerated: readonly string[] }
  | { readonly kind: 'deviated'; readonly text: string; readonly tolerated: readonly string[] };

export interface ReplayingTerminal {
  readonly port: number;
  readonly ended: Promise<Replayed>;
  close(): Promise<void>;
}

const TIMERS = { t1: 200, t2: 5_000, t3: 5_000 };

/** A terminal on loopback that says what was recorded; one till at a time. Goes on where it was when the till comes back. */
export async function replayTerminal(
  turns: readonly Turn[],
  { port = 0, match = 'command' }: { readonly port?: number; readonly match?: PlayerOptions['match'] } = {},
): Promise<ReplayingTerminal> {
  const { promise: ended, resolve } = Promise.withResolvers<Replayed>();
  const terminal = player(turns, { side: 'terminal', match });
  const links = new Set<Link>();
  const server = await listenTcp({ host: '127.0.0.1', port }, (transport: Transport) => {
    const link = tcpLink(transport, TIMERS);
    links.add(link);
    follow(link, terminal, resolve, () => links.delete(link));
  });
  return {
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
  address: TcpAddress,
  { patience = 120_000, ...options }: Partial<Omit<PlayerOptions, 'side'>> & { readonly patience?: number } = {},
): Promise<Replayed> {
  const till = player(turns, { match: 'command', ...options, side: 'till' });
  const { promise, resolve, reject } = Promise.withResolvers<Replayed>();
  const transport = await connectTcp(address, 10_000);
  const link = tcpLink(transport, TIMERS);
  const silence = setTimeout(() => reject(new Error('the terminal fell silent')), patience);
  follow(link, till, resolve, () => {}, silence);
  for (const apdu of till.begin()) link.send(apdu);
  try {
    return await promise;
  } finally {
    clearTimeout(silence);
    link.close();
  }
}

function follow(
  link: Link,
  played: Player,
  end: (ending: Replayed) => void,
  gone: () => void,
  silence?: NodeJS.Timeout,
) {
  const { tolerated } = played;
  const guarded = (act: () => void) => {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Deviation)) throw error;
      end({ kind: 'deviated', text: error.message, tolerated });
      link.close();
    }
    if (played.isOver) end({ kind: 'played', tolerated });
  };
  link.listen({
    apdu: apdu =>
      guarded(() => {
        silence?.refresh();
        for (const answer of played.hear(apdu)) link.send(answer);
        if (played.hangsUp) link.close();
      }),
    down() {
      gone();
      if (!played.hangsUp) guarded(() => played.gone());
    },
  });
}

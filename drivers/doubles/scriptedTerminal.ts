/** A terminal for tests that sends the bytes of a script, over real TCP. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { tcpDeframer } from '../zvt/framing/tcpFrame.ts';

export interface Peer {
  /** The next APDU of the till as hex; fails when it does not begin with `hex`. */
  expect(hex?: string): Promise<string>;
  /** Sends bytes as they are. */
  send(hex: string): void;
  /** Sends an APDU and takes its acknowledgement. */
  tell(hex: string): Promise<void>;
  /** Hangs up. */
  cut(): void;
  /** Says that nothing more will come, and goes on reading. */
  hangUp(): void;
  /** Resolves when the connection is over: the till hung up in order, or reset it. */
  readonly gone: Promise<'closed' | 'reset'>;
}

export interface ScriptedTerminal {
  readonly port: number;
  /** Everything the till sent, as hex, oldest first. */
  readonly received: readonly string[];
  readonly connections: number;
  /** Rejects with the first deviation from the script. */
  readonly finished: Promise<void>;
  close(): Promise<void>;
}

/** One script per connection; the last one serves all further connections. */
export async function scriptedTerminal(
  ...scripts: readonly ((peer: Peer) => Promise<void>)[]
): Promise<ScriptedTerminal> {
  const received: string[] = [];
  const sockets: Socket[] = [];
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  finished.catch(() => {});
  const server = createServer({ noDelay: true }, socket => {
    const script = scripts[Math.min(sockets.length, scripts.length - 1)]!;
    sockets.push(socket);
    const finish = () => (sockets.length >= scripts.length ? resolve() : undefined);
    const fail = (error: unknown) => {
      reject(error);
      socket.destroy();
    };
    script(peerOf(socket, received)).then(finish, fail);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    received,
    get connections() {
      return sockets.length;
    },
    finished,
    async close() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers the registration, the first command of every conversation. */
export async function registers(peer: Peer, completion = '060f0a19002960001234490978'): Promise<void> {
  await peer.expect('0600');
  peer.send('800000');
  await peer.tell(completion);
}

/** How the till ended the connection. */
export async function endOf(socket: Socket): Promise<'closed' | 'reset'> {
  let isReset = false;
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    isReset = code === 'ECONNRESET';
  });
  await new Promise(resolve => socket.once('close', resolve));
  return isReset ? 'reset' : 'closed';
}

function peerOf(socket: Socket, received: string[]): Peer {
  const deframer = tcpDeframer();
  const apdus: string[] = [];
  let wake = () => {};
  const gone = endOf(socket);
  void gone.then(() => wake());
  socket.on('error', () => {});
  socket.on('data', chunk => {
    for (const apdu of deframer.push(chunk)) {
      apdus.push(apdu.toString('hex'));
      received.push(apdu.toString('hex'));
    }
    wake();
  });
  const expectApdu = async (hex = '') => {
    while (apdus.length === 0) {
      if (socket.destroyed) throw new Error(`the till hung up instead of sending ${hex}`);
      await new Promise<void>(resolve => {
        wake = resolve;
      });
    }
    const apdu = apdus.shift()!;
    if (!apdu.startsWith(hex)) throw new Error(`the till sent ${apdu} instead of ${hex}`);
    return apdu;
  };
  return {
    gone,
    expect: expectApdu,
    send: hex => void socket.write(Buffer.from(hex, 'hex')),
    async tell(hex) {
      socket.write(Buffer.from(hex, 'hex'));
      await expectApdu('8000');
    },
    cut: () => socket.destroy(),
    hangUp: () => void socket.end(),
  };
}

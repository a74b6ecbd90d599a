/** TCP connections, made and accepted. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { plainAddress } from '../allowedPeers.ts';
import { inbox, type SystemTransport } from './transport.ts';

export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

/** After 10 s of silence the system probes the other machine ten times, a second apart. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 10_000, noDelay: true } as const;

/** `HOST:PORT`, an IPv6 address in brackets. */
export const tcpName = ({ host, port }: TcpAddress): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Reads `HOST:PORT`; undefined when the text has another form. */
export function tcpAddress(text: string): TcpAddress | undefined {
  const [, bracketed, plain = bracketed, port = ''] = /^(?:\[(.+)\]|([^\s:]+)):(\d{1,5})$/.exec(text) ?? [];
  const number = Number(port);
  return plain === undefined || number < 1 || number > 65_535 ? undefined : { host: plain, port: number };
}

/** Connects within `timeout` milliseconds; rejects with the error of the system. */
export async function connectTcp({ host, port }: TcpAddress, timeout: number): Promise<SystemTransport> {
  const box = inbox(() => socket.resetAndDestroy());
  const socket: Socket = connect({ host, port, ...KEEP_ALIVE, onread: readInto(box) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    // Nothing was written yet, and the system itself refuses an answer that comes after this.
    socket.destroy();
    throw (error as Error).name === 'AbortError'
      ? new Error(`no answer from ${host}:${port} within ${timeout} ms`)
      : error;
  }
  return socketTransport(socket, box);
}

/** Reads through one small buffer, since messages are small: Node.js would allocate 64 KiB for each read. */
function readInto(box: ReturnType<typeof inbox>) {
  const buffer = Buffer.allocUnsafeSlow(8192);
  const callback = (length: number) => {
    const chunk = Buffer.allocUnsafe(length);
    buffer.copy(chunk, 0, 0, length);
    box.bytes(chunk);
    return true;
  };
  return { buffer, callback };
}

export interface TcpServer {
  readonly port: number;
  /** Closes the port, and every connection in order: the owner of a connection has reset the one that holds a command. */
  close(): Promise<void>;
}

/** Listens on a port (0 = any free port) and passes every connection with its remote address to `accept`. */
export async function listenTcp(
  { host, port }: TcpAddress,
  accept: (transport: SystemTransport, from: string) => void,
): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  const server = createServer(KEEP_ALIVE, socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const box = inbox(() => socket.resetAndDestroy());
    socket.on('data', box.bytes);
    accept(socketTransport(socket, box), plainAddress(socket.remoteAddress ?? ''));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const NOTHING = Buffer.alloc(0);

function socketTransport(socket: Socket, box: ReturnType<typeof inbox>): SystemTransport {
  let failure: Error | undefined;
  socket.on('error', error => {
    failure = error;
  });
  // A half-closed connection is useless, because the protocol answers every message. The receiver hears of it first: it resets
  // a connection that may hold bytes of a command. Without that, an acknowledgement that was just written is still delivered.
  socket.on('end', () => {
    box.end();
    socket.destroy();
  });
  socket.on('close', () => box.end(failure));
  const isDown = () => box.down || socket.destroyed;
  return {
    get isDown() {
      return isDown();
    },
    write(bytes) {
      if (isDown()) return false;
      socket.write(bytes);
      return true;
    },
    listen: box.listen,
    closed: box.closed,
    flushed: () =>
      new Promise((resolve, reject) => {
        if (isDown()) reject(failure ?? new Error('the connection is closed'));
        else socket.write(NOTHING, error => (error ? reject(error) : resolve()));
      }),
    close: () => socket.destroy(),
    reset: () => socket.resetAndDestroy(),
  };
}

/** Ports tried, one after the other. */
const MAX_TRIES = 50;

/** The first TCP port of this machine from `first` on that is free and not in `taken`; undefined when the next ports are all in use. */
export async function freePort(first: number, taken: ReadonlySet<number>): Promise<number | undefined> {
  const last = Math.min(first + MAX_TRIES - 1, 65_535);
  for (let port = first; port <= last; port += 1) if (!taken.has(port) && (await isFree(port))) return port;
  return undefined;
}

async function isFree(port: number): Promise<boolean> {
  const server = await listenTcp({ host: '0.0.0.0', port }, transport => transport.close()).catch(() => null);
  await server?.close();
  return server !== null;
}

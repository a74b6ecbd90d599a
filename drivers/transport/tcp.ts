/** TCP in both directions: the till connects, the terminal listens. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { inbox, type Transport } from './transport.ts';

export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

/** Connects within `timeout` milliseconds; rejects with the reason of the system. */
export async function connectTcp({ host, port }: TcpAddress, timeout: number): Promise<Transport> {
  // Keep-alive finds a half-open connection while nobody speaks.
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    socket.destroy();
    throw (error as Error).name === 'AbortError'
      ? new Error(`no answer from ${host}:${port} within ${timeout} ms`)
      : error;
  }
  return socketTransport(socket);
}

/** Listens on a port (0 = any free one) and hands every connection over. */
export async function listenTcp(
  { host, port }: TcpAddress,
  accept: (transport: Transport) => void,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true, keepAlive: true }, socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    accept(socketTransport(socket));
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

function socketTransport(socket: Socket): Transport {
  const box = inbox();
  let failure: Error | undefined;
  socket.on('data', box.bytes);
  socket.on('error', error => {
    failure = error;
  });
  socket.on('end', () => socket.destroy()); // a half-closed connection is of no use: the protocol always answers
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
    close: () => socket.destroy(),
  };
}

/** Receivers of push notifications for tests: real servers that remember what they received and answer as a test wants. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificate, key } from './certificate.fixture.ts';

export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  /** The body as it came, which is what a signature is about. */
  readonly text: string;
  readonly body: {
    readonly object: string;
    readonly id: string;
    readonly created: string;
    readonly target: string;
    readonly type: string;
    readonly event?: string;
    readonly status?: string;
    readonly outcome?: { readonly result: string };
    readonly data: readonly { readonly object: string; readonly id: string }[];
  };
}

/** A status, a status with headers and body, or no answer at all. */
export type Reply =
  | number
  | { readonly status: number; readonly headers?: Record<string, string>; readonly text?: string }
  | 'silence';

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Ids of the changed objects in the order they came. */
  objects(): readonly string[];
  /** From now on. */
  answer(reply: Reply | ((received: Received) => Reply | Promise<Reply>)): void;
  close(): Promise<void>;
}

const open = new Set<Receiver>();

/** For `afterEach`. */
export const closeReceivers = () => Promise.all([...open].map(receiver => receiver.close()));

export async function receiver(reply: Reply = 200, options: { readonly tls?: true } = {}): Promise<Receiver> {
  const received: Received[] = [];
  let decide: (received: Received) => Reply | Promise<Reply> = () => reply;
  const listener: RequestListener = async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method, url: path, headers } = request;
    const sent = Buffer.concat(parts).toString();
    const message = { method, path, headers, text: sent, body: JSON.parse(sent) };
    received.push(message);
    const given = await decide(message);
    if (given === 'silence') return;
    const { status, headers: more = {}, text = 'ok' } = typeof given === 'number' ? { status: given } : given;
    response.writeHead(status, more).end(text);
  };
  const server: Server = options.tls
    ? (createTlsServer({ cert: certificate, key }, listener) as unknown as Server)
    : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const one: Receiver = {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}/push`,
    received,
    objects: () => received.map(({ body }) => body.data[0]?.id ?? ''),
    answer(next) {
      decide = typeof next === 'function' ? next : () => next;
    },
    async close() {
      if (!open.delete(one)) return;
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
  open.add(one);
  return one;
}

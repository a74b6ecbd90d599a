/**
 * An HTTP proxy that loses, repeats, delays and forges what passes through it, as lines and servers between a till and its
 * back office do. Each request meets one fault, chosen by the caller.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const faults = [
  /** Passes as it is. */
  'none',
  /** Is never answered; the connection stays open. */
  'blackHole',
  /** The connection is reset before anything is forwarded. */
  'reset',
  /** Passes after a while. */
  'slow',
  /** Is forwarded twice; the second answer counts. */
  'twice',
  /** Is forwarded, and once more later, when others have passed. */
  'again',
  /** Waits until another request has passed. */
  'behind',
  /** Is refused without having been forwarded. */
  'error500',
  'error409',
  'busy',
  /** Takes effect, and the answer is lost. */
  'answerLost',
  /** Takes effect, and the answer breaks off in the middle. */
  'answerCut',
] as const;
export type Fault = (typeof faults)[number];

/** Milliseconds of `slow`, `again` and, at most, `behind`. */
const WHILE = 400;

/** Batches of the back office that can be repeated out of order. */
const KEPT = 20;
const BATCHES = '/office/v1/batches';

export interface FaultyProxy {
  readonly url: string;
  /** How often each fault was met. */
  readonly met: Readonly<Record<Fault, number>>;
  /** From now on `choose` decides about each request; open black holes are closed when it changes. */
  use(choose: (method: string, path: string) => Fault): void;
  /** Forwards up to `KEPT` batches that have passed once more, the newest first; nobody gets their answers. */
  repeat(random: () => number): Promise<void>;
  close(): Promise<void>;
}

interface Forwarded {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Listens on a free port of the loopback and forwards to `target()`, whose address may change with a restart. */
export async function startFaultyProxy(target: () => string): Promise<FaultyProxy> {
  const met = Object.fromEntries(faults.map(fault => [fault, 0])) as Record<Fault, number>;
  const held = new Set<ServerResponse>();
  const passed = new EventTarget();
  let choose: (method: string, path: string) => Fault = () => 'none';

  const kept: Forwarded[] = [];
  const forward = (message: Forwarded) => {
    if (message.path.startsWith(BATCHES)) kept.push(message);
    if (kept.length > KEPT) kept.shift();
    return forwarded(target(), message);
  };
  const acts: Readonly<Record<Fault, (message: Forwarded, response: ServerResponse) => Promise<void> | void>> = {
    none: async (message, response) => answer(response, await forward(message)),
    blackHole: (_message, response) => void held.add(response),
    reset: (_message, response) => reset(response),
    async slow(message, response) {
      await pause(WHILE);
      answer(response, await forward(message));
    },
    async twice(message, response) {
      await forward(message);
      answer(response, await forward(message));
    },
    async again(message, response) {
      answer(response, await forward(message));
      await pause(WHILE);
      await forward(message).catch(() => {});
    },
    async behind(message, response) {
      await Promise.race([
        new Promise(resolve => passed.addEventListener('passed', resolve, { once: true })),
        pause(WHILE),
      ]);
      answer(response, await forward(message));
    },
    error500: (_message, response) => refuse(response, 500, 'server_error'),
    error409: (_message, response) => refuse(response, 409, 'conflict'),
    busy: (_message, response) => refuse(response, 503, 'busy', { 'retry-after': '1' }),
    async answerLost(message, response) {
      await forward(message);
      reset(response);
    },
    async answerCut(message, response) {
      const { status, body } = await forward(message);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': String(body.length) });
      response.write(body.subarray(0, body.length >> 1), () => reset(response));
    },
  };

  const server = createServer(async (incoming, response) => {
    const message = await read(incoming);
    const fault = choose(message.method, message.path);
    met[fault] += 1;
    try {
      await acts[fault](message, response);
      passed.dispatchEvent(new Event('passed'));
    } catch {
      // The target is gone: the caller sees a connection that breaks.
      reset(response);
    }
  });
  server.keepAliveTimeout = 1000;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    use(next) {
      choose = next;
      for (const response of held) reset(response);
      held.clear();
    },
    async repeat(random) {
      const chosen = kept.toReversed().filter(() => random() < 0.7);
      for (const message of chosen) await forwarded(target(), message).catch(() => undefined);
    },
    close() {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

async function read(incoming: IncomingMessage): Promise<Forwarded> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return {
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers: incoming.headers,
    body: Buffer.concat(parts),
  };
}

/** The host of the request stays: a signature covers it, and a bridge checks it against the port it listens on. */
function forwarded(target: string, { method, path, headers, body }: Forwarded): Promise<Answer> {
  const { hostname, port } = new URL(target);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path, headers: { ...headers, host: `${hostname}:${port}`, connection: 'close' } },
      async incoming => {
        const { body: text } = await read(incoming).catch(error => {
          reject(error);
          return { body: Buffer.alloc(0) };
        });
        resolve({ status: incoming.statusCode ?? 502, headers: incoming.headers, body: text });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

function answer(response: ServerResponse, { status, headers, body }: Answer): void {
  const { connection: _connection, 'transfer-encoding': _encoding, ...kept } = headers;
  response.writeHead(status, { ...kept, 'content-length': String(body.length) });
  response.end(body);
}

function refuse(response: ServerResponse, status: number, error: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ status: 'error', error, error_description: 'forged by the proxy', code: 0 }));
}

function reset(response: ServerResponse): void {
  const { socket } = response;
  if (socket && 'resetAndDestroy' in socket) socket.resetAndDestroy();
  else response.destroy();
}

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));

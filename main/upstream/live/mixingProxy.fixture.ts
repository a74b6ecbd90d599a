/** A proxy between tills and their upstream service that gives the answers of concurrent requests to one another. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MixingProxy {
  readonly url: string;
  /** Pairs of answers that went to the wrong request. */
  readonly swapped: number;
  /** How many of a hundred answers wait for another one to be exchanged with; 0 heals the line. */
  mix(percent: number): void;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Milliseconds that an answer waits for another one. */
const TIMEOUT = 60;

/** `random` gives 0 to 1; `strips` names headers that do not get through. */
export async function mixingProxyTo(
  target: string,
  random: () => number,
  strips: readonly string[] = [],
): Promise<MixingProxy> {
  let percent = 0;
  let swapped = 0;
  let waiting: ((other: Answer) => Answer) | null = null;

  /** The answer of another request that waits, or the own one when nobody comes. */
  function exchanged(own: Answer): Answer | Promise<Answer> {
    if (waiting) {
      swapped += 1;
      const take = waiting;
      waiting = null;
      return take(own);
    }
    if (random() * 100 >= percent) return own;
    return new Promise(resolve => {
      const give = (other: Answer) => {
        clearTimeout(timer);
        resolve(other);
        return own;
      };
      const timer = setTimeout(() => {
        if (waiting === give) waiting = null;
        resolve(own);
      }, TIMEOUT);
      waiting = give;
    });
  }

  const server = createServer(async (incoming, response) => {
    try {
      const own = await forwarded(target, incoming);
      const isToken = incoming.url?.startsWith('/oauth') === true;
      send(response, isToken ? own : await exchanged(own), strips);
    } catch {
      incoming.socket.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get swapped() {
      return swapped;
    },
    mix(next) {
      percent = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function forwarded(target: string, incoming: IncomingMessage): Promise<Answer> {
  const body = await bodyOf(incoming);
  const headers = { ...incoming.headers, host: new URL(target).host };
  const outgoing = request(target + (incoming.url ?? ''), { method: incoming.method, headers });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await bodyOf(answer) };
}

function send(response: ServerResponse, { status, headers, body }: Answer, strips: readonly string[]): void {
  const { connection: _connection, 'transfer-encoding': _encoding, ...kept } = headers;
  for (const name of strips) delete kept[name];
  response.writeHead(status, { ...kept, 'content-length': String(body.length) });
  response.end(body);
}

/** A line between a till and its upstream service that a test can cut: it carries HTTP, and spoils the requests of a plan. */
import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * `hang`: neither request nor answer gets through. `cutAfter`, `hangAfter`: the request has its effect, its answer is lost.
 * `notFound`: it gets the 404 of another request.
 */
export type LineFault = 'hang' | 'cutBefore' | 'cutAfter' | 'hangAfter' | 'notFound' | null;

export interface Line {
  readonly url: string;
  /** Method and path of what has come, oldest first. */
  readonly requests: readonly string[];
  /** From now on; what hangs is cut. */
  faults(plan: (request: string) => LineFault): void;
  /** From now on these requests get this JSON, and the service never sees them. */
  answers(plan: (request: string) => object | null): void;
  close(): Promise<void>;
}

const open = new Set<Line>();

/** For `afterEach`. */
export const closeLines = () => Promise.all([...open].map(line => line.close()));

export async function lineTo(url: string): Promise<Line> {
  const requests: string[] = [];
  const hanging = new Set<Socket>();
  let plan: (request: string) => LineFault = () => null;
  let answer: (request: string) => object | null = () => null;
  const server = createServer((incoming, response) => {
    const asked = `${incoming.method} ${incoming.url}`;
    requests.push(asked);
    const fault = plan(asked);
    const made = answer(asked);
    if (made !== null) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(made));
    }
    if (fault === 'hang') return void hanging.add(incoming.socket);
    if (fault === 'notFound') return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    if (fault === 'cutBefore') return void incoming.socket.destroy();
    forward(url, incoming, response, fault);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    faults(next) {
      plan = next;
      for (const socket of hanging) socket.destroy();
      hanging.clear();
    },
    answers(next) {
      answer = next;
    },
    async close() {
      if (!open.delete(line)) return;
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
  open.add(line);
  return line;
}

function forward(url: string, incoming: IncomingMessage, response: ServerResponse, fault: LineFault): void {
  const { host } = new URL(url);
  const headers = { ...incoming.headers, host };
  const outgoing: ClientRequest = request(url + (incoming.url ?? ''), { method: incoming.method, headers }, answer => {
    if (fault === 'cutAfter') incoming.socket.destroy();
    if (fault !== null) return void answer.resume();
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => incoming.socket.destroy());
  incoming.pipe(outgoing);
}

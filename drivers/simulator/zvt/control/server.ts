/** The HTTP control of the virtual terminal: a screen, a test or a hand acts as the customer. Loopback only. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { VirtualTerminal } from '../engine/virtualTerminal.ts';
import { type Answer, type Body, ok, wrong } from './answer.ts';
import { stream, streams } from './eventStream.ts';
import { routes } from './routes.ts';

/** Serves what is not a call of the control, for example a page; false when it knows no such path. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Opens the control on a port of loopback, 0 = any free one. */
export async function openControl(
  terminal: VirtualTerminal,
  port: number,
  pages: Pages = () => false,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    serve(terminal, pages, request, response).catch((error: Error) => failed(response, error));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Of a scenario, the longest body there is. */
const MOST_BYTES = 65_536;

async function serve(
  terminal: VirtualTerminal,
  pages: Pages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = crossOrigin(request);
  if (!isForeign(request) && request.method === 'GET') {
    const path = pathOf(request);
    const follow = Object.hasOwn(streams, path) ? streams[path] : undefined;
    if (follow) return stream(response, headers, send => follow(terminal, send));
    if (pages(request, response)) return;
  }
  const answer = await answerTo(terminal, request).catch((error: Error) => wrong(error.message));
  response.writeHead(answer.status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(answer.body));
}

/** One call that goes wrong is no reason for the terminal to end. */
function failed(response: ServerResponse, error: Error): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(500, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: error.message }));
}

async function answerTo(terminal: VirtualTerminal, request: IncomingMessage): Promise<Answer> {
  if (isForeign(request)) return { status: 403, body: { error: 'only pages of this machine may use the control' } };
  if (request.method === 'OPTIONS') return ok({});
  const route = routes[`${request.method} ${pathOf(request)}`];
  if (route) return route(terminal, await readBody(request));
  const known = [...Object.keys(routes), ...Object.keys(streams).map(path => `GET ${path}`)];
  return { status: 404, body: { error: `no such call; there are: ${known.join(', ')}` } };
}

/** A page of this machine may act as the customer; other origins are refused. */
function crossOrigin({ headers: { origin } }: IncomingMessage): Readonly<Record<string, string>> {
  if (!origin || !isLoopback(originHost(origin))) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'content-type',
    'access-control-allow-methods': 'GET, POST, DELETE',
  };
}

function isForeign({ headers: { origin, host = '' } }: IncomingMessage): boolean {
  return !isLoopback(host) || (origin !== undefined && !isLoopback(originHost(origin)));
}

/** Without the query; as it was written, since not every path is an address (`//`). */
export const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0]!;

function originHost(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}

function isLoopback(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}

async function readBody(request: IncomingMessage): Promise<Body> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MOST_BYTES) throw new Error('the body is too long');
  }
  const body: unknown = text === '' ? {} : JSON.parse(text);
  if (typeof body !== 'object' || body === null) throw new Error('the body must be a JSON object');
  return body as Body;
}

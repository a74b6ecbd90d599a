/** The HTTP control of the virtual terminal: a screen, a test or a hand acts as the customer. Loopback only. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { behaviourOf, behaviours } from './behaviours.ts';
import { type CardName, cards } from './cards.ts';
import type { Key } from './device.ts';
import type { VirtualTerminal } from './terminal.ts';

type Body = Readonly<Record<string, unknown>>;
interface Answer {
  readonly status: number;
  readonly body: unknown;
}
type Route = (terminal: VirtualTerminal, body: Body) => Answer;

/** Method and path, one row each. */
const routes: Readonly<Record<string, Route>> = {
  'GET /state': terminal => ok(stateOf(terminal)),
  'GET /totals': terminal => ok(terminal.totals()),
  'GET /paper': terminal => ok(terminal.device.paper),
  'DELETE /paper': clearPaper,
  'POST /card': presentCard,
  'POST /pin': typePin,
  'POST /key': pressKey,
  'POST /behaviour': chooseBehaviour,
};

/** Opens the control on a port of loopback, 0 = any free one. */
export async function openControl(
  terminal: VirtualTerminal,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => void serve(terminal, request, response));
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

function stateOf(terminal: VirtualTerminal): unknown {
  const { device, memory } = terminal;
  return {
    phase: device.phase,
    display: device.display,
    amount: device.amount ?? null,
    paper: device.paper,
    behaviour: terminal.behaviour,
    amountRules: terminal.amountRules,
    behaviours: Object.fromEntries(Object.entries(behaviours).map(([name, make]) => [name, make().about])),
    cards: Object.keys(cards),
    connections: terminal.connections,
    registered: memory.now.registration !== undefined,
    receiptNumber: memory.now.receiptNumber,
  };
}

function clearPaper({ device }: VirtualTerminal): Answer {
  device.clearPaper();
  return ok([]);
}

function presentCard(terminal: VirtualTerminal, { card = 'girocard-contactless' }: Body): Answer {
  if (typeof card !== 'string' || !Object.hasOwn(cards, card))
    return wrong(`card must be one of: ${Object.keys(cards).join(', ')}`);
  return acted(terminal, terminal.device.act({ type: 'card', card: card as CardName }), 'a card');
}

function typePin(terminal: VirtualTerminal, { pin }: Body): Answer {
  if (typeof pin !== 'string' || !/^\d{4,12}$/.test(pin)) return wrong('pin must be 4 to 12 digits');
  return acted(terminal, terminal.device.act({ type: 'pin', pin }), 'a PIN');
}

function pressKey(terminal: VirtualTerminal, { key }: Body): Answer {
  if (key !== 'ok' && key !== 'clear' && key !== 'stop') return wrong('key must be ok, clear or stop');
  return acted(terminal, terminal.device.act({ type: 'key', key: key as Key }), `the key ${key}`);
}

function chooseBehaviour(terminal: VirtualTerminal, { behaviour, amountRules }: Body): Answer {
  if (behaviour !== undefined && (typeof behaviour !== 'string' || !behaviourOf(behaviour)))
    return wrong(`behaviour must be one of: ${Object.keys(behaviours).join(', ')}, some with :N`);
  if (amountRules !== undefined && typeof amountRules !== 'boolean') return wrong('amountRules must be true or false');
  if (typeof behaviour === 'string') terminal.behaviour = behaviour;
  if (typeof amountRules === 'boolean') terminal.amountRules = amountRules;
  return ok({ behaviour: terminal.behaviour, amountRules: terminal.amountRules });
}

function acted(terminal: VirtualTerminal, done: boolean, what: string): Answer {
  return done
    ? ok(stateOf(terminal))
    : {
        status: 409,
        body: { error: `the terminal does not wait for ${what} (it is in phase ${terminal.device.phase})` },
      };
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

function wrong(error: string): Answer {
  return { status: 400, body: { error } };
}

const MOST_BYTES = 4096;

async function serve(terminal: VirtualTerminal, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await answerTo(terminal, request).catch((error: Error) => wrong(error.message));
  const origin = request.headers.origin;
  // A page of this machine may act as the customer; other origins were refused.
  const cors =
    origin && isLoopback(originHost(origin))
      ? {
          'access-control-allow-origin': origin,
          'access-control-allow-headers': 'content-type',
          'access-control-allow-methods': 'GET, POST, DELETE',
        }
      : {};
  response.writeHead(answer.status, { 'content-type': 'application/json', ...cors });
  response.end(JSON.stringify(answer.body));
}

async function answerTo(terminal: VirtualTerminal, request: IncomingMessage): Promise<Answer> {
  const { origin, host = '' } = request.headers;
  const foreign = !isLoopback(host) || (origin !== undefined && !isLoopback(originHost(origin)));
  if (foreign) return { status: 403, body: { error: 'only pages of this machine may use the control' } };
  if (request.method === 'OPTIONS') return ok({});
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const route = routes[`${request.method} ${path}`];
  if (!route) return { status: 404, body: { error: `no such call; there are: ${Object.keys(routes).join(', ')}` } };
  return route(terminal, await readBody(request));
}

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

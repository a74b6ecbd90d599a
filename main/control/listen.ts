/**
 * `npm run control -- listen`: prints what happens at a running bridge, and hands its pushes on to a program at this desk. It
 * registers itself as a receiver of every push for as long as it runs, so pushes come with their real headers, signature,
 * order and repetitions, and a sale need not name an address.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BridgeCalls, pause, type StreamEvent } from './bridgeCalls.ts';

export interface ListenOptions {
  /** Where pushes are handed on to; null: they are acknowledged here. */
  readonly forward: string | null;
  /** Names of pushes (`sale.paid`, `sale.*`) and of stream events (`payment`); empty: pushes, and the usual events. */
  readonly events: readonly string[];
  readonly sale: string | null;
  /** Ends after the first event of this name. */
  readonly until: string | null;
  /** Seconds; null: for ever. */
  readonly timeout: number | null;
  readonly json: boolean;
  /** Address at which the bridge reaches this program; null: both are on one machine. */
  readonly address: string | null;
}

/** Exit codes for scripts. */
const DONE = 0;
const TIMED_OUT = 3;

/** Stream events that are shown unless others are named. */
const USUAL = ['transaction', 'payment'];
const RECEIVERS = '/bridge/v1/pushes/receivers';
/** How long the bridge goes on sending after this program was killed, and how often that is prolonged, seconds. */
const LEASE = 300;
const PROLONGED = 5;
/** A program at the desk may take as long as any receiver, ms. */
const FORWARD_LIMIT = 30_000;

type Print = (line: object, words: string) => void;

export async function listen(bridge: BridgeCalls, options: ListenOptions): Promise<number> {
  const end = new AbortController();
  let code = DONE;
  const finish = (with_: number) => {
    code = with_;
    end.abort();
  };
  const print: Print = (line, words) => console.log(options.json ? JSON.stringify(line) : words);
  const met = (name: string) => {
    if (options.until === name) finish(DONE);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => finish(DONE));
  if (options.timeout !== null) setTimeout(() => finish(TIMED_OUT), options.timeout * 1000).unref();
  const server = await receive(options, print, met);
  const stream = followStream(bridge, options, end.signal, print, met);
  const lease = holdReceiver(bridge, addressOf(server, options), end.signal, print);
  try {
    await Promise.all([stream, lease]);
  } finally {
    end.abort();
    server.closeAllConnections();
    server.close();
  }
  return code;
}

function addressOf(server: Server, { address }: ListenOptions): string {
  return address ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Keeps the receiver registered until the end, over restarts of the bridge. Throws for a refusal. */
async function holdReceiver(bridge: BridgeCalls, url: string, stop: AbortSignal, print: Print): Promise<void> {
  let id: string | null = null;
  let isAway = false;
  while (!stop.aborted) {
    try {
      const prolonged = id === null ? null : await bridge.ask('PUT', `${RECEIVERS}/${id}`, { seconds: LEASE });
      if (!prolonged?.ok) {
        const answer = await bridge.ask('POST', RECEIVERS, { url, seconds: LEASE });
        if (!answer.ok) throw Object.assign(new Error(String(answer.body.error_details)), { isRefusal: true });
        id = String(answer.body.id);
        print({ listening: id, url }, `listening as ${id}`);
      }
      isAway = false;
    } catch (error) {
      if (id === null || (error as { isRefusal?: boolean }).isRefusal) throw error;
      if (!isAway) print({ away: true }, 'the bridge is away; listening goes on when it is back');
      isAway = true;
    }
    await pause(isAway ? 1000 : PROLONGED * 1000, stop);
  }
  // A connection that cannot be ended now ends with its lease.
  if (id !== null) await bridge.ask('DELETE', `${RECEIVERS}/${id}`).catch(() => undefined);
}

async function receive(options: ListenOptions, print: Print, met: (name: string) => void): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const push = pushIn(body);
    if (!push) return void response.writeHead(400).end('not a push');
    if (!wantsPush(options, push)) return void response.writeHead(204).end();
    const { status, words } = await forwarded(options.forward, request, body);
    response.writeHead(status, { 'content-type': 'text/plain' }).end(words);
    const line = `push   ${push.event.padEnd(26)} ${push.object} ${push.standing}`;
    const answer = options.forward === null ? '' : `  -> ${words}`;
    print(
      { push: JSON.parse(body), answered: options.forward === null ? null : status, words },
      `${now()} ${line}${answer}`,
    );
    if (status < 300) met(push.event);
  });
  const place = options.address === null ? null : new URL(options.address);
  server.listen(place ? Number(place.port || 80) : 0, place ? undefined : '127.0.0.1');
  await once(server, 'listening');
  return server;
}

interface Push {
  readonly event: string;
  readonly object: string;
  readonly standing: string;
}

function pushIn(body: string): Push | null {
  try {
    const { event, target, data, status = '', outcome } = JSON.parse(body);
    const standing = [status, outcome?.result, outcome?.late ? 'late' : null].filter(Boolean).join(', ');
    return { event: event ?? `${target}.changed`, object: data[0].id, standing };
  } catch {
    return null;
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
};

/** Headers of one connection, which do not belong to the next. */
const OF_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** The same body and headers to the program at the desk; its answer decides whether the bridge repeats the push. */
async function forwarded(to: string | null, request: IncomingMessage, body: string) {
  if (to === null) return { status: 200, words: 'ok' };
  const headers = Object.entries(request.headers).filter(([name]) => !OF_CONNECTION.has(name)) as [string, string][];
  const begun = performance.now();
  try {
    const signal = AbortSignal.timeout(FORWARD_LIMIT);
    const answer = await fetch(to, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.body?.cancel();
    return { status: answer.status, words: `${answer.status} in ${Math.round(performance.now() - begun)} ms` };
  } catch (error) {
    const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
    return { status: 502, words: `no answer (${cause?.code ?? message})` };
  }
}

const isPushName = (name: string): boolean => name.includes('.');

function wantsPush({ events, sale }: ListenOptions, { event, object }: Push): boolean {
  if (sale !== null && object !== sale) return false;
  return (
    events.length === 0 ||
    events.some(name => name === event || (name.endsWith('.*') && event.startsWith(name.slice(0, -1))))
  );
}

async function followStream(
  bridge: BridgeCalls,
  { events, sale }: ListenOptions,
  stop: AbortSignal,
  print: Print,
  met: (name: string) => void,
): Promise<void> {
  const names = events.length === 0 ? USUAL : events.filter(name => !isPushName(name));
  if (names.length === 0) return;
  const query = new URLSearchParams({ events: names.join(','), ...(sale === null ? {} : { sale }) });
  const hear = (event: StreamEvent) => {
    print(
      { event: event.name, id: event.id, data: event.data },
      `${now()} event  ${event.name.padEnd(26)} ${aboutEvent(event)}`,
    );
    met(event.name);
  };
  await bridge.follow(`/bridge/v1/events?${query}`, stop, hear, () => undefined);
}

function aboutEvent({ name, data }: StreamEvent): string {
  if (name === 'transaction') {
    const { id, document } = data as { id: string; document: { status: string } };
    return `${id} ${document.status}`;
  }
  if (name === 'payment') {
    const { payment } = data as {
      payment: { transaction: string; step: string; prompt: { en: string } | null } | null;
    };
    return payment ? `${payment.transaction} ${payment.step} ${payment.prompt?.en ?? ''}`.trim() : 'over';
  }
  const text = JSON.stringify(data);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

const now = (): string => new Date().toTimeString().slice(0, 8);

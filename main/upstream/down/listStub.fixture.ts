/** A service that offers the lists of the specification alone: coarse times, late commits, pages that fail, no log of changes. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../../world/down.ts';

export interface StubCard extends Json {
  readonly id: string;
  readonly updated?: string;
}

export interface ListStub {
  readonly url: string;
  /** Objects that the lists show, by id. */
  readonly cards: Map<string, StubCard>;
  readonly requests: readonly string[];
  /** Answers to requests; null: as usual. */
  fail: ((path: string) => number | null) | null;
  /** Lists can be scrolled; `badly`: every page is the first one. */
  scrolls: boolean | 'badly';
  /** Seconds since 1970 that the service says it is; null: it does not say. */
  clock: number | null;
}

const open = new Set<Server>();

/** For `afterEach`. */
export async function closeListStubs(): Promise<void> {
  for (const server of open) {
    server.closeAllConnections();
    await new Promise(done => server.close(done));
  }
  open.clear();
}

/** `seconds` since 1970, as coarse as the service writes them. */
export const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00');

export const cardId = (number: number): string => `MCD_${String(number).padStart(30, 'S')}`;

/** A card of one group; `updated` in seconds since 1970. */
export function stubCard(number: number, cash: number, updated: number): StubCard {
  const cardnumber = `4711${String(number).padStart(12, '0')}`;
  return {
    object: 'loyalty.merchantcards',
    id: cardId(number),
    card: {
      object: 'loyalty.cards',
      id: `CRD_${String(number).padStart(30, 'S')}`,
      cardnumber,
      created: timeOf(updated),
    },
    cardgroup: { object: 'loyalty.cardgroups', id: `CRG_${'S'.repeat(30)}`, display_name: 'Stub' },
    is_base_card: false,
    cash_balance: cash,
    bonus_balance: 0,
    points: 0,
    stock_status: 'active',
    lock_status: 'unlocked',
    passcode: 0,
    expiry_date: null,
    customer: null,
    updated: timeOf(updated),
  };
}

export async function listStub(): Promise<ListStub> {
  const cards = new Map<string, StubCard>();
  const requests: string[] = [];
  const scrolls = new Map<string, readonly StubCard[]>();
  const stub = {
    url: '',
    cards,
    requests,
    fail: null as ListStub['fail'],
    scrolls: true as ListStub['scrolls'],
    clock: null as ListStub['clock'],
  };
  const server = createServer((request, response) => answer(stub, scrolls, requests, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.add(server);
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stub;
}

function answer(
  stub: ListStub,
  scrolls: Map<string, readonly StubCard[]>,
  requests: string[],
  { url = '', method }: IncomingMessage,
  response: ServerResponse,
): void {
  requests.push(`${method} ${url}`);
  const { status, body } = replyTo(stub, scrolls, url);
  response.sendDate = false;
  if (stub.clock !== null) response.setHeader('date', new Date(stub.clock * 1000).toUTCString());
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

interface Reply {
  readonly status: number;
  readonly body: object;
}

function replyTo(stub: ListStub, scrolls: Map<string, readonly StubCard[]>, url: string): Reply {
  const send = (status: number, body: object): Reply => ({ status, body });
  const { pathname, searchParams } = new URL(url, 'http://stub');
  const failure = stub.fail?.(url) ?? null;
  if (failure !== null) return send(failure, { error: 'ProductInternalException', code: 0 });
  if (pathname === '/oauth/token') return send(200, { access_token: 't', expires_in: 1200 });
  if (pathname === '/api/v2/Smart/Transactions') return send(200, { count: 0, data: [] });
  if (pathname !== '/api/v2/Loyalty/MerchantCards') return send(404, { error: 'ProductNotFoundException', code: 1 });
  const count = Number(searchParams.get('count') ?? 10);
  const scroll = searchParams.get('scroll_id');
  const rows = scroll === null ? found(stub, searchParams) : (scrolls.get(scroll) ?? []);
  const offset = Number(searchParams.get('offset') ?? 0);
  if (offset >= 10_000) return send(500, { error: 'ProductFormatException', code: 2 });
  const data = rows.slice(offset, offset + count);
  if (!stub.scrolls || searchParams.get('scroll_expire') === null) return send(200, { count: rows.length, data });
  const id = scroll ?? `scroll${scrolls.size}`;
  scrolls.set(id, stub.scrolls === 'badly' ? rows : rows.slice(offset + count));
  return send(200, { count: rows.length, scroll_id: id, data });
}

function found({ cards }: ListStub, parameters: URLSearchParams): readonly StubCard[] {
  const from = /updated:\[(.+) TO \*\]/.exec(parameters.get('q') ?? '')?.[1];
  // Texts of one form are compared as they are: thousands of rows are looked through for every page.
  const least = from === undefined ? '' : timeOf(Date.parse(from) / 1000);
  const rows = [...cards.values()].filter(({ updated = '' }) => updated >= least);
  const key = parameters.get('sort') === 'updated:asc' ? 'updated' : 'id';
  return rows.sort(({ [key]: a = '' }, { [key]: b = '' }) => (a < b ? -1 : a > b ? 1 : 0));
}

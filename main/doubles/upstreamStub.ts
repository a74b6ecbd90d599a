/**
 * A small service that speaks the specification, for tests of what must survive a bad one: no idempotency keys unless asked
 * for, references that may repeat, lists that lag, answers that are cut after their effect, refusals of every kind.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StubSale {
  readonly id: string;
  readonly transactionRef: string | null;
  readonly product: string | null;
  status: string;
  payment_method: string | null;
  receipt_number: number | null;
  readonly sum: number;
  readonly created: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request as the plan of a test sees it. */
export interface StubRequest {
  readonly number: number;
  readonly method: string;
  /** `token`, `list`, `create`, `read`, `start`, `cancel`, `canceltrx`, `preTransaction`, `setDelivery` */
  readonly call: string;
  readonly sale: StubSale | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string | null;
}

/** `cutBefore`, `cutAfter`: the socket is cut without or with the effect. `hang`: no answer. An object: another answer, no effect. */
export type StubFault =
  | 'cutBefore'
  | 'cutAfter'
  | 'hang'
  | {
      readonly status: number;
      readonly body?: object;
      readonly headers?: Readonly<Record<string, string>>;
      /** Sent as it is, in place of JSON. */
      readonly raw?: string | Buffer;
    };

export interface UpstreamStub {
  readonly url: string;
  readonly sales: readonly StubSale[];
  readonly requests: readonly StubRequest[];
  /** Largest number of requests that were under way at once. */
  readonly busiest: number;
  /** From now on; null: everything works. */
  faults(plan: ((request: StubRequest) => StubFault | null | undefined) | null): void;
  close(): Promise<void>;
}

export interface StubBehaviour {
  /** Honours Idempotency-Key. */
  readonly keys?: boolean;
  /** Returns `product`. */
  readonly echoes?: boolean;
  /** ms until a list shows a new sale, or whether it hides what there is. */
  readonly lag?: number | (() => boolean);
  /** ms before every answer */
  readonly delay?: number;
}

const open = new Set<UpstreamStub>();

/** For `afterEach`. */
export const closeStubs = () => Promise.all([...open].map(stub => stub.close()));

export async function upstreamStub(behaviour: StubBehaviour = {}): Promise<UpstreamStub> {
  const service = new Service(behaviour);
  const server = createServer((request, response) => void service.answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stub: UpstreamStub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sales: service.sales,
    requests: service.requests,
    get busiest() {
      return service.busiest;
    },
    faults(plan) {
      service.plan = plan;
    },
    close: () => close(server, stub),
  };
  open.add(stub);
  return stub;
}

async function close(server: Server, stub: UpstreamStub): Promise<void> {
  if (!open.delete(stub)) return;
  server.closeAllConnections();
  await new Promise(done => server.close(done));
}

interface Reply {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly raw?: string | Buffer;
}

const refusal = (status: number, error: string, code: number): Reply => ({
  status,
  body: { status: 'error', error, error_details: error, error_user: error, code, supportId: '' },
});

class Service {
  readonly sales: StubSale[] = [];
  readonly requests: StubRequest[] = [];
  plan: ((request: StubRequest) => StubFault | null | undefined) | null = null;
  busiest = 0;
  private busy = 0;
  private readonly behaviour: StubBehaviour;
  private readonly kept = new Map<string, Reply>();

  constructor(behaviour: StubBehaviour) {
    this.behaviour = behaviour;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.busy += 1;
    this.busiest = Math.max(this.busiest, this.busy);
    response.on('close', () => {
      this.busy -= 1;
    });
    const asked = await this.read(request);
    this.requests.push(asked);
    const fault = this.plan?.(asked) ?? null;
    if (fault === 'hang') return;
    if (fault === 'cutBefore') return void request.socket.destroy();
    if (fault !== null && typeof fault === 'object') return send(response, { body: {}, ...fault });
    const reply = this.keyed(asked, request.url ?? '');
    if (fault === 'cutAfter') return void request.socket.destroy();
    if (this.behaviour.delay) await new Promise(done => setTimeout(done, this.behaviour.delay));
    send(response, reply);
  }

  private async read(request: IncomingMessage): Promise<StubRequest> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const url = new URL(request.url ?? '', 'http://stub');
    const [, , , , , name, action] = url.pathname.split('/');
    const method = request.method ?? '';
    const key = request.headers['idempotency-key'];
    return {
      number: this.requests.length + 1,
      method,
      call: callOf(method, url.pathname, name, action),
      sale: this.sales.find(({ id, receipt_number }) => id === name || String(receipt_number) === name) ?? null,
      body: text.startsWith('{') ? JSON.parse(text) : {},
      key: typeof key === 'string' ? key : null,
    };
  }

  private keyed(asked: StubRequest, url: string): Reply {
    const known = this.behaviour.keys && asked.key !== null ? this.kept.get(asked.key) : undefined;
    if (known) return known;
    const reply = this.carryOut(asked, new URL(url, 'http://stub'));
    if (asked.key !== null) this.kept.set(asked.key, reply);
    return reply;
  }

  private carryOut({ call, sale, body }: StubRequest, url: URL): Reply {
    if (call === 'token')
      return { status: 200, body: { access_token: 'token', expires_in: 1200, token_type: 'bearer' } };
    if (call === 'list') return this.list(url.searchParams);
    if (call === 'create') return this.create(body);
    if (!sale) return refusal(404, 'ProductNotFoundException', 3001);
    return this.act(call, sale, url);
  }

  private act(call: string, sale: StubSale, url: URL): Reply {
    const forbidden = refusal(405, 'ProductNotAllowedException', 1003);
    if (call === 'start') {
      if (sale.status !== 'created') return forbidden;
      sale.status = 'ok';
      sale.payment_method = url.pathname.split('/').at(-1) ?? null;
      sale.receipt_number = this.sales.filter(({ receipt_number }) => receipt_number !== null).length + 1;
    }
    if (call === 'cancel' || call === 'canceltrx') {
      if (sale.status === 'cancelled') return forbidden;
      sale.status = 'cancelled';
    }
    if (call === 'preTransaction') return forbidden;
    if (call === 'setDelivery') sale.status = 'shipped';
    return { status: 200, body: this.document(sale) };
  }

  private create(body: Readonly<Record<string, unknown>>): Reply {
    const { basket_info, transactionRef, product } = body as {
      basket_info?: { sum?: number };
      transactionRef?: string;
      product?: string;
    };
    const sale: StubSale = {
      id: `STX_${String(this.sales.length + 1).padStart(30, '0')}`,
      transactionRef: transactionRef ?? null,
      product: product ?? null,
      status: 'created',
      payment_method: null,
      receipt_number: null,
      sum: basket_info?.sum ?? 0,
      created: Date.now(),
      body,
    };
    this.sales.push(sale);
    return { status: 200, body: this.document(sale) };
  }

  private list(query: URLSearchParams): Reply {
    const [, property, text = ''] = /^(\w+):"?(.*?)"?$/s.exec(query.get('q') ?? '') ?? [];
    const value = text.replace(/\\(.)/gs, '$1');
    const { lag = 0 } = this.behaviour;
    const visible = typeof lag === 'function' ? (lag() ? 0 : Infinity) : Date.now() - lag;
    const hits = this.sales.filter(
      ({ created, ...sale }) =>
        created <= visible && (property === undefined || sale[property as 'status' | 'transactionRef'] === value),
    );
    const offset = Number(query.get('offset') ?? 0);
    const data = hits
      .toReversed()
      .slice(offset, offset + Number(query.get('count') ?? 10))
      .map(sale => this.document(sale));
    return { status: 200, body: { count: hits.length, data } };
  }

  private document({ sum, body, created: _, product, ...sale }: StubSale): object {
    return {
      object: 'smart.transactions',
      ...sale,
      ...(this.behaviour.echoes === false ? {} : { product }),
      basket: body.basket ?? null,
      basket_info: { sum, currency: 'EUR', missing_sum: sale.status === 'ok' ? 0 : sum },
      idents: [],
      transactions: [],
    };
  }
}

function callOf(method: string, path: string, name: string | undefined, action: string | undefined): string {
  if (path === '/oauth/token') return 'token';
  if (name === undefined) return method === 'GET' ? 'list' : 'create';
  return action ?? 'read';
}

function send(response: ServerResponse, { status, body, headers, raw }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(raw ?? JSON.stringify(body));
}

/** A small cash register that pays through the bridge and offers the calls of the acceptance; some have a flaw on purpose. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Outcome } from '../../main/wire/shapes.ts';
import type { Result, SaleOrder } from './register.ts';

/** Mistakes that registers make, each of which costs somebody money. */
export type Flaw =
  /** Takes every answer 200 for paid. */
  | 'status200IsPaid'
  /** Sells anew where an answer was lost. */
  | 'sellsAnew'
  /** Says not paid where nobody knows. */
  | 'unknownIsNotPaid'
  /** Keeps its sales in memory alone. */
  | 'forgets'
  /** Knows a sale only when its payment has ended, and answers 404 until then and after a restart. */
  | 'forgetsRunning'
  /** Says not paid as soon as somebody pressed stop. */
  | 'stopIsNotPaid'
  /** Shows money as given back without asking the bridge. */
  | 'cancelsAlone'
  /** Has no stop and cannot be restarted. */
  | 'hasNoStop'
  /** Offers no sale at all. */
  | 'hasNoSales';

interface KnownSale {
  readonly order: SaleOrder;
  id: string | null;
  attempts: number;
  stopped: boolean;
  givenUp: boolean;
  cancelled: boolean;
}

interface ApiAnswer {
  readonly status: number;
  readonly body: { readonly id?: string; readonly status?: string; readonly outcome?: Outcome };
}

export interface ExampleRegister {
  readonly url: string;
  close(): Promise<void>;
}

export async function startRegister(bridge: string, flaw: Flaw | null = null): Promise<ExampleRegister> {
  // In a real register this is a file or a database.
  const kept = new Map<string, KnownSale>();
  const ended = new Set<string>();
  let token = '';

  /** Null: the answer was lost, or the bridge is away. */
  async function ask(method: string, path: string, body: object | null, key: string | null): Promise<ApiAnswer | null> {
    try {
      token ||= await signIn(bridge);
      const response = await fetch(bridge + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...(key === null ? {} : { 'idempotency-key': key }),
        },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      });
      if (response.status === 503) return null;
      return { status: response.status, body: (await response.json()) as ApiAnswer['body'] };
    } catch {
      return null;
    }
  }

  /** The same key until there is an answer: nothing is done twice. */
  async function surely(path: string, body: object | null, key: string): Promise<ApiAnswer> {
    for (;;) {
      const answer = await ask('POST', path, body, key);
      if (answer !== null) return answer;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }

  async function sell(order: SaleOrder): Promise<Result> {
    const sale = known(order);
    if (sale.id !== null && (await stateOf(sale)) === 'unknown') return 'unknown';
    sale.stopped = false;
    sale.attempts += 1;
    const key = `${order.reference}-${sale.attempts}`;
    const basket = { transactionRef: order.reference, basket_info: { sum: order.amount, currency: order.currency } };
    sale.id ??= (await surely('/api/v2/Smart/Transactions', basket, `${order.reference}-sale`)).body.id ?? null;
    const start = `/api/v2/Smart/Transactions/${sale.id}/start/cashless`;
    if (flaw !== 'sellsAnew') {
      const { status } = await surely(start, { questions: true }, key);
      return flaw === 'status200IsPaid' && status === 200 ? 'paid' : stateOf(sale);
    }
    const answer = await ask('POST', start, null, key);
    if (answer !== null) return stateOf(sale);
    sale.id = null;
    kept.set(order.reference, { ...sale, attempts: sale.attempts + 1 });
    const anew = await surely('/api/v2/Smart/Transactions', basket, `${key}-anew`);
    known(order).id = anew.body.id ?? null;
    await surely(`/api/v2/Smart/Transactions/${anew.body.id}/start/cashless`, null, `${key}-again`);
    return stateOf(known(order));
  }

  function known(order: SaleOrder): KnownSale {
    const sale = kept.get(order.reference);
    if (sale) return sale;
    const fresh = { order, id: null, attempts: 0, stopped: false, givenUp: false, cancelled: false };
    kept.set(order.reference, fresh);
    return fresh;
  }

  async function stateOf(sale: KnownSale): Promise<Result> {
    if (flaw === 'cancelsAlone' && sale.cancelled) return 'cancelled';
    if (flaw === 'stopIsNotPaid' && sale.stopped) return 'not_paid';
    if (sale.id === null) return sale.attempts === 0 ? 'not_paid' : 'unknown';
    const answer = await ask('GET', `/api/v2/Smart/Transactions/${sale.id}`, null, null);
    const { outcome, status } = answer?.body ?? {};
    if (status === 'cancelled') return 'cancelled';
    if (outcome?.result === 'paid') return 'paid';
    if (outcome === undefined || outcome.result === 'unknown')
      return flaw === 'unknownIsNotPaid' ? 'not_paid' : 'unknown';
    return 'not_paid';
  }

  async function answer(path: string, body: string): Promise<object | null> {
    const [, , kind = '', reference = '', step = ''] = path.split('/').map(decodeURIComponent);
    if (kind === 'restart' && flaw !== 'hasNoStop') {
      if (flaw === 'forgets' || flaw === 'forgetsRunning') kept.clear();
      token = '';
      return {};
    }
    if (flaw === 'hasNoSales') return null;
    if (kind === 'sales' && reference === '') {
      const order = JSON.parse(body) as SaleOrder;
      const result = await sell(order);
      ended.add(order.reference);
      return { result };
    }
    const sale = flaw === 'forgetsRunning' && !ended.has(reference) ? undefined : kept.get(reference);
    if (kind !== 'sales' || sale === undefined) return flaw === 'forgets' ? { result: 'not_paid' } : null;
    if (step === 'stop' && flaw !== 'hasNoStop') {
      sale.stopped = true;
      await ask('POST', `/api/v2/Smart/Transactions/${sale.id}/abort`, null, null);
      return {};
    }
    if (step === 'signature') {
      const asked = (await ask('GET', `/api/v2/Smart/Transactions/${sale.id}`, null, null))?.body.outcome?.question;
      const { right } = JSON.parse(body) as { right: boolean };
      const reply = { question: asked?.id ?? '', answer: right ? 'yes' : 'no' };
      await surely('/bridge/v1/till/answer', reply, `${reference}-${reply.question}`);
      return {};
    }
    if (step === 'cancel') {
      sale.cancelled = true;
      if (flaw !== 'cancelsAlone')
        await surely(`/api/v2/Smart/Transactions/${sale.id}/cancel`, null, `${reference}-cancel`);
      return { result: await stateOf(sale) };
    }
    return step === '' ? { result: await stateOf(sale) } : null;
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      void answer(request.url ?? '/', body).then(result => {
        response.writeHead(result === null ? 404 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(result ?? {}));
      });
    });
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => {
        server.close(() => resolve());
      });
    },
  };
}

async function signIn(bridge: string): Promise<string> {
  const response = await fetch(`${bridge}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'demo-client',
      client_secret: 'demo-secret',
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** One try at telling a receiver: an HTTP POST that follows no redirect and goes to no address that is not allowed. */
import { readFileSync } from 'node:fs';
import type { Agent, Dispatcher } from 'undici';
import { type AddressRules, guardedLookup, REFUSED, refusalOf } from './addresses.ts';

export interface SendSettings {
  readonly rules: AddressRules;
  /** The receiver must have answered by then, ms. */
  readonly limit: number;
  /** File of further certificate authorities to trust, PEM. */
  readonly authorities: string | null;
  readonly version: string;
}

/**
 * How a try ended. `slow`: no answer within the limit; `refused`: the address is not allowed, and nothing was sent;
 * `failed`: any other status, or none because of the network.
 */
export interface SendResult {
  readonly ending: 'acknowledged' | 'failed' | 'slow' | 'refused';
  readonly status: number | null;
  /** How long it took. */
  readonly ms: number;
  /** The first bytes of what the receiver said. */
  readonly answer: string | null;
  readonly error: string | null;
}

type Headers = Readonly<Record<string, string>>;

export interface Sender {
  /** Throws only when `stop` fires: then nobody knows whether it arrived. `headers` besides those of every push. */
  send(url: string, body: string, headers: Headers, stop: AbortSignal): Promise<SendResult>;
  close(): Promise<void>;
}

/** Kept bytes of the receiver's answer. */
const KEPT = 500;

export function createSender({ rules, limit, authorities, version }: SendSettings): Sender {
  let opened: Promise<Opened> | null = null;

  /** Loaded with the first notification: most starts of a till send none for a long time. */
  async function open(): Promise<Opened> {
    const [{ Agent, request }, { getCACertificates }] = await Promise.all([import('undici'), import('node:tls')]);
    const ca = authorities === null ? {} : { ca: [...getCACertificates(), readFileSync(authorities, 'utf8')] };
    const dispatcher = new Agent({
      connect: { lookup: guardedLookup(rules), timeout: limit, ...ca },
      headersTimeout: limit,
      bodyTimeout: limit,
    });
    return { request, dispatcher };
  }

  async function ask(url: string, body: string, headers: Headers, signal: AbortSignal): Promise<Answer> {
    opened ??= open();
    const { request, dispatcher } = await opened;
    const { statusCode, body: content } = await request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: '*/*',
        connection: 'close',
        'user-agent': `Tillbridge/${version}`,
        ...headers,
      },
      body,
      dispatcher,
      signal,
    });
    return { status: statusCode, answer: await beginning(content) };
  }

  return {
    async send(url, body, headers, stop) {
      const begin = performance.now();
      const sent = (result: Omit<SendResult, 'ms'>): SendResult => ({
        ...result,
        ms: Math.round(performance.now() - begin),
      });
      const refusal = refusalOf(url, rules);
      if (refusal !== null) return sent({ ...NOTHING, ending: 'refused', error: refusal });
      const late = AbortSignal.timeout(limit);
      try {
        const { status, answer } = await ask(url, body, headers, AbortSignal.any([late, stop]));
        return sent({ ending: acknowledges(status) ? 'acknowledged' : 'failed', status, answer, error: null });
      } catch (error) {
        stop.throwIfAborted();
        return sent({ ...NOTHING, ...failure(error as Failure, late.aborted, limit) });
      }
    },
    close: async () => (await opened)?.dispatcher.destroy(),
  };
}

interface Opened {
  readonly request: typeof import('undici').request;
  readonly dispatcher: Agent;
}

interface Answer {
  readonly status: number;
  readonly answer: string;
}

const NOTHING = { status: null, answer: null };

const acknowledges = (status: number): boolean => status >= 200 && status <= 299;

type Failure = Error & { readonly code?: string };

/** Waiting for the connection alone can take all the time there is. */
const SLOW = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT']);

function failure({ code = '', message }: Failure, late: boolean, limit: number): Pick<SendResult, 'ending' | 'error'> {
  if (late || SLOW.has(code)) return { ending: 'slow', error: `no answer within ${limit / 1000} s` };
  if (code === REFUSED) return { ending: 'refused', error: message };
  return { ending: 'failed', error: code && !message.includes(code) ? `${code}: ${message}` : message };
}

/** The status decides; a body that breaks off, or never ends, changes nothing. */
async function beginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  let text = Buffer.alloc(0);
  try {
    for await (const chunk of body) {
      text = Buffer.concat([text, chunk as Buffer]);
      if (text.length >= KEPT) break;
    }
  } catch {
    // The part that arrived is kept.
  }
  return text.subarray(0, KEPT).toString();
}

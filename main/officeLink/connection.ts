/** Requests to the back office over one connection that is kept open; signed where there is a key. */
import type { Agent } from 'undici';
import type { SigningKey } from '../batch/signature.ts';
import { retryAfter } from '../queue/backoff.ts';
import type { Clock } from '../world/clock.ts';
import { LinkFailure, type OfficeAnswer } from './failures.ts';

export interface OfficeRequest {
  /** Base address without a slash at its end. */
  readonly address: string;
  /** Below the address. */
  readonly path: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for the enrolment, which has no key yet. */
  readonly key: SigningKey | null;
}

export interface OfficeConnection {
  /** Throws `LinkFailure` where no answer came within the limit. */
  post(request: OfficeRequest): Promise<OfficeAnswer>;
  /** Cuts a request under way. */
  close(): Promise<void>;
}

/** An answer to a batch has at most a few ranges and one refusal for each record. */
const LONGEST_ANSWER = 4 * 1024 * 1024;

/** `limit`: ms that an answer may take. `clockReceived` gets the clock of the office less ours, ms, with every answer that says it. */
export function createConnection(
  clock: Pick<Clock, 'now'>,
  limit: number,
  clockReceived: (difference: number) => void = () => undefined,
): OfficeConnection {
  let loaded: Promise<Loaded> | null = null;
  const closing = new AbortController();
  // The office's clock less ours, ms: a till with a wrong clock still signs within the window of the office.
  let offset = 0;

  async function once({ address, path, body, headers, key }: OfficeRequest): Promise<OfficeAnswer & { date: number }> {
    loaded ??= load(limit);
    const { agent, request, signRequest } = await loaded;
    const url = `${address}${path}`;
    const own = { 'user-agent': 'tillbridge', ...headers };
    const signed = key
      ? await signRequest({ method: 'POST', url, headers: own, body }, key, clock.now() + offset)
      : own;
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(limit)]);
      const answer = await request(url, { method: 'POST', headers: signed, body, dispatcher: agent, signal });
      const text = await limitedText(answer.body);
      const { 'retry-after': wait, date } = answer.headers;
      return {
        status: answer.statusCode,
        retryAfter: retryAfter(String(wait ?? ''), clock.now()),
        body: parsed(text),
        date: Date.parse(String(date ?? '')),
      };
    } catch (error) {
      throw new LinkFailure('unreachable', `(${url}: ${messageOf(error)})`);
    }
  }

  return {
    async post(asked) {
      const answer = await once(asked);
      if (isOffice(answer) && !Number.isNaN(answer.date)) clockReceived(answer.date - clock.now());
      const isExpired = answer.status === 401 && JSON.stringify(answer.body ?? '').includes('signatureExpired');
      if (!isExpired || Number.isNaN(answer.date)) return answer;
      offset = answer.date - clock.now();
      return once(asked);
    },
    async close() {
      closing.abort();
      await (await loaded)?.agent.destroy();
    },
  };
}

/** An answer of something in between, for example a guest network, says nothing about the clock of the office. */
const isOffice = ({ status, body }: OfficeAnswer): boolean =>
  typeof body === 'object' && body !== null && (status < 300 || JSON.stringify(body).includes('signatureExpired'));

interface Loaded {
  readonly agent: Agent;
  readonly request: typeof import('undici').request;
  readonly signRequest: typeof import('../batch/signature.ts').signRequest;
}

/** Loaded with the first request: a till without a back office starts sooner. */
async function load(limit: number): Promise<Loaded> {
  const [{ Agent, request }, { signRequest }] = await Promise.all([import('undici'), import('../batch/signature.ts')]);
  return { agent: new Agent({ connections: 1, connect: { timeout: limit } }), request, signRequest };
}

async function limitedText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > LONGEST_ANSWER) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function messageOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return code ?? message ?? String(error);
}

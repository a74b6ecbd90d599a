/** The connections to the service: one pool, opened with the first request. Every answer is read whole, as text. */
import { randomUUID } from 'node:crypto';
import type { Dispatcher, Pool } from 'undici';
import { type BodyFacts, LARGEST, textOf } from './answerBody.ts';
import { foreignAnswer, networkFailure } from './failures.ts';

export interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly text: string;
  readonly retryAfter: string | null;
  /** Where a redirection points. Nothing is sent there: it would get the credentials. */
  readonly location: string | null;
  /** The clock of the service, ms since 1970; null where it does not say it. */
  readonly at: number | null;
  /** The number of the request that the answer is about; null where the service does not repeat it. */
  readonly request: string | null;
}

/** A Tillbridge repeats it in its answer, so that an answer that belongs to another request is noticed whatever it says. */
const REQUEST_NUMBER = 'tillbridge-request';

/** Throws `UpstreamError` where nobody answers. */
export type Send = (
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
) => Promise<Answer>;

export interface ConnectionSettings {
  /** ms until an answer must be there. */
  readonly limit: number;
  readonly connections: number;
  readonly version: string;
}

/** An answer may take as long as this many limits: a body that comes byte by byte keeps every pause short, and would never end. */
const MOST_LIMITS = 2;

export function createConnection(base: URL, { limit, connections, version }: ConnectionSettings) {
  const prefix = base.pathname.replace(/\/+$/, '');
  const always = { accept: 'application/json', 'accept-language': 'de', 'user-agent': `Tillbridge/${version}` };
  let opened: Promise<Pool> | null = null;
  let pool: Pool | null = null;

  async function open(): Promise<Pool> {
    const { Pool } = await import('undici');
    pool = new Pool(base.origin, {
      connections,
      connect: { timeout: limit },
      headersTimeout: limit,
      bodyTimeout: limit,
      keepAliveTimeout: 20_000,
      maxResponseSize: LARGEST,
    });
    return pool;
  }

  const send: Send = async (method, path, headers, body) => {
    opened ??= open();
    const ready = pool ?? (await opened);
    const number = randomUUID();
    const numbered = { ...always, ...headers, [REQUEST_NUMBER]: number };
    const request = { method, path: prefix + path, headers: numbered, body: body ?? null };
    const answer = await dispatched(ready, request, MOST_LIMITS * limit);
    if (answer.request !== null && answer.request !== number) throw foreignAnswer();
    return answer;
  };
  return {
    send,
    close: async () => {
      await (await opened)?.destroy();
    },
  };
}

/** Without the streams of `request`, which cost more than the reading of such short answers. */
function dispatched(pool: Pool, options: Dispatcher.DispatchOptions, within: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let head: (Omit<Answer, 'text'> & BodyFacts) | null = null;
    let timer: NodeJS.Timeout | undefined;
    const chunks: Buffer[] = [];
    pool.dispatch(options, {
      onRequestStart(controller) {
        clearTimeout(timer);
        const late = () =>
          controller.abort(new DOMException(`the answer did not end within ${within} ms`, 'TimeoutError'));
        timer = setTimeout(late, within);
      },
      onResponseStart(_, status, headers) {
        // 1xx: the answer itself is still to come.
        if (status >= 200) head = headOf(status, headers);
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd() {
        clearTimeout(timer);
        if (head) textOf(chunks, head).then(text => resolve({ ...(head as Omit<Answer, 'text'>), text }), reject);
      },
      onResponseError(_, error) {
        clearTimeout(timer);
        reject(networkFailure(error));
      },
    });
  });
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function headOf(status: number, headers: Headers): Omit<Answer, 'text'> & BodyFacts {
  const single = (name: string) => {
    const header = headers[name];
    return typeof header === 'string' ? header : null;
  };
  const at = Date.parse(single('date') ?? '');
  return {
    status,
    etag: single('etag'),
    retryAfter: single('retry-after'),
    location: single('location'),
    at: Number.isNaN(at) ? null : at,
    request: single(REQUEST_NUMBER),
    encoding: single('content-encoding'),
    type: single('content-type'),
  };
}

/**
 * Client of the Tillbridge API: one file, no dependencies, for Node 20 and newer and for browsers.
 *
 *   const till = new Tillbridge({ url: 'http://127.0.0.1:8640', clientId: 'demo-client', clientSecret: '…' });
 *   const sale = await till.api.createSmartTransaction({ body: { basket: { products: […] } } });
 *   const { outcome } = await till.pay(sale.id, 'cashless');
 *
 * Tokens are fetched and renewed by themselves. Every call that changes something has an Idempotency-Key, which stays the
 * same while the line breaks and the call is repeated, so that nothing is done twice.
 */

/* operations: replaced by those of the OpenAPI document */
export interface Operations {
  [name: string]: { parameters: Record<string, unknown>; body: unknown; answer: unknown };
}
const OPERATIONS: Readonly<Record<string, readonly [method: string, path: string, keyed: 0 | 1]>> = {};
/** How the money of a sale stands. */
export interface Outcome {
  readonly result: 'open' | 'paid' | 'not_paid' | 'unknown';
  readonly final: boolean;
  readonly paid: number | null;
  readonly open: number | null;
  readonly late: boolean;
  readonly abort_requested: boolean;
  readonly next: NextCall | null;
}
export interface NextCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly why: string;
}
export interface SmartTransaction {
  readonly id: string;
  readonly outcome: Outcome;
}
/* end of operations */

export interface Options {
  /** Address of the bridge, for example `http://127.0.0.1:8640`. */
  readonly url: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Other fields of the token request, for example `{ grant_type: 'appuser', username, password, device }`. */
  readonly grant?: Readonly<Record<string, string>>;
  /** A token that was got elsewhere, in the place of clientId and clientSecret. */
  readonly token?: string;
  /** Language of texts for people. */
  readonly language?: 'de' | 'en';
  /** Version of the API, see /docs/changelog. */
  readonly version?: string;
  /** How often a call is repeated that got no answer; 4 if left out. */
  readonly retries?: number;
  /** Milliseconds before the first repetition, doubled with each; 300 if left out. */
  readonly pause?: number;
  readonly fetch?: typeof fetch;
}

/** The bridge refused the call. `body` has every member of the answer. */
export class TillbridgeError extends Error {
  readonly status: number;
  /** Number of the error, see /docs/errors; null for refusals of the token endpoint. */
  readonly code: number | null;
  /** Name of the error. */
  readonly error: string;
  /** For developers: what is wrong and where. */
  readonly details: string;
  /** For the user, in the language of the client. */
  readonly user: string;
  /** Finds the request in the journal of the bridge. */
  readonly supportId: string | null;
  readonly docUrl: string | null;
  /** Seconds after which the call may be sent again. */
  readonly retryAfter: number | null;
  readonly outcome: Outcome | null;
  readonly next: NextCall | null;
  /** Why the terminal did not take the money. */
  readonly reason: {
    readonly code: string;
    readonly texts: { readonly de: string; readonly en: string };
    readonly advice: string;
  } | null;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, headers: Headers, body: Readonly<Record<string, unknown>>) {
    const text = (name: string): string | null => (typeof body[name] === 'string' ? (body[name] as string) : null);
    super(text('error_details') ?? text('error_description') ?? `HTTP ${status}`);
    this.name = 'TillbridgeError';
    this.status = status;
    this.code = typeof body.code === 'number' ? body.code : null;
    this.error = text('error') ?? '';
    this.details = this.message;
    this.user = text('error_user') ?? '';
    this.supportId = text('supportId') ?? headers.get('x-support-id');
    this.docUrl = text('doc_url') ?? text('error_uri');
    this.retryAfter = Number(headers.get('retry-after')) || null;
    this.outcome = (body.outcome as Outcome | undefined) ?? null;
    this.next = (body.next as NextCall | undefined) ?? this.outcome?.next ?? null;
    this.reason = (body.reason as TillbridgeError['reason'] | undefined) ?? null;
    this.body = body;
  }
}

/**
 * No answer came, however often the call was repeated: whether it was carried out is not known. Sent again with the same
 * `key` it is not carried out twice.
 */
export class NoAnswerError extends Error {
  readonly operation: string;
  readonly key: string | null;
  constructor(operation: string, key: string | null, cause: unknown) {
    super(`no answer to ${operation}`, { cause });
    this.name = 'NoAnswerError';
    this.operation = operation;
    this.key = key;
  }
}

type Name = keyof Operations;
type ParametersOf<N extends Name> = Operations[N]['parameters'];
type BodyOf<N extends Name> = Operations[N]['body'];
/** Parameters of path and query by their names, and the body. */
export type CallOf<N extends Name> = ParametersOf<N> &
  (undefined extends BodyOf<N> ? { body?: BodyOf<N> } : { body: BodyOf<N> }) &
  CallOptions;
export interface CallOptions {
  /** In the place of a key that the client makes. One key for each attempt: after a decline another one. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}
type ArgumentsOf<N extends Name> = Partial<CallOf<N>> extends CallOf<N> ? [call?: CallOf<N>] : [call: CallOf<N>];
export type Api = { readonly [N in Name]: (...call: ArgumentsOf<N>) => Promise<Operations[N]['answer']> };

/** An event of the stream. `id` is where a reader resumes; null for events that are not stored. */
export interface StreamEvent {
  readonly id: string | null;
  readonly name: string;
  readonly data: unknown;
}

interface Wanted {
  readonly signal?: AbortSignal;
}

export interface PayOptions extends Wanted {
  readonly body?: unknown;
  readonly key?: string;
  /** Follow the payment in place of waiting in one long call. */
  readonly async?: boolean;
}

/** Names in a call that are no parameters of the address. */
const RESERVED: ReadonlySet<string> = new Set(['body', 'key', 'headers', 'signal']);
/** The bridge or something before it is overloaded or away for a moment: the call was not carried out, or has a key. */
const AWAY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** A token is renewed so long before it ends, ms. */
const EARLY = 30_000;
/** Between two looks at a sale, and between two attempts to open the stream, ms. */
const LOOK_EVERY = 500;

export class Tillbridge {
  /** All operations of the API by their names. */
  readonly api: Api;
  readonly #options: Options;
  readonly #fetch: typeof fetch;
  #token: { readonly text: string; readonly until: number } | null = null;
  #refresh: string | null = null;
  #fetching: Promise<string> | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
    const calls = Object.keys(OPERATIONS).map(name => [name, (call: object = {}) => this.#call(name, call)]);
    this.api = Object.fromEntries(calls) as unknown as Api;
  }

  /**
   * Takes the money and says how it ended: the sale once its outcome is no longer unknown, or a person has to decide about it
   * (`outcome.next` says by which call). Throws `TillbridgeError` with `reason` where the card was declined.
   */
  async pay(id: string, method: string, { body, key, async, signal }: PayOptions = {}): Promise<SmartTransaction> {
    const call = {
      id,
      method,
      body: body ?? {},
      key: key ?? newKey(),
      ...(async ? { headers: { prefer: 'respond-async' } } : {}),
      ...(signal ? { signal } : {}),
    };
    try {
      const sale = (await this.#call('startSmartTransaction', call)) as SmartTransaction;
      return sale.outcome.result === 'unknown' ? await this.follow(id, { ...(signal ? { signal } : {}) }) : sale;
    } catch (error) {
      if (error instanceof NoAnswerError) return this.follow(id, { ...(signal ? { signal } : {}) });
      throw error;
    }
  }

  /** Reads the sale until its outcome is known, or only a person can say it: waiting longer would change nothing. */
  async follow(id: string, { signal }: Wanted = {}): Promise<SmartTransaction> {
    for (;;) {
      const sale = (await this.#call('getSmartTransaction', { id, ...(signal ? { signal } : {}) })) as SmartTransaction;
      const { final, result, next } = sale.outcome;
      if (final || result !== 'unknown' || (next !== null && next.method !== 'GET')) return sale;
      await wait(LOOK_EVERY, signal);
    }
  }

  /** Makes the call that an answer names as the next one. */
  next({ method, path }: NextCall, call: CallOptions & { readonly body?: unknown } = {}): Promise<unknown> {
    return this.#send({ name: `${method} ${path}`, method, path, keyed: method !== 'GET' }, call);
  }

  /** The events of the bridge, without end; after a broken line what was missed comes first. */
  async *events({
    after,
    signal,
  }: {
    readonly after?: string;
    readonly signal?: AbortSignal;
  } = {}): AsyncGenerator<StreamEvent> {
    let last = after ?? null;
    while (!signal?.aborted) {
      try {
        const headers = { accept: 'text/event-stream', ...(last === null ? {} : { 'last-event-id': last }) };
        const answer = await this.#authorised('/bridge/v1/events', { headers, ...(signal ? { signal } : {}) });
        if (!answer.ok) throw await errorOf(answer);
        for await (const event of eventsIn(answer)) {
          last = event.id ?? last;
          yield event;
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (error instanceof TillbridgeError && !AWAY.has(error.status)) throw error;
      }
      await wait(LOOK_EVERY, signal).catch(() => undefined);
    }
  }

  #call(name: string, call: object): Promise<unknown> {
    const [method, path, keyed] = OPERATIONS[name] ?? [];
    if (method === undefined || path === undefined) throw new TypeError(`there is no operation ${name}`);
    return this.#send({ name, method, path, keyed: keyed === 1 }, call);
  }

  async #send(
    operation: { name: string; method: string; path: string; keyed: boolean },
    call: object,
  ): Promise<unknown> {
    const { body, key: chosen, headers, signal } = call as CallOptions & { readonly body?: unknown };
    const { name, method, keyed } = operation;
    const key = keyed ? (chosen ?? newKey()) : null;
    const mayRepeat = method === 'GET' || key !== null;
    const request = {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    };
    const address = addressOf(operation.path, call as Readonly<Record<string, unknown>>);
    const { retries = 4, pause = 300 } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      const isLast = !mayRepeat || attempt >= retries;
      try {
        const answer = await this.#authorised(address, request);
        const content = await contentOf(answer);
        if (answer.ok) return content;
        const error = new TillbridgeError(answer.status, answer.headers, (content ?? {}) as Record<string, unknown>);
        if (isLast || !AWAY.has(answer.status)) throw error;
        await wait(error.retryAfter === null ? pause * 2 ** attempt : error.retryAfter * 1000, signal);
      } catch (error) {
        if (error instanceof TillbridgeError || signal?.aborted) throw error;
        if (isLast) throw new NoAnswerError(name, key, error);
        await wait(pause * 2 ** attempt, signal);
      }
    }
  }

  /** With a token; where it is refused, once more with a new one. */
  async #authorised(
    address: string,
    request: RequestInit & { readonly headers: Record<string, string> },
  ): Promise<Response> {
    const send = async () =>
      this.#fetch(this.#options.url.replace(/\/+$/, '') + address, {
        ...request,
        headers: { ...this.#common(), authorization: `Bearer ${await this.token()}`, ...request.headers },
      });
    const answer = await send();
    if (answer.status !== 401 || this.#options.token !== undefined) return answer;
    await answer.body?.cancel();
    this.#token = null;
    return send();
  }

  #common(): Record<string, string> {
    const { language, version } = this.#options;
    return {
      ...(language ? { 'accept-language': language } : {}),
      ...(version ? { 'tillbridge-version': version } : {}),
    };
  }

  /** The token of now. Calls that need one at the same time wait for the same request. */
  async token(): Promise<string> {
    if (this.#options.token !== undefined) return this.#options.token;
    if (this.#token && this.#token.until > Date.now()) return this.#token.text;
    this.#fetching ??= this.#fetchToken().finally(() => {
      this.#fetching = null;
    });
    return this.#fetching;
  }

  async #fetchToken(): Promise<string> {
    const refresh = this.#refresh;
    this.#refresh = null;
    if (refresh !== null) {
      const renewed = await this.#askToken({ grant_type: 'refresh_token', refresh_token: refresh }).catch(error => {
        if (error instanceof TillbridgeError) return null;
        throw error;
      });
      if (renewed !== null) return renewed;
    }
    return this.#askToken({ grant_type: 'client_credentials', ...this.#options.grant });
  }

  async #askToken(fields: Readonly<Record<string, string>>): Promise<string> {
    const { url, clientId, clientSecret } = this.#options;
    const body = new URLSearchParams({
      ...(clientId === undefined ? {} : { client_id: clientId }),
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      ...fields,
    });
    const answer = await this.#fetch(`${url.replace(/\/+$/, '')}/oauth/token`, {
      method: 'POST',
      body,
      headers: this.#common(),
    });
    if (!answer.ok) throw await errorOf(answer);
    const issued = (await answer.json()) as { access_token: string; expires_in: number; refresh_token?: string };
    this.#token = { text: issued.access_token, until: Date.now() + issued.expires_in * 1000 - EARLY };
    this.#refresh = issued.refresh_token ?? null;
    return issued.access_token;
  }
}

/** `{name}` of the path and everything else as query, from the parameters of the call. */
function addressOf(path: string, call: Readonly<Record<string, unknown>>): string {
  const rest = new Map(Object.entries(call).filter(([name, value]) => !RESERVED.has(name) && value !== undefined));
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = rest.get(name);
    if (value === undefined || value === '') throw new TypeError(`${name} is missing in the call of ${path}`);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams([...rest].map(([name, value]): [string, string] => [name, String(value)]));
  return query.size > 0 ? `${address}?${query}` : address;
}

/** JSON as its value, everything else as bytes. */
async function contentOf(answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? '';
  if (/json/.test(type)) return answer.json();
  return /^text\//.test(type) ? answer.text() : answer.arrayBuffer();
}

async function errorOf(answer: Response): Promise<TillbridgeError> {
  const body: unknown = await answer.json().catch(() => ({}));
  return new TillbridgeError(answer.status, answer.headers, body as Record<string, unknown>);
}

async function* eventsIn(answer: Response): AsyncGenerator<StreamEvent> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return;
    const blocks = (rest + value).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventOf(block);
      if (event) yield event;
    }
  }
}

/** Comments, which keep the line alive, are no events. */
function eventOf(block: string): StreamEvent | null {
  const fields = block.split(/\r?\n/).flatMap(line => {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
  const all = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value);
  const data = all('data').join('\n');
  if (data === '') return null;
  return { id: all('id')[0] ?? null, name: all('event')[0] ?? 'message', data: JSON.parse(data) };
}

export const newKey = (): string => globalThis.crypto.randomUUID();

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Seconds by which the clocks of the bridge and of the receiver may differ. */
const TOLERANCE = 300;

/**
 * The body of a push notification whose signature is right (Standard Webhooks). `body` is the text as it came; `secrets`
 * are those that are valid now (`whsec_…`), two while one takes the place of the other. Throws where it is not right.
 */
export async function verifyPush(
  secrets: string | readonly string[],
  headers: Headers | Readonly<Record<string, string | undefined>>,
  body: string,
  now: number = Date.now(),
): Promise<unknown> {
  const header = (name: string): string => (headers instanceof Headers ? headers.get(name) : headers[name]) ?? '';
  const [id, sent, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
  if (!id || !/^\d+$/.test(sent) || !signatures) throw new Error('the push is not signed');
  if (Math.abs(now / 1000 - Number(sent)) > TOLERANCE) throw new Error('the push is too old, or a clock is wrong');
  const bytes = new TextEncoder().encode(`${id}.${sent}.${body}`);
  for (const secret of [secrets].flat()) {
    const raw = bytesOf(secret.replace(/^whsec_/, ''));
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures.split(' '))
      if (signature.startsWith('v1,') && (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice(3)), bytes)))
        return JSON.parse(body);
  }
  throw new Error('the signature of the push is wrong');
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), sign => sign.charCodeAt(0));

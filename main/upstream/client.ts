/** A client of a service that speaks the specification: token, time limits, and errors in plain words. */
import { retryAfter } from '../queue/backoff.ts';
import { type Answer, type ConnectionSettings, createConnection, type Send } from './connection.ts';
import { UpstreamError } from './failures.ts';

export interface ClientSettings extends ConnectionSettings {
  /** Base address without `/api/v2`. */
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Word of existing services in the place of `svc` in path words; null: the word of the specification. */
  readonly brand: string | null;
}

export type Json = Readonly<Record<string, unknown>>;

export interface UpstreamClient {
  /** Throws `UpstreamError`. Paths are below `/api/v2`. */
  get(path: string): Promise<Json>;
  /** The same with the clock of the service, ms since 1970; null where it does not say it. */
  dated(path: string): Promise<{ readonly body: Json; readonly at: number | null }>;
  post(path: string, body?: object | null, key?: string): Promise<Json>;
  /** The same for a call whose status says everything: its answer may be any JSON. */
  command(path: string, body: object, key?: string): Promise<void>;
  /** The same for an answer that is an array. */
  list(path: string): Promise<readonly unknown[]>;
  /** Reads below the address itself; null: what `etag` names is still true (304). */
  read(path: string, etag?: string | null): Promise<Tagged | null>;
  /** Throws where the service does not answer or does not accept us; changes nothing there. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** An answer with its ETag, where the service sends one. */
export interface Tagged {
  readonly body: Json;
  readonly etag: string | null;
}

/** Seconds before its end at which a token is no longer used. */
const TOKEN_MARGIN = 10;

export function createClient(settings: ClientSettings): UpstreamClient {
  const { send, close } = createConnection(new URL(settings.address), settings);
  const token = createToken(settings, send);
  const branded = brandRule(settings.brand);

  async function ask(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<Answer> {
    const once = async () => send(method, path, { authorization: `Bearer ${await token.get()}`, ...headers }, body);
    const answer = await once();
    if (answer.status !== 401) return answer;
    // A token may end early. A new one that is refused, too, means that the service does not accept us.
    token.forget();
    return once();
  }

  function sent(method: 'GET' | 'POST', path: string, body?: string, key?: string): Promise<Answer> {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    return ask(method, `/api/v2${branded(path)}`, headers, body);
  }

  const call = async (method: 'GET' | 'POST', path: string, body?: string, key?: string): Promise<Json> =>
    readAnswer(await sent(method, path, body, key));

  async function read(path: string, etag: string | null = null): Promise<Tagged | null> {
    const answer = await ask('GET', path, etag === null ? {} : { 'if-none-match': etag });
    return answer.status === 304 ? null : { body: readAnswer(answer), etag: answer.etag };
  }

  return {
    read,
    get: path => call('GET', path),
    async dated(path) {
      const answer = await sent('GET', path);
      return { body: readAnswer(answer), at: answer.at };
    },
    async list(path) {
      const answer = await ask('GET', `/api/v2${branded(path)}`, {});
      const isGood = answer.status >= 200 && answer.status < 300;
      const value = parsed(answer.text);
      if (isGood && Array.isArray(value)) return value;
      throw isGood ? unreadable(answer) : failureOf(answer, parse(answer.text));
    },
    post: (path, body, key) => call('POST', path, body ? JSON.stringify(body) : undefined, key),
    async command(path, body, key) {
      const answer = await sent('POST', path, JSON.stringify(body), key);
      if (!isList(answer)) readAnswer(answer);
    },
    probe: async () => void (await call('GET', '/Smart/Transactions?count=1&fields=id')),
    close,
  };
}

/** The token of client_credentials; it is asked for once, however many calls wait for it. */
function createToken({ clientId, clientSecret }: ClientSettings, send: Send) {
  let current: { readonly value: string; readonly until: number } | null = null;
  let asked: Promise<string> | null = null;

  async function ask(): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await send('POST', '/oauth/token', headers, form.toString());
    const { access_token: value, expires_in: seconds } = readToken(answer);
    current = { value, until: performance.now() + Math.max(1, seconds - TOKEN_MARGIN) * 1000 };
    return value;
  }

  return {
    get(): Promise<string> | string {
      if (current && performance.now() < current.until) return current.value;
      asked ??= ask().finally(() => {
        asked = null;
      });
      return asked;
    },
    forget() {
      current = null;
    },
  };
}

function readToken(answer: Answer): { readonly access_token: string; readonly expires_in: number } {
  const isRefused = answer.status === 401 || ((answer.status === 400 || answer.status === 403) && speaks(answer));
  if (isRefused) throw refusal(answer, parse(answer.text));
  const body = readAnswer(answer);
  const { access_token, expires_in } = body;
  // It goes into a header, where other characters could begin one of their own.
  if (typeof access_token !== 'string' || !/^[\x21-\x7e]+$/.test(access_token)) throw unreadable(answer);
  return { access_token, expires_in: Number(expires_in) || 1200 };
}

/** The body of an answer with status 2xx. Throws `UpstreamError` for every other one. */
function readAnswer(answer: Answer): Json {
  const body = parse(answer.text);
  if (answer.status >= 200 && answer.status < 300) {
    if (body === null) throw unreadable(answer);
    return body;
  }
  throw failureOf(answer, body);
}

/** 403 with one of these codes refuses the one request: a person has to approve it (see the table of errors). */
const APPROVALS: ReadonlySet<number> = new Set([2020, 2021, 2022]);
/** Nobody behind a gateway has answered. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** A page for people comes from something in between, for example the sign-in of a guest network, which says nothing about us. */
const speaks = ({ text }: Answer): boolean => text.trim() === '' || parse(text) !== null;

const isList = ({ status, text }: Answer): boolean => status >= 200 && status < 300 && /^\s*\[/.test(text);

function failureOf(answer: Answer, body: Json | null): UpstreamError {
  const { status } = answer;
  const name = textOf(body?.error);
  const code = body?.code === undefined ? null : Number(body.code);
  const wait = retryAfter(answer.retryAfter, Date.now());
  const texts = { de: textOf(body?.error_user) ?? detailsOf(answer, body), en: detailsOf(answer, body) };
  const facts = { status, name, code, texts };
  if (isDamagedRequest(answer, code))
    return new UpstreamError({ ...facts, kind: 'notSent', isDamaged: true, texts: DAMAGED });
  if (status === 429 || (GATEWAY.has(status) && wait !== null))
    return new UpstreamError({ ...facts, kind: 'busy', retryAfter: wait });
  if (status >= 300 && status < 400) return redirected(answer);
  if (status === 403 && !speaks(answer)) return unreadable(answer);
  if (status === 401 || (status === 403 && !APPROVALS.has(code ?? 0))) return refusal(answer, body);
  if (GATEWAY.has(status)) return new UpstreamError({ ...facts, kind: 'lost' });
  return new UpstreamError({ ...facts, kind: 'answered', retryAfter: wait });
}

/** Code of a body that is no JSON (see the table of errors); other services say it in words. */
const NOT_JSON = 1052;
const SAYS_NOT_JSON =
  /\b(invalid|malformed|not valid|no valid|unparsable|cannot (be )?parse|could not (be )?parse|failed to parse|unexpected)\b.{0,40}\bjson\b|\bjson\b.{0,40}\b(parse error|syntax|malformed|invalid|not valid)\b/i;

/** Every body that leaves here is JSON, so a service that cannot parse it has got another one: the line changed it. */
const isDamagedRequest = ({ status, text }: Answer, code: number | null): boolean =>
  status >= 400 && (code === NOT_JSON || (code === null && SAYS_NOT_JSON.test(text.slice(0, 2000))));

const DAMAGED = {
  de: 'Die Anfrage kam beschädigt beim Dienst an: Etwas auf der Leitung (Proxy, Gateway) hat sie verändert. Dort wurde nichts ausgeführt; sie wird noch einmal gesendet.',
  en: 'The request arrived damaged at the service: something on the line (a proxy, a gateway) has changed it. Nothing was carried out there; it is sent again.',
};

const refusal = (answer: Answer, body: Json | null): UpstreamError => {
  const said = textOf(body?.error_description) ?? textOf(body?.error_details) ?? `HTTP ${answer.status}`;
  return new UpstreamError({
    kind: 'refused',
    status: answer.status,
    name: textOf(body?.error),
    texts: {
      de: `Der Dienst nimmt die Zugangsdaten nicht an (${said}). Bitte Kennung, Geheimnis und Vertrag prüfen.`,
      en: `The service does not accept the credentials (${said}). Please check client id, secret and contract.`,
    },
  });
};

/** Not followed: the address of the configuration is the one that gets the credentials. */
function redirected({ status, location }: Answer): UpstreamError {
  const place = originOf(location);
  return new UpstreamError({
    kind: 'lost',
    status,
    texts: {
      de: `Die Adresse des Dienstes leitet weiter${place && ` nach ${place}`}. Dem wird nicht gefolgt: Bitte die richtige Adresse eintragen, oder im Netz anmelden.`,
      en: `The address of the service redirects${place && ` to ${place}`}, which is not followed. Please enter the right address, or sign in to the network.`,
    },
  });
}

function originOf(location: string | null): string {
  if (location === null || !URL.canParse(location)) return '';
  const { protocol, origin } = new URL(location);
  return protocol === 'http:' || protocol === 'https:' ? origin : '';
}

const unreadable = ({ status }: Answer): UpstreamError =>
  new UpstreamError({
    kind: 'lost',
    status,
    texts: {
      de: 'Unter der Adresse antwortet etwas anderes als der Dienst.',
      en: 'Something else than the service answers at its address.',
    },
  });

const detailsOf = ({ status }: Answer, body: Json | null): string =>
  textOf(body?.error_details) ?? textOf(body?.error_description) ?? textOf(body?.message) ?? `HTTP ${status}`;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function parse(text: string): Json | null {
  const value = parsed(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const brandRule =
  (brand: string | null) =>
  (path: string): string =>
    brand === null ? path : path.replace(/^(\/payment\/)svc(?=[a-z])/i, `$1${brand}`);

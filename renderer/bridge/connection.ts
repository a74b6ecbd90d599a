/** Sends calls to the bridge with the token of the session, and renews the session when the token has expired. */

import type { Needs } from '../../main/wire/approvals.ts';
import type { LoginInput, Session } from '../../main/wire/session.ts';
import { answerOf } from './answer.ts';
import { approvalNeededIn, isStatus, Unreachable } from './errors.ts';

export interface ConnectionOptions {
  /** Base address; empty for the page's own origin. */
  readonly base: string;
  readonly fetch: typeof fetch;
  readonly language: () => string;
  /**
   * Runs the renewals of all windows one after another: the cookie that they share is valid once. Omitted where the browser
   * has no lock.
   */
  readonly oneAtATime?: <T>(renewal: () => Promise<T>) => Promise<T>;
  /**
   * Asks for the approval that a refused call needs. Returns the headers for sending the call again, or null without an
   * approval. When omitted, such a call is refused like any other.
   */
  readonly askForApproval?: (needs: Needs) => Promise<CallHeaders | null>;
  /** Called with every new session, and with null when the session is over. */
  readonly onSession: (session: Session | null) => void;
}

/** One object, and the entity tag of the version that was read. */
export interface Versioned<T> {
  readonly value: T;
  readonly version: string | null;
}

/** An answer with the tag of its version, for `If-Match`. */
export interface Tagged<T> {
  readonly value: T;
  readonly etag: string | null;
}

type CallHeaders = Readonly<Record<string, string>>;

export const JSON_HEADERS = { 'Content-Type': 'application/json' };

export class Connection {
  readonly #options: ConnectionOptions;
  #token: string | null = null;
  /** Id of the person who signed in last in this window, also after the session is over. */
  #person: string | null = null;
  #renewal: Promise<Session | null> | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  async signIn(input: LoginInput): Promise<Session> {
    const session = await this.call<Session>('POST', '/bridge/v1/session', input);
    this.#person = session.user.id;
    return this.#adopt(session)!;
  }

  signedOut(): void {
    this.#adopt(null);
  }

  /** Renews the session from the cookie. One renewal at a time: calls that fail together wait for the same renewal. */
  renew(): Promise<Session | null> {
    const { oneAtATime = renewal => renewal() } = this.#options;
    this.#renewal ??= oneAtATime(() => this.call<Session | null>('POST', '/bridge/v1/session/refresh'))
      .then(
        session => this.#adopt(session),
        error => (isStatus(error, 401) ? this.#adopt(null) : Promise.reject(error)),
      )
      .finally(() => {
        this.#renewal = null;
      });
    return this.#renewal;
  }

  async send(method: string, path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('Accept-Language', this.#options.language());
    if (this.#token) headers.set('Authorization', `Bearer ${this.#token}`);
    try {
      return await this.#options.fetch(this.#options.base + path, { ...init, method, headers });
    } catch (cause) {
      throw new Unreachable('the bridge does not answer', { cause });
    }
  }

  /** One call without any repetition. */
  async call<T>(method: string, path: string, body?: unknown, headers: CallHeaders = NO_HEADERS): Promise<T> {
    const init =
      body === undefined ? { headers } : { ...contentOf(body), headers: { ...contentOf(body).headers, ...headers } };
    return answerOf<T>(await this.send(method, path, init));
  }

  /** The answer as a file; an error is read like that of every other call. */
  file(path: string): Promise<Blob> {
    return this.withRenewal(async () => {
      const response = await this.send('GET', path, {});
      return response.ok ? response.blob() : answerOf<Blob>(response);
    });
  }

  /** A call with headers or a body of its own, for example a file; with the tag of the version that was answered. */
  exchange<T>(method: string, path: string, init: RequestInit = {}): Promise<Tagged<T>> {
    return this.withRenewal(async () => {
      const response = await this.send(method, path, init);
      return { value: await answerOf<T>(response), etag: response.headers.get('etag') };
    });
  }

  /** Sends a call again with a new token after a 401: the bridge refused the first one before anything happened. */
  async withRenewal<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      if (!isStatus(error, 401) || !(await this.renew())) throw error;
      return attempt();
    }
  }

  /** Reads one object with its version, or writes it on the condition that nobody else has changed it since `version`. */
  async versioned<T>(method: string, path: string, body?: unknown, version?: string | null): Promise<Versioned<T>> {
    const headers = { ...JSON_HEADERS, ...(version ? { 'If-Match': version } : {}) };
    const init = body === undefined ? {} : { body: JSON.stringify(body), headers };
    const { value, etag } = await this.exchange<T>(method, path, init);
    return { value, version: etag };
  }

  /** Sends a call, and sends it again with an approval where the bridge asks for one before it does anything. */
  readonly ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    try {
      return await this.withRenewal(() => this.call<T>(method, path, body));
    } catch (error) {
      const needs = approvalNeededIn(error);
      const headers = needs && (await this.#options.askForApproval?.(needs));
      if (!headers) throw error;
      return this.withRenewal(() => this.call<T>(method, path, body, headers));
    }
  };

  /** All windows share the cookie: when another person has signed in meanwhile, this window ends its session. */
  #adopt(renewed: Session | null): Session | null {
    const session = this.#person === null || renewed?.user.id === this.#person ? renewed : null;
    this.#person ??= session?.user.id ?? null;
    this.#token = session?.access_token ?? null;
    this.#options.onSession(session);
    return session;
  }
}

const NO_HEADERS: CallHeaders = {};

/** A file goes as it is, everything else as JSON. */
const contentOf = (body: unknown): { readonly body: BodyInit; readonly headers: Readonly<Record<string, string>> } =>
  body instanceof Blob
    ? { body, headers: { 'content-type': body.type } }
    : { body: JSON.stringify(body), headers: JSON_HEADERS };

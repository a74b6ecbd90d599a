/** The only fetch and event stream of the screen, typed by the bridge's contracts. */

import { createParser } from 'eventsource-parser';
import type { Static } from 'typebox';
import type { ApprovalAnswer, ApprovalInput, Needs } from '../../main/wire/approvals.ts';
import type { CardView } from '../../main/wire/cardLookup.ts';
import type { Article, Catalogue } from '../../main/wire/catalogue.ts';
import type { EventData, EventName } from '../../main/wire/events.ts';
import type { ScreenInfo } from '../../main/wire/screen.ts';
import type { LoginInput, Session } from '../../main/wire/session.ts';
import type { ErrorBody } from '../../main/wire/shapes.ts';
import type { CardAnswer, PrintReceiptInput, Terminal } from '../../main/wire/terminals.ts';
import type { AnswerInput, SlipView, TillView } from '../../main/wire/till.ts';
import type { PreTransactionAnswer, SmartTransaction, SmartTransactionInput } from '../../main/wire/transactions.ts';
import type { Way } from '../stores/way.ts';

/** One event of the stream with its name, so that a switch over the name knows the data. */
export type BridgeEvent = { [Name in EventName]: { readonly name: Name; readonly data: EventData<Name> } }[EventName];

export interface StreamHandlers {
  onOpen(): void;
  onEvent(event: BridgeEvent, id: string | undefined): void;
}

export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** What the screen asks of the bridge. Calls reject with `Refusal` or `Unreachable`. */
export interface BridgeClient {
  screen(): Promise<ScreenInfo>;
  signIn(input: LoginInput): Promise<Session>;
  /** Signs in again from the cookie; null when there is none to sign in from, or it is not of who signed in here. */
  resume(): Promise<Session | null>;
  signOut(): Promise<void>;
  till(): Promise<TillView>;
  /**
   * Puts a sale on the till, or none; with `insteadOf` only while that one is still there. Answers which one is there now:
   * another window of this till may have gone on.
   */
  showOnTill(transaction: string | null, insteadOf?: string | null): Promise<string | null>;
  /** Asks the terminal to stop; how it ended comes with the payment. False when no payment runs there. */
  abort(): Promise<boolean>;
  /** Answers the question the terminal asks; refused when it came too late. */
  answer(input: AnswerInput): Promise<void>;
  /** What became of the goods of an approved payment; not given out, the terminal takes the money back. */
  handOver(done: boolean): Promise<void>;
  /** Slips of the payment on the till as far as there are any. */
  slip(): Promise<SlipView>;
  /**
   * What waits for a word about this sale, a late approval or a signature: kept, or taken back. Answers when that is done;
   * refused for what waits no more.
   */
  late(keep: boolean, transaction: string | null, about: 'late' | 'signature'): Promise<void>;
  /** Asks the terminal now how the payment ended that nobody knows of. */
  recover(): Promise<void>;
  catalogue(): Promise<Catalogue>;
  /** Null when no such article exists. */
  article(code: string): Promise<Article | null>;
  /** Null when no such card exists. */
  card(number: string): Promise<CardView | null>;
  sale(id: string): Promise<SmartTransaction>;
  createSale(input: SmartTransactionInput): Promise<SmartTransaction>;
  /** Refused with 412 where the sale is not what this page made of it any more; asked once more, it counts all the same. */
  updateSale(id: string, input: SmartTransactionInput): Promise<SmartTransaction>;
  /** Without `useBalance` the card gives its discounts, and its money stays on it. */
  applyCard(id: string, useBalance: boolean): Promise<PreTransactionAnswer>;
  /** Takes the money. Never repeated by itself once it may have arrived; `cashless` answers when the terminal is done. */
  start(id: string, method: Way, body: StartBody): Promise<SmartTransaction>;
  cancelSale(id: string): Promise<SmartTransaction>;
  /** A person's word on whether money moved, where the terminal could not tell. Managers only. */
  decide(id: string, paid: boolean, receipt?: number | null): Promise<SmartTransaction>;
  /** The same of an operation at a terminal without a sale. */
  decideOperation(device: string, id: string, happened: boolean, receipt?: number | null): Promise<void>;
  terminals(): Promise<{ readonly data: readonly Terminal[] }>;
  /** Waits for a card at the terminal's reader. */
  readCard(device: string): Promise<CardAnswer>;
  /** Prints the receipt of a sale on the paper of the terminal. */
  printReceipt(device: string, input: PrintReceiptInput): Promise<void>;
  /** A manager approves one thing by PIN. */
  approve(input: ApprovalInput): Promise<Static<typeof ApprovalAnswer>>;
  /** Any other call, for screens that are loaded later. */
  readonly ask: Ask;
  /** Follows the event stream from the event after `lastEventId` until it ends; rejects like the calls. */
  follow(lastEventId: string, handlers: StreamHandlers, signal: AbortSignal): Promise<void>;
}

interface StartBody {
  readonly amount_given?: number;
  /** Another terminal than that of the till. */
  readonly terminal?: string;
}

/** The bridge answered no. `body` is null when the answer was not one of the error table. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: ErrorBody | null;
  constructor(status: number, body: ErrorBody | null) {
    super(body?.error_details ?? `HTTP ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** No answer: the bridge is away, or the line to it. Whether the call arrived is not known. */
export class Unreachable extends Error {}

export interface ClientOptions {
  /** Base address; empty for the page's own origin. */
  readonly base: string;
  readonly fetch: typeof fetch;
  readonly language: () => string;
  /**
   * Runs the renewals of all windows one after another: the cookie they share is good once. Left out where the browser has
   * no lock.
   */
  readonly alone?: <T>(renewal: () => Promise<T>) => Promise<T>;
  /**
   * Asked about a call that a manager has to approve: the headers it is made once more with, or null where nobody does. Left
   * out, such a call is refused like any other.
   */
  readonly allow?: (needs: Needs) => Promise<Readonly<Record<string, string>> | null>;
  /** Called with every new session, and with null when signing in again failed for good. */
  readonly onSession: (session: Session | null) => void;
}

/** Longest silence of the event stream in milliseconds before it counts as dead; the bridge sends signs of life. */
const SILENCE = 60_000;

export function createBridgeClient(options: ClientOptions): BridgeClient {
  const { alone = renewal => renewal() } = options;
  let token: string | null = null;
  /** Id of the person who signed in here last, also once that session is over. */
  let person: string | null = null;
  let renewal: Promise<Session | null> | null = null;
  /** Entity tags of sales as this page wrote them, by path. */
  const versions = new Map<string, string>();

  const adopt = (renewed: Session | null): Session | null => {
    // All windows share the cookie: where somebody else signed in meanwhile, nothing is done here in that person's name.
    const session = person === null || renewed?.user.id === person ? renewed : null;
    person ??= session?.user.id ?? null;
    token = session?.access_token ?? null;
    options.onSession(session);
    return session;
  };

  /** One renewal at a time: calls that fail together wait for the same one. */
  const renew = (): Promise<Session | null> => {
    renewal ??= alone(() => call<Session | null>('POST', '/bridge/v1/session/refresh'))
      .then(adopt, error => (isStatus(error, 401) ? adopt(null) : Promise.reject(error)))
      .finally(() => {
        renewal = null;
      });
    return renewal;
  };

  const send = async (method: string, path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('Accept-Language', options.language());
    if (token) headers.set('Authorization', `Bearer ${token}`);
    try {
      return await options.fetch(options.base + path, { ...init, method, headers });
    } catch (cause) {
      throw new Unreachable('the bridge does not answer', { cause });
    }
  };

  const call = async <T>(method: string, path: string, body?: unknown, headers = NO_HEADERS): Promise<T> => {
    const init =
      body === undefined ? { headers } : { body: JSON.stringify(body), headers: { ...JSON_HEADERS, ...headers } };
    return answerOf<T>(await send(method, path, init));
  };

  /**
   * Writes a sale, on condition that it is still the version this page wrote last. No condition where that is not known: the
   * answer was lost, or a card was applied or a payment begun since.
   */
  const write = async (method: string, path: string, input: SmartTransactionInput): Promise<SmartTransaction> => {
    const version = versions.get(path);
    versions.delete(path);
    const headers = version === undefined ? JSON_HEADERS : { ...JSON_HEADERS, 'If-Match': version };
    const response = await send(method, path, { body: JSON.stringify(input), headers });
    // Refused before anything happened: the same call may be made again.
    if (response.status === 401 && version !== undefined) versions.set(path, version);
    const sale = await answerOf<SmartTransaction>(response);
    const written = response.headers.get('etag');
    if (written) versions.set(`${SALES}/${sale.id}`, written);
    return sale;
  };

  /** What changes a sale without telling its version. */
  const change = <T>(id: string, step: string, body?: unknown): Promise<T> => {
    versions.delete(`${SALES}/${id}`);
    return ask('POST', `${SALES}/${id}/${step}`, body);
  };

  /** A 401 was refused before anything happened, so the same call may be made again with a new token. */
  const again = async <T>(attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt();
    } catch (error) {
      if (!isStatus(error, 401) || !(await renew())) throw error;
      return attempt();
    }
  };

  /** Refused before anything happened, and a manager may allow it: the same call is made once more. */
  const ask: Ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    try {
      return await again(() => call<T>(method, path, body));
    } catch (error) {
      const needs = needsIn(error);
      const allowed = needs && (await options.allow?.(needs));
      if (!allowed) throw error;
      return again(() => call<T>(method, path, body, allowed));
    }
  };

  return {
    screen: () => call('GET', '/bridge/v1/screen'),
    signIn: async input => {
      const session = await call<Session>('POST', '/bridge/v1/session', input);
      person = session.user.id;
      return adopt(session)!;
    },
    resume: renew,
    signOut: async () => {
      await ask('DELETE', '/bridge/v1/session');
      adopt(null);
    },
    till: () => ask('GET', '/bridge/v1/till'),
    showOnTill: async (transaction, insteadOf) => {
      const condition = insteadOf === undefined ? {} : { instead_of: insteadOf };
      const view = await ask<TillView>('PUT', '/bridge/v1/till', { transaction, ...condition });
      return view.transaction?.id ?? null;
    },
    abort: async () => (await ask<{ requested: boolean }>('POST', '/bridge/v1/till/abort')).requested,
    answer: async input => void (await ask('POST', '/bridge/v1/till/answer', input)),
    handOver: async done => void (await ask('POST', '/bridge/v1/till/hand-over', { result: done ? 'done' : 'failed' })),
    slip: () => ask('GET', '/bridge/v1/till/slip'),
    late: async (keep, transaction, about) =>
      void (await ask('POST', '/bridge/v1/till/late', { keep, transaction, about })),
    recover: async () => void (await ask('POST', '/bridge/v1/till/recover')),
    catalogue: () => ask('GET', '/bridge/v1/catalogue'),
    article: code => orNull(ask('GET', `/bridge/v1/articles/${encodeURIComponent(code)}`)),
    card: number => orNull(ask('GET', `/bridge/v1/cards/${encodeURIComponent(number)}`)),
    sale: id => ask('GET', `${SALES}/${id}`),
    createSale: input => again(() => write('POST', SALES, input)),
    updateSale: (id, input) => again(() => write('PUT', `${SALES}/${id}`, input)),
    applyCard: (id, useBalance) => change(id, 'preTransaction', useBalance ? undefined : { use_balance: false }),
    start: (id, method, body) => change(id, `start/${method}`, body),
    cancelSale: id => change(id, 'cancel'),
    decide: (id, paid, receipt) =>
      ask('POST', `/bridge/v1/transactions/${id}/verdict`, { paid, ...receiptIn(receipt) }),
    decideOperation: async (device, id, paid, receipt) =>
      void (await ask('POST', `${TERMINALS}/${device}/operations/${id}/verdict`, { paid, ...receiptIn(receipt) })),
    approve: input => again(() => call('POST', '/bridge/v1/approvals', input)),
    terminals: () => ask('GET', TERMINALS),
    readCard: device => ask('POST', `${TERMINALS}/${device}/read-card`, {}),
    printReceipt: async (device, input) => void (await ask('POST', `${TERMINALS}/${device}/print-receipt`, input)),
    ask,
    follow: (lastEventId, handlers, signal) =>
      again(async () => {
        const silence = new Silence(SILENCE, signal);
        const headers = { Accept: 'text/event-stream', 'Last-Event-ID': lastEventId };
        try {
          const response = await send('GET', '/bridge/v1/events', { headers, signal: silence.signal });
          if (!response.ok || !response.body) await answerOf(response);
          handlers.onOpen();
          await readEvents(response.body!, handlers, silence);
        } finally {
          silence.end();
        }
      }),
  };
}

const SALES = '/api/v2/Smart/Transactions';
const TERMINALS = '/bridge/v1/terminals';
const JSON_HEADERS = { 'Content-Type': 'application/json' };
const NO_HEADERS: Readonly<Record<string, string>> = {};

/** Only what a terminal gives as a number. */
const receiptIn = (receipt: number | null | undefined) =>
  receipt != null && receipt >= 1 && receipt <= 9999 ? { receipt_number: receipt } : {};

const isStatus = (error: unknown, status: number): boolean => error instanceof Refusal && error.status === status;

/** What a refused call needs of a manager, where it is refused for that. */
function needsIn(error: unknown): Needs | null {
  const body: (ErrorBody & { readonly needs?: Needs }) | null = error instanceof Refusal ? error.body : null;
  return body?.needs && NEEDS.has(body.code) ? body.needs : null;
}

/** Of the rows `approvalNeeded` and `reasonNeeded` in the bridge's error table. */
const NEEDS: ReadonlySet<number> = new Set([2020, 2021]);

const orNull = async <T>(answer: Promise<T>): Promise<T | null> => {
  try {
    return await answer;
  } catch (error) {
    if (isStatus(error, 404)) return null;
    throw error;
  }
};

async function answerOf<T>(response: Response): Promise<T> {
  const text = await response.text().catch(cause => {
    throw new Unreachable('the answer broke off', { cause });
  });
  const isText = response.headers.get('content-type')?.startsWith('text/plain');
  const body = isText ? text : parsed(text);
  if (response.ok && body !== undefined) return body as T;
  throw new Refusal(response.status, isErrorBody(body) ? body : null);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error_user' in body;

async function readEvents(body: ReadableStream<Uint8Array>, handlers: StreamHandlers, silence: Silence): Promise<void> {
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      if (event) handlers.onEvent({ name: event, data: JSON.parse(data) } as BridgeEvent, id);
    },
  });
  const text = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      silence.broken();
      parser.feed(text.decode(value, { stream: true }));
    }
  } catch (cause) {
    throw new Unreachable('the event stream broke off', { cause });
  }
}

/** Ends a stream that has been silent for too long: a dead line looks just like a quiet one. */
class Silence {
  readonly #controller = new AbortController();
  readonly #limit: number;
  readonly signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout>;

  constructor(limit: number, outer: AbortSignal) {
    this.#limit = limit;
    this.signal = AbortSignal.any([outer, this.#controller.signal]);
    this.#timer = setTimeout(() => this.#controller.abort(), limit);
  }

  broken(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.#limit);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * `Idempotency-Key` (`X-Action` of older clients): the same request under the same key is carried out once, however
 * often it comes, and always gets the same answer, in which the outcome of a sale is the present one. A key belongs to its
 * client, or to the person who is signed in, and is remembered for 24 hours.
 */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isJsonObject } from '../domain/jsonObject.ts';
import { isRepeatableRoute } from '../http/repeatableRoutes.ts';
import type { KeptAnswer, KnownKey, RequestKey, RequestKeys } from '../store/requestKeys.ts';
import { BridgeError, errors } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import { type ObjectChange, outsideRequest } from '../world/requestContext.ts';
import type { World } from '../world/world.ts';
import { etagOf } from './etag.ts';

/** A request that is being carried out under its key. */
export interface KeyedRequest {
  /** Inside a job: what the request has changed is written together with its key. */
  changed(changes: readonly ObjectChange[]): void;
  /** The answer that goes out; a failure that asks to try again is not kept. Resolves when a repeat gets it, also after a crash. */
  answered(status: number, headers: Readonly<Record<string, string>>, body: Buffer): Promise<void>;
  /** There will be no answer: a request that waits for it may be carried out itself. */
  abandoned(): void;
}

export type Admission =
  | { readonly kind: 'first'; readonly keyed: KeyedRequest }
  | { readonly kind: 'again'; answer: KeptAnswer };

export interface Idempotency {
  /** The time by which keys grow old. */
  now(): number;
  /** Waits while the same request is under way. Throws `keyReused` (409) where the key stands for something else. */
  admit(key: RequestKey, request: FastifyRequest): Promise<Admission>;
}

interface Running {
  readonly fingerprint: string;
  /** Null when there is no answer to keep. */
  readonly answer: Promise<KeptAnswer | null>;
}

const LONGEST_KEY = 255;
const MOST_IN_MEMORY = 100;

/** The key of a request that may be repeated; null where none was given. Throws `badInput`. */
export function keyOf(request: FastifyRequest, at: number): RequestKey | null {
  const { headers } = request;
  const key = headers['idempotency-key'] ?? headers['x-action'];
  if (key === undefined || request.principal === null || !isRepeatableRoute(request.routeOptions.url ?? ''))
    return null;
  if (typeof key !== 'string' || key === '' || key.length > LONGEST_KEY)
    throw new BridgeError('badInput', `Idempotency-Key must be a text of 1 to ${LONGEST_KEY} characters`);
  const said = `${request.method} ${withoutDoubledSlashes(request.url)}\n${JSON.stringify(inOrder(request.body)) ?? ''}`;
  return { client: ownerOf(request.principal), key, fingerprint: hash('sha256', said, 'base64url'), at };
}

/** People share the client of the screen, and have rights of their own: the key of one is no key of another. */
const ownerOf = ({ client, staff }: Principal): string => (staff ? `${client} ${staff.id}` : client);

/** A client whose base address ends with a slash asks for the same all the same. */
function withoutDoubledSlashes(url: string): string {
  const [path = '', ...query] = url.split('?');
  return [path.replace(/\/{2,}/g, '/'), ...query].join('?');
}

/** The answer is the present state of the till, which is not stored: it cannot be given again later. */
const LATE_APPROVAL_PATH = '/bridge/v1/till/late';

/**
 * Some clients write the members of an object in another order each time; it is the same request. A PIN is left out: its few digits
 * could be found from a hash that is stored.
 */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([name]) => name !== 'pin')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, inOrder(member)]);
}

/** Requests under way, and the answers that are kept in memory alone. */
interface KeyBook {
  readonly keys: RequestKeys;
  readonly write: World['ledger']['write'];
  readonly log: World['log'];
  readonly running: Map<string, Running>;
  readonly secretAnswers: SecretAnswers;
}

/** Answers that hold a secret, which is never written down: the last few, and forgotten with the process. */
interface SecretAnswers {
  keep(name: string, answer: KeptAnswer): void;
  find(name: string): KeptAnswer | undefined;
}

function createSecretAnswers(): SecretAnswers {
  const answers = new Map<string, KeptAnswer>();
  return {
    keep(name, answer) {
      answers.set(name, answer);
      const [oldest] = answers.keys();
      if (answers.size > MOST_IN_MEMORY && oldest !== undefined) answers.delete(oldest);
    },
    find: name => answers.get(name),
  };
}

export function createIdempotency(keys: RequestKeys, write: World['ledger']['write'], log: World['log']): Idempotency {
  const book: KeyBook = { keys, write, log, running: new Map(), secretAnswers: createSecretAnswers() };
  return {
    now: keys.now,
    async admit(key, request) {
      for (;;) {
        const other = book.running.get(nameOf(key));
        if (!other) break;
        if (other.fingerprint !== key.fingerprint) throw reused(key);
        const answer = await other.answer;
        if (answer) return { kind: 'again', answer: withPresentOutcome(answer, request) };
      }
      const known = keys.find(key.client, key.key);
      if (!known) return { kind: 'first', keyed: begin(book, key) };
      if (known.fingerprint !== key.fingerprint) throw reused(key);
      const kept = known.answer ?? book.secretAnswers.find(nameOf(key));
      return { kind: 'again', answer: kept ? withPresentOutcome(kept, request) : presentState(known, request) };
    },
  };
}

function begin({ keys, write, log, running, secretAnswers }: KeyBook, key: RequestKey): KeyedRequest {
  const name = nameOf(key);
  const { promise, resolve } = Promise.withResolvers<KeptAnswer | null>();
  running.set(name, { fingerprint: key.fingerprint, answer: promise });
  let ended = false;
  let changed: readonly ObjectChange[] = [];
  const end = (answer: KeptAnswer | null) => {
    running.delete(name);
    resolve(answer);
  };
  return {
    changed(changes) {
      // A job that the request has started and does not wait for is not a part of its answer.
      if (ended) return;
      changed = [...changed, ...changes];
      keys.changed(key, changed);
    },
    async answered(status, headers, body) {
      if (ended) return;
      ended = true;
      const answer = { status, headers, body };
      // Nothing was done, as far as the disk knows.
      if (asksToTryAgain(status, body) && !keys.find(key.client, key.key)) return end(null);
      if (HAS_SECRET.test(body.toString())) {
        secretAnswers.keep(name, answer);
        return end(answer);
      }
      // Until it is written, the key itself already stands beside the change.
      try {
        await outsideRequest(() => write(() => keys.answered(key, answer)));
      } catch (error) {
        log('error', 'the answer to a keyed request could not be kept', { error: String(error) });
      }
      end(answer);
    },
    abandoned() {
      if (ended) return;
      ended = true;
      end(null);
    },
  };
}

export function replay(reply: FastifyReply, { status, headers, body }: KeptAnswer): void {
  reply.code(status).headers(headers).headers(REPLAYED).send(body);
}

/** Both spellings are in use among clients. */
const REPLAYED = { 'idempotency-replayed': 'true', 'idempotent-replayed': 'true' } as const;

/** A secret is shown once; the database has its hash alone. */
const HAS_SECRET = /"apikey":"/;

const nameOf = ({ client, key }: RequestKey): string => `${client}\n${key}`;

const reused = ({ key }: RequestKey) =>
  new BridgeError('keyReused', `the key ${key} was given to another request (method, path or body differ)`);

/** Refusals that may be answered otherwise a moment later, or to another condition. */
const RETRIES: ReadonlySet<number> = new Set([
  errors.preconditionFailed.code,
  ...Object.values(errors).flatMap(({ retry, code }) => (retry ? [code] : [])),
]);

const asksToTryAgain = (status: number, body: Buffer): boolean =>
  status >= 400 && RETRIES.has((JSON.parse(body.toString()) as { code: number }).code);

/**
 * An answer is false once the outcome is another one: known by now, paid in part, cancelled, or contradicted by the terminal. Then the
 * resource is answered as it is now. A refusal stays the refusal of that attempt, beside the outcome that its sale has now.
 */
function withPresentOutcome(answer: KeptAnswer, request: FastifyRequest): KeptAnswer {
  const body = isJson(answer) ? parsedObject(answer.body.toString()) : null;
  if (!body) return answer;
  const { routeOptions, server } = request;
  const object = body.object ?? server.shared.readers.get(`${routeOptions.url}/:id`)?.object;
  if (typeof object === 'string' && typeof body.id === 'string') {
    const present = hasStanding(body) ? readerOf(request, object)?.bytes(merchantOf(request), body.id) : undefined;
    if (!present || standingOf(parsedObject(present.toString())) === standingOf(body)) return answer;
    return { ...answer, headers: { ...answer.headers, etag: etagOf(present) }, body: present };
  }
  const { id } = request.params as { id?: string };
  const bytes =
    body.outcome && id ? readerOf(request, 'smart.transactions')?.bytes(merchantOf(request), id) : undefined;
  const sale = bytes ? parsedObject(bytes.toString()) : null;
  if (!sale || !isJsonObject(sale.outcome) || !isJsonObject(body.outcome)) return answer;
  if (standingOf(sale) === standingOf(body)) return answer;
  const { outcome, payments, status } = sale;
  const transaction = isJsonObject(body.transaction) ? { transaction: { ...body.transaction, status } } : {};
  const refreshed = { ...body, outcome, payments, ...transaction, ...('next' in body ? { next: outcome.next } : {}) };
  return { ...answer, body: Buffer.from(JSON.stringify(refreshed)) };
}

/** A sale, or an operation whose end was not known, or an end-of-day, which names no object. */
const hasStanding = ({ object, outcome, state }: Readonly<Record<string, unknown>>): boolean =>
  isJsonObject(outcome) || state === 'open' || state === 'unknown' || (object === undefined && state === 'running');

/** The paid amount of a sale, also after its basket has changed; state of an operation. */
function standingOf(body: Readonly<Record<string, unknown>> | null): unknown {
  if (!isJsonObject(body?.outcome)) return body?.state;
  const { result, final, paid } = body.outcome;
  return JSON.stringify([result, final, paid]);
}

const isJson = ({ headers }: KeptAnswer): boolean => headers['content-type']?.startsWith('application/json') === true;

function parsedObject(text: string): Readonly<Record<string, unknown>> | null {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : null;
}

const merchantOf = ({ principal }: FastifyRequest): string => principal?.merchant ?? '';

const readerOf = ({ server }: FastifyRequest, object: string) =>
  [...server.shared.readers.values()].find(reader => reader.object === object);

/**
 * The bridge ended after the change and before the answer. What was made, or changed, is answered as it is now; doing
 * it again could move money twice. Whoever names an object by its id is answered about that one, or about what was made
 * of it; something else that was changed with it is no answer.
 */
function presentState({ changes }: KnownKey, request: FastifyRequest): KeptAnswer {
  const { readers } = request.server.shared;
  if (request.routeOptions.url === LATE_APPROVAL_PATH) throw answerForgotten();
  const { id } = request.params as { id?: string };
  const { merchant } = request.principal;
  const own = readers.get(`${request.routeOptions.url}/:id`)?.object;
  const candidates = [
    changes.find(change => change.id === id),
    changes.find(({ object, type }) => object === own && type === 'added'),
    ...changes.filter(({ type }) => type === 'added'),
    ...(id !== undefined && OBJECT_ID.test(id) ? [] : changes),
  ];
  for (const change of candidates) {
    const body = change && readerOf(request, change.object)?.bytes(merchant, change.id);
    if (body)
      return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8', etag: etagOf(body) }, body };
  }
  throw answerForgotten();
}

/** Not `me`, a receipt number, or the number of a card. */
const OBJECT_ID = /^[A-Z]{3}_/;

const answerForgotten = () =>
  new BridgeError('keyReused', 'the request was carried out, but its answer is no longer known');

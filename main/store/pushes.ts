/**
 * Push notifications in the database: written in the commit of the change, kept with every try until long after they
 * ended. The delivery log of the API answers the stored document.
 */

import type { QueryDeclaration } from '../query/declaration.ts';
import type { DeliveryAttempt, PushEntry } from '../wire/pushes.ts';
import { timestamp } from '../world/clock.ts';
import { newPushId } from '../world/ids.ts';
import type { Pushes } from '../world/messages.ts';
import { supportIdOfJob } from '../world/requestContext.ts';
import type { Database } from './database.ts';

export const pushQueries = {
  table: 'push',
  fields: {
    id: { type: 'text', column: 'id' },
    status: { type: 'text', column: 'query_status' },
    'data.id': { type: 'id', column: 'query_object' },
    supportId: { type: 'text', column: 'query_support' },
  },
} as const satisfies QueryDeclaration;

/** A notification that may be sent now. */
export interface DuePush {
  readonly number: number;
  readonly merchant: string;
  readonly url: string;
  /** Client whose secret signs; null: that of the object. */
  readonly client: string | null;
  readonly document: string;
}

/** The facts that decide about a repetition. */
export interface PushProgress {
  /** Tries so far, including the latest. */
  readonly tries: number;
  /** Time at which it was queued, or sent again by hand, ms since 1970. */
  readonly since: number;
}

/** The state after a try; `nextAt` is the time of the repetition. */
export type PushOutcome =
  | { readonly status: 'waiting'; readonly nextAt: number }
  | { readonly status: 'delivered' | 'discarded' | 'refused' };

export interface PushStore extends Pushes {
  bytes(merchant: string, id: string): Buffer | undefined;
  /** Each receiver with the time at which its first notification is due, earliest first. */
  hosts(): readonly { readonly host: string; readonly next_at: number }[];
  /** Earliest first; `without`: addresses that get nothing now. */
  due(host: string, now: number, without: readonly string[], limit: number): readonly DuePush[];
  /** Calls `listener` after each commit that queued notifications. */
  onQueued(listener: () => void): void;
  // The rest is for use inside a job.
  /** Gives up what waits for a receiver that listens no more. */
  giveUp(merchant: string, url: string): void;
  /** Gives the notification after the try; null where it is no longer waiting. */
  record(number: number, attempt: DeliveryAttempt, decide: (tried: PushProgress) => PushOutcome): PushRecord | null;
  /** Begins again, as if it had just been queued; false where this merchant has no such notification. */
  resend(merchant: string, id: string): boolean;
  /** Makes every waiting notification due now. */
  hurry(): void;
  /** Deletes notifications that ended before that time, ms since 1970. */
  prune(before: number): void;
}

/** Tries kept of a notification that is sent again and again by hand. */
const ATTEMPTS_KEPT = 50;

export interface PushRecord {
  readonly merchant: string;
  readonly entry: PushEntry;
}

interface Receiver {
  readonly url: string;
  readonly client: string | null;
}

interface Row {
  readonly number: number;
  readonly merchant: string;
  readonly url: string;
  readonly tries: number;
  readonly since: number;
  readonly behind: number;
  readonly query_status: PushEntry['status'];
  readonly query_object: string;
  readonly document: string;
}

export function createPushes(db: Database, now: () => number): PushStore {
  const insert = db.prepare(`INSERT INTO push
    (id, merchant, url, host, tries, since, next_at, behind, query_status, query_object, query_support, document, client)
    VALUES (?, ?, ?, ?, 0, ?, ?, ?, 'waiting', ?, ?, ?, ?)`);
  const listening = db.prepare<Receiver>('SELECT url, client FROM push_receiver WHERE merchant = ? AND until > ?');
  const rows = (condition: string) =>
    db.prepare<Row>(`SELECT number, merchant, url, tries, since, behind, query_status, query_object, document
      FROM push WHERE ${condition}`);
  const waitingFor = rows("merchant = ? AND url = ? AND client IS NOT NULL AND query_status = 'waiting'");
  const bytesOf = db.prepare<Buffer>('SELECT CAST(document AS BLOB) FROM push WHERE id = ? AND merchant = ?').pluck();
  const byId = rows('id = ? AND merchant = ?');
  const byNumber = rows('number = ?');
  const hurry = db.prepare("UPDATE push SET next_at = ? WHERE query_status = 'waiting' AND behind = 0");
  const remove = db.prepare('DELETE FROM push WHERE ended_at < ?');
  const order = createOrder(db, now);
  const save = createSave(db, now);
  let queued = () => {};
  const wake = () => db.afterCommit(() => queued());

  return {
    ...createReceivers(db),
    queue(push) {
      const at = now();
      const receivers = listening.all(push.merchant, at);
      if (push.url) receivers.unshift({ url: push.url, client: null });
      for (const { url, client } of receivers) {
        const behind = order.isAnotherWaiting({ query_object: push.id, url, number: 0 });
        const document = newEntry({ ...push, url }, at);
        const { id, supportId } = document;
        const values = [id, push.merchant, url, hostOf(url), at, at, Number(behind), push.id, supportId];
        insert.run(...values, JSON.stringify(document), client);
      }
      if (receivers.length > 0) wake();
    },
    giveUp(merchant, url) {
      for (const row of waitingFor.all(merchant, url)) save(row, entryOf(row), { status: 'discarded' });
    },
    onQueued(listener) {
      queued = listener;
    },
    bytes: (merchant, id) => bytesOf.get(id, merchant),
    record(number, attempt, decide) {
      const row = byNumber.get(number);
      if (row?.query_status !== 'waiting') return null;
      const entry = entryOf(row);
      const tried = { ...row, tries: row.tries + 1 };
      const outcome = decide(tried);
      const attempts = [...entry.attempts, attempt].slice(-ATTEMPTS_KEPT);
      if (outcome.status !== 'waiting') order.releaseNext(row);
      return { merchant: row.merchant, entry: save(tried, { ...entry, attempts }, outcome) };
    },
    resend(merchant, id) {
      const row = byId.get(id, merchant);
      if (!row) return false;
      const behind = row.query_status === 'waiting' ? row.behind : Number(order.isAnotherWaiting(row));
      save({ ...row, tries: 0, since: now(), behind }, entryOf(row), { status: 'waiting', nextAt: now() });
      wake();
      return true;
    },
    hurry() {
      hurry.run(now());
      wake();
    },
    prune: before => void remove.run(before),
  };
}

/** The receivers that have a notification to get, and the notifications that are due. */
function createReceivers(db: Database): Pick<PushStore, 'hosts' | 'due'> {
  // One look into the index for each receiver, however many notifications wait for it.
  const hosts = db.prepare<{ host: string; next_at: number }>(`WITH RECURSIVE receiver (host) AS (
      SELECT min(host) FROM push WHERE query_status = 'waiting' AND behind = 0
      UNION ALL
      SELECT (SELECT min(host) FROM push WHERE query_status = 'waiting' AND behind = 0 AND host > receiver.host)
        FROM receiver WHERE host IS NOT NULL)
    SELECT host, (SELECT min(next_at) FROM push
        WHERE query_status = 'waiting' AND behind = 0 AND push.host = receiver.host) AS next_at
      FROM receiver WHERE host IS NOT NULL ORDER BY next_at`);
  const due = db.prepare<DuePush>(`SELECT number, merchant, url, client, document FROM push
    WHERE query_status = 'waiting' AND behind = 0 AND host = ? AND next_at <= ?
      AND url NOT IN (SELECT value FROM json_each(?)) ORDER BY next_at LIMIT ?`);
  return {
    hosts: () => hosts.all(),
    due: (host, at, without, limit) => due.all(host, at, JSON.stringify(without), limit),
  };
}

type Place = Pick<Row, 'query_object' | 'url' | 'number'>;

/** Notifications about the same object go to a receiver one after the other: a later one waits behind the earlier one. */
function createOrder(db: Database, now: () => number) {
  const another = db
    .prepare("SELECT 1 FROM push WHERE query_object = ? AND url = ? AND query_status = 'waiting' AND number <> ?")
    .pluck();
  const next = db
    .prepare<number>(`SELECT min(number) FROM push
    WHERE query_object = ? AND url = ? AND query_status = 'waiting' AND number <> ?`)
    .pluck();
  const release = db.prepare('UPDATE push SET behind = 0, next_at = ? WHERE number = ?');
  return {
    isAnotherWaiting: ({ query_object, url, number }: Place): boolean =>
      another.get(query_object, url, number) !== undefined,
    releaseNext({ query_object, url, number }: Place) {
      const waiting = next.get(query_object, url, number);
      if (waiting) release.run(now(), waiting);
    },
  };
}

/** Writes the row and its document after a try or a new beginning; gives the document. */
function createSave(db: Database, now: () => number) {
  const update = db.prepare(`UPDATE push SET tries = ?, since = ?, next_at = ?, behind = ?, ended_at = ?,
    query_status = ?, document = ? WHERE number = ?`);
  return ({ tries, since, behind, number }: Row, entry: PushEntry, outcome: PushOutcome): PushEntry => {
    const { status } = outcome;
    const nextAt = outcome.status === 'waiting' ? outcome.nextAt : null;
    const document = { ...entry, status, next_attempt: nextAt === null ? null : timestamp(nextAt) };
    const endedAt = nextAt === null ? now() : null;
    update.run(tries, since, nextAt ?? 0, behind, endedAt, status, JSON.stringify(document), number);
    return document;
  };
}

type QueuedPush = Parameters<Pushes['queue']>[0] & { readonly url: string };

const newEntry = ({ target, type, id, url, event }: QueuedPush, at: number): PushEntry => ({
  object: 'event.pushes',
  id: newPushId(),
  created: timestamp(at),
  target,
  type,
  event,
  data: [{ object: target, id }],
  url: withoutCredentials(url),
  status: 'waiting',
  next_attempt: timestamp(at),
  supportId: supportIdOfJob(),
  attempts: [],
});

const entryOf = ({ document }: Row): PushEntry => JSON.parse(document);

/** Name and port of a receiver; a slow receiver is left alone by this name. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** Delivery refuses credentials in an address, and more people read the delivery log than may know them. */
function withoutCredentials(text: string): string {
  const url = URL.parse(text);
  if (!url || (url.username === '' && url.password === '')) return text;
  url.username = '***';
  url.password = '';
  return url.href;
}

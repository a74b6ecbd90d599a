/**
 * Notifications: written with the change they tell of, kept with every try until long after they ended. The document
 * is what the delivery log answers.
 */

import type { QueryDeclaration } from '../services/query/declaration.ts';
import type { DeliveryAttempt, PushEntry } from '../wire/pushes.ts';
import { timestamp } from '../world/clock.ts';
import { newPushId } from '../world/ids.ts';
import type { Pushes } from '../world/messages.ts';
import { supportIdOfJob } from '../world/requestContext.ts';
import type { Database } from './database.ts';

export const pushQueries = {
  table: 'push',
  document: 'document',
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
  readonly document: string;
}

/** What a repetition is decided on. */
export interface PushProgress {
  /** Including the one that has just ended. */
  readonly tries: number;
  /** When it was queued, or sent again by hand. */
  readonly since: number;
}

/** What a try led to. `nextAt` where it will be repeated. */
export type PushOutcome =
  | { readonly status: 'waiting'; readonly nextAt: number }
  | { readonly status: 'delivered' | 'discarded' | 'refused' };

export interface PushStore extends Pushes {
  bytes(merchant: string, id: string): Buffer | undefined;
  /** When the first of each receiver is due, earliest first. */
  hosts(): readonly { readonly host: string; readonly next_at: number }[];
  due(host: string, now: number, limit: number): readonly DuePush[];
  /** Called once a commit that queued notifications held. */
  onQueued(listener: () => void): void;
  // The rest is for use inside a job.
  /** The state afterwards; null where it is no longer waiting. */
  record(number: number, attempt: DeliveryAttempt, decide: (tried: PushProgress) => PushOutcome): PushRecord | null;
  /** From the beginning, as if it had just been queued; false where this merchant has none such. */
  resend(merchant: string, id: string): boolean;
  /** All that wait are due. */
  hurry(): void;
  /** Forgets what ended before that time. */
  prune(before: number): void;
}

/** Of a notification that is sent again and again by hand. */
const ATTEMPTS_KEPT = 50;

export interface PushRecord {
  readonly merchant: string;
  readonly entry: PushEntry;
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
    (id, merchant, url, host, tries, since, next_at, behind, query_status, query_object, query_support, document)
    VALUES (?, ?, ?, ?, 0, ?, ?, ?, 'waiting', ?, ?, ?)`);
  const older = db
    .prepare("SELECT 1 FROM push WHERE query_object = ? AND url = ? AND query_status = 'waiting' AND number <> ?")
    .pluck();
  const bytesOf = db.prepare<Buffer>('SELECT CAST(document AS BLOB) FROM push WHERE id = ? AND merchant = ?').pluck();
  const byId = db.prepare<Row>('SELECT * FROM push WHERE id = ? AND merchant = ?');
  const byNumber = db.prepare<Row>('SELECT * FROM push WHERE number = ?');
  // One look into the index for each receiver, however many notifications wait for it.
  const dueHosts = db.prepare<{ host: string; next_at: number }>(`WITH RECURSIVE receiver (host) AS (
      SELECT min(host) FROM push WHERE query_status = 'waiting' AND behind = 0
      UNION ALL
      SELECT (SELECT min(host) FROM push WHERE query_status = 'waiting' AND behind = 0 AND host > receiver.host)
        FROM receiver WHERE host IS NOT NULL)
    SELECT host, (SELECT min(next_at) FROM push
        WHERE query_status = 'waiting' AND behind = 0 AND push.host = receiver.host) AS next_at
      FROM receiver WHERE host IS NOT NULL ORDER BY next_at`);
  const dueAt = db.prepare<DuePush>(`SELECT number, merchant, url, document FROM push
    WHERE query_status = 'waiting' AND behind = 0 AND host = ? AND next_at <= ? ORDER BY next_at LIMIT ?`);
  const update = db.prepare(`UPDATE push SET tries = ?, since = ?, next_at = ?, behind = ?, ended_at = ?,
    query_status = ?, document = ? WHERE number = ?`);
  const next = db
    .prepare<number>(`SELECT min(number) FROM push
    WHERE query_object = ? AND url = ? AND query_status = 'waiting' AND number <> ?`)
    .pluck();
  const release = db.prepare('UPDATE push SET behind = 0, next_at = ? WHERE number = ?');
  const hurryAll = db.prepare("UPDATE push SET next_at = ? WHERE query_status = 'waiting' AND behind = 0");
  const remove = db.prepare('DELETE FROM push WHERE ended_at < ?');
  let queued = () => {};

  function save(row: Row, entry: PushEntry, verdict: PushOutcome): PushEntry {
    const nextAt = verdict.status === 'waiting' ? verdict.nextAt : null;
    const { status } = verdict;
    const document = { ...entry, status, next_attempt: nextAt === null ? null : timestamp(nextAt) };
    const endedAt = nextAt === null ? now() : null;
    update.run(row.tries, row.since, nextAt ?? 0, row.behind, endedAt, status, JSON.stringify(document), row.number);
    return document;
  }

  const isAnotherWaiting = ({ query_object, url, number }: Pick<Row, 'query_object' | 'url' | 'number'>) =>
    older.get(query_object, url, number) !== undefined;

  /** The next one about the same object has waited long enough. */
  function releaseNext({ query_object, url, number }: Row) {
    const waiting = next.get(query_object, url, number);
    if (waiting) release.run(now(), waiting);
  }

  return {
    queue({ merchant, url, target, type, id }) {
      const at = now();
      const behind = isAnotherWaiting({ query_object: id, url, number: 0 });
      const support = supportIdOfJob();
      const document: PushEntry = {
        object: 'event.pushes',
        id: newPushId(),
        created: timestamp(at),
        target,
        type,
        data: [{ object: target, id }],
        url: withoutCredentials(url),
        status: 'waiting',
        next_attempt: timestamp(at),
        supportId: support,
        attempts: [],
      };
      const text = JSON.stringify(document);
      insert.run(document.id, merchant, url, hostOf(url), at, at, Number(behind), id, support, text);
      db.afterCommit(() => queued());
    },
    onQueued(listener) {
      queued = listener;
    },
    bytes: (merchant, id) => bytesOf.get(id, merchant),
    hosts: () => dueHosts.all(),
    due: (host, at, limit) => dueAt.all(host, at, limit),
    record(number, attempt, decide) {
      const row = byNumber.get(number);
      if (row?.query_status !== 'waiting') return null;
      const entry = entryOf(row);
      const tried = { ...row, tries: row.tries + 1 };
      const verdict = decide(tried);
      const attempts = [...entry.attempts, attempt].slice(-ATTEMPTS_KEPT);
      if (verdict.status !== 'waiting') releaseNext(row);
      return { merchant: row.merchant, entry: save(tried, { ...entry, attempts }, verdict) };
    },
    resend(merchant, id) {
      const row = byId.get(id, merchant);
      if (!row) return false;
      const behind = row.query_status === 'waiting' ? row.behind : Number(isAnotherWaiting(row));
      save({ ...row, tries: 0, since: now(), behind }, entryOf(row), { status: 'waiting', nextAt: now() });
      db.afterCommit(() => queued());
      return true;
    },
    hurry() {
      hurryAll.run(now());
      db.afterCommit(() => queued());
    },
    prune: before => void remove.run(before),
  };
}

const entryOf = ({ document }: Row): PushEntry => JSON.parse(document);

/** Name and port: what a slow receiver is known by. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** They are refused when it comes to delivery, and the log is read by more people than may know them. */
function withoutCredentials(text: string): string {
  const url = URL.parse(text);
  if (!url || (url.username === '' && url.password === '')) return text;
  url.username = '***';
  url.password = '';
  return url.href;
}

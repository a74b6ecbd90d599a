/**
 * What happened, in the order it happened: for the event stream, and as the queue to the back office. Listeners hear of
 * it once the commit held, never before.
 */
import { type Change, noteChange, supportIdOfJob } from '../requestContext.ts';
import type { Database } from './database.ts';

export interface StoredEvent {
  readonly seq: number;
  readonly merchant: string;
  readonly object: string;
  readonly id: string;
  readonly type: string;
}

/** As it is told in the moment of its commit. */
export interface CommittedEvent extends StoredEvent {
  /** Of the object after the change, as the wire names it; null where it has none. */
  readonly state: string | null;
  /** The request that made the change; null where the bridge did it of its own accord. */
  readonly supportId: string | null;
}

export interface EventLog {
  /** Inside a job. */
  append(merchant: string, object: string, id: string, type: Change['type'], state?: unknown): void;
  /** The events of a merchant behind `seq`, oldest first; null when some of them are no longer kept. */
  since(merchant: string, seq: number, limit: number): readonly StoredEvent[] | null;
  last(): number;
  onCommitted(listener: (event: CommittedEvent) => void): () => void;
  /** Inside a job: forgets what has been delivered, but the newest `keep` for streams that resume. */
  prune(keep: number): void;
  /** What the back office has not confirmed yet; `oldest` in ms since 1970. */
  queue(): { readonly waiting: number; readonly parked: number; readonly oldest: number | null };
}

export function createEventLog(db: Database, now: () => number): EventLog {
  const insert = db.prepare('INSERT INTO change (merchant, object, id, type, at) VALUES (?, ?, ?, ?, ?)');
  const behind = db.prepare<StoredEvent>(
    'SELECT seq, merchant, object, id, type FROM change WHERE seq > ? AND merchant = ? ORDER BY seq LIMIT ?',
  );
  const first = db.prepare<number | null>('SELECT min(seq) FROM change').pluck();
  const newest = db.prepare<number | null>('SELECT max(seq) FROM change').pluck();
  const at = db.prepare<number>('SELECT at FROM change WHERE seq > ? ORDER BY seq LIMIT 1').pluck();
  const remove = db.prepare('DELETE FROM change WHERE seq < ? AND seq NOT IN (SELECT seq FROM parked_change)');
  const delivered = db.prepare<number>("SELECT CAST(value AS INTEGER) FROM setting WHERE key = 'delivered'").pluck();
  const parked = db.prepare<number>('SELECT count(*) FROM parked_change').pluck();
  const listeners = new Set<(event: CommittedEvent) => void>();

  return {
    append(merchant, object, id, type, state) {
      noteChange({ merchant, object, id, type });
      const supportId = supportIdOfJob();
      const seq = Number(insert.run(merchant, object, id, type, now()).lastInsertRowid);
      db.afterCommit(() => {
        const told = typeof state === 'string' ? state : null;
        for (const listener of listeners) listener({ seq, merchant, object, id, type, state: told, supportId });
      });
    },
    since(merchant, seq, limit) {
      const oldest = first.get() ?? 1;
      return seq + 1 < oldest ? null : behind.all(seq, merchant, limit);
    },
    last: () => newest.get() ?? 0,
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prune: keep => void remove.run(Math.min(delivered.get() ?? 0, (newest.get() ?? 0) - keep)),
    queue() {
      const from = delivered.get() ?? 0;
      return { waiting: (newest.get() ?? 0) - from, parked: parked.get() ?? 0, oldest: at.get(from) ?? null };
    },
  };
}

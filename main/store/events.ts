/**
 * The log of changes, in the order they happened, for the event stream and its resumption. Listeners are called once the
 * commit held, never before.
 */
import { noteChange, type ObjectChange, supportIdOfJob } from '../world/requestContext.ts';
import type { Database } from './database.ts';

export interface StoredEvent {
  readonly seq: number;
  readonly merchant: string;
  readonly object: string;
  readonly id: string;
  readonly type: string;
}

/** An event as listeners get it in the moment of its commit. */
export interface CommittedEvent extends StoredEvent {
  /** State of the object after the change, as the wire names it; null where it has none. */
  readonly state: string | null;
  /** The request that made the change; null where the bridge did it of its own accord. */
  readonly supportId: string | null;
}

export interface EventLog {
  /** Inside a job. */
  append(merchant: string, object: string, id: string, type: ObjectChange['type'], state?: unknown): void;
  /** The events of a merchant behind `seq`, oldest first; null when some of them are no longer kept. */
  since(merchant: string, seq: number, limit: number): readonly StoredEvent[] | null;
  last(): number;
  onCommitted(listener: (event: CommittedEvent) => void): () => void;
  /** Inside a job: forgets what no stream resumes from any more, at most `AT_ONCE` rows, so that nobody waits for it. */
  prune(kept: { readonly count: number; readonly since: number }): void;
}

/** Rows that one round of housekeeping forgets; a day's backlog of a busy shop goes in a few minutes. */
const AT_ONCE = 25_000;

export function createEventLog(db: Database, now: () => number): EventLog {
  const insert = db.prepare('INSERT INTO change (merchant, object, id, type, at) VALUES (?, ?, ?, ?, ?)');
  const behind = db.prepare<StoredEvent>(
    'SELECT seq, merchant, object, id, type FROM change WHERE seq > ? AND merchant = ? ORDER BY seq LIMIT ?',
  );
  const first = db.prepare<number | null>('SELECT min(seq) FROM change').pluck();
  const newest = db.prepare<number | null>('SELECT max(seq) FROM change').pluck();
  // Numbers follow time, so what is too old is what precedes the first row that is not.
  const young = db.prepare<number>('SELECT seq FROM change WHERE at >= ? AND seq < ? ORDER BY seq LIMIT 1').pluck();
  const remove = db.prepare('DELETE FROM change WHERE seq < ?');
  const listeners = new Set<(event: CommittedEvent) => void>();

  return {
    append(merchant, object, id, type, state) {
      noteChange({ merchant, object, id, type });
      const supportId = supportIdOfJob();
      const seq = Number(insert.run(merchant, object, id, type, now()).lastInsertRowid);
      db.afterCommit(() => {
        const status = typeof state === 'string' ? state : null;
        for (const listener of listeners) listener({ seq, merchant, object, id, type, state: status, supportId });
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
    prune({ count, since }) {
      const last = newest.get();
      if (last == null) return;
      // The newest row stays whatever its age: the next number follows from it.
      const most = Math.min(last, (first.get() ?? 1) + AT_ONCE);
      const end = Math.min(most, Math.max(last - count + 1, young.get(since, most) ?? most));
      remove.run(end);
    },
  };
}

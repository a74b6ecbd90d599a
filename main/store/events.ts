/** What happened, in the order it happened. Listeners hear of it once the commit held, never before. */
import type { Database } from './database.ts';

export interface StoredEvent {
  readonly seq: number;
  readonly merchant: string;
  readonly object: string;
  readonly id: string;
  readonly type: string;
}

export interface EventLog {
  /** Inside a job. */
  append(merchant: string, object: string, id: string, type: 'added' | 'changed'): void;
  /** The events of a merchant behind `seq`, oldest first; null when some of them are no longer kept. */
  since(merchant: string, seq: number, limit: number): readonly StoredEvent[] | null;
  last(): number;
  onCommitted(listener: (event: StoredEvent) => void): () => void;
  /** Forgets what is older than `before` (ms since 1970). */
  prune(before: number): void;
}

export function createEventLog(db: Database, now: () => number): EventLog {
  const insert = db.prepare('INSERT INTO event (merchant, object, id, type, at) VALUES (?, ?, ?, ?, ?)');
  const behind = db.prepare<StoredEvent>(
    'SELECT seq, merchant, object, id, type FROM event WHERE seq > ? AND merchant = ? ORDER BY seq LIMIT ?',
  );
  const first = db.prepare<number | null>('SELECT min(seq) FROM event').pluck();
  const newest = db
    .prepare<number>("SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'event'), 0)")
    .pluck();
  const remove = db.prepare('DELETE FROM event WHERE at < ?');
  const listeners = new Set<(event: StoredEvent) => void>();

  return {
    append(merchant, object, id, type) {
      const seq = Number(insert.run(merchant, object, id, type, now()).lastInsertRowid);
      db.afterCommit(() => {
        for (const listener of listeners) listener({ seq, merchant, object, id, type });
      });
    },
    since(merchant, seq, limit) {
      const oldest = first.get() ?? (newest.get() ?? 0) + 1;
      return seq + 1 < oldest ? null : behind.all(seq, merchant, limit);
    },
    last: () => newest.get() ?? 0,
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prune: before => void remove.run(before),
  };
}

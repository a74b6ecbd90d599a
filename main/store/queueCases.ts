/** Cases of the queue: what a person has to look at, written with the fact that made it. */
import { newId } from '../world/ids.ts';
import type { QueueCases } from '../world/queue.ts';
import type { Database } from './database.ts';

export interface QueueCaseStore extends QueueCases {
  /** Number of open cases of all merchants. */
  openCount(): number;
  /** Inside a job: false where the merchant has no such open case. */
  close(merchant: string, id: string, ending: CaseEnding): boolean;
  /** Called after a case was opened or closed. */
  onChanged(listener: () => void): void;
}

export interface CaseEnding {
  /** USR_… or the client that closed it. */
  readonly by: string;
  readonly reason: string;
}

export function createQueueCases(db: Database, now: () => number): QueueCaseStore {
  const add = db.prepare(`INSERT INTO queue_case (id, merchant, kind, object, at, amount, currency, facts)
    SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS
      (SELECT 1 FROM queue_case WHERE merchant = ? AND kind = ? AND object = ? AND closed_at IS NULL)`);
  const end = db.prepare(
    'UPDATE queue_case SET closed_at = ?, closed_by = ?, reason = ? WHERE id = ? AND merchant = ? AND closed_at IS NULL',
  );
  const count = db.prepare<number>('SELECT count(*) FROM queue_case WHERE closed_at IS NULL').pluck();
  let changed = () => {};
  const publish = () => db.afterCommit(() => changed());

  return {
    open({ merchant, kind, object, amount, currency, facts }) {
      const about = [merchant, kind, object] as const;
      add.run(newId('CAS'), ...about, now(), amount, currency, JSON.stringify(facts), ...about);
      publish();
    },
    close(merchant, id, { by, reason }) {
      const closed = end.run(now(), by, reason, id, merchant).changes === 1;
      if (closed) publish();
      return closed;
    },
    openCount: () => count.get() ?? 0,
    onChanged(listener) {
      changed = listener;
    },
  };
}

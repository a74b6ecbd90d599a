/** Cases of the queue: what a person has to look at, written with the fact that made it. */
import { newId } from '../world/ids.ts';
import type { QueueCase, QueueCases } from '../world/queue.ts';
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
  const insert = db.prepare(`INSERT INTO queue_case (id, merchant, kind, object, at, amount, currency, facts)
    SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS
      (SELECT 1 FROM queue_case WHERE merchant = ? AND kind = ? AND object = ? AND closed_at IS NULL)`);
  const more = db.prepare(`UPDATE queue_case SET amount = coalesce(amount, 0) + ?,
      facts = json_set(facts, '$.count', coalesce(json_extract(facts, '$.count'), 1) + 1)
    WHERE merchant = ? AND kind = ? AND object = ? AND closed_at IS NULL`);
  const end = db.prepare(
    'UPDATE queue_case SET closed_at = ?, closed_by = ?, reason = ? WHERE id = ? AND merchant = ? AND closed_at IS NULL',
  );
  const count = db.prepare<number>('SELECT count(*) FROM queue_case WHERE closed_at IS NULL').pluck();
  let changed = () => {};
  const publish = () => db.afterCommit(() => changed());

  function open({ merchant, kind, object, amount, currency, facts }: QueueCase): void {
    const about = [merchant, kind, object] as const;
    insert.run(newId('CAS'), ...about, now(), amount, currency, JSON.stringify(facts), ...about);
    publish();
  }

  return {
    open,
    add(entry) {
      const { merchant, kind, object, amount, facts } = entry;
      if (more.run(amount, merchant, kind, object).changes === 0) open({ ...entry, facts: { ...facts, count: 1 } });
      else publish();
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

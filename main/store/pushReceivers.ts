/** Receivers of every push of a merchant, each for a while that its owner prolongs. `queue` of the pushes reads the table. */
import { same, tableOf } from './columns.ts';
import type { Database } from './database.ts';

export interface PushReceiverRow {
  /** PRC_ */
  readonly id: string;
  readonly merchant: string;
  /** Id of the client that registered the address. */
  readonly client: string;
  readonly url: string;
  /** ms since 1970 */
  readonly until: number;
}

export interface PushReceivers {
  /** Receivers whose time has not ended, in the order of their ids. */
  all(merchant: string): readonly PushReceiverRow[];
  find(merchant: string, id: string): PushReceiverRow | null;
  // The rest is for use inside a job.
  /** A new receiver, or the same one with another end. */
  put(receiver: PushReceiverRow): void;
  remove(merchant: string, id: string): void;
  /** Removes those that have ended, and gives them. */
  takeEnded(): readonly PushReceiverRow[];
}

export function createPushReceivers(db: Database, now: () => number): PushReceivers {
  const receivers = tableOf<PushReceiverRow>(db, 'push_receiver', same('id', 'merchant', 'client', 'url', 'until'));
  const all = receivers.all('merchant = ? AND until > ? ORDER BY id');
  const one = receivers.one('id = ? AND merchant = ? AND until > ?');
  const remove = db.prepare('DELETE FROM push_receiver WHERE id = ? AND merchant = ?');
  const ended = receivers.all('until <= ?');
  const removeEnded = db.prepare('DELETE FROM push_receiver WHERE until <= ?');
  return {
    all: merchant => all(merchant, now()),
    find: (merchant, id) => one(id, merchant, now()),
    put: receivers.put('id'),
    remove: (merchant, id) => void remove.run(id, merchant),
    takeEnded() {
      const rows = ended(now());
      if (rows.length > 0) removeEnded.run(now());
      return rows;
    },
  };
}

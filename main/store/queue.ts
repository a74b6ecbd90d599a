/**
 * The queue of what leaves the shop: every record is numbered and written in the commit of the fact itself. The numbers
 * of a till have no gaps, because a commit that fails takes its number back.
 */
import { goesUpstream } from '../domain/saleEvents.ts';
import type { Queue, QueueEntry } from '../world/queue.ts';
import type { Database } from './database.ts';
import { STORE_OF_TILL } from './devices.ts';

export interface QueueStore extends Pick<Queue, 'append'> {
  /** Inside a job: wakes the workers once the commit held, as a new record does. */
  touch(): void;
  /** Called once for each record, after its commit held. */
  onAppended(listener: () => void): void;
}

interface Number {
  readonly epoch: number;
  readonly sequence: number;
  readonly store: string | null;
}

export interface QueueOptions {
  /** An upstream service is configured, so that a record also waits for its delivery there. */
  readonly upstream: boolean;
  /** The business day of a moment; a record keeps the day that it was written with. */
  businessDay(merchant: string, at: number): string;
}

export function createQueue(db: Database, now: () => number, { upstream, businessDay }: QueueOptions): QueueStore {
  const count = db.prepare<Number>(
    'UPDATE queue_till SET sequence = sequence + 1 WHERE till = ? RETURNING epoch, sequence, store',
  );
  const begin = db.prepare<Number>(`INSERT INTO queue_till (till, merchant, store, epoch, sequence)
    VALUES (?, ?, ${STORE_OF_TILL}, ?, 1) RETURNING epoch, sequence, store`);
  const add = db.prepare(`INSERT INTO queue_record
    (till, epoch, sequence, merchant, store, business_day, at, kind, event, object, sum, currency, facts)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const deliver = db.prepare(`INSERT INTO upstream_delivery (number, lane, state, attempts, next_at)
    VALUES (?, ?, 'waiting', 0, 0)`);
  const listeners = new Set<() => void>();
  const appended = () => {
    for (const listener of listeners) listener();
  };

  /** A till without a row has never had a record: its first epoch begins. */
  function numberOf(till: string, merchant: string, at: number): Number {
    const number = count.get(till) ?? begin.get(till, merchant, till, merchant, Math.floor(at / 1000));
    if (!number) throw new Error(`the till ${till} has no number`);
    return number;
  }

  return {
    append(entry: QueueEntry) {
      const { merchant, kind, event, object, sum, currency, facts, lane } = entry;
      const at = now();
      const till = entry.till ?? merchant;
      const { epoch, sequence, store } = numberOf(till, merchant, at);
      const origin = [till, epoch, sequence, merchant, store, businessDay(merchant, at), at];
      const { lastInsertRowid } = add.run(...origin, kind, event, object, sum, currency, JSON.stringify(facts));
      if (upstream && goesUpstream(kind, event, facts.played === true)) deliver.run(lastInsertRowid, lane);
      db.afterCommit(appended);
    },
    touch: () => db.afterCommit(appended),
    onAppended: listener => void listeners.add(listener),
  };
}

/** The doubt about the clock on disk: commits that a wrong clock dates must not make it look right at the next start. */
import type { ClockFault } from '../domain/clockDoubt.ts';
import type { Database } from './database.ts';

export interface ClockDoubt {
  readonly fault: ClockFault;
  /** The newest commit by a clock that nobody doubted, ms since 1970; null in a new shop. */
  readonly newest: number | null;
}

export interface ClockDoubts {
  /** The doubt that the program before left open. */
  doubt(): ClockDoubt | null;
  /** The time at which the newest sale changed last, for a directory whose mark says nothing. */
  newestSale(): number | null;
  /** Inside a job. */
  keep(doubt: ClockDoubt): void;
  /** Inside a job: the clock is right. What the wrong one has put off until later than tomorrow is due now. */
  end(now: number): void;
}

const KEY = 'clock_doubt';
const DAY = 86_400_000;

export function createClockDoubts(db: Database): ClockDoubts {
  const read = db.prepare<string>(`SELECT value FROM setting WHERE key = '${KEY}'`).pluck();
  const newest = db.prepare<number | null>(
    'SELECT max(updated) FROM (SELECT updated FROM smart_transaction ORDER BY number DESC LIMIT 100)',
  );
  const keep = db.prepare('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)');
  const putOff = ['mail', 'push'].map(table =>
    db.prepare(
      `UPDATE ${table} SET next_at = ? WHERE ${table === 'mail' ? 'state' : 'query_status'} = 'waiting' AND next_at > ?`,
    ),
  );
  const end = db.prepare(`DELETE FROM setting WHERE key = '${KEY}'`);
  return {
    doubt: () => JSON.parse(read.get() ?? 'null'),
    newestSale: () => newest.pluck().get() ?? null,
    keep: doubt => void keep.run(KEY, JSON.stringify(doubt)),
    end(now) {
      end.run();
      for (const hurry of putOff) hurry.run(now, now + DAY);
    },
  };
}

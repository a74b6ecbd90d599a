/** The doubt about the clock on disk: commits that a wrong clock dates must not make it look right at the next start. */
import type { ClockFault } from '../domain/clockDoubt.ts';
import type { Database } from './database.ts';

export interface ClockDoubt {
  readonly fault: ClockFault;
  /** The newest commit by a clock that nobody doubted, ms since 1970. */
  readonly newest: number;
}

export interface ClockDoubts {
  /** The doubt that the program before left open. */
  doubt(): ClockDoubt | null;
  /** When the newest sale changed last, for a directory whose mark says nothing. */
  newestSale(): number | null;
  /** Inside a job. */
  keep(doubt: ClockDoubt): void;
  /** Inside a job. */
  end(): void;
}

const KEY = 'clock_doubt';

export function createClockDoubts(db: Database): ClockDoubts {
  const read = db.prepare<string>(`SELECT value FROM setting WHERE key = '${KEY}'`).pluck();
  const newest = db.prepare<number | null>(
    'SELECT max(updated) FROM (SELECT updated FROM smart_transaction ORDER BY number DESC LIMIT 100)',
  );
  const keep = db.prepare('INSERT OR REPLACE INTO setting VALUES (?, ?)');
  const end = db.prepare(`DELETE FROM setting WHERE key = '${KEY}'`);
  return {
    doubt: () => JSON.parse(read.get() ?? 'null'),
    newestSale: () => newest.pluck().get() ?? null,
    keep: doubt => void keep.run(KEY, JSON.stringify(doubt)),
    end: () => void end.run(),
  };
}

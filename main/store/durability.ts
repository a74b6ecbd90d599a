/** The durability of the database: the settings by which a commit survives a power cut, and the probe of a disk that took none. */
import type Sqlite from 'better-sqlite3';
import { DatabaseRefusal } from '../files/refusal.ts';
import type { Risks } from './risks.ts';

/** A commit that was answered must survive a power cut: write-ahead log, and every commit flushed to the disk. */
export function makeDurable(sqlite: Sqlite.Database) {
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  // A checkpoint costs two more flushes; 16 MiB of log are read in no time at the next start.
  sqlite.pragma('wal_autocheckpoint = 4000');
  // The space that a long snapshot made the log take is given back.
  sqlite.pragma('journal_size_limit = 67108864');
  const readBack = [
    sqlite.pragma('journal_mode', { simple: true }),
    sqlite.pragma('synchronous', { simple: true }),
    sqlite.pragma('foreign_keys', { simple: true }),
  ];
  if (readBack.join() !== 'wal,2,1')
    throw new DatabaseRefusal(
      `The database cannot be made durable here (journal, synchronous, foreign keys: ${readBack.join(', ')}).`,
    );
}

/**
 * The undo data of a statement is small and short-lived; in a file it would cost more than the statement. Of pages, 4 in place of
 * 16 MB: in a shop of 300,000 sales a write costs the same, because what is not kept here is kept by the operating system. Only after
 * the migrations, which may sort whole tables.
 */
export function keepInMemory(sqlite: Sqlite.Database): void {
  sqlite.pragma('temp_store = MEMORY');
  sqlite.pragma('cache_size = -4096');
}

/** ms */
const PROBE_EVERY = 2000;

/** Nobody may be selling, so whether the disk can be written again is tried. Gives what ends it. */
export function probeWhileUnwritable(risks: Risks, probe: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  risks.onChanged(all => {
    const isUnwritable = all.some(({ kind }) => kind === 'unwritable');
    if (isUnwritable) timer ??= setInterval(probe, PROBE_EVERY).unref();
    else if (timer) {
      clearInterval(timer);
      timer = null;
    }
  });
  return () => {
    if (timer) clearInterval(timer);
  };
}

/** The disk of the till: it takes what it is given, or nothing, or it takes its time. */
import type { Database } from '../../main/store/database.ts';
import { now, pause } from './clock.ts';

/** Each commit of a slow disk takes so much longer, ms. */
const SLOWNESS = 2_000;

export class Disk {
  readonly #trace: (line: string) => void;
  #fullUntil = 0;
  #slowUntil = 0;
  /** A transaction runs right now: what is read is not committed yet. */
  isWriting = false;

  constructor(trace: (line: string) => void) {
    this.#trace = trace;
  }

  /** For so many seconds. */
  begin(kind: 'full' | 'slow', seconds: number): void {
    const until = now() + seconds * 1000;
    if (kind === 'full') this.#fullUntil = until;
    else this.#slowUntil = until;
  }

  #within<T>(job: () => T): T {
    this.isWriting = true;
    try {
      return job();
    } finally {
      this.isWriting = false;
    }
  }

  /** The database on this disk: a commit on a full one fails as a whole. */
  under(db: Database): Database {
    const write: Database['write'] = async job => {
      if (now() < this.#slowUntil) await pause(SLOWNESS);
      return db.write(() => {
        const done = this.#within(job);
        if (now() < this.#fullUntil) {
          this.#trace('disk is full');
          throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
        }
        return done;
      });
    };
    return Object.create(db, { write: { value: write } }) as Database;
  }
}

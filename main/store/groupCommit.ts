/**
 * Writes that arrive in one turn of the event loop share one commit, hence one flush to the disk. Each job decides and
 * writes synchronously, so jobs see each other's results and never run into one another.
 */

interface Connection {
  prepare(sql: string): { run(): unknown };
}

interface Job {
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Ending = { readonly value: unknown; readonly after: readonly (() => void)[] } | { readonly error: unknown };

/** Counts what is committed. */
export interface Witness {
  /** The last work inside the transaction. */
  jobsDone(): void;
  /** The commit held; nobody has been answered yet. */
  held(): void;
  /** A commit, or a job in it, failed. */
  failed(error: unknown): void;
}

export interface GroupCommit {
  write<T>(job: () => T): Promise<T>;
  afterCommit(action: () => void): void;
  /** Called inside a job: `action` is its last work, once for each `key`, the newest one counts. */
  atEnd(key: string, action: () => void): void;
  /** How many commits there have been: what was read at the same number is still true. */
  commits(): number;
  drain(): Promise<void>;
}

const NOBODY: Witness = { jobsDone: () => undefined, held: () => undefined, failed: () => undefined };

/** `failed` hears what an action after a commit throws: it is written all the same, and every job is answered. */
export function createGroupCommit(
  connection: Connection,
  failed: (error: unknown) => void,
  witness: Witness = NOBODY,
): GroupCommit {
  const sql = (text: string) => connection.prepare(text);
  const [begin, commit, rollback] = [sql('BEGIN IMMEDIATE'), sql('COMMIT'), sql('ROLLBACK')];
  const [savepoint, release, undo] = [sql('SAVEPOINT job'), sql('RELEASE job'), sql('ROLLBACK TO job')];
  let count = 0;
  let waiting: Job[] = [];
  let flushed: Promise<void> | null = null;
  let after: (() => void)[] | null = null;
  const atEnd = new Map<string, () => void>();

  const isUndone = () => 'inTransaction' in connection && !connection.inTransaction;

  function attempt(job: Job): Ending {
    savepoint.run();
    after = [];
    try {
      const value = job.run();
      for (const action of atEnd.values()) action();
      release.run();
      return { value, after };
    } catch (error) {
      // On a full disk SQLite has undone the whole commit already: nothing is left to go on with.
      if (isUndone()) throw error;
      undo.run();
      release.run();
      witness.failed(error);
      return { error };
    } finally {
      after = null;
      atEnd.clear();
    }
  }

  function commitAll(jobs: readonly Job[]): readonly Ending[] {
    begin.run();
    try {
      const endings = jobs.map(attempt);
      witness.jobsDone();
      commit.run();
      count += 1;
      witness.held();
      return endings;
    } catch (error) {
      if (!isUndone() && 'inTransaction' in connection) rollback.run();
      throw error;
    }
  }

  function flush() {
    const jobs = waiting;
    waiting = [];
    flushed = null;
    let endings: readonly Ending[];
    try {
      endings = commitAll(jobs);
    } catch (error) {
      witness.failed(error);
      for (const job of jobs) job.reject(error);
      return;
    }
    for (const [index, job] of jobs.entries()) tell(job, endings[index]!);
  }

  function tell(job: Job, ending: Ending) {
    if ('error' in ending) {
      job.reject(ending.error);
      return;
    }
    for (const action of ending.after) carryOut(action);
    job.resolve(ending.value);
  }

  function carryOut(action: () => void) {
    try {
      action();
    } catch (error) {
      failed(error);
    }
  }

  return {
    write<T>(run: () => T) {
      return new Promise<T>((resolve, reject) => {
        waiting.push({ run, resolve: resolve as (value: unknown) => void, reject });
        flushed ??= new Promise(done =>
          setImmediate(() => {
            flush();
            done();
          }),
        );
      });
    },
    afterCommit(action) {
      if (!after) throw new Error('afterCommit is for jobs only');
      after.push(action);
    },
    atEnd(key, action) {
      if (!after) throw new Error('atEnd is for jobs only');
      atEnd.set(key, action);
    },
    commits: () => count,
    async drain() {
      while (flushed) await flushed;
    },
  };
}

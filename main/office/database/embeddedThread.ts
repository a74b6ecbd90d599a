/** The thread of the embedded database: tasks with a limit each, and a new thread where one ended or stopped answering. */
import { statfsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { EmbeddedReply, EmbeddedStart, EmbeddedTask } from './embeddedWorker.ts';
import { DatabaseUnavailable, isUnavailable } from './unavailable.ts';

/** Longest time of each task, ms. A thread that answers later is hung: it is ended, and the next task starts another one. */
export type EmbeddedLimits = Readonly<Record<EmbeddedTask['kind'] | 'open', number>>;

/** A script is a migration or ANALYZE, and the first start makes the whole directory; everything else is short. */
export const embeddedLimits: EmbeddedLimits = {
  ...{ open: 120_000, query: 60_000, pipeline: 60_000, copy: 60_000, script: 600_000, dump: 600_000, close: 10_000 },
};

/** After an error that may leave it hung, a thread has so long to answer a question, ms. */
const PROBE_WITHIN = 5000;
/** The log of PostgreSQL grows by files of 16 MiB, and without room for one the database does not start. */
const ROOM = 32 * 1024 * 1024;
/** A bundle has the thread beside itself. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './embeddedWorker.ts' : './embeddedWorker.js',
  import.meta.url,
);

export class DatabaseThread {
  readonly #worker: Worker;
  readonly #limits: EmbeddedLimits;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  #number = 0;
  #failure: Error | null = null;

  constructor(start: EmbeddedStart, limits: EmbeddedLimits) {
    this.#limits = limits;
    this.#worker = new Worker(THREAD, { workerData: start });
    this.#worker.on('message', (reply: EmbeddedReply) => this.#answer(reply));
    this.#worker.on('error', error => this.#fail(new DatabaseUnavailable('ended', error)));
    this.#worker.on('exit', () => this.#fail(new DatabaseUnavailable('ended')));
  }

  /** Null while it works. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** Throws what the database says, and DatabaseUnavailable where there is no answer in time. */
  run(task: EmbeddedTask, limit = this.#limits[task.kind]): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    this.#number += 1;
    const number = this.#number;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => this.#fail(new DatabaseUnavailable('silent')), limit);
    this.#waiting.set(number, { resolve, reject });
    this.#worker.postMessage({ number, task });
    return promise.finally(() => clearTimeout(timer));
  }

  /** Ends the thread, also one that is in an endless loop. */
  async end(): Promise<void> {
    this.#fail(new DatabaseUnavailable('ended'));
    await this.#worker.terminate();
  }

  #answer({ number, result, error }: EmbeddedReply): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (!error) {
      waiting?.resolve(result);
      return;
    }
    const thrown = Object.assign(new Error(error.message), { code: error.code, detail: error.detail });
    waiting?.reject(thrown);
    // A disk without room for its log, or an error that PostgreSQL has no code for, can leave it in a loop without an end.
    if (error.code === undefined || isUnavailable(thrown)) this.#probe(thrown);
  }

  /** Asks whether it still answers; an error of PostgreSQL is an answer. */
  #probe(reason: Error): void {
    if (this.#failure) return;
    this.#number += 1;
    const lost = () => this.#fail(new DatabaseUnavailable(isUnavailable(reason) ? 'diskFull' : 'silent', reason));
    const timer = setTimeout(lost, PROBE_WITHIN);
    const answered = (error?: Error & { code?: string }) => {
      clearTimeout(timer);
      if (error && error.code === undefined) lost();
    };
    this.#waiting.set(this.#number, { resolve: () => answered(), reject: answered });
    this.#worker.postMessage({ number: this.#number, task: { kind: 'query', text: 'SELECT 1', values: [] } });
  }

  #fail(error: Error): void {
    if (this.#failure) return;
    this.#failure = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    void this.#worker.terminate();
  }
}

/** Starts the thread of a directory again where the last one failed; PostgreSQL repairs itself from its log then. */
export class LastingThread {
  readonly #start: EmbeddedStart;
  readonly #limits: EmbeddedLimits;
  readonly #lost: (error: Error) => void;
  #thread: DatabaseThread | null = null;

  /** `lost` hears why a thread was replaced. */
  constructor(start: EmbeddedStart, limits: EmbeddedLimits, lost: (error: Error) => void) {
    [this.#start, this.#limits, this.#lost] = [start, limits, lost];
  }

  /** A thread whose database is open. Throws why there is none now; the next call tries again. */
  async current(): Promise<DatabaseThread> {
    const failure = this.#thread?.failure;
    if (this.#thread && !failure) return this.#thread;
    if (failure) this.#lost(failure);
    const isAgain = this.#thread !== null;
    if (isAgain && this.#isFull()) throw new DatabaseUnavailable('diskFull', failure);
    this.#thread = new DatabaseThread(isAgain ? { ...this.#start, prepared: null } : this.#start, this.#limits);
    try {
      await this.#thread.run({ kind: 'query', text: 'SELECT 1', values: [] }, this.#limits.open);
      return this.#thread;
    } catch (error) {
      await this.#thread.end();
      throw isAgain ? new DatabaseUnavailable(this.#isFull() ? 'diskFull' : 'ended', error) : error;
    }
  }

  async end(): Promise<void> {
    await this.#thread?.end();
  }

  /** Closes an open database in order, in bounded time; one that is hung is cut off, and repairs itself at its next start. */
  async close(): Promise<void> {
    if (this.#thread?.failure === null) await this.#thread.run({ kind: 'close' }).catch(this.#lost);
    await this.end();
  }

  #isFull(): boolean {
    const { bavail, bsize } = statfsSync(this.#start.directory);
    return bavail * bsize < ROOM;
  }
}

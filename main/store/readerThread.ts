/**
 * A thread that reads for those questions no index answers: SQLite looks at every row in one go, and nothing else of
 * the bridge could move meanwhile. One question after the other; too many, and those that take too long, are refused.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { endOf } from './nativeThread.ts';
import type { Bindable } from './statement.ts';

export interface Question {
  readonly sql: string;
  readonly params: readonly Bindable[];
}

export interface ReaderThread {
  /** The only column of every row, of each question; all as of one moment. Throws `TooMuchToRead`. */
  ask(questions: readonly Question[]): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}

/** The question would hold up all others. The message says what to do. */
export class TooMuchToRead extends Error {}

export const readerLimits = {
  /** Questions that may wait. */
  waiting: 20,
  /** How long one may take, ms. */
  time: 20_000,
  /** How long the thread waits for the next one, ms. */
  idle: 60_000,
} as const;

interface Waiting {
  readonly questions: readonly Question[];
  readonly resolve: (answers: readonly (readonly unknown[])[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Neither: the thread has opened the database. */
interface Reply {
  readonly answers?: readonly (readonly unknown[])[];
  readonly error?: string;
}

export function createReaderThread(
  file: string,
  limits: Record<keyof typeof readerLimits, number> = readerLimits,
): ReaderThread {
  const queue: Waiting[] = [];
  let thread: Worker | null = null;
  let endThread: (() => Promise<void>) | null = null;
  let current: Waiting | null = null;
  let timer: NodeJS.Timeout | undefined;

  function started(): Worker {
    const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');
    const worker = new Worker(THREAD, { eval: true, workerData: { file, sqlite }, execArgv: [] });
    worker.unref();
    endThread = endOf(worker);
    worker.on('message', ({ answers, error }: Reply) => {
      if (worker === thread && (answers || error !== undefined))
        end(waiting => (answers ? waiting.resolve(answers) : waiting.reject(new Error(error))));
    });
    worker.on('error', error => {
      if (worker === thread) drop(waiting => waiting.reject(error));
    });
    return worker;
  }

  function end(settle: (waiting: Waiting) => void) {
    clearTimeout(timer);
    const ended = current;
    current = null;
    if (ended) settle(ended);
    next();
    if (current === null) timer = setTimeout(() => void stop(), limits.idle).unref();
  }

  /** The thread is given up; the next question gets a new one. */
  function drop(settle: (waiting: Waiting) => void) {
    void stop();
    end(settle);
  }

  async function stop() {
    const ended = endThread;
    thread = null;
    endThread = null;
    await ended?.();
  }

  function next() {
    const waiting = queue.shift();
    if (current !== null || !waiting) return;
    current = waiting;
    clearTimeout(timer);
    timer = setTimeout(() => drop(slow => slow.reject(new TooMuchToRead(SLOW))), limits.time).unref();
    thread ??= started();
    thread.postMessage(waiting.questions);
  }

  return {
    ask: questions =>
      new Promise((resolve, reject) => {
        if (queue.length >= limits.waiting) return reject(new TooMuchToRead(MANY));
        queue.push({ questions, resolve, reject });
        if (current === null) next();
      }),
    async close() {
      clearTimeout(timer);
      const closed = new Error('the database is closed');
      for (const waiting of [...queue.splice(0), ...(current ? [current] : [])]) waiting.reject(closed);
      current = null;
      await stop();
    },
  };
}

const NARROW = 'narrow q down, and leave out sort, by fields that meta calls indexed';
const SLOW = `the search took too long: ${NARROW}`;
const MANY = `too many searches look at every row: wait, or ${NARROW}`;

/** Plain JavaScript, so that it runs from the sources, from the built bridge and from the package alike. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const Sqlite = require(workerData.sqlite);
const sqlite = new Sqlite(workerData.file, { readonly: true });
sqlite.pragma('cache_size = -8192');
parentPort.postMessage({});
const read = sqlite.transaction(questions =>
  questions.map(({ sql, params }) => sqlite.prepare(sql).pluck().all(...params)));
parentPort.on('message', questions => {
  try {
    parentPort.postMessage({ answers: read(questions) });
  } catch (error) {
    parentPort.postMessage({ error: String(error && error.message) });
  }
});
`;

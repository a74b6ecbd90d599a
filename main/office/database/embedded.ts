/**
 * The embedded PostgreSQL (PGlite), for the demo and one shop. It has one session, so transactions wait for each other, and
 * it has no lock on its directory, so a lock file of ours keeps a second process out.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { lock } from '../../store/lock.ts';
import type { EmbeddedReply, EmbeddedStart, EmbeddedTask } from './embeddedWorker.ts';
import type { OfficeDatabase, Sql } from './officeDatabase.ts';
import { copyPieces, copyStatement } from './values.ts';

export interface EmbeddedDatabase extends OfficeDatabase {
  readonly kind: 'embedded';
  /** The whole database as a tar file, which `prepared` of a later start takes. */
  dump(compression: 'gzip' | 'none'): Promise<Uint8Array>;
}

/** Rows that a stream reads ahead. */
const READ_AHEAD = 1000;
/** Characters of a COPY that are handed over at once; a larger one is several statements. */
const LARGEST_COPY = 16 * 1024 * 1024;

/**
 * Opens the database in `data`/postgres, from the dump `prepared` where there is none yet. Throws DatabaseRefusal where
 * another process has it open.
 */
export async function openEmbedded(data: string, prepared: string | null): Promise<EmbeddedDatabase> {
  mkdirSync(data, { recursive: true });
  const unlock = lock(data);
  const directory = join(data, 'postgres');
  const isNew = !existsSync(join(directory, 'PG_VERSION'));
  const thread = new DatabaseThread({ directory, prepared: isNew ? prepared : null });
  try {
    await thread.run({ kind: 'query', text: 'SELECT 1', values: [] });
  } catch (error) {
    await thread.end();
    unlock();
    throw error;
  }
  const turns = new Turns();
  const sql = sqlOf(thread);
  return {
    kind: 'embedded',
    query: (text, values) => turns.take(() => sql.query(text, values)),
    script: text => turns.take(() => sql.script(text)),
    copy: (table, columns, rows) => turns.take(() => inTransaction(sql, inside => inside.copy(table, columns, rows))),
    stream: (text, values) => streamed(turns, sql, text, values),
    transaction: work => turns.take(() => inTransaction(sql, work)),
    dump: compression => turns.take(async () => (await thread.run({ kind: 'dump', compression })) as Uint8Array),
    async close() {
      await turns.take(() => thread.run({ kind: 'close' }));
      await thread.end();
      unlock();
    },
  };
}

/** Tasks go to the thread, and answers find the task that asked. */
class DatabaseThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  #number = 0;
  #failure: Error | null = null;

  constructor(start: EmbeddedStart) {
    this.#worker = new Worker(new URL('./embeddedWorker.ts', import.meta.url), { workerData: start });
    this.#worker.on('message', (reply: EmbeddedReply) => this.#answer(reply));
    this.#worker.on('error', error => this.#fail(error as Error));
    this.#worker.on('exit', () => this.#fail(new Error('the embedded database has ended')));
  }

  run(task: EmbeddedTask): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#worker.postMessage({ number, task });
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #answer({ number, result, error }: EmbeddedReply): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (error) waiting?.reject(Object.assign(new Error(error.message), { code: error.code, detail: error.detail }));
    else waiting?.resolve(result);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** One after the other, in the order of asking. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

const sqlOf = (thread: DatabaseThread): Sql => ({
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (await thread.run({ kind: 'query', text, values })) as Row[],
  script: async text => void (await thread.run({ kind: 'script', text })),
  async copy(table, columns, rows) {
    const text = copyStatement(table, columns, "'/dev/blob'");
    let [count, size] = [0, 0];
    let pieces: string[] = [];
    const send = async () => {
      if (pieces.length > 0) await thread.run({ kind: 'copy', text, pieces });
      [pieces, size] = [[], 0];
    };
    for await (const piece of copyPieces(rows, all => {
      count = all;
    })) {
      pieces.push(piece);
      size += piece.length;
      if (size > LARGEST_COPY) await send();
    }
    await send();
    return count;
  },
  stream: <Row>(text: string, values: readonly unknown[] = []) =>
    cursorRows<Row>(statement => thread.run({ kind: 'query', ...statement }) as Promise<Row[]>, text, values, ''),
});

async function inTransaction<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  await sql.script('BEGIN');
  try {
    const result = await work(sql);
    await sql.script('COMMIT');
    return result;
  } catch (error) {
    await sql.script('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The rows are held beside the tables, so that a slow reader keeps nobody from writing. */
const streamed = <Row>(turns: Turns, sql: Sql, text: string, values: readonly unknown[] = []): AsyncIterable<Row> =>
  cursorRows(
    statement => turns.take(() => sql.query<Row>(statement.text, statement.values)),
    text,
    values,
    'WITH HOLD',
  );

let cursors = 0;

async function* cursorRows<Row>(
  run: (statement: { text: string; values: readonly unknown[] }) => Promise<readonly Row[]>,
  text: string,
  values: readonly unknown[],
  hold: '' | 'WITH HOLD',
): AsyncGenerator<Row> {
  cursors += 1;
  const name = `rows_${cursors}`;
  await run({ text: `DECLARE ${name} CURSOR ${hold} FOR ${text}`, values });
  try {
    for (;;) {
      const rows = await run({ text: `FETCH ${READ_AHEAD} FROM ${name}`, values: [] });
      yield* rows;
      if (rows.length < READ_AHEAD) return;
    }
  } finally {
    await run({ text: `CLOSE ${name}`, values: [] }).catch(() => undefined);
  }
}

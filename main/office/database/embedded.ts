/**
 * The embedded PostgreSQL (PGlite), for the demo and one shop. It has one session, so transactions wait for each other, and
 * it has no lock on its directory, so a lock file of ours keeps a second process out.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from '../../files/lock.ts';
import { type DatabaseThread, type EmbeddedLimits, embeddedLimits, LastingThread } from './embeddedThread.ts';
import type { OfficeDatabase, Sql } from './officeDatabase.ts';
import { DatabaseUnavailable } from './unavailable.ts';
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

interface EmbeddedOptions {
  /** Hears why the thread of the database was replaced. */
  readonly lost?: (error: Error) => void;
  readonly limits?: EmbeddedLimits;
}

/**
 * Opens the database in `data`/postgres, from the dump `prepared` where there is none yet. Throws DatabaseRefusal where
 * another process has it open. A database that hangs is started again; what it was asked meanwhile throws DatabaseUnavailable.
 */
export async function openEmbedded(
  data: string,
  prepared: string | null,
  { lost = () => undefined, limits = embeddedLimits }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  mkdirSync(data, { recursive: true });
  const unlock = lock(data);
  const directory = join(data, 'postgres');
  const isNew = !existsSync(join(directory, 'PG_VERSION'));
  const lasting = new LastingThread({ directory, prepared: isNew ? prepared : null }, limits, lost);
  try {
    await lasting.current();
  } catch (error) {
    unlock();
    throw error;
  }
  const turns = new Turns();
  let isEnded = false;
  // The whole of a turn speaks to one thread: a transaction never goes on in another one than it began in.
  const turn = <T>(work: (sql: Sql, thread: DatabaseThread) => Promise<T>): Promise<T> =>
    turns.take(async () => {
      if (isEnded) throw new DatabaseUnavailable('ended');
      const thread = await lasting.current();
      return work(sqlOf(thread), thread);
    });
  return {
    kind: 'embedded',
    query: (text, values) => turn(sql => sql.query(text, values)),
    pipeline: statements => turn(sql => sql.pipeline(statements)),
    script: text => turn(sql => sql.script(text)),
    copy: (table, columns, rows) => turn(sql => inTransaction(sql, inside => inside.copy(table, columns, rows))),
    stream: <Row>(text: string, values: readonly unknown[] = []) =>
      // The rows are held beside the tables, so that a slow reader keeps nobody from writing.
      cursorRows<Row>(each => turn(sql => sql.query(each.text, each.values)), text, values, 'WITH HOLD'),
    transaction: work => turn(sql => inTransaction(sql, work)),
    dump: compression => turn(async (_, thread) => (await thread.run({ kind: 'dump', compression })) as Uint8Array),
    async close() {
      // Work under way is finished; a database that hangs keeps nobody from ending.
      const timer = setTimeout(() => {
        isEnded = true;
        void lasting.end();
      }, limits.close);
      await turns.take(() => lasting.close());
      clearTimeout(timer);
      unlock();
    },
  };
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
  pipeline: async statements => (await thread.run({ kind: 'pipeline', statements })) as unknown[][],
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
  await sql.query('BEGIN');
  try {
    const result = await work(sql);
    await sql.query('COMMIT');
    return result;
  } catch (error) {
    await sql.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

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

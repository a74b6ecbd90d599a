/** A PostgreSQL server: a pool of connections, COPY and rows as streams. */
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import QueryStream from 'pg-query-stream';
import type { OfficeDatabase, Sql, Statement } from './officeDatabase.ts';
import { columnReaders, copyPieces, copyStatement } from './values.ts';

/** Connections of one back office; a batch uses one while it is taken in. */
const MOST_CONNECTIONS = 12;
/** A server that answers nothing for this long is down, ms. */
const CONNECT_WITHIN = 5000;

/**
 * How statements are planned. Workers of a parallel plan and compiled expressions cost more processor time than the most questions
 * take; only one that reads millions of rows has workers.
 */
const PLANS = 'SET parallel_setup_cost = 100000; SET jit = off';

const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    columnReaders[id] ?? pg.types.getTypeParser(id, format as 'text'),
} as pg.CustomTypesConfig;

/** Opens `address` (`postgres://…`). Throws what the server or the line says where it cannot be reached. */
export async function openServer(address: string, lost: (error: Error) => void): Promise<OfficeDatabase> {
  const pool = new pg.Pool({
    connectionString: address,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN,
    keepAlive: true,
    types,
    // Awaited: where the line breaks meanwhile, whoever wanted the connection hears of it.
    async onConnect(client) {
      await client.query(PLANS);
    },
  });
  // An idle connection that breaks is replaced; without a listener it would end the program.
  pool.on('error', lost);
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  const own = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const { client, release } = await claimed(pool);
    try {
      return await work(client);
    } finally {
      release();
    }
  };
  return {
    kind: 'server',
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await pool.query(text, [...values])).rows as Row[],
    pipeline: statements => own(client => sentTogether(client, statements)),
    script: async text => void (await pool.query(text)),
    copy: (table, columns, rows) => own(client => copyInto(client, table, columns, rows)),
    stream: (text, values = []) => streamed(pool, text, values),
    transaction: work => own(client => inTransaction(client, work)),
    close: () => pool.end(),
  };
}

/**
 * A connection of the pool for one piece of work, and what gives it back. A server that is stopped ends its connections while
 * nobody waits for an answer: without a listener that would end the program.
 */
async function claimed(pool: pg.Pool): Promise<{ readonly client: pg.PoolClient; release(): void }> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const breaks = (error: Error) => {
    broken = error;
  };
  client.on('error', breaks);
  return {
    client,
    release() {
      client.off('error', breaks);
      client.release(broken);
    },
  };
}

/** The statements of one connection. */
const sqlOf = (client: pg.PoolClient): Sql => ({
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[],
  pipeline: statements => sentTogether(client, statements),
  script: async text => void (await client.query(text)),
  copy: (table, columns, rows) => copyInto(client, table, columns, rows),
  stream: (text, values = []) => rowsOf(client, text, values),
});

/** The client pipelines while this lasts; COPY and streams of rows, which have the line for themselves, come before or after it. */
async function sentTogether(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<readonly (readonly unknown[])[]> {
  const line = client as pg.PoolClient & { pipeline: boolean };
  line.pipeline = true;
  const answers = await Promise.allSettled(
    statements.map(({ name, text, values }) => client.query({ ...(name ? { name } : {}), text, values: [...values] })),
  );
  line.pipeline = false;
  return answers.map(answer => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value.rows;
  });
}

async function inTransaction<T>(client: pg.PoolClient, work: (sql: Sql) => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work(sqlOf(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // Where the connection is gone, the server has undone everything already, and the first error says more.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function copyInto(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
): Promise<number> {
  let count = 0;
  const pieces = copyPieces(rows, all => {
    count = all;
  });
  await pipeline(Readable.from(pieces), client.query(copyFrom(copyStatement(table, columns, 'STDIN'))));
  return count;
}

async function* streamed<Row>(pool: pg.Pool, text: string, values: readonly unknown[]): AsyncGenerator<Row> {
  const { client, release } = await claimed(pool);
  try {
    yield* rowsOf<Row>(client, text, values);
  } finally {
    release();
  }
}

/**
 * Rows of one connection. Where it breaks while nobody waits for a row, the stream of the library would wait for ever, also when it
 * is destroyed; the one behind it ends with the error of the connection.
 */
async function* rowsOf<Row>(client: pg.PoolClient, text: string, values: readonly unknown[]): AsyncGenerator<Row> {
  const rows = client.query(new QueryStream(text, [...values], { types }));
  const read = rows.pipe(new PassThrough({ objectMode: true }));
  const fail = (error: Error) => void read.destroy(error);
  rows.on('error', fail);
  client.on('error', fail);
  try {
    yield* read as AsyncIterable<Row>;
  } finally {
    client.off('error', fail);
    rows.destroy();
  }
}

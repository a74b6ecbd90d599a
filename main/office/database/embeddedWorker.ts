/**
 * The embedded PostgreSQL in a thread of its own, because a query blocks the thread that runs it. Speaks in messages:
 * `{number, task}` in, `{number, result}` or `{number, error}` out.
 */

import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { Statement } from './officeDatabase.ts';
import { columnReaders } from './values.ts';

export interface EmbeddedStart {
  readonly directory: string;
  /** A dump of a prepared database; null makes an empty one where the directory holds none. */
  readonly prepared: string | null;
}

export type EmbeddedTask =
  | { readonly kind: 'query'; readonly text: string; readonly values: readonly unknown[] }
  | { readonly kind: 'pipeline'; readonly statements: readonly Omit<Statement, 'name'>[] }
  | { readonly kind: 'script'; readonly text: string }
  | { readonly kind: 'copy'; readonly text: string; readonly pieces: readonly string[] }
  | { readonly kind: 'dump'; readonly compression: 'gzip' | 'none' }
  | { readonly kind: 'close' };

export interface EmbeddedMessage {
  readonly number: number;
  readonly task: EmbeddedTask;
}

export interface EmbeddedReply {
  readonly number: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly code: string | undefined; readonly detail: string | undefined };
}

const { directory, prepared } = workerData as EmbeddedStart;
const parsers = { ...columnReaders };
const opening = PGlite.create({
  dataDir: directory,
  parsers,
  // Nobody reads its log but a restart, so tables that are made and filled in one transaction need not be written twice.
  startParams: [...PGlite.defaultStartParams, '-c', 'wal_level=minimal', '-c', 'max_wal_senders=0'],
  ...(prepared === null ? {} : { loadDataDir: dumpOf(prepared) }),
});

function dumpOf(file: string): Blob {
  return new Blob([readFileSync(file)], file.endsWith('.gz') ? { type: 'application/x-gzip' } : {});
}

async function run(task: EmbeddedTask): Promise<unknown> {
  const database = await opening;
  switch (task.kind) {
    case 'query':
      return (await database.query(task.text, [...task.values])).rows;
    case 'pipeline': {
      const answers: unknown[][] = [];
      for (const { text, values } of task.statements) answers.push((await database.query(text, [...values])).rows);
      return answers;
    }
    case 'script':
      return void (await database.exec(task.text));
    case 'copy':
      return (await database.query(task.text, [], { blob: new Blob([...task.pieces]) })).affectedRows;
    case 'dump':
      return new Uint8Array(await (await database.dumpDataDir(task.compression)).arrayBuffer());
    case 'close':
      return database.close();
  }
}

parentPort?.on('message', ({ number, task }: EmbeddedMessage) => {
  run(task).then(
    result => parentPort?.postMessage({ number, result } satisfies EmbeddedReply),
    error => parentPort?.postMessage({ number, error: errorOf(error) } satisfies EmbeddedReply),
  );
});

function errorOf(error: unknown): NonNullable<EmbeddedReply['error']> {
  const { message, code, detail } = error as { message: string; code?: string; detail?: string };
  return { message, code, detail };
}

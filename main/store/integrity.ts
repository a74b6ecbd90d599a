/**
 * Checks the pages of the database in a thread of its own, on a connection of its own, table by table, so that neither
 * the till waits nor the write-ahead log grows for long.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { endOf } from './nativeThread.ts';

export interface IntegrityResult {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  /** The first ones; none: everything is in order. */
  readonly problems: readonly string[];
}

/** The running check, and the result of the last one. */
export interface IntegrityView {
  readonly running: { readonly done: number; readonly of: number } | null;
  readonly last: IntegrityResult | null;
}

export interface IntegrityCheck {
  readonly result: Promise<IntegrityResult>;
  /** Tables done, and how many there are. */
  progress(): { readonly done: number; readonly of: number };
  stop(): Promise<void>;
}

const MOST_PROBLEMS = 20;

/** Plain JavaScript: a thread loads neither TypeScript nor the bundle the program runs from. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const Sqlite = require(workerData.module);
const problems = [];
try {
  const db = new Sqlite(workerData.file, { readonly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  parentPort.postMessage({ done: 0, of: tables.length });
  tables.forEach((table, index) => {
    try {
      const rows = db.prepare('PRAGMA quick_check("' + table.replaceAll('"', '""') + '")').pluck().all();
      problems.push(...rows.filter(row => row !== 'ok').map(row => table + ': ' + row));
    } catch (error) {
      problems.push(table + ': ' + error.message);
    }
    parentPort.postMessage({ done: index + 1, of: tables.length });
  });
  db.close();
} catch (error) {
  problems.push(error.message);
}
parentPort.postMessage({ problems: problems.slice(0, workerData.most) });
`;

type Message = { readonly problems: readonly string[] } | { readonly done: number; readonly of: number };

export function checkIntegrity(file: string): IntegrityCheck {
  const begun = Date.now();
  let progress = { done: 0, of: 0 };
  const module = createRequire(import.meta.url).resolve('better-sqlite3');
  const worker = new Worker(THREAD, { eval: true, workerData: { file, module, most: MOST_PROBLEMS } });
  worker.unref();
  const result = new Promise<IntegrityResult>((resolve, reject) => {
    worker.on('message', (message: Message) => {
      if ('done' in message) progress = message;
      else resolve({ at: Date.now(), ms: Date.now() - begun, problems: message.problems });
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the integrity check was stopped')));
  });
  return { result, progress: () => progress, stop: endOf(worker) };
}

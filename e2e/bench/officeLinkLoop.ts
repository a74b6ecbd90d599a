/**
 * `node officeLinkLoop.ts ours|plainjob ADDRESS COUNT`: drains documents of sales to an office that answers at once; prints documents a
 * second. Ours: records with their documents, hashed, compressed and signed, in batches. plainjob: a job and a call for each.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { better, defineQueue, defineWorker } from 'plainjob';
import { Pool } from 'undici';
import { openLinkOnDisk } from '../../main/officeLink/linkOnDisk.fixture.ts';
import { sale } from './sale.ts';

const [side = 'ours', address = '', countText = '1000'] = process.argv.slice(2);
const count = Number(countText);
const data = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));

/** Documents a second of `drain`. */
async function rate(drain: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await drain();
  return count / ((performance.now() - begin) / 1000);
}

async function ours(): Promise<number> {
  let read = (_object: string): string | null => null;
  const document = ({ object }: { readonly object: string }) => read(object);
  const documents = { sale: document, cardOperation: document, terminalOperation: document, dayEnd: document };
  const till = openLinkOnDisk(data, address, { documents });
  await till.sell(count);
  const { db } = till;
  await db.write(() => {
    db.prepare('CREATE TABLE bench_document (object TEXT PRIMARY KEY, document TEXT) STRICT').run();
    db.prepare("INSERT INTO bench_document SELECT object, json_set(?, '$.id', object) FROM queue_record").run(
      JSON.stringify(sale),
    );
  });
  const text = db.prepare<string>('SELECT document FROM bench_document WHERE object = ?').pluck();
  read = object => text.get(object) ?? null;
  const drained = await rate(async () => {
    await till.link.begin();
    while (!till.isDrained()) await new Promise(done => setTimeout(done, 2));
  });
  await till.close();
  return drained;
}

async function plainjob(): Promise<number> {
  const pool = new Pool(address, { connections: 1 });
  const quiet = { error: console.error, warn: () => undefined, info: () => undefined, debug: () => undefined };
  const queue = defineQueue({ connection: better(new Sqlite(join(data, 'jobs.db'))), logger: quiet });
  let left = count;
  const { promise, resolve } = Promise.withResolvers<void>();
  const deliver = async ({ data: text }: { readonly data: string }) => {
    const answer = await pool.request({ method: 'POST', path: '/one', body: text });
    await answer.body.json();
    left -= 1;
    if (left === 0) resolve();
  };
  for (let made = 0; made < count; made += 1) queue.add('sale', sale);
  const worker = defineWorker('sale', deliver, { queue, logger: quiet });
  const drained = await rate(async () => {
    void worker.start();
    await promise;
  });
  await worker.stop();
  queue.close();
  await pool.destroy();
  return drained;
}

try {
  console.log(await (side === 'ours' ? ours() : plainjob()));
} finally {
  rmSync(data, { recursive: true });
}

/**
 * `node upstreamLoop.ts ours|plainjob|flushed ADDRESS COUNT`: drains sales to a service that answers at once; prints sales a second
 * and sales a second of its processor time, in which neighbours on the same machine count less.
 * Both make the same two calls for each sale.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { better, defineQueue, defineWorker } from 'plainjob';
import { Pool } from 'undici';
import { flow } from '../../main/checkout/flow.ts';
import { seedDemo } from '../../main/demo/demoShop.ts';
import { sqlFunctions } from '../../main/query/comparable.ts';
import { openSandbox } from '../../main/sandbox/sandbox.ts';
import { plainPins } from '../../main/services/auth/pins.ts';
import { createHub } from '../../main/services/push/hub.ts';
import { type Database, openDatabase } from '../../main/store/database.ts';
import { createMerchants } from '../../main/store/merchants.ts';
import { openTables } from '../../main/wiring/tables.ts';
import { openUpstreamWorker } from '../../main/wiring/upstream.ts';
import { createWorld } from '../../main/wiring/world.ts';
import { systemClock } from '../../main/world/clock.ts';
import { configOf } from '../../main/world/configReading.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import type { Principal } from '../../main/world/people.ts';
import { upstreamOf } from '../../main/world/targetSettings.ts';
import { sale } from './sale.ts';

const [side = 'ours', address = '', countText = '1000'] = process.argv.slice(2);
const count = Number(countText);
/** A worker of plainjob takes its jobs one by one. */
const WORKERS = 1;
const data = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
/** Sales that are delivered first and do not count: the code is compiled meanwhile. */
const WARM_UP = 500;

interface Rate {
  /** Sales a second. */
  readonly passed: number;
  /** Sales a second of processor time of this process. */
  readonly worked: number;
}

/** Once the warm-up is over; `left` gives how many still wait. */
async function rate(left: () => number): Promise<Rate> {
  const until = async (most: number) => {
    while (left() > most) await new Promise(done => setTimeout(done, 10));
  };
  await until(count);
  const [first, begin, cpu] = [left(), performance.now(), process.cpuUsage()];
  await until(0);
  const { user, system } = process.cpuUsage(cpu);
  return { passed: first / ((performance.now() - begin) / 1000), worked: first / ((user + system) / 1e6) };
}

async function ours(): Promise<Rate> {
  const config = configOf({ data, demo: true, upstream: address });
  const db = openDatabase(data, sqlFunctions);
  await seedDemo(db, createMerchants(db), Date.now());
  const tables = openTables(db, systemClock, { upstream: true });
  const world = worldOf(db, tables, config);
  for (let made = 0; made < count + WARM_UP; made += 100)
    await Promise.all(Array.from({ length: 100 }, () => sell(world)));
  const { worker, close } = openUpstreamWorker(upstreamOf(config)!, { tables, world, version: 'bench' });
  const waiting = db.prepare<number>('SELECT count(*) FROM upstream_delivery').pluck();
  worker.begin();
  const drained = await rate(() => waiting.get() ?? 0);
  await close();
  await db.close();
  return drained;
}

const TILL: Principal = {
  ...{ client: 'demo-client', merchant: demoIds.merchant, scope: new Set<string>(), role: 'cashier', staff: null },
  ...{ device: demoIds.till, ownTill: demoIds.till },
} as Principal;

async function sell(world: ReturnType<typeof worldOf>): Promise<void> {
  const { id } = await flow.create(world, TILL, sale, { userAgent: undefined });
  await flow.start(world, TILL, id, 'cash', null);
}

const worldOf = (db: Database, tables: ReturnType<typeof openTables>, config: ReturnType<typeof configOf>) =>
  createWorld({
    ...{ config, tables, processing: openSandbox(db), terminals: { slot: () => null, named: () => null } },
    ...{ hub: createHub(), clock: systemClock, pins: plainPins, log: () => undefined, address: () => '' },
  });

async function plainjob(): Promise<Rate> {
  const pool = new Pool(address, { connections: WORKERS });
  const quiet = { error: console.error, warn: () => undefined, info: () => undefined, debug: () => undefined };
  const database = new Sqlite(join(data, 'jobs.db'));
  const queue = defineQueue({ connection: better(database), logger: quiet });
  // By default plainjob leaves its commits to the operating system; ours are on the disk.
  if (side === 'flushed') database.pragma('synchronous = FULL');
  const call = async (path: string, body: string) => {
    const answer = await pool.request({ method: 'POST', path, body, headers: { authorization: 'Bearer token' } });
    return (await answer.body.json()) as { readonly id: string };
  };
  let left = count + WARM_UP;
  const deliver = async ({ data: text }: { readonly data: string }) => {
    const { id } = await call('/api/v2/Smart/Transactions', text);
    await call(`/api/v2/Smart/Transactions/${id}/start/cash`, '{}');
    left -= 1;
  };
  for (let made = 0; made < count + WARM_UP; made += 1) queue.add('sale', sale);
  const workers = Array.from({ length: WORKERS }, () => defineWorker('sale', deliver, { queue, logger: quiet }));
  for (const worker of workers) void worker.start();
  const drained = await rate(() => left);
  for (const worker of workers) await worker.stop();
  queue.close();
  await pool.destroy();
  return drained;
}

try {
  const { passed, worked } = await (side === 'ours' ? ours() : plainjob());
  console.log(passed, worked);
} finally {
  rmSync(data, { recursive: true });
}

/**
 * `node queuePutLoop.ts with|without MS`: sells for cash with the whole ledger of the bridge, with the record of the queue
 * and its delivery row in the commit of the sale, or without them. Prints milliseconds of the commit that closes a sale.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flow } from '../../main/checkout/flow.ts';
import { seedDemo } from '../../main/demo/demoShop.ts';
import { sqlFunctions } from '../../main/query/comparable.ts';
import { openSandbox } from '../../main/sandbox/sandbox.ts';
import { plainPins } from '../../main/services/auth/pins.ts';
import { createHub } from '../../main/services/push/hub.ts';
import { type Database, openDatabase } from '../../main/store/database.ts';
import { createMerchants } from '../../main/store/merchants.ts';
import { openTables } from '../../main/wiring/tables.ts';
import { createWorld } from '../../main/wiring/world.ts';
import { systemClock } from '../../main/world/clock.ts';
import { configOf } from '../../main/world/configReading.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import type { World } from '../../main/world/world.ts';
import { sale } from './sale.ts';

const [mode, duration = ''] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
const db = openDatabase(data, sqlFunctions);
await seedDemo(db, createMerchants(db), Date.now());
console.log(await millisecondsOfOne(worldOf(db), Number(duration)));
await db.close();
rmSync(data, { recursive: true });
process.exit();

/** Creating the sale does not count; the first half warms up. */
async function millisecondsOfOne(world: World, time: number): Promise<number> {
  const cashier = {
    ...{ client: 'demo-client', merchant: demoIds.merchant, scope: new Set<string>(), role: 'cashier' as const },
    ...{ staff: null, device: demoIds.till, ownTill: demoIds.till },
  };
  const begin = performance.now();
  let [closing, count] = [0, 0];
  for (let now = begin; now - begin < 2 * time; now = performance.now()) {
    const { id } = await flow.create(world, cashier, sale);
    const start = performance.now();
    await flow.start(world, cashier, id, 'cash', {});
    if (start - begin < time) continue;
    closing += performance.now() - start;
    count += 1;
  }
  return closing / count;
}

function worldOf(db: Database): World {
  const tables = openTables(db, systemClock, { upstream: true });
  const queue = mode === 'with' ? tables.queue : { ...tables.queue, append: () => undefined };
  return createWorld({
    config: configOf({ data, demo: true }),
    tables: { ...tables, queue },
    processing: openSandbox(db),
    terminals: { slot: () => null, named: () => null },
    hub: createHub(),
    clock: systemClock,
    pins: plainPins,
    log: () => undefined,
    address: () => 'http://127.0.0.1',
  });
}

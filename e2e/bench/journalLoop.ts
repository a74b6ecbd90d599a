/**
 * `node journalLoop.ts time|commits PORT DATA MS`: pays sales at the terminal on PORT as `start/cashless` does, with the
 * whole ledger of the bridge in DATA. The door of HTTP is left out, because the goal is about terminal and disk. Prints
 * milliseconds a payment, or how many commits one payment makes.
 */

import { join } from 'node:path';
import { openTerminal } from '../../drivers/index.ts';
import type { CommandOptions, Outcome, Payment, PaymentTerminal } from '../../drivers/terminal.ts';
import { flow } from '../../main/checkout/flow.ts';
import { seedDemo } from '../../main/demo/demoShop.ts';
import { sqlFunctions } from '../../main/query/comparable.ts';
import { openSandbox } from '../../main/sandbox/sandbox.ts';
import { plainPins } from '../../main/services/auth/pins.ts';
import { createHub } from '../../main/services/push/hub.ts';
import { openDatabase } from '../../main/store/database.ts';
import { createMerchants } from '../../main/store/merchants.ts';
import { openTables } from '../../main/wiring/tables.ts';
import { createWorld } from '../../main/wiring/world.ts';
import { systemClock } from '../../main/world/clock.ts';
import { configOf } from '../../main/world/configReading.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import type { Principal } from '../../main/world/people.ts';
import type { World } from '../../main/world/world.ts';
import { sale } from './sale.ts';
import { commitsIn } from './walCommits.ts';

const [mode, port = '', data = '', duration = ''] = process.argv.slice(2);
const cashier: Principal = {
  client: 'demo-client',
  merchant: demoIds.merchant,
  scope: new Set(),
  role: 'cashier',
  staff: null,
  device: demoIds.till,
  ownTill: demoIds.till,
};
const db = openDatabase(data, sqlFunctions);
const world = await openWorld();
console.log(await (mode === 'commits' ? commitsOfOne() : millisecondsOfOne(Number(duration))));
process.exit();

async function commitsOfOne(): Promise<number> {
  const log = join(data, 'tillbridge.db-wal');
  const { id } = await flow.create(world, cashier, sale);
  const before = commitsIn(log);
  await flow.start(world, cashier, id, 'cashless', {});
  return commitsIn(log) - before;
}

/** Creating the sale is not part of the payment; the first half warms up and does not count. */
async function millisecondsOfOne(time: number): Promise<number> {
  const begin = performance.now();
  let [paid, count] = [0, 0];
  for (let now = begin; now - begin < 2 * time; now = performance.now()) {
    const { id } = await flow.create(world, cashier, sale);
    const start = performance.now();
    await flow.start(world, cashier, id, 'cashless', {});
    if (start - begin < time) continue;
    paid += performance.now() - start;
    count += 1;
  }
  return paid / count;
}

async function openWorld(): Promise<World> {
  await seedDemo(db, createMerchants(db), systemClock.now());
  const terminal = await countingTerminal();
  const slot = { device: demoIds.terminal, description: 'terminal', shared: false, terminal };
  return createWorld({
    config: configOf({ data, demo: true }),
    tables: openTables(db, systemClock),
    processing: openSandbox(db),
    terminals: { slot: () => slot, named: () => slot },
    hub: createHub(),
    clock: systemClock,
    pins: plainPins,
    log: (level, message) => console.error(level, message),
    address: () => 'http://127.0.0.1',
  });
}

/**
 * The terminal on PORT plays a recording with the same numbers every time. Receipt and trace number are counted on here,
 * because a terminal that repeats them makes a case for a person.
 */
async function countingTerminal(): Promise<PaymentTerminal> {
  const terminal = await openTerminal({
    protocol: 'zvt',
    connection: { type: 'tcp', host: '127.0.0.1', port: Number(port) },
  });
  await terminal.register();
  let count = db.prepare<number>('SELECT count(*) FROM intent').pluck().get() ?? 0;
  const counted = (outcome: Outcome): Outcome => {
    if (outcome.kind !== 'approved') return outcome;
    count += 1;
    return { ...outcome, facts: { ...outcome.facts, receiptNumber: 1 + (count % 9999), traceNumber: count } };
  };
  // The recording answers payments alone. A known terminal gets no questions before a payment, so they cost nothing here.
  const unsupported = { code: 'unsupported', text: 'a recording answers payments alone' } as const;
  return {
    ...terminal,
    pay: async (payment: Payment, call?: CommandOptions) => counted(await terminal.pay(payment, call)),
    lastTransaction: async () => ({ kind: 'none' }) as const,
    perform: async () => ({ kind: 'failed', reason: unsupported, receipts: [] }) as const,
  };
}

/** The world of the steps over a real database, composed as the bridge composes it, without HTTP. For tests in one process. */

import type { PaymentTerminal } from '../../drivers/terminal.ts';
import { scaledWaits } from '../domain/denialWait.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { openSandbox } from '../sandbox/sandbox.ts';
import { plainPins } from '../services/auth/pins.ts';
import { createHub } from '../services/push/hub.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { openTables } from '../wiring/tables.ts';
import { createWorld } from '../wiring/world.ts';
import type { Acquirer } from '../world/acquirer.ts';
import { systemClock } from '../world/clock.ts';
import { configOf } from '../world/configReading.ts';
import { demoIds } from '../world/demoIds.ts';
import type { TerminalSlot } from '../world/devices.ts';
import type { Principal } from '../world/people.ts';
import type { Ledger } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { demoDirectory } from './bridge.fixture.ts';
import { terminalDouble } from './terminalDouble.ts';
import { type TerminalMemory, terminalMemory } from './terminalMemory.ts';

export const cashier: Principal = {
  client: 'demo-client',
  merchant: demoIds.merchant,
  scope: new Set(),
  role: 'cashier',
  staff: null,
  device: demoIds.till,
  ownTill: demoIds.till,
};

export interface TestWorld {
  /** Directory of the database. */
  readonly data: string;
  readonly world: World;
  readonly db: Database;
  readonly memory: TerminalMemory;
}

export interface Changes {
  /** Stands between the steps and the ledger's `write`. */
  readonly write?: (write: Ledger['write']) => Ledger['write'];
  readonly acquirer?: (acquirer: Acquirer) => Acquirer;
  /** A directory there is already, for example what a crash left, and the terminal as it has gone on. */
  readonly data?: string;
  readonly memory?: TerminalMemory;
  /** Another terminal in the place of the twin. */
  readonly terminal?: PaymentTerminal;
  /** Facts of the terminal's place: who else works there, and whether goods are handed over. */
  readonly slot?: Partial<Pick<TerminalSlot, 'shared' | 'handOver'>>;
}

export async function testWorld(changes: Changes = {}): Promise<TestWorld> {
  const { memory = terminalMemory() } = changes;
  const data = changes.data ?? (await demoDirectory());
  const db = openDatabase(data, sqlFunctions);
  return { data, db, memory, world: worldOn(db, data, { ...changes, memory }) };
}

function worldOn(db: Database, data: string, changes: Changes & { readonly memory: TerminalMemory }): World {
  const { write = same => same, acquirer = same => same, memory, terminal = terminalDouble(memory) } = changes;
  const tables = openTables(db, systemClock);
  const sandbox = openSandbox(db);
  const slot = { device: demoIds.terminal, description: 'double', terminal, shared: false, ...changes.slot };
  return createWorld({
    config: configOf({ data, demo: true }),
    tables: { ...tables, sales: { ...tables.sales, write: write(tables.sales.write) } },
    processing: { ...sandbox, acquirer: acquirer(sandbox.acquirer) },
    terminals: { slot: () => slot, named: () => slot },
    hub: createHub(),
    clock: systemClock,
    pins: plainPins,
    log: () => undefined,
    outcomeTimeout: 1000,
    waits: scaledWaits(0),
    address: () => 'http://127.0.0.1',
  });
}

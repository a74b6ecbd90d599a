/** The real till over a real database and the real driver, as the bridge composes them, without HTTP. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { WAITS } from '../../main/domain/denialWait.ts';
import { demoDirectory } from '../../main/doubles/bridge.fixture.ts';
import { openSandbox } from '../../main/sandbox/sandbox.ts';
import { createHub } from '../../main/services/push/hub.ts';
import { sqlFunctions } from '../../main/services/query/comparable.ts';
import { type Database, openDatabase } from '../../main/store/database.ts';
import { resumeDayEnds } from '../../main/terminal/dayEnd/reconciliation.ts';
import { createDayEndWatch } from '../../main/terminal/dayEnd/watch.ts';
import { openTables } from '../../main/wiring/tables.ts';
import { createWorld } from '../../main/wiring/world.ts';
import { systemClock } from '../../main/world/clock.ts';
import { configOf } from '../../main/world/configReading.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import type { TerminalSlot } from '../../main/world/devices.ts';
import type { Principal } from '../../main/world/people.ts';
import { plainPins } from '../../main/world/secrets.ts';
import type { World } from '../../main/world/world.ts';
import { after, type Group, group } from './clock.ts';
import type { Disk } from './disk.ts';
import type { Line } from './line.ts';
import type { Plan } from './plan.ts';
import { protocols } from './protocols.ts';

export const cashier: Principal = {
  client: 'demo-client',
  merchant: demoIds.merchant,
  scope: new Set(),
  role: 'cashier',
  staff: null,
  device: demoIds.till,
  ownTill: demoIds.till,
};

export interface Till {
  readonly group: Group;
  readonly world: World;
  readonly db: Database;
  readonly slot: TerminalSlot;
  /** The open intent as another process would read it now: committed. Null: none is. */
  committedIntent(): string | null;
  /** Ends it in order; the directory stays. */
  stop(): Promise<void>;
  /** Its run is over. */
  discard(): void;
  /** Its process is gone; gives the directory as it lies there. */
  kill(): string;
}

export interface TillParts {
  readonly plan: Plan;
  readonly line: Line;
  readonly data: string;
  readonly disk: Disk;
  readonly committed: () => void;
  readonly trace: (line: string) => void;
  /** Hears every message to the screens and the callers. */
  readonly published: (kind: string, event: object) => void;
}

/** Read once: it is the same in every run. */
const config = configOf({ demo: true });

/** Less often than the bridge does: no end-of-day is scheduled here, ms. */
const LOOK_EVERY = 60_000;

/** Makes the shop whose directory each run begins with; before time is virtual. */
export async function prepareShop(): Promise<void> {
  shop = await demoDirectory();
  const db = new Sqlite(join(shop, FILE));
  // Most tables are empty: smaller pages make it a third smaller, and it is copied for each till.
  db.pragma('journal_mode = DELETE');
  db.pragma('page_size = 2048');
  db.exec('VACUUM');
  db.pragma('journal_mode = WAL');
  db.close();
}

let shop = '';
const FILE = 'tillbridge.db';

/** Directories lie in memory where the system has such a place: what a killed till leaves is copied, so no flush is waited for. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A directory of its own, with the shop in it. */
export const newDirectory = (): string => copyOf(shop);

function copyOf(data: string): string {
  const copy = mkdtempSync(join(memory, 'simulated-till-'));
  for (const name of [FILE, `${FILE}-wal`])
    if (existsSync(join(data, name))) copyFileSync(join(data, name), join(copy, name));
  return copy;
}

/** Throws away a directory that nobody needs any more. */
export const forget = (data: string): void => rmSync(data, { recursive: true, force: true });

/** In the current group, which becomes that of the till. */
export function openTill(parts: TillParts, of: Group = group('till')): Till {
  const { plan, line, data, disk, committed, trace, published } = parts;
  const db = disk.under(openDatabase(data, sqlFunctions));
  const tables = openTables(db, systemClock);
  const protocol = protocols[plan.protocol];
  const terminal = protocol.openDriver(protocol.calls ? line.awaitingOpener(of) : line.opener(of), plan);
  const slot = { device: demoIds.terminal, description: 'terminal', terminal, shared: false };
  const hub = createHub();
  const write: World['ledger']['write'] = job =>
    tables.sales.write(() => {
      db.afterCommit(committed);
      return job();
    });
  const world = createWorld({
    config,
    tables: { ...tables, sales: { ...tables.sales, write } },
    processing: openSandbox(db),
    terminals: { slot: () => slot, named: () => slot },
    hub: {
      ...hub,
      publish(merchant, kind, event) {
        published(kind, event);
        hub.publish(merchant, kind, event);
      },
    },
    clock: systemClock,
    pins: plainPins,
    log: (level, message, facts) => {
      if (level === 'error') trace(`log ${message} ${JSON.stringify(facts)}`);
    },
    waits: WAITS,
    address: () => 'http://127.0.0.1',
  });
  // As `publishCommits` of the bridge does for its open screens.
  tables.events.onCommitted(({ id }) => {
    if (of.isAlive) published('transaction', { id });
  });
  const openIntent = db.prepare<{ id: string }>(
    "SELECT id FROM intent WHERE state = 'open' ORDER BY number DESC LIMIT 1",
  );
  const committedIntent = () => (disk.isWriting ? null : (openIntent.get()?.id ?? null));
  return { group: of, world, db, slot, committedIntent, ...ends() };

  function ends(): Pick<Till, 'stop' | 'kill' | 'discard'> {
    return {
      async stop() {
        world.recovery.stop();
        await terminal.close();
        await db.close();
        of.isAlive = false;
      },
      discard() {
        of.isAlive = false;
        // Commits that wait are never answered, so nobody waits for the end of this.
        void db.close();
      },
      kill() {
        of.isAlive = false;
        line.tillKilled();
        const left = copyOf(data);
        forget(data);
        return left;
      },
    };
  }
}

/** All that a till does of its own accord after its start, as `wiring/background.ts` begins it. */
export async function beginTill({ world, slot, group: of }: Till): Promise<void> {
  world.recovery.watch(slot);
  await world.recovery.begin();
  await resumeDayEnds(world);
  const dayEnds = createDayEndWatch(world);
  after(LOOK_EVERY, () => dayEnds.look(), of, LOOK_EVERY);
}

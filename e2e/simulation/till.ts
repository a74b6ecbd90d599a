/** The real till over a real database and the real driver, as the bridge composes them, without HTTP. */

import { WAITS } from '../../main/domain/denialWait.ts';
import { openSandbox } from '../../main/sandbox/sandbox.ts';
import { plainPins } from '../../main/services/auth/pins.ts';
import { createHub, type Hub } from '../../main/services/push/hub.ts';
import type { Database } from '../../main/store/database.ts';
import { resumeDayEnds } from '../../main/terminal/dayEnd/reconciliation.ts';
import { createDayEndWatch } from '../../main/terminal/dayEnd/watch.ts';
import { openTables, type Tables } from '../../main/wiring/tables.ts';
import { createWorld } from '../../main/wiring/world.ts';
import { systemClock } from '../../main/world/clock.ts';
import { configOf } from '../../main/world/configReading.ts';
import type { DayEndRecord } from '../../main/world/dayEnds.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import type { TerminalSlot } from '../../main/world/devices.ts';
import type { Principal } from '../../main/world/people.ts';
import type { World } from '../../main/world/world.ts';
import { after, type Group, group } from './clock.ts';
import type { Disk } from './disk.ts';
import type { Line } from './line.ts';
import type { Plan } from './plan.ts';
import { protocols } from './protocols.ts';
import { openStorage } from './storage.ts';

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
  readonly tables: Tables;
  readonly hub: Hub;
  readonly slot: TerminalSlot;
  /** The open intent as another process would read it now: committed. Null: none is. */
  committedIntent(): string | null;
  /** Ends what works in front of it, such as its server, before terminal and database are closed. */
  readonly closings: (() => Promise<void>)[];
  /** The end-of-days whose outcome is not known yet. */
  openDayEnds(): readonly DayEndRecord[];
  /** Ends it in order. */
  stop(): Promise<void>;
  /** Its process is gone; all that it has committed stays. */
  kill(): void;
}

export interface TillParts {
  readonly plan: Plan;
  /** The number of this till at its terminal, from 0. */
  readonly number: number;
  readonly line: Line;
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

/** In the current group, which becomes that of the till. */
export function openTill(parts: TillParts, of: Group = group('till')): Till {
  const { plan, number, line, disk, committed, trace, published } = parts;
  const db = disk.under(openStorage(of, number));
  const opened = openTables(db, systemClock);
  const protocol = protocols[plan.protocol];
  const terminal = protocol.openDriver(protocol.calls ? line.awaitingOpener(of) : line.opener(of), plan);
  const slot = { device: demoIds.terminal, description: 'terminal', terminal, shared: plan.others !== undefined };
  const inner = createHub();
  const hub: Hub = {
    ...inner,
    publish(merchant, kind, event) {
      published(kind, event);
      inner.publish(merchant, kind, event);
    },
  };
  const write: World['ledger']['write'] = job =>
    opened.sales.write(() => {
      db.afterCommit(committed);
      return job();
    });
  const tables = { ...opened, sales: { ...opened.sales, write } };
  const world = createWorld({
    config,
    tables,
    processing: openSandbox(db),
    terminals: { slot: () => slot, named: () => slot },
    hub,
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
  const closings: Till['closings'] = [];
  const committedIntent = () => (disk.isWriting ? null : (openIntent.get()?.id ?? null));
  return {
    group: of,
    world,
    db,
    tables,
    hub,
    slot,
    closings,
    committedIntent,
    openDayEnds: sinceCommit(db, world.dayEnds.allOpen),
    ...ends(),
  };

  function ends(): Pick<Till, 'stop' | 'kill'> {
    return {
      async stop() {
        world.recovery.stop();
        for (const close of closings) await close();
        await terminal.close();
        await db.close();
        of.isAlive = false;
      },
      kill() {
        of.isAlive = false;
        line.tillKilled();
      },
    };
  }
}

/** Reads again only when something was committed since: it is asked each minute, for hours. */
function sinceCommit<T>(db: Database, read: () => T): () => T {
  let known: { readonly commits: number; readonly value: T } | null = null;
  return () => {
    const commits = db.commits();
    if (known?.commits !== commits) known = { commits, value: read() };
    return known.value;
  };
}

/** All that a till does of its own accord after its start, as `wiring/background.ts` begins it. */
export async function beginTill({ world, slot, openDayEnds, group: of }: Till): Promise<void> {
  world.recovery.watch(slot);
  await world.recovery.begin();
  await resumeDayEnds(world);
  const dayEnds = createDayEndWatch(world);
  const look = () => {
    if (openDayEnds().length > 0) dayEnds.look();
  };
  after(LOOK_EVERY, look, of, LOOK_EVERY);
}

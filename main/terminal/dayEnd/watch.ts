/** The watch over end-of-days: reconciles unknown outcomes and keeps the schedule. */
import type { DayEndRecord } from '../../world/dayEnds.ts';
import type { World } from '../../world/world.ts';
import { markInterrupted, reconcileOnce } from './reconciliation.ts';
import { runDueDayEnd } from './schedule.ts';

export interface DayEndWatch {
  /** Begins the work that is due and does not wait for it: an end-of-day takes minutes. */
  look(): void;
}

/** Shortest and longest pause between two lookups at a terminal that cannot answer yet, ms. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

export function createDayEndWatch(world: World): DayEndWatch {
  const busy = new Set<string>();
  const pauses = new Map<string, { readonly until: number; readonly length: number }>();

  const isPaused = (device: string) => performance.now() < (pauses.get(device)?.until ?? 0);

  /** One task at a time for each terminal. */
  function alone(device: string, work: () => Promise<void>): void {
    if (busy.has(device)) return;
    busy.add(device);
    work()
      .catch(error => world.log('error', 'an end-of-day is not settled yet', { device, error: String(error) }))
      .finally(() => busy.delete(device));
  }

  async function ask(record: DayEndRecord): Promise<void> {
    const { device, state } = record.document;
    // The terminal had answered, but the outcome could not be written.
    if (state === 'running') await world.ledger.write(() => interruptedStill(world, record));
    else if ((await reconcileOnce(world, record)) === 'settled') return void pauses.delete(device);
    const before = pauses.get(device);
    const length = before ? Math.min(2 * before.length, LONGEST_PAUSE) : FIRST_PAUSE;
    pauses.set(device, { until: performance.now() + length, length });
  }

  return {
    look() {
      for (const record of world.dayEnds.allOpen()) {
        const { device } = record.document;
        const waits = record.needsPerson || world.running.service(device);
        // During a pause the schedule may use the terminal.
        if (!waits && !isPaused(device)) alone(device, () => ask(record));
      }
      for (const { id, merchant } of world.dayEnds.terminals()) {
        const slot = world.devices.slot(id);
        if (slot) alone(id, () => runDueDayEnd(world, merchant, slot));
      }
    },
  };
}

function interruptedStill(world: World, { merchant, document }: DayEndRecord): void {
  const present = world.dayEnds.find(merchant, document.id);
  if (present?.document.state === 'running' && !world.running.service(document.device)) markInterrupted(world, present);
}

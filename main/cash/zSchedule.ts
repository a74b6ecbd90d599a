/**
 * The scheduled end of the business day: at the time at which the terminals close their day, the Z report of each till is due. The
 * machine closes terminals and makes the report alone; cash is counted and open cases are decided by people, so a report
 * waits for them and is made as soon as they are done. One that nobody made possible until the next day is contained in the next.
 */
import { lastDue } from '../domain/daySchedule.ts';
import { scheduledTime } from '../terminal/dayEnd/schedule.ts';
import { BridgeError } from '../world/errors.ts';
import { type DayWorld, makeReport, stepsOf } from './dayClose.ts';

/** Looks at one till; resolves when its report is made, or waits. */
export async function runDueReport(world: DayWorld, merchant: string, till: string): Promise<void> {
  const at = scheduledTime(world, merchant, till);
  if (at === null) return;
  const now = world.clock.now();
  const due = lastDue(at, now, world.settings.dayEnd.zone);
  const row = world.zReports.scheduled(till);
  const set = (state: 'waiting' | 'over') =>
    world.ledger.write(() => world.zReports.setScheduled(till, { at, day: due.day, state }));
  // A time that was set after it had passed today counts from tomorrow on.
  if (!row || row.at !== at || row.day > due.day) return set('over');
  if (row.day < due.day) await set('waiting');
  else if (row.state === 'over') return;
  const last = world.zReports.last(till)?.made ?? 0;
  // A report that a clock which had run ahead has dated closes no day.
  if (last >= due.at && last <= now) return set('over');
  if (stepsOf(world, merchant, till).some(({ state }) => state === 'todo')) return;
  const made = await makeReport(world, { merchant, till, by: null, despite: [], reason: null }, []).catch(error => {
    // Somebody began to pay meanwhile.
    if (error instanceof BridgeError && error.key === 'dayNotClosable') return null;
    throw error;
  });
  if (made) await set('over');
}

export interface ReportWatch {
  look(): void;
}

/** One look at a time for each till. */
export function createReportWatch(
  world: DayWorld & { log(level: 'error', message: string, facts: Readonly<Record<string, unknown>>): void },
  tills: () => readonly { readonly id: string; readonly merchant: string }[],
): ReportWatch {
  const busy = new Set<string>();
  return {
    look() {
      for (const { id, merchant } of tills()) {
        if (busy.has(id)) continue;
        busy.add(id);
        runDueReport(world, merchant, id)
          .catch(error => world.log('error', 'the scheduled Z report was not made', { till: id, error: String(error) }))
          .finally(() => busy.delete(id));
      }
    },
  };
}

/** The end-of-day for the routes: by the device of a till or of the terminal itself. */

import type { DayEnd, DayEndInput, DayEndPreview } from '../../wire/dayEnds.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { timestamp } from '../../world/clock.ts';
import type { Principal } from '../../world/people.ts';
import type { World } from '../../world/world.ts';
import { slotOf } from '../payment/diagnosis.ts';
import { obstaclesOf, stoppingBlockers, withNote } from './blockers.ts';
import { askTotals, entriesIn, journalOf, openSpan, readable, terminalSums } from './dayJournal.ts';
import { runDayEnd, transactionOf } from './run.ts';
import { scheduleOf } from './schedule.ts';

export { decideByPerson } from './reconciliation.ts';
export { scheduleOf, setSchedule } from './schedule.ts';

/** The sums and blockers before an end-of-day. Asks the terminal for its state and totals, unless it is at work. */
export async function preview(
  world: Pick<World, 'clock' | 'dayEnds' | 'devices' | 'intents' | 'running' | 'settings'>,
  principal: Principal,
  named: string,
): Promise<DayEndPreview> {
  const slot = slotOf(world, principal, named);
  const { device } = slot;
  const obstacles = await obstaclesOf(world, slot);
  const totals = stoppingBlockers(obstacles.blockers).length > 0 ? null : await askTotals(slot);
  const { blockers } = withNote(obstacles, totals);
  const sums = readable(totals);
  const { at } = world.dayEnds.last(device);
  return {
    device,
    description: world.dayEnds.description(device),
    since: at === null ? null : timestamp(at),
    blockers: [...blockers],
    journal: journalOf(world, entriesIn(world, openSpan(world, device))),
    terminal: sums && terminalSums(sums),
    schedule: scheduleOf(world, principal.merchant, device),
  };
}

export async function run(
  world: World,
  principal: Principal,
  device: string,
  { details, mode }: DayEndInput = {},
): Promise<DayEnd> {
  const choice = { ...(details === undefined ? {} : { details }), ...(mode === undefined ? {} : { mode }) };
  return runDayEnd(world, slotOf(world, principal, device), { principal, wire: false, choice });
}

/** The terminal itself, or the terminal of a till; throws where there is none. */
export function terminalOf(world: Pick<World, 'dayEnds' | 'devices'>, principal: Principal, device: string): string {
  const known = world.dayEnds.terminals().some(({ id, merchant }) => id === device && merchant === principal.merchant);
  return known ? device : slotOf(world, principal, device).device;
}

/** The operation of the specification: answered by the Smart Transaction that carries the receipt. */
export async function endOfDay(world: World, principal: Principal, device: string): Promise<SmartTransaction> {
  const { id } = await runDayEnd(world, slotOf(world, principal, device), { principal, wire: true });
  const record = world.dayEnds.find(principal.merchant, id);
  if (!record) throw new Error(`the end-of-day ${id} is gone`);
  return transactionOf(world, record);
}

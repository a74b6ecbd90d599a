/** The end-of-day as the routes ask for it: by the device of a till or of the terminal itself. */

import type { DayEnd, DayEndInput, DayEndPreview } from '../../wire/dayEnds.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import type { Principal } from '../../world/people.ts';
import type { World } from '../../world/world.ts';
import { slotOf } from '../payment/diagnosis.ts';
import { previewDayEnd } from './preview.ts';
import { runDayEnd, transactionOf } from './run.ts';

export { decideByPerson } from './reconciliation.ts';
export { scheduleOf, setSchedule } from './schedule.ts';

export async function preview(world: World, principal: Principal, device: string): Promise<DayEndPreview> {
  return previewDayEnd(world, principal.merchant, slotOf(world, principal, device));
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

/** The terminal itself, or that of a till; throws where there is none. */
export function terminalOf(world: World, principal: Principal, device: string): string {
  const known = world.dayEnds.terminals().some(({ id, merchant }) => id === device && merchant === principal.merchant);
  return known ? device : slotOf(world, principal, device).device;
}

/** The specification's own operation: the same, answered by the Smart Transaction that carries the receipt. */
export async function endOfDay(world: World, principal: Principal, device: string): Promise<SmartTransaction> {
  const { id } = await runDayEnd(world, slotOf(world, principal, device), { principal, wire: true });
  const record = world.dayEnds.find(principal.merchant, id);
  if (!record) throw new Error(`the end-of-day ${id} is gone`);
  return transactionOf(world, record);
}

/** What an end-of-day would close, shown before it is run. */
import type { DayEndPreview } from '../../wire/dayEnds.ts';
import { timestamp } from '../../world/clock.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import type { World } from '../../world/world.ts';
import { obstaclesOf, stoppingBlockers } from './blockers.ts';
import { askTotals, entriesIn, journalOf, openSpan, terminalSums } from './dayJournal.ts';
import { scheduleOf } from './schedule.ts';

/** Asks the terminal for its state, its open pre-authorisations and its sums, unless somebody works with it. */
export async function previewDayEnd(world: World, merchant: string, slot: TerminalSlot): Promise<DayEndPreview> {
  const { blockers } = await obstaclesOf(world, slot);
  const totals = stoppingBlockers(blockers).length > 0 ? null : await askTotals(slot);
  const { at } = world.dayEnds.last(slot.device);
  return {
    device: slot.device,
    description: world.dayEnds.description(slot.device),
    since: at === null ? null : timestamp(at),
    blockers: [...blockers],
    journal: journalOf(world, entriesIn(world, openSpan(world, slot.device))),
    terminal: totals === null || totals === 'later' ? null : terminalSums(totals),
    schedule: scheduleOf(world, merchant, slot.device),
  };
}

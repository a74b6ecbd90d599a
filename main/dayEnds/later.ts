/**
 * Only afterwards it turns out that a day had been closed: the end-of-day after it, which took its payments for its own, is
 * compared once more with what was left for it.
 */
import type { DayEnd } from '../api/dayEnds/contract.ts';
import type { TerminalTotals } from '../domain/dayEndComparison.ts';
import type { DayEndRecord } from '../ports/dayEnds.ts';
import type { World } from '../ports/world.ts';
import { comparedDay, comparisonLines, entriesBy, journalOf, machineOf, spanOf } from './day.ts';
import { change } from './records.ts';

/** Inside a job, once `closed` is known to have taken place. */
export function shortenLater(world: World, { merchant, through, document: { device } }: DayEndRecord): void {
  for (const later of world.dayEnds.closedOver(device, through)) {
    const shorter = { ...later, after: through };
    const found = comparedAgain(world, shorter, machineOf(world, later));
    const lines = comparisonLines(world, merchant, { ...later.document, ...found });
    change(world, shorter, { ...found, receipt: [...later.document.receipt, ...lines] });
  }
}

function comparedAgain(world: World, record: DayEndRecord, machine: string | null): Partial<DayEnd> {
  const { terminal } = record.document;
  const span = spanOf(record);
  const entries = entriesBy(world, span, machine);
  return terminal ? comparedDay(world, span, entries, totalsIn(terminal)) : { journal: journalOf(world, entries) };
}

const totalsIn = (terminal: NonNullable<DayEnd['terminal']>): TerminalTotals => ({
  amount: terminal.amount,
  byCardType: terminal.by_card_type.map(({ card_type: cardType, count, amount }) => ({ cardType, count, amount })),
  firstReceipt: terminal.first_receipt ?? undefined,
  lastReceipt: terminal.last_receipt ?? undefined,
});

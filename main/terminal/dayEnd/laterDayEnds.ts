/**
 * Later end-of-days, after a reconciliation has shown that an earlier day had been closed: their day becomes shorter, and an
 * end-of-day that took place is compared once more.
 */

import type { TerminalTotals } from '../../domain/dayEndComparison.ts';
import type { DayEnd } from '../../wire/dayEnds.ts';
import type { DayEndRecord } from '../../world/dayEnds.ts';
import type { World } from '../../world/world.ts';
import { changeRecord } from './dayEndRecord.ts';
import {
  comparedDay,
  comparisonLines,
  entriesBy,
  journalOf,
  machineOf,
  printed,
  slipsOf,
  spanOf,
} from './dayJournal.ts';

/** Inside a job, after the earlier record is stored as taken place. */
export function shortenLater(
  world: Pick<World, 'dayEnds' | 'devices' | 'queue' | 'settings'>,
  { document: { id } }: DayEndRecord,
): void {
  for (const later of world.dayEnds.shortenedBy(id)) {
    if (later.document.state === 'unknown') shortenOpen(world, later);
    else compareAgain(world, later);
  }
}

function shortenOpen(world: Pick<World, 'dayEnds' | 'devices' | 'queue' | 'settings'>, later: DayEndRecord): void {
  const document = { ...later.document, journal: journalOf(world, entriesLeft(world, later)) };
  changeRecord(world, later, printed(world, later.merchant, slipsOf(later), document), later.needsPerson);
}

function compareAgain(world: Pick<World, 'dayEnds' | 'devices' | 'queue' | 'settings'>, later: DayEndRecord): void {
  const found = comparedAgain(world, later);
  const lines = comparisonLines(world, later.merchant, { ...later.document, ...found });
  changeRecord(world, later, { ...found, receipt: [...later.document.receipt, ...lines] });
}

function comparedAgain(world: Pick<World, 'dayEnds'>, later: DayEndRecord): Partial<DayEnd> {
  const { terminal } = later.document;
  const entries = entriesLeft(world, later);
  return terminal
    ? comparedDay(world, spanOf(later), entries, totalsIn(terminal))
    : { journal: journalOf(world, entries) };
}

const entriesLeft = (world: Pick<World, 'dayEnds'>, later: DayEndRecord) =>
  entriesBy(world, spanOf(later), machineOf(world, later));

const totalsIn = (terminal: NonNullable<DayEnd['terminal']>): TerminalTotals => ({
  amount: terminal.amount,
  byCardType: terminal.by_card_type.map(({ card_type: cardType, count, amount }) => ({ cardType, count, amount })),
  firstReceipt: terminal.first_receipt ?? undefined,
  lastReceipt: terminal.last_receipt ?? undefined,
});

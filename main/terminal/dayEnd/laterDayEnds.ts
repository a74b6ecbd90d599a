/**
 * Only afterwards it turns out that a day had been closed: the end-of-day after it, which took its payments for its own, has
 * what was left for it, and is compared once more where it took place.
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

/** Inside a job, once this one is known to have taken place, and is stored so. */
export function shortenLater(world: World, { document: { id } }: DayEndRecord): void {
  for (const later of world.dayEnds.shortenedBy(id)) {
    if (later.document.state === 'unknown') shortenOpen(world, later);
    else compareAgain(world, later);
  }
}

function shortenOpen(world: World, later: DayEndRecord): void {
  const document = { ...later.document, journal: journalOf(world, entriesLeft(world, later)) };
  changeRecord(world, later, printed(world, later.merchant, slipsOf(later), document), later.needsPerson);
}

function compareAgain(world: World, later: DayEndRecord): void {
  const found = comparedAgain(world, later);
  const lines = comparisonLines(world, later.merchant, { ...later.document, ...found });
  changeRecord(world, later, { ...found, receipt: [...later.document.receipt, ...lines] });
}

function comparedAgain(world: World, later: DayEndRecord): Partial<DayEnd> {
  const { terminal } = later.document;
  const entries = entriesLeft(world, later);
  return terminal
    ? comparedDay(world, spanOf(later), entries, totalsIn(terminal))
    : { journal: journalOf(world, entries) };
}

const entriesLeft = (world: World, later: DayEndRecord) => entriesBy(world, spanOf(later), machineOf(world, later));

const totalsIn = (terminal: NonNullable<DayEnd['terminal']>): TerminalTotals => ({
  amount: terminal.amount,
  byCardType: terminal.by_card_type.map(({ card_type: cardType, count, amount }) => ({ cardType, count, amount })),
  firstReceipt: terminal.first_receipt ?? undefined,
  lastReceipt: terminal.last_receipt ?? undefined,
});

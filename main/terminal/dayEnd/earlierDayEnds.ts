/** Earlier end-of-days with an unknown outcome: the totals of the next end-of-day show which payments it still had to close. */

import { compareDay, type TerminalTotals } from '../../domain/dayEndComparison.ts';
import type { DayEndDecision } from '../../domain/dayEndReconciliation.ts';
import type { DayEndRecord } from '../../world/dayEnds.ts';
import type { World } from '../../world/world.ts';
import { entriesIn, isOfFormer, spanOf } from './dayJournal.ts';
import { recordReconciliation } from './reconciliation.ts';

/**
 * Inside a job: reconciles the open end-of-days of this terminal, so that the rest of the day fits the totals. Where no
 * beginning fits, only a person can decide; the totals of another machine say nothing.
 */
export function reconcileEarlier(world: World, record: DayEndRecord, totals: TerminalTotals): void {
  const { id, device } = record.document;
  const open = world.dayEnds.open(device).filter(one => one.document.id !== id && !isOfFormer(world, one));
  if (open.length === 0) return;
  const starts = [record.after, ...open.map(({ through }) => through)];
  const fitting = starts.filter(start => agreesFrom(world, { ...record, after: start }, totals));
  for (const earlier of open) {
    const verdict = verdictOn(earlier, fitting);
    // A person who is called already keeps the evidence.
    if (verdict.kind !== 'person' || !earlier.needsPerson) recordReconciliation(world, earlier, verdict);
  }
}

/** A day without bookings of its own fits either way: then the totals say nothing about it. */
function verdictOn(earlier: DayEndRecord, fitting: readonly number[]): DayEndDecision {
  const { through } = earlier;
  if (fitting.length === 0) return UNDECIDED;
  // Nothing shows that it took place, and nothing is lost where it did.
  if (wasEmpty(earlier)) return DID_NOT;
  if (fitting.every(after => through <= after)) return TOOK_PLACE;
  return fitting.every(after => after < through) ? DID_NOT : UNDECIDED;
}

const wasEmpty = ({ after, through, totalsBefore }: DayEndRecord): boolean =>
  after === through &&
  totalsBefore !== null &&
  totalsBefore !== 'unreadable' &&
  totalsBefore.amount === 0 &&
  totalsBefore.byCardType.every(({ count }) => count === 0);

function agreesFrom(world: Pick<World, 'dayEnds' | 'devices'>, record: DayEndRecord, totals: TerminalTotals): boolean {
  const span = spanOf(record);
  return compareDay(entriesIn(world, span), totals, world.dayEnds.receipts(span)).agrees;
}

const TOOK_PLACE: DayEndDecision = {
  kind: 'tookPlace',
  because: {
    de: 'Der nächste Kassenschnitt zeigt, dass dieser stattgefunden hat.',
    en: 'The next end-of-day shows that this one took place.',
  },
};
const DID_NOT: DayEndDecision = {
  kind: 'didNotTakePlace',
  because: {
    de: 'Der nächste Kassenschnitt hat auch diesen Tag abgeschlossen.',
    en: 'The next end-of-day closed this day, too.',
  },
};
const UNDECIDED: DayEndDecision = {
  kind: 'person',
  because: {
    de: 'Auch die Summen des nächsten Kassenschnitts sagen nicht, ob dieser stattgefunden hat. Bitte auf den Belegen nachsehen.',
    en: 'The totals of the next end-of-day do not say either whether this one took place. Please look at the slips.',
  },
};

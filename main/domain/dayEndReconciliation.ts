/**
 * The reconciliation of an end-of-day with an unknown outcome: did it take place? Decided from the terminal's totals before and
 * its answers now. A second end-of-day does no harm; an end-of-day that is wrongly believed in loses a day.
 */

import type { Texts } from './texts.ts';
import { countSince } from './transactionCount.ts';

interface Sum {
  /** Null: more than the terminal can count (`transactionCount.ts`). */
  readonly count: number | null;
  readonly amount: number;
}

/** The known facts of the end-of-day. */
export interface OpenDayEnd {
  /** The terminal's own totals directly before; null where it could not report them. */
  readonly before: Sum | null;
  /** The journal's sums of the day, and of the bookings after the end-of-day was requested. */
  readonly journal: Sum;
  readonly later: Sum;
  /** The last receipt number before; null where the terminal reported none. */
  readonly knownReceipt: number | null;
  /** Others may take money at the terminal, and close its day. */
  readonly shared: boolean;
}

/** The answers of the terminal. */
export interface DayEndEvidence {
  /** The terminal demands an end-of-day and does nothing else. */
  readonly demandsDayEnd: boolean;
  /** The totals now; null where the terminal cannot report them. */
  readonly now: Sum | null;
  /** The last transaction: none, or its receipt number; null: not asked, or the terminal always answers that there is none. */
  readonly last: 'none' | number | null;
}

export interface DayEndReconciliation {
  readonly kind: 'tookPlace' | 'didNotTakePlace' | 'person';
  readonly because: Texts;
}

export function reconcileDayEnd(asked: OpenDayEnd, evidence: DayEndEvidence): DayEndReconciliation {
  if (evidence.demandsDayEnd) return because('didNotTakePlace', TEXTS.demanded);
  // Payments, refunds and closings of others move the same totals, and end in the same empty memory.
  if (asked.shared && !(asked.before && empty(asked.before))) return because('person', TEXTS.shared);
  return evidence.now ? byTotals(asked, evidence.now) : byLastReceipt(asked, evidence.last);
}

function byTotals({ before, journal, later }: OpenDayEnd, now: Sum): DayEndReconciliation {
  const had = before ?? journal;
  if (empty(had)) return because('didNotTakePlace', TEXTS.nothing);
  const closed = same(now, later);
  const open = same(now, plus(had, later));
  if (closed && !open) return because('tookPlace', TEXTS.emptied);
  if (open && !closed) return because('didNotTakePlace', TEXTS.unchanged);
  return because('person', TEXTS.neither);
}

/** Many terminals repeat their last transaction after the end-of-day, so only its absence says something. */
function byLastReceipt({ knownReceipt, journal }: OpenDayEnd, last: DayEndEvidence['last']): DayEndReconciliation {
  if (empty(journal)) return because('didNotTakePlace', TEXTS.nothing);
  if (last === 'none' && knownReceipt) return because('tookPlace', TEXTS.forgotten);
  return because('person', TEXTS.undecided);
}

const empty = ({ count, amount }: Sum) => count === 0 && amount === 0;
const same = (a: Sum, b: Sum) => (countSince(a.count, b.count) ?? 0) === 0 && a.amount === b.amount;
const plus = (a: Sum, b: Sum): Sum => ({
  count: a.count === null || b.count === null ? null : a.count + b.count,
  amount: a.amount + b.amount,
});
const because = (kind: DayEndReconciliation['kind'], texts: Texts): DayEndReconciliation => ({ kind, because: texts });

const TEXTS = {
  demanded: {
    de: 'Das Terminal verlangt den Kassenschnitt noch: er hat nicht stattgefunden.',
    en: 'The terminal still demands its end-of-day: it did not take place.',
  },
  nothing: {
    de: 'Es war nichts gebucht; der Kassenschnitt kann wiederholt werden.',
    en: 'Nothing had been booked; the end-of-day can be run again.',
  },
  emptied: {
    de: 'Die Umsätze im Terminal sind geleert: der Kassenschnitt hat stattgefunden.',
    en: 'The turnover of the terminal is empty: the end-of-day took place.',
  },
  unchanged: {
    de: 'Die Umsätze stehen noch im Terminal: der Kassenschnitt hat nicht stattgefunden.',
    en: 'The turnover is still in the terminal: the end-of-day did not take place.',
  },
  neither: {
    de: 'Die Umsätze im Terminal passen weder zum Stand davor noch zu einem geleerten.',
    en: 'The turnover of the terminal is neither what it was before nor empty.',
  },
  forgotten: {
    de: 'Das Terminal kennt keine letzte Zahlung mehr: der Kassenschnitt hat stattgefunden.',
    en: 'The terminal keeps no last transaction any more: the end-of-day took place.',
  },
  shared: {
    de: 'An diesem Terminal arbeiten vielleicht auch andere; auch sie können es abgeschlossen haben. Bitte auf seinem Beleg nachsehen.',
    en: 'Others may use this terminal, too, and may have closed its day. Please look at its slip.',
  },
  undecided: {
    de: 'Das Terminal sagt nicht, was es gebucht hat. Bitte auf seinem Beleg nachsehen.',
    en: 'The terminal does not tell what it has booked. Please look at its slip.',
  },
} as const satisfies Record<string, Texts>;

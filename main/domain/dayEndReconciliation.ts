/**
 * The reconciliation of an end-of-day with an unknown outcome: did it take place? Decided from the terminal's totals before and
 * its answers now. Only totals that can be read decide anything; a sum that is missing or cannot be read is no 0,00. A second
 * end-of-day does no harm; an end-of-day that is wrongly believed in loses a day.
 */

import type { LastSign, Waits } from './denialWait.ts';
import { formatAmount, type Language } from './money.ts';
import type { Texts } from './texts.ts';
import { countSince } from './transactionCount.ts';

interface Sum {
  /** Null: more than the terminal can count (`transactionCount.ts`). */
  readonly count: number | null;
  readonly amount: number;
}

/** The known facts of the end-of-day. */
export interface OpenDayEnd {
  /** The terminal's own totals directly before; null where it did not report them. */
  readonly before: Sum | 'unreadable' | null;
  /** The journal's sums of the day, and of the bookings after the end-of-day was requested. */
  readonly journal: Sum;
  readonly later: Sum;
  /** The bookings in `later` are payments alone: how a terminal counts a refund or a reversal is not known. */
  readonly isLaterPlain: boolean;
  /** The terminal itself reported each booking of the day, and nobody doubts the end of the day before. */
  readonly isJournalSure: boolean;
  /** Others may take money at the terminal, and close its day. */
  readonly shared: boolean;
}

/** The answers of the terminal. */
export interface DayEndEvidence {
  /** The terminal demands an end-of-day and does nothing else. */
  readonly requiresDayEnd: boolean;
  /** The totals now; `refused`: it answers that it reports none; `away`: it gives no answer now. */
  readonly now: Sum | 'unreadable' | 'refused' | 'away';
  /** The last transaction, for the person: none, or its receipt number; null where nothing is known. It decides nothing. */
  readonly last: 'none' | number | null;
  /** The terminal may still be at work on the command: whatever it has not done yet, it may do. */
  readonly mayBeAtWork: boolean;
  /** Nobody should wait any longer without knowing. */
  readonly isOverdue: boolean;
}

/** `person`: nothing that the terminal says will decide it. */
export interface DayEndDecision {
  readonly kind: 'tookPlace' | 'didNotTakePlace' | 'person';
  readonly because: Texts;
}

/** `askLater`: the terminal is asked again; `callsPerson`: a person may decide meanwhile. */
export type DayEndReconciliation =
  | DayEndDecision
  | { readonly kind: 'askLater'; readonly because: Texts; readonly callsPerson: boolean };

export function reconcileDayEnd(asked: OpenDayEnd, evidence: DayEndEvidence): DayEndReconciliation {
  const verdict = decided(asked, evidence);
  // The terminal may close its day while it says that it is ready, or that it still demands it.
  if (verdict.kind === 'didNotTakePlace' && evidence.mayBeAtWork) return later(TEXTS.atWork);
  return verdict;
}

function decided(asked: OpenDayEnd, evidence: DayEndEvidence): DayEndReconciliation {
  const { now, isOverdue } = evidence;
  if (evidence.requiresDayEnd) return because('didNotTakePlace', TEXTS.demanded);
  if (hadNothing(asked)) return because('didNotTakePlace', TEXTS.nothing);
  if (now === 'away') return later(TEXTS.away, isOverdue);
  // Payments, refunds and closings of others move the same totals.
  if (asked.shared) return because('person', TEXTS.shared);
  if (now === 'unreadable' || asked.before === 'unreadable') return because('person', TEXTS.unreadable);
  if (now === 'refused') return because('person', TEXTS.undecided);
  return byTotals(asked, now);
}

/** Nothing stood there, and at a terminal of others nothing of ours is booked: it can be run again, whoever has closed what since. */
const hadNothing = ({ before, journal, shared }: OpenDayEnd): boolean =>
  isEmpty(before) && (!shared || isEmpty(journal));

function byTotals(asked: OpenDayEnd, now: Sum): DayEndDecision {
  const { before, later, isLaterPlain } = asked;
  const had = typeof before === 'object' && before !== null ? before : journalAsBefore(asked);
  if (!had) return because('person', TEXTS.notReported);
  if (!isLaterPlain) return because('person', TEXTS.neither);
  const closed = same(now, later);
  const open = same(now, plus(had, later));
  if (closed && !open) return because('tookPlace', TEXTS.emptied);
  if (open && !closed) return because('didNotTakePlace', TEXTS.unchanged);
  return because('person', TEXTS.neither);
}

/**
 * The journal stands for totals that were not reported before, where the terminal must have counted it: bookings of its own report,
 * and money that no row without a sign can hide.
 */
const journalAsBefore = ({ journal, isJournalSure }: OpenDayEnd): Sum | null =>
  isJournalSure && journal.amount > 0 ? journal : null;

const isEmpty = (sum: OpenDayEnd['before']): boolean =>
  sum !== null && sum !== 'unreadable' && sum.count === 0 && sum.amount === 0;
const same = (a: Sum, b: Sum) => (countSince(a.count, b.count) ?? 0) === 0 && a.amount === b.amount;
const plus = (a: Sum, b: Sum): Sum => ({
  count: a.count === null || b.count === null ? null : a.count + b.count,
  amount: a.amount + b.amount,
});
const because = (kind: DayEndDecision['kind'], texts: Texts): DayEndDecision => ({ kind, because: texts });
const later = (texts: Texts, callsPerson = false): DayEndReconciliation => ({
  kind: 'askLater',
  because: texts,
  callsPerson,
});

/** Times of an end-of-day that was sent, ms. */
export interface SentDayEnd {
  /** Now and its last sign, by the clock of this process; null: another process sent it, or the terminal has worked since. */
  readonly now: number;
  readonly sign: Pick<LastSign, 'at'> | null;
  /** How long ago it was requested, by the clock of the machine. */
  readonly age: number;
}

/** After this time a person may decide about a terminal that does not answer, ms. */
const SILENT_FOR = 5 * 60_000;

/** How long ago the last sign was. A clock that was set back says no more than that time has passed. */
const silence = ({ now, sign, age }: SentDayEnd): number => (sign ? now - sign.at : Math.abs(age));

/** The terminal takes the command, and asks its host; the system may deliver what a killed process sent. */
export const mayBeAtWork = (sent: SentDayEnd, { take, host, orphan }: Waits): boolean =>
  silence(sent) < take + host + (sent.sign ? 0 : orphan);

export const isOverdue = (sent: SentDayEnd): boolean => silence(sent) >= SILENT_FOR;

/** The evidence for the person who decides: what the terminal said before the end-of-day, and what it says now. */
export function evidenceTexts({ before }: OpenDayEnd, { now, last }: DayEndEvidence, currency: string): Texts {
  const inLanguage = (language: Language): string => {
    const words = EVIDENCE[language];
    const sum = (reported: Sum | keyof typeof words) =>
      typeof reported === 'string'
        ? words[reported]
        : `${formatAmount(reported.amount, currency, language)} (${reported.count ?? '?'})`;
    const totals = `${words.before}: ${sum(before ?? 'notReported')}. ${words.since}: ${sum(now)}.`;
    if (last === null) return totals;
    return `${totals} ${last === 'none' ? words.noLast : `${words.last} ${last}.`}`;
  };
  return { de: inLanguage('de'), en: inLanguage('en') };
}

const EVIDENCE = {
  de: {
    before: 'Umsätze im Terminal davor',
    since: 'Umsätze danach',
    unreadable: 'nicht lesbar',
    refused: 'nennt es nicht',
    notReported: 'nicht genannt',
    away: 'es antwortet nicht',
    noLast: 'Es hat keine letzte Zahlung mehr.',
    last: 'Sein letzter Beleg ist',
  },
  en: {
    before: 'Turnover of the terminal before',
    since: 'Turnover since',
    unreadable: 'cannot be read',
    refused: 'it reports none',
    notReported: 'not reported',
    away: 'it does not answer',
    noLast: 'It keeps no last transaction any more.',
    last: 'Its last receipt is',
  },
} as const;

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
    de: 'Die Umsätze im Terminal passen weder zum Stand davor noch zu einem geleerten. Bitte auf seinem Beleg nachsehen.',
    en: 'The turnover of the terminal is neither what it was before nor empty. Please look at its slip.',
  },
  notReported: {
    de: 'Das Terminal hat vor dem Kassenschnitt keine Umsätze genannt. Bitte auf seinem Beleg nachsehen.',
    en: 'The terminal reported no turnover before the end-of-day. Please look at its slip.',
  },
  unreadable: {
    de: 'Das Terminal nennt Umsätze, die nicht lesbar sind (andere Währung, negativer Betrag oder keine Summe). Bitte auf seinem Beleg nachsehen.',
    en: 'The terminal reports a turnover that cannot be read (another currency, a negative amount or no sum). Please look at its slip.',
  },
  shared: {
    de: 'An diesem Terminal arbeiten vielleicht auch andere; auch sie können es abgeschlossen haben. Bitte auf seinem Beleg nachsehen.',
    en: 'Others may use this terminal, too, and may have closed its day. Please look at its slip.',
  },
  undecided: {
    de: 'Das Terminal sagt nicht, was es gebucht hat. Bitte auf seinem Beleg nachsehen.',
    en: 'The terminal does not tell what it has booked. Please look at its slip.',
  },
  away: {
    de: 'Das Terminal antwortet nicht und wird weiter gefragt. Wer seinen Beleg hat, kann entscheiden.',
    en: 'The terminal does not answer and is asked again. Whoever has its slip can decide.',
  },
  atWork: {
    de: 'Das Terminal hat den Tag noch nicht abgeschlossen, kann aber noch daran arbeiten; es wird noch einmal gefragt.',
    en: 'The terminal has not closed its day yet, but may still be at work; it is asked once more.',
  },
} as const satisfies Record<string, Texts>;

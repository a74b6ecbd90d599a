/** What a terminal tells of a transaction, as the verdict weighs it. */
import type { TransactionFacts } from '../../../drivers/terminal.ts';
import type { TransactionReport } from '../../domain/evidence.ts';
import type { ReportRow } from '../../world/sales.ts';

/** `now`: when it was told, milliseconds since 1970. */
export const reportOf = (facts: TransactionFacts, approved: boolean, now: number): TransactionReport => ({
  approved,
  amount: facts.amount ?? null,
  tip: facts.tip ?? null,
  currency: facts.currency ?? null,
  receipt: facts.receiptNumber ?? null,
  trace: facts.traceNumber ?? null,
  // Some send zeros where there is none.
  originalTrace: facts.originalTraceNumber || null,
  date: facts.date ?? null,
  time: facts.time ?? null,
  at: instantOf(facts, now),
  cardName: facts.cardName ?? null,
  lastFour: facts.lastFour ?? null,
  reference: facts.reference ?? null,
});

/** What is known of a transaction that was only told. */
export const factsOfReport = (told: TransactionReport, terminalId: string | null): TransactionFacts => ({
  ...(told.amount === null ? {} : { amount: told.amount }),
  ...(told.tip == null ? {} : { tip: told.tip }),
  ...(told.currency == null ? {} : { currency: told.currency }),
  ...(told.receipt === null ? {} : { receiptNumber: told.receipt }),
  ...(told.trace === null ? {} : { traceNumber: told.trace }),
  ...(told.originalTrace === null ? {} : { originalTraceNumber: told.originalTrace }),
  ...(told.date === null ? {} : { date: told.date }),
  ...(told.time === null ? {} : { time: told.time }),
  ...(told.cardName === null ? {} : { cardName: told.cardName }),
  ...(told.lastFour === null ? {} : { lastFour: told.lastFour }),
  ...(told.reference == null ? {} : { reference: told.reference }),
  ...(terminalId === null ? {} : { terminalId }),
});

/** The transaction an intent ended with, as far as the terminal told of it. */
export const reportByIntent = ({ facts, state, endedAt, startedAt }: ReportRow): TransactionReport =>
  reportOf(facts ?? {}, state === 'approved', endedAt ?? startedAt);

/**
 * Terminals tell a date without a year: the newest one that is not in the future counts (a day of drift allowed). One of the
 * next days may be a year old, or of today while our clock was set back: nobody knows, so it says nothing.
 */
export function instantOf({ date, time }: TransactionFacts, now: number): number | null {
  if (!date || !time) return null;
  if (date.length === 10) return parsed(`${date}T${time}`);
  const year = new Date(now).getFullYear();
  const candidates = [year + 1, year, year - 1].map(candidate => parsed(`${candidate}-${date}T${time}`));
  const newest = candidates.find(at => at !== null && at <= now + SET_BACK) ?? null;
  return newest !== null && newest > now + DAY ? null : newest;
}

const DAY = 86_400_000;
/** What a clock that shows a wrong date is taken to be wrong by at most. */
const SET_BACK = 7 * DAY;

function parsed(text: string): number | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

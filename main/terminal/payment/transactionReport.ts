/** The report of a transaction: from the facts that a terminal sends, and back to facts. */
import type { TransactionFacts } from '../../../drivers/index.ts';
import type { TransactionReport } from '../../domain/evidence.ts';
import type { ReportRow } from '../../world/sales.ts';

/** `now`: the time of the report, milliseconds since 1970. */
export const reportOf = (facts: TransactionFacts, approved: boolean, now: number): TransactionReport => ({
  approved,
  amount: facts.amount ?? null,
  tip: facts.tip ?? null,
  currency: facts.currency ?? null,
  receipt: facts.receiptNumber ?? null,
  trace: facts.traceNumber ?? null,
  // Some terminals send zeros where there is no original.
  originalTrace: facts.originalTraceNumber || null,
  date: facts.date ?? null,
  time: facts.time ?? null,
  at: instantOf(facts, now),
  cardName: facts.cardName ?? null,
  lastFour: facts.lastFour ?? null,
  ...(facts.command === undefined ? {} : { command: facts.command }),
  reference: facts.reference ?? null,
});

/** The facts of a transaction of which only the report is known. */
export const factsOfReport = (report: TransactionReport, terminalId: string | null): TransactionFacts => ({
  ...(report.amount === null ? {} : { amount: report.amount }),
  ...(report.tip == null ? {} : { tip: report.tip }),
  ...(report.currency == null ? {} : { currency: report.currency }),
  ...(report.receipt === null ? {} : { receiptNumber: report.receipt }),
  ...(report.trace === null ? {} : { traceNumber: report.trace }),
  ...(report.originalTrace === null ? {} : { originalTraceNumber: report.originalTrace }),
  ...(report.date === null ? {} : { date: report.date }),
  ...(report.time === null ? {} : { time: report.time }),
  ...(report.cardName === null ? {} : { cardName: report.cardName }),
  ...(report.lastFour === null ? {} : { lastFour: report.lastFour }),
  ...(report.command === undefined ? {} : { command: report.command }),
  ...(report.reference == null ? {} : { reference: report.reference }),
  ...(terminalId === null ? {} : { terminalId }),
});

/** The report of the transaction that an intent ended with. */
export const reportByIntent = ({ facts, state, endedAt, startedAt }: ReportRow): TransactionReport =>
  reportOf(facts ?? {}, state === 'approved', endedAt ?? startedAt);

/**
 * Terminals send a date without a year: the newest date that is not in the future counts, with a day of drift. A date in the
 * next days may be a year old, or of today while our clock was set back: it says nothing.
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
/** The largest error assumed of a clock that shows a wrong date, ms. */
const SET_BACK = 7 * DAY;

function parsed(text: string): number | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

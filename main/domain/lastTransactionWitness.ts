/** The witnesses of a verdict: what the terminal's last transaction and its open pre-authorisations say. */
import { chargedAmount } from './chargedAmount.ts';
import type { IntentKind, OpenCase, TerminalSnapshot, TransactionReport, WitnessReport } from './evidence.ts';
import {
  cannotTellApart,
  EMPTY_AGAIN,
  earlierTime,
  keptAsDeclined,
  NONE_HELD,
  NOT_KEPT_ANY_MORE,
  NOTHING_KEPT,
  NOTHING_TO_COMPARE,
  newHold,
  newReceipt,
  notOpen,
  olderThan,
  otherAmount,
  otherCommand,
  otherCurrency,
  otherReversal,
  referencedReceipt,
  reportedReceipt,
  reversalReceipt,
  SEVERAL_HELD,
  SHARED,
  stillOpen,
  stillThere,
  takenBackByItself,
  unexpectedNumber,
} from './reconciliationTexts.ts';
import { contradiction, didNotHappen, happened, mayHaveClosedDay } from './witnessReport.ts';

/** A transaction of which nothing was told. */
export const EMPTY_REPORT: TransactionReport = {
  approved: true,
  amount: null,
  receipt: null,
  trace: null,
  originalTrace: null,
  date: null,
  time: null,
  at: null,
  cardName: null,
  lastFour: null,
};

/** Those that a list of open pre-authorisations tells about. */
export const PRE_AUTHORISATION_KINDS: ReadonlySet<IntentKind> = new Set(['preAuthorisation', 'booking', 'release']);

const SECOND = 1000;
/** Terminal clocks run away by minutes between two results. */
const DRIFT = 15 * 60_000;
/** In October an hour comes twice, and there are clocks that nobody changes. */
const HOUR = 60 * 60_000;
/** What is older by more than this is older, whatever was done to a clock that was once compared with ours; ms. */
export const CLOCK_TOLERANCE = HOUR + DRIFT;
/** Receipt numbers have four digits, and 1 follows 9999. */
const NUMBERS = 9999;

/* The last transaction the terminal keeps. */

/** `byTotals`: what the totals say, which may explain a number that was not expected. */
export function lastTransactionReport(
  asked: OpenCase,
  last: TransactionReport | 'none',
  byTotals: WitnessReport,
): WitnessReport {
  if (last === 'none') return nothingKept(asked);
  const intent = { ...asked, amount: chargedAmount(asked, asked.reported ?? last) };
  const { reported: heard, kind, shared } = intent;
  if (named(intent, last) === 'ours') return underOurName(intent, last);
  if (heard && likeness(heard, last) === 'certain') {
    if (shared && isOtherCard(heard, last)) return contradiction(SHARED);
    if (!last.approved) return didNotHappen(keptAsDeclined(last));
    return differs(intent, last) ?? happened(reportedReceipt(last));
  }
  switch (known(intent, last)) {
    case 'certain':
      return unchanged(intent, last);
    case 'likely':
      return shared || last.receipt === 1 ? contradiction(cannotTellApart(last)) : unchanged(intent, last);
    case 'perhaps':
      return contradiction(cannotTellApart(last));
  }
  if (kind === 'reversal' || kind === 'release') return takenBack(intent, last, byTotals);
  if (isElsewhere(intent, last)) return byItself(intent, last);
  if (kind === 'tip' && isTipped(intent, last)) return shared ? contradiction(SHARED) : happened(newReceipt(last));
  return isOurs(intent, last, byTotals);
}

/** A terminal that takes a payment back may give its numbers to the next one, whoever that is from. */
const isOtherCard = (one: TransactionReport, other: TransactionReport): boolean =>
  one.lastFour !== null && other.lastFour !== null && one.lastFour !== other.lastFour;

/** By what the command was called. Undefined: the name of one of them is not known. */
function named({ reference: ours }: OpenCase, { reference: theirs }: TransactionReport): 'ours' | 'other' | undefined {
  if (ours == null || theirs == null) return undefined;
  return ours === theirs ? 'ours' : 'other';
}

function underOurName(intent: OpenCase, last: TransactionReport): WitnessReport {
  if (known(intent, last) === 'certain') return contradiction(cannotTellApart(last));
  if (!last.approved) return didNotHappen(keptAsDeclined(last));
  if (isElsewhere(intent, last)) return didNotHappen(takenBackByItself(last));
  return differs(intent, last) ?? happened(referencedReceipt(last));
}

/** Is it one from before? `perhaps`: what little is told, numbers or an amount, comes again another time. */
function known(intent: OpenCase, last: TransactionReport): 'certain' | 'likely' | 'perhaps' | 'no' {
  const { snapshotBefore: baseline, otherReports: accounted } = intent;
  const before = baseline.last === null || baseline.last === 'none' ? [] : [baseline.last];
  const like = (some: readonly TransactionReport[], ...how: readonly Likeness[]) =>
    some.some(one => how.includes(likeness(one, last)));
  if (like(before, 'certain') || accounted.some(one => isRepeated(one, last))) return 'certain';
  if (like(before, 'likely') || like(originals(intent), 'certain', 'likely')) return 'likely';
  return like(accounted, 'certain', 'likely') || like([...before, ...accounted], 'perhaps') ? 'perhaps' : 'no';
}

/** All numbers begin anew at a terminal that was reset; its time does not, and one that is declined is nobody's money. */
function isRepeated(one: TransactionReport, last: TransactionReport): boolean {
  if (likeness(one, last) !== 'certain') return false;
  const named = one.reference != null && one.reference === last.reference;
  return named || (one.time !== null && one.time === last.time) || !(one.approved || last.approved);
}

/** A terminal that had a transaction and has none any more was closed for the day or exchanged. */
function nothingKept(intent: OpenCase): WitnessReport {
  const { snapshotBefore: baseline, kind, shared } = intent;
  if (!baseline.repeats) return null;
  if (baseline.last !== null && baseline.last !== 'none') return contradiction(NOT_KEPT_ANY_MORE);
  if (shared) return contradiction(SHARED);
  if (mayHaveClosedDay(intent)) return contradiction(EMPTY_AGAIN);
  return kind === 'preAuthorisation' || kind === 'release' ? null : didNotHappen(NOTHING_KEPT);
}

function unchanged({ kind, original }: OpenCase, last: TransactionReport): WitnessReport {
  const tipped = kind === 'tip' && original?.receipt === last.receipt;
  return isRepeatable(kind) || tipped ? didNotHappen(stillThere(last)) : null;
}

/** The original of a reversal, as a transaction the terminal may still show. */
const originals = ({ kind, original }: OpenCase): readonly TransactionReport[] =>
  kind === 'reversal' && original ? [{ ...EMPTY_REPORT, ...original }] : [];

/** An approval of something else than was asked for is nothing to call paid, whichever of its reports says so. */
const differs = (intent: OpenCase, last: TransactionReport): WitnessReport =>
  deviates(intent, last) ?? (intent.reported && deviates(intent, intent.reported));

function deviates(intent: OpenCase, last: TransactionReport): WitnessReport {
  if (isForeign(intent, last)) return contradiction(otherCurrency(last));
  if (intent.original && isElsewhere(intent, last)) return contradiction(otherReversal(last));
  if (intent.kind === 'release' || last.amount === null) return null;
  const wanted = wantedOf(intent).filter(amount => amount !== 0);
  return wanted.length === 0 || wanted.includes(last.amount) ? null : contradiction(otherAmount(last));
}

const isForeign = ({ currency }: OpenCase, last: TransactionReport): boolean =>
  last.currency != null && last.currency !== currency;

/** A terminal tells a tip alone, or together with what it was added to. */
function wantedOf({ kind, amount, original }: OpenCase): readonly number[] {
  if (kind === 'tip') return [amount, amount + (original?.amount ?? 0)];
  return [kind === 'reversal' ? amount || (original?.amount ?? 0) : amount];
}

function isTipped({ original, amount }: OpenCase, last: TransactionReport): boolean {
  if (original?.amount == null || !last.approved) return false;
  return last.receipt === original.receipt && last.amount === original.amount + amount;
}

function takenBack(intent: OpenCase, last: TransactionReport, byTotals: WitnessReport): WitnessReport {
  const { original, kind } = intent;
  if (original?.trace != null && last.originalTrace !== null) {
    if (last.originalTrace === original.trace) return ofOriginal(intent, last);
    return byItself(intent, last);
  }
  if (kind === 'release') return null;
  return isOurs(intent, last, byTotals);
}

/**
 * A reversal of what was asked to be taken back. Where others work, too, it may be theirs: the whole is gone whoever took it
 * back, but a part may have been taken back twice, and a reversal that was declined may have come too late for the second.
 */
function ofOriginal(intent: OpenCase, last: TransactionReport): WitnessReport {
  if (intent.shared && (!last.approved || isPart(intent))) return contradiction(SHARED);
  return last.approved
    ? (differs(intent, last) ?? happened(reversalReceipt(last)))
    : didNotHappen(keptAsDeclined(last));
}

const isPart = ({ amount, original }: OpenCase): boolean => amount !== 0 && amount !== original?.amount;

/** It takes back something else than what was asked to be changed, or nothing was. */
function isElsewhere({ original }: OpenCase, { originalTrace }: TransactionReport): boolean {
  if (originalTrace === null) return false;
  return original === null || (original.trace !== null && original.trace !== originalTrace);
}

/**
 * A reversal nobody here asked for. What a terminal of one's own could not report it has taken back by itself; had the
 * command been carried out and kept, that would be the last one.
 */
function byItself(intent: OpenCase, last: TransactionReport): WitnessReport {
  const { reported: heard, shared, otherReports: accounted, snapshotBefore: baseline } = intent;
  const { originalTrace: of } = last;
  const whole = intent.kind === 'release' || (last.amount !== null && wantedOf(intent).includes(last.amount));
  if (of === null || !last.approved) return contradiction(otherReversal(last));
  if (heard?.trace === of && whole) return didNotHappen(takenBackByItself(last));
  if (shared) return contradiction(SHARED);
  const told = accounted.find(({ trace }) => trace === of);
  const since = baseline.last === 'none' ? 0 : (baseline.last?.trace ?? null);
  if (since === null || of <= since || (last.trace !== null && last.trace <= of) || told?.approved)
    return contradiction(otherReversal(last));
  if (!within(baseline, last, 2)) return contradiction(unexpectedNumber(last));
  // It may be of an earlier command that was not heard of, whatever its amount was: then the kind has to be one it repeats.
  const earlier = told !== undefined || baseline.attempts > 0;
  if (earlier && !isRepeatable(intent.kind)) return null;
  return whole || earlier ? didNotHappen(takenBackByItself(last)) : contradiction(otherAmount(last));
}

/** A pre-authorisation or its release need not be what a terminal repeats, nor a tip that was added to an older payment. */
const isRepeatable = (kind: IntentKind): boolean => kind !== 'preAuthorisation' && kind !== 'release' && kind !== 'tip';

/** Its number is one of those that so many commands may have used, the one before included. */
function within({ counter, attempts }: TerminalSnapshot, { receipt }: TransactionReport, numbers: number): boolean {
  if (receipt === null || counter === null) return true;
  return (receipt - counter + NUMBERS) % NUMBERS <= numbers + 2 * attempts;
}

/** A transaction nobody has accounted for: is it the one that was asked for? */
function isOurs(intent: OpenCase, last: TransactionReport, byTotals: WitnessReport): WitnessReport {
  const { shared, reported: heard } = intent;
  const wanted = wantedOf(intent);
  // What was heard of this command is another one.
  if (heard?.receipt != null && last.receipt !== null && heard.receipt !== last.receipt)
    return contradiction(unexpectedNumber(last));
  if (intent.snapshotBefore.last === null) {
    if (placed(intent, last, CLOCK_TOLERANCE) === 'before')
      return shared ? contradiction(SHARED) : didNotHappen(olderThan(last));
    if (placed(intent, last) !== 'since') return contradiction(NOTHING_TO_COMPARE);
  } else if (isByNumber(intent) && placed(intent, last) !== 'since' && byTotals?.says !== 'happened')
    return contradiction(cannotTellApart(last));
  else if (!plausible(intent, last) && byTotals?.says !== 'happened') return contradiction(unexpectedNumber(last));
  // A clock that was put right in between says that, too: the money is the better witness.
  else if (placed(intent, last, DRIFT) === 'before' && byTotals?.says !== 'happened')
    return contradiction(earlierTime(last));
  if (named(intent, last) === 'other') return contradiction(otherCommand(last));
  if (isForeign(intent, last)) return contradiction(otherCurrency(last));
  if (wanted.includes(0) || last.amount === null || !wanted.includes(last.amount))
    return contradiction(otherAmount(last));
  if (shared) return contradiction(SHARED);
  return last.approved ? happened(newReceipt(last)) : didNotHappen(keptAsDeclined(last));
}

/**
 * Only the number of an earlier transaction was known, and commands since then told none: what is new may be one of those,
 * whatever a person said of it.
 */
const isByNumber = ({ snapshotBefore: { last, attempts } }: OpenCase): boolean =>
  attempts > 0 && last !== null && last !== 'none' && last.amount === null;

/**
 * The number after the last known one, or among the first after the numbers began again; every command of ours that was
 * not heard of may have used up two: its own and that of the terminal's taking it back.
 */
function plausible({ snapshotBefore: { counter, attempts } }: OpenCase, { receipt }: TransactionReport): boolean {
  if (receipt === null || counter === null) return true;
  const room = 1 + 2 * attempts;
  const distance = (receipt - counter + NUMBERS) % NUMBERS;
  return (
    (distance >= 1 && distance <= room) || (receipt !== counter && receipt <= room) || (receipt === 1 && counter === 1)
  );
}

/**
 * By the terminal's clock, when that was compared with ours at an earlier result: what happened then was told a little
 * later, so a transaction is certainly older when it is older even by that measure. Null: its clock says nothing.
 */
function placed(
  { snapshotBefore: { behind }, startedAt }: OpenCase,
  { at }: TransactionReport,
  drift = SECOND,
): 'before' | 'since' | null {
  if (behind === null || at === null) return null;
  return at + behind < startedAt - drift ? 'before' : 'since';
}

type Likeness = 'certain' | 'likely' | 'perhaps' | 'no';

/**
 * Is it the same transaction? `likely`: all it tells agrees, but that is only its number, or its amount and its time.
 * `perhaps`: nothing is told by which two of the same amount could be told apart.
 */
export function likeness(a: TransactionReport, b: TransactionReport): Likeness {
  const pairs = [
    [a.receipt, b.receipt],
    [a.trace, b.trace],
    [a.amount, b.amount],
    [shortDate(a), shortDate(b)],
    [a.time, b.time],
  ] as const;
  const told = (index: number) => pairs[index]?.every(value => value !== null) ?? false;
  if (pairs.some(([one, other], index) => told(index) && one !== other)) return 'no';
  const [RECEIPT, TRACE, AMOUNT, DATE, TIME] = [0, 1, 2, 3, 4] as const;
  if (told(RECEIPT) ? told(TRACE) || told(TIME) : told(TRACE) && told(TIME)) return 'certain';
  if (a.reference != null && b.reference != null) return a.reference === b.reference ? 'certain' : 'no';
  if (told(RECEIPT)) return 'likely';
  if (a.receipt !== null || b.receipt !== null) return 'no';
  if (told(TRACE) || (told(AMOUNT) && told(DATE) && told(TIME))) return 'likely';
  return told(AMOUNT) && a.approved === b.approved ? 'perhaps' : 'no';
}

/** Some terminals tell the year in one place and not in the other. */
const shortDate = ({ date }: TransactionReport): string | null => date?.slice(-5) ?? null;

/* The open pre-authorisations. */

export function preAuthorisationReport(
  { kind, snapshotBefore: baseline, original, shared }: OpenCase,
  open: readonly number[],
): WitnessReport {
  if (kind === 'preAuthorisation') return held(baseline.open, open, shared);
  if (!PRE_AUTHORISATION_KINDS.has(kind) || !original) return null;
  if (open.includes(original.receipt)) return shared ? null : didNotHappen(stillOpen(original.receipt));
  if (!baseline.open?.includes(original.receipt)) return null;
  return shared ? contradiction(SHARED) : happened(notOpen(original.receipt));
}

function held(before: readonly number[] | null, now: readonly number[], shared: boolean): WitnessReport {
  if (!before) return null;
  const [first, ...more] = now.filter(receipt => !before.includes(receipt));
  if (first === undefined) return shared ? null : didNotHappen(NONE_HELD);
  if (shared) return contradiction(SHARED);
  return more.length === 0 ? happened(newHold(first)) : contradiction(SEVERAL_HELD);
}

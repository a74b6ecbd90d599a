/** Votes in a reconciliation: by the terminal's last transaction, and by its open pre-authorisations. */
import { chargedAmount } from './chargedAmount.ts';
import {
  EMPTY_REPORT,
  hasTrace,
  type IntentKind,
  type OpenCase,
  PRE_AUTHORISATION_KINDS,
  RECEIPT_NUMBERS,
  type TerminalSnapshot,
  type TransactionReport,
  type Vote,
} from './evidence.ts';
import {
  CLOSED_SINCE,
  cannotTellApart,
  EMPTY_AGAIN,
  earlierTime,
  keptAsDeclined,
  mayBeReversal,
  NONE_HELD,
  NOT_KEPT_ANY_MORE,
  NOTHING_KEPT,
  NOTHING_TO_COMPARE,
  newHold,
  newReceipt,
  notOpen,
  olderThan,
  olderThanBefore,
  otherAmount,
  otherCommand,
  otherCurrency,
  otherReversal,
  referencedReceipt,
  reportedReceipt,
  reversalReceipt,
  SAME_DAY_END,
  SEVERAL_HELD,
  SHARED,
  stillOpen,
  stillThere,
  takenBackByItself,
  unexpectedNumber,
  unreadableAnswer,
} from './reconciliationTexts.ts';
import { isTippedReceipt, tippedReceiptVote } from './tipVote.ts';
import { matchOf, type TransactionMatch } from './transactionMatch.ts';
import { contradiction, didNotHappen, endedWithout, happened, mayHaveClosedDay } from './votes.ts';

const SECOND = 1000;
/** The clock of a terminal drifts by minutes between two results. */
const DRIFT = 15 * 60_000;
/** In October an hour comes twice, and some clocks are never changed. */
const HOUR = 60 * 60_000;
/** A transaction that is older by more than this is older, whatever was done to a clock that was compared before; ms. */
export const CLOCK_TOLERANCE = HOUR + DRIFT;

/* The last transaction the terminal keeps. */

/** `byTotals`: the report of the totals, which may explain an unexpected number. */
export function lastTransactionVote(asked: OpenCase, last: TransactionReport | 'none', byTotals: Vote): Vote {
  if (last === 'none') return nothingKept(asked);
  const intent = { ...asked, amount: chargedAmount(asked, asked.reported ?? last) };
  const { reported, kind, shared } = intent;
  if (named(intent, last) === 'ours') return underOurName(intent, last);
  if (reported && matchOf(reported, last) === 'certain') {
    if (shared && isOtherCard(reported, last)) return contradiction(SHARED);
    if (!last.approved) return endedWithout(keptAsDeclined(last));
    return differs(intent, last) ?? happened(reportedReceipt(last));
  }
  if (isTippedReceipt(intent, last) && !isElsewhere(intent, last)) return tippedReceiptVote(intent, last, byTotals);
  const isKnown = known(intent, last);
  if ((isKnown === 'certain' || isKnown === 'likely') && hasGoneBack(intent, last))
    return byTotals?.says === 'happened' ? null : contradiction(olderThanBefore(last));
  switch (isKnown) {
    case 'certain':
      return unchanged(intent, last);
    case 'likely':
      return shared || last.receipt === 1 ? contradiction(cannotTellApart(last)) : unchanged(intent, last);
    case 'perhaps':
      return contradiction(cannotTellApart(last));
  }
  if (isOfOtherCommand(intent, last)) return ofOtherCommand(intent, last);
  if (kind === 'reversal' || kind === 'release') return takenBack(intent, last, byTotals);
  if (isElsewhere(intent, last)) return byItself(intent, last);
  return isOurs(intent, last, byTotals);
}

/** A terminal that takes a payment back may give its numbers to the next payment, whoever paid. */
const isOtherCard = (one: TransactionReport, other: TransactionReport): boolean =>
  one.lastFour !== null && other.lastFour !== null && one.lastFour !== other.lastFour;

/** Compares the references of the commands. Undefined: one of the references is not known. */
function named({ reference: ours }: OpenCase, { reference: theirs }: TransactionReport): 'ours' | 'other' | undefined {
  if (ours == null || theirs == null) return undefined;
  return ours === theirs ? 'ours' : 'other';
}

function underOurName(intent: OpenCase, last: TransactionReport): Vote {
  if (known(intent, last) === 'certain') return contradiction(cannotTellApart(last));
  // Under our name the terminal keeps something else than we asked for.
  if (isOfOtherCommand(intent, last)) return contradiction(otherCommand(last));
  if (!last.approved) return endedWithout(keptAsDeclined(last));
  if (isElsewhere(intent, last)) return endedWithout(takenBackByItself(last));
  return differs(intent, last) ?? happened(referencedReceipt(last));
}

/** Is the transaction older than the command? `perhaps`: it has only numbers or an amount, which may come again. */
function known(intent: OpenCase, last: TransactionReport): 'certain' | 'likely' | 'perhaps' | 'no' {
  const { otherReports } = intent;
  const before = lastBefore(intent, last);
  const like = (some: readonly TransactionReport[], ...how: readonly TransactionMatch[]) =>
    some.some(one => how.includes(matchOf(one, last)));
  if (like(before, 'certain') || otherReports.some(report => isRepeated(report, last))) return 'certain';
  if (like(before, 'likely') || like(originals(intent), 'certain', 'likely')) return 'likely';
  return like(otherReports, 'certain', 'likely') || like([...before, ...otherReports], 'perhaps') ? 'perhaps' : 'no';
}

/** The transaction that was the last one before, unless only its number was known and by its report it is another than `last`. */
function lastBefore(
  { snapshotBefore: { last: before }, otherReports }: OpenCase,
  last: TransactionReport,
): readonly TransactionReport[] {
  if (before === null || before === 'none') return [];
  const isNumberOnly = before.amount === null && before.receipt !== null;
  const reports = isNumberOnly ? otherReports.filter(({ receipt }) => receipt === before.receipt) : [];
  const isOther = reports.length > 0 && reports.every(report => matchOf(report, last) === 'no');
  return isOther ? [] : [before];
}

/** A reset terminal begins all its numbers again, but not its clock; a declined transaction moved no money. */
function isRepeated(one: TransactionReport, last: TransactionReport): boolean {
  if (matchOf(one, last) !== 'certain') return false;
  const named = one.reference != null && one.reference === last.reference;
  return named || (one.time !== null && one.time === last.time) || !(one.approved || last.approved);
}

/**
 * A terminal that kept a transaction and keeps none any more was closed for the day or exchanged. A terminal that keeps none, before as
 * now, shows nothing of a command that it carried out and forgot.
 */
function nothingKept(intent: OpenCase): Vote {
  const { snapshotBefore, kind, shared, reported } = intent;
  if (reported?.approved && isRepeatable(kind) && kind !== 'booking') return contradiction(NOT_KEPT_ANY_MORE);
  if (!snapshotBefore.repeats) return null;
  if (snapshotBefore.last !== null && snapshotBefore.last !== 'none') return contradiction(NOT_KEPT_ANY_MORE);
  if (shared) return contradiction(SHARED);
  // The list of open pre-authorisations says more.
  if (PRE_AUTHORISATION_KINDS.has(kind)) return null;
  // A memory that is lost is as empty as one that was never used.
  return contradiction(mayHaveClosedDay(intent) ? EMPTY_AGAIN : NOTHING_KEPT);
}

/**
 * The terminal tells no transaction. Where it repeats an end-of-day, the command may be in the closed day, unless the same end-of-day
 * was the last thing before the command: then nothing has followed it. An answer that cannot be read hides what it says.
 */
export function noTransactionVote(
  { kind, snapshotBefore }: OpenCase,
  { dayEnd, unreadable }: { readonly dayEnd?: string; readonly unreadable?: string },
): Vote {
  if (unreadable !== undefined) return contradiction(unreadableAnswer(unreadable));
  if (dayEnd === undefined) return null;
  const isSame = dayEnd !== '' && dayEnd === snapshotBefore.dayEnd;
  if (!isSame) return isRepeatable(kind) || kind === 'tip' ? contradiction(CLOSED_SINCE) : null;
  return isRepeatable(kind) && snapshotBefore.repeats ? didNotHappen(SAME_DAY_END) : null;
}

/**
 * The terminal repeats an older transaction than before. A terminal that has reversed its last transaction may do so, and one that has
 * lost what it did.
 */
function hasGoneBack({ snapshotBefore: { last: before }, otherReports }: OpenCase, last: TransactionReport): boolean {
  if (before === null || before === 'none' || matchOf(before, last) !== 'no') return false;
  const placeOf = (one: TransactionReport) => otherReports.findIndex(other => SURE.has(matchOf(other, one)));
  const [newer, older] = [placeOf(before), placeOf(last)];
  // Where only its number was known, it was not seen to be repeated, and many terminals repeat nothing that was declined.
  const isSkipped = before.amount === null && otherReports[newer]?.approved === false;
  return newer >= 0 && older > newer && !isSkipped;
}

const SURE: ReadonlySet<TransactionMatch> = new Set(['certain', 'likely']);

const unchanged = ({ kind }: OpenCase, last: TransactionReport): Vote =>
  isRepeatable(kind) ? didNotHappen(stillThere(last)) : null;

/** The original of a reversal, as a transaction that the terminal may still show. */
const originals = ({ kind, original }: OpenCase): readonly TransactionReport[] =>
  kind === 'reversal' && original ? [{ ...EMPTY_REPORT, ...original, receipt: original.receipt || null }] : [];

/** An approval of anything else than the command is never called paid, whichever report says so. */
const differs = (intent: OpenCase, last: TransactionReport): Vote =>
  deviates(intent, last) ?? (intent.reported && deviates(intent, intent.reported));

function deviates(intent: OpenCase, last: TransactionReport): Vote {
  if (isForeign(intent, last)) return contradiction(otherCurrency(last));
  if (isElsewhere(intent, last) && last.originalTrace !== last.trace) return contradiction(otherReversal(last));
  if (intent.kind === 'release' || last.amount === null) return null;
  const wanted = wantedOf(intent).filter(amount => amount !== 0);
  return wanted.length === 0 || wanted.includes(last.amount) ? null : contradiction(otherAmount(last));
}

const isForeign = ({ currency }: OpenCase, last: TransactionReport): boolean =>
  last.currency != null && last.currency !== currency;

/** A terminal reports a tip alone, or together with its payment. */
function wantedOf({ kind, amount, original }: OpenCase): readonly number[] {
  if (kind === 'tip') return [amount, amount + (original?.amount ?? 0)];
  return [kind === 'reversal' ? amount || (original?.amount ?? 0) : amount];
}

function takenBack(intent: OpenCase, last: TransactionReport, byTotals: Vote): Vote {
  const { original, kind } = intent;
  if (original?.trace != null && last.originalTrace !== null) {
    if (hasTrace(original, last.originalTrace)) return ofOriginal(intent, last);
    return byItself(intent, last);
  }
  if (kind === 'release') return null;
  return isOurs(intent, last, byTotals);
}

/**
 * A reversal of the original. Where others work too, the reversal may be theirs: the whole is gone whoever took it back, but a
 * part may have been taken back twice, and a declined reversal may have come too late for the second part.
 */
function ofOriginal(intent: OpenCase, last: TransactionReport): Vote {
  if (intent.shared && (!last.approved || isPart(intent))) return contradiction(SHARED);
  return last.approved
    ? (differs(intent, last) ?? happened(reversalReceipt(last)))
    : endedWithout(keptAsDeclined(last));
}

const isPart = ({ amount, original }: OpenCase): boolean => amount !== 0 && amount !== original?.amount;

/** True when the transaction takes back something else than the original, or the command has no original. */
function isElsewhere({ original }: OpenCase, { originalTrace }: TransactionReport): boolean {
  if (originalTrace === null) return false;
  return original === null || (original.trace !== null && !hasTrace(original, originalTrace));
}

/**
 * A reversal that nobody here requested. A terminal takes back by itself a transaction that it could not report; had the
 * command been carried out and kept, it would be the last transaction.
 */
function byItself(intent: OpenCase, last: TransactionReport): Vote {
  const { reported, shared, otherReports, snapshotBefore } = intent;
  const { originalTrace: of } = last;
  const whole = intent.kind === 'release' || (last.amount !== null && wantedOf(intent).includes(last.amount));
  if (of === null || !last.approved) return contradiction(otherReversal(last));
  if (reported?.trace === of && whole) return endedWithout(takenBackByItself(last));
  if (shared) return contradiction(SHARED);
  const original = otherReports.find(({ trace }) => trace === of);
  const since = snapshotBefore.last === 'none' ? 0 : (snapshotBefore.last?.trace ?? null);
  if (since === null || of <= since || (last.trace !== null && last.trace <= of) || original?.approved)
    return contradiction(otherReversal(last));
  if (!within(snapshotBefore, last, 2)) return contradiction(unexpectedNumber(last));
  // The transaction may belong to an earlier unreported command of any amount: then only a kind that the terminal repeats
  // counts.
  const mayBeEarlier = original !== undefined || snapshotBefore.attempts > 0;
  if (mayBeEarlier && !isRepeatable(intent.kind)) return null;
  return whole || mayBeEarlier ? endedWithout(takenBackByItself(last)) : contradiction(otherAmount(last));
}

const isOfOtherCommand = ({ kind }: OpenCase, { command }: TransactionReport): boolean =>
  command !== undefined && command !== 'untold' && command !== kind;

/** A reversal without the name of a command is one by the terminal itself: had the command been kept, it would be shown. */
function ofOtherCommand(intent: OpenCase, last: TransactionReport): Vote {
  const { shared, snapshotBefore } = intent;
  if (shared) return contradiction(SHARED);
  const isOwn = last.command === 'reversal' && last.approved && last.reference == null;
  if (!isOwn || !isRepeatable(intent.kind)) return contradiction(otherCommand(last));
  if (!within(snapshotBefore, last, 2)) return contradiction(unexpectedNumber(last));
  const isWhole = last.amount !== null && wantedOf(intent).includes(last.amount);
  return isWhole || snapshotBefore.attempts > 0
    ? endedWithout(takenBackByItself(last))
    : contradiction(otherAmount(last));
}

/** A terminal need not repeat a pre-authorisation, its release, or a tip that was added to an older payment. */
const isRepeatable = (kind: IntentKind): boolean => kind !== 'preAuthorisation' && kind !== 'release' && kind !== 'tip';

/** True when so many commands may have used the number, the last known number included, also where the numbers began again. */
function within({ counter, attempts }: TerminalSnapshot, { receipt }: TransactionReport, numbers: number): boolean {
  if (receipt === null || counter === null) return true;
  const room = numbers + 2 * attempts;
  return (receipt - counter + RECEIPT_NUMBERS) % RECEIPT_NUMBERS <= room || receipt <= room;
}

/** Is a transaction that belongs to no other command the transaction of this command? */
function isOurs(intent: OpenCase, last: TransactionReport, byTotals: Vote): Vote {
  const { shared, reported } = intent;
  const wanted = wantedOf(intent);
  if (reported?.receipt != null && isOtherThan(reported, last)) return contradiction(unexpectedNumber(last));
  if (intent.snapshotBefore.last === null) {
    if (placed(intent, last, CLOCK_TOLERANCE) === 'before')
      return shared ? contradiction(SHARED) : didNotHappen(olderThan(last));
    if (placed(intent, last) !== 'since') return contradiction(NOTHING_TO_COMPARE);
  } else if (isByNumber(intent, last) && placed(intent, last) !== 'since' && byTotals?.says !== 'happened')
    return contradiction(cannotTellApart(last));
  else if (!plausible(intent, last) && byTotals?.says !== 'happened') return contradiction(unexpectedNumber(last));
  // A clock that was corrected in between looks the same: the totals say more.
  else if ((placed(intent, last, DRIFT) === 'before' || precedesLast(intent, last)) && byTotals?.says !== 'happened')
    return contradiction(earlierTime(last));
  if (isOfOtherAmount(wanted, last)) return contradiction(otherAmount(last));
  if (mayBeTakenBack(intent, last) && byTotals?.says !== 'happened') return contradiction(mayBeReversal(last));
  if (named(intent, last) === 'other') return contradiction(otherCommand(last));
  if (isForeign(intent, last)) return contradiction(otherCurrency(last));
  // Its name says that it is a new one, and a newer approval would be shown in its place.
  if (!last.approved && last.amount === null && last.reference != null && !shared)
    return endedWithout(keptAsDeclined(last));
  if (wanted.includes(0) || last.amount === null || !wanted.includes(last.amount))
    return contradiction(otherAmount(last));
  if (shared) return contradiction(SHARED);
  return last.approved ? happened(newReceipt(last)) : endedWithout(keptAsDeclined(last));
}

/** The report of this command has other numbers, or the same ones on another day: they began again. A repetition may differ by seconds. */
const isOtherThan = (reported: TransactionReport, last: TransactionReport): boolean =>
  (last.receipt !== null && reported.receipt !== last.receipt) ||
  (reported.trace !== null && last.trace !== null && reported.trace !== last.trace) ||
  (reported.at !== null && last.at !== null && Math.abs(reported.at - last.at) > CLOCK_TOLERANCE);

/** By the terminal's own clock it is older than what was the last transaction before the command. */
function precedesLast({ snapshotBefore: { last: before } }: OpenCase, { at }: TransactionReport): boolean {
  if (before === null || before === 'none' || before.at === null || at === null) return false;
  return at < before.at - CLOCK_TOLERANCE;
}

/** Neither the command nor its reversal. */
const isOfOtherAmount = (wanted: readonly number[], { amount }: TransactionReport): boolean =>
  amount !== null && !wanted.includes(0) && !wanted.includes(amount);

/**
 * Only the number of an earlier transaction was known, and later commands reported none: a new transaction may be one of those
 * commands, whatever a person decided about it. A declined transaction without an amount was reported where its name was.
 */
function isByNumber({ snapshotBefore: { last: before, attempts } }: OpenCase, last: TransactionReport): boolean {
  if (attempts === 0 || before === null || before === 'none' || before.amount !== null) return false;
  return before.reference == null || last.reference == null;
}

/**
 * The number after the last known number, or among the first numbers after they began again; each own unreported command may
 * have used two numbers: its own, and that of the reversal by the terminal itself.
 */
function plausible({ snapshotBefore: { counter, attempts } }: OpenCase, { receipt }: TransactionReport): boolean {
  if (receipt === null || counter === null) return true;
  const room = 1 + 2 * attempts;
  const distance = (receipt - counter + RECEIPT_NUMBERS) % RECEIPT_NUMBERS;
  return (
    (distance >= 1 && distance <= room) || (receipt !== counter && receipt <= room) || (receipt === 1 && counter === 1)
  );
}

/**
 * A terminal that takes a payment back by itself may show that reversal as its last transaction. One that keeps the names of commands
 * gives none to a reversal of its own. Where nothing tells a reversal, it differs from what it takes back by its receipt number alone:
 * only the very next number is surely no reversal, and for a tip not even that, for a tip may keep the number of its payment.
 */
function mayBeTakenBack({ kind, reported, snapshotBefore }: OpenCase, last: TransactionReport): boolean {
  if (!last.approved || last.reference != null || tellsReversals(last)) return false;
  const { counter, attempts } = snapshotBefore;
  if (last.receipt !== null && last.receipt === reported?.receipt) return matchOf(reported, last) === 'no';
  // A payment that the terminal took back may also be an earlier command that did not end with an approval.
  if (kind === 'tip' || last.receipt === null || counter === null || attempts > 0) return true;
  // The numbers may have begun again, so that a reversal has the second of them.
  const distance = (last.receipt - counter + RECEIPT_NUMBERS) % RECEIPT_NUMBERS;
  return last.receipt === 1 ? distance === 2 : distance !== 1 || last.receipt === 2;
}

/** A reversal would show itself by the kind of its command, or by the trace number of what it takes back. */
const tellsReversals = ({ command, trace }: TransactionReport): boolean =>
  command === undefined ? trace !== null : command === 'payment' || command === 'refund';

/**
 * By the terminal's clock, compared with ours at an earlier result. That result was reported a little after it happened, so a
 * transaction that is older even by this measure is certainly older. Null: the clock says nothing.
 */
function placed(
  { snapshotBefore: { behind }, startedAt }: OpenCase,
  { at }: TransactionReport,
  drift = SECOND,
): 'before' | 'since' | null {
  if (behind === null || at === null) return null;
  return at + behind < startedAt - drift ? 'before' : 'since';
}

/* The open pre-authorisations. */

export function preAuthorisationVote(intent: OpenCase, open: readonly number[]): Vote {
  const { kind, snapshotBefore, original, shared } = intent;
  if (kind === 'preAuthorisation') return held(snapshotBefore.open, open, shared);
  if (!PRE_AUTHORISATION_KINDS.has(kind) || !original) return null;
  if (open.includes(original.receipt)) return shared ? null : didNotHappen(stillOpen(original.receipt));
  if (!snapshotBefore.open?.includes(original.receipt)) return null;
  if (shared) return contradiction(SHARED);
  // A pre-authorisation lapses by itself some day: it is gone, but it has brought no money.
  if (kind === 'booking' && mayHaveClosedDay(intent)) return null;
  return happened(notOpen(original.receipt));
}

function held(before: readonly number[] | null, now: readonly number[], shared: boolean): Vote {
  if (!before) return null;
  const [first, ...more] = now.filter(receipt => !before.includes(receipt));
  if (first === undefined) return shared ? null : didNotHappen(NONE_HELD);
  if (shared) return contradiction(SHARED);
  return more.length === 0 ? happened(newHold(first)) : contradiction(SEVERAL_HELD);
}

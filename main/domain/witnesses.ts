/** The witnesses of a verdict: what the terminal's last transaction, its totals and its open pre-authorisations say. */
import type { Intent, IntentKind, Sum, Testimony, Told } from './verdict.ts';
import {
  cannotTellApart,
  earlierTime,
  isHeard,
  isNew,
  isReversal,
  keptAsDeclined,
  NONE_HELD,
  NOT_KEPT_ANY_MORE,
  NOTHING_KEPT,
  NOTHING_TO_COMPARE,
  newHold,
  notOpen,
  olderThan,
  otherAmount,
  otherReversal,
  SEVERAL_HELD,
  SHARED,
  stillOpen,
  stillThere,
  type Texts,
  TOTALS_ELSE,
  TOTALS_STILL,
  totalsMoved,
  unexpectedNumber,
} from './verdictTexts.ts';

/** A transaction of which nothing was told. */
export const UNTOLD: Told = {
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
export const HOLDS: ReadonlySet<IntentKind> = new Set(['preAuthorisation', 'booking', 'release']);

const SECOND = 1000;
/** Terminal clocks run away by minutes between two results. */
const DRIFT = 15 * 60_000;
/** Receipt numbers have four digits, and 1 follows 9999. */
const NUMBERS = 9999;

const happened = (because: Texts): Testimony => ({ says: 'happened', because });
const didNotHappen = (because: Texts): Testimony => ({ says: 'didNotHappen', because });
const contradiction = (because: Texts): Testimony => ({ says: 'contradiction', because });

/* The last transaction the terminal keeps. */

/** `byTotals`: what the totals say, which may explain a number that was not expected. */
export function lastSays(intent: Intent, last: Told | 'none', byTotals: Testimony): Testimony {
  if (last === 'none') return nothingKept(intent);
  const { heard, kind, shared } = intent;
  if (heard && likeness(heard, last) === 'certain')
    return last.approved ? happened(isHeard(last)) : didNotHappen(keptAsDeclined(last));
  switch (known(intent, last)) {
    case 'certain':
      return unchanged(intent, last);
    case 'likely':
      return shared || last.receipt === 1 ? contradiction(cannotTellApart(last)) : unchanged(intent, last);
    case 'perhaps':
      return contradiction(cannotTellApart(last));
  }
  if (kind === 'tip' && isTipped(intent, last)) return shared ? contradiction(SHARED) : happened(isNew(last));
  if (kind === 'reversal' || kind === 'release') return takenBack(intent, last, byTotals);
  return isOurs(intent, last, byTotals);
}

/** Is it one from before? `perhaps`: where nothing but numbers is told, those of another day come again. */
function known(intent: Intent, last: Told): 'certain' | 'likely' | 'perhaps' | 'no' {
  const { baseline, accounted } = intent;
  const before = baseline.last === null || baseline.last === 'none' ? [] : [baseline.last];
  const like = (some: readonly Told[], how: 'certain' | 'likely') => some.some(one => likeness(one, last) === how);
  if (like([...before, ...accounted], 'certain')) return 'certain';
  if (like([...before, ...originals(intent)], 'likely')) return 'likely';
  return like(accounted, 'likely') ? 'perhaps' : 'no';
}

/** A terminal that had a transaction and has none any more was closed for the day or exchanged. */
function nothingKept({ baseline: { last }, kind, shared }: Intent): Testimony {
  if (last !== null && last !== 'none') return contradiction(NOT_KEPT_ANY_MORE);
  if (shared) return contradiction(SHARED);
  return kind === 'preAuthorisation' || kind === 'release' ? null : didNotHappen(NOTHING_KEPT);
}

/** A pre-authorisation or its release need not be what a terminal repeats, nor a tip that was added to an older payment. */
function unchanged({ kind, original }: Intent, last: Told): Testimony {
  if (kind === 'preAuthorisation' || kind === 'release') return null;
  if (kind === 'tip' && original?.receipt !== last.receipt) return null;
  return didNotHappen(stillThere(last));
}

/** The original of a reversal, as a transaction the terminal may still show. */
const originals = ({ kind, original }: Intent): readonly Told[] =>
  kind === 'reversal' && original ? [{ ...UNTOLD, ...original }] : [];

function isTipped({ original, amount }: Intent, last: Told): boolean {
  if (original?.amount == null || !last.approved) return false;
  return last.receipt === original.receipt && last.amount === original.amount + amount;
}

function takenBack(intent: Intent, last: Told, byTotals: Testimony): Testimony {
  const { original, kind } = intent;
  if (original?.trace != null && last.originalTrace !== null) {
    if (last.originalTrace === original.trace)
      return last.approved ? happened(isReversal(last)) : didNotHappen(keptAsDeclined(last));
    return contradiction(otherReversal(last));
  }
  if (kind === 'release') return null;
  return isOurs({ ...intent, amount: intent.amount || (original?.amount ?? 0) }, last, byTotals);
}

/** A transaction nobody has accounted for: is it the one that was asked for? */
function isOurs(intent: Intent, last: Told, byTotals: Testimony): Testimony {
  const { amount, shared, kind } = intent;
  const wanted = kind === 'tip' ? [amount, amount + (intent.original?.amount ?? 0)] : [amount];
  if (intent.baseline.last === null) {
    const when = placed(intent, last);
    if (when === null) return contradiction(NOTHING_TO_COMPARE);
    if (when === 'before') return shared ? contradiction(SHARED) : didNotHappen(olderThan(last));
  } else if (!plausible(intent, last) && byTotals?.says !== 'happened') return contradiction(unexpectedNumber(last));
  else if (placed(intent, last, DRIFT) === 'before') return contradiction(earlierTime(last));
  if (amount === 0 || last.amount === null || !wanted.includes(last.amount)) return contradiction(otherAmount(last));
  if (shared) return contradiction(SHARED);
  return last.approved ? happened(isNew(last)) : didNotHappen(keptAsDeclined(last));
}

/**
 * The number after the last known one, or among the first after the numbers began again; every command of ours that was
 * not heard of may have used up two: its own and that of the terminal's taking it back.
 */
function plausible({ baseline: { counter, attempts } }: Intent, { receipt }: Told): boolean {
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
function placed({ baseline: { behind }, startedAt }: Intent, { at }: Told, drift = SECOND): 'before' | 'since' | null {
  if (behind === null || at === null) return null;
  return at + behind < startedAt - drift ? 'before' : 'since';
}

/** Is it the same transaction? `likely`: all it tells agrees, but that is only its number. */
export function likeness(a: Told, b: Told): 'certain' | 'likely' | 'no' {
  const pairs = [
    [a.receipt, b.receipt],
    [a.trace, b.trace],
    [a.amount, b.amount],
    [shortDate(a), shortDate(b)],
    [a.time, b.time],
  ] as const;
  const told = (index: number) => pairs[index]?.every(value => value !== null) ?? false;
  if (pairs.some(([one, other], index) => told(index) && one !== other)) return 'no';
  const [RECEIPT, TRACE, TIME] = [0, 1, 4] as const;
  if (told(RECEIPT) ? told(TRACE) || told(TIME) : told(TRACE) && told(TIME)) return 'certain';
  return told(RECEIPT) ? 'likely' : 'no';
}

/** Some terminals tell the year in one place and not in the other. */
const shortDate = ({ date }: Told): string | null => date?.slice(-5) ?? null;

/* The totals. */

export function totalsSay(intent: Intent, now: Sum): Testimony {
  const before = intent.baseline.totals;
  // Others move them, too.
  if (!before || intent.shared) return null;
  const testimony = movement(intent, before, now);
  return testimony?.says !== 'happened' && [before, now].some(isFloored) ? null : testimony;
}

/** The field has no sign: a day that gave back more than it took is told as nothing, and how far below does not show. */
export const isFloored = ({ count, amount }: Sum): boolean => amount === 0 && count > 0;

function movement(intent: Intent, before: Sum, now: Sum): Testimony {
  const moved = { count: now.count - before.count, amount: now.amount - before.amount };
  const still = moved.count === 0 && moved.amount === 0;
  switch (intent.kind) {
    case 'payment':
    case 'booking':
    case 'tip':
      return added(intent, before, now, moved, still);
    case 'reversal': {
      const amount = intent.amount || (intent.original?.amount ?? 0);
      if (still) return didNotHappen(TOTALS_STILL);
      // Nothing at all is also what an end-of-day leaves.
      if (now.count === 0 && now.amount === 0) return null;
      // A refund that is reversed comes back.
      const back = amount > 0 && Math.abs(moved.amount) === amount;
      return back ? happened(totalsMoved(moved.amount)) : contradiction(TOTALS_ELSE);
    }
    // A terminal may keep refunds apart, and its day may begin again.
    case 'refund':
      if (still || (now.count <= 1 && now.amount === 0)) return null;
      return moved.amount === -intent.amount ? happened(totalsMoved(-intent.amount)) : contradiction(TOTALS_ELSE);
    case 'preAuthorisation':
    case 'release':
      return null;
  }
}

function added({ amount, kind }: Intent, before: Sum, now: Sum, moved: Sum, still: boolean): Testimony {
  const alone = (sum: Sum) => (sum.count === 0 && sum.amount === 0) || (sum.count === 1 && sum.amount === amount);
  // One sale of this amount, as it was, or after an end-of-day the new one.
  if (still) return before.count === 1 && alone(before) ? null : didNotHappen(TOTALS_STILL);
  const counts = kind === 'tip' ? [0, 1] : [1];
  if (moved.amount === amount && counts.includes(moved.count)) return happened(totalsMoved(amount));
  return moved.count <= 0 && alone(now) ? null : contradiction(TOTALS_ELSE);
}

/* The open pre-authorisations. */

export function openSay({ kind, baseline, original, shared }: Intent, open: readonly number[]): Testimony {
  if (kind === 'preAuthorisation') return held(baseline.open, open, shared);
  if (!HOLDS.has(kind) || !original) return null;
  if (open.includes(original.receipt)) return shared ? null : didNotHappen(stillOpen(original.receipt));
  if (!baseline.open?.includes(original.receipt)) return null;
  return shared ? contradiction(SHARED) : happened(notOpen(original.receipt));
}

function held(before: readonly number[] | null, now: readonly number[], shared: boolean): Testimony {
  if (!before) return null;
  const [first, ...more] = now.filter(receipt => !before.includes(receipt));
  if (first === undefined) return shared ? null : didNotHappen(NONE_HELD);
  if (shared) return contradiction(SHARED);
  return more.length === 0 ? happened(newHold(first)) : contradiction(SEVERAL_HELD);
}

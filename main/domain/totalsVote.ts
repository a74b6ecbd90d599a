/** The vote of the totals in a reconciliation: the terminal's bookings since its last end-of-day, before and now. */

import { type IntentKind, isFloored, type OpenCase, type TurnoverSum, type Vote } from './evidence.ts';
import { TOTALS_ELSE, TOTALS_MOVED, TOTALS_STILL } from './reconciliationTexts.ts';
import { countSince } from './transactionCount.ts';
import { contradiction, didNotHappen, happened } from './votes.ts';

/** `charged`: the amount of the payment by the terminal's report; some terminals count the tip in it, and some do not. */
export function totalsVote(intent: OpenCase, now: TurnoverSum, charged = intent.amount): Vote {
  const before = intent.snapshotBefore.totals;
  // Others move the totals, too.
  if (!before || intent.shared) return null;
  // Empty totals are also those of a day that was closed since, and of a terminal that counts nothing.
  if (isEmpty(before) && isEmpty(now)) return null;
  const vote = movement(intent, before, now, charged);
  if (vote?.says === 'happened' || !hides(intent, before, now)) return vote;
  // Both sums are below zero, and every terminal counts these kinds.
  const isSame = before.count !== null && now.count === before.count && isFloored(now);
  return isSame && COUNTED.has(intent.kind) ? didNotHappen(TOTALS_STILL) : null;
}

/** Kinds that every terminal counts in the totals. */
const COUNTED: ReadonlySet<IntentKind> = new Set(['payment', 'booking']);

/** Pre-authorisations and releases are in no total. */
const TOTALLED: ReadonlySet<IntentKind> = new Set(['payment', 'reversal', 'refund', 'booking', 'tip']);

/**
 * The totals have moved, perhaps by the command: only the count shows it where the sum below zero does not, and a reversal may have
 * emptied them as an end-of-day does. Then the last transaction denies nothing by being an older one.
 */
export function mayHaveMoved(intent: OpenCase, now: TurnoverSum): boolean {
  const before = intent.snapshotBefore.totals;
  if (!before || intent.shared || !TOTALLED.has(intent.kind)) return false;
  if (hides(intent, before, now)) return (countSince(before.count, now.count) ?? 0) !== 0;
  return intent.kind === 'reversal' && wholeOf(intent) > 0 && before.amount - now.amount === wholeOf(intent);
}

/** 0 where it is not known. */
const wholeOf = ({ amount, original }: OpenCase): number => amount || (original?.amount ?? 0);

const isEmpty = ({ count, amount }: TurnoverSum): boolean => count === 0 && amount === 0;

/** A kind that takes money brings no total below zero. */
const ADDS: ReadonlySet<IntentKind> = new Set(['payment', 'booking', 'tip']);

const hides = ({ kind }: OpenCase, before: TurnoverSum, now: TurnoverSum): boolean =>
  isFloored(before) || (isFloored(now) && !ADDS.has(kind));

/** The movement since the snapshot; where the count is not known, the amount decides alone. */
type Moved = TurnoverSum;

function movement(intent: OpenCase, before: TurnoverSum, now: TurnoverSum, charged: number): Vote {
  const moved: Moved = { count: countSince(before.count, now.count), amount: now.amount - before.amount };
  switch (intent.kind) {
    case 'payment':
    case 'booking':
    case 'tip':
      return added(intent, before, now, moved, charged);
    case 'reversal': {
      const amount = wholeOf(intent);
      if (isStill(moved) || isUndone(moved)) return didNotHappen(TOTALS_STILL);
      if (isDayBegun(now)) return null;
      // A refund that is reversed comes back.
      const back = amount > 0 && Math.abs(moved.amount) === amount;
      return back ? happened(TOTALS_MOVED) : contradiction(TOTALS_ELSE);
    }
    // A terminal may keep refunds apart, and its day may begin again.
    case 'refund':
      if (isStill(moved) || isUndone(moved) || isDayBegun(now)) return null;
      return moved.amount === -intent.amount ? happened(TOTALS_MOVED) : contradiction(TOTALS_ELSE);
    case 'preAuthorisation':
    case 'release':
      return null;
  }
}

const isStill = ({ count, amount }: Moved): boolean => (count ?? 0) === 0 && amount === 0;

/** Empty totals are also the state after an end-of-day, and after a payment that was taken back since then. */
const isDayBegun = (now: TurnoverSum): boolean => isEmpty(now) || isUndone(now);

/** Counted, and taken back by the terminal itself, which some terminals count once more. */
const isUndone = ({ count, amount }: Moved): boolean => amount === 0 && (count === 1 || count === 2);

function added({ amount, kind }: OpenCase, before: TurnoverSum, now: TurnoverSum, moved: Moved, charged: number): Vote {
  const amounts = [amount, charged];
  const alone = (sum: TurnoverSum) => isEmpty(sum) || (sum.count === 1 && amounts.includes(sum.amount));
  // One payment of this amount: the payment before, or after an end-of-day the new payment; its tip does not show in the
  // totals.
  const tipped = kind === 'payment' && before.amount > amount;
  if (isStill(moved)) return before.count === 1 && (alone(before) || tipped) ? null : didNotHappen(TOTALS_STILL);
  if (isUndone(moved)) return didNotHappen(TOTALS_STILL);
  const counts = kind === 'tip' ? [0, 1] : [1];
  const counted = moved.count === null || counts.includes(moved.count);
  if (counted && amounts.includes(moved.amount)) return happened(TOTALS_MOVED);
  const fewer = before.count === null || (now.count !== null && now.count <= before.count);
  return fewer && alone(now) ? null : contradiction(TOTALS_ELSE);
}

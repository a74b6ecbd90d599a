/** The witness of a verdict that has only sums: what the terminal booked since its last end-of-day, before and now. */
import { countedSince } from './counted.ts';
import { contradiction, didNotHappen, happened, mayBeClosed } from './testimony.ts';
import type { Intent, IntentKind, Sum, Testimony } from './verdict.ts';
import { TOTALS_ELSE, TOTALS_MOVED, TOTALS_STILL } from './verdictTexts.ts';

export function totalsSay(intent: Intent, now: Sum): Testimony {
  const before = intent.baseline.totals;
  // Others move them, too.
  if (!before || intent.shared) return null;
  if (isEmpty(before) && isEmpty(now) && mayBeClosed(intent)) return null;
  const testimony = movement(intent, before, now);
  return testimony?.says !== 'happened' && hides(intent, before, now) ? null : testimony;
}

const isEmpty = ({ count, amount }: Sum): boolean => count === 0 && amount === 0;

/** What takes money brings no sum below nothing. */
const ADDS: ReadonlySet<IntentKind> = new Set(['payment', 'booking', 'tip']);

const hides = ({ kind }: Intent, before: Sum, now: Sum): boolean =>
  isFloored(before) || (isFloored(now) && !ADDS.has(kind));

/** The field has no sign: a day that gave back more than it took is told as nothing, and how far below does not show. */
export const isFloored = ({ count, amount }: Sum): boolean => amount === 0 && count !== 0;

/** What has come since; the count is null where it is not known, and then the money says it alone. */
type Moved = Sum;

function movement(intent: Intent, before: Sum, now: Sum): Testimony {
  const moved: Moved = { count: countedSince(before.count, now.count), amount: now.amount - before.amount };
  const still = (moved.count ?? 0) === 0 && moved.amount === 0;
  switch (intent.kind) {
    case 'payment':
    case 'booking':
    case 'tip':
      return added(intent, before, now, moved, still);
    case 'reversal': {
      const amount = intent.amount || (intent.original?.amount ?? 0);
      if (still || isUndone(moved)) return didNotHappen(TOTALS_STILL);
      if (isDayBegun(now)) return null;
      // A refund that is reversed comes back.
      const back = amount > 0 && Math.abs(moved.amount) === amount;
      return back ? happened(TOTALS_MOVED) : contradiction(TOTALS_ELSE);
    }
    // A terminal may keep refunds apart, and its day may begin again.
    case 'refund':
      if (still || isUndone(moved) || isDayBegun(now)) return null;
      return moved.amount === -intent.amount ? happened(TOTALS_MOVED) : contradiction(TOTALS_ELSE);
    case 'preAuthorisation':
    case 'release':
      return null;
  }
}

/** Nothing at all is also what an end-of-day leaves, and what was undone after it. */
const isDayBegun = (now: Sum): boolean => isEmpty(now) || isUndone(now);

/** Counted, and taken back by the terminal itself, which some count once more. */
const isUndone = ({ count, amount }: Moved): boolean => amount === 0 && (count === 1 || count === 2);

function added({ amount, kind }: Intent, before: Sum, now: Sum, moved: Moved, still: boolean): Testimony {
  const alone = (sum: Sum) => isEmpty(sum) || (sum.count === 1 && sum.amount === amount);
  // One sale of this amount, as it was, or after an end-of-day the new one.
  if (still) return before.count === 1 && alone(before) ? null : didNotHappen(TOTALS_STILL);
  if (isUndone(moved)) return didNotHappen(TOTALS_STILL);
  const counts = kind === 'tip' ? [0, 1] : [1];
  if (moved.amount === amount && (moved.count === null || counts.includes(moved.count))) return happened(TOTALS_MOVED);
  const fewer = before.count === null || (now.count !== null && now.count <= before.count);
  return fewer && alone(now) ? null : contradiction(TOTALS_ELSE);
}

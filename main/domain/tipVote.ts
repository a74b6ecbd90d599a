/**
 * The vote on a tip, by the receipt that the tip is added to. A terminal may keep its number, its trace number and its time, so
 * that only the sum of the receipt says whether the tip has been added.
 */
import type { OpenCase, TransactionReport, Vote } from './evidence.ts';
import { cannotTellApart, newReceipt, otherAmount, SHARED, stillThere } from './reconciliationTexts.ts';
import { hasGrownBy, matchOf } from './transactionMatch.ts';
import { contradiction, didNotHappen, happened } from './votes.ts';

/** True for the receipt that the tip is added to, whatever its sum is now. */
export const isTippedReceipt = ({ kind, original }: OpenCase, last: TransactionReport): boolean =>
  kind === 'tip' && last.approved && last.receipt !== null && last.receipt === original?.receipt;

/** `last`: the receipt that the tip is added to. A sum that has grown otherwise, also by a part of the tip, is for a person. */
export function tippedReceiptVote(intent: OpenCase, last: TransactionReport, byTotals: Vote): Vote {
  const { amount, shared } = intent;
  const shown = shownBefore(intent);
  const sum = shown?.amount ?? intent.original?.amount ?? null;
  if (sum === null || last.amount === null) return null;
  if (last.amount === sum) {
    // A terminal that reports the tip alone reports the same amount.
    const isCertain = shown !== null && matchOf(shown, last) === 'certain';
    const isSame = isCertain || (sum !== amount && !shared);
    return isSame ? didNotHappen(stillThere(last)) : contradiction(cannotTellApart(last));
  }
  if (shared) return contradiction(SHARED);
  if (last.amount === sum + amount)
    return isThisTip(intent, last, shown, byTotals) ? happened(newReceipt(last)) : contradiction(cannotTellApart(last));
  const isAlone = last.amount === amount && byTotals?.says === 'happened';
  return isAlone ? happened(newReceipt(last)) : contradiction(otherAmount(last));
}

/**
 * Without a trace number and a name it may be another transaction under a number that has begun again, unless the totals have moved
 * by the tip.
 */
function isThisTip(
  intent: OpenCase,
  last: TransactionReport,
  shown: TransactionReport | null,
  byTotals: Vote,
): boolean {
  if (last.trace === null && last.reference == null && byTotals?.says !== 'happened') return false;
  return shown !== null || !mayBeEarlierTip(intent, last);
}

/** The receipt as the terminal itself reported it before the tip, with its sum. */
function shownBefore({ original, snapshotBefore: { last } }: OpenCase): TransactionReport | null {
  if (last === null || last === 'none' || last.amount === null || !last.approved) return null;
  return last.receipt === original?.receipt ? last : null;
}

/** The sum before is known only by our own book: an earlier tip of the same amount, called not carried out, may be in it by now. */
const mayBeEarlierTip = ({ otherReports, snapshotBefore: { attempts } }: OpenCase, last: TransactionReport): boolean =>
  attempts > 0 || otherReports.some(one => one.receipt === last.receipt && one.amount === last.amount);

/** The terminal showed the receipt without this tip before, so a report of its sum with the tip is no repeated one. */
export const isNewTip = (
  { kind, amount, snapshotBefore: { last } }: Pick<OpenCase, 'kind' | 'amount' | 'snapshotBefore'>,
  report: TransactionReport,
): boolean => kind === 'tip' && last !== null && last !== 'none' && last.approved && hasGrownBy(last, report, amount);

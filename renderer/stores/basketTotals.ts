/** Totals of the basket on the screen, and the tenders that may pay it. Pure; amounts in the smallest unit. */

import type { Tender } from '../bridge/client.ts';
import { type BasketState, bridgeApplies, cardPays, heldOf, spendableOn, sumWithTip } from './basketState.ts';
import { paysOut, takenOff } from './lines.ts';

export interface Totals {
  /** Sum of the articles without bonus lines, with the tip. */
  readonly sum: number;
  /** Discount of campaigns and coupons; zero or negative. */
  readonly discount: number;
  /** Bonus of the card; zero or negative. */
  readonly bonus: number;
  readonly cardUsed: number;
  /** Amount paid by the parts. */
  readonly paid: number;
  readonly missing: number;
  /** Money that the customer gets for returned goods; left out where none come back, or where the customer pays. */
  readonly payOut?: number | undefined;
  /** False while the bridge has not yet answered for this revision of the basket. */
  readonly exact: boolean;
}

/**
 * Totals that the screen shows at once. Until the bridge answers, the bonus lines stay unchanged, the cash balance of the
 * card counts as far as it goes, and `exact` is false.
 */
export function totalsOf(state: BasketState): Totals {
  const paid = heldOf(state);
  const due = dueTotals(state);
  const missing = due.missing - paid;
  const payOut = missing <= 0 && paysOut(state.lines) ? -missing || 0 : undefined;
  return { ...due, paid, missing: Math.max(0, missing), payOut };
}

/** The totals before any part was paid. */
function dueTotals(state: BasketState): Omit<Totals, 'paid' | 'payOut'> {
  const sum = sumWithTip(state);
  const least = paysOut(state.lines) ? Number.NEGATIVE_INFINITY : 0;
  const { applied } = state;
  const { discount, bonus } = takenOff(applied?.bonus ?? []);
  const exact = applied ? applied.rev === state.rev : !bridgeApplies(state);
  const spendable = state.payWithCard && state.card?.details ? spendableOn(state.card.details).cash : 0;
  const left = sum + discount + bonus;
  const open = Math.max(Math.min(0, left), left - spendable, least);
  const missing = exact && applied ? applied.missing : open;
  return { sum, discount, bonus, cardUsed: left - missing, missing, exact };
}

/** Tenders that may pay this basket now. The lists are constants, so that equal answers notify nobody. */
export function tendersFor(state: BasketState): readonly Tender[] {
  if (state.lines.length === 0) return TENDERS.none;
  const { missing, payOut } = totalsOf(state);
  if (payOut !== undefined) return TENDERS.none;
  if (missing > 0) return TENDERS.open;
  return cardPays(state) ? TENDERS.covered : TENDERS.free;
}

const TENDERS = {
  none: [],
  open: ['cash', 'cashless'],
  covered: ['loyalty'],
  /** Nothing to pay and no card to book it on. */
  free: ['cash'],
} as const satisfies Record<string, readonly Tender[]>;

/** Totals of a closed sale: articles, discount, the amount of each tender, and the change. Pure; amounts in the smallest unit. */

import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { isBonus, linesFrom, sumOf, takenOff } from './lines.ts';

export interface PaidTotals {
  /** Sum of the articles without bonus lines. */
  readonly goods: number;
  /** Discount of campaigns and coupons; zero or negative. */
  readonly discount: number;
  /** Bonus of the card; zero or negative. */
  readonly bonus: number;
  /** With the tip, as the receipt prints it. */
  readonly sum: number;
  /** The amount that each tender took: of a card all that it was charged, also a tip beyond `sum`. Of a cancelled sale the amount that each gets back. */
  readonly tenders: readonly PaidTender[];
  /** How much of the tenders is tip, typed here or given at the terminal. */
  readonly tip: number;
}

interface PaidTender {
  readonly method: string;
  readonly amount: number;
  /** Name of the voucher or card. */
  readonly text?: string;
}

/** A sale from before tenders were stored, or an unpaid sale, has at most one tender. */
export function paidTotalsOf({
  basket: { products },
  basket_info: { sum, gratuity },
  payment_method,
  tenders,
  given_back: back,
}: SmartTransaction): PaidTotals {
  const goods = sumOf(linesFrom(products, new Map())) + (gratuity ?? 0);
  const off = takenOff(products.filter(isBonus));
  const one = payment_method === null ? [] : [{ method: payment_method, amount: sum }];
  const isExact = goods + off.discount + off.bonus === sum;
  const charged = tenders?.map(({ amount, tip = 0, ...tender }) => ({ ...tender, amount: amount + tip }));
  const tip = (gratuity ?? 0) + (back ?? tenders ?? []).reduce((all, { tip: own = 0 }) => all + own, 0);
  return {
    sum,
    tip,
    tenders: back ?? charged ?? one,
    ...(isExact ? { goods, ...off } : { goods: sum, discount: 0, bonus: 0 }),
  };
}

/** Cash that leaves the drawer for the customer: of what is paid out, and of a cancelled sale what was paid in cash. 0: none. */
export function cashOutOf(sale: SmartTransaction): number {
  const cash = paidTotalsOf(sale).tenders.reduce(
    (sum, { method, amount }) => sum + (method === 'cash' ? amount : 0),
    0,
  );
  if (sale.status === 'cancelled') return sale.given_back === undefined ? 0 : Math.max(0, cash);
  return Math.max(0, 0 - cash);
}

/** Cash given and change, as the bridge has booked them; null where no cash closed the sale. */
export function cashChangeOf(sale: SmartTransaction): { readonly given: number; readonly back: number } | null {
  const cash = paidTotalsOf(sale).tenders.findLast(({ method }) => method === 'cash');
  return sale.change === undefined || cash === undefined
    ? null
    : { given: cash.amount + sale.change, back: sale.change };
}

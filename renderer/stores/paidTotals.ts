/** Totals of a closed sale: articles, discount, and the amount of each tender. Pure; amounts in the smallest unit. */

import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { isBonus, linesFrom, sumOf } from './lines.ts';

export interface PaidTotals {
  /** Sum of the articles without bonus lines. */
  readonly goods: number;
  /** Sum of the bonus lines; zero or negative. */
  readonly discount: number;
  /** Amount of each tender; together they are `goods` plus `discount`. */
  readonly tenders: readonly { readonly method: string; readonly amount: number }[];
}

/** A sale from before tenders were stored, or an unpaid sale, has at most one tender. */
export function paidTotalsOf({
  basket: { products },
  basket_info: { sum },
  payment_method,
  tenders,
}: SmartTransaction): PaidTotals {
  const goods = sumOf(linesFrom(products, new Map()));
  const discount = products.filter(isBonus).reduce((total, { quantity, priceOne }) => total + quantity * priceOne, 0);
  const one = payment_method === null ? [] : [{ method: payment_method, amount: sum }];
  return goods + discount === sum
    ? { goods, discount, tenders: tenders ?? one }
    : { goods: sum, discount: 0, tenders: tenders ?? one };
}

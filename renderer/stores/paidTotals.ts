/** What a closed sale cost and who paid it, as it stood in the basket before. Pure; amounts in the smallest unit. */

import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { isBonus, linesFrom, sumOf } from './lines.ts';

export interface Paid {
  /** The articles alone. */
  readonly goods: number;
  /** What bonus lines took off; zero or negative. */
  readonly discount: number;
  /** One for each way of paying; they add up to the goods less what was taken off. */
  readonly tenders: readonly { readonly method: string; readonly amount: number }[];
}

/** Sales that were closed before their tenders were kept, and those that nobody has paid, tell one at most. */
export function paidOf({
  basket: { products },
  basket_info: { sum },
  payment_method,
  tenders,
}: SmartTransaction): Paid {
  const goods = sumOf(linesFrom(products, new Map()));
  const discount = products.filter(isBonus).reduce((total, { quantity, priceOne }) => total + quantity * priceOne, 0);
  const one = payment_method === null ? [] : [{ method: payment_method, amount: sum }];
  return goods + discount === sum
    ? { goods, discount, tenders: tenders ?? one }
    : { goods: sum, discount: 0, tenders: tenders ?? one };
}

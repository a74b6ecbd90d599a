/** A sale that was booked with the wrong tender: it is cancelled with a reason, and its basket is on the till again, to be paid as it was. */

import type { SmartTransaction } from '../../main/wire/transactions.ts';
import type { BasketStore } from '../stores/basket.ts';
import { cardArticles } from '../stores/cardArticles.ts';
import type { CatalogueStore } from '../stores/catalogue.ts';
import { isPaid } from '../stores/saleState.ts';
import type { TillStore } from '../stores/till.ts';
import type { Checkout } from './checkout.ts';

/** Goods were sold only: what came back, a top-up or a voucher that was sold is undone by a step of its own. */
export const mayPayAgain = ({ status, basket, goods_return, sold_vouchers = [] }: SmartTransaction): boolean =>
  isPaid(status) &&
  goods_return === undefined &&
  sold_vouchers.length === 0 &&
  basket.products.some(({ quantity }) => quantity > 0) &&
  !basket.products.some(({ articleNumber }) => MOVES_MONEY.has(articleNumber));

const MOVES_MONEY: ReadonlySet<string> = new Set(Object.values(cardArticles).map(article => article.articleNumber));

interface Screen {
  readonly basket: BasketStore;
  readonly catalogue: CatalogueStore;
  readonly checkout: Pick<Checkout, 'reverse' | 'nextCustomer'>;
  readonly till: TillStore;
}

/**
 * For the sale on the screen; true once its basket is on the till again. A refusal, and money that a terminal does not give back, stay on the screen of the cancellation. Both books
 * are right by this: the cancelled receipt takes its tender back, the new one has its own.
 */
export async function payAgain({ basket, catalogue, checkout, till }: Screen, reason: string): Promise<boolean> {
  const { sale } = till.getState();
  if (!sale) return false;
  await checkout.reverse(reason);
  const after = till.getState().sale;
  if (after?.id !== sale.id || after.status !== 'cancelled') return false;
  checkout.nextCustomer();
  basket.copy(sale, catalogue.getState().byNumber);
  return true;
}

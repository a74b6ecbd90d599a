/** Pays the balance of a card out in cash: a sale of its own, which takes the amount off the card and out of the drawer. */

import { Refusal } from '../bridge/errors.ts';
import { problemOf } from '../bridge/problem.ts';
import { cardArticles } from '../stores/cardArticles.ts';
import { showProblem } from './parts.ts';
import type { Inside } from './refreshSale.ts';

/** `onPaid` closes the dialog; a refusal leaves the dialog open, with its reason in the message line. */
export const createBalancePayOut =
  ({ parts, steps: { afterFailure } }: Inside) =>
  async (amount: number, currency: string, onPaid: () => void): Promise<void> => {
    const { client, basket, sync, till, notices, now } = parts;
    const { card, lines } = basket.getState();
    if (!card || lines.length > 0 || amount <= 0) return;
    if (!till.begin({ action: 'loyalty', amount, since: now() })) return;
    notices.clear();
    const { customer } = basket.getState();
    let id: string | null = null;
    try {
      await sync.settled();
      const sale = await client.createSale({
        intent: 'sale',
        basket: { products: [itemOf(cardArticles.discharge, amount), itemOf(cardArticles.payOut, -amount)] },
        basket_info: { sum: 0, currency },
        idents: [{ type: 'card', value: card.number }],
      });
      id = sale.id;
      const paid = await client.start(id, 'loyalty', {});
      if (customer !== basket.getState().customer) return till.end();
      onPaid();
      basket.dropCard();
      till.end({ sale: paid });
    } catch (error) {
      if (error instanceof Refusal || id === null) {
        // Nothing was taken: the sale that was opened for it goes.
        if (id !== null) await client.cancelSale(id).catch(lost => void problemOf(lost));
        till.end();
        return showProblem({ notices }, error);
      }
      onPaid();
      await afterFailure(id, error);
    }
  };

const itemOf = ({ articleNumber, ean, desc, tax }: (typeof cardArticles)['payOut'], priceOne: number) => ({
  ...{ articleNumber, ean, desc, tax, priceOne },
  ...{ quantity: 1, item_type: 'article', group: [] },
});

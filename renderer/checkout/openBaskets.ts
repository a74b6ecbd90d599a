/** Prices and discounts by hand, and baskets that are parked, taken and given up. */

import type { AdjustmentInput, ParkedList, ParkedView, TakenBasket } from '../../main/wire/baskets.ts';
import { problemOf } from '../bridge/problem.ts';
import { endCustomer } from '../stores/customer.ts';
import { type CheckoutParts, showProblem } from './parts.ts';

const PARKED = '/bridge/v1/parked';

export type BasketSteps = ReturnType<typeof createBasketSteps>;

export function createBasketSteps(parts: CheckoutParts) {
  const { client, basket, sync, till, entry, catalogue, notices } = parts;

  /** Runs one change at a time; false, with a message, where it was not made. */
  async function alone(change: () => Promise<void>): Promise<boolean> {
    if (till.getState().busy || entry.getState().busy) return false;
    entry.setBusy(true);
    try {
      await change();
      return true;
    } catch (error) {
      showProblem(parts, error);
      return false;
    } finally {
      entry.setBusy(false);
    }
  }

  /** The sale with exactly this basket. */
  async function savedSale(): Promise<string> {
    const id = await sync.settled();
    if (id === null) throw new Error('the basket is not saved');
    return id;
  }

  const adjust = (input: AdjustmentInput): Promise<boolean> =>
    alone(async () => {
      const id = await savedSale();
      const { lines, card, extras, age } = basket.getState();
      const sale = await client.adjustSale(id, input);
      if (sync.saleId() !== id) return;
      basket.restore(sale, catalogue.getState().byNumber, true, {
        ...{ lines, card, extras, age },
        removed: null,
        shown: false,
      });
      sync.adopt(id, false);
      sync.start();
    });

  const park = (note: string, forTill: string | null): Promise<boolean> =>
    alone(async () => {
      const transaction = await savedSale();
      const parked = await client.ask<ParkedView>('POST', PARKED, { transaction, note, for_till: forTill });
      endCustomer(parts);
      sync.renew(null);
      notices.show('good', ({ t, money }) => t('parked.done', { sum: money(parked.sum) }), {
        kind: 'parked',
        id: parked.id,
      });
    });

  const take = (id: string): Promise<boolean> =>
    alone(async () => {
      await sync.settled();
      const { transaction, changed_prices } = await client.ask<TakenBasket>('POST', `${PARKED}/${id}/take`);
      endCustomer(parts);
      basket.restore(transaction, catalogue.getState().byNumber, false);
      sync.adopt(id, false);
      till.set({ sale: transaction });
      sync.start();
      if (changed_prices.length > 0)
        entry.ask({
          kind: 'changed',
          prices: changed_prices,
          answer: yes => {
            if (yes) basket.setPrices(new Map(changed_prices.map(({ line, now }) => [line, now])));
          },
        });
    });

  return {
    adjust,
    park,
    take,
    giveUp: (id: string) => alone(async () => void (await client.ask('DELETE', `${PARKED}/${id}`))),
    list: () => client.ask<ParkedList>('GET', PARKED),
    /** Reads how many baskets wait. */
    refresh: async (): Promise<void> => {
      const answer = await client.ask<ParkedList>('GET', PARKED).catch(problemOf);
      if ('count' in answer) entry.setParked(answer.count);
    },
  };
}

/** All steps of a sale that the cashier or the event stream takes. */

import type { RunningPayment } from '../../main/wire/events.ts';
import type { ReturnView } from '../../main/wire/returns.ts';
import type { CustomerTask } from '../stores/till.ts';
import { createBasketSteps } from './openBaskets.ts';
import { createOpenPaymentSteps } from './openPayments.ts';
import { type CheckoutParts, currentSaleId, showProblem } from './parts.ts';
import { createPaymentSteps } from './payment.ts';
import { createSaleRefresh, type Inside } from './refreshSale.ts';
import { createOpenSaleSteps, createSaleOnTill } from './saleOnTill.ts';
import { createStreamHandlers } from './streamEvents.ts';
import { createTerminalAnswers } from './terminalAnswers.ts';

export type Checkout = ReturnType<typeof createCheckout>;

/** Somebody has read what was refused, and goes on with the basket. */
const SEEN = { failureSeen: true, declined: null } as const;

export function createCheckout(parts: CheckoutParts) {
  const { till } = parts;
  const openPayments = createOpenPaymentSteps(parts);
  const saleOnTill = createSaleOnTill(parts, openPayments);
  const refresh = createSaleRefresh(parts);
  const inside: Inside = { parts, steps: { ...refresh, refreshOpenPayments: openPayments.refresh } };
  const payment = createPaymentSteps(parts, inside.steps);
  const steps = { ...saleOnTill, ...refresh, ...payment, openPayments };

  return {
    ...saleOnTill,
    ...payment,
    ...createTerminalAnswers(parts),
    ...createOpenSaleSteps(parts, steps),
    ...createStreamHandlers(parts, steps),
    openPayments,
    inside,
    baskets: createBasketSteps(parts),
    /** True for a payment that began at this screen. A payment of a program is stopped or left in that program. */
    isOwn: (running: RunningPayment | null): boolean =>
      running === null || running.transaction === null || running.transaction === currentSaleId(parts),
    /** Takes the card at another terminal, for this payment only. */
    payAt: (terminal: string) => {
      const { declined } = till.getState();
      return declined ? declined.again(terminal) : payment.pay('cashless', undefined, terminal);
    },
    openCash: () => till.set({ cashOpen: true, ...SEEN }),
    closeCash: () => till.set({ cashOpen: false }),
    /** Takes a card; where the shop wants it, the customer is asked for a tip first, once a sale. */
    payByCard: (wantsTips: boolean): void => {
      const { extras, parts: paid } = parts.basket.getState();
      if (wantsTips && !extras.tipAsked && paid.length === 0) till.set({ tipOpen: 'beforeCard', ...SEEN });
      else void payment.pay('cashless');
    },
    /** Changes the tip of this basket; nothing is paid by that. */
    changeTip: () => till.set({ tipOpen: 'change', cashOpen: false, ...SEEN }),
    closeTip: () => till.set({ tipOpen: null }),
    openCustomer: (customerOpen: CustomerTask = 'menu', customerCode: string | null = null) =>
      till.set({ customerOpen, customerCode, ...SEEN }),
    closeCustomer: () => till.set({ customerOpen: null, customerCode: null }),
    /** Money that a return on this till still pays out, and its way; null until the basket is saved. */
    payOutPlan: async (): Promise<ReturnView | null> => {
      const id = await parts.sync.settled();
      return id === null ? null : parts.client.ask('GET', `/bridge/v1/returns/${id}`);
    },
    /** Gives a return up: the goods stay sold. */
    giveUpReturn: async (): Promise<void> => {
      const id = parts.sync.saleId();
      if (id === null) return;
      try {
        await parts.client.cancelSale(id);
        saleOnTill.nextCustomer();
      } catch (error) {
        showProblem(parts, error);
      }
    },
    openPart: () => till.set({ partOpen: true, ...SEEN }),
    closePart: () => till.set({ partOpen: false }),
    backToBasket: () => till.set({ ...SEEN, failure: null }),
  };
}

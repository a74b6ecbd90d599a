/** All steps of a sale that the cashier or the event stream takes. */

import type { RunningPayment } from '../../main/wire/events.ts';
import { createDecisionSteps } from './decisions.ts';
import { createBasketSteps } from './openBaskets.ts';
import { createOpenPaymentSteps } from './openPayments.ts';
import { type CheckoutParts, currentSaleId } from './parts.ts';
import { createPaymentSteps } from './payment.ts';
import { createSaleRefresh } from './refreshSale.ts';
import { createOpenSaleSteps, createSaleOnTill } from './saleOnTill.ts';
import { createStreamHandlers } from './streamEvents.ts';
import { createTerminalAnswers } from './terminalAnswers.ts';

export type Checkout = ReturnType<typeof createCheckout>;

export function createCheckout(parts: CheckoutParts) {
  const { till } = parts;
  const openPayments = createOpenPaymentSteps(parts);
  const saleOnTill = createSaleOnTill(parts, openPayments);
  const refresh = createSaleRefresh(parts);
  const payment = createPaymentSteps(parts, { ...refresh, refreshOpenPayments: openPayments.refresh });
  const steps = { ...saleOnTill, ...refresh, ...payment, openPayments };

  return {
    ...saleOnTill,
    ...payment,
    ...createDecisionSteps(parts, steps),
    ...createTerminalAnswers(parts),
    ...createOpenSaleSteps(parts, steps),
    ...createStreamHandlers(parts, steps),
    openPayments,
    baskets: createBasketSteps(parts),
    /** True for a payment that began at this screen. A payment of a program is stopped or left in that program. */
    isOwn: (running: RunningPayment | null): boolean =>
      running === null || running.transaction === null || running.transaction === currentSaleId(parts),
    /** Takes the card at another terminal, for this payment only. */
    payAt: (terminal: string) => payment.pay('cashless', undefined, terminal),
    openCash: () => till.set({ cashOpen: true, failureSeen: true }),
    closeCash: () => till.set({ cashOpen: false }),
    openPart: () => till.set({ partOpen: true, failureSeen: true }),
    closePart: () => till.set({ partOpen: false }),
    backToBasket: () => till.set({ failureSeen: true, failure: null }),
  };
}

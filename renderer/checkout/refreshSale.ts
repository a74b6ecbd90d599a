/** Reads the sale and its payment from the bridge after a request failed or its answer was lost. */

import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { foundPaymentIn, problemOf } from '../bridge/problem.ts';
import type { Notice } from '../stores/notices.ts';
import { belongsToOtherTill } from '../stores/paymentState.ts';
import { screenOf } from '../stores/till.ts';
import { belongsOnScreen, type CheckoutParts, currentSaleId, isOtherSale } from './parts.ts';

export type SaleRefresh = ReturnType<typeof createSaleRefresh>;

export function createSaleRefresh(parts: CheckoutParts) {
  const { client, till, lights, notices } = parts;

  /** Loads the sale, and the payment that still runs at the terminal. */
  async function loadSale(id: string | null): Promise<SmartTransaction | null> {
    const sale = id === null ? till.getState().sale : await client.sale(id);
    const { payment, decision, reason, terminal, queue } = await client.till();
    lights.setView(terminal, queue);
    const state = till.getState();
    const isShown =
      payment &&
      !belongsToOtherTill(state, payment) &&
      belongsOnScreen(parts, state, id ?? currentSaleId(parts), payment);
    till.takePayment(isShown ? payment : null);
    till.set({ decision, reason });
    return sale;
  }

  /** Shows the sale as the bridge has it now, and releases the lock. */
  const refreshSale = async (id: string | null): Promise<void> => showSale(await loadSale(id));

  function showSale(sale: SmartTransaction | null): void {
    const { failure } = till.getState();
    notices.clear();
    if (sale && isOtherSale(parts, sale.id)) {
      // The basket of another sale stays as it is; the list of open payments shows the result of this sale.
      till.end({ answerLost: false });
      return;
    }
    const isOpen = sale?.status === 'processing';
    if (sale && isOpen) parts.basket.takeParts(sale);
    till.end({ sale: isOpen ? null : sale, answerLost: false, cashOpen: false, partOpen: false, failureSeen: false });
    if (screenOf(till.getState()) !== 'till') return;
    till.set({ stopRequested: false });
    const text: Notice['text'] = ({ t, problem }) => (failure ? problem(failure) : t('pay.notStarted'));
    notices.show('error', text, foundPaymentIn(failure) ?? undefined);
  }

  /** After a refusal the sale itself shows its result. After a lost answer the bridge is asked until it answers. */
  async function afterFailure(id: string | null, error: unknown): Promise<void> {
    const failure = problemOf(error);
    if (failure.kind !== 'unreachable') till.set({ failure });
    try {
      if (failure.kind === 'unreachable') throw error;
      await refreshSale(id);
    } catch (lost) {
      problemOf(lost);
      till.set({ answerLost: true });
      await refreshUntilAnswered(id);
    }
  }

  async function refreshUntilAnswered(id: string | null): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await refreshSale(id);
      } catch (error) {
        problemOf(error);
        await parts.wait(Math.min(5000, 500 * 2 ** attempt));
      }
    }
  }

  return { refreshSale, afterFailure };
}

/** Reads the sale and its payment from the bridge after a request failed or its answer was lost. */

import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { foundPaymentIn, isApprovalMissing, type Problem, problemOf } from '../bridge/problem.ts';
import { heldOf } from '../stores/basketState.ts';
import { totalsOf } from '../stores/basketTotals.ts';
import type { Notice } from '../stores/notices.ts';
import { belongsToOtherTill } from '../stores/paymentState.ts';
import { type DeclinedStep, screenOf } from '../stores/till.ts';
import type { OpenPaymentSteps } from './openPayments.ts';
import { belongsOnScreen, type CheckoutParts, currentSaleId, isOtherSale } from './parts.ts';

export type SaleRefresh = ReturnType<typeof createSaleRefresh>;

/** Steps that follow a request. */
export interface RefreshSteps extends Pick<SaleRefresh, 'afterFailure' | 'refreshSale'> {
  readonly refreshOpenPayments: OpenPaymentSteps['refresh'];
}

/** Parts for the steps of dialogs, which are loaded with their dialogs after the first screen. */
export interface Inside {
  readonly parts: CheckoutParts;
  readonly steps: RefreshSteps;
}

/** The sale goes on without this step. Without an approval nothing was tried, and a payment in one go is refused by its sale. */
const isRefused = (sale: SmartTransaction | null, step: DeclinedStep, failure: Problem | null): boolean =>
  failure !== null &&
  !isApprovalMissing(failure) &&
  (sale?.status === 'processing' || (sale?.status === 'failed' && step.kind === 'payOut'));

/** The step as its sale stands now, with what has gone back before it. `due` is what the customer still gets. */
function stepNow(step: DeclinedStep, sale: SmartTransaction | null, due: number | undefined): DeclinedStep {
  // The receipt of a sale that is open shows the slip of the payment that was declined last.
  if (step.kind === 'part' && sale) return { ...step, slip: sale.receipt };
  if (step.kind !== 'payOut' || due === undefined) return step;
  return { ...step, amount: due, goneBack: step.amount - due };
}

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

  /** Shows the sale as the bridge has it now, and releases the lock. `step` is what the bridge may have refused. */
  const refreshSale = async (id: string | null, step: DeclinedStep | null = null): Promise<void> =>
    showSale(await loadSale(id), step);

  function showSale(sale: SmartTransaction | null, step: DeclinedStep | null): void {
    const { failure, busy } = till.getState();
    const heldBefore = heldOf(parts.basket.getState());
    notices.clear();
    if (sale && isOtherSale(parts, sale.id)) {
      // The basket of another sale stays as it is; the list of open payments shows the result of this sale.
      till.end({ answerLost: false });
      return;
    }
    const isOpen = sale?.status === 'processing';
    // With its last part gone back a sale is as before the first; a pay-out that failed may have paid something out.
    if (sale && (isOpen || sale.status === 'created' || step?.kind === 'payOut')) parts.basket.takeParts(sale);
    const due = totalsOf(parts.basket.getState()).payOut;
    till.end({
      ...{ sale: isOpen ? null : sale, answerLost: false, failureSeen: false },
      ...{ cashOpen: false, partOpen: false, giveBack: null },
      declined: step !== null && isRefused(sale, step, failure) ? stepNow(step, sale, due) : null,
    });
    if (screenOf(till.getState()) !== 'till') return;
    till.set({ stopRequested: false });
    const held = heldOf(parts.basket.getState());
    // The answer was lost, and the sale says what the shop holds now.
    if (failure === null && held !== heldBefore)
      notices.show('info', ({ t, money }) => t('parts.nowPaid', { amount: money(held) }));
    else {
      const nothing = busy?.action === 'giveBack' ? 'parts.notGivenBack' : 'pay.notStarted';
      const text: Notice['text'] = ({ t, problem }) => (failure ? problem(failure) : t(nothing));
      const id = foundPaymentIn(failure);
      notices.show('error', text, id === null ? undefined : { kind: 'payment', id });
    }
  }

  /** After a refusal the sale itself shows its result. After a lost answer the bridge is asked until it answers. */
  async function afterFailure(id: string | null, error: unknown, step: DeclinedStep | null = null): Promise<void> {
    const failure = problemOf(error);
    if (failure.kind !== 'unreachable') till.set({ failure });
    try {
      if (failure.kind === 'unreachable') throw error;
      await refreshSale(id, step);
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

/** The sale on the till: loads it from the bridge, replaces it with the next customer's, leaves it open, and opens it again. */

import type { TillView } from '../../main/wire/till.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { endCustomer } from '../stores/customer.ts';
import { belongsToOtherTill, isTerminalWorking, startedAtOtherTill } from '../stores/paymentState.ts';
import { isClosed } from '../stores/saleState.ts';
import { isDeciding } from '../stores/till.ts';
import type { OpenPaymentSteps } from './openPayments.ts';
import { belongsOnScreen, type CheckoutParts, currentSaleId, isOtherSale, showProblem } from './parts.ts';
import type { PaymentSteps } from './payment.ts';

export function createSaleOnTill(parts: CheckoutParts, openPayments: OpenPaymentSteps) {
  const { client, basket, sync, till, lights, catalogue, notices } = parts;

  /** Loads the till from the bridge. A basket with unsaved changes is newer than the bridge's and stays. */
  async function load(): Promise<TillView> {
    const { rev } = basket.getState();
    const wasClean = sync.isClean();
    const view = await client.till();
    const isBasketNewer = !wasClean || !sync.isClean() || basket.getState().rev !== rev;
    lights.setView(view.terminal, view.queue);
    const kept = isBasketNewer && isLastCustomers(view.transaction) ? viewWithoutSale(view) : view;
    till.setView({ ...kept, payment: shownPayment(view, isBasketNewer ? sync.saleId() : null) });
    lights.setPayer(belongsToOtherTill(till.getState(), view.payment) ? view.payment.till : null);
    if (!isBasketNewer && !till.getState().busy) adopt(view.transaction);
    void openPayments.takeList(view.waiting);
    return view;
  }

  /** The payment of the view, if it belongs on this screen. */
  function shownPayment({ device, transaction, payment }: TillView, saleOfBasket: string | null): TillView['payment'] {
    if (!payment || belongsToOtherTill({ device, sale: transaction }, payment)) return null;
    const sale = saleOfBasket ?? transaction?.id ?? null;
    return belongsOnScreen(parts, till.getState(), sale, payment) ? payment : null;
  }

  /** True for an ended sale of another basket: the bridge does not know yet that the next customer is here. */
  const isLastCustomers = (sale: SmartTransaction | null): boolean =>
    sale !== null && isEnded(sale) && sale.id !== sync.saleId();

  function adopt(sale: SmartTransaction | null): void {
    if (sync.saleId() !== null && sale?.id !== sync.saleId() && !isClosed(sale)) endCustomerOnScreen();
    if (sale && !isEnded(sale)) {
      basket.restore(sale, catalogue.getState().byNumber, sale.id === sync.saleId());
      sync.adopt(sale.id, sale.status === 'processing');
    } else {
      if (sync.saleId()) basket.reset();
      // The receipt stays on the till until the next customer's sale replaces it.
      sync.renew(isClosed(sale) ? null : (sale?.id ?? null));
    }
    sync.start();
  }

  /** Another window of this till serves the next customer, whose sale and payment the till shows already. */
  function endCustomerOnScreen(): void {
    const { sale, payment, decision, reason } = till.getState();
    endCustomer(parts);
    till.set({ sale, payment, decision, reason });
  }

  /** Another window of this till changed the sale first: its basket replaces the basket of this window. */
  function changedElsewhere(sale: SmartTransaction): void {
    adopt(sale);
    notices.show('warn', ({ t }) => t('basket.changedElsewhere'));
  }

  function nextCustomer(): void {
    if (till.getState().busy) return;
    const shown = currentSaleId(parts);
    endCustomer(parts);
    sync.renew(shown);
    sync.start();
  }

  return { load, changedElsewhere, nextCustomer };
}

const viewWithoutSale = (view: TillView): TillView => ({ ...view, transaction: null, decision: null, reason: null });

/** True when nothing of the sale belongs in a basket any more. */
const isEnded = (sale: SmartTransaction): boolean => isClosed(sale) || sale.status === 'cancelled';

interface OpenSaleSteps extends Pick<PaymentSteps, 'cancelPayment'> {
  readonly load: () => Promise<TillView>;
  readonly nextCustomer: () => void;
  readonly openPayments: OpenPaymentSteps;
}

/** Leaves a sale open and opens it again. */
export function createOpenSaleSteps(
  parts: CheckoutParts,
  { load, nextCustomer, cancelPayment, openPayments }: OpenSaleSteps,
) {
  const { client, till, sync, notices } = parts;

  /**
   * Continues with the next customer; the payment stays in the list of open payments. A running payment is asked to stop
   * first, so that an approval after that waits for a decision.
   */
  async function leave(): Promise<void> {
    const { sale, payment, busy } = till.getState();
    const id = payment ? payment.transaction : (sale?.id ?? (busy ? sync.saleId() : null));
    // Waits for a decision that is being sent, unless the decision itself waits for the terminal.
    if (isDeciding({ busy }) && !(payment && isTerminalWorking(payment))) return;
    if (payment && isTerminalWorking(payment) && payment.kind === 'payment') await cancelPayment();
    // The basket of another sale stays on the till.
    const isOnTill = id !== null && id === currentSaleId(parts);
    try {
      if (isOnTill) await client.showOnTill(null, id);
    } catch (error) {
      return showProblem(parts, error);
    }
    if (payment && !startedAtOtherTill(till.getState(), payment)) openPayments.add(payment);
    till.end({ payment: null, stopRequested: false });
    if (isOnTill) nextCustomer();
    await openPayments.refresh();
  }

  /** Puts a sale with an open payment on the till, so that a person can decide about it. */
  async function openSale(id: string): Promise<void> {
    if (till.getState().busy) return;
    if (isOtherSale(parts, id)) return notices.show('warn', ({ t }) => t('basket.finishFirst'));
    try {
      // First clears the last customer's sale from the till: that call would otherwise remove this sale again.
      await sync.settled();
      await client.showOnTill(id);
      till.set({ failureSeen: false, failure: null, declined: null });
      await load();
    } catch (error) {
      showProblem(parts, error);
    }
  }

  return { leave, openSale };
}

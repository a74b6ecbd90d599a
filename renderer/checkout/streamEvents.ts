/** Changes the screen when the event stream reports a sale, a payment or a terminal. */

import type { EventData, TerminalView } from '../../main/wire/events.ts';
import type { TillView } from '../../main/wire/till.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { problemOf } from '../bridge/problem.ts';
import { differsFromSale } from '../stores/basketFromSale.ts';
import { belongsToOtherTill, startedAtThisTill, subjectIdOf } from '../stores/paymentState.ts';
import { mayReplace } from '../stores/saleState.ts';
import { isSettling, type TillState } from '../stores/till.ts';
import type { OpenPaymentSteps } from './openPayments.ts';
import { belongsOnScreen, type CheckoutParts, currentSaleId } from './parts.ts';
import type { PaymentSteps } from './payment.ts';

interface StreamSteps extends Pick<PaymentSteps, 'cancelPayment'> {
  readonly load: () => Promise<TillView>;
  readonly openPayments: OpenPaymentSteps;
}

/** True before anybody has begun to pay the sale. */
const isUnpaid = ({ status }: SmartTransaction): boolean => status === 'created' || status === 'processing';

export function createStreamHandlers(parts: CheckoutParts, { load, cancelPayment, openPayments }: StreamSteps) {
  const { basket, sync, till, lights } = parts;

  /** A sale has changed. While our own request runs, its answer counts and the event is ignored. */
  function onSale(document: SmartTransaction): void {
    openPayments.onSale(document.id);
    const { busy, answerLost, sale } = till.getState();
    if (busy || answerLost || document.id !== (sync.saleId() ?? sale?.id)) return;
    if (
      isUnpaid(document) &&
      document.id === sync.saleId() &&
      sync.isClean() &&
      differsFromSale(basket.getState(), document)
    ) {
      // Another window of this till changed the sale. The event may be older than the bridge's sale, which is loaded.
      void load().catch(problemOf);
      return;
    }
    if (document.status === 'created' && sync.isClean()) applyCardAgain();
    if (isUnpaid(document) || !mayReplace(sale, document)) return;
    till.set({ sale: document, ...(sale?.status === 'failed' ? {} : { failureSeen: false }) });
  }

  /** The reservation of the card has expired: the card must be applied again before anybody pays. */
  function applyCardAgain(): void {
    if (!basket.getState().applied) return;
    basket.forgetApplied();
    sync.forgetApplied();
    sync.start();
  }

  async function onPayment({ device, payment }: EventData<'payment'>): Promise<void> {
    const state = till.getState();
    const isOther = belongsToOtherTill(state, payment);
    if (!isOther) openPayments.onPayment(device, payment);
    if (payment && !isOther && !belongsOnScreen(parts, state, currentSaleId(parts), payment)) {
      if (state.payment && subjectIdOf(state.payment) === subjectIdOf(payment)) till.set({ payment: null });
      return;
    }
    const ownTerminal = lights.getState().terminal?.device ?? device;
    if (device !== ownTerminal && device !== state.payment?.device) {
      if (!startedAtThisTill(state, payment)) return;
      // The bridge decides which of several terminals the screen shows.
      await load().catch(problemOf);
      return stopIfRequested(state, device);
    }
    lights.setPayer(belongsToOtherTill(state, payment) ? payment.till : null);
    if (isOther) return;
    if (payment) {
      till.takePayment(payment);
      return stopIfRequested(state, device);
    }
    // The receipt is shown with the answer to the decision: before it, no key leaves the sale.
    if (state.busy && !isSettling(state)) till.set({ payment: null });
    if (state.payment && !state.busy) await load().catch(problemOf);
  }

  /** Stops a payment for which the cashier pressed Cancel before its first event. */
  async function stopIfRequested(before: TillState, device: string): Promise<void> {
    const { stopRequested, payment } = till.getState();
    if (!before.payment && stopRequested && payment?.device === device && !payment.aborting) await cancelPayment();
  }

  return { onSale, onPayment, onTerminal: (terminal: TerminalView) => takeTerminal(parts, terminal) };
}

/** Announces that our terminal takes no cards, before a customer tries. */
function takeTerminal({ lights, notices }: Pick<CheckoutParts, 'lights' | 'notices'>, terminal: TerminalView): void {
  const before = lights.getState().terminal;
  lights.setTerminal(terminal);
  const { condition } = terminal;
  if (before?.device !== terminal.device || before.condition?.blocks || !condition?.blocks) return;
  notices.announce(({ t, language }) => t('condition.blocks', { why: condition.texts[language] }));
}

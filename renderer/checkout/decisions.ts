/** Decisions of a person about the payment on the screen: an unknown outcome, a late approval, or a signature. */

import type { RunningPayment } from '../../main/wire/events.ts';
import type { TillView } from '../../main/wire/till.ts';
import { pendingDecisionOf } from '../stores/paymentState.ts';
import { comparedReceipt, type OpenPaymentSteps } from './openPayments.ts';
import { type CheckoutParts, showProblem } from './parts.ts';
import type { SaleRefresh } from './refreshSale.ts';

interface DecisionParts extends SaleRefresh {
  readonly load: () => Promise<TillView>;
  readonly openPayments: OpenPaymentSteps;
}

export function createDecisionSteps(
  parts: CheckoutParts,
  { load, openPayments, refreshSale, afterFailure }: DecisionParts,
) {
  const { client, till, notices, now } = parts;

  /** A manager has compared the receipts, and decides whether the payment took place. */
  async function decide(happened: boolean): Promise<void> {
    const { sale, payment } = till.getState();
    const id = payment?.transaction ?? sale?.id;
    if (payment?.operation) return decideOperation(payment, payment.operation, happened);
    if (!id || !till.begin({ action: 'decide', amount: payment?.amount ?? 0, since: now() })) return;
    try {
      await client.decide(id, happened, happened ? comparedReceipt(payment) : null);
    } catch (error) {
      till.end();
      return showProblem(parts, error);
    }
    till.set({ payment: null });
    await refreshSale(id).catch(error => afterFailure(id, error));
  }

  /** A manager keeps an approval of less than was asked for as a part of the payment, or takes it back at the terminal. */
  async function decidePart(part: 'keep' | 'take_back'): Promise<void> {
    const { payment } = till.getState();
    const id = payment?.transaction;
    const amount = payment?.evidence?.approved_part?.amount ?? 0;
    if (!id || !till.begin({ action: 'decide', amount, since: now() })) return;
    try {
      await client.decidePart(id, part);
    } catch (error) {
      till.end();
      showProblem(parts, error);
      // The part stays paid where the terminal refuses to take it back.
      await load();
      return;
    }
    till.set({ payment: null });
    await refreshSale(id).catch(error => afterFailure(id, error));
  }

  /** Decides about an operation without a sale, and returns to the screen from before. */
  async function decideOperation(payment: RunningPayment, id: string, happened: boolean): Promise<void> {
    const { device, amount } = payment;
    if (!till.begin({ action: 'decide', amount, since: now() })) return;
    try {
      await client.decideOperation(device, id, happened, happened ? comparedReceipt(payment) : null);
      till.end({ payment: null });
      await load();
    } catch (error) {
      till.end();
      showProblem(parts, error);
    }
  }

  /** Keeps or takes back a payment that was approved too late, or whose signature was compared. */
  async function decideLate(keep: boolean): Promise<void> {
    const { payment } = till.getState();
    const decision = pendingDecisionOf(payment);
    if (!payment || !decision) return;
    if (!till.begin({ action: keep ? 'keep' : 'reverse', amount: payment.amount, since: now() })) return;
    notices.clear();
    till.set({ refusedReversal: null });
    const { busy } = till.getState();
    const isLeft = () => till.getState().busy !== busy;
    try {
      await client.decideLate(keep, payment.transaction, decision);
      if (isLeft()) return void openPayments.refresh();
      await refreshSale(payment.transaction);
      till.set({ stopRequested: false });
    } catch (error) {
      if (isLeft()) return void openPayments.refresh();
      await afterFailure(payment.transaction, error);
      showRefusedDecision(keep, payment.transaction);
    }
  }

  function showRefusedDecision(keep: boolean, sale: string | null): void {
    const { failure, payment } = till.getState();
    if (!failure) return;
    if (!keep && sale !== null && failure.kind !== 'unreachable')
      till.set({ refusedReversal: { sale, problem: failure } });
    // While the decision is still pending, its own screen shows the failure.
    if (pendingDecisionOf(payment)) notices.announce(({ problem }) => problem(failure));
    else notices.show('error', ({ problem }) => problem(failure));
  }

  return { decide, decidePart, decideLate };
}

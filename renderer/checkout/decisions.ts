/** Decisions of a person about the payment on the screen: an unknown outcome, a late approval, or a signature. */

import type { SalePart } from '../../main/wire/transactions.ts';
import { pendingDecisionOf } from '../stores/paymentState.ts';
import { takenBackPart } from '../stores/saleState.ts';
import { screenOf } from '../stores/till.ts';
import type { Checkout } from './checkout.ts';
import { comparedReceipt } from './openPayments.ts';
import { type CheckoutParts, showProblem } from './parts.ts';

/** The steps of a dialog, which are loaded with it. */
export function createDecisionSteps({ inside: { parts, steps }, load }: Pick<Checkout, 'inside' | 'load'>) {
  const { client, till, notices, now } = parts;

  /** A manager has compared the receipts, and decides whether the payment took place. */
  async function decide(paid: boolean, reason = ''): Promise<void> {
    const { sale, payment } = till.getState();
    const amount = payment?.amount ?? 0;
    const verdict = { paid, receipt: paid ? comparedReceipt(payment) : null, reason };
    if (payment?.operation) {
      const { device, operation } = payment;
      await send(amount, () => client.decideOperation(device, operation, verdict), endOperation);
      return;
    }
    const id = payment?.transaction ?? sale?.id;
    if (id) await send(amount, () => client.decide(id, verdict), endSale(id));
  }

  /** A manager keeps an approval of less than was asked for as a part of the payment, or takes it back at the terminal. */
  async function decidePart(part: 'keep' | 'take_back'): Promise<void> {
    const { payment } = till.getState();
    const id = payment?.transaction;
    const amount = payment?.evidence?.approved_part?.amount ?? 0;
    if (!id) return;
    let returned: SalePart | null = null;
    const call = async () => {
      returned = takenBackPart(await client.decidePart(id, part), payment);
    };
    if (!(await send(amount, call, endSale(id)))) return void load();
    // Its dialog says it, and has the slip.
    if (returned && screenOf(till.getState()) === 'till')
      return till.set({ giveBack: { state: 'done', parts: [returned] } });
    const text = part === 'keep' ? 'pay.partKept' : 'pay.partTakenBack';
    notices.show('good', ({ t, money }) => t(text, { amount: money(amount) }));
  }

  /** False: another step runs, or the bridge refused the decision, and the refusal is shown. */
  async function send(amount: number, call: () => Promise<unknown>, after: () => Promise<unknown>): Promise<boolean> {
    if (!till.begin({ action: 'decide', amount, since: now() })) return false;
    try {
      await call();
      await after();
      return true;
    } catch (error) {
      till.end();
      showProblem(parts, error);
      return false;
    }
  }

  const endSale = (id: string) => () => {
    till.set({ payment: null });
    return steps.refreshSale(id).catch(error => steps.afterFailure(id, error));
  };

  /** An operation has no sale: the screen from before returns. */
  const endOperation = () => {
    till.end({ payment: null });
    return load();
  };

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
      if (isLeft()) return void steps.refreshOpenPayments();
      await steps.refreshSale(payment.transaction);
      till.set({ stopRequested: false });
    } catch (error) {
      if (isLeft()) return void steps.refreshOpenPayments();
      await steps.afterFailure(payment.transaction, error);
      showRefusedDecision(parts, keep, payment.transaction);
    }
  }

  return { decide, decidePart, decideLate };
}

function showRefusedDecision({ till, notices }: CheckoutParts, keep: boolean, sale: string | null): void {
  const { failure, payment } = till.getState();
  if (!failure) return;
  if (!keep && sale !== null && failure.kind !== 'unreachable')
    till.set({ refusedReversal: { sale, problem: failure } });
  // While the decision is still pending, its own screen shows the failure.
  if (pendingDecisionOf(payment)) notices.announce(({ problem }) => problem(failure));
  else notices.show('error', ({ problem }) => problem(failure));
}

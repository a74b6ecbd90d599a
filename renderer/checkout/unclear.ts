/** A person is needed: an ending nobody knows, a question of the terminal, an approval that waits for a word. */

import type { AnswerInput } from '../../main/api/till/contract.ts';
import type { RunningPayment } from '../../main/push/events.ts';
import { problemOf } from '../stores/problem.ts';
import { aboutOf, isDeciding, isOfOtherTill, wordOf } from '../stores/till.ts';
import { type CheckoutParts, isOther, type Steps, tell } from './parts.ts';
import type { Paying } from './paying.ts';

/** What the person has compared; by its number the payment can be cancelled later. */
const shownReceipt = (payment: RunningPayment | null): number | null => payment?.evidence?.last?.receipt_number ?? null;

export function createUnclear(
  parts: CheckoutParts,
  { load, nextCustomer, told, afterFailure }: Steps & Pick<Paying, 'told' | 'afterFailure'>,
) {
  const { client, till, sync, notices, now } = parts;

  /** A manager has compared the receipts and decides what the terminal could not tell. */
  async function decide(happened: boolean): Promise<void> {
    const { sale, payment } = till.getState();
    const id = payment?.transaction ?? sale?.id;
    if (payment?.operation) return decideOperation(payment, payment.operation, happened);
    if (!id || !till.begin({ doing: 'decide', amount: payment?.amount ?? 0, since: now() })) return;
    try {
      await client.decide(id, happened, happened ? shownReceipt(payment) : null);
    } catch (error) {
      till.end();
      return tell(parts, error);
    }
    till.set({ payment: null });
    await told(id).catch(error => afterFailure(id, error));
  }

  /** No sale hangs on it: back to where the screen was before. */
  async function decideOperation(payment: RunningPayment, id: string, happened: boolean): Promise<void> {
    const { device, amount } = payment;
    if (!till.begin({ doing: 'decide', amount, since: now() })) return;
    try {
      await client.decideOperation(device, id, happened, happened ? shownReceipt(payment) : null);
      till.end({ payment: null });
      await load();
    } catch (error) {
      till.end();
      tell(parts, error);
    }
  }

  /** Asks the terminal once more how it ended; what it says comes with the stream. */
  async function askAgain(): Promise<void> {
    if (till.getState().asking) return;
    till.set({ asking: true });
    await client.recover().catch(error => tell(parts, error));
    till.set({ asking: false });
  }

  /** Answers what the terminal asks. Given once; where the answer did not arrive it may be given again. */
  async function answer(given: Omit<AnswerInput, 'question'>): Promise<void> {
    const { payment, reply } = till.getState();
    const question = payment?.question?.id;
    if (!question || (reply?.question === question && reply.state !== 'refused')) return;
    till.set({ reply: { question, state: 'sending', problem: null } });
    try {
      await client.answer({ ...given, question });
      till.set({ reply: { question, state: 'sent', problem: null } });
    } catch (error) {
      till.set({ reply: { question, state: 'refused', problem: problemOf(error) } });
    }
  }

  /** Says what became of the goods; without them the terminal takes the money back. */
  const handOver = (done: boolean): Promise<void> => client.handOver(done).catch(error => tell(parts, error));

  /** Approved although it was to be stopped, or to be signed: the customer has paid, or gets the money back. */
  async function decideLate(keep: boolean): Promise<void> {
    const { payment } = till.getState();
    const word = wordOf(payment);
    if (!payment || !word) return;
    if (!till.begin({ doing: keep ? 'keep' : 'reverse', amount: payment.amount, since: now() })) return;
    notices.clear();
    try {
      await client.late(keep, payment.transaction, word);
      await told(payment.transaction);
      till.set({ cancelling: false });
    } catch (error) {
      await afterFailure(payment.transaction, error);
      const { failure } = till.getState();
      if (!failure) return;
      // Where the word still waits, its screen shows why.
      if (wordOf(till.getState().payment)) notices.say(({ problem }) => problem(failure));
      else notices.show('error', ({ problem }) => problem(failure));
    }
  }

  /** Leaves the decision for later; it stays in sight until somebody has decided. */
  async function putOff(): Promise<void> {
    const { payment } = till.getState();
    const about = wordOf(payment);
    if (!payment || !about || isDeciding(till.getState())) return;
    try {
      await client.showOnTill(null);
      const { device, amount, startedAt: since } = payment;
      // That of another till stays in sight there.
      const putOff = isOfOtherTill(till.getState(), payment)
        ? null
        : { device, id: aboutOf(payment), amount, since, about };
      till.end({ putOff, payment: null });
      nextCustomer();
    } catch (error) {
      tell(parts, error);
    }
  }

  /** Comes back to what was left for later. */
  async function takeUp(): Promise<void> {
    const { busy, putOff: late } = till.getState();
    if (busy) return;
    till.set({ putOff: null });
    await load().catch(error => {
      till.set({ putOff: late });
      tell(parts, error);
    });
  }

  /** Goes on with the next customer although nobody knows yet whether this one paid. The bridge keeps on asking. */
  async function leaveUnclear(): Promise<void> {
    const { sale, payment, left } = till.getState();
    const id = payment ? aboutOf(payment) : sale?.id;
    if (!id) return;
    const one = {
      device: payment?.device ?? null,
      id,
      amount: payment?.amount ?? sale?.basket_info.missing_sum ?? 0,
      since: payment?.startedAt ?? now(),
    };
    try {
      // An operation has no sale of its own: what is in the basket stays there.
      if (payment?.operation) return till.end({ left: [...left, one], payment: null });
      await client.showOnTill(null);
      till.end({ left: [...left, one], payment: null });
      nextCustomer();
    } catch (error) {
      tell(parts, error);
    }
  }

  /** Puts a sale on the till whose ending is open, so that it can be settled. */
  async function openSale(id: string): Promise<void> {
    const { busy, left } = till.getState();
    if (busy) return;
    if (isOther(parts, id)) return notices.show('warn', ({ t }) => t('basket.finishFirst'));
    try {
      // The bridge may not have heard of the last customer's end yet: that would take this one off the till again.
      await sync.settled();
      await client.showOnTill(id);
      till.set({ left: left.filter(one => one.id !== id), putOff: null, failureSeen: false });
      await load();
    } catch (error) {
      tell(parts, error);
    }
  }

  return { decide, askAgain, answer, handOver, decideLate, putOff, takeUp, leaveUnclear, openSale };
}

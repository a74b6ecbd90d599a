/** A person is needed: an ending nobody knows, a question of the terminal, an approval that waits for a word. */

import type { RunningPayment } from '../../main/wire/events.ts';
import type { AnswerInput } from '../../main/wire/till.ts';
import { problemOf } from '../bridge/problem.ts';
import { isAtWork, isDeciding, isOfOtherTill, type TillState, wordOf } from '../stores/till.ts';
import { shownReceipt } from './openPayments.ts';
import { type CheckoutParts, isOther, shownSaleOf, tell } from './parts.ts';
import type { Paying } from './payment.ts';
import type { Steps } from './steps.ts';

export function createUnclear(
  parts: CheckoutParts,
  {
    load,
    nextCustomer,
    room,
    told,
    afterFailure,
    cancelPayment,
  }: Steps & Pick<Paying, 'told' | 'afterFailure' | 'cancelPayment'>,
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
    till.set({ notTakenBack: null });
    const { busy } = till.getState();
    const isLeftBehind = () => till.getState().busy !== busy;
    try {
      await client.late(keep, payment.transaction, word);
      if (isLeftBehind()) return void room.refresh();
      await told(payment.transaction);
      till.set({ cancelling: false });
    } catch (error) {
      if (isLeftBehind()) return void room.refresh();
      await afterFailure(payment.transaction, error);
      const { failure } = till.getState();
      if (!failure) return;
      if (!keep && payment.transaction !== null && failure.kind !== 'unreachable')
        till.set({ notTakenBack: { sale: payment.transaction, problem: failure } });
      // Where the word still waits, its screen shows why.
      if (wordOf(till.getState().payment)) notices.say(({ problem }) => problem(failure));
      else notices.show('error', ({ problem }) => problem(failure));
    }
  }

  /**
   * Goes on with the next customer, whatever this payment is waiting for: it stands in the waiting room from now on. One that
   * is still at work is asked to stop first, so that an approval which comes all the same waits for a word.
   */
  async function leave(): Promise<void> {
    const { sale, payment, busy } = till.getState();
    const id = payment ? payment.transaction : (sale?.id ?? busyWith(busy));
    // A word that is on its way is waited for, unless the terminal itself keeps everybody waiting for it.
    if (isDeciding({ busy }) && !(payment && isAtWork(payment))) return;
    if (payment && isAtWork(payment) && payment.kind === 'payment') await cancelPayment();
    // A basket that is not its own stays where it is.
    const isOwn = id !== null && id === shownSaleOf(parts);
    try {
      if (isOwn) await client.showOnTill(null, id);
    } catch (error) {
      return tell(parts, error);
    }
    if (payment && !isOfOtherTill(till.getState(), payment)) room.put(payment);
    till.end({ payment: null, cancelling: false });
    if (isOwn) nextCustomer();
    await room.refresh();
  }

  const busyWith = (busy: TillState['busy']): string | null => (busy ? sync.saleId() : null);

  /** Puts a sale on the till whose ending is open, so that it can be settled. */
  async function openSale(id: string): Promise<void> {
    const { busy } = till.getState();
    if (busy) return;
    if (isOther(parts, id)) return notices.show('warn', ({ t }) => t('basket.finishFirst'));
    try {
      // The bridge may not have heard of the last customer's end yet: that would take this one off the till again.
      await sync.settled();
      await client.showOnTill(id);
      till.set({ failureSeen: false });
      await load();
    } catch (error) {
      tell(parts, error);
    }
  }

  return { decide, askAgain, answer, handOver, decideLate, leave, openSale };
}

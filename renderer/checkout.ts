/** The steps of a sale as the cashier takes them: pay, stop, take back, next customer; and what the bridge tells of it. */

import type { AnswerInput, TillView } from '../main/api/till/contract.ts';
import type { SmartTransaction } from '../main/api/transactions/contract.ts';
import type { EventData } from '../main/push/events.ts';
import type { BridgeClient } from './bridgeClient.ts';
import { type BasketStore, totalsOf } from './stores/basket.ts';
import type { BasketSync } from './stores/basketSync.ts';
import type { CatalogueStore } from './stores/catalogue.ts';
import type { LightsStore } from './stores/lights.ts';
import type { NoticesStore } from './stores/notices.ts';
import { problemOf } from './stores/problem.ts';
import {
  aboutOf,
  isClosed,
  isDeciding,
  isLeft,
  isPaid,
  mayReplace,
  screenOf,
  type Tender,
  type TillStore,
} from './stores/till.ts';

export interface CheckoutParts {
  readonly client: BridgeClient;
  readonly basket: BasketStore;
  readonly sync: BasketSync;
  readonly till: TillStore;
  readonly lights: LightsStore;
  readonly catalogue: CatalogueStore;
  readonly notices: NoticesStore;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

export type Checkout = ReturnType<typeof createCheckout>;

export function createCheckout(parts: CheckoutParts) {
  const { client, basket, sync, till, lights, catalogue, notices, now } = parts;

  /** Takes everything from the bridge; a basket with changes on their way is newer here and stays. */
  async function load(): Promise<TillView> {
    const { rev } = basket.getState();
    const untouched = sync.isClean();
    const view = await client.till();
    lights.setView(view.terminal, view.queue);
    till.setView(view);
    if (untouched && sync.isClean() && basket.getState().rev === rev && !till.getState().busy) adopt(view.transaction);
    return view;
  }

  function adopt(sale: SmartTransaction | null): void {
    if (sale && !isEnded(sale)) {
      basket.restore(sale, catalogue.getState().byNumber);
      sync.adopt(sale.id, sale.status === 'processing');
    } else {
      if (sync.saleId()) basket.reset();
      sync.renew(sale?.id ?? null);
    }
    sync.start();
  }

  /**
   * Takes the money. The lock is taken before anything else happens, so that a second tap finds it; it opens with the
   * answer. `given` is the cash handed over.
   */
  async function pay(tender: Tender, given?: number): Promise<void> {
    if (basket.getState().lines.length === 0) return;
    if (!till.begin({ doing: tender, amount: totalsOf(basket.getState()).missing, since: now() })) return;
    notices.clear();
    const id = await sync.settled();
    const { missing } = totalsOf(basket.getState());
    if (!id) return hold(({ t }) => t('pay.notSaved'));
    if (till.getState().cancelling) return hold(({ t }) => t('pay.stopped'));
    if (tender === 'cash' && (given ?? 0) < missing) return hold(({ t }) => t('cash.tooLittle'));
    if (tender === 'loyalty' && missing > 0) return hold(({ t }) => t('loyalty.tooLittle'));
    const busy = { doing: tender, amount: missing, since: till.getState().busy!.since };
    till.set({ busy });
    const isLeftBehind = () => till.getState().busy !== busy;
    const change = tender === 'cash' ? { given: given ?? 0, back: (given ?? 0) - missing } : null;
    try {
      const sale = await client.start(id, tender, tender === 'cash' ? { amount_given: given ?? 0 } : {});
      if (isLeftBehind()) return leftTold(sale);
      till.end({ sale, change, cashOpen: false });
      notices.clear();
    } catch (error) {
      // Who went on meanwhile is told by the stream.
      if (!isLeftBehind()) await afterFailure(id, error);
    }
  }

  /** Nothing was asked of anybody: back to the basket with a word why. */
  const hold = (text: Parameters<NoticesStore['show']>[1]) => {
    till.end({ cancelling: false });
    notices.show('warn', text);
  };

  /** Refused: the sale itself tells how it stands. No answer: the bridge must be asked until it answers. */
  async function afterFailure(id: string | null, error: unknown): Promise<void> {
    const failure = problemOf(error);
    if (failure.kind !== 'unreachable') till.set({ failure });
    try {
      if (failure.kind === 'unreachable') throw error;
      await told(id);
    } catch (lost) {
      problemOf(lost);
      till.set({ doubt: true });
      await resolveDoubt(id);
    }
  }

  /** How it stands now, in the words of the bridge: the sale, and what still runs at the terminal. */
  async function told(id: string | null): Promise<void> {
    const sale = id === null ? till.getState().sale : await client.sale(id);
    const { payment } = await client.till();
    till.set({ payment: isLeft(till.getState(), payment) ? null : payment });
    concluded(sale);
  }

  async function resolveDoubt(id: string | null): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await told(id);
      } catch (error) {
        problemOf(error);
        await parts.wait(Math.min(5000, 500 * 2 ** attempt));
      }
    }
  }

  /** Is the basket on the screen that of another sale? */
  const isOther = (id: string): boolean => basket.getState().lines.length > 0 && sync.saleId() !== id;

  function concluded(sale: SmartTransaction | null): void {
    const { failure } = till.getState();
    notices.clear();
    if (sale && isOther(sale.id)) {
      till.end({ aside: isClosed(sale) ? sale : null, doubt: false });
      return;
    }
    till.end({ sale, doubt: false, cashOpen: false, failureSeen: false });
    if (screenOf(till.getState()) !== 'till') return;
    till.set({ cancelling: false });
    notices.show('error', ({ t, problem }) => (failure ? problem(failure) : t('pay.notStarted')));
  }

  /** Asks the terminal to stop. The payment goes on until it says how it ended. */
  async function cancelPayment(): Promise<void> {
    till.set({ cancelling: true });
    try {
      const asked = await client.abort();
      // Not there yet: asked again with the first word of the payment.
      if (!asked && !till.getState().busy) till.set({ cancelling: false });
    } catch (error) {
      till.set({ cancelling: false });
      tell(error);
    }
  }

  /** A manager has compared the receipts and decides what the terminal could not tell. */
  async function decide(paid: boolean): Promise<void> {
    const { sale, payment } = till.getState();
    const id = payment?.transaction ?? sale?.id;
    if (!id || !till.begin({ doing: 'decide', amount: payment?.amount ?? 0, since: now() })) return;
    try {
      till.end({ sale: await client.decide(id, paid), payment: null, failureSeen: false });
    } catch (error) {
      till.end();
      tell(error);
    }
  }

  /** Asks the terminal once more how it ended; what it says comes with the stream. */
  async function askAgain(): Promise<void> {
    if (till.getState().asking) return;
    till.set({ asking: true });
    await client.recover().catch(tell);
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
  const handOver = (done: boolean): Promise<void> => client.handOver(done).catch(tell);

  /** The terminal approved although it had been asked to stop: the customer has paid, or gets the money back. */
  async function decideLate(keep: boolean): Promise<void> {
    const { payment } = till.getState();
    if (!payment) return;
    if (!till.begin({ doing: keep ? 'keep' : 'reverse', amount: payment.amount, since: now() })) return;
    notices.clear();
    try {
      await client.late(keep);
      await told(payment.transaction);
      till.set({ cancelling: false });
    } catch (error) {
      await afterFailure(payment.transaction, error);
      const { failure } = till.getState();
      if (failure && screenOf(till.getState()) !== 'late') notices.show('error', ({ problem }) => problem(failure));
    }
  }

  /** Leaves the late approval for later; it stays in sight until somebody has decided. */
  async function putOff(): Promise<void> {
    const { payment } = till.getState();
    if (!payment || isDeciding(till.getState())) return;
    try {
      await client.showOnTill(null);
      till.end({
        putOff: { id: aboutOf(payment), amount: payment.amount, since: payment.startedAt },
        payment: null,
      });
      nextCustomer();
    } catch (error) {
      tell(error);
    }
  }

  /** Comes back to the late approval that was left for later. */
  async function takeUp(): Promise<void> {
    const { busy, putOff: late } = till.getState();
    if (busy) return;
    till.set({ putOff: null });
    await load().catch(error => {
      till.set({ putOff: late });
      tell(error);
    });
  }

  /** Puts a sale on the till whose ending is open, so that it can be settled. */
  async function openSale(id: string): Promise<void> {
    const { busy, left } = till.getState();
    if (busy) return;
    if (isOther(id)) return notices.show('warn', ({ t }) => t('basket.finishFirst'));
    try {
      await client.showOnTill(id);
      till.set({ left: left.filter(one => one.id !== id), putOff: null, failureSeen: false });
      await load();
    } catch (error) {
      tell(error);
    }
  }

  /** Takes a paid sale back: the payment first, the sale with it. */
  async function reverse(): Promise<void> {
    const { sale } = till.getState();
    if (!sale || !till.begin({ doing: 'reverse', amount: sale.basket_info.sum, since: now() })) return;
    try {
      till.end({ sale: await client.cancelSale(sale.id) });
    } catch (error) {
      await afterFailure(sale.id, error);
      const { failure } = till.getState();
      if (failure) notices.show('error', ({ problem }) => problem(failure));
    }
  }

  function nextCustomer(): void {
    const { busy, sale, aside } = till.getState();
    if (busy) return;
    if (aside) {
      till.set({ aside: null });
      return;
    }
    const shown = sync.saleId() ?? sale?.id ?? null;
    basket.reset();
    till.clear();
    notices.clear();
    sync.renew(shown);
    sync.start();
  }

  /** Goes on with the next customer although nobody knows yet whether this one paid. The bridge keeps on asking. */
  async function leaveUnclear(): Promise<void> {
    const { sale, payment, left } = till.getState();
    const id = payment?.transaction ?? sale?.id;
    if (!id) return;
    try {
      await client.showOnTill(null);
      const amount = payment?.amount ?? sale?.basket_info.missing_sum ?? 0;
      till.end({ left: [...left, { id, amount, since: payment?.startedAt ?? now() }], payment: null });
      nextCustomer();
    } catch (error) {
      tell(error);
    }
  }

  /** A sale changed, told by the stream. While our own request runs, its answer is the authority. */
  function saleTold(told: SmartTransaction): void {
    leftTold(told);
    const { busy, doubt, sale } = till.getState();
    if (busy || doubt || told.id !== (sync.saleId() ?? sale?.id)) return;
    if (told.status === 'created' && sync.isClean()) reservationGone();
    if (told.status === 'created' || told.status === 'processing' || !mayReplace(sale, told)) return;
    till.set({ sale: told, ...(sale?.status === 'failed' ? {} : { failureSeen: false }) });
  }

  /** The card's reservation ran out: what it pays must be asked for again before anybody pays. */
  function reservationGone(): void {
    if (!basket.getState().applied) return;
    basket.forgetApplied();
    sync.forgetApplied();
    sync.start();
  }

  /** The verdict on a sale that was left unclear. */
  function leftTold(told: SmartTransaction): void {
    const { left } = till.getState();
    const one = left.find(({ id }) => id === told.id);
    if (!one || !(isPaid(told.status) || told.status === 'failed')) return;
    till.set({ left: left.filter(other => other !== one) });
    const key = isPaid(told.status) ? 'left.paid' : 'left.notPaid';
    notices.show(isPaid(told.status) ? 'good' : 'warn', ({ t, money, time }) =>
      t(key, { amount: money(one.amount), time: time(one.since) }),
    );
  }

  async function paymentTold({ device, payment }: EventData<'payment'>): Promise<void> {
    const state = till.getState();
    const ours = lights.getState().terminal?.device ?? device;
    if (device !== ours) return;
    if (payment) {
      if (isLeft(state, payment)) return;
      till.set({ payment, cancelling: state.cancelling || payment.aborting });
      if (!state.payment && state.cancelling && !payment.aborting) await cancelPayment();
      return;
    }
    if (state.putOff) till.set({ putOff: null });
    if (state.busy) till.set({ payment: null });
    else if (state.payment) await load().catch(problemOf);
  }

  /** One word on what went wrong, where nothing else is to be done about it. */
  function tell(error: unknown): void {
    const failure = problemOf(error);
    notices.show('error', ({ problem }) => problem(failure));
  }

  return {
    load,
    pay,
    cancelPayment,
    reverse,
    decide,
    handOver,
    decideLate,
    putOff,
    takeUp,
    openSale,
    askAgain,
    answer,
    nextCustomer,
    leaveUnclear,
    saleTold,
    paymentTold,
    openCash: () => till.set({ cashOpen: true, failureSeen: true }),
    closeCash: () => till.set({ cashOpen: false }),
    backToBasket: () => till.set({ failureSeen: true, failure: null }),
  };
}

/** Nothing of it belongs into a basket any more. */
const isEnded = (sale: SmartTransaction): boolean => isClosed(sale) || sale.status === 'cancelled';

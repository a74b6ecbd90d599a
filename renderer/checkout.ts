/** The steps of a sale as the cashier takes them: pay, stop, take back, next customer; and what the bridge tells of it. */

import type { TillView } from '../main/api/till/contract.ts';
import type { SmartTransaction } from '../main/api/transactions/contract.ts';
import type { EventData } from '../main/push/events.ts';
import type { BridgeClient } from './bridgeClient.ts';
import { type BasketStore, totalsOf } from './stores/basket.ts';
import type { BasketSync } from './stores/basketSync.ts';
import type { CatalogueStore } from './stores/catalogue.ts';
import type { LightsStore } from './stores/lights.ts';
import type { NoticesStore } from './stores/notices.ts';
import { problemOf } from './stores/problem.ts';
import { isClosed, isPaid, mayReplace, screenOf, type Tender, type TillStore } from './stores/till.ts';

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
    till.set({ busy: { doing: tender, amount: missing, since: till.getState().busy!.since } });
    const change = tender === 'cash' ? { given: given ?? 0, back: (given ?? 0) - missing } : null;
    try {
      const sale = await client.start(id, tender, tender === 'cash' ? { amount_given: given ?? 0 } : {});
      till.end({ sale, change, cashOpen: false });
      notices.clear();
    } catch (error) {
      await afterFailure(id, error);
    }
  }

  /** Nothing was asked of anybody: back to the basket with a word why. */
  const hold = (text: Parameters<NoticesStore['show']>[1]) => {
    till.end({ cancelling: false });
    notices.show('warn', text);
  };

  /** Refused: the sale itself tells how it stands. No answer: the bridge must be asked until it answers. */
  async function afterFailure(id: string, error: unknown): Promise<void> {
    const failure = problemOf(error);
    if (failure.kind !== 'unreachable') till.set({ failure });
    try {
      if (failure.kind === 'unreachable') throw error;
      concluded(await client.sale(id));
    } catch (lost) {
      problemOf(lost);
      till.set({ doubt: true });
      await resolveDoubt(id);
    }
  }

  async function resolveDoubt(id: string): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const sale = await client.sale(id);
        const { payment } = await client.till();
        till.set({ payment });
        return concluded(sale);
      } catch (error) {
        problemOf(error);
        await parts.wait(Math.min(5000, 500 * 2 ** attempt));
      }
    }
  }

  function concluded(sale: SmartTransaction): void {
    const { failure } = till.getState();
    notices.clear();
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
      const failure = problemOf(error);
      till.set({ cancelling: false });
      notices.show('error', ({ problem }) => problem(failure));
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
      const failure = problemOf(error);
      till.end();
      notices.show('error', ({ problem }) => problem(failure));
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
    const { busy, sale } = till.getState();
    if (busy) return;
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
      till.set({ left: [...left, { id, amount, since: payment?.startedAt ?? now() }], payment: null });
      nextCustomer();
    } catch (error) {
      const failure = problemOf(error);
      notices.show('error', ({ problem }) => problem(failure));
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
      if (state.left.some(({ id }) => id === payment.transaction)) return;
      till.set({ payment, cancelling: state.cancelling || payment.aborting });
      if (!state.payment && state.cancelling && !payment.aborting) await cancelPayment();
    } else if (state.busy) till.set({ payment: null });
    else if (state.payment) await load().catch(problemOf);
  }

  return {
    load,
    pay,
    cancelPayment,
    reverse,
    decide,
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

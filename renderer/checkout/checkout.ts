/** The steps of a sale as the cashier takes them, joined: paying, what needs a person, what the bridge tells of it. */

import type { RunningPayment } from '../../main/wire/events.ts';
import type { TillView } from '../../main/wire/till.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { isClosed, isTheirs } from '../stores/till.ts';
import { createUnclear } from './decisions.ts';
import { createWaitingRoom } from './openPayments.ts';
import { type CheckoutParts, shownSaleOf, takesTheScreen } from './parts.ts';
import { createPaying } from './payment.ts';
import { createTold } from './streamEvents.ts';

export type Checkout = ReturnType<typeof createCheckout>;

export function createCheckout(parts: CheckoutParts) {
  const { client, basket, sync, till, lights, catalogue, notices } = parts;

  /** Takes everything from the bridge; a basket with changes on their way is newer here and stays. */
  async function load(): Promise<TillView> {
    const { rev } = basket.getState();
    const untouched = sync.isClean();
    const view = await client.till();
    const newer = !untouched || !sync.isClean() || basket.getState().rev !== rev;
    lights.setView(view.terminal, view.queue);
    const kept = newer && isLastCustomers(view.transaction) ? withoutSale(view) : view;
    till.setView({ ...kept, payment: shownOf(view, newer ? sync.saleId() : null) });
    lights.setPayer(isTheirs(till.getState(), view.payment) ? view.payment.till : null);
    if (!newer && !till.getState().busy) adopt(view.transaction);
    void room.takeList(view.waiting);
    return view;
  }

  /** What runs or waits there, where the screen is about it. */
  function shownOf({ device, transaction, payment }: TillView, own: string | null): TillView['payment'] {
    if (!payment || isTheirs({ device, sale: transaction }, payment)) return null;
    const sale = own ?? transaction?.id ?? null;
    return takesTheScreen(parts, till.getState(), sale, payment) ? payment : null;
  }

  /** Over, and the basket is not its own: the till still has it because the bridge has not heard of the next customer. */
  const isLastCustomers = (sale: SmartTransaction | null): boolean =>
    sale !== null && isEnded(sale) && sale.id !== sync.saleId();

  function adopt(sale: SmartTransaction | null): void {
    if (sale && !isEnded(sale)) {
      basket.restore(sale, catalogue.getState().byNumber, sale.id === sync.saleId());
      sync.adopt(sale.id, sale.status === 'processing');
    } else {
      if (sync.saleId()) basket.reset();
      // Its receipt is read as long as nobody comes: the next customer takes it off the till.
      sync.renew(isClosed(sale) ? null : (sale?.id ?? null));
    }
    sync.start();
  }

  /** Another window of this till was faster: what it made of the basket counts here, too. */
  function changedElsewhere(sale: SmartTransaction): void {
    adopt(sale);
    notices.show('warn', ({ t }) => t('basket.changedElsewhere'));
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

  const room = createWaitingRoom(parts);
  const paying = createPaying(parts, () => void room.refresh());
  const { pay, cancelPayment, reverse } = paying;
  const told = createTold(parts, { load, cancelPayment, room });

  return {
    load,
    nextCustomer,
    changedElsewhere,
    pay,
    /** Was it begun here? That of a program belongs to its own screen, and is stopped or left there. */
    isOwn: (payment: RunningPayment | null): boolean =>
      payment === null || payment.transaction === null || payment.transaction === shownSaleOf(parts),
    /** The card at another terminal, for this payment only. */
    payAt: (terminal: string) => pay('cashless', undefined, terminal),
    cancelPayment,
    reverse,
    ...createUnclear(parts, { load, nextCustomer, room, ...paying }),
    room,
    saleTold: told.saleTold,
    paymentTold: told.paymentTold,
    terminalTold: told.terminalTold,
    openCash: () => till.set({ cashOpen: true, failureSeen: true }),
    closeCash: () => till.set({ cashOpen: false }),
    backToBasket: () => till.set({ failureSeen: true, failure: null }),
  };
}

const withoutSale = (view: TillView): TillView => ({ ...view, transaction: null, decision: null, reason: null });

/** Nothing of it belongs into a basket any more. */
const isEnded = (sale: SmartTransaction): boolean => isClosed(sale) || sale.status === 'cancelled';

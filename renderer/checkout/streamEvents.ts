/** What the stream tells of sales and of the terminal, and what it changes here. */

import type { EventData, TerminalView } from '../../main/wire/events.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { problemOf } from '../bridge/problem.ts';
import { differs } from '../stores/basket.ts';
import { aboutOf, isOurs, isTheirs, mayReplace, type TillState } from '../stores/till.ts';
import { type CheckoutParts, shownSaleOf, takesTheScreen } from './parts.ts';
import type { Paying } from './payment.ts';
import type { Steps } from './steps.ts';

/** Nobody has begun to pay it. */
const isOpen = ({ status }: SmartTransaction): boolean => status === 'created' || status === 'processing';

export function createTold(
  parts: CheckoutParts,
  { load, cancelPayment, room }: Pick<Steps, 'load' | 'room'> & Pick<Paying, 'cancelPayment'>,
) {
  const { basket, sync, till, lights, notices } = parts;

  /** A sale changed. While our own request runs, its answer is the authority. */
  function saleTold(told: SmartTransaction): void {
    room.onSale(told.id);
    const { busy, doubt, sale } = till.getState();
    if (busy || doubt || told.id !== (sync.saleId() ?? sale?.id)) return;
    if (isOpen(told) && told.id === sync.saleId() && sync.isClean() && differs(basket.getState(), told)) {
      // Another window of this till changed it. What was told may be older than what the bridge has by now.
      void load().catch(problemOf);
      return;
    }
    if (told.status === 'created' && sync.isClean()) reservationGone();
    if (isOpen(told) || !mayReplace(sale, told)) return;
    till.set({ sale: told, ...(sale?.status === 'failed' ? {} : { failureSeen: false }) });
  }

  /** The card's reservation ran out: what it pays must be asked for again before anybody pays. */
  function reservationGone(): void {
    if (!basket.getState().applied) return;
    basket.forgetApplied();
    sync.forgetApplied();
    sync.start();
  }

  async function paymentTold({ device, payment }: EventData<'payment'>): Promise<void> {
    const state = till.getState();
    if (!isTheirs(state, payment)) room.onPayment(device, payment);
    const ours = lights.getState().terminal?.device ?? device;
    if (payment && !isTheirs(state, payment) && !takesTheScreen(parts, state, shownSaleOf(parts), payment)) {
      if (state.payment && aboutOf(state.payment) === aboutOf(payment)) till.set({ payment: null });
      return;
    }
    if (device !== ours && device !== state.payment?.device) {
      if (!isOurs(state, payment)) return;
      // Of several terminals the bridge says which one the screen is about.
      await load().catch(problemOf);
      return stopIfAsked(state, device);
    }
    lights.setPayer(isTheirs(state, payment) ? payment.till : null);
    if (isTheirs(state, payment)) return;
    if (payment) {
      till.set({ payment, cancelling: state.cancelling || payment.aborting });
      return stopIfAsked(state, device);
    }
    if (state.busy) till.set({ payment: null });
    if (state.payment && !state.busy) await load().catch(problemOf);
  }

  /** Stop was pressed before the first word of the payment: now there is something to stop. */
  async function stopIfAsked(before: TillState, device: string): Promise<void> {
    const { cancelling, payment } = till.getState();
    if (!before.payment && cancelling && payment?.device === device && !payment.aborting) await cancelPayment();
  }

  /** That our terminal takes no cards is said before the customer tries. */
  function terminalTold(terminal: TerminalView): void {
    const before = lights.getState().terminal;
    lights.setTerminal(terminal);
    const { condition } = terminal;
    if (before?.device !== terminal.device || before.condition?.blocks || !condition?.blocks) return;
    notices.say(({ t, language }) => t('condition.blocks', { why: condition.texts[language] }));
  }

  return { saleTold, paymentTold, terminalTold };
}

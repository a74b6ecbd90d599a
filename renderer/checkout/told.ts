/** What the stream tells of sales and of the terminal, and what it changes here. */

import type { SmartTransaction } from '../../main/api/transactions/contract.ts';
import type { EventData, TerminalView } from '../../main/push/events.ts';
import { differs } from '../stores/basket.ts';
import { problemOf } from '../stores/problem.ts';
import { isClosed, isLeft, isOurs, isPaid, isTheirs, mayReplace, type TillState } from '../stores/till.ts';
import type { CheckoutParts, Steps } from './parts.ts';
import type { Paying } from './paying.ts';

/** Nobody has begun to pay it. */
const isOpen = ({ status }: SmartTransaction): boolean => status === 'created' || status === 'processing';

/** What became of the money in the end; null while nobody knows. */
function verdictOf(sale: SmartTransaction): 'paid' | 'takenBack' | 'notPaid' | null {
  if (isPaid(sale.status)) return 'paid';
  if (sale.status === 'cancelled') return isClosed(sale) ? 'takenBack' : 'notPaid';
  return sale.status === 'failed' ? 'notPaid' : null;
}

export function createTold(
  { basket, sync, till, lights, notices }: CheckoutParts,
  { load, cancelPayment }: Pick<Steps, 'load'> & Pick<Paying, 'cancelPayment'>,
) {
  /** A sale changed. While our own request runs, its answer is the authority. */
  function saleTold(told: SmartTransaction): void {
    leftTold(told);
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

  /** The verdict on a sale that was left unclear. */
  function leftTold(told: SmartTransaction): void {
    const { left } = till.getState();
    const one = left.find(({ id }) => id === told.id);
    const verdict = verdictOf(told);
    if (!one || !verdict) return;
    till.set({ left: left.filter(other => other !== one) });
    notices.show(verdict === 'paid' ? 'good' : 'warn', ({ t, money, time }) =>
      t(`left.${verdict}`, { amount: money(one.amount), time: time(one.since) }),
    );
  }

  /** Nothing runs at this terminal any more: an operation there that was left unclear has its ending, too. */
  function operationsTold(at: string): void {
    const { left } = till.getState();
    const one = left.find(({ id, device }) => device === at && !id.startsWith('STX_'));
    if (!one) return;
    till.set({ left: left.filter(other => other !== one) });
    notices.show('info', ({ t, money, time }) =>
      t('left.operation', { amount: money(one.amount), time: time(one.since) }),
    );
  }

  async function paymentTold({ device, payment }: EventData<'payment'>): Promise<void> {
    if (!payment) operationsTold(device);
    const state = till.getState();
    const ours = lights.getState().terminal?.device ?? device;
    if (device !== ours && device !== state.payment?.device) {
      if (!isOurs(state, payment)) return;
      // Of several terminals the bridge says which one the screen is about.
      await load().catch(problemOf);
      return stopIfAsked(state, device);
    }
    lights.setPayer(isTheirs(state, payment) ? payment.till : null);
    if (isTheirs(state, payment)) return;
    if (payment) {
      if (isLeft(state, payment)) return;
      till.set({ payment, cancelling: state.cancelling || payment.aborting });
      return stopIfAsked(state, device);
    }
    if (state.putOff) till.set({ putOff: null });
    if (state.busy) till.set({ payment: null });
    // What was put off may wait at another terminal, of which nothing is told now.
    if (state.putOff || (state.payment && !state.busy)) await load().catch(problemOf);
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

  return { saleTold, leftTold, paymentTold, terminalTold };
}

/** The open payments beside the sale on the screen: keeps their list up to date, and sends the decisions about them. */

import type { RunningPayment } from '../../main/wire/events.ts';
import { problemOf } from '../bridge/problem.ts';
import { changesOf, type DecisionAttempt } from '../stores/openPayments.ts';
import { isTerminalWorking, pendingDecisionOf, subjectIdOf } from '../stores/paymentState.ts';
import { saleResultOf } from '../stores/saleState.ts';
import type { CheckoutParts } from './parts.ts';

type OpenPaymentParts = Pick<CheckoutParts, 'client' | 'openPayments' | 'notices' | 'till'>;

export type OpenPaymentSteps = ReturnType<typeof createOpenPaymentSteps>;

/** Receipt number that the person compared; the payment can be cancelled by this number later. */
export const comparedReceipt = (payment: RunningPayment | null): number | null =>
  payment?.evidence?.last?.receipt_number ?? null;

export function createOpenPaymentSteps(parts: OpenPaymentParts) {
  const { client, openPayments: store } = parts;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  /** Loads the list. A call during a running request waits for one more request, whose answer is newer. */
  function refresh(): Promise<void> {
    if (running) {
      next ??= running.then(() => {
        next = null;
        return refresh();
      });
      return next;
    }
    running = client
      .till()
      .then(({ waiting }) => takeList(waiting))
      .catch(error => void problemOf(error))
      .finally(() => {
        running = null;
      });
    return running;
  }

  /** Takes the list of the bridge, and announces every change once. */
  async function takeList(list: readonly RunningPayment[]): Promise<void> {
    const { added, removed, toDecide } = changesOf(store.getState().list, list);
    store.setList(list);
    for (const payment of [...added, ...toDecide]) announceDecision(parts, payment);
    await Promise.all(removed.map(payment => showResult(parts, payment)));
  }

  /** A payment of the list has changed; the list is loaded again when payments may have joined or left it. */
  function onPayment(device: string, payment: RunningPayment | null): void {
    const { list } = store.getState();
    if (payment && store.has(payment))
      store.setList(list.map(one => (subjectIdOf(one) === subjectIdOf(payment) ? { ...payment } : one)));
    if (payment === null ? list.some(one => one.device === device) : !isTerminalWorking(payment)) void refresh();
  }

  function onSale(id: string): void {
    if (store.getState().list.some(({ transaction }) => transaction === id)) void refresh();
  }

  return {
    refresh,
    takeList,
    onPayment,
    onSale,
    open: store.open,
    close: store.close,
    /** Adds a payment at once, before the bridge reports it. */
    add: (payment: RunningPayment) => {
      if (!store.has(payment)) store.setList([...store.getState().list, payment]);
    },
    ...createDecisions(parts, refresh),
  };
}

/** Decisions about the opened payment, one at a time. Nothing of the sale on the screen changes. */
function createDecisions({ client, openPayments: store }: OpenPaymentParts, refresh: () => Promise<void>) {
  async function send(tried: DecisionAttempt, call: (payment: RunningPayment) => Promise<unknown>): Promise<void> {
    const { opened, busy } = store.getState();
    if (!opened || busy) return;
    store.set({ busy: true, failure: null });
    const problem = await call(opened).then(() => null, problemOf);
    await refresh();
    if (!store.isOpened(opened)) return;
    store.set({ busy: false });
    if (problem && !store.getState().ended) store.set({ failure: { about: subjectIdOf(opened), tried, problem } });
  }

  return {
    /** Keeps the payment, or takes it back. */
    decideLate: (keep: boolean) =>
      send(keep ? 'keep' : 'back', payment =>
        client.decideLate(keep, payment.transaction, pendingDecisionOf(payment) ?? 'late'),
      ),
    /** A manager has compared the receipts. */
    decide: (paid: boolean, reason: string) =>
      send('decide', payment => {
        const verdict = { paid, receipt: paid ? comparedReceipt(payment) : null, reason };
        return payment.transaction === null
          ? client.decideOperation(payment.device, payment.operation ?? '', verdict)
          : client.decide(payment.transaction, verdict);
      }),
    /** A manager keeps a smaller approval as a part of the payment, or takes it back at the terminal. */
    decidePart: (part: 'keep' | 'take_back') =>
      send('decide', payment => client.decidePart(payment.transaction ?? '', part)),
  };
}

/** Announces a pending decision to screen readers. Nothing on the screen moves. */
function announceDecision({ openPayments, notices }: OpenPaymentParts, payment: RunningPayment): void {
  const decision = pendingDecisionOf(payment);
  if (!decision || openPayments.isOpened(payment)) return;
  void words().then(({ waits }) => notices.announce(waits(payment, decision)), problemOf);
}

const words = () => import('./openPaymentWords.ts');

/** Shows the result of a payment that left the list: in its open dialog, otherwise in the message line. */
async function showResult({ client, openPayments, notices, till }: OpenPaymentParts, payment: RunningPayment) {
  const show = (result: 'paid' | 'takenBack' | 'notPaid' | 'operation', tone: 'good' | 'warn' | 'info') =>
    words().then(({ cleared }) => notices.show(tone, cleared(payment, result)), problemOf);
  if (payment.transaction === null) {
    if (openPayments.isOpened(payment)) openPayments.close();
    return show('operation', 'info');
  }
  const sale = await client.sale(payment.transaction).catch(problemOf);
  const result = 'id' in sale ? saleResultOf(sale) : null;
  if (!('id' in sale) || !result || openPayments.has(payment)) return;
  if (openPayments.isOpened(payment)) openPayments.set({ ended: sale, busy: false, failure: null });
  // The receipt of the sale on the screen shows the result already.
  else if (till.getState().sale?.id !== sale.id) await show(result, result === 'paid' ? 'good' : 'warn');
}

/** Unclear and late payments beside the sale on the screen: what is told of them, and what a person says about one. */

import type { RunningPayment } from '../../main/wire/events.ts';
import { problemOf } from '../bridge/problem.ts';
import { changesOf, type Tried } from '../stores/openPayments.ts';
import { aboutOf, isAtWork, verdictOf, wordOf } from '../stores/till.ts';
import type { CheckoutParts } from './parts.ts';

export type WaitingRoom = ReturnType<typeof createWaitingRoom>;

/** What the person has compared; by its number the payment can be cancelled later. */
export const shownReceipt = (payment: RunningPayment | null): number | null =>
  payment?.evidence?.last?.receipt_number ?? null;

export function createWaitingRoom(parts: Pick<CheckoutParts, 'client' | 'waiting' | 'notices' | 'till'>) {
  const { client, waiting, notices, till } = parts;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  /** Asks the bridge for the list. Whoever asks while it is asked waits for the answer after that, which is newer. */
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
      .then(({ waiting: list }) => takeList(list))
      .catch(error => void problemOf(error))
      .finally(() => {
        running = null;
      });
    return running;
  }

  /** The list of the bridge is the truth; what is news in it is said once. */
  async function takeList(list: readonly RunningPayment[]): Promise<void> {
    const { come, gone, known } = changesOf(waiting.getState().list, list);
    waiting.setList(list);
    for (const one of [...come, ...known]) announce(one);
    await Promise.all(gone.map(showEnding));
  }

  /** To those who cannot see the chip; nothing on the screen moves. */
  function announce(one: RunningPayment): void {
    const decision = wordOf(one);
    if (!decision || isOpened(one)) return;
    notices.say(({ t, money, time }) =>
      t(decision === 'late' ? `waiting.said.${one.lateBecause ?? 'lineBroke'}` : 'waiting.said.signature', {
        amount: money(one.amount),
        time: time(one.startedAt),
      }),
    );
  }

  /** Its ending: in its dialog where that is open, else in one line. What is on the screen itself says so there. */
  async function showEnding(one: RunningPayment): Promise<void> {
    const values = { amount: one.amount, since: one.startedAt };
    if (one.transaction === null) {
      if (isOpened(one)) waiting.close();
      return say('operation', 'info', values);
    }
    const sale = await client.sale(one.transaction).catch(problemOf);
    const verdict = 'id' in sale ? verdictOf(sale) : null;
    if (!('id' in sale) || !verdict || waiting.has(one)) return;
    if (isOpened(one)) waiting.set({ ended: sale, busy: false, failure: null });
    else if (till.getState().sale?.id !== sale.id) say(verdict, verdict === 'paid' ? 'good' : 'warn', values);
  }

  const say = (
    verdict: 'paid' | 'takenBack' | 'notPaid' | 'operation',
    tone: 'good' | 'warn' | 'info',
    { amount, since }: { readonly amount: number; readonly since: number },
  ) => notices.show(tone, ({ t, money, time }) => t(`left.${verdict}`, { amount: money(amount), time: time(since) }));

  const isOpened = (one: RunningPayment): boolean => {
    const { opened } = waiting.getState();
    return opened !== null && aboutOf(opened) === aboutOf(one);
  };

  /** One of the list moved on; what may have joined or left it is asked for. */
  function onPayment(device: string, payment: RunningPayment | null): void {
    const { list } = waiting.getState();
    if (payment && waiting.has(payment))
      waiting.setList(list.map(one => (aboutOf(one) === aboutOf(payment) ? { ...payment } : one)));
    if (payment === null ? list.some(one => one.device === device) : !isAtWork(payment)) void refresh();
  }

  function onSale(id: string): void {
    if (waiting.getState().list.some(({ transaction }) => transaction === id)) void refresh();
  }

  /** A word on the opened one: one at a time, and nothing of the sale on the screen changes. */
  async function said(tried: Tried, call: (one: RunningPayment) => Promise<unknown>): Promise<void> {
    const { opened, busy } = waiting.getState();
    if (!opened || busy) return;
    waiting.set({ busy: true, failure: null });
    const problem = await call(opened).then(() => null, problemOf);
    await refresh();
    if (!isOpened(opened)) return;
    waiting.set({ busy: false });
    if (problem && !waiting.getState().ended) waiting.set({ failure: { about: aboutOf(opened), tried, problem } });
  }

  return {
    refresh,
    takeList,
    onPayment,
    onSale,
    open: waiting.open,
    close: waiting.close,
    /** Stands there at once; the bridge tells the rest. */
    put: (payment: RunningPayment) => {
      if (!waiting.has(payment)) waiting.setList([...waiting.getState().list, payment]);
    },
    /** Kept as paid, or taken back. */
    decideLate: (keep: boolean) =>
      said(keep ? 'keep' : 'back', one => client.late(keep, one.transaction, wordOf(one) ?? 'late')),
    /** A manager has compared the receipts. */
    decide: (happened: boolean) =>
      said('decide', one => {
        const receipt = happened ? shownReceipt(one) : null;
        return one.transaction === null
          ? client.decideOperation(one.device, one.operation ?? '', happened, receipt)
          : client.decide(one.transaction, happened, receipt);
      }),
  };
}

/** Payments that the till has left open, beside the sale on the screen: unknown outcomes, late approvals, unchecked signatures. */

import { createStore } from 'zustand/vanilla';
import type { RunningPayment } from '../../main/wire/events.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import type { Problem } from '../bridge/problem.ts';
import { pendingDecisionOf, subjectIdOf } from './paymentState.ts';

export interface OpenPaymentsState {
  /** The bridge's list, oldest first. */
  readonly list: readonly RunningPayment[];
  /** The payment in the dialog over the screen; keeps its last state when it has left the list. */
  readonly opened: RunningPayment | null;
  /** The sale of the opened payment, once the payment has ended. */
  readonly ended: SmartTransaction | null;
  /** A decision about the opened payment is being sent. */
  readonly busy: boolean;
  /** The refused decision about the opened payment. `back`: the decision was to take the payment back. */
  readonly failure: { readonly about: string; readonly tried: DecisionAttempt; readonly problem: Problem } | null;
}

export type DecisionAttempt = 'keep' | 'back' | 'decide';

const CLOSED = { opened: null, ended: null, busy: false, failure: null } as const;

export type OpenPaymentsStore = ReturnType<typeof createOpenPaymentsStore>;

export function createOpenPaymentsStore() {
  const store = createStore<OpenPaymentsState>(() => ({ ...CLOSED, list: [] }));
  return {
    ...store,
    set: (part: Partial<OpenPaymentsState>) => store.setState(part),
    /** Replaces the list, and brings the opened payment up to date from it. */
    setList: (list: readonly RunningPayment[]) =>
      store.setState(({ opened }) => ({ list, opened: opened && (sameIn(list, opened) ?? opened) })),
    open: (payment: RunningPayment) => store.setState({ ...CLOSED, opened: payment }),
    close: () => store.setState(CLOSED),
    has: (payment: RunningPayment): boolean => sameIn(store.getState().list, payment) !== undefined,
    isOpened: (payment: RunningPayment): boolean => {
      const { opened } = store.getState();
      return opened !== null && subjectIdOf(opened) === subjectIdOf(payment);
    },
  };
}

export interface ListChanges {
  readonly added: readonly RunningPayment[];
  readonly removed: readonly RunningPayment[];
  /** The outcome became known: the payment is approved and now waits for a decision. */
  readonly toDecide: readonly RunningPayment[];
}

/** Differences between two lists that the cashier has to hear of. */
export function changesOf(before: readonly RunningPayment[], after: readonly RunningPayment[]): ListChanges {
  return {
    added: after.filter(payment => !sameIn(before, payment)),
    removed: before.filter(payment => !sameIn(after, payment)),
    toDecide: after.filter(payment => {
      const previous = sameIn(before, payment);
      const decision = pendingDecisionOf(payment);
      return previous !== undefined && decision !== null && decision !== pendingDecisionOf(previous);
    }),
  };
}

const sameIn = (list: readonly RunningPayment[], payment: RunningPayment): RunningPayment | undefined =>
  list.find(other => subjectIdOf(other) === subjectIdOf(payment));

/** What the till has gone on without: unclear and late payments, beside the sale on the screen and never in its place. */

import { createStore } from 'zustand/vanilla';
import type { RunningPayment } from '../../main/wire/events.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import type { Problem } from '../bridge/problem.ts';
import { aboutOf, wordOf } from './till.ts';

export interface WaitingState {
  /** As the bridge keeps them, oldest first. */
  readonly list: readonly RunningPayment[];
  /** The one that is opened, over whatever the screen shows; kept as it was last, also when it has left the list. */
  readonly opened: RunningPayment | null;
  /** How the opened one ended. */
  readonly ended: SmartTransaction | null;
  /** A word about the opened one is on its way. */
  readonly busy: boolean;
  /** What was refused of the opened one. `back`: taking the payment back was tried. */
  readonly failure: { readonly about: string; readonly tried: Tried; readonly problem: Problem } | null;
}

export type Tried = 'keep' | 'back' | 'decide';

const CLOSED = { opened: null, ended: null, busy: false, failure: null } as const;

export type WaitingStore = ReturnType<typeof createWaitingStore>;

export function createWaitingStore() {
  const store = createStore<WaitingState>(() => ({ ...CLOSED, list: [] }));
  return {
    ...store,
    set: (part: Partial<WaitingState>) => store.setState(part),
    /** The opened one goes on as the list has it; nothing else of the dialog changes. */
    setList: (list: readonly RunningPayment[]) =>
      store.setState(({ opened }) => ({
        list,
        opened: opened && (list.find(one => aboutOf(one) === aboutOf(opened)) ?? opened),
      })),
    open: (payment: RunningPayment) => store.setState({ ...CLOSED, opened: payment }),
    close: () => store.setState(CLOSED),
    has: (payment: RunningPayment): boolean => store.getState().list.some(one => aboutOf(one) === aboutOf(payment)),
  };
}

export interface Changes {
  readonly come: readonly RunningPayment[];
  readonly gone: readonly RunningPayment[];
  /** The ending became known: paid, and a person has a word to say. */
  readonly known: readonly RunningPayment[];
}

/** What is news in the list: of what stands in both, only that a word is waited for now. */
export function changesOf(before: readonly RunningPayment[], after: readonly RunningPayment[]): Changes {
  const inBefore = (one: RunningPayment) => before.find(other => aboutOf(other) === aboutOf(one));
  return {
    come: after.filter(one => !inBefore(one)),
    gone: before.filter(one => !after.some(other => aboutOf(other) === aboutOf(one))),
    known: after.filter(one => {
      const earlier = inBefore(one);
      return earlier !== undefined && wordOf(one) !== null && wordOf(one) !== wordOf(earlier);
    }),
  };
}

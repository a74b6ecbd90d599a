/** A call that was refused because a manager has to approve it, or because a reason is missing: asked for once, over any screen. */

import type { Static } from 'typebox';
import { createStore } from 'zustand/vanilla';
import type { ApprovalAnswer, ApprovalInput, Needs } from '../../main/wire/approvals.ts';
import { type Problem, problemOf } from '../bridge/problem.ts';

/** Headers of the call when it is made again. */
export type Allowed = Readonly<Record<string, string>>;

export interface ApprovalState {
  /** What the call that waits needs; null when none does. */
  readonly needs: Needs | null;
  readonly busy: boolean;
  /** Why nothing was approved. */
  readonly problem: Problem | null;
}

export interface Given {
  /** Of the manager. */
  readonly username: string;
  readonly pin: string;
  readonly reason: string;
}

type Approve = (input: ApprovalInput) => Promise<Static<typeof ApprovalAnswer>>;
export type ApprovalStore = ReturnType<typeof createApproval>;

export function createApproval(approve: Approve) {
  const store = createStore<ApprovalState>(() => nothing);
  let answer: ((allowed: Allowed | null) => void) | null = null;

  function end(allowed: Allowed | null): void {
    const waiting = answer;
    answer = null;
    store.setState(nothing);
    waiting?.(allowed);
  }

  return {
    ...store,
    /** Asks whoever stands there; null when nobody allows it. One at a time. */
    ask(needs: Needs): Promise<Allowed | null> {
      if (answer) return Promise.resolve(null);
      store.setState({ ...nothing, needs });
      return new Promise(resolve => {
        answer = resolve;
      });
    },
    /** With what the dialog was given. A manager who is signed in herself says why and nothing more. */
    async give({ username, pin, reason }: Given): Promise<void> {
      const { needs, busy } = store.getState();
      if (!needs || busy) return;
      if (needs.by === 'self') return end({ 'X-Reason': encodeURIComponent(reason) });
      store.setState({ busy: true, problem: null });
      const { operation, object, amount } = needs;
      try {
        const { approval } = await approve({ username, pin, reason, operation, object, amount });
        end({ 'X-Approval': approval });
      } catch (error) {
        store.setState({ busy: false, problem: problemOf(error) });
      }
    },
    /** Nobody allows it, or nobody is there any more. */
    leave: () => end(null),
  };
}

const nothing: ApprovalState = { needs: null, busy: false, problem: null };

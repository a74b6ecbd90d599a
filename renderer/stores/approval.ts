/** The approval that a refused call needs: a manager's PIN, or only a reason. The dialog opens over any screen. */

import type { Static } from 'typebox';
import { createStore } from 'zustand/vanilla';
import type { ApprovalAnswer, ApprovalInput, Needs } from '../../main/wire/approvals.ts';
import { type Problem, problemOf } from '../bridge/problem.ts';

/** Headers that the call carries when it is sent again with the approval. */
export type ApprovalHeaders = Readonly<Record<string, string>>;

export interface ApprovalState {
  /** The approval that the waiting call needs; null when no call waits. */
  readonly needs: Needs | null;
  readonly busy: boolean;
  /** Reason why the approval was refused. */
  readonly problem: Problem | null;
}

export interface ApprovalEntry {
  /** User name of the manager. */
  readonly username: string;
  readonly pin: string;
  readonly reason: string;
}

type Approve = (input: ApprovalInput) => Promise<Static<typeof ApprovalAnswer>>;
export type ApprovalStore = ReturnType<typeof createApproval>;

export function createApproval(approve: Approve) {
  const store = createStore<ApprovalState>(() => closed);
  let resolveCall: ((headers: ApprovalHeaders | null) => void) | null = null;

  function end(headers: ApprovalHeaders | null): void {
    const resolve = resolveCall;
    resolveCall = null;
    store.setState(closed);
    resolve?.(headers);
  }

  return {
    ...store,
    /** Opens the dialog for one call at a time; null when the approval is refused or another dialog is open. */
    ask(needs: Needs): Promise<ApprovalHeaders | null> {
      if (resolveCall) return Promise.resolve(null);
      store.setState({ ...closed, needs });
      return new Promise(resolve => {
        resolveCall = resolve;
      });
    },
    /** Sends the entries of the dialog. A signed-in manager gives only the reason. */
    async submit({ username, pin, reason }: ApprovalEntry): Promise<void> {
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
    /** Closes the dialog without an approval. */
    cancel: () => end(null),
  };
}

const closed: ApprovalState = { needs: null, busy: false, problem: null };

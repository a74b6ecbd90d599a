/** A payment that a person is needed for, on the screen of its own sale or opened from the waiting room. */

import { useStore } from 'zustand';
import type { RunningPayment } from '../../../main/wire/events.ts';
import { useApp } from '../../app/context.tsx';
import type { KeyPlace } from '../../app/keys.ts';
import type { Problem } from '../../bridge/problem.ts';
import type { Tried } from '../../stores/openPayments.ts';
import { aboutOf, isDeciding } from '../../stores/till.ts';

export interface OpenCase {
  readonly payment: RunningPayment | null;
  /** A word about it is on its way. */
  readonly busy: boolean;
  /** What was refused of this payment, and of no other one. */
  readonly failure: { readonly tried: Tried; readonly problem: Problem } | null;
  readonly place: KeyPlace;
  readonly decideLate: (keep: boolean) => void;
  readonly decide: (happened: boolean) => void;
  /** Leaves it where it is; it stays in sight. */
  readonly later: () => void;
}

/** Of the sale on the screen. */
export function useOwnCase(): OpenCase {
  const { till, checkout } = useApp();
  const payment = useStore(till, state => state.payment);
  const failed = useStore(till, state => state.notTakenBack);
  const busy = useStore(till, isDeciding);
  const isIts = failed !== null && failed.sale === payment?.transaction;
  return {
    payment,
    busy,
    failure: isIts ? { tried: 'back', problem: failed.problem } : null,
    place: 'screen',
    decideLate: keep => void checkout.decideLate(keep),
    decide: happened => void checkout.decide(happened),
    later: () => void checkout.leave(),
  };
}

/** Of what was opened over the screen: nothing of the sale below it changes. */
export function useRoomCase(): OpenCase {
  const { waiting, checkout } = useApp();
  const { opened: payment, busy, failure } = useStore(waiting);
  const { room } = checkout;
  return {
    payment,
    busy,
    failure: payment && failure?.about === aboutOf(payment) ? failure : null,
    place: 'dialog',
    decideLate: keep => void room.decideLate(keep),
    decide: happened => void room.decide(happened),
    later: room.close,
  };
}

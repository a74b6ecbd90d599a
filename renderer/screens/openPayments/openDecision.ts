/** A decision that a person still has to make: about the payment on the screen, or about the payment in the dialog. */

import { useStore } from 'zustand';
import type { RunningPayment } from '../../../main/wire/events.ts';
import { useApp } from '../../app/context.tsx';
import type { KeyScope } from '../../app/keys.ts';
import type { Problem } from '../../bridge/problem.ts';
import { createDecisionSteps } from '../../checkout/decisions.ts';
import type { DecisionAttempt } from '../../stores/openPayments.ts';
import { subjectIdOf } from '../../stores/paymentState.ts';
import { isDeciding } from '../../stores/till.ts';

export interface OpenDecision {
  readonly payment: RunningPayment | null;
  /** The decision is being sent. */
  readonly busy: boolean;
  /** The refused decision about this payment. */
  readonly failure: { readonly tried: DecisionAttempt; readonly problem: Problem } | null;
  /** `screen` for the payment on the screen, `dialog` for the payment in the dialog. */
  readonly keyScope: KeyScope;
  /** These three end when the decision was carried out or refused. */
  readonly decideLate: (keep: boolean) => Promise<void>;
  readonly decide: (paid: boolean, reason: string) => Promise<void>;
  readonly decidePart: (part: 'keep' | 'take_back') => Promise<void>;
  /** Leaves the payment in the list of open payments. */
  readonly later: () => void;
}

/** The decision about the payment on the screen. */
export function useDecisionOnScreen(): OpenDecision {
  const { till, checkout } = useApp();
  const payment = useStore(till, state => state.payment);
  const refused = useStore(till, state => state.refusedReversal);
  const busy = useStore(till, isDeciding);
  const isOfThisPayment = refused !== null && refused.sale === payment?.transaction;
  return {
    payment,
    busy,
    failure: isOfThisPayment ? { tried: 'back', problem: refused.problem } : null,
    keyScope: 'screen',
    ...createDecisionSteps(checkout),
    later: () => void checkout.leave(),
  };
}

/** The decision about the payment in the dialog; the sale on the screen below stays unchanged. */
export function useDecisionInDialog(): OpenDecision {
  const { openPayments, checkout } = useApp();
  const { opened: payment, busy, failure } = useStore(openPayments);
  return {
    payment,
    busy,
    failure: payment && failure?.about === subjectIdOf(payment) ? failure : null,
    keyScope: 'dialog',
    decideLate: checkout.openPayments.decideLate,
    decide: checkout.openPayments.decide,
    decidePart: checkout.openPayments.decidePart,
    later: checkout.openPayments.close,
  };
}
